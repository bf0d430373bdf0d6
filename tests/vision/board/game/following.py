"""Games of Trouble in drawn pictures, and what a follower says of them."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.layout import load_layout
from rules import Answer, Game, Rolled, State
from tests.vision.board.drawn import View, draw_board
from tests.vision.board.game.told_dice import ToldDice
from vision.board.game.follow import Followed, GameFollower
from vision.board.game.moves import Stacks
from vision.board.game.turns import stacks_of
from vision.board.place.canvas import Picture

LAYOUT = load_layout("trouble-tags")
VIEW = View(tilt=5.0)


def drawn(stacks: Stacks) -> Picture:
    """The board in a picture."""
    return draw_board(LAYOUT, {space: stack[-1] for space, stack in stacks.items()}, VIEW)


def played(state: State, roll: int, answer: Answer) -> State:
    """The state after a pop and an answer."""
    return state.after(Rolled((roll,)))[0].after(answer)[0]


def instead(stacks: Stacks, origin: str, target: str) -> Stacks:
    """The board with a man moved, whatever the rules say."""
    return {**{s: p for s, p in stacks.items() if s != origin}, target: stacks[origin]}


def follow(
    trouble: Game,
    start: State,
    rolls: Sequence[int | None],
    boards: Sequence[Stacks],
    confidence: float = 1.0,
) -> list[Followed]:
    """What a follower tells of each board after the start."""
    follower = GameFollower(LAYOUT, trouble, start, dice=ToldDice([1, *rolls], confidence=confidence))
    told = follower.look(drawn(stacks_of(start)))
    assert told.seen == "start"
    return [follower.look(drawn(stacks)) for stacks in boards]
