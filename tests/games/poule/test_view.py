"""The square as plain data with stable names, and as a text drawing."""

import json

import pytest

from estaminet.games.poule.view import AccountView, PieceView, PouleView, SegmentView, TileView
from tests.games.poule.boards import GAME, account, all_cells_but, lay, look, pay, read, state_of, walk

TILES = list(range(22))
BOARD = """
       a      b      c      d      e      f
  1    +1     W I    fire   .      G II   .
  2    .      .      wizard .      .      .
  3    -6     .      .      .      .      .
  4    .      .      .      purse  .      .
  5    .      .      .      .      .      B IIII
"""


def test_names_do_not_change() -> None:
    assert list(PouleView.__annotations__) == [
        "secret", "round", "rounds", "first", "stage", "pieces", "segments", "drawn", "money", "stalls", "stack",
        "open_stack", "holds_secret", "last_round",
    ]  # fmt: skip
    assert list(PieceView.__annotations__) == ["cell", "tile", "seat", "rank"]
    assert list(TileView.__annotations__) == ["name", "value"]
    assert list(SegmentView.__annotations__) == ["line", "cells", "value", "ranks"]
    assert list(AccountView.__annotations__) == ["pieces", "segments", "gains"]


def test_a_whole_view() -> None:
    position = GAME.start(2, options={"rounds": 1}, deal={"first": 1, "rounds": [TILES]})
    position.play("stall III a1")
    position.play("draw")
    view = look(position, 0)
    segments = view.pop("segments")  # type: ignore[misc]  # looked at below
    assert view == {
        "round": 1,
        "rounds": 1,
        "first": 1,
        "stage": "place",
        "pieces": [{"cell": "a1", "tile": None, "seat": 1, "rank": "III"}],
        "drawn": {"name": "farmer", "value": 2},
        "money": [50, 50],
        "stalls": [{"I": 4, "II": 3, "III": 2, "IIII": 1}, {"I": 4, "II": 3, "III": 1, "IIII": 1}],
        "stack": 19,
        "open_stack": None,
        "holds_secret": [True, True],
        "secret": {"name": "maid", "value": 1},
        "last_round": None,
    }
    assert segments[0] == {"line": "row 1", "cells": ["a1", "b1", "c1", "d1", "e1", "f1"], "value": 0, "ranks": [0, 3]}
    assert segments[5] == {"line": "column a", "cells": ["a1", "a2", "a3", "a4", "a5"], "value": 0, "ranks": [0, 3]}
    assert [segment["line"] for segment in segments] == [
        *(f"row {row}" for row in "12345"),
        *(f"column {column}" for column in "abcdef"),
    ]


def test_pieces_are_tiles_or_stalls() -> None:
    pieces = {piece["cell"]: piece for piece in account(pay(read(BOARD)))["pieces"]}
    assert pieces["a1"] == {"cell": "a1", "tile": {"name": "farmhand", "value": 1}, "seat": None, "rank": None}
    assert pieces["c1"] == {"cell": "c1", "tile": {"name": "fire", "value": 0}, "seat": None, "rank": None}
    assert pieces["e1"] == {"cell": "e1", "tile": None, "seat": 1, "rank": "II"}


def test_segments_of_a_position_are_worth_what_it_would_pay_now() -> None:
    position = GAME.start(3, options={"wizard": True})
    lay(position, read(BOARD))
    paid = account(pay(read(BOARD)))
    assert look(position)["segments"] == paid["segments"]


def test_segments_of_the_same_board_have_a_rank_for_every_player() -> None:
    for players in (2, 3, 4):  # in one test: boards are remembered
        assert {len(segment["ranks"]) for segment in look(GAME.start(players))["segments"]} == {players}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_account_of_a_round_adds_up(players: int) -> None:
    position = GAME.start(players, seed=players, options={"rounds": 2})
    before = look(position)
    checked = 0
    for now in walk(position, seed=players):
        view = look(now)
        if view["last_round"] and (view["round"], view["stage"] == "over") != (before["round"], False):
            paid = view["last_round"]
            for seat in range(players):
                added = sum(segment["value"] * segment["ranks"][seat] for segment in paid["segments"])
                assert paid["gains"][seat] == added
                assert view["money"][seat] == before["money"][seat] + added
            checked += 1
        before = view
    assert checked == 2


def test_only_the_owner_sees_its_secret_tile() -> None:
    position = GAME.start(3, options={"rounds": 1}, deal={"first": 0, "rounds": [TILES[10:] + TILES[:10]]})
    assert [look(position, seat)["secret"] for seat in range(3)] == [
        {"name": "king", "value": 6},
        {"name": "queen", "value": 6},
        {"name": "beggar", "value": -1},
    ]
    assert look(position)["secret"] is None
    spectator = json.dumps(position.view())
    assert not any(name in spectator for name in ("king", "queen", "beggar"))
    mine = json.dumps(position.view(0))
    assert "king" in mine
    assert not any(name in mine for name in ("queen", "beggar"))
    position.play("secret a1")
    assert look(position, 0)["secret"] is None
    assert look(position, 0)["holds_secret"] == [False, True, True]


def test_the_rounds_of_a_game_that_ends_early_are_counted_right() -> None:
    position = GAME.start(2, options={"rounds": 9, "end": "last_stall"})
    lay(position, all_cells_but("f5"))
    state_of(position).stalls[0] = [1, 0, 0, 0]
    state_of(position).turn = 0
    position.play("stall I f5")
    view = look(position)
    assert (view["stage"], view["round"], view["rounds"]) == ("over", 1, 9)


@pytest.mark.parametrize("tiles", ["secret", "open"])
def test_views_are_plain_data(tiles: str) -> None:
    position = GAME.start(2, seed=1, options={"rounds": 2, "tiles": tiles})
    for now in walk(position, seed=1):
        if len(now.history) % 7 == 0 or now.is_over:
            for seat in (None, 0, 1):
                view = now.view(seat)
                assert json.loads(json.dumps(view)) == view


BOARD_DRAWN = """
       a      b      c      d      e      f
  1    +6     W I    .      .      .      .
  2    .      .      fire   .      .      .
  3    .      .      .      G IIII .      .
  4    .      wizard .      .      .      .
  5    .      .      .      .      curse  -6
"""


def test_a_position_as_a_seat_sees_it() -> None:
    deal = {"first": 1, "rounds": [[17, 11, 21, 22, *(tile for tile in TILES if tile not in (17, 11, 21))]] * 2}
    position = GAME.start(3, options={"rounds": 2, "wizard": True}, deal=deal)
    lay(position, read(BOARD_DRAWN))
    position.play("secret a5")
    position.play("draw")
    assert position.render(0) == (
        "Round 1 of 2\n"
        "\n"
        "    a        b        c        d        e        f\n"
        "1   +6       0:I      .        .        .        .\n"
        "2   .        .        fire     .        .        .\n"
        "3   .        .        .        1:IIII   .        .\n"
        "4   .        wizard   .        .        .        .\n"
        "5   -6       .        .        .        curse    -6\n"
        "\n"
        "seat 0    50 écus  stalls I I I II II II III III IIII  secret tile curse  (you)\n"
        "seat 1    50 écus  stalls I I I II II II III III IIII\n"
        "seat 2    50 écus  stalls I I I II II II III III IIII  secret tile\n"
        "stack 19\n"
        "drawn: wizard"
    )


def test_a_spectator_sees_no_secret_tile() -> None:
    deal = {"first": 0, "rounds": [TILES[::-1]]}
    drawing = GAME.start(2, options={"rounds": 1}, deal=deal).render()
    assert drawing.splitlines()[8:] == [
        "",
        "seat 0    50 écus  stalls I I I I II II II III III IIII  secret tile",
        "seat 1    50 écus  stalls I I I I II II II III III IIII  secret tile",
        "stack 20",
    ]


def test_an_open_stack_is_listed_from_the_top() -> None:
    deal = {"first": 0, "rounds": [TILES[::-1]]}
    drawing = GAME.start(2, options={"rounds": 1, "tiles": "open"}, deal=deal).render()
    assert drawing.splitlines()[-2:] == [
        "stack 22",
        "next: curse, fire, fire, purse, tax -6, preacher -5, cardsharp -4, thief -3, quack -2, beggar -1, "
        "queen +6, king +6, abbess +5, bishop +5, lady +4, knight +4, burgheress +3, burgher +3, "
        "farmeress +2, farmer +2, maid +1, farmhand +1",
    ]
