"""P8: how games are written down."""

from collections import Counter

import pytest

import estaminet
from estaminet.engine.errors import UnknownAction
from estaminet.engine.record import Record
from tests.games.poule.boards import GAME, walk


def test_P8_every_action_is_written_as_the_page_says() -> None:
    texts = [action.text for action in GAME.actions]
    assert Counter(text.split()[0] for text in texts) == {"stall": 120, "draw": 1, "place": 30, "secret": 30, "pass": 1}
    assert texts[:2] == ["stall I a1", "stall I b1"]
    assert {"stall IIII f5", "draw", "place c4", "secret c4", "pass"} <= set(texts)


@pytest.mark.parametrize(
    "text", ["stall IV a1", "stall 1 a1", "stall I g1", "stall I a6", "Draw", "place", "pass ", "stall  I a1", ""]
)
def test_P8_nothing_else_is_an_action(text: str) -> None:
    with pytest.raises(UnknownAction):
        GAME.start().play(text)


def test_P8_targets_are_what_a_person_points_at() -> None:
    targets = {action.text: action.targets for action in GAME.actions}
    assert targets["stall III c4"] == ("rank:III", "cell:c4")
    assert targets["draw"] == ("stack",)
    assert targets["place c4"] == ("cell:c4",)
    assert targets["secret c4"] == ("secret", "cell:c4")
    assert targets["pass"] == ()


def test_P8_a_record_is_the_deal_and_the_actions_and_its_scores_are_the_ecus_at_the_end() -> None:
    *_, last = walk(GAME.start(3, seed=5), seed=5)
    record = estaminet.read_record(Record.of(last).to_json())
    assert list(record.actions) == last.actions
    assert record.scores == tuple(last.scores())
    assert record.replay().memory.tobytes() == last.memory.tobytes()
