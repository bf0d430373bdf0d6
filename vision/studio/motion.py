"""What a camera sees while a dome is popped, and while things happen that are no pop."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np

from vision.studio.dice import PlacedDie, posed, rest_height
from vision.studio.dome import SIZE, DomeScene, radiance
from vision.studio.geometry import Doubles, Floats, Size, turn_about, turn_between
from vision.studio.hands import Hand
from vision.studio.light import Picture, develop
from vision.studio.placing import under_dome

_HOPS = (0.105, 0.11, 0.11, 0.1, 0.085, 0.065, 0.045, 0.03, 0.02)
_GRAVITY = 9810.0
_SHUTTER = 0.5
_GLIMPSES, _FEW_GLIMPSES = 5, 3
_QUIET, _REACH_IN, _PRESS, _LIFT = 0.5, 0.35, 0.12, 0.35
_KICK = _QUIET + _REACH_IN + 0.5 * _PRESS
_TAIL = 1.0
_AWAY_MM = 170.0
_SHADOW_MM = 120.0


class Happening(Enum):
    """What is no pop: a hand's shadow passing, the table nudged, the camera bumped so that it looks elsewhere
    from then on, the dome held down, a press too soft to turn a die.
    """

    SHADOW = "shadow"
    NUDGE = "nudge"
    BUMP = "bump"
    HOLD = "hold"
    SOFT = "soft"


@dataclass(frozen=True, slots=True)
class _Moment:
    """A scene at an instant, and how far the whole picture is shifted: pixels right, pixels down, degrees."""

    scene: DomeScene
    shift: tuple[float, float, float] = (0.0, 0.0, 0.0)


def tumble(
    before: DomeScene, after: DomeScene, fps: float, rng: np.random.Generator, size: Size = SIZE
) -> Iterator[tuple[float, Picture]]:
    """Frames of a pop, each with its seconds since the first one.

    Half a second of rest, a hand reaches in, presses the dome, the dice tumble from where they lie in
    `before` to where they lie in `after`, the hand leaves, a second of rest.
    """
    hand, paths = _popped(before, after, rng)
    kick, rest = _KICK, _KICK + max(path.duration for path in paths)

    def at(t: float) -> _Moment:
        dice = tuple(path.at(t - kick) for path in paths)
        sensor = before.sensor if t < kick else after.sensor
        scene = replace(before, dice=dice, sensor=sensor, hand=hand.at(t), pressed=hand.pressed(t))
        return _Moment(scene)

    yield from _film(at, max(rest, hand.gone) + _TAIL, fps, rng, size)


def rest_time(before: DomeScene, after: DomeScene, rng: np.random.Generator) -> float:
    """Seconds from the first frame to the rest of the dice in the `tumble` that this generator would draw."""
    _, paths = _popped(before, after, copy.deepcopy(rng))
    return _KICK + max(path.duration for path in paths)


def _popped(
    before: DomeScene, after: DomeScene, rng: np.random.Generator
) -> tuple[_PressingHand, list[_Path]]:
    """The hand and the ways of the dice of one pop."""
    radius = before.stage.radius
    hand = _PressingHand.drawn(rng, radius)
    return hand, [_Path.drawn(a, b, radius, rng) for a, b in zip(before.dice, after.dice, strict=True)]


def disturb(
    scene: DomeScene, what: Happening, fps: float, rng: np.random.Generator, size: Size = SIZE
) -> Iterator[tuple[float, Picture]]:
    """Frames of something that is no pop, each with its seconds since the first one.

    The dice lie at the end as they lay before, but that a soft press shifts and turns them by a hair.
    """
    if what is Happening.SHADOW:
        yield from _film(_shadow(scene, rng), 2 * _QUIET + 1.2 + _TAIL, fps, rng, size)
    elif what in (Happening.NUDGE, Happening.BUMP):
        stays = what is Happening.BUMP
        yield from _film(_nudge(scene, rng, stays), 2 * _QUIET + _TAIL, fps, rng, size)
    else:
        held = float(rng.uniform(1.0, 2.5)) if what is Happening.HOLD else _PRESS
        hand = _PressingHand.drawn(rng, scene.stage.radius, held)
        hop = _jolt(scene, rng) if what is Happening.SOFT else None

        def at(t: float) -> _Moment:
            since = t - _KICK
            dice = tuple(path.at(since) for path in hop) if hop else scene.dice
            return _Moment(replace(scene, dice=dice, hand=hand.at(t), pressed=hand.pressed(t)))

        yield from _film(at, hand.gone + _TAIL, fps, rng, size)


def _film(
    at: Callable[[float], _Moment], end: float, fps: float, rng: np.random.Generator, size: Size
) -> Iterator[tuple[float, Picture]]:
    """Frames of moments, smeared over the time that the shutter is open wherever something moves."""
    for k in range(int(end * fps) + 1):
        t = k / fps
        first, last = at(t), at(t + _SHUTTER / fps)
        if first == last:
            light = _seen(first, size)
        else:
            number = _GLIMPSES if first.scene.dice != last.scene.dice else _FEW_GLIMPSES
            shares = np.linspace(0, _SHUTTER / fps, number)
            glimpses = [_seen(at(t + float(share)), size) for share in shares]
            light = np.asarray(np.mean(glimpses, axis=0), np.float32)
        yield t, develop(light, first.scene.sensor, rng)


def _seen(moment: _Moment, size: Size) -> Floats:
    light = radiance(moment.scene, size)
    right, down, degrees = moment.shift
    if (right, down, degrees) == (0.0, 0.0, 0.0):
        return light
    move = np.asarray(cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), degrees, 1.0), np.float64)
    move[:, 2] += (right, down)
    return np.asarray(cv2.warpAffine(light, move, size, borderMode=cv2.BORDER_REFLECT_101), np.float32)


@dataclass(frozen=True, slots=True)
class _PressingHand:
    """A hand that reaches in, presses for a while, and leaves; mm, degrees, seconds."""

    toward: float
    low: float
    depth: float
    held: float

    @staticmethod
    def drawn(rng: np.random.Generator, radius: float, held: float = _PRESS) -> _PressingHand:
        """A hand from any side."""
        return _PressingHand(float(rng.uniform(0, 360)), radius + 12, float(rng.uniform(2, 4)), held)

    @property
    def gone(self) -> float:
        """When it has left the picture."""
        return _QUIET + _REACH_IN + self.held + _LIFT

    def _nearness(self, t: float) -> float:
        """0 when it is away, 1 when it is on the dome."""
        come = np.clip((t - _QUIET) / _REACH_IN, 0, 1)
        go = np.clip((t - _QUIET - _REACH_IN - self.held) / _LIFT, 0, 1)
        return float(_ease(come) * (1 - _ease(go)))

    def at(self, t: float) -> Hand | None:
        """The hand at a time, None when it is away."""
        near = self._nearness(t)
        if near <= 0:
            return None
        way = np.radians(self.toward)
        back = _AWAY_MM * (1 - near) - 22
        place = -back * float(np.cos(way)), -back * float(np.sin(way))
        return Hand(place, self.low + 60 * (1 - near), self.toward)

    def pressed(self, t: float) -> float:
        """Millimetres that the dome is down, in halves."""
        start = _QUIET + _REACH_IN
        down = np.clip((t - start) / 0.04, 0, 1) * (1 - np.clip((t - start - self.held) / 0.04, 0, 1))
        return round(2 * self.depth * float(down)) / 2


def _ease(x: float) -> float:
    return x * x * (3 - 2 * x)


@dataclass(frozen=True, slots=True, eq=False)
class _Path:
    """How a die hops from one rest to another.

    times: (n + 1,) seconds of touching down. places: (n + 1, 2) mm. turns: n + 1 rotations. spins: axis and
    degrees of each hop.
    """

    start: PlacedDie
    stop: PlacedDie
    radius: float
    times: Doubles
    places: Doubles
    turns: tuple[Doubles, ...]
    spins: tuple[tuple[Doubles, float], ...]

    @property
    def duration(self) -> float:
        """Seconds from the kick to rest."""
        return float(self.times[-1])

    @staticmethod
    def drawn(a: PlacedDie, b: PlacedDie, radius: float, rng: np.random.Generator) -> _Path:
        """A lively hop from a to b: high under the dome at first, then lower and lower."""
        hops = np.array(_HOPS) * np.exp(rng.normal(0, 0.12, len(_HOPS)))
        fade = (np.arange(len(hops))[::-1] / len(hops)) ** 1.5
        away = rng.normal(0, 0.5 * (radius - a.look.size * 0.7), (len(hops), 2)) * fade[:, None]
        places = np.vstack((np.array(a.at[:2]), np.array(b.at[:2]) + away))
        turns: list[Doubles] = [b.turn()]
        spins: list[tuple[Doubles, float]] = []
        for k in range(len(hops) - 1, 0, -1):
            axis, degrees = rng.normal(0, 1, 3), float(rng.uniform(90, 260) * fade[k] ** 0.6)
            spins.insert(0, (axis, degrees))
            turns.insert(0, turn_about(axis, -degrees) @ turns[0])
        axis, degrees = turn_between(a.turn(), turns[0])
        spins.insert(0, (axis, degrees))
        turns.insert(0, a.turn())
        return _Path(
            a, b, radius, np.concatenate(([0.0], np.cumsum(hops))), places, tuple(turns), tuple(spins)
        )

    def at(self, since: float) -> PlacedDie:
        """The die some seconds after the kick."""
        if since <= 0:
            return self.start
        if since >= self.duration:
            return self.stop
        k = int(np.searchsorted(self.times, since, side="right")) - 1
        hop = float(self.times[k + 1] - self.times[k])
        share = (since - float(self.times[k])) / hop
        axis, degrees = self.spins[k]
        turn = turn_about(axis, share * degrees) @ self.turns[k]
        x, y = (1 - share) * self.places[k] + share * self.places[k + 1]
        lift = _GRAVITY / 2 * hop * hop * share * (1 - share)
        look = self.stop.look
        return _kept_inside(
            posed(look, turn, (float(x), float(y), rest_height(look, turn) + lift)), self.radius
        )


def _kept_inside(die: PlacedDie, radius: float) -> PlacedDie:
    """The die drawn in towards the dome's middle until the dome holds it."""
    low = rest_height(die.look, die.turn())
    for share in np.linspace(1, 0, 12):
        x, y, z = die.at[0] * share, die.at[1] * share, low + (die.at[2] - low) * share
        moved = replace(die, at=(float(x), float(y), float(z)))
        if under_dome(moved, radius):
            return moved
    return moved


def _jolt(scene: DomeScene, rng: np.random.Generator) -> list[_Path]:
    """Tiny hops that shift dice by less than a millimetre and turn none over."""
    paths = []
    for die in scene.dice:
        x, y = np.array(die.at[:2]) * (1 - rng.uniform(0, 0.04))
        moved = replace(die, at=(float(x), float(y), die.at[2]), yaw=die.yaw + float(rng.uniform(-3, 3)))
        spin = turn_between(die.turn(), moved.turn())
        times, places = np.array([0.0, 0.045]), np.array([die.at[:2], moved.at[:2]])
        paths.append(
            _Path(die, moved, scene.stage.radius, times, places, (die.turn(), moved.turn()), (spin,))
        )
    return paths


def _shadow(scene: DomeScene, rng: np.random.Generator) -> Callable[[float], _Moment]:
    """A hand between lamp and table, outside the picture: its shadow crosses the dome and goes."""
    toward, across = float(rng.uniform(0, 360)), float(rng.uniform(-20, 20))
    way = np.radians(toward)
    lamps = sorted(scene.light.lamps, key=lambda lamp: -lamp.strength)
    beside = _SHADOW_MM / lamps[0].at[2] * np.array(lamps[0].at[:2]) if lamps else np.zeros(2)

    def at(t: float) -> _Moment:
        share = np.clip((t - _QUIET) / 1.2, 0, 1)
        if share in (0.0, 1.0):
            return _Moment(scene)
        back = 2.2 * _AWAY_MM * float(np.cos(np.pi * share)) ** 2 - 60
        x = beside[0] - back * np.cos(way) - across * np.sin(way)
        y = beside[1] - back * np.sin(way) + across * np.cos(way)
        return _Moment(replace(scene, hand=Hand((float(x), float(y)), _SHADOW_MM, toward, solid=False)))

    return at


def _nudge(scene: DomeScene, rng: np.random.Generator, stays: bool) -> Callable[[float], _Moment]:
    """The table or the camera shakes and comes to rest where it was, or `stays` shifted."""
    push = rng.normal(0, 8, 2)
    twist, rate = float(rng.normal(0, 0.6)), float(rng.uniform(3, 7))

    def at(t: float) -> _Moment:
        since = t - _QUIET
        if since <= 0 or (since >= 0.8 and not stays):
            return _Moment(scene)
        fade = max(0.0, 1 - since / 0.8)
        sway = float(np.sin(2 * np.pi * rate * since) * np.exp(-5 * since) * fade)
        sway += (1 - fade) if stays else 0.0
        return _Moment(scene, (float(push[0]) * sway, float(push[1]) * sway, twist * sway))

    return at
