"""The paired phones, in a file of the state folder. Only hashes of their tokens lie there.

The daemon and `umpire phones` both read and write it, so every look takes the file as it is now: a phone that
was revoked can do nothing more from that moment on.
"""

from __future__ import annotations

import fcntl
import hashlib
import hmac
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from firmware_py.errors import reason_of
from firmware_py.web.errors import PhonesError

__all__ = ["INVITATION_SECONDS", "MOST_PHONES", "Invitation", "Phone", "Phones", "clean_name"]

INVITATION_SECONDS: Final = 600.0
"""How long a code given out by `umpire phones add` holds."""

MOST_PHONES: Final = 64
_NAME_LENGTH: Final = 24


@dataclass(frozen=True, slots=True)
class Phone:
    """A paired phone.

    Attributes:
        number: its number in the list.
        name: whose it is.
        token: the SHA-256 of its token, hexadecimal. The token has 256 random bits, so no salt is needed.
        paired: when it was paired, seconds since 1970.
    """

    number: int
    name: str
    token: str
    paired: float


@dataclass(frozen=True, slots=True)
class Invitation:
    """A code that pairs one phone, given out on the command line.

    `until` is in monotonic seconds, which all processes share between two starts of the machine.
    """

    code: str
    name: str
    until: float

    def holds(self, code: str, at: float) -> bool:
        """Whether this is the code, and it is neither over nor from before the last start."""
        return 0.0 <= self.until - at <= INVITATION_SECONDS and hmac.compare_digest(self.code, _hash(code))


@dataclass(frozen=True, slots=True)
class _Kept:
    phones: tuple[Phone, ...] = ()
    invitations: tuple[Invitation, ...] = ()
    last: int = 0


class Phones:
    """The list of paired phones.

    Args:
        path: the file; it is made, readable by its owner only, when the first phone is paired.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: tuple[int, int, int] | None = None
        self._kept = _Kept()

    def all(self) -> tuple[Phone, ...]:
        """All phones, the oldest first.

        Raises:
            PhonesError: if the file cannot be read.
        """
        return self._read().phones

    def holder(self, token: str) -> Phone | None:
        """The phone that has this token; None if none has.

        Raises:
            PhonesError: if the file cannot be read.
        """
        wanted = _hash(token)
        return next((phone for phone in self.all() if hmac.compare_digest(phone.token, wanted)), None)

    def add(self, name: str, token: str, paired: float) -> Phone:
        """Pair a phone. Where too many are paired, the oldest is forgotten.

        Raises:
            PhonesError: if the file cannot be read or written.
        """
        with self._changing() as kept:
            phone = Phone(kept.last + 1, clean_name(name), _hash(token), paired)
            phones = (*kept.phones, phone)[-MOST_PHONES:]
            self._write(replace(kept, phones=phones, last=phone.number))
        return phone

    def revoke(self, number: int) -> Phone | None:
        """Forget a phone; returns it, or None if there is none of that number.

        Raises:
            PhonesError: if the file cannot be read or written.
        """
        with self._changing() as kept:
            gone = next((phone for phone in kept.phones if phone.number == number), None)
            if gone is not None:
                self._write(replace(kept, phones=tuple(p for p in kept.phones if p is not gone)))
        return gone

    def invite(self, name: str, code: str, at: float) -> None:
        """Let a code pair one phone for a while.

        Raises:
            PhonesError: if the file cannot be read or written.
        """
        with self._changing() as kept:
            still = tuple(one for one in kept.invitations if 0.0 <= one.until - at <= INVITATION_SECONDS)
            invitation = Invitation(_hash(code), clean_name(name), at + INVITATION_SECONDS)
            self._write(replace(kept, invitations=(*still, invitation)))

    def invited(self, code: str, at: float) -> Invitation | None:
        """The invitation that this code is for, if any; `accept` uses it up.

        Raises:
            PhonesError: if the file cannot be read.
        """
        return next((one for one in self._read().invitations if one.holds(code, at)), None)

    def accept(self, invitation: Invitation) -> None:
        """Use an invitation up.

        Raises:
            PhonesError: if the file cannot be read or written.
        """
        with self._changing() as kept:
            left = tuple(one for one in kept.invitations if one != invitation)
            self._write(replace(kept, invitations=left))

    # -- the file ------------------------------------------------------------------------------------

    def _read(self) -> _Kept:
        try:
            stat = self.path.stat()
            seen = (stat.st_mtime_ns, stat.st_ino, stat.st_size)
            if seen != self._seen:
                self._kept = _kept(json.loads(self.path.read_text(encoding="utf-8")))
                self._seen = seen
        except FileNotFoundError:
            self._kept, self._seen = _Kept(), None
        except OSError as error:
            raise PhonesError(
                "The paired phones in {where} cannot be read: {reason}.",
                where=str(self.path),
                reason=reason_of(error),
            ) from None
        except (ValueError, TypeError, KeyError):
            raise PhonesError(
                "The paired phones in {where} cannot be read: it is damaged. Delete it and pair anew.",
                where=str(self.path),
            ) from None
        return self._kept

    @contextmanager
    def _changing(self) -> Iterator[_Kept]:
        """The list as it is, while no other process changes it."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.with_suffix(".lock").open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                yield self._read()
        except PhonesError:
            raise
        except OSError as error:
            raise PhonesError(
                "The paired phones cannot be kept in {where}: {reason}.",
                where=str(self.path),
                reason=reason_of(error),
            ) from None

    def _write(self, kept: _Kept) -> None:
        fresh = self.path.with_suffix(".new")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(asdict(kept), file)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self.path)
        self._seen = None


def clean_name(name: str) -> str:
    """A name as it may be shown: printable, not too long, never empty."""
    shown = "".join(character for character in name if character.isprintable())
    return " ".join(shown.split())[:_NAME_LENGTH] or "phone"


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _kept(read: Any) -> _Kept:
    return _Kept(
        tuple(Phone(**phone) for phone in read["phones"]),
        tuple(Invitation(**invitation) for invitation in read["invitations"]),
        int(read["last"]),
    )
