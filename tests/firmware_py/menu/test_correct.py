"""A piece set right with three buttons: whose, which, where to, and so it stands."""

from __future__ import annotations

import random

import pytest

from firmware_py.menu import Button
from firmware_py.menu.draft import Draft, places, standing, starts
from firmware_py.shows.colours import OFF, WHITE, light_of
from firmware_py.shows.leds import leds_of
from firmware_py.shows.strip import render_strip
from firmware_py.table import Phase, Table
from firmware_py.table.events import Aborted, Answered, Corrected, DiceGiven, Paused, Started
from hardware.layout import load_layout
from rules import Chance, Over, Pieces, Seat, Toy
from rules.headache.board import SPACES
from rules.headache.state import HeadacheState
from rules.trouble.state import TroubleState
from tests.firmware_py.menu.hands import HOUSE, Hands

MEN = (Seat("red", "Anna"), Seat("yellow", "Ben"))
SIDES = (Seat("south", "Anna"), Seat("north", "Ben"))


def at_table(game: str, pieces: Pieces | None = None, turn: str = "", seats: tuple[Seat, ...] = MEN) -> Hands:
    """Hands at a table where these pieces stand; men of Trouble who are not named are at home."""
    hands = Hands()
    seats = SIDES if game == "gearhead" else seats
    turn = turn or seats[0].colour
    started = Started(at=0.0, game=game, seats=seats, board=HOUSE.boards[game], first=turn)
    hands.table = Table().after(started)
    if pieces is not None:
        stands = dict(pieces)
        for seat in seats if game == "trouble" else ():
            out = sum(stack == (seat.colour,) for stack in pieces.values())
            stands |= {f"{seat.colour[0].upper()}H{n}": (seat.colour,) for n in range(1, 5 - out)}
        state = hands.table.game.from_pieces(hands.table.state, stands, turn)
        hands.table = hands.table.after(Corrected(at=0.0, position=hands.table.game.to_text(state)))
    return hands


def correct(hands: Hands, *lines: str) -> None:
    """Open the menu and walk through these entries."""
    hands.hold()
    for line in ("Put a piece right", *lines):
        hands.pick(line)


def title(hands: Hands) -> str:
    menu = hands.view.menu
    assert menu is not None
    return hands.words.short(menu.title.key, menu.title.facts)


def told(hands: Hands) -> list[Corrected]:
    return [event for event in hands.told if isinstance(event, Corrected)]


# -- men -------------------------------------------------------------------------------------------------


def test_a_man_is_put_right_from_the_menu_to_the_table() -> None:
    hands = at_table("trouble")
    correct(hands)
    assert title(hands) == "Whose piece?"
    assert hands.lines == ["Red: Anna", "Yellow: Ben", "Turn: Anna", "Leave it as it was"]
    hands.pick("Red")
    assert (title(hands), hands.lines) == ("Red: which?", ["Home"])
    hands.pick("Home")
    assert title(hands) == "Home →"
    assert hands.lines[:3] == ["T0: red start", "T1", "T2"]
    hands.pick("T5")
    assert title(hands) == "All right now?"
    assert hands.lines[0] == "Yes, so it stands"
    assert told(hands) == []
    hands.click(Button.CONFIRM)
    assert [event.by for event in told(hands)] == ["buttons"]
    assert hands.table.state.pieces["T5"] == ("red",)
    assert hands.view.menu is None
    assert hands.view.verdict is not None
    assert hands.view.verdict.key == "table.verdict.corrected"
    hands.click(Button.UNDO)
    assert "T5" not in hands.table.state.pieces


def test_places_come_home_first_then_the_start_the_track_from_where_he_stands_and_the_finish() -> None:
    hands = at_table("trouble", {"T20": ("red",), "T22": ("yellow",)})
    correct(hands, "Red", "T20")
    track = [*range(21, 22), *range(23, 28), *range(1, 20)]
    named = {7: "T7: blue start", 14: "T14: yellow start", 21: "T21: green start"}
    assert hands.lines == [
        "Home", "T0: red start", *(named.get(n, f"T{n}") for n in track),
        *(f"Finish {n}" for n in range(1, 5)),
    ]  # fmt: skip


def test_several_men_are_put_right_at_once_as_when_a_capture_was_missed() -> None:
    hands = at_table("trouble", {"T6": ("red",), "T9": ("yellow",)}, turn="yellow")
    correct(hands, "Yellow", "T9", "Home", "Red", "T6", "T9", "Turn", "Red", "Yes")
    assert hands.table.state.pieces["T9"] == ("red",)
    assert "T6" not in hands.table.state.pieces
    assert hands.view.turn == "red"
    assert len(told(hands)) == 1


def test_undo_goes_back_step_by_step_and_then_closes() -> None:
    hands = at_table("trouble", {"T6": ("red",)})
    correct(hands, "Red", "T6", "T9", "Turn", "Yellow")
    assert [hands.lines[0], "Turn: Ben" in hands.lines] == ["Yes, so it stands", True]
    seen = []
    while hands.view.menu is not None:
        seen.append(title(hands))
        hands.click(Button.UNDO)
    assert seen == [
        "All right now?", "Whose turn?", "All right now?", "T6 →", "Red: which?", "Whose piece?", "Menu",
    ]  # fmt: skip
    assert told(hands) == []


@pytest.mark.parametrize("way_out", ["held", "left"])
def test_everything_stays_as_it_was_if_it_is_not_confirmed(way_out: str) -> None:
    hands = at_table("trouble", {"T6": ("red",)})
    before = hands.table.state
    correct(hands, "Red", "T6", "T9")
    if way_out == "held":
        hands.hold()
    else:
        hands.pick("Leave it")
    assert hands.view.menu is None
    assert (hands.table.state, told(hands)) == (before, [])


def test_what_is_entered_meanwhile_ends_it_and_nothing_old_is_told() -> None:
    hands = at_table("trouble")
    correct(hands, "Red", "Home", "T5")
    hands.table = hands.table.after(DiceGiven(at=1.0, faces=(3,)))
    assert hands.view.menu is None
    hands.click(Button.CONFIRM)
    assert told(hands) == []


def test_a_held_choose_button_leaps_through_a_long_list_and_comes_to_its_end() -> None:
    hands = at_table("trouble", {"T5": ("red",)})
    correct(hands, "Red", "T5")
    at = []
    for _ in range(6):
        hands.hold(Button.CHOOSE)
        assert hands.view.menu is not None
        at.append(hands.view.menu.selected)
    assert at == [7, 14, 21, 28, len(hands.lines) - 1, 0]
    hands.hold(Button.UNDO)
    assert hands.view.menu is None


def test_it_works_while_paused_and_after_the_end_but_not_after_an_abort() -> None:
    hands = at_table("trouble", {f"RF{n}": ("red",) for n in range(1, 5)})
    assert hands.view.phase is Phase.OVER
    correct(hands, "Red", "Finish 1", "T27", "Yes")
    assert hands.view.phase is Phase.WAITING_FOR_POP
    hands.table = hands.table.after(Paused(at=1.0))
    correct(hands, "Red", "T27", "T26", "Yes")
    assert hands.table.state.pieces["T26"] == ("red",)
    hands.table = hands.table.after(Aborted(at=1.0))
    hands.hold()
    assert "Put a piece right" not in hands.lines


def test_the_lights_show_the_man_and_his_place() -> None:
    layout = load_layout("trouble")
    led = {space: leds[0] for space, leds in leds_of(layout).of.items()}
    hands = at_table("trouble", {"T6": ("red",)})
    correct(hands, "Red")
    hands.click(Button.CHOOSE)
    frames = [render_strip(hands.view, t / 4, layout) for t in range(8)]
    assert {lights[led["T6"]] for lights in frames} == {OFF, light_of("red")}
    hands.click(Button.CONFIRM, Button.CHOOSE, Button.CHOOSE)
    frames = [render_strip(hands.view, t / 4, layout) for t in range(8)]
    assert {lights[led["T7"]] for lights in frames} == {WHITE}
    assert {lights[led["T6"]] for lights in frames} == {OFF, light_of("red")}
    assert all(sum(light != OFF for light in lights) <= 2 for lights in frames)


# -- cones in stacks -------------------------------------------------------------------------------------


def test_a_cone_comes_onto_the_board_and_goes_off_it() -> None:
    hands = at_table("headache", {"X0": ("red",)})
    correct(hands, "Yellow")
    assert hands.lines == ["Off the board"]
    hands.pick("Off the board")
    assert (title(hands), hands.lines[0]) == ("Yellow →", "X4: yellow start")
    hands.pick("O4.1")
    hands.pick("Red")
    assert hands.lines == ["Off the board", "X0"]
    hands.pick("X0")
    hands.pick("Off the board")
    hands.pick("Yes")
    assert dict(hands.table.state.pieces) == {"O4.1": ("yellow",)}


def test_a_stack_is_moved_whole_or_its_top_alone() -> None:
    hands = at_table("headache", {"O0.1": ("yellow", "red"), "O1.2": ("yellow",)})
    correct(hands, "Red", "O0.1 (+1)", "With those below", "O1.2", "Yes")
    assert dict(hands.table.state.pieces) == {"O1.2": ("yellow", "yellow", "red")}
    correct(hands, "Red", "O1.2 (+2)", "The top", "O1.3", "Yes")
    assert dict(hands.table.state.pieces) == {"O1.2": ("yellow", "yellow"), "O1.3": ("red",)}


def test_what_stands_below_is_told() -> None:
    hands = at_table("headache", {"O0.1": ("red",), "O0.2": ("yellow",)})
    correct(hands, "Red", "O0.1")
    hints = {}
    for line in hands.lines:
        menu = hands.view.menu
        assert menu is not None
        hints[line] = menu.hint and hands.words.say(menu.hint.key, menu.hint.facts)
        hands.click(Button.CHOOSE)
    assert {line: hint for line, hint in hints.items() if hint} == {"O0.2": "On top of a yellow man."}


# -- toys ------------------------------------------------------------------------------------------------


def test_a_toy_is_added_moved_turned_laid_down_zapped_and_taken_off() -> None:
    hands = at_table("gearhead")
    correct(hands, "South")
    assert hands.lines == ["Add a toy"]
    hands.pick("Add a toy")
    assert len(hands.lines) == 13
    hands.pick("Ziggy")
    assert hands.lines[0] == "Column a"
    for line in ("Column d", "d4", "South", "Ziggy d4", "To another square", "Column e", "e5"):
        hands.pick(line)
    for line in ("South", "Ziggy e5", "Onto its back", "South", "Ziggy e5", "Zapped"):
        hands.pick(line)
    for line in ("South", "Ziggy e5", "Turn it round", "Yes"):
        hands.pick(line)
    assert dict(hands.table.state.pieces) == {"e5": (Toy("ziggy", "S", flipped=True, zapped=True),)}
    correct(hands, "North", "Ziggy e5")
    assert hands.lines == [
        "To another square", "Turn it round", "Onto its legs", "Not zapped", "Take it off",
    ]  # fmt: skip
    hands.pick("Take it off")
    hands.pick("Yes")
    assert dict(hands.table.state.pieces) == {}


def test_the_frame_of_lights_points_at_a_square() -> None:
    layout = load_layout("chessboard")
    hands = at_table("gearhead", {"c3": (Toy("orbit", "N"),)})
    correct(hands, "South", "Orbit c3", "To another square", "Column e")
    lights = [render_strip(hands.view, t, layout) for t in (0.0, 0.6)]
    leds = leds_of(layout).of
    assert all(frame[led] == WHITE for frame in lights for led in leds["e1"])
    assert {frame[led] for frame in lights for led in set(leds["c3"]) - set(leds["e1"])} == {
        OFF,
        light_of("south"),
    }


def test_only_ziggy_lies_on_its_back() -> None:
    hands = at_table("gearhead", {"c3": (Toy("orbit", "N"),)})
    correct(hands, "South", "Orbit c3")
    assert not any("back" in line or "legs" in line for line in hands.lines)


# -- whatever stands -------------------------------------------------------------------------------------


def played(game: str, seed: int, answers: int) -> Table:
    rng, hands = random.Random(seed), at_table(game)
    table = hands.table
    for _ in range(answers):
        awaits = table.state.awaits
        if isinstance(awaits, Over):
            break
        options = [one for one, _ in awaits.outcomes] if isinstance(awaits, Chance) else awaits.options
        table = table.after(Answered(at=1.0, answer=rng.choice(options)))
    return table


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", ["trouble", "headache"])
def test_every_place_that_is_offered_is_taken_by_the_table(game: str, seed: int) -> None:
    table = played(game, seed, 60 * (seed + 1))
    draft, rng = Draft.of(table), random.Random(seed)
    for seat in table.state.seats:
        for origin in standing(draft, seat.colour, table):
            found = list(places(draft, (seat.colour,), origin, table))
            assert len(found) == len(set(found))
            assert origin not in found
            for target in rng.sample(found, min(5, len(found))):
                after = draft.moved((seat.colour,), origin, target)
                told = table.after(Corrected(at=2.0, ply=table.ply, position=after.position(table)))
                assert told.ply == table.ply + 1
                assert sum(map(len, told.state.pieces.values())) == sum(map(len, after.pieces.values()))


def test_every_man_can_be_taken_in_hand_and_every_free_space_of_his_way_is_offered() -> None:
    table = played("trouble", 5, 150)
    draft = Draft.of(table)
    state = table.state
    assert isinstance(state, TroubleState)
    for colour, path in zip(state.match.colours, state.match.paths, strict=True):
        origins = list(standing(draft, colour, table))
        men = {space for space, stack in draft.pieces.items() if stack == (colour,) and space[1] != "H"}
        assert men <= set(origins)
        for origin in origins:
            offered = {
                space for space in places(draft, (colour,), origin, table) if space and space[1] != "H"
            }
            assert offered == {space for space in path if space not in draft.pieces}


@pytest.mark.parametrize("game", ["trouble", "headache"])
def test_the_starts_are_those_of_the_rules(game: str) -> None:
    table = at_table(game).table
    found = {colour: space for space, colour in starts(table).items()}
    state = table.state
    if isinstance(state, TroubleState):
        told = {colour: path[0] for colour, path in zip(state.match.colours, state.match.paths, strict=True)}
    else:
        assert isinstance(state, HeadacheState)
        told = {c: SPACES[start] for c, start in zip(state.match.colours, state.match.starts, strict=True)}
    assert {colour: found[colour] for colour in told} == told


def test_a_team_that_has_come_in_by_the_correction_gets_no_turn() -> None:
    three = (*MEN, Seat("green", "Cleo"))
    hands = at_table("trouble", {f"RF{n}": ("red",) for n in range(2, 5)}, seats=three)
    correct(hands, "Red", "Home", "Finish 1")
    assert "Turn: Ben" in hands.lines
    hands.pick("Turn")
    assert hands.lines == ["Yellow: Ben", "Green: Cleo"]
    hands.click(Button.UNDO)
    hands.pick("Yes")
    assert hands.view.turn == "yellow"
