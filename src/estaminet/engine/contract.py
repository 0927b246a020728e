"""The engine's contract: properties of every game, checked on random games of it.

Any game can be run through it, also one of a third party: `check_game(GAME)`, or ``estaminet contract``.
Each check takes a `Case` and raises ContractBroken with a sentence about what is broken.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.deal import seed_bits
from estaminet.engine.errors import ContractBroken, EstaminetError, IllegalAction, UnknownAction
from estaminet.engine.game import Game
from estaminet.engine.jit.layout import Memory
from estaminet.engine.jit.random import below, generator
from estaminet.engine.kernel import NOBODY
from estaminet.engine.observation import number_actions
from estaminet.engine.options import Choice, Flag, Number, OptionValue
from estaminet.engine.position import Position
from estaminet.engine.record import Record, parse_record

MOST_BYTES: Final = 1024
RULE: Final = re.compile(r"[A-Z]+\d+(\.\d+)?")
SENTINELS: Final = 64
"""Guard places behind an array."""
SAMPLED_PLIES: Final = 12
"""Positions of a game that are checked closely."""
REDRAWS: Final = 100
"""Redraws of the unseen."""
MOST_DEVIATION: Final = 6.0
"""In standard errors: chance passes it once in a billion."""


@dataclass(frozen=True)
class Case:
    """One game to check: players, options and seed."""

    game: Game
    players: int
    options: Mapping[str, OptionValue]
    seed: int

    def __str__(self) -> str:
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        return " ".join(filter(None, [self.game.name, f"players={self.players}", options, f"seed={self.seed}"]))

    def start(self) -> Position:
        return self.game.start(self.players, self.seed, self.options)

    def walk(self) -> Iterator[Position]:
        """A random game: the same position object before every action and at the end."""
        position = self.start()
        rng = generator(int.from_bytes(seed_bits(self.seed)[:8]))
        yield position
        while codes := position.legal_codes():
            if len(position.history) > self.game.kernel.longest:
                raise ContractBroken(f"{self}: a game is longer than {self.game.kernel.longest} actions.")
            code = codes[below(rng, len(codes))]
            self.game.kernel.apply(position.memory, code)
            position.history.append(code)
            yield position

    def sample(self) -> Iterator[Position]:
        """A few positions of a random game, the first and the last among them."""
        length = sum(1 for _ in self.walk()) - 1
        wanted = {round(ply) for ply in np.linspace(0, length, SAMPLED_PLIES)}
        return (position.copy() for ply, position in enumerate(self.walk()) if ply in wanted)

    def seats(self) -> list[int]:
        return [*range(self.players), NOBODY]


def option_sets(game: Game) -> Iterator[dict[str, OptionValue]]:
    """The defaults, then every other value of every option (for numbers the lowest and the highest)."""
    yield {}
    for option in game.options:
        values: tuple[OptionValue, ...] = ()
        match option:
            case Choice():
                values = option.values[1:]
            case Number():
                values = tuple({option.lowest, option.highest} - {option.default})
            case Flag():
                values = (True,)
        yield from ({option.name: value} for value in sorted(values))


def cases(game: Game, seeds: int = 1) -> Iterator[Case]:
    """Every player count with every option set."""
    for seed in range(seeds):
        for players in game.seats:
            for options in option_sets(game):
                yield Case(game, players, options, seed)


def check_game(game: Game, seeds: int = 1, report: Callable[[Case], None] | None = None) -> None:
    """Run the whole contract; ContractBroken names the property that a game lacks."""
    for case in cases(game, seeds):
        if report:
            report(case)
        for check in CONTRACT:
            check(case)


def keeps_actions_readable(case: Case) -> None:
    """Every action has a text of its own, which begins with its kind."""
    actions = case.game.actions
    _require(case, len({action.text for action in actions}) == len(actions), "two actions have the same text")
    for code, action in enumerate(actions):
        _require(case, case.game.code(action.text) == code, f"{action.text!r} does not lead back to its code")
        _require(case, action.text.startswith(action.kind), f"{action.text!r} does not begin with its kind")


def keeps_legal_actions_in_order(case: Case) -> None:
    """The seat to move has at least one legal action; codes ascend and exist."""
    for position in case.walk():
        codes = position.legal_codes()
        if position.is_over:
            _require(case, codes == [], "there are legal actions after the end")
            continue
        _require(case, position.to_move in range(case.players), f"seat {position.to_move} is to move")
        _require(case, 0 < len(codes) <= case.game.kernel.most_legal, f"there are {len(codes)} legal actions")
        _require(case, codes == sorted(set(codes)), "legal codes do not ascend")
        _require(case, codes[0] >= 0 and codes[-1] < len(case.game.actions), "a legal code has no text")


def comes_to_an_end(case: Case) -> None:
    """Every game ends; the shares of the victory add up to one."""
    *_, last = case.walk()
    shares = last.returns()
    _require(case, last.is_over, "the game does not end")
    _require(case, min(shares) >= 0 and abs(sum(shares) - 1) < 1e-9, f"the shares of the victory are {shares}")
    _require(case, bool(last.winners()), "nobody has won")


def keeps_small(case: Case) -> None:
    """A position fits into a kilobyte."""
    size = case.game.kernel.memory_bytes
    _require(case, size < MOST_BYTES, f"a position has {size} bytes")


def gives_the_same_game_from_its_record(case: Case) -> None:
    """Written as JSON and read back, a game ends in the same position, also when it stops early."""
    played = _played(case)
    for stop in {0, len(played.history) // 2, len(played.history)}:
        position = case.start()
        for code in played.history[:stop]:
            position.play_code(code)
        line = Record.of(position, with_legal=True).to_json()
        replayed = parse_record(line, lambda _: case.game).replay()
        _require(case, _same(replayed.memory, position.memory), "a record does not give the same position")


def draws_all_chance_at_the_deal(case: Case) -> None:
    """The same deal and the same actions always give the same bytes."""
    for one, other in zip(case.walk(), case.walk(), strict=True):
        _require(case, _same(one.memory, other.memory), "the same deal and actions give two positions")


def keeps_its_pieces(case: Case) -> None:
    """No piece appears or vanishes, neither in play nor when the unknown is imagined."""
    pieces = case.game.census(case.start().memory)
    rng = generator(case.seed)
    for position in case.walk():
        _require(case, case.game.census(position.memory) == pieces, f"the pieces are no longer {pieces}")
    for position in case.sample():
        for seat in case.seats():
            world = _imagine(position, seat, rng)
            _require(case, case.game.census(world) == pieces, f"an imagined world does not have the pieces {pieces}")


def hides_once_and_for_all(case: Case) -> None:
    """Hiding twice changes nothing; the rest suffices for the seat's own decisions and the score."""
    kernel = case.game.kernel
    for position in case.sample():
        for seat in case.seats():
            known = kernel.known(position.memory, seat)
            _require(case, _same(known, kernel.known(known, seat)), "hiding twice is not hiding once")
            _require(case, kernel.to_move(known) == kernel.to_move(position.memory), "hiding changes who is to move")
            if seat == position.to_move:
                same = kernel.codes(known).tolist() == position.legal_codes()
                _require(case, same, "a seat cannot tell its own legal actions")


def tells_spectators_what_everybody_knows(case: Case) -> None:
    """Every seat knows what a spectator knows, and hiding more from any seat's knowledge gives that."""
    kernel = case.game.kernel
    for position in case.sample():
        everybody = kernel.known(position.memory, NOBODY)
        for seat in range(case.players):
            same = _same(kernel.known(kernel.known(position.memory, seat), NOBODY), everybody)
            _require(case, same, "a spectator knows something that a seat does not")


def imagines_what_agrees(case: Case) -> None:
    """`determinize` keeps the seat's knowledge byte for byte, and depends on nothing else."""
    kernel = case.game.kernel
    for position in case.sample():
        for seat in case.seats():
            known = kernel.known(position.memory, seat)
            world = _imagine(position, seat, generator(case.seed))
            _require(case, _same(kernel.known(world, seat), known), "an imagined world differs in what the seat knows")
            blind = known.copy()
            kernel.determinize(blind, seat, generator(case.seed))
            _require(case, _same(world, blind), "the imagined world depends on the hidden truth")


def redraws_what_nobody_knows(case: Case) -> None:
    """`redraw` keeps all pieces and what every seat knows, byte for byte."""
    kernel = case.game.kernel
    pieces = case.game.census(case.start().memory)
    rng = generator(case.seed)
    for position in case.sample() if kernel.can_redraw else ():
        world = position.memory.copy()
        kernel.redraw(world, rng)
        _require(case, case.game.census(world) == pieces, f"after `redraw` the pieces are no longer {pieces}")
        for seat in case.seats():
            same = _same(kernel.known(world, seat), kernel.known(position.memory, seat))
            _require(case, same, "`redraw` changes what a seat knows")


def redraws_at_random(case: Case) -> None:
    """The true order cannot be told from redrawn ones."""
    kernel = case.game.kernel
    rng = generator(case.seed)
    for position in case.sample() if kernel.can_redraw else ():
        alike = np.empty((2, REDRAWS))
        before = position.memory.copy()
        kernel.redraw(before, rng)
        for number in range(REDRAWS):
            world = position.memory.copy()
            kernel.redraw(world, rng)
            alike[:, number] = np.count_nonzero(world == position.memory), np.count_nonzero(world == before)
            before = world
        difference = float(abs(alike[0].mean() - alike[1].mean()))
        error = float(np.sqrt(alike.var(axis=1).sum() / REDRAWS))
        _require(case, difference <= MOST_DEVIATION * error, "`redraw` does not give every order equally often")


def shows_nobody_more_than_they_know(case: Case) -> None:
    """Worlds that agree with what a seat knows look the same to it: view, drawing and observation."""
    rng = generator(case.seed)
    for position in case.sample():
        for seat in case.seats():
            viewer = None if seat == NOBODY else seat
            other = position.copy()
            other.memory = _imagine(position, seat, rng)
            view = position.view(viewer)
            _require(case, view == other.view(viewer), "a view shows what the seat cannot know")
            _require(case, json.loads(json.dumps(view)) == view, "a view is not plain data")
            whole = {**position.view()["board"], **position.own_view(viewer)["board"]}
            _require(case, whole == view["board"], "a view is not that of a spectator with what is the seat's own")
            _require(case, position.render(viewer) == other.render(viewer), "a drawing shows what the seat cannot know")
            if viewer is not None:
                same = _same(_observe(position, viewer), _observe(other, viewer))
                _require(case, same, "an observation shows what the seat cannot know")
                true = np.full(case.game.kernel.features, np.nan, np.float32)
                case.game.kernel.encode(position.memory, viewer, true)
                _require(case, _same(_observe(position, viewer), true), "an observation needs more than the seat knows")


def shows_the_same_members(case: Case) -> None:
    """A view has the same members at every moment: then changes alone can be sent."""
    first = case.start().view()["board"].keys()
    for position in case.sample():
        names = position.view()["board"].keys()
        _require(case, names == first, f"a view does not always have the members {sorted(first ^ names)}")


def forgets_what_changes_nothing(case: Case) -> None:
    """`canonicalize` blanks nothing that matters later; blanking twice changes nothing."""
    kernel = case.game.kernel
    rng = generator(case.seed)
    for position in case.sample():
        memory = position.memory.copy()
        kernel.canonicalize(memory)
        twice = memory.copy()
        kernel.canonicalize(twice)
        _require(case, _same(memory, twice), "what is canonical already is changed by `canonicalize`")
        while codes := position.legal_codes():
            same = kernel.to_move(memory) == position.to_move and kernel.codes(memory).tolist() == codes
            _require(case, same, "`canonicalize` changes who is to move, or what can be done")
            code = codes[below(rng, len(codes))]
            kernel.apply(memory, code)
            kernel.apply(position.memory, code)
        shares = np.zeros(case.players)
        if kernel.to_move(memory) < 0:
            kernel.returns(memory, shares)
        _require(case, shares.tolist() == position.returns(), "`canonicalize` changes the outcome of a game")


def judges_in_shares(case: Case) -> None:
    """`evaluate` gives shares that add up to one at every stage, and at the end what `returns` gives."""
    for position in case.walk():
        shares = np.full(case.players, np.nan)
        case.game.kernel.evaluate(position.memory, shares)
        _require(case, bool((shares >= 0).all()) and abs(shares.sum() - 1) < 1e-6, f"a judgement gives shares {shares}")
    _require(case, shares.tolist() == position.returns(), "the judgement of a finished game is not its outcome")


def observes_in_numbers(case: Case) -> None:
    """`encode` writes every place of the observation, and only finite numbers."""
    for position in case.sample():
        for seat in range(case.players):
            _require(case, bool(np.isfinite(_observe(position, seat)).all()), "an observation has gaps")


def numbers_actions_as_seats_see_them(case: Case) -> None:
    """`seen_from` gives every action of every seat a number of its own; a game with such numbers has `reseat`."""
    try:
        numbers = number_actions(case.game, case.players).numbers
    except ContractBroken as error:
        raise ContractBroken(f"{case}: {error}") from None
    is_turned = bool((numbers != numbers[0]).any())
    has_reseat = case.game.reseat(case.start().memory, case.players, 0) is not None
    _require(case, has_reseat or not is_turned, "there is a `seen_from`, but no `reseat` to check it with")


def looks_the_same_from_every_seat(case: Case) -> None:
    """Rotated seats see, can do and own the same as before, by canonical numbers."""
    players = case.players
    numbers = number_actions(case.game, players).numbers
    for position in case.sample():
        for by in range(players):
            turned = position.copy()
            memory = case.game.reseat(position.memory, players, by)
            if memory is None:
                return
            turned.memory = memory
            back = case.game.reseat(memory, players, -by % players)
            _require(case, back is not None and _same(back, position.memory), "`reseat` does not lead back")
            _require(case, turned.scores() == np.roll(position.scores(), -by).tolist(), "`reseat` changes scores")
            for viewer in range(players):
                same = _same(_observe(turned, (viewer - by) % players), _observe(position, viewer))
                _require(case, same, "an observation changes when everybody moves along")
            seat, other = position.to_move, turned.to_move
            is_moved = other == (None if seat is None else (seat - by) % players)
            _require(case, is_moved, "`reseat` changes who is to move")
            if seat is not None:
                one, two = numbers[seat, position.legal_codes()], numbers[other, turned.legal_codes()]
                _require(
                    case, {*one.tolist()} == {*two.tolist()}, "what can be done changes when everybody moves along"
                )


def weighs_its_outcomes(case: Case) -> None:
    """`outcomes` writes no more than `most_outcomes` weights, and each of them is more than nothing."""
    kernel = case.game.kernel
    for position in case.sample():
        for seat in range(case.players):
            known = position.known_to(seat)
            for code in position.legal_codes():
                weights = np.full(kernel.most_outcomes + SENTINELS, np.nan)
                count = kernel.outcomes(known, code, weights)
                text = case.game.actions[code].text
                _require(case, -1 <= count <= kernel.most_outcomes, f"{text!r} has {count} outcomes")
                written = np.flatnonzero(~np.isnan(weights))
                is_within = not len(written) or int(written[-1]) < kernel.most_outcomes
                _require(case, is_within, f"more weights are written for {text!r} than MOST_OUTCOMES says")
                is_weighed = bool((weights[: max(count, 0)] > 0).all())
                _require(case, is_weighed, f"an outcome of {text!r} has no weight")


def shows_what_it_reveals(case: Case) -> None:
    """If worlds look the same to everybody, and after an action no longer do, then `revealed` tells them apart."""
    kernel = case.game.kernel
    rng = generator(case.seed)
    for position in case.sample():
        seen: dict[tuple[int, int], Memory] = {}
        for _ in range(8):
            world = _imagine(position, NOBODY, rng)
            codes = [] if kernel.to_move(world) < 0 else kernel.codes(world).tolist()
            for code in codes[:: max(1, len(codes) // 6)]:
                after = world.copy()
                kernel.apply(after, code)
                known = kernel.known(after, NOBODY)
                first = seen.setdefault((code, kernel.revealed(after)), known)
                _require(case, _same(first, known), f"{case.game.actions[code].text!r} shows more than `revealed` says")


def refuses_with_a_reason(case: Case) -> None:
    """An action that is not legal is refused with the number of a rule, and changes nothing."""
    for position in case.sample():
        before = position.memory.copy()
        for code in set(range(len(case.game.actions))) - set(position.legal_codes()):
            error = _error(position.play_code, code)
            is_reasoned = error is not None and RULE.fullmatch(error.rule or "") is not None
            _require(case, is_reasoned, f"no rule is given against {case.game.actions[code].text!r}")
            _require(case, position.is_over or isinstance(error, IllegalAction), "a refusal has the wrong type")
        _require(case, isinstance(_error(position.play, "no such action"), UnknownAction), "nonsense is not refused")
        _require(case, _same(position.memory, before), "a refused action changes the position")


def logs_declared_lines(case: Case) -> None:
    """The log uses declared keys with the declared arguments, at least one for every action."""
    for lines in _played(case).log():
        _require(case, bool(lines), "an action leaves no line in the log")
        for line in lines:
            declared = case.game.log_keys.get(line.key)
            _require(case, declared is not None, f"the key {line.key!r} is not declared")
            _require(case, set(declared or ()) == set(line.arguments), f"{line.key!r} has other arguments")


def has_a_sentence_for_every_key(case: Case) -> None:
    """If a game has sentences, every key of its log has one, and its gaps are arguments of that key."""
    keys, sentences = case.game.log_keys, case.game.sentences
    if not sentences:
        return
    _require(
        case, sentences.keys() == keys.keys(), f"these keys lack a sentence, or are none: {keys.keys() ^ sentences}"
    )
    for key, sentence in sentences.items():
        for _, gap, form, conversion in Formatter().parse(sentence):
            _require(case, gap is None or gap in keys[key], f"the sentence of {key!r} has a gap {gap!r}")
            _require(case, not form and not conversion, f"the sentence of {key!r} says how {gap!r} is written")


def marks_every_seat(case: Case) -> None:
    """If seats have signs in the text drawing, each has one of its own."""
    marks = case.game.marks
    if not marks:
        return
    _require(case, len(marks) >= case.players, f"there are {len(marks)} marks for {case.players} seats")
    _require(case, all(marks) and len(set(marks)) == len(marks), f"marks are not one for each seat: {list(marks)}")


def can_be_copied_and_undone(case: Case) -> None:
    """A copy goes its own way, and undo gives the position before."""
    position = _played(case)
    after = position.memory.copy()
    twin = position.copy()
    twin.undo()
    _require(case, _same(position.memory, after), "undoing in a copy changes the original")
    twin.play_code(position.history[-1])
    _require(case, _same(twin.memory, after), "undo and the same action do not give the same position")


CONTRACT: Final[tuple[Callable[[Case], None], ...]] = (
    keeps_actions_readable,
    keeps_legal_actions_in_order,
    comes_to_an_end,
    keeps_small,
    gives_the_same_game_from_its_record,
    draws_all_chance_at_the_deal,
    keeps_its_pieces,
    hides_once_and_for_all,
    tells_spectators_what_everybody_knows,
    imagines_what_agrees,
    redraws_what_nobody_knows,
    redraws_at_random,
    shows_nobody_more_than_they_know,
    shows_the_same_members,
    forgets_what_changes_nothing,
    judges_in_shares,
    observes_in_numbers,
    numbers_actions_as_seats_see_them,
    looks_the_same_from_every_seat,
    weighs_its_outcomes,
    shows_what_it_reveals,
    refuses_with_a_reason,
    logs_declared_lines,
    has_a_sentence_for_every_key,
    marks_every_seat,
    can_be_copied_and_undone,
)


def _require(case: Case, holds: bool, broken: str) -> None:  # noqa: FBT001  # reads as: require that it holds
    if not holds:
        raise ContractBroken(f"{case}: {broken}.")


def _played(case: Case) -> Position:
    *_, last = case.walk()
    return last


def _same(one: NDArray[np.generic], other: NDArray[np.generic]) -> bool:
    return one.tobytes() == other.tobytes()


def _imagine(position: Position, seat: int, rng: NDArray[np.uint64]) -> Memory:
    world = position.memory.copy()
    position.game.kernel.determinize(world, seat, rng)
    return world


def _observe(position: Position, seat: int) -> NDArray[np.float32]:
    out = np.full(position.game.kernel.features, np.nan, np.float32)
    position.game.kernel.encode(position.known_to(seat), seat, out)
    return out


def _error(function: Callable[..., None], argument: object) -> EstaminetError | None:
    try:
        function(argument)
    except EstaminetError as error:
        return error
    return None
