"""A review in English words, for the terminal and for its page."""

from typing import Final

from estaminet.engine.game import SEAT_ARGUMENTS, Game
from estaminet.review.model import Decision, Review, TurningPoint, Verdict

TERMS: Final = {
    "place": "turn order",
    "deal": "deal",
    "draws": "draws",
    "others": "others’ decisions",
    "decisions": "own decisions",
    "judgement": "cannot be judged",
}
"""What each term of an account is called."""
VERDICTS: Final = {
    Verdict.BEST: "best",
    Verdict.CLOSE: "too close to judge",
    Verdict.MISTAKE: "mistake",
    Verdict.GRAVE: "grave mistake",
}


def show_points(share: float) -> str:
    """A part of the victory, in points of a hundred: ``+12.3``."""
    return f"{100 * share:+.1f}".replace("-", "−")


def tell_mistake(game: Game, decision: Decision) -> str:
    """What was played, what was better, and what it cost."""
    cost = f"{100 * decision.loss:.1f} ± {100 * decision.loss_error:.1f}"
    begin = f"{', '.join(decision.played)}: {VERDICTS[decision.verdict]}, cost {cost}"
    better = f"Better: {', '.join(decision.better)}."
    return " ".join(filter(None, [f"{begin}.", better, tell_reason(game, decision)]))


def tell_reason(game: Game, decision: Decision) -> str:
    """Why the other was better; nothing if the game does not say."""
    if decision.reason is None or not isinstance(arguments := decision.reason["arguments"], dict):
        return ""
    sentence = game.sentences.get(str(decision.reason["key"]), "")
    told = {name: f"Seat {value}" if name in SEAT_ARGUMENTS else value for name, value in arguments.items()}
    return sentence.format(**told)


def tell_turning_point(review: Review, point: TurningPoint) -> str:
    """The action that decided the game."""
    action, mover = review.actions[point.ply], review.movers[point.ply]
    change = f"{100 * point.before:.0f} % to {100 * point.after:.0f} %"
    return f"Turning point: action {point.ply + 1}, seat {mover}, {action}: seat {point.seat} from {change}."


def show_rate(number: float | None, unit: str) -> str:
    return "–" if number is None else f"{number:.0f} {unit}"
