"""Where a piece may go: the destinations of the board, less the spaces where a rule forbids to land."""

from __future__ import annotations

from rules.core import Move
from rules.headache.board import CROSS, PIPS, REACH
from rules.headache.match import Board, Match, Reserve

__all__ = ["barred", "candidates", "legal_moves", "never"]


def barred(match: Match, board: Board, reserve: Reserve, turn: int, only: int | None) -> dict[int, str]:
    """The spaces where the player may not land, each with the rule that a referee cites.

    Passing by is never barred (H-A9).

    Args:
        match: seats and house rules.
        board: what stands where.
        reserve: by seat, the men that have not entered yet.
        turn: the seat that moves.
        only: the space of the piece that alone must move, if any.
    """
    closed: dict[int, str] = {}
    if only is not None and not match.entering_capture:  # H-A8, also of the piece that holds START (H-A4)
        closed |= {space: "H-A8" for space, stack in enumerate(board) if stack}
    if match.safety:  # H-14, H-A11
        closed |= {space: "H-14" for space in CROSS if board[space]}
    # H-11: of those who play (H-A10), until all four have entered, captured ones too (H-A6).
    for seat, start in enumerate(match.starts):
        # H-A16: a man of the owner's who stands there may be safe until he moves on.
        held = match.start_safe and board[start][-1:] == match.letters[seat]
        if seat != turn and (reserve[seat] or held):
            closed[start] = "H-11"
    own = match.own[turn]
    closed |= {space: "H-4" for space, stack in enumerate(board) if stack and stack[-1] in own}
    return closed


def candidates(match: Match, board: Board, turn: int, only: int | None, pips: int) -> list[tuple[int, Move]]:
    """Every destination that a pop gives to the player's pieces (H-5, H-6, H-10), each with its move."""
    letter = match.letters[turn]
    mine = [space for space, stack in enumerate(board) if stack and stack[-1] == letter]
    single, stacked = REACH[False][pips], REACH[True][pips]
    found: list[tuple[int, Move]] = []
    for origin in mine if only is None else (only,):
        found += (stacked if len(board[origin]) > 1 else single)[origin]
    return found


def legal_moves(
    match: Match, board: Board, reserve: Reserve, turn: int, only: int | None, pips: int
) -> tuple[Move, ...]:
    """Every move that the player may make after a pop; empty if there is none (H-9)."""
    closed = barred(match, board, reserve, turn, only)
    return tuple(
        [move for target, move in candidates(match, board, turn, only, pips) if target not in closed]
    )


def never(match: Match, board: Board, reserve: Reserve, turn: int, only: int | None) -> bool:
    """Whether no number gives the player a move, so that popping again would never end.

    Only `entering_capture=no` can lead there.
    """
    return not any(legal_moves(match, board, reserve, turn, only, pips) for pips in PIPS)
