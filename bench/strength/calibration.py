"""Games in which a searching player notes now and then what it expects, to be compared with what came."""

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np

from bench.strength.matches import SEED, TABLES, name_king
from bench.strength.reliability import Forecasts, examine, try_correction
from estaminet.arena.entrants import find_entrant, read_search
from estaminet.arena.match import warm_up
from estaminet.arena.processes import AHEAD, hire
from estaminet.arena.sources import fingerprint
from estaminet.engine.deal import seed_bits
from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import Game
from estaminet.engine.kernel import Known
from estaminet.engine.record import write_line
from estaminet.games import REGISTRY
from estaminet.players.exact import calculate_end, win_at_once
from estaminet.players.networks.playouts import write_shares
from estaminet.players.networks.policy import Policy
from estaminet.players.networks.weights import Network
from estaminet.players.player import Player, think
from estaminet.players.race import find_race_settings, require_weights, run_race
from estaminet.players.search import Thoughts

NOTES: Final = 4
"""Positions of a game: few and far between, so that they depend little on each other."""
POSITIONS: Final = 10_000
OTHERS: Final = "host"
"""Whom it meets besides itself."""
ITERATIONS: Final[Mapping[str, int]] = {"reeperbahn": 200, "poule": 1000, "nuit": 300}
"""Enough for a forecast, and few enough for thousands of games."""


@dataclass(frozen=True)
class Sample:
    """Games of a searching player with itself, or with others on all other seats."""

    game: str
    players: int
    who: str
    others: str
    games: int
    seed: int = SEED

    @property
    def name(self) -> str:
        """For a file: ``calibration-poule-2-learned@1000-host``."""
        return "-".join(["calibration", self.game, str(self.players), *dict.fromkeys([self.who, self.others])])

    @property
    def sources(self) -> str:
        """Which version of rules, players and networks plays it."""
        return fingerprint(self.game, [self.who, *[self.others] * (self.players - 1)])


def list_samples(positions: int = POSITIONS) -> list[Sample]:
    """For all games: the search of their king, with itself and with others."""
    samples = []
    for game, counts in TABLES.items():
        for players in counts:
            who = name_king(game, players, str(ITERATIONS[game]))
            games = -(-positions // NOTES)
            samples += [Sample(game, players, who, who, games), Sample(game, players, who, OTHERS, -(-games // 4))]
    return samples


class Thinker:
    """A search that says what it expects."""

    def __init__(self, name: str, game: Game, players: int, seed: int) -> None:
        found = read_search(name)
        if found is None:
            raise ValueError(f"{name} is not the name of a search")
        self._plan, self._game, self._players, self._seed = found, game, players, seed
        self._policy: Policy | None = None
        if found.is_learned:
            network = Network.load(Path(found.file)) if found.file else require_weights(game, players)
            self._policy = Policy(network, game, players)

    def think(self, known: Known, seat: int) -> Thoughts:
        """As the player of that name does."""
        game, players, seed, budget = self._game, self._players, self._seed, self._plan.budget
        if self._policy is None:
            return think(game, players, known, seat, budget, seed)
        return (
            calculate_end(game, players, known, seat)
            or win_at_once(game, players, known, seat, seed)
            or run_race(self._policy, game, known, seat, budget, seed, find_race_settings(game, self._plan.changes))
        )

    def judge(self, known: Known, seat: int) -> list[float] | None:
        """What its network expects without thinking; None if it has none."""
        if self._policy is None:
            return None
        shares = np.zeros(self._players)
        write_shares(self._policy.judge(known, seat).shares, seat, shares)
        expected: list[float] = shares.tolist()
        return expected


def play_game(sample: Sample, number: int) -> str:
    """One game as a line: its result, and what was expected in a few positions, taken by chance."""
    warm_up(sample.game)
    game = REGISTRY.find(sample.game)
    position = game.start(sample.players, seed=f"{sample.name}/{sample.seed}/{number}")
    seeds = [_draw_seed(sample, number, seat) for seat in range(sample.players)]
    is_alone = sample.others != sample.who
    thinkers: dict[int, Thinker] = {
        seat: Thinker(sample.who, game, sample.players, seeds[seat])
        for seat in range(sample.players)
        if not is_alone or seat == number % sample.players
    }
    others: dict[int, Player] = {
        seat: find_entrant(sample.others).seat(seeds[seat]) for seat in set(range(sample.players)) - set(thinkers)
    }
    rng = np.random.default_rng(_draw_seed(sample, number, sample.players))
    notes: list[dict[str, object]] = []
    decisions = 0
    while (seat := position.to_move) is not None:
        known = position.known_to(seat)
        if seat in others:
            position.play_code(int(others[seat].choose(game, sample.players, known, seat)))
            continue
        codes = position.legal_codes()
        if len(codes) == 1:
            position.play_code(codes[0])
            continue
        thinker = thinkers[seat]
        thoughts = thinker.think(known, seat)
        decisions += 1
        at = len(notes) if decisions <= NOTES else int(rng.integers(decisions))
        if at < NOTES:  # every decision of the game is as likely to be kept
            judged = thinker.judge(known, seat)
            note = {"seat": seat, "shares": thoughts.shares, "network": judged, "is_exact": thoughts.is_exact}
            notes[at : at + 1] = [note]
        position.play_code(thoughts.candidates[0].code)
    return write_line({"number": number, "results": position.returns(), "notes": notes})


def play_samples(samples: Iterable[Sample], root: Path, jobs: int | None) -> None:
    """Play what is missing; one that cannot be played is left out with its reason."""
    for sample in samples:
        try:
            count = sum(1 for _ in play_sample(sample, root, jobs or os.cpu_count() or 1))
        except EstaminetError as error:
            print(f"{sample.name}: left out. {error}", flush=True)
        else:
            print(f"{sample.name}: {count} games more", flush=True)


def play_sample(sample: Sample, root: Path, jobs: int) -> Iterator[str]:
    """The lines of the games that were missing, each kept before it is given."""
    file = find_file(sample, root)
    file.parent.mkdir(parents=True, exist_ok=True)
    there = {json.loads(line)["number"] for line in read_lines(file)}
    waiting = iter([number for number in range(sample.games) if number not in there])
    warm_up(sample.game)
    running: set[Future[str]] = set()
    with hire(jobs) as pool, file.open("a") as out:
        while True:
            running |= {
                pool.submit(play_game, sample, number) for number in islice(waiting, AHEAD * jobs - len(running))
            }
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                line = future.result()
                out.write(line + "\n")
                out.flush()
                yield line
                if sys.stderr.isatty():
                    print(f"\r{sample.name}: {json.loads(line)['number']} of {sample.games} ", end="", file=sys.stderr)


def find_file(sample: Sample, root: Path) -> Path:
    """Where its games are: other sources, other file."""
    return root / f"{sample.name}-{sample.sources[:8]}.jsonl"


def read_lines(file: Path) -> list[str]:
    """All whole lines; the next game begins on one of its own."""
    if not file.exists():
        return []
    text = file.read_text()
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        file.write_text(whole)
    return whole.splitlines()


def gather(lines: Iterable[str], member: str = "shares") -> Forecasts | None:
    """What was expected in all games, by the search (`shares`) or by its network alone (`network`); None if nothing."""
    games = sorted((json.loads(line) for line in lines), key=lambda game: int(game["number"]))
    rows = [(game, note) for game in games for note in game["notes"] if note[member] is not None]
    if not rows:
        return None
    return Forecasts(
        np.array([game["number"] for game, _ in rows]),
        np.array([note["seat"] for _, note in rows]),
        np.array([note[member] for _, note in rows], np.float64),
        np.array([game["results"] for game, _ in rows], np.float64),
        np.array([note["is_exact"] and member == "shares" for _, note in rows]),
    )


def summarize_sample(sample: Sample, root: Path) -> dict[str, object] | None:
    """What the page tells of a sample, as plain data; None if there are no games."""
    lines = read_lines(find_file(sample, root))
    searched, judged = gather(lines), gather(lines, "network")
    if searched is None:
        return None
    correction = try_correction(searched)
    return {
        **asdict(sample),
        "name": sample.name,
        "sources": sample.sources,
        "search": _to_data(examine(searched)._asdict()),
        "network": None if judged is None else _to_data(examine(judged)._asdict()),
        "correction": _to_data(correction._asdict()),
    }


def _to_data(members: dict[str, object]) -> object:
    """The same in lists and dictionaries."""
    return json.loads(json.dumps(members, default=asdict))


def _draw_seed(sample: Sample, number: int, seat: int) -> int:
    return int.from_bytes(seed_bits(f"{sample.name}/{sample.seed}/{number}/{seat}")[:8])
