"""Canonical numbers of actions: what looks the same to a seat has the same number, and every number leads back."""

import numpy as np
import pytest

import estaminet
from connect_four.game import GAME as CONNECT_FOUR
from estaminet.engine.errors import ContractBroken
from estaminet.engine.game import Game
from estaminet.engine.numbering import number_actions

GAMES = [*map(estaminet.game, estaminet.games()), CONNECT_FOUR]
TABLES = [(game, players) for game in GAMES for players in game.seats]


@pytest.mark.parametrize(("game", "players"), TABLES, ids=lambda value: getattr(value, "name", str(value)))
@pytest.mark.parametrize("canonical", [True, False])
def test_every_code_has_a_number_and_every_number_leads_back(game: Game, players: int, canonical: bool) -> None:  # noqa: FBT001  # a parameter
    numbers, codes = number_actions(game, players, canonical=canonical)
    everything = np.arange(len(game.actions))
    assert numbers.shape == codes.shape == (players, len(everything))
    for seat in range(players):
        assert (np.sort(numbers[seat]) == everything).all()
        assert (codes[seat, numbers[seat]] == everything).all()
    assert (numbers[0] == everything).all()
    assert canonical or (numbers == everything).all()


@pytest.mark.parametrize(
    ("name", "players", "seat", "text", "seen"),
    [
        ("reeperbahn", 2, 0, "guard1 w", "guard1 w"),
        ("reeperbahn", 2, 1, "guard1 w", "guard1 e"),
        ("reeperbahn", 2, 1, "joker3 e", "joker3 w"),
        ("reeperbahn", 2, 1, "charm w", "charm e"),
        ("reeperbahn", 2, 1, "guard2 we", "guard2 we"),
        ("reeperbahn", 2, 1, "lilli", "lilli"),
        ("nuit", 3, 1, "from 1 i3", "from 0 i3"),
        ("nuit", 3, 1, "from 0 i3", "from 2 i3"),
        ("nuit", 5, 1, "from 0 i3", "from 4 i3"),
        ("nuit", 3, 1, "from 4 i3", "from 4 i3"),
        ("nuit", 4, 2, "host 1", "host 1"),
        ("nuit", 4, 2, "take 2", "take 2"),
        ("poule", 4, 3, "stall III c4", "stall III c4"),
    ],
)
def test_an_action_is_called_as_its_seat_sees_it(name: str, players: int, seat: int, text: str, seen: str) -> None:
    game = estaminet.game(name)
    numbers, codes = number_actions(game, players)
    assert numbers[seat, game.code(text)] == game.code(seen)
    assert codes[seat, game.code(seen)] == game.code(text)


def test_a_game_cannot_give_two_actions_one_number(monkeypatch: pytest.MonkeyPatch) -> None:
    for seen, complaint in (("drop a", "the same"), ("drop z", "no action"), ("drop", "no action")):
        monkeypatch.setattr(type(CONNECT_FOUR), "seen_from", lambda *_, seen=seen: seen)
        with pytest.raises(ContractBroken, match=complaint):
            number_actions(CONNECT_FOUR, 2)
