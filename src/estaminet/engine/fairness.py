"""The proof of a fair deal: a seed that was committed to for one table before anybody sat, and a salt from every seat.

docs/fair-deals.md explains how to check it with other tools. How a deal follows from its
256 bits is the recipe of `estaminet.engine.deal`; when the seed is shown and who adds a salt is up to the table.
"""

import hashlib
import hmac
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from estaminet.engine.deal import Deal, seed_bits
from estaminet.engine.errors import BadRecord, EstaminetError
from estaminet.engine.options import OptionValue
from estaminet.engine.position import Position
from estaminet.engine.record import FindGame, Record, write_line

MEMBER: Final = "fairness"
"""The member of a record that holds its proof."""
SALT_PATTERN: Final = "^[A-Za-z0-9_-]{0,64}$"
"""The form of a salt, without newlines, so that joined salts are unambiguous."""
HEX_PATTERN: Final = "^[0-9a-f]{64}$"
"""The form of 256 bits: seeds and commitments."""


def fingerprint(table: str) -> str:
    """The fingerprint of a table's id in the terms: the id gives it, but it does not give the id."""
    return hashlib.sha256(table.encode()).hexdigest()


def write_terms(table: str, game: str, players: int, options: Mapping[str, OptionValue]) -> str:
    """The text that a commitment covers beside the seed, with all options of the game."""
    terms = {"game": game, "options": dict(sorted(options.items())), "players": players, "table": fingerprint(table)}
    return write_line(terms)


def commit(seed: bytes, terms: str = "") -> str:
    """The commitment that is published before anybody sits: it fixes the seed and the terms, and hides the seed.

    Without terms it is the commitment of version 1, which fixes the seed alone.
    """
    return hashlib.sha256(seed_bits(seed) + terms.encode()).hexdigest()


def mix(seed: bytes, salts: Sequence[str]) -> bytes:
    """The 256 bits of a deal, from the server's seed and the salts of all seats in their order."""
    message = "\n".join(check_salt(salt, seat) for seat, salt in enumerate(salts))
    return hmac.digest(seed_bits(seed), message.encode(), "sha256")


def check_salt(salt: object, seat: int) -> str:
    """The salt, if it may be one."""
    if not isinstance(salt, str) or not re.fullmatch(SALT_PATTERN, salt):
        raise EstaminetError(
            "proof.invalid",
            f"A salt is up to 64 letters A-Z, a-z, digits, - or _; that of seat {seat} is {salt!r:.80}.",
        )
    return salt


@dataclass(frozen=True)
class Proof:
    """The proof that a table shows when its game has ended."""

    commitment: str
    """SHA-256 of the seed and the terms in hex, published before anybody sat."""
    seed: str
    """In hex; nobody gets it before the game is over."""
    salts: tuple[str, ...]
    """One for every seat, empty where nothing was added."""
    terms: str = ""
    """The exact text that the commitment covers beside the seed; empty in proofs of version 1."""

    @classmethod
    def read(cls, data: object) -> "Proof":
        """Read the member of a record; ``proof.invalid`` if its shape is wrong."""
        if not isinstance(data, Mapping):
            raise EstaminetError(
                "proof.invalid", f"A proof is an object with commitment, seed and salts, not {data!r:.60}."
            )
        version = data.get("version", 1)
        if type(version) is not int or version not in (1, 2):
            raise EstaminetError(
                "proof.invalid",
                f"Proofs have version 1 or 2, as far as this program knows; this one has {version!r:.60}.",
            )
        has_terms = version > 1
        for name in ("commitment", "seed", *(("terms",) if has_terms else ()), "salts"):
            if name not in data:
                raise EstaminetError("proof.invalid", f"The proof lacks its member {name}.")
        if not isinstance(data["salts"], list):
            raise EstaminetError(
                "proof.invalid", f"In a proof, salts is a list with a text for every seat, not {data['salts']!r:.60}."
            )
        return cls(
            _digits(data["commitment"], "commitment"),
            _digits(data["seed"], "seed"),
            tuple(check_salt(salt, seat) for seat, salt in enumerate(data["salts"])),
            _text(data["terms"]) if has_terms else "",
        )

    def to_data(self) -> dict[str, int | str | list[str]]:
        """The proof as a record carries it."""
        if not self.terms:
            return {"commitment": self.commitment, "seed": self.seed, "salts": list(self.salts)}
        return {
            "version": 2,
            "commitment": self.commitment,
            "seed": self.seed,
            "terms": self.terms,
            "salts": list(self.salts),
        }


@dataclass(frozen=True)
class Verification:
    """The facts of a record whose deal and actions were checked."""

    game: str
    players: int
    commitment: str
    salts: tuple[str, ...]
    actions: int
    is_finished: bool
    table: str = ""
    """The fingerprint of the table of the commitment; empty in proofs of version 1."""


def verify(data: object, find_game: FindGame) -> Verification:
    """Check the proof and every action of a record, given as its JSON object; ``proof.invalid`` names the fault."""
    record = Record.read(data, find_game)
    if not isinstance(data, Mapping) or MEMBER not in data:
        raise EstaminetError("proof.invalid", f"This record carries no proof: it has no member {MEMBER}.")
    proof = Proof.read(data[MEMBER])
    start, seed = record.start, bytes.fromhex(proof.seed)
    if (right := commit(seed, proof.terms)) != proof.commitment:
        wrong = "Seed and terms are not those that were" if proof.terms else "The seed is not the one that was"
        raise EstaminetError(
            "proof.invalid",
            f"{wrong} promised: {proof.commitment} was, and {'they give' if proof.terms else 'it gives'} {right}.",
        )
    table = _check_terms(proof.terms, start) if proof.terms else ""
    if len(proof.salts) != start.players:
        raise EstaminetError(
            "proof.invalid",
            f"A proof has a salt for every seat: here are {len(proof.salts)} for {start.players} players.",
        )
    drawn = Deal.draw(start.game.deal_parts(start.players, start.options), mix(seed, proof.salts))
    for name, value in drawn.values.items():
        if difference := _compare(name, start.deal.values[name], value):
            raise EstaminetError("proof.invalid", f"The deal does not follow from seed and salts: {difference}.")
    is_finished = _replay(record)
    actions = len(record.actions)
    return Verification(start.game.name, start.players, proof.commitment, proof.salts, actions, is_finished, table)


def _check_terms(text: str, start: Position) -> str:
    """Compare the terms with the played game; the fingerprint of the table."""
    try:
        terms = json.loads(text)
        game, options, players, table = terms["game"], terms["options"], terms["players"], terms["table"]
        is_plain = len(terms) == 4 and write_line(terms) == text
    except (ValueError, RecursionError, KeyError, TypeError):
        raise EstaminetError(
            "proof.invalid", f"Terms are a JSON object with game, options, players and table, not {text!r:.80}."
        ) from None
    if not is_plain:
        raise EstaminetError(
            "proof.invalid", f"Terms hold each member once, and nothing else, not even a space: {text!r:.80} does not."
        )
    for name, promised, played in (("game", game, start.game.name), ("players", players, start.players)):
        if type(promised) is not type(played) or promised != played:
            raise EstaminetError(
                "proof.invalid", f"The terms were others: {name} was to be {promised!r:.60}, and is {played!r:.60}."
            )
    for name, promised in _resolve(options, start).items():
        if promised != start.options[name]:
            difference = f"option {name} was to be {promised!r:.60}, and is {start.options[name]!r:.60}"
            raise EstaminetError("proof.invalid", f"The terms were others: {difference}.")
    return _digits(table, "the table of the terms")


def _resolve(options: object, start: Position) -> Mapping[str, OptionValue]:
    """All options of the game, from the terms."""
    if not isinstance(options, Mapping):
        raise EstaminetError("proof.invalid", f"In terms, options are an object, not {options!r:.60}.")
    try:
        return start.game.options.resolve(options)
    except EstaminetError as error:
        raise EstaminetError("proof.invalid", f"The terms are none of this game: {error.sentence}") from error


def _text(value: object) -> str:
    if not isinstance(value, str) or not value or not value.isprintable():
        raise EstaminetError("proof.invalid", f"In a proof, terms are a text in one line, not {value!r:.80}.")
    return value


def _digits(value: object, name: str) -> str:
    if not isinstance(value, str) or not re.fullmatch(HEX_PATTERN, value):
        raise EstaminetError(
            "proof.invalid", f"In a proof, {name} is a text of 64 digits 0-9 and a-f, not {value!r:.80}."
        )
    return value


def _compare(name: str, dealt: object, drawn: object) -> str | None:
    """The first place at which two values of a part differ, in words."""
    if isinstance(dealt, list) and isinstance(drawn, list):
        for place, (one, other) in enumerate(zip(dealt, drawn, strict=True)):
            is_card = not isinstance(one, list)
            if difference := _compare(f"card {place} of {name}" if is_card else f"{name}/{place}", one, other):
                return difference
        return None
    return None if dealt == drawn else f"{name} is {dealt} in the record, and should be {drawn}"


def _replay(record: Record) -> bool:
    """Check all actions; whether the game is over."""
    try:
        return record.replay().is_over
    except BadRecord as error:
        where = "" if error.action_index is None else f"action {error.action_index}: "
        sentence = f"The deal is as promised, but the game is not played by the rules: {where}{error.sentence}"
        raise EstaminetError("proof.invalid", sentence, rule=error.rule) from error
