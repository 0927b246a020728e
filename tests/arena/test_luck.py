"""Luck: adds up to zero, is never large, has mean zero, and can be found for games that were played before."""

import json
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import estaminet
from estaminet.arena import match
from estaminet.arena.arena import Arena
from estaminet.arena.entrants import Entrant
from estaminet.arena.folder import Outcome
from estaminet.arena.match import MOST, Luck, Plan, Seating, find_luck, make_plan, play_match, weigh_draws
from estaminet.arena.results import WithoutLuck, summarize
from estaminet.review.replay import Valuation, follow, make_thinker
from tests.arena.conftest import bot, read_games
from tests.refusals import raises_code

pytestmark = pytest.mark.compiled


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A valuation that costs little: luck has mean zero whatever it is."""
    monkeypatch.setattr(match, "find_valuation", lambda *_: Valuation(worlds=8 * match.FEWER))
    monkeypatch.setattr(match, "make_thinker", lambda game, players: make_thinker(game, players, 0))


def open_arena(folder: Path, *, luck: bool = True, until: float | None = None) -> Arena:
    return Arena("reeperbahn", [bot("First"), "random"], folder=folder, seed=2, luck=luck, until=until)


def read_luck(folder: Path) -> dict[Seating, list[float]]:
    lines = (folder / "luck.jsonl").read_text(encoding="utf-8").splitlines()
    return {each.seating: each.shares for each in map(Luck.read, lines)}


@pytest.mark.parametrize(
    ("game", "players"), [("reeperbahn", 2), ("poule", 2), ("poule", 3), ("poule", 4), ("nuit", 3), ("nuit", 5)]
)
@pytest.mark.usefixtures("quick")
def test_what_one_seat_gains_the_others_lose(game: str, players: int) -> None:
    plan = make_plan(game, ["random"] * players, seed=1, options=None)
    line = play_match(plan, Seating(0, 0))
    first, second = (find_luck(plan, Seating(0, 0), line).shares for _ in range(2))
    assert first == second
    assert sum(first) == pytest.approx(0, abs=1e-12)
    assert 0 < max(map(abs, first)) <= MOST


def test_luck_is_bounded_and_zero_over_all_that_might_have_been(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six fair tosses for 0.9 of a share each: the sum would be up to 3.6, and the bound moves no mean."""
    replay = follow(
        estaminet.read_record(play_match(make_plan("poule", ["random"] * 2, seed=1, options=None), Seating(0, 0)))
    )
    replay = replace(replay, codes=replay.codes[:6])
    totals = []
    for signs in product((-1, 1), repeat=6):
        monkeypatch.setattr(match, "value_draw", lambda *asked, signs=signs: 0.9 * signs[asked[-1]] * np.array([1, -1]))
        totals.append(weigh_draws(replay, 0))
    assert np.mean(totals, axis=0) == pytest.approx([0, 0], abs=1e-12)
    assert 0.9 < np.abs(totals).max() <= MOST


def by_place(plan: Plan, outcomes: list[Outcome]) -> tuple[Plan, list[Outcome]]:
    """The same games as if equal players had different names."""
    names = [str(place) for place in range(len(plan.entrants))]
    renamed = replace(plan, entrants=tuple(map(Entrant, names)))
    return renamed, [
        replace(outcome, players=[names[place] for place in plan.places(outcome.seating.rotation)])
        for outcome in outcomes
    ]


@pytest.mark.thorough
@pytest.mark.usefixtures("quick")
def test_intervals_of_equal_players_hold_the_truth_with_luck_and_without() -> None:
    plan = make_plan("reeperbahn", ["regular", "regular"], seed=1, options=None)
    outcomes = []
    for seating in plan.seatings(400):
        line = play_match(plan, seating)
        outcomes.append(replace(Outcome.read(line), luck=find_luck(plan, seating, line)))
    renamed, outcomes = by_place(plan, outcomes)
    arenas = [summarize(renamed, outcomes[first : first + 20], has_luck=True).rows[0] for first in range(0, 400, 20)]
    rests = [row.without_luck for row in arenas if row.without_luck]
    for intervals in ([row.share for row in arenas], [rest.share for rest in rests]):
        held = sum((each.low or 0) <= 0.5 <= (each.high or 0) for each in intervals)
        assert held >= 17, intervals  # of 20
    whole = summarize(renamed, outcomes, has_luck=True).rows[0].without_luck
    assert isinstance(whole, WithoutLuck)
    assert (whole.share.low or 0) < 0.5 < (whole.share.high or 0)
    assert (whole.narrower or 0) > 0.02  # the evaluate alone sees little


@pytest.mark.usefixtures("quick")
def test_games_that_were_played_before_are_not_played_again(tmp_path: Path) -> None:
    list(open_arena(tmp_path / "later", luck=False).play(4, jobs=0))
    before = (tmp_path / "later" / "games.jsonl").read_bytes()
    arena = open_arena(tmp_path / "later")
    assert arena.results(4).deals == 0
    assert [outcome.luck is None for outcome in arena.play(6, jobs=0)] == [False] * 6
    assert (tmp_path / "later" / "games.jsonl").read_bytes().startswith(before)
    list(open_arena(tmp_path / "at once").play(6, jobs=0))
    assert read_games(tmp_path / "later") == read_games(tmp_path / "at once")
    assert read_luck(tmp_path / "later") == read_luck(tmp_path / "at once")
    assert list(open_arena(tmp_path / "later").play(6, jobs=0)) == []


def test_luck_does_not_depend_on_who_finds_it_or_on_interruptions(tmp_path: Path) -> None:
    list(open_arena(tmp_path / "one").play(4, jobs=0))
    halves = open_arena(tmp_path / "many").play(4, jobs=2)
    next(halves)
    halves.close()  # type: ignore[attr-defined]  # it is a generator, left in the middle
    with (tmp_path / "many" / "luck.jsonl").open("a") as file:
        file.write('{"deal":1,"rot')  # a torn line
    list(open_arena(tmp_path / "many").play(4, jobs=2))
    assert read_luck(tmp_path / "one") == read_luck(tmp_path / "many")
    assert len(read_luck(tmp_path / "many")) == 4


@pytest.mark.usefixtures("quick")
def test_a_broken_line_of_luck_is_named(tmp_path: Path) -> None:
    list(open_arena(tmp_path).play(2, jobs=0))
    with (tmp_path / "luck.jsonl").open("a") as file:
        file.write("{}\n")
    with raises_code("arena.broken", match=r"luck.jsonl, line 3, is no luck of an arena; without that line"):
        open_arena(tmp_path)


def test_a_game_without_redraw_is_refused_before_anything_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(estaminet.game("reeperbahn").kernel, "can_redraw", False)
    with raises_code("game.not_reviewable", match="its luck cannot be found"):
        open_arena(tmp_path / "arena")
    assert not (tmp_path / "arena").exists()


@pytest.mark.usefixtures("quick")
def test_an_arena_stops_at_the_same_deal_whatever_was_there(tmp_path: Path) -> None:
    arena = open_arena(tmp_path, until=0.3)
    played = len(list(arena.play(400, jobs=0)))
    results = arena.results(400)
    assert results.is_stopped
    assert results.games == played < 400
    assert (arena.half_width or 1) <= 0.3
    assert list(open_arena(tmp_path, until=0.3).play(400, jobs=0)) == []
    # More games than that, played without a rule, in another order.
    list(open_arena(tmp_path).play(played + 20, jobs=0))
    for name in ("games.jsonl", "luck.jsonl"):
        lines = (tmp_path / name).read_text(encoding="utf-8").splitlines(keepends=True)
        (tmp_path / name).write_text("".join(reversed(lines)), encoding="utf-8")
    assert open_arena(tmp_path, until=0.3).results(400) == results
    few = open_arena(tmp_path, until=0.3).results(4)
    assert (few.games, few.is_stopped) == (4, False)
    assert json.loads(json.dumps(results.as_data()))["until"] == 0.3
