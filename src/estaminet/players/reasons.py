"""Placeholder."""

from estaminet.engine.game import Game, LogLine
from estaminet.players.thinker import Trial


def find_reason(game: Game, trial: Trial, seat: int, better: int = 0, worse: int = 1) -> LogLine:
    worlds = list(trial.worlds[:32])
    return game.reason(worlds, seat, trial.lines[better], trial.lines[worse]) or LogLine("reason.later", {})
