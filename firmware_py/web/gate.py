"""Who may act: the one place through which everything passes that would change something."""

from __future__ import annotations

import secrets
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from firmware_py.web.errors import PhonesError, RefusedError, unclear
from firmware_py.web.hosts import from_own_page
from firmware_py.web.limits import ACTS, PAIRINGS, Limiter
from firmware_py.web.pairing import Outcome, Pairing, code_of
from firmware_py.web.phones import Phone, Phones
from rules import problem_of

__all__ = ["COOKIE", "COOKIE_SECONDS", "Caller", "Gate"]

COOKIE: Final = "umpire"
"""The cookie that holds a phone's token."""

COOKIE_SECONDS: Final = 365 * 24 * 3600
_IDS_REMEMBERED: Final = 128
_PHONES_REMEMBERED: Final = 128
_LONGEST_ID: Final = 64


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sends a request: its address, and what its headers say."""

    address: str
    host: str = ""
    origin: str | None = None
    token: str | None = None


class Gate:
    """Pairs phones, knows them again, and refuses what is not theirs to do.

    Args:
        phones: the paired phones.
        show: shows a code at the table, or None for no code.
        random_below: a random number below another, by which nobody can foresee a code.
    """

    def __init__(
        self,
        phones: Phones,
        show: Callable[[str | None], None],
        random_below: Callable[[int], int] = secrets.randbelow,
    ) -> None:
        self._phones, self._show, self._random_below = phones, show, random_below
        self._pairing = Pairing()
        self._acts, self._pairings = Limiter(ACTS), Limiter(PAIRINGS)
        self._done: OrderedDict[int, deque[str]] = OrderedDict()

    def phone(self, caller: Caller) -> Phone | None:
        """The paired phone that calls; None for one that may only watch."""
        try:
            return self._phones.holder(caller.token) if caller.token else None
        except PhonesError as error:
            raise RefusedError("phones", 503, {"problem": problem_of(error)}) from None

    def admitted(self, caller: Caller, at: float) -> Phone:
        """The phone that may act now.

        Raises:
            RefusedError: if it comes from another page, is not paired, or acts too fast.
        """
        self._own_page(caller)
        phone = self.phone(caller)
        name = f"phone {phone.number}" if phone else f"address {caller.address}"
        if not self._acts.allows(name, at):
            raise RefusedError("too_fast", 429)
        if phone is None:
            raise RefusedError("not_paired", 403)
        return phone

    def once(self, phone: Phone, act_id: object) -> str:
        """The name of an act, if it has not been done before.

        Raises:
            RefusedError: if it has none, or was done already.
        """
        if not isinstance(act_id, str) or not 0 < len(act_id) <= _LONGEST_ID:
            raise unclear("id is no short text")
        if act_id in self._done.get(phone.number, ()):
            raise RefusedError("twice")
        return act_id

    def done(self, phone: Phone, act_id: str) -> None:
        """Remember that an act was done."""
        ids = self._done.pop(phone.number, None) or deque(maxlen=_IDS_REMEMBERED)
        ids.append(act_id)
        self._done[phone.number] = ids
        if len(self._done) > _PHONES_REMEMBERED:
            self._done.popitem(last=False)

    # -- pairing -------------------------------------------------------------------------------------

    def ask(self, caller: Caller, at: float) -> None:
        """Show a code at the table.

        Raises:
            RefusedError: if it comes from another page, too often, or pairing is locked.
        """
        self._may_pair(caller, at)
        if self._pairing.locked(at):
            raise RefusedError("locked", 423)
        self._now(self._pairing.asked(code_of(self._random_below(1_000_000)), at))

    def pair(self, caller: Caller, code: str, name: str, at: float, wall: float) -> str:
        """Pair the phone that knows the code; returns its new token.

        Args:
            at: monotonic seconds.
            wall: seconds since 1970, for the list.

        Raises:
            RefusedError: if the code is wrong, or pairing is locked.
        """
        self._may_pair(caller, at)
        try:
            invitation = self._phones.invited(code, at)
            pairing, outcome = self._pairing.guessed(code, at, invited=invitation is not None)
            self._now(pairing)
            if outcome is not Outcome.PAIRED:
                raise RefusedError(*_NOT_PAIRED[outcome])
            if invitation is not None:
                self._phones.accept(invitation)
            token = secrets.token_urlsafe(32)
            self._phones.add(invitation.name if invitation else name, token, wall)
        except PhonesError as error:
            raise RefusedError("phones", 503, {"problem": problem_of(error)}) from None
        return token

    def forget(self, caller: Caller, at: float) -> None:
        """Revoke the token of the phone that calls.

        Raises:
            RefusedError: if it comes from another page or is not paired.
        """
        phone = self.admitted(caller, at)
        try:
            self._phones.revoke(phone.number)
        except PhonesError as error:
            raise RefusedError("phones", 503, {"problem": problem_of(error)}) from None

    def tick(self, at: float) -> None:
        """Take a code that is over off the table."""
        self._now(self._pairing.expired(at))

    def locked(self, at: float) -> bool:
        """Whether nobody can be paired at the moment."""
        return self._pairing.locked(at)

    def _now(self, pairing: Pairing) -> None:
        if pairing.code != self._pairing.code:
            self._show(pairing.code)
        self._pairing = pairing

    def _may_pair(self, caller: Caller, at: float) -> None:
        self._own_page(caller)
        if not self._pairings.allows(caller.address, at):
            raise RefusedError("too_fast", 429)

    @staticmethod
    def _own_page(caller: Caller) -> None:
        if not from_own_page(caller.origin, caller.host):
            raise RefusedError("other_page", 403)


_NOT_PAIRED: Final = {
    Outcome.WRONG: ("wrong_code", 403),
    Outcome.NO_CODE: ("no_code", 403),
    Outcome.LOCKED: ("locked", 423),
}
"""The sentence and the status of a guess that pairs nobody."""
