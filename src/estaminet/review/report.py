"""A review in English words: its sentences, which the terminal shows too, and its page.

The page is one file of HTML with the curve, the accounts and the mistakes. It needs nothing from anywhere else.
"""

from html import escape
from typing import Final

from estaminet.engine.game import SEAT_ARGUMENTS, Game
from estaminet.review.model import Account, Curve, Decision, Review, TurningPoint, Verdict

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
WIDTH: Final = 960
HEIGHT: Final = 320
LEFT: Final = 44
"""Where the curve begins: before it stand the percents."""
BAR: Final = 46
"""The most of a bar on either side, in percent of its place."""
STYLE: Final = """
:root { color-scheme: light dark; --ink: #1d2330; --paper: #fbf9f4; --faint: #8a8578; --rule: #ddd6c8;
  --seat-0: #0b6fb8; --seat-1: #b5440a; --seat-2: #2f7d32; --seat-3: #8b3fa8; --seat-4: #7a6200; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece7dc; --paper: #191c23; --faint: #9c978b; --rule: #3a3e48;
  --seat-0: #6bb8f2; --seat-1: #f59b66; --seat-2: #7fcf83; --seat-3: #d59cec; --seat-4: #dcc450; } }
* { box-sizing: border-box } body { margin: 2rem auto; max-width: 62rem; padding: 0 1rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 Georgia, serif } h1, h2 { line-height: 1.2 } svg { width: 100%; height: auto }
table { border-collapse: collapse; width: 100% } th, td { padding: .2rem .6rem .2rem 0; text-align: left }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; width: 5rem }
td.bar { width: 45% } .bar div { position: relative; height: .9rem; border-left: 0; background:
  linear-gradient(var(--rule), var(--rule)) center / 1px 100% no-repeat } .bar i { position: absolute; top: 0;
  height: 100%; border-radius: 2px } tr.sum td { border-top: 1px solid var(--rule); font-weight: bold }
.faint, text { color: var(--faint); fill: var(--faint) } text { font-size: 13px } li { margin: .4rem 0 }
"""


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
    if decision.reason is None:
        return ""
    arguments = decision.reason.arguments.items()
    told = {name: f"Seat {value}" if name in SEAT_ARGUMENTS else value for name, value in arguments}
    return game.sentences.get(decision.reason.key, "").format(**told)


def tell_turning_point(review: Review, point: TurningPoint) -> str:
    """The action that decided the game."""
    action, mover = review.actions[point.ply], review.movers[point.ply]
    change = f"{100 * point.before:.0f} % to {100 * point.after:.0f} %"
    return f"Turning point: action {point.ply + 1}, seat {mover}, {action}: seat {point.seat} from {change}."


def show_rate(number: float | None, unit: str) -> str:
    return "–" if number is None else f"{number:.0f} {unit}"


def make_page(review: Review, game: Game) -> str:
    """The whole page."""
    title = f"{game.title}: skill and luck"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(tell_result(review))}</p>",
        "<h2>What each seat could expect</h2>",
        draw_curve(review),
        '<p class="faint">Share of the victory, from what the seat knew at that moment. Thin lines end a round; '
        "dots are mistakes.</p>",
    ]
    if review.turning_point is not None:
        parts.append(f"<p>{escape(tell_turning_point(review, review.turning_point))}</p>")
    parts += [show_account(each, review) for each in review.accounts]
    parts.append("<h2>Mistakes</h2>")
    marked = "".join(
        f'<li value="{each.ply + 1}"><b style="color: var(--seat-{each.seat % 5})">Seat {each.seat}</b>, '
        f"{escape(tell_mistake(game, each))}</li>"
        for each in sorted(review.mistakes, key=lambda each: each.ply)
    )
    parts.append(f"<ol>{marked}</ol>" if marked else "<p>None that can be told for sure.</p>")
    parts.append(
        '<p class="faint">All numbers are hundredths of the victory. A mistake cost more than 5, and more than three '
        "standard errors; what is closer cannot be judged. In a single game the part of the result that cannot be is "
        "often large.</p>"
    )
    body = "\n".join(parts)
    head = (
        f'<meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style>'
    )
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>{body}</body></html>\n'


def tell_result(review: Review) -> str:
    """Who won what."""
    shares = ", ".join(f"seat {seat} {100 * share:.0f} %" for seat, share in enumerate(review.result))
    return f"{review.players} players, {len(review.actions)} actions. The victory: {shares}."


def draw_curve(review: Review) -> str:
    """The lines of all seats as a picture."""
    plies = max(len(review.actions), 1)

    def across(ply: float) -> float:
        return LEFT + (WIDTH - LEFT) * ply / plies

    def down(share: float) -> float:
        return 8 + (HEIGHT - 16) * (1 - share)

    parts = [
        f'<line x1="{LEFT}" x2="{WIDTH}" y1="{down(share):.1f}" y2="{down(share):.1f}" stroke="var(--rule)"/>'
        f'<text x="0" y="{down(share) + 4:.1f}">{100 * share:.0f} %</text>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    ]
    parts += [
        f'<line x1="{across(ply + 1):.1f}" x2="{across(ply + 1):.1f}" y1="8" y2="{HEIGHT - 8}" stroke="var(--faint)" '
        'stroke-dasharray="2 4"/>'
        for ply in review.rounds
    ]
    for curve in review.curve:
        points = " ".join(f"{across(ply):.1f},{down(share):.1f}" for ply, share in enumerate(curve.shares))
        colour = f"var(--seat-{curve.seat % 5})"
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [
            f'<circle cx="{across(each.ply + 1):.1f}" cy="{down(curve.shares[each.ply + 1]):.1f}" r="4" '
            f'fill="{colour}">'
            f"<title>{escape(', '.join(each.played))}</title></circle>"
            for each in review.mistakes
            if each.seat == curve.seat
        ]
    names = " ".join(f"seat {curve.seat}: {show_ends(curve)};" for curve in review.curve).rstrip(";")
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Expected shares, {names}">{"".join(parts)}</svg>'
        + "<p>"
        + " ".join(f'<b style="color: var(--seat-{curve.seat % 5})">Seat {curve.seat}</b>' for curve in review.curve)
        + "</p>"
    )


def show_ends(curve: Curve) -> str:
    return f"from {100 * curve.shares[0]:.0f} to {100 * curve.shares[-1]:.0f} percent"


def show_account(account: Account, review: Review) -> str:
    """A seat's account as bars; all seats have the same scale."""
    scale = max(1.0, *(abs(value) for each in review.accounts for value in each.terms.values()))
    rows = "".join(
        f'<tr><td>{TERMS[name]}</td><td class="number">{show_points(value)}</td><td class="bar">'
        f"<div>{draw_bar(value / scale, account.seat)}</div></td></tr>"
        for name, value in account.terms.items()
    )
    total = account.result - 1 / review.players
    accuracy, rate = show_rate(account.accuracy, "%"), show_rate(account.error_rate, "‰")
    return (
        f'<h2 style="color: var(--seat-{account.seat % 5})">Seat {account.seat}</h2>'
        f"<p>Accuracy {accuracy}, error rate {rate} of the stake.</p>"
        f'<table>{rows}<tr class="sum"><td>result, less 1/{review.players}</td>'
        f'<td class="number">{show_points(total)}</td><td></td></tr></table>'
    )


def draw_bar(value: float, seat: int) -> str:
    """To the right of the middle what was gained, to the left what was lost; 1 is the longest."""
    width = abs(value) * BAR
    left = 50 if value >= 0 else 50 - width
    return f'<i style="left: {left:.1f}%; width: {width:.1f}%; background: var(--seat-{seat % 5})"></i>'
