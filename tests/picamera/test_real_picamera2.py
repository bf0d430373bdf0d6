"""Our camera back-end on the real libcamera and picamera2: see make_root.sh for what it needs."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import cv2
import pytest

from firmware_py.senses.dome import DrawnDome

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parents[1]
ROOT = os.environ.get("UMPIRE_CAMERA_ROOT", "")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not ROOT, reason="make a root with tests/picamera/make_root.sh; UMPIRE_CAMERA_ROOT names it"
    ),
]

# Inside unshare, so that the mounts end with it.
ENTER = """
set -eu
mkdir -p "$1/opt/umpire-test/project"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount --bind "$2" "$1/opt/umpire-test/project"
exec chroot "$1" env LD_PRELOAD=/opt/umpire-test/dmaheap.so LIBCAMERA_LOG_LEVELS='*:ERROR' \\
    GLIBC_TUNABLES=glibc.malloc.perturb=255:glibc.malloc.tcache_count=0 PYTHONDONTWRITEBYTECODE=1 \\
    PYTHONPATH=/opt/umpire-test/project:/opt/umpire-test/project/tests/picamera \\
    /opt/venv/bin/python /opt/umpire-test/project/tests/picamera/inside.py
"""


def test_it_opens_captures_is_cut_off_and_opens_again() -> None:
    frames = Path(ROOT) / "opt/umpire-test/frames"
    frames.mkdir(parents=True, exist_ok=True)
    dome = DrawnDome(11)
    drawn = [dome.read().picture for _ in range(3)]
    for number, picture in enumerate(drawn):
        cv2.imwrite(str(frames / f"{number}.jpg"), picture)
    command = ["unshare", "--mount", "bash", "-c", ENTER, "enter", ROOT, str(PROJECT)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout.splitlines()[-1])
    print(json.dumps(seen, indent=1))
    assert seen["cameras"] >= 1
    assert seen["shape"] == [480, 640, 3]
    means = [float(picture.mean()) for picture in drawn]
    assert all(min(abs(mean - one) for one in means) < 8 for mean in seen["mean"])
    assert seen["late"] < 5
    assert "Pi camera 0" in seen["lost"]
    assert seen["again"] == [480, 640, 3]
    assert "another program uses the camera" in seen["taken by another"]
    assert seen["opened"] == 2
