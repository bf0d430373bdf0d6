"""Codes, guesses, lockout."""

from __future__ import annotations

from firmware_py.web.pairing import CODE_SECONDS, LOCK_SECONDS, MAX_WRONG, Outcome, Pairing, code_of


def guess(pairing: Pairing, code: str, at: float) -> tuple[Pairing, Outcome]:
    return pairing.guessed(code, at)


def test_the_code_pairs_once_and_within_a_minute() -> None:
    shown = Pairing().asked("042195", 10.0)
    assert shown.code == "042195"
    after, outcome = guess(shown, "042195", 10.0 + CODE_SECONDS - 1)
    assert (outcome, after.code) == (Outcome.PAIRED, None)
    assert guess(after, "042195", 20.0)[1] is Outcome.NO_CODE
    assert guess(shown, "042195", 10.0 + CODE_SECONDS)[1] is Outcome.NO_CODE
    assert shown.expired(10.0 + CODE_SECONDS).code is None


def test_asking_again_neither_changes_nor_prolongs_the_code() -> None:
    shown = Pairing().asked("111111", 0.0)
    assert shown.asked("222222", 30.0) == shown
    assert shown.asked("222222", CODE_SECONDS).code == "222222"


def test_five_wrong_guesses_lock_pairing_each_time_for_longer() -> None:
    pairing, at = Pairing(), 0.0
    for lock in range(3):
        pairing = pairing.asked("123456", at)
        for number in range(MAX_WRONG):
            pairing, outcome = guess(pairing, "000000", at)
            assert outcome is (Outcome.WRONG if number < MAX_WRONG - 1 else Outcome.LOCKED)
        assert pairing.code is None
        assert guess(pairing, "123456", at + 1)[1] is Outcome.LOCKED
        assert pairing.asked("654321", at + 1).code is None
        at += LOCK_SECONDS * 2**lock
        assert not pairing.locked(at)


def test_a_new_code_does_not_give_new_guesses() -> None:
    pairing = Pairing()
    for number in range(MAX_WRONG):
        pairing = pairing.asked(f"{number:06d}", number * CODE_SECONDS)
        pairing, outcome = guess(pairing, "999999", number * CODE_SECONDS)
    assert outcome is Outcome.LOCKED


def test_guesses_without_a_code_count_too() -> None:
    pairing = Pairing()
    for _ in range(MAX_WRONG):
        pairing, outcome = guess(pairing, "123456", 0.0)
    assert outcome is Outcome.LOCKED


def test_an_invitation_pairs_without_a_code_unless_pairing_is_locked() -> None:
    assert Pairing().guessed("5", 0.0, invited=True)[1] is Outcome.PAIRED
    assert Pairing(locked_until=9.0).guessed("5", 0.0, invited=True)[1] is Outcome.LOCKED


def test_other_alphabets_are_no_code() -> None:
    assert guess(Pairing().asked("123456", 0.0), "١٢٣٤٥٦", 1.0)[1] is Outcome.WRONG


def test_codes_have_six_digits() -> None:
    assert (code_of(0), code_of(999_999), code_of(42)) == ("000000", "999999", "000042")
