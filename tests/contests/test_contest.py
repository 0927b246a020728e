"""The deal of the day is the same for everybody, follows from its date alone, and is answered alike everywhere."""

import hashlib
import hmac
from datetime import date
from itertools import pairwise

import pytest

import estaminet
from estaminet.contests import Contest, find_seed, read_key
from estaminet.engine.errors import EstaminetError
from estaminet.players.levels import LevelPlayer

pytestmark = pytest.mark.compiled
DAY = date(2026, 11, 19)
GAMES = ["poule", "reeperbahn", "nuit"]


def draw_below(bits: bytes, label: str, limit: int) -> int:
    """The first number below a limit of a stream, as the recipe says and nothing else of ours."""
    block = 0
    while True:
        digest = hmac.digest(bits, label.encode() + b"\0" + block.to_bytes(8, "big"), "sha256")
        for at in range(0, 32, 4):
            word = int.from_bytes(digest[at : at + 4], "big")
            if word < (1 << 32) - (1 << 32) % limit:
                return word % limit
        block += 1


@pytest.mark.parametrize(("game", "players"), [("poule", 3), ("reeperbahn", 2), ("nuit", 4)])
def test_the_deal_of_the_day_follows_from_its_date_by_the_published_recipe(game: str, players: int) -> None:
    contest = Contest.daily(estaminet.game(game), DAY)
    bits = hashlib.sha256(f"estaminet seed daily-2026-11-19-{game}".encode()).digest()
    assert contest.key == f"daily-2026-11-19-{game}"
    assert contest.players == players
    assert contest.seat == draw_below(bits, "contest/seat", players)
    assert contest.deal == estaminet.game(game).start(players, seed=bits).deal.values
    assert find_seed(contest.key, 7) == int.from_bytes(hashlib.sha256(f"{contest.key}/7".encode()).digest()[:4], "big")


def test_the_recipe_has_not_changed_since_it_was_published() -> None:
    assert [Contest.daily(estaminet.game(game), DAY).seat for game in GAMES] == [2, 0, 3]
    deck = Contest.daily(estaminet.game("reeperbahn"), DAY).deal["deck"]
    assert isinstance(deck, list)
    assert deck[:4] == [35, 20, 23, 38]


def test_another_day_has_another_deal() -> None:
    game = estaminet.game("poule")
    deals = [Contest.daily(game, DAY.replace(day=day)).deal for day in range(1, 29)]
    assert all(one != other for one, other in pairwise(deals))


@pytest.mark.parametrize("game", GAMES)
def test_house_players_answer_the_same_moves_alike(game: str) -> None:
    contest = Contest.daily(estaminet.game(game), DAY)
    games = []
    for _ in range(2):
        position = contest.start()
        for _ in range(8):
            contest.answer(position)
            if not position.is_over:
                position.play(position.legal()[0])
        games.append(position.actions)
    assert games[0] == games[1]


def test_what_a_house_player_does_follows_from_what_it_knows_and_how_far_the_game_is() -> None:
    contest = Contest.daily(estaminet.game("reeperbahn"), DAY)
    position = contest.start()
    seat = position.to_move
    assert seat is not None
    known = position.known_to(seat)
    by_hand = LevelPlayer("host", find_seed(contest.key, 0), is_timed=False)
    assert contest.choose(known, seat, 0) == by_hand.choose(contest.game, 2, known, seat)


def test_the_house_plays_the_whole_game_from_your_seat_and_the_same_again_by_the_same_number() -> None:
    contest = Contest.daily(estaminet.game("poule"), DAY)
    one, again, another = ([*contest.play_house(number)][-1] for number in (0, 0, 1))
    assert one.is_over
    assert one.actions == again.actions != another.actions


def test_there_is_no_deal_of_a_day_before_the_first() -> None:
    with pytest.raises(EstaminetError, match="first deal of the day"):
        Contest.daily(estaminet.game("poule"), date(2025, 12, 31))


@pytest.mark.parametrize(
    "text",
    ["daily-2026-02-30-poule", "daily-2026-11-19", "daily-２０２６-11-19-poule", "Daily-2026-11-19-poule", "x" * 12],
)
def test_what_is_no_key_of_a_day_is_none(text: str) -> None:
    assert read_key(text) is None
