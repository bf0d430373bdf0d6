"""The line to the broker: aiomqtt in a thread of its own, so that a slow broker holds nobody up."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from firmware_py.errors import DeviceError, reason_of
from firmware_py.house.topics import Message
from rules import Problem, problem_of

if TYPE_CHECKING:
    import aiomqtt

__all__ = ["Broker", "BrokerLine"]

_ANSWER_SECONDS: Final = 5.0
"""How long the broker may take for anything."""

_KEEPALIVE_SECONDS: Final = 15
"""A table that is lost is told to the others after half as long again, by the protocol."""


@dataclass(frozen=True, slots=True)
class Broker:
    """Where the broker is, and how to log in.

    `password_file` is a file whose first line is the password.
    """

    host: str
    port: int = 1883
    user: str = ""
    password_file: str = ""
    tls: bool = False


class BrokerLine:
    """One connection. Once lost it stays so: `close` it and open a new one.

    Args:
        broker: where to.
        will: what the broker tells everybody when this line is lost.
        topics: what to listen to.
        heard: told each message, in the line's own thread: its topic, its payload, and whether it was kept
            by the broker from earlier.
    """

    def __init__(
        self,
        broker: Broker,
        will: Message,
        topics: Sequence[str],
        heard: Callable[[str, bytes, bool], None],
    ) -> None:
        self._broker, self._will, self._topics, self._heard = broker, will, topics, heard
        self._ready: Future[tuple[asyncio.AbstractEventLoop, aiomqtt.Client]] = Future()
        self._end = asyncio.Event()
        self._lost: Problem | None = None
        self._thread = threading.Thread(target=self._run, name="mqtt line", daemon=True)

    def open(self) -> None:
        """Connect.

        Raises:
            DeviceError: if the broker cannot be reached, or refuses.
        """
        self._thread.start()
        self._ready.result()

    def publish(self, messages: Sequence[Message]) -> None:
        """Publish messages in their order; on return the broker has them.

        Raises:
            DeviceError: if the line is lost.
        """
        loop, client = self._ready.result()
        if self._lost is not None or not self._thread.is_alive():
            raise self._error(self._lost or Problem("the line is closed"))
        told = asyncio.run_coroutine_threadsafe(self._publish(client, messages), loop)
        try:
            told.result(_ANSWER_SECONDS * 2)
        except FutureTimeoutError:
            told.cancel()
            raise self._error(Problem("it does not answer")) from None

    def check(self) -> None:
        """Do nothing while the line holds.

        Raises:
            DeviceError: if it is lost.
        """
        if self._lost is not None:
            raise self._error(self._lost)

    def close(self, last: Message | None = None) -> None:
        """End the line, with a last message if it still holds; may be called twice."""
        if not self._thread.is_alive() or not self._ready.done() or self._ready.exception() is not None:
            return
        loop, _ = self._ready.result()
        with suppress(DeviceError, RuntimeError):  # whoever listens hears the will instead
            if last is not None:
                self.publish([last])
            loop.call_soon_threadsafe(self._end.set)
        self._thread.join(_ANSWER_SECONDS * 2)

    # -- in the line's own thread --------------------------------------------------------------------

    def _run(self) -> None:
        try:
            asyncio.run(self._live())
        except DeviceError as error:
            self._lost = problem_of(error)
            self._ready.set_exception(error)
        except Exception as error:
            self._lost = reason_of(error)
            if not self._ready.done():
                self._ready.set_exception(self._error(self._lost))

    async def _live(self) -> None:
        async with self._client() as client:
            for topic in self._topics:
                await client.subscribe(topic, qos=1)
            self._ready.set_result((asyncio.get_running_loop(), client))
            listening = asyncio.create_task(self._listen(client))
            ending = asyncio.create_task(self._end.wait())
            await asyncio.wait([listening, ending], return_when=asyncio.FIRST_COMPLETED)
            ending.cancel()
            if listening.done():
                listening.result()
            listening.cancel()

    async def _publish(self, client: aiomqtt.Client, messages: Sequence[Message]) -> None:
        import aiomqtt

        try:
            for message in messages:
                await client.publish(message.topic, message.payload, qos=1, retain=message.retain)
        except aiomqtt.MqttError as error:
            raise self._error(reason_of(error)) from None

    async def _listen(self, client: aiomqtt.Client) -> None:
        async for message in client.messages:
            self._heard(str(message.topic), message.payload, message.retain)

    def _client(self) -> aiomqtt.Client:
        try:
            import aiomqtt
        except ImportError:
            raise DeviceError(
                "aiomqtt is not installed: pip install 'pop-umpire[mqtt]', or set mqtt.on to false."
            ) from None
        broker, will = self._broker, self._will
        return aiomqtt.Client(
            broker.host,
            broker.port,
            username=broker.user or None,
            password=self._password(),
            will=aiomqtt.Will(will.topic, will.payload, qos=1, retain=will.retain),
            timeout=_ANSWER_SECONDS,
            keepalive=_KEEPALIVE_SECONDS,
            max_queued_incoming_messages=1000,
            tls_params=aiomqtt.TLSParameters() if broker.tls else None,
        )

    def _password(self) -> str | None:
        if not self._broker.password_file:
            return None
        path = Path(self._broker.password_file)
        try:
            return path.read_text(encoding="utf-8").partition("\n")[0].strip()
        except (OSError, UnicodeDecodeError) as error:
            text = isinstance(error, UnicodeDecodeError)
            why = Problem("it is not UTF-8 text") if text else reason_of(error)
            raise DeviceError(
                "{where}: the broker's password cannot be read: {reason}.", where=str(path), reason=why
            ) from None

    def _error(self, why: Problem) -> DeviceError:
        broker = self._broker
        return DeviceError(
            "The MQTT broker at {where} port {port} is not there: {reason}; look at [mqtt] in "
            "the configuration.",
            where=broker.host,
            port=broker.port,
            reason=why,
        )
