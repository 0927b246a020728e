"""The proof that a deal was not chosen: a seed promised before anybody sat, and a salt from every seat.

docs/fair-deals.md tells it to somebody who wants to check it with tools of their own. How a deal follows from its
256 bits is the recipe of `estaminet.engine.deal`; when the seed is shown and who adds a salt is up to the table.
"""

import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from estaminet.engine.deal import Deal, seed_bits
from estaminet.engine.errors import BadProof, BadRecord
from estaminet.engine.record import FindGame, Record

MEMBER: Final = "fairness"
"""The member of a record that holds its proof."""
SALT_PATTERN: Final = "^[A-Za-z0-9_-]{0,64}$"
"""What a salt may be; no newline among it, so that the joined salts can be read in one way only."""
HEX_PATTERN: Final = "^[0-9a-f]{64}$"
"""How 256 bits are written: seeds and commitments."""


def commit(seed: bytes) -> str:
    """What is published before anybody sits: it fixes the seed and tells nothing about it."""
    return hashlib.sha256(seed_bits(seed)).hexdigest()


def mix(seed: bytes, salts: Sequence[str]) -> bytes:
    """The 256 bits of a deal, from the server's seed and the salts of all seats in their order."""
    message = "\n".join(check_salt(salt, seat) for seat, salt in enumerate(salts))
    return hmac.digest(seed_bits(seed), message.encode(), "sha256")


def check_salt(salt: object, seat: int) -> str:
    """The salt, if it may be one."""
    if not isinstance(salt, str) or not re.fullmatch(SALT_PATTERN, salt):
        raise BadProof(f"A salt is up to 64 letters A-Z, a-z, digits, - or _; that of seat {seat} is {salt!r:.80}.")
    return salt


@dataclass(frozen=True)
class Proof:
    """What a table shows when its game has ended."""

    commitment: str
    """SHA-256 of the seed in hex, published before anybody sat."""
    seed: str
    """In hex; nobody gets it before the game is over."""
    salts: tuple[str, ...]
    """One for every seat, empty where nothing was added."""

    @classmethod
    def read(cls, data: object) -> "Proof":
        """Read the member of a record; BadProof says what is wrong with its shape."""
        if not isinstance(data, Mapping):
            raise BadProof(f"A proof is an object with commitment, seed and salts, not {data!r:.60}.")
        for name in ("commitment", "seed", "salts"):
            if name not in data:
                raise BadProof(f"The proof lacks its member {name}.")
        if not isinstance(data["salts"], list):
            raise BadProof(f"In a proof, salts is a list with a text for every seat, not {data['salts']!r:.60}.")
        return cls(
            _digits(data["commitment"], "commitment"),
            _digits(data["seed"], "seed"),
            tuple(check_salt(salt, seat) for seat, salt in enumerate(data["salts"])),
        )

    def to_data(self) -> dict[str, str | list[str]]:
        """The proof as a record carries it."""
        return {"commitment": self.commitment, "seed": self.seed, "salts": list(self.salts)}


@dataclass(frozen=True)
class Verdict:
    """A record whose deal and actions are all as they should be, and what was checked."""

    game: str
    players: int
    commitment: str
    salts: tuple[str, ...]
    actions: int
    is_finished: bool


def verify(data: object, find_game: FindGame) -> Verdict:
    """Check the proof and every action of a record, given as its JSON object; BadProof says what does not agree."""
    record = Record.read(data, find_game)
    if not isinstance(data, Mapping) or MEMBER not in data:
        raise BadProof(f"This record carries no proof: it has no member {MEMBER}.")
    proof = Proof.read(data[MEMBER])
    start, seed = record.start, bytes.fromhex(proof.seed)
    if (right := commit(seed)) != proof.commitment:
        raise BadProof(f"The seed is not the one that was promised: {proof.commitment} was, and it gives {right}.")
    if len(proof.salts) != start.players:
        raise BadProof(f"A proof has a salt for every seat: here are {len(proof.salts)} for {start.players} players.")
    drawn = Deal.draw(start.game.deal_parts(start.players, start.options), mix(seed, proof.salts))
    for name, value in drawn.values.items():
        if difference := _compare(name, start.deal.values[name], value):
            raise BadProof(f"The deal does not follow from seed and salts: {difference}.")
    is_finished = _replay(record)
    return Verdict(start.game.name, start.players, proof.commitment, proof.salts, len(record.actions), is_finished)


def _digits(value: object, name: str) -> str:
    if not isinstance(value, str) or not re.fullmatch(HEX_PATTERN, value):
        raise BadProof(f"In a proof, {name} is a text of 64 digits 0-9 and a-f, not {value!r:.80}.")
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
    """Whether the game is over, after all its actions have been checked."""
    try:
        return record.replay().is_over
    except BadRecord as error:
        where = "" if error.action_index is None else f"action {error.action_index}: "
        sentence = f"The deal is as promised, but the game is not played by the rules: {where}{error.sentence}"
        raise BadProof(sentence, rule=error.rule) from error
