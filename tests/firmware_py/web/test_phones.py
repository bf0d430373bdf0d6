"""The file of paired phones, and `umpire phones`."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.cli import main
from firmware_py.web.errors import PhonesError
from firmware_py.web.phones import INVITATION_SECONDS, MOST_PHONES, Phones, clean_name


def test_tokens_lie_on_disk_as_hashes_only(tmp_path: Path) -> None:
    phones = Phones(tmp_path / "state" / "phones.json")
    assert phones.all() == ()
    phone = phones.add("Anna", "secret-token", 5.0)
    assert phones.holder("secret-token") == phone
    assert phones.holder("other") is None
    assert "secret-token" not in phones.path.read_text()
    assert phones.path.stat().st_mode & 0o077 == 0


def test_another_process_sees_a_revoked_phone_at_once(tmp_path: Path) -> None:
    one, other = Phones(tmp_path / "phones.json"), Phones(tmp_path / "phones.json")
    phone = one.add("Anna", "token", 5.0)
    assert other.holder("token") == phone
    assert other.revoke(phone.number) == phone
    assert other.revoke(phone.number) is None
    assert one.holder("token") is None
    assert one.add("Ben", "token2", 6.0).number == 2


def test_an_invitation_holds_for_a_while_and_not_over_a_restart(tmp_path: Path) -> None:
    phones = Phones(tmp_path / "phones.json")
    phones.invite("Anna", "123456", 1000.0)
    found = phones.invited("123456", 1001.0)
    assert found is not None
    assert found.name == "Anna"
    assert phones.invited("654321", 1001.0) is None
    assert phones.invited("123456", 1001.0 + INVITATION_SECONDS) is None
    assert phones.invited("123456", 3.0) is None
    phones.accept(found)
    assert phones.invited("123456", 1001.0) is None


def test_too_many_phones_forget_the_oldest(tmp_path: Path) -> None:
    phones = Phones(tmp_path / "phones.json")
    for number in range(MOST_PHONES + 1):
        phones.add("x", str(number), 0.0)
    assert len(phones.all()) == MOST_PHONES
    assert phones.holder("0") is None


def test_a_damaged_or_unreadable_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "phones.json"
    path.write_text("{]")
    with pytest.raises(PhonesError, match=r"phones\.json cannot be read"):
        Phones(path).all()
    path.unlink()
    path.mkdir()
    with pytest.raises(PhonesError, match="cannot be read"):
        Phones(path).all()
    with pytest.raises(PhonesError, match="cannot be kept"):
        Phones(Path("/proc/nowhere/phones.json")).add("x", "y", 0.0)


@pytest.mark.parametrize(
    ("given", "shown"),
    [(" Anna \n Lena ", "Anna Lena"), ("", "phone"), ("\x00\x1b", "phone"), ("x" * 99, "x" * 24)],
)
def test_names_are_cleaned(given: str, shown: str) -> None:
    assert clean_name(given) == shown


def test_the_command_lists_adds_and_revokes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def phones(*words: str) -> tuple[int, str, str]:
        status = main(["phones", *words, "--state", str(tmp_path)])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    status, out, _ = phones("list")
    assert (status, "`umpire phones add NAME`" in out) == (0, True)
    status, out, _ = phones("add", "Anna")
    assert status == 0
    assert out[:6].isdecimal()
    assert len(Phones(tmp_path / "phones.json").all()) == 0
    Phones(tmp_path / "phones.json").add("Anna", "token", 5.0)
    assert "Anna" in phones("list")[1]
    assert "Anna" in phones("revoke", "1")[1]
    status, _, err = phones("revoke", "1")
    assert (status, len(err.splitlines())) == (1, 1)


def test_where_phones_find_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[web]\nhost = "192.168.1.5"\nport = 8080\n')
    flags = ["--config", str(config), "--state", str(tmp_path)]
    assert main(["phones", *flags]) == 0
    told = capsys.readouterr().out
    assert "The page: http://192.168.1.5:8080/" in told
    assert "█▀▀▀▀▀█" in told
    config.write_text('[web]\nhost = "127.0.0.1"\n')
    assert main(["phones", *flags]) == 1
    assert "web.host" in capsys.readouterr().err
