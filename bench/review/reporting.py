"""The tables of docs/review.md, from what was played."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.review.playing import LEVELS
from estaminet.review.decisions import LEAST_ERRORS, LEAST_LOSS

Numbers = NDArray[np.float64]


def report(rows: Sequence[dict[str, Any]]) -> Iterable[str]:
    """What was measured, a game with a number of players after the other."""
    for game, players in sorted({(row["game"], row["players"]) for row in rows}):
        same = [row for row in rows if (row["game"], row["players"]) == (game, players)]
        yield f"## {game} {players}"
        if reviewed := [row for row in same if "terms" in row]:
            yield from report_accounts(reviewed, players)
        yield from report_weight(same, players)


def report_accounts(rows: Sequence[dict[str, Any]], players: int) -> Iterable[str]:
    """Of whole reviews."""
    levels = np.array([level for row in rows for level in row["levels"]])
    result = gather(row["result"] for row in rows)
    terms = {name: gather([each[name] for each in row["terms"]] for row in rows) for name in rows[0]["terms"][0]}
    off = np.abs(sum(terms.values()) + 1 / players - result).max()
    judgement = terms["judgement"]
    stakes = gather(row["stakes"] for row in rows)
    marked = gather(row["marked"] for row in rows)
    yield f"{len(rows)} games; adds up to {off:.0e}"
    yield f"judgement: sd {judgement.std():.3f} / {result.std():.3f} = {judgement.std() / result.std():.2f}"
    for level in (each for each in LEVELS if each in levels):
        of = levels == level
        luck = terms["deal"][of] + terms["draws"][of]
        yield (
            f"  {level:10} {of.sum():5} seats: luck {show(luck)}, decisions {show(terms['decisions'][of])}, judgement "
            f"{show(judgement[of])}, lost of the stake {show_ratio(-terms['decisions'][of], stakes[of])}, "
            f"marked {marked[of].mean():.2f}"
        )
    yield from report_repetitions(rows)
    for name in ("first", "seconds", "processor"):
        seconds = np.array([row[name] for row in rows])
        yield f"{name}: median {np.median(seconds):.2f} s, most {seconds.max():.2f} s"


def report_repetitions(rows: Sequence[dict[str, Any]]) -> Iterable[str]:
    """What comes of marked decisions when everything is sampled anew."""
    if pairs := [pair for row in rows for pair in row.get("pairs", ())]:
        first, _, second, error = np.array(pairs).T
        is_sure = np.mean((second > LEAST_LOSS) & (second > LEAST_ERRORS * error))
        yield (
            f"{len(pairs)} marked; valued again a loss in {np.mean(second > 0):.0%}, of more than half the least in "
            f"{np.mean(second > LEAST_LOSS / 2):.0%}, sure in {is_sure:.0%}; "
            f"mean {first.mean():.3f}, {second.mean():.3f}"
        )
    if again := [each for row in rows for each in row.get("again", ())]:
        is_loss = np.mean([second > 0 for _, second, _ in again])
        is_marked = np.mean([verdict in ("mistake", "grave") for *_, verdict in again])
        yield f"{len(again)} marked; in another review a loss in {is_loss:.0%}, marked in {is_marked:.0%}"


def report_weight(rows: Sequence[dict[str, Any]], players: int) -> Iterable[str]:
    """How much of the luck shows in results."""
    levels = np.array([level for row in rows for level in row["levels"]])
    result, luck = gather(row["result"] for row in rows) - 1 / players, gather(find_luck(row) for row in rows)
    weight = float((result * luck).sum() / (luck * luck).sum())
    size = len(rows)
    samples = np.random.default_rng(1).integers(0, size, (500, size))
    by_game = np.stack([(result * luck).reshape(size, -1).sum(1), (luck * luck).reshape(size, -1).sum(1)])
    weights = by_game[0][samples].sum(1) / by_game[1][samples].sum(1)
    left = [(result - factor * luck).var() / result.var() for factor in (1.0, weight)]
    yield (
        f"{size} games: luck weight {weight:.2f} ± {weights.std():.2f}; variance left {left[0]:.2f}, "
        f"weighed {left[1]:.2f}; correlation {np.corrcoef(result, luck)[0, 1]:.2f}"
    )
    yield "  luck: " + ", ".join(f"{level} {show(luck[levels == level])}" for level in LEVELS)


def find_luck(row: dict[str, Any]) -> list[float]:
    """Every seat's luck before it is weighed."""
    if "luck" in row:
        return list(row["luck"])
    return [(terms["deal"] + terms["draws"]) / row["weight"] for terms in row["terms"]]


def gather(values: Iterable[Sequence[float]]) -> Numbers:
    return np.array([value for each in values for value in each], np.float64)


def show(values: Numbers) -> str:
    """A mean with its standard error."""
    if len(values) < 2:
        return "-"
    return f"{values.mean():+.4f} ± {values.std(ddof=1) / np.sqrt(len(values)):.4f}"


def show_ratio(losses: Numbers, stakes: Numbers) -> str:
    """The sum of losses over that of stakes, with its standard error."""
    if len(losses) < 2:
        return "-"
    ratio = losses.sum() / stakes.sum()
    error = (losses - ratio * stakes).std(ddof=1) / np.sqrt(len(losses)) / stakes.mean()
    return f"{ratio:.3f} ± {error:.3f}"
