"""The deal of a day, as far as the house's first answers to whoever always takes the first action."""

import json
from datetime import date

import estaminet
from estaminet.contests import Contest

DAY = date(2026, 11, 19)
DECISIONS = 8


def answer(wanted: str) -> str:
    """The seat, and all that was done."""
    contest = Contest.daily(estaminet.game(json.loads(wanted)["name"]), DAY)
    return json.dumps([contest.seat, play_a_while(contest)])


def play_a_while(contest: Contest) -> list[str]:
    position = contest.start()
    contest.answer(position)
    for _ in range(DECISIONS):
        if not position.is_over:
            position.play(position.legal()[0])
            contest.answer(position)
    return position.actions
