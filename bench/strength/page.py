"""The page of results: prose from a template, all numbers from the results."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from bench.strength.matches import RACE, RETIRED, ROLLOUT, Match, Result
from estaminet.arena.report import duration, percent

TEMPLATE: Final = Path(__file__).with_name("page.md")
FORMAT: Final = "estaminet-strength/1"
EARLIER: Final = "†"
"""The mark on matches played with older sources."""
NOTHING: Final = "Not measured yet."
Calibration = Mapping[str, Any]
"""The fit of a search's stated chances. Measured once, with an earlier version; the figures stay."""


class Book:
    """All results, as one file keeps them."""

    def __init__(self, file: Path) -> None:
        self._file = file
        data = json.loads(file.read_text()) if file.exists() else {"matches": [], "calibration": []}
        self.matches = {each["name"]: Result.read(each) for each in data["matches"]}
        self.calibration: dict[str, Calibration] = {each["name"]: each for each in data["calibration"]}

    def enter(self, result: Result) -> None:
        """Replace an older result once there are as many games of it."""
        older = self.matches.get(result.name)
        if older is None or older.sources == result.sources or older.deals <= result.deals:
            self.matches[result.name] = result

    def write(self) -> None:
        members = {
            "format": FORMAT,
            "matches": [each.to_data() for each in self.matches.values()],
            "calibration": list(self.calibration.values()),
        }
        self._file.write_text(json.dumps(members, indent=1, ensure_ascii=False) + "\n")


def write_page(book: Book, matches: Sequence[Match], sources: Mapping[str, str]) -> str:
    """The page; `sources` are today's, by the name of the match. What can no longer be played comes last."""
    wanted = dict.fromkeys([*(match.name for match in matches), *book.matches])
    there = [book.matches[name] for name in wanted if name in book.matches]
    parts = {
        "levels": lay_out_levels([each for each in there if each.table == "levels"], sources),
        "commands": list_commands(there),
        "sources": say_sources(there, sources),
    }
    for table in ("equal_time", "greedy", "open", "ablations", "responses"):
        parts[table] = lay_out([each for each in there if each.table == table], sources)
    text = TEMPLATE.read_text()
    for name, part in parts.items():
        text = text.replace(f"{{{{{name}}}}}", part)
    return text


def lay_out(results: Sequence[Result], sources: Mapping[str, str]) -> str:
    """A table of matches; columns for requirements only if there are any."""
    if not results:
        return NOTHING
    asks = any(each.is_reached is not None for each in results)
    heads = ["match", "games", "share", "95 %", "x", "thinks", *(["asked", ""] if asks else [])]
    rows = []
    for each in results:
        mark = "" if each.sources == sources.get(each.name, each.sources) else f" {EARLIER}"
        thinking = " / ".join(duration(seconds) for seconds in each.seconds.values())
        row = [
            name_match(each),
            f"{each.games:,}{mark}",
            percent(each.share.mean),
            span(each),
            f"{each.times_chance:.2f}",
            thinking,
        ]
        rows.append(row + ([say_asked(each), say_verdict(each)] if asks else []))
    return draw_table(heads, rows)


def lay_out_levels(results: Sequence[Result], sources: Mapping[str, str]) -> str:
    """A table for each pair of levels, the strongest first."""
    pairs = dict.fromkeys((each.players[0], each.players[1]) for each in reversed(results))
    tables = [
        lay_out([each for each in results if (each.players[0], each.players[1]) == pair], sources) for pair in pairs
    ]
    return "\n\n".join(tables) or NOTHING


def list_commands(results: Sequence[Result]) -> str:
    commands = dict.fromkeys(each.command for each in results)
    return "\n".join(f"    {command}" for command in commands) or NOTHING


def say_sources(results: Sequence[Result], sources: Mapping[str, str]) -> str:
    """The versions behind the numbers."""
    text = "Times are of one core each. The same command gives the same games where budgets are iterations."
    if any(each.sources != sources.get(each.name, each.sources) for each in results):
        text += f" {EARLIER}: played with an earlier version of the rules, the players or their networks."
    return text


def name_match(result: Result) -> str:
    """The players and the game."""
    first, second, *_ = result.players
    what = next((f" ({text})" for text, variant in {**RACE, **ROLLOUT, **RETIRED}.items() if variant == first), "")
    return f"`{first}`{what} against `{second}`: `{result.game}`, {len(result.players)} players"


def say_asked(result: Result) -> str:
    if result.least is not None:
        return f"{100 * result.least:.0f} %"
    return "" if result.within is None else f"{100 * result.within[0]:.0f} to {100 * result.within[1]:.0f} %"


def say_verdict(result: Result) -> str:
    return {True: "reached", False: "**not reached**", None: ""}[result.is_reached]


def span(result: Result) -> str:
    share = result.share
    return "–" if share.low is None or share.high is None else f"{100 * share.low:.1f} to {percent(share.high)}"


def draw_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
