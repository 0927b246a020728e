"""Whether stated chances come true: true ones pass, boastful ones are found and corrected."""

import json
from pathlib import Path

import numpy as np
import pytest

import estaminet
from bench.strength.calibration import NOTES, Sample, find_file, gather, play_game, summarize_sample
from bench.strength.reliability import Forecasts, apply_temperature, correct, examine, try_correction
from tests.players.networks import describe, draw_arrays


def forecast(*, temperature: float, games: int = 4000) -> Forecasts:
    """Two players' chances, stated with logits so many times too large."""
    rng = np.random.default_rng(1)
    first = rng.random(games)
    true = np.stack([first, 1 - first], axis=1)
    won = rng.random(games) < first
    results = np.stack([won, ~won], axis=1).astype(np.float64)
    seats = rng.integers(2, size=games)
    return Forecasts(np.arange(games), seats, correct(true, 1 / temperature), results, np.zeros(games, np.bool_))


def test_true_chances_are_off_by_no_more_than_chance() -> None:
    found = examine(forecast(temperature=1.0))
    assert found.error.mean < 2 * found.floor < 0.04
    assert sum(each.positions for each in found.bins) == found.positions == 4000
    assert all(each.low <= each.won <= each.high for each in found.bins)


def test_boastful_chances_are_found_and_corrected_on_other_games() -> None:
    boastful = forecast(temperature=2.0)
    found = examine(boastful)
    assert found.error.low is not None
    assert found.error.low > 3 * found.floor
    correction = try_correction(boastful)
    assert 1.8 < correction.temperature < 2.2
    assert correction.error_after.mean < correction.error_before.mean / 2
    assert correction.surprise_after < correction.surprise_before


def test_what_was_calculated_is_not_corrected() -> None:
    sure = forecast(temperature=1.0, games=10)
    exact = Forecasts(sure.games, sure.seats, sure.shares, sure.results, sure.games < 5)
    corrected = apply_temperature(exact, 3.0).shares
    assert np.array_equal(corrected[:5], sure.shares[:5])
    assert not np.isclose(corrected[5:], sure.shares[5:]).all()


@pytest.mark.compiled
def test_a_game_notes_a_few_expectations_of_the_search_and_of_its_network(tmp_path: Path) -> None:
    game = estaminet.game("reeperbahn")
    about = {"format": "estaminet-network/1", **describe(game, 2)}
    np.savez(tmp_path / "tiny.npz", about=np.array(json.dumps(about)), **draw_arrays(game, 2))  # type: ignore[arg-type]  # no array is called allow_pickle
    sample = Sample("reeperbahn", 2, f"learned:{tmp_path}/tiny.npz@8", "apprentice", 2)
    lines = [play_game(sample, number) for number in range(2)]
    assert play_game(sample, 1) == lines[1]
    for number, line in enumerate(lines):
        noted = json.loads(line)
        assert sum(noted["results"]) == 1
        assert 0 < len(noted["notes"]) <= NOTES
        assert {note["seat"] for note in noted["notes"]} == {number}
    for member in ("shares", "network"):
        found = gather(lines, member)
        assert found is not None
        assert np.allclose(found.shares.sum(axis=1), 1)


def test_a_sample_is_summed_up_from_its_file(tmp_path: Path) -> None:
    sample = Sample("poule", 2, "classic@10", "host", 2)
    assert summarize_sample(sample, tmp_path) is None
    note = {"seat": 0, "shares": [0.7, 0.3], "network": None, "is_exact": False}
    lines = [json.dumps({"number": number, "results": [1.0, 0.0], "notes": [note]}) for number in range(2)]
    find_file(sample, tmp_path).write_text("\n".join([*lines, '{"number": 2, "res']))
    found = summarize_sample(sample, tmp_path)
    assert found is not None
    assert found["network"] is None
    assert json.loads(json.dumps(found))["search"]["error"]["mean"] == pytest.approx(0.3)
