"""Every journalled event is text and back, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_py.table import codec, events
from firmware_py.table.events import Act, Answered, DiceGiven, DiceSeen, Journalled, Started
from rules import PASS, Drawn, Move, NotationError, Pick, Rolled, Seat
from vision.board.seen import BoardSeen as Sight
from vision.board.seen import SpaceSeen
from vision.dice.reading import DiceReading, Die

numbers = st.floats(allow_nan=False, allow_infinity=False)
chances = st.floats(0.0, 1.0)
whole = st.integers(-(2**31), 2**31)
spaces = st.sampled_from(["T0", "RH1", "YF4", "O3.2", "X7", "e4"])
words = st.sampled_from(["left", "stop", "egg", "second"])
answers = st.one_of(
    st.builds(Rolled, st.lists(st.integers(0, 20), min_size=1, max_size=3).map(tuple)),
    st.builds(Drawn, st.sampled_from(["orbit", "big_al"])),
    st.just(PASS),
    st.builds(Move, spaces, spaces),
    st.builds(Pick, words, st.none() | spaces),
)
dice = st.builds(
    Die,
    value=st.none() | st.integers(1, 6),
    flat=st.booleans(),
    confidence=chances,
    box=st.tuples(whole, whole, whole, whole),
    kind=st.sampled_from(["pips", "numeral"]),
    outline=st.lists(st.tuples(numbers, numbers), max_size=4).map(tuple),
    pips=st.lists(st.tuples(numbers, numbers), max_size=6).map(tuple),
)
readings = st.builds(
    DiceReading,
    verdict=st.sampled_from(["read", "unsure", "cocked", "none"]),
    dice=st.lists(dice, max_size=2).map(tuple),
    red=st.none() | st.booleans(),
    reason=st.text(),
    facts=st.dictionaries(st.text(max_size=8), st.text(max_size=8) | whole | numbers, max_size=2),
)
looks = st.builds(
    SpaceSeen,
    colour=st.none() | st.sampled_from(["red", "blue"]),
    likelihoods=st.dictionaries(st.sampled_from(["red", "blue", "empty"]), chances),
    sure=st.booleans(),
)
sights = st.builds(
    Sight,
    registered=st.booleans(),
    how=st.none() | st.sampled_from(["tags", "reference", "corners"]),
    error_px=numbers,
    pieces=st.dictionaries(spaces, looks, max_size=3),
    reason=st.text(),
    facts=st.dictionaries(
        st.text(max_size=8), st.text(max_size=8) | whole | st.lists(spaces).map(tuple), max_size=2
    ),
)
FIELDS: Mapping[str, st.SearchStrategy[Any]] = {
    "at": numbers,
    "by": st.text(),
    "ply": st.none() | st.integers(0, 9999),
    "game": st.text(),
    "seats": st.lists(st.builds(Seat, st.text(), st.text()), max_size=4).map(tuple),
    "board": st.lists(st.text(), max_size=4).map(tuple),
    "options": st.text(),
    "first": st.none() | st.text(),
    "reading": readings,
    "seen": sights,
    "referee": st.sampled_from(["coach", "warn", "strict"]),
    "level": st.sampled_from(["coach", "warn", "strict"]),
    "source": st.text(),
    "picture": st.none() | st.text(),
    "faces": st.lists(whole, max_size=3).map(tuple),
    "how": st.text(),
    "answer": answers,
    "position": st.text(),
    "kind": st.none() | st.text(),
    "pending": st.none() | st.booleans(),
}
KINDS = [
    kind
    for kind in map(vars(events).get, events.__all__)
    if isinstance(kind, type) and issubclass(kind, Journalled) and kind not in (Journalled, Act)
]
any_event = st.one_of(
    *(
        st.builds(kind, **{name: FIELDS[name] for name in kind.__dataclass_fields__})  # type: ignore[attr-defined]
        for kind in KINDS
    )
)


@settings(max_examples=300, deadline=None)
@given(any_event)
def test_an_event_comes_back_exactly(event: Journalled) -> None:
    text = codec.to_text(event)
    assert "\n" not in text
    back = codec.from_text(text)
    assert back == event
    assert type(back) is type(event)
    assert codec.to_text(back) == text


def test_the_text_is_readable_by_people() -> None:
    event = Answered(at=17.25, answer=Move("T5", "T9"), by="Anna", ply=12)
    assert codec.to_text(event) == '{"event":"Answered","at":17.25,"by":"Anna","ply":12,"answer":"T5-T9"}'


def test_a_field_that_an_older_journal_lacks_takes_its_default() -> None:
    event = codec.from_text('{"event":"DiceGiven","at":3,"faces":[6]}')
    assert event == DiceGiven(at=3.0, faces=(6,), how="hand", by="", ply=None)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        '{"event":"Tick","at":1.0}',
        '{"event":"Journalled","at":1.0}',
        '{"event":"Table"}',
        '{"event":["Paused"],"at":1.0}',
        '{"event":"Pressed"}',
        '{"event":"Pressed","at":"soon"}',
        '{"event":"Pressed","at":true}',
        '{"event":"Pressed","at":1.0,"colour":"red"}',
        '{"event":"Answered","at":1.0,"answer":"T5 to T9"}',
        '{"event":"Answered","at":1.0,"answer":5}',
        '{"event":"DiceGiven","at":1.0,"faces":6}',
        '{"event":"DiceGiven","at":1.0,"faces":[6.5]}',
        '{"event":"Started","at":1.0,"game":"trouble","seats":[["red","Anna"]]}',
        '{"event":"DiceSeen","at":1.0,"source":"camera","reading":{"verdict":"sure"}}',
    ],
)
def test_what_is_no_event_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="no event of a journal"):
        codec.from_text(text)


def test_every_kind_of_event_is_tried() -> None:
    assert {Started, DiceSeen} <= set(KINDS)
    assert len(KINDS) == 15
