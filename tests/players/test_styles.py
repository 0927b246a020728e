"""A style is real and costs little: it chooses among equals, differently from the others, and gives nothing away."""

from collections.abc import Iterator
from statistics import fmean

import pytest

import estaminet
from estaminet.engine.jit.random import generator
from estaminet.engine.position import Position
from estaminet.players.levels import AT_ONCE, LOSS, STYLES, WORLDS, StyledPlayer, find_rival
from estaminet.players.player import GreedyPlayer, SearchPlayer
from estaminet.players.search import Budget, Candidate, SearchResult, find_settings
from estaminet.players.thinker import try_lines

pytestmark = pytest.mark.compiled
EVERY = 5
GAMES = [("poule", 2), ("poule", 4), ("reeperbahn", 2), ("nuit", 3)]


def sample(name: str, players: int, every: int = EVERY) -> Iterator[tuple[Position, int]]:
    """Positions of a game between regulars, each with who is to move and has a choice."""
    position, player = estaminet.game(name).start(players, seed=5), regular()
    while (seat := position.to_move) is not None:
        if len(position.legal_codes()) > 1 and len(position.history) % every == 0:
            yield position, seat
        position.play_code(player.choose(position.game, players, position.known_to(seat), seat))


def choose(position: Position, seat: int) -> list[int]:
    """What each style takes that errs in the same way."""
    known = position.known_to(seat)
    return [StyledPlayer(regular(), style, 5).choose(position.game, position.players, known, seat) for style in STYLES]


def regular() -> GreedyPlayer:
    return GreedyPlayer(1, carelessness=0.05)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_style_takes_what_its_player_holds_to_be_as_good(name: str, players: int) -> None:
    for position, seat in sample(name, players):
        near = regular().consider(position.game, players, position.known_to(seat), seat, LOSS)
        assert set(choose(position, seat)) <= set(near)


@pytest.mark.thorough
def test_styles_differ_in_worlds_that_they_have_not_seen() -> None:
    """The bold one takes what varies more than the careful one does, the teasing one leaves the rival less at once."""
    spreads, rivals = [], []
    for name, players in GAMES:
        for position, seat in sample(name, players, every=2):
            bold, careful, teasing = codes = choose(position, seat)
            game, known, lines = position.game, position.known_to(seat), [(code,) for code in codes]
            if bold != careful:
                trial = try_lines(game, players, known, seat, lines, WORLDS, generator(99), find_settings(game))
                later = trial.shares[:, :, seat].std(axis=0)
                spreads.append(float(later[0] - later[1]))
            if teasing not in (bold, careful):
                at_once = try_lines(game, players, known, seat, lines, WORLDS, generator(99), AT_ONCE).shares
                left = at_once[:, :, find_rival(at_once, seat)].mean(axis=0)
                rivals.append(float(left[2] - (left[0] + left[1]) / 2))
    assert len(spreads) > 20
    assert fmean(spreads) > 0
    assert len(rivals) > 20
    assert fmean(rivals) < 0


def test_what_was_calculated_is_given_away_to_no_style() -> None:
    candidates = [Candidate(3, 0, (1.0, 0.0)), Candidate(4, 0, (1.0, 0.0)), Candidate(5, 0, (0.99, 0.01))]
    assert SearchResult(candidates, (1.0, 0.0), is_exact=True).list_near(0, LOSS) == [3, 4]


def test_what_a_search_hardly_tried_is_not_as_good_as_its_best() -> None:
    candidates = [Candidate(3, 40, (0.5, 0.5)), Candidate(4, 21, (0.49, 0.51)), Candidate(5, 3, (0.9, 0.1))]
    assert SearchResult(candidates, (0.5, 0.5)).list_near(0, LOSS) == [3, 4]


def test_a_style_plays_the_same_game_again_from_the_same_seed() -> None:
    position = estaminet.game("poule").start(3, seed=4)
    seat = position.to_move or 0
    player = SearchPlayer(1, Budget(iterations=30))
    choices = {
        StyledPlayer(player, "bold", 9).choose(position.game, 3, position.known_to(seat), seat) for _ in range(3)
    }
    assert len(choices) == 1
