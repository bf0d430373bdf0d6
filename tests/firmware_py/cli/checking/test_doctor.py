"""`umpire doctor` on machines of every kind."""

from __future__ import annotations

import errno
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware_py.cli.app import main
from firmware_py.cli.checking import cameras
from firmware_py.cli.checking.findings import Finding, Health, Machine
from firmware_py.cli.checking.machine import installer
from firmware_py.cli.checking.trials import picture_for_oled
from firmware_py.cli.doctor import checks
from firmware_py.cli.setup import FoundConfig
from firmware_py.config import check_config
from firmware_py.senses.board_drawn import DrawnBoard
from firmware_py.senses.frames import Frame
from firmware_py.shows.display import OledSettings, Panel
from hardware.layout import load_layout
from tests.firmware_py.shows.wires import Chip


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A Pi on which everything is in order."""
    root = tmp_path / "machine"
    for name in ("dev/i2c-1", "dev/spidev0.0", "dev/gpiochip0", "proc/self/mounts"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("")
    (root / "sys/module/spidev/parameters").mkdir(parents=True)
    (root / "sys/module/spidev/parameters/bufsiz").write_text("4096\n")
    return Machine(
        root=root,
        may_use=lambda path: True,
        probe=lambda bus, address: address == 0x3C,
        reaches=lambda port: True,
        free=lambda path: 10**10,
        year=lambda: 2026,
        run=lambda command: "LoadState=loaded\nActiveState=active\nNRestarts=0\nStatusText=Anna, pop.",
    )


def look(machine: Machine, tmp_path: Path, **sections: dict[str, object]) -> dict[str, Finding]:
    """All findings by part."""
    values = {"gpio": {"factory": "mock"}, "web": {"on": True}, **sections}
    config = FoundConfig(check_config(values), None)
    found = checks(config, tmp_path / "state", machine, oled=False, leds=False, photo=None)
    return {finding.part: finding for finding in found}


def test_where_all_is_well_nothing_is_to_be_done(machine: Machine, tmp_path: Path) -> None:
    findings = look(machine, tmp_path)
    others = {
        part: finding.health for part, finding in findings.items() if finding.health is not Health.WORKS
    }
    assert others == dict.fromkeys(("camera", "board camera", "sound", "kept pictures"), Health.OFF)
    assert set(findings) == {
        "installation", "configuration", "games", "clock", "dome switch", "choose button", "confirm button",
        "undo button", "OLED", "LED strip", "camera", "board camera", "sound", "page", "service",
        "kept pictures",
    }  # fmt: skip


def test_pictures_that_are_kept_are_named(machine: Machine, tmp_path: Path) -> None:
    finding = look(machine, tmp_path, keep={"folder": "pictures", "pictures": 9})["kept pictures"]
    assert finding.health is Health.NOTE
    assert finding.found.endswith("/state/pictures: 0 now, at most 9 and 200 MB.")
    (tmp_path / "file").write_text("")
    finding = look(machine, tmp_path, keep={"folder": str(tmp_path / "file")})["kept pictures"]
    assert finding.health is Health.BROKEN
    assert "No picture can be kept in" in finding.found


def test_parts_that_are_not_there_by_configuration_are_no_fault(machine: Machine, tmp_path: Path) -> None:
    off = {"on": False}
    findings = look(machine, tmp_path, gpio=off, oled=off, strip=off, web=off)
    assert [findings[part].health for part in ("switches", "OLED", "LED strip", "page")] == [Health.OFF] * 4


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"seats": {"red": "A", "purple": "B"}, "rules": {"pass": "foo"}}, ["purple", "pass=foo"]),
        ({"board": "nowhere"}, ["nowhere"]),
        ({"board": "chessboard"}, ["gearhead"]),
    ],
)
def test_a_table_that_cannot_be_played_is_a_finding(
    machine: Machine, tmp_path: Path, table: dict[str, object], words: list[str]
) -> None:
    findings = look(machine, tmp_path, table=table)
    assert findings["configuration"].health is Health.BROKEN
    assert all(word in findings["configuration"].found for word in words)
    assert findings["LED strip"].health is Health.WORKS


FAILED = "LoadState=loaded\nActiveState=failed"


def without(machine: Machine, name: str) -> Machine:
    (machine.root / name).unlink()
    return machine


@pytest.mark.parametrize(
    ("spoil", "part", "says", "remedy"),
    [
        (lambda m: without(m, "dev/i2c-1"), "OLED", "no I2C bus 1", "raspi-config"),
        (lambda m: replace(m, probe=lambda b, a: a == 0x3D), "OLED", "but at 0x3D", "oled.address = 0x3D"),
        (lambda m: replace(m, probe=lambda b, a: False), "OLED", "Nothing answers", "SDA"),
        (lambda m: replace(m, may_use=lambda p: "i2c" not in p.name), "OLED", "may not be used", "group i2c"),
        (lambda m: without(m, "dev/spidev0.0"), "LED strip", "no /dev/spidev0.0", "raspi-config"),
        (lambda m: replace(m, may_use=lambda p: "spi" not in p.name), "LED strip", "may not", "group spi"),
        (lambda m: replace(m, free=lambda p: 1000), "games", "Only 0 MB", "Make room"),
        (lambda m: replace(m, run=lambda c: FAILED), "service", "failed", "journalctl"),
    ],
)  # fmt: skip
def test_what_is_broken_is_found_with_its_remedy(
    machine: Machine, tmp_path: Path, spoil: object, part: str, says: str, remedy: str
) -> None:
    assert callable(spoil)
    finding = look(spoil(machine), tmp_path)[part]
    assert finding.health is Health.BROKEN
    assert says in finding.found
    assert remedy in finding.remedy


def test_a_bus_that_hangs_is_told(machine: Machine, tmp_path: Path) -> None:
    def hangs(bus: int, address: int) -> bool:
        raise OSError(errno.ETIMEDOUT, "Connection timed out")

    finding = look(replace(machine, probe=hangs), tmp_path)["OLED"]
    assert (finding.health, "timed out" in finding.found) == (Health.BROKEN, True)


def test_a_buffer_that_is_too_small_is_told(machine: Machine, tmp_path: Path) -> None:
    (machine.root / "sys/module/spidev/parameters/bufsiz").write_text("512\n")
    finding = look(machine, tmp_path)["LED strip"]
    assert "512 bytes" in finding.found
    assert "spidev.bufsiz" in finding.remedy


def test_a_disk_that_forgets_is_told(machine: Machine, tmp_path: Path) -> None:
    (machine.root / "proc/self/mounts").write_text("overlay / overlay rw 0 0\n")
    finding = look(machine, tmp_path)["games"]
    assert finding.health is Health.BROKEN
    assert "overlay" in finding.found


def test_a_machine_without_pins_is_told(machine: Machine, tmp_path: Path) -> None:
    machine = without(machine, "dev/gpiochip0")
    assert "no pins" in look(machine, tmp_path, gpio={})["switches"].found


def test_pins_that_another_program_has_name_it(machine: Machine, tmp_path: Path) -> None:
    process = machine.root / "proc/4711"
    (process / "fd").mkdir(parents=True)
    (process / "comm").write_text("umpire\n")
    (process / "fd/7").symlink_to("/dev/gpiochip0")
    finding = look(machine, tmp_path, gpio={"factory": "lgpio"})["switches"]
    assert finding.health is Health.BROKEN
    assert "umpire (4711)" in finding.remedy


@pytest.mark.parametrize(("level", "looks"), [(0, "dark"), (255, "white"), (128, "blank")])
def test_a_camera_that_shows_nothing_is_told(
    machine: Machine, tmp_path: Path, level: int, looks: str
) -> None:
    cv2.imwrite(str(tmp_path / "dome.png"), np.full((480, 640, 3), level, np.uint8))
    camera = {"use": str(tmp_path / "dome.png")}
    finding = look(machine, tmp_path, dice={"source": "camera"}, camera=camera)["camera"]
    assert (finding.health, looks in finding.found) == (Health.BROKEN, True)


def test_a_camera_that_is_missing_is_told(machine: Machine, tmp_path: Path) -> None:
    finding = look(machine, tmp_path, dice={"source": "camera"}, camera={"use": "pi"})["camera"]
    assert finding.health is Health.BROKEN
    assert "picamera2" in finding.found


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A photograph of a board with corner tags, set up for a game."""
    drawn = DrawnBoard(load_layout("trouble-tags"), seed=8)
    drawn.stand({"RH1": ("red",), "T5": ("blue",)})
    file = tmp_path_factory.mktemp("board") / "board.png"
    cv2.imwrite(str(file), drawn.picture())
    return file


BOARD: dict[str, object] = {"board": "trouble-tags"}


def test_the_camera_over_the_board_is_looked_at_too(machine: Machine, tmp_path: Path, board: Path) -> None:
    photo = {"use": str(board)}
    finding = look(machine, tmp_path, table=BOARD, board_camera=photo)["board camera"]
    assert finding.health is Health.WORKS
    assert "by tags" in finding.found
    both = look(machine, tmp_path, table=BOARD, board_camera={"use": "same"}, camera=photo)
    assert both["board camera"].health is Health.WORKS


def test_what_is_wrong_with_the_camera_over_the_board_is_told(
    machine: Machine, tmp_path: Path, board: Path
) -> None:
    def over(use: str, table: dict[str, object] = BOARD, **more: dict[str, object]) -> Finding:
        return look(machine, tmp_path, table=table, board_camera={"use": use}, **more)["board camera"]

    missing = over("pi1")
    assert (missing.health, "picamera2" in missing.found) == (Health.BROKEN, True)
    assert "board_camera.use" in missing.remedy
    assert "umpire calibrate" in over(str(board), {"board": "trouble"}).found
    twice = over("pi", dice={"source": "camera"}, camera={"use": "pi"})
    assert "same" in twice.remedy
    cv2.imwrite(str(tmp_path / "dark.png"), np.zeros((480, 640, 3), np.uint8))
    assert "dark" in over(str(tmp_path / "dark.png")).found
    noise = np.random.default_rng(1).integers(60, 200, (480, 640), np.uint8)
    cv2.imwrite(str(tmp_path / "cloth.png"), noise)
    nothing = over(str(tmp_path / "cloth.png"))
    assert nothing.health is Health.NOTE
    assert "umpire calibrate" in nothing.remedy


def test_photos_of_dome_and_board_are_kept_side_by_side(
    tmp_path: Path, board: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, photo = tmp_path / "config.toml", tmp_path / "photo.png"
    file.write_text(f'[table]\nboard = "trouble-tags"\n[board_camera]\nuse = "{board}"\n')
    main(["doctor", "--json", "--photo", str(photo), "--config", str(file), "--state", str(tmp_path)])
    found = {one["part"]: one for one in map(json.loads, capsys.readouterr().out.splitlines())}
    assert photo.is_file()
    assert (tmp_path / "photo-board.png").is_file()
    assert found["board camera"]["health"] == "works"
    assert "T5 blue" in found["board photo"]["found"]


class Warming:
    """A camera whose first pictures are dark."""

    name, live = "warming camera", True

    def __init__(self) -> None:
        self._count = 0

    def open(self) -> None: ...

    def read(self) -> Frame:
        self._count += 1
        level = 5 if self._count < 9 else 120
        return Frame(np.random.default_rng(1).integers(level - 5, level + 20, (48, 64, 3), np.uint8))

    def close(self) -> None: ...


def test_a_camera_may_find_its_exposure_before_it_is_judged(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cameras, "make_frames", lambda config, throwing: Warming())
    finding = look(machine, tmp_path, dice={"source": "camera"}, camera={"use": "pi"})["camera"]
    assert finding.health is Health.WORKS


def test_a_table_that_cannot_speak_is_told(machine: Machine, tmp_path: Path) -> None:
    voice = {"on": True}
    assert "no sound card" in look(machine, tmp_path, voice=voice)["sound"].found
    silent = replace(machine, run=lambda command: "")
    assert "apt install espeak-ng" in look(silent, tmp_path, voice=voice)["sound"].remedy
    (machine.root / "proc/asound").mkdir()
    (machine.root / "proc/asound/cards").write_text(" 0 [Headphones]: bcm2835\n")
    assert look(machine, tmp_path, voice=voice)["sound"].health is Health.WORKS


def test_that_the_service_has_another_configuration_is_told(machine: Machine, tmp_path: Path) -> None:
    (machine.root / "etc/pop-umpire").mkdir(parents=True)
    (machine.root / "etc/pop-umpire/config.toml").write_text("")
    finding = look(machine, tmp_path)["configuration"]
    assert finding.health is Health.NOTE
    assert "--config /etc/pop-umpire/config.toml" in finding.remedy


def test_a_year_that_cannot_be_is_only_noted(machine: Machine, tmp_path: Path) -> None:
    assert look(replace(machine, year=lambda: 1970), tmp_path)["clock"].health is Health.NOTE


def test_the_test_picture_has_a_frame_of_one_pixel() -> None:
    chip = Chip(False)
    image = picture_for_oled()
    Panel(OledSettings(), chip).show(image)
    shown = chip.picture()
    assert shown[0].all() and shown[-1].all() and shown[:, 0].all() and shown[:, -1].all()
    assert not shown[1, 20:100].any()


def test_the_exit_status_tells_and_json_is_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "config.toml"
    off = "[gpio]\non = false\n[oled]\non = false\n[strip]\non = false\n"
    file.write_text(off)
    flags = ["doctor", "--json", "--config", str(file)]
    main([*flags, "--state", str(tmp_path / "state")])
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(set(one) == {"part", "health", "found", "remedy"} for one in found)
    broken = any(one["health"] == "broken" for one in found)
    assert main([*flags, "--state", str(tmp_path / "state")]) == int(broken)
    file.write_text(off.replace("[oled]\non = false", "[oled]\nbus = 19"))
    assert main([*flags, "--state", str(tmp_path / "state")]) == 1


def test_a_photo_of_the_dome_is_kept_with_its_reading(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = tmp_path / "photo.png"
    main(["doctor", "--photo", str(photo), "--state", str(tmp_path)])
    assert photo.is_file()
    assert "photo" in capsys.readouterr().out


def test_the_installer_is_found() -> None:
    found = installer()
    assert found is not None
    assert found.name == "install.sh"
