"""The tables of codes: complete, and what an error says of itself survives the way between two processes."""

import pickle
from typing import get_args

import pytest

from estaminet.engine.errors import MEANINGS, BadRecord, ErrorCode, EstaminetError, IllegalAction
from estaminet.server.errors import REFUSALS, Refusal, RefusalCode, StoreUnreachable, retry_after, status_of


def test_every_code_has_a_meaning() -> None:
    assert tuple(MEANINGS) == get_args(ErrorCode)
    assert tuple(REFUSALS) == get_args(RefusalCode)
    assert not MEANINGS.keys() & REFUSALS.keys()


@pytest.mark.parametrize(
    "error",
    [
        EstaminetError("seed.invalid", "No seed."),
        IllegalAction("Not now.", rule="P3.4"),
        BadRecord("Broken.", action_index=3),
        Refusal("rate.exceeded", "Not so fast.", seconds=2.5),
        StoreUnreachable("No database."),
    ],
)
def test_an_error_is_the_same_in_another_process(error: EstaminetError) -> None:
    there = pickle.loads(pickle.dumps(error))  # noqa: S301  # our own
    assert (type(there), str(there), vars(there)) == (type(error), str(error), vars(error))


def test_an_error_knows_its_status_and_when_to_try_again() -> None:
    assert status_of(Refusal("seat.taken", "Taken.")) == 409
    assert status_of(EstaminetError("game.unknown", "No such game.")) == 404
    assert status_of(IllegalAction("Not now.")) == 422
    assert retry_after(Refusal("rate.exceeded", "Not so fast.", seconds=2.1)) == 3
    assert retry_after(Refusal("seat.taken", "Taken.")) is None
