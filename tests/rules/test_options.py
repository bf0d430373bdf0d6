"""House rules: reading values, refusing wrong and contradicting ones with every problem named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import GAMES, Option, OptionError, OptionTable, game
from rules.options import Conflict, write_value
from tests.rules.generic import option_sets

TABLE = OptionTable(
    [
        Option("word", "T-A1", "one", ("one", "two")),
        Option("flag", "T-A2", False, (True, False)),
        Option("count", "T-A3", None, range(5), none=True),
        Option("faces", "T-A4", frozenset({6}), None),
    ],
    [Conflict("word", "flag"), Conflict("count", "faces", lambda count, faces: count == 2)],
)


def test_the_default() -> None:
    chosen = TABLE.choose()
    assert dict(chosen) == {"word": "one", "flag": False, "count": None, "faces": frozenset({6})}
    assert chosen.chosen == {}
    assert str(chosen) == ""
    assert repr(chosen) == "Options(default)"
    assert chosen == TABLE.choose({"word": "one"}) == TABLE.parse("")


@pytest.mark.parametrize(
    ("given_value", "read"),
    [(True, True), ("yes", True), ("true", True), (False, False), ("no", False), ("false", False)],
)
def test_flags(given_value: object, read: bool) -> None:
    assert TABLE.choose({"flag": given_value})["flag"] is read


@pytest.mark.parametrize(("given_value", "read"), [(0, 0), ("4", 4), (3, 3), (None, None), ("none", None)])
def test_numbers(given_value: object, read: int | None) -> None:
    assert TABLE.choose({"count": given_value})["count"] == read


@pytest.mark.parametrize(
    "given_value", [[1, 6], (6, 1), {1, 6}, "1,6", "{1,6}", "[6, 1]", "6,1,1", ["1", "6"]]
)
def test_faces(given_value: object) -> None:
    assert TABLE.choose({"faces": given_value})["faces"] == frozenset({1, 6})


def test_one_face() -> None:
    assert TABLE.choose({"faces": 3})["faces"] == TABLE.choose({"faces": "3"})["faces"] == frozenset({3})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("word", "three"),
        ("word", None),
        ("word", 1),
        ("flag", "perhaps"),
        ("flag", None),
        ("flag", 1),
        ("count", 5),
        ("count", -1),
        ("count", True),
        ("count", "x"),
        ("count", 1.5),
        ("faces", []),
        ("faces", [7]),
        ("faces", ""),
        ("faces", True),
        ("faces", None),
        ("faces", "1;6"),
    ],
)
def test_wrong_values_are_refused_with_what_is_allowed(key: str, value: object) -> None:
    with pytest.raises(OptionError) as error:
        TABLE.choose({key: value})
    (problem,) = error.value.problems
    assert problem.startswith(f"{key}={write_value(value)} is not a house rule: {key} takes ")
    option = next(option for option in TABLE if option.key == key)
    assert option.allowed in problem


def test_every_problem_is_named() -> None:
    with pytest.raises(OptionError) as error:
        TABLE.choose({"what": 1, "word": "two", "flag": True, "count": 9})
    assert error.value.problems == (
        "what is no house rule of this game: there are word, flag, count and faces.",
        "count=9 is not a house rule: count takes a whole number from 0 to 4 or none.",
        "word=two and flag=yes contradict each other: choose one of them.",
    )


def test_contradictions_may_depend_on_the_values() -> None:
    TABLE.choose({"count": 1, "faces": [1]})
    with pytest.raises(OptionError, match="count=2 and faces=1 contradict each other"):
        TABLE.choose({"count": 2, "faces": [1]})
    TABLE.choose({"count": 2, "faces": [6]})  # the default contradicts nothing


def test_the_text_form() -> None:
    chosen = TABLE.choose({"faces": [6, 1], "flag": True, "count": 0})
    assert str(chosen) == "flag=yes count=0 faces=1,6"
    assert TABLE.parse(str(chosen)) == chosen
    assert hash(TABLE.parse(str(chosen))) == hash(chosen)
    with pytest.raises(OptionError, match="'flag' is no house rule: write it as key=value"):
        TABLE.parse("flag count=1")


def test_options_are_a_mapping_that_does_not_change() -> None:
    chosen = TABLE.choose({"word": "two"})
    assert len(chosen) == 4
    assert list(chosen) == ["word", "flag", "count", "faces"]
    with pytest.raises(TypeError):
        chosen["word"] = "one"  # type: ignore[index]


@given(
    st.sampled_from(["one", "two"]),
    st.booleans(),
    st.none() | st.integers(0, 4),
    st.sets(st.integers(1, 6), min_size=1),
)
def test_whatever_is_chosen_reads_back(word: str, flag: bool, count: int | None, faces: set[int]) -> None:
    try:
        chosen = TABLE.choose({"word": word, "flag": flag, "count": count, "faces": faces})
    except OptionError:
        return
    assert TABLE.parse(str(chosen)) == chosen


@pytest.mark.parametrize("name", GAMES)
def test_the_options_of_every_game(name: str) -> None:
    table = game(name).options
    keys = [option.key for option in table]
    assert len(set(keys)) == len(keys)
    for option in table:
        assert option.read(option.default) == option.default
        assert option.rule.startswith(f"{name[0].upper()}-")
    for conflict in table.conflicts:
        assert {conflict.one, conflict.other} <= set(keys)
    for text in option_sets(game(name)):
        assert str(table.parse(text)) == text
