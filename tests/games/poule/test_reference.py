"""The kernel against the page read once more: every board pays the same, every game goes the same way."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from estaminet.engine.options import OptionValue
from tests.games.poule import reference
from tests.games.poule.boards import GAME, account, look, pay, walk, written

Draw = st.DrawFn


@st.composite
def boards(draw: Draw, *, is_full: bool) -> tuple[int, dict[str, str]]:
    """Any pieces of the box on any cells; at least one stall."""
    players = draw(st.integers(2, 4))
    ranks = ["I"] * (6 - players) + ["II"] * 3 + ["III"] * 2 + ["IIII"]
    stalls = [f"{colour} {rank}" for colour in reference.COLOURS[:players] for rank in ranks]
    pieces = reference.TILES + stalls
    count = len(reference.CELLS) if is_full else draw(st.integers(1, len(reference.CELLS) - 1))
    last = draw(st.sampled_from(stalls))
    pieces.remove(last)
    cells = draw(st.permutations(reference.CELLS))
    return players, dict(zip(cells, [*draw(st.permutations(pieces))[: count - 1], last], strict=False))


def check_pay(players: int, board: dict[str, str]) -> None:
    paid = account(pay(board, players))
    assert written(paid["pieces"]) == board
    assert paid["gains"] == reference.gains(board, players)
    for part, expected in zip(("row", "column"), reference.rows_and_columns(board, players), strict=True):
        segments = [segment for segment in paid["segments"] if segment["line"].startswith(part)]
        total = [sum(segment["value"] * segment["ranks"][seat] for segment in segments) for seat in range(players)]
        assert total == expected


@pytest.mark.compiled
@given(boards(is_full=True))
@settings(max_examples=150)
def test_P4_full_boards_pay_what_the_page_says(case: tuple[int, dict[str, str]]) -> None:
    check_pay(*case)


@pytest.mark.compiled
@given(boards(is_full=False))
@settings(max_examples=150)
def test_P4_1_boards_with_empty_cells_pay_what_the_page_says(case: tuple[int, dict[str, str]]) -> None:
    check_pay(*case)


def options() -> st.SearchStrategy[dict[str, OptionValue]]:
    return st.fixed_dictionaries(
        {
            "rounds": st.integers(1, 5),
            "stalls_return": st.sampled_from(["rank_one", "all", "none"]),
            "end": st.sampled_from(["rounds", "last_stall"]),
            "tiles": st.sampled_from(["secret", "open"]),
            "wizard": st.booleans(),
            "purse_start": st.integers(0, 500),
        }
    )


DEFAULTS: dict[str, OptionValue] = {option.name: option.default for option in GAME.options}


# Some games in which players must pass; these are rare.
@pytest.mark.compiled
@example(3, {**DEFAULTS, "rounds": 4, "stalls_return": "none"}, 3)
@example(4, {**DEFAULTS, "rounds": 4, "stalls_return": "none"}, 4)
@example(4, {**DEFAULTS, "rounds": 4}, 18)
@given(st.integers(2, 4), options(), st.integers(0, 2**32))
@settings(max_examples=25)
def test_P3_to_P6_games_go_as_the_page_says(players: int, chosen: dict[str, OptionValue], seed: int) -> None:
    position = GAME.start(players, seed, chosen)
    deal = position.deal.values
    market = reference.Market(players, chosen, deal["first"], deal["rounds"])  # type: ignore[arg-type]  # P2.4
    for now in walk(position, seed):
        if now.history:
            market.play(now.actions[-1])
        assert set(now.legal()) == market.legal()
        assert now.to_move == (None if market.is_over else market.turn)
        assert now.scores() == market.money
        view = look(now)
        assert [list(hand.values()) for hand in view["stalls"]] == [
            [hand[rank] for rank in ("I", "II", "III", "IIII")] for hand in market.hands
        ]
        assert written(view["pieces"]) == market.board
