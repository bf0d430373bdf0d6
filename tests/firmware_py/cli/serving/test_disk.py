"""Disks that forget."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.cli.serving.disk import forgets

MOUNTS = """\
overlay / overlay rw,lowerdir=/lower 0 0
/dev/mmcblk0p1 /boot/firmware vfat rw 0 0
tmpfs /run tmpfs rw 0 0
/dev/mmcblk0p3 /var/lib/pop-umpire ext4 rw 0 0
/dev/sda1 /media/a\\040stick ext4 rw 0 0
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/var/lib/pop-umpire/games", None), ("/var/lib/pop-umpire", None), ("/var/lib/other", "overlay"),
        ("/run/pop-umpire", "tmpfs"), ("/media/a stick/games", None), ("/", "overlay"),
    ],
)  # fmt: skip
def test_the_file_system_that_a_folder_lies_on(tmp_path: Path, folder: str, kind: str | None) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(MOUNTS)
    assert forgets(Path(folder), mounts) == kind


def test_where_nothing_is_known_nothing_is_said(tmp_path: Path) -> None:
    assert forgets(tmp_path, tmp_path / "none") is None
