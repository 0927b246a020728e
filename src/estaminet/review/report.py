"""A review in English words: its sentences, which the terminal shows too, and its page.

The page is one file of HTML with the curves, the accounts, the mistakes and the lucky draws. It needs nothing from
anywhere else.
"""

from html import escape
from typing import Final

from estaminet.engine.game import SEAT_ARGUMENTS, Game
from estaminet.engine.kernel import NOBODY
from estaminet.players.playouts import POOLED
from estaminet.review.model import Account, Cause, Curve, Decision, Draw, Review, TurningPoint, Verdict

TERMS: Final = {
    "place": "turn order",
    "deal": "deal",
    "draws": "draws",
    "hidden": "hidden cards",
    "others": "others’ decisions",
    "decisions": "own decisions",
    "judgement": "unexplained",
}
"""The names of an account's terms."""
CAUSES: Final = {Cause.DRAW: "a draw", Cause.DECISION: "a decision"}
MOST_DRAWS: Final = 4
LEAST_LUCK: Final = 0.03
"""The least value of a lucky draw that gets a line, as a share of the victory."""
VERDICTS: Final = {
    Verdict.BEST: "best",
    Verdict.CLOSE: "too close to judge",
    Verdict.MISTAKE: "mistake",
    Verdict.GRAVE: "grave mistake",
}
UNEXPLAINED: Final = "Everything else is too close to tell: nobody can say where the rest of this result came from."
WIDTH: Final = 960
HEIGHT: Final = 320
LEFT: Final = 44
"""The left end of the curve, after the percentages."""
BAR: Final = 46
"""The longest bar on either side, in percent of its place."""
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


def describe_mistake(game: Game, decision: Decision) -> str:
    """The turn of a mistake, the played action, the better one, and the cost."""
    cost = f"{100 * decision.loss:.0f} ± {100 * decision.loss_error:.0f} of {100 * decision.chance:.0f} points"
    begin = f"Turn {decision.turn}: seat {decision.seat} plays {', '.join(decision.played)}"
    better = f"better: {', '.join(decision.better)} ({VERDICTS[decision.verdict]}, cost {cost})."
    follow = f"Likely continuation: {', '.join(decision.follow)}." if decision.follow else ""
    return " ".join(filter(None, [f"{begin}; {better}", describe_reason(game, decision), follow]))


def find_lucky_draws(review: Review) -> list[Draw]:
    """The luckiest draws, the largest first."""
    lucky = sorted(review.draws, key=lambda each: -max(each.gained))
    return [each for each in lucky if max(each.gained) >= LEAST_LUCK][:MOST_DRAWS]


def describe_draw(review: Review, draw: Draw) -> str:
    """The seat that drew, and the seat that it favoured most."""
    most = max(draw.gained)
    return (
        f"Action {draw.ply + 1}, seat {review.movers[draw.ply]}, {review.actions[draw.ply]}: "
        f"{100 * most:+.0f} points for seat {draw.gained.index(most)}."
    )


def describe_reason(game: Game, decision: Decision) -> str:
    """The reason why the other was better; empty if the game has none."""
    if decision.reason is None:
        return ""
    arguments = decision.reason.arguments.items()
    told = {name: f"Seat {value}" if name in SEAT_ARGUMENTS else value for name, value in arguments}
    return game.sentences.get(decision.reason.key, "").format(**told)


def describe_turning_point(review: Review, point: TurningPoint) -> str:
    """The action after which the chances changed most."""
    action, mover = review.actions[point.ply], review.movers[point.ply]
    change = f"{100 * point.before:.0f} % to {100 * point.after:.0f} %"
    return (
        f"Turning point, {CAUSES[point.cause]}: action {point.ply + 1}, seat {mover}, {action}: "
        f"seat {point.seat} from {change}."
    )


def describe_view(view: int) -> str:
    """The name of a point of view."""
    return {NOBODY: "What everybody knew", POOLED: "All cards open"}.get(view, f"What seat {view} knew")


def find_main_curve(review: Review) -> Curve:
    """Everybody's curve, or that of the only reviewed seat."""
    return next((each for each in review.curves if each.view == NOBODY), review.curves[0])


def show_rate(number: float | None, unit: str) -> str:
    return "–" if number is None else f"{number:.0f} {unit}"


def make_page(review: Review, game: Game) -> str:
    """The whole page."""
    title = f"{game.title}: skill and luck"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(describe_result(review))}</p>",
        "<h2>What each seat could expect</h2>",
    ]
    main = find_main_curve(review)
    parts += draw_view(review, main)
    for curve in review.curves:
        if curve is not main:
            parts += [
                "<details>",
                f"<summary>{describe_view(curve.view)}</summary>",
                *draw_view(review, curve),
                "</details>",
            ]
    parts.append(
        '<p class="faint">The chances of one point of view add up. Thin lines end a round; dots are mistakes.</p>'
    )
    parts += [show_account(each, review) for each in review.accounts]
    marked = [escape(describe_mistake(game, each)) for each in sorted(review.mistakes, key=lambda each: each.ply)]
    parts += ["<h2>Mistakes</h2>", list_items(marked) or "<p>None that are certain.</p>"]
    if draws := find_lucky_draws(review):
        parts += ["<h2>Lucky draws</h2>", list_items([escape(describe_draw(review, each)) for each in draws])]
    parts.append(
        '<p class="faint">All numbers are hundredths of the victory. A mistake cost more than 5, and more than three '
        "standard errors, from what its seat knew; what is closer cannot be judged.</p>"
    )
    body = "\n".join(parts)
    head = (
        f'<meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style>'
    )
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>{body}</body></html>\n'


def list_items(texts: list[str]) -> str:
    """A list; empty if there is nothing in it."""
    return f"<ul>{''.join(f'<li>{text}</li>' for text in texts)}</ul>" if texts else ""


def draw_view(review: Review, curve: Curve) -> list[str]:
    """The chances from one point of view, with the turning point that it has."""
    found = [f"<h3>{describe_view(curve.view)}</h3>", draw_curve(review, curve)]
    if curve.turning_point is not None:
        found.append(f"<p>{escape(describe_turning_point(review, curve.turning_point))}</p>")
    return found


def describe_result(review: Review) -> str:
    """Everybody's share of the victory."""
    shares = ", ".join(f"seat {seat} {100 * share:.0f} %" for seat, share in enumerate(review.result))
    ended = "" if review.is_finished else " The game ended early there: given up, or lost on time."
    return f"{review.players} players, {len(review.actions)} actions.{ended} The victory: {shares}."


def draw_curve(review: Review, curve: Curve) -> str:
    """The lines of all seats, from one point of view, as a picture."""
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
    seats = range(review.players)
    for seat in seats:
        points = " ".join(f"{across(ply):.1f},{down(row[seat]):.1f}" for ply, row in enumerate(curve.shares))
        colour = f"var(--seat-{seat % 5})"
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [
            f'<circle cx="{across(each.ply + 1):.1f}" cy="{down(curve.shares[each.ply + 1][seat]):.1f}" r="4" '
            f'fill="{colour}">'
            f"<title>{escape(', '.join(each.played))}</title></circle>"
            for each in review.mistakes
            if each.seat == seat
        ]
    names = "; ".join(f"seat {seat}: {show_ends(curve, seat)}" for seat in seats)
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{describe_view(curve.view)}, {names}">'
        f"{''.join(parts)}</svg><p>"
        + " ".join(f'<b style="color: var(--seat-{seat % 5})">Seat {seat}</b>' for seat in seats)
        + "</p>"
    )


def show_ends(curve: Curve, seat: int) -> str:
    return f"from {100 * curve.shares[0][seat]:.0f} to {100 * curve.shares[-1][seat]:.0f} percent"


def show_account(account: Account, review: Review) -> str:
    """A seat's account as bars of one scale; a sentence if most of its result is not explained."""
    title = f'<h2 style="color: var(--seat-{account.seat % 5})">Seat {account.seat}</h2>'
    if not account.is_explained:
        return f"{title}<p>{UNEXPLAINED}</p>"
    scale = max(1.0, *(abs(value) for each in review.accounts for value in each.terms.values()))
    rows = "".join(
        f'<tr><td>{TERMS[name]}</td><td class="number">{show_points(value)}</td><td class="bar">'
        f"<div>{draw_bar(value / scale, account.seat)}</div></td></tr>"
        for name, value in account.terms.items()
    )
    total = account.result - 1 / review.players
    accuracy, rate = show_rate(account.accuracy, "%"), show_rate(account.error_rate, "‰")
    return (
        f"{title}<p>Accuracy {accuracy}, error rate {rate} of the stake.</p>"
        f'<table>{rows}<tr class="sum"><td>result, less 1/{review.players}</td>'
        f'<td class="number">{show_points(total)}</td><td></td></tr></table>'
    )


def draw_bar(value: float, seat: int) -> str:
    """A bar: gains to the right of the middle, losses to the left; 1 is the longest."""
    width = abs(value) * BAR
    left = 50 if value >= 0 else 50 - width
    return f'<i style="left: {left:.1f}%; width: {width:.1f}%; background: var(--seat-{seat % 5})"></i>'
