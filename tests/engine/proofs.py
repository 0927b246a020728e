"""Records with a proof that their deal was fair, and others that differ from them in something."""

import json
from collections.abc import Mapping

import estaminet
from estaminet.engine.fairness import Proof, Verification, commit, mix, verify, write_terms
from estaminet.engine.record import Record, parse_line
from estaminet.games import REGISTRY

SEED = bytes(range(32))
SALTS = ("ana-1907", "", "Glueck_und_Glas", "x" * 64, "_")
TABLE = "a-table-in-the-corner_"


def proven(
    name: str,
    players: int,
    options: Mapping[str, object] | None = None,
    *,
    seed: bytes = SEED,
    actions: int = 10_000,
    table: str = "",
) -> str:
    """The record of a game that was dealt as the page says: with a proof of version 2 if its table is named."""
    salts = SALTS[:players]
    position = estaminet.game(name).start(players, seed=mix(seed, salts), options=options)
    while not position.is_over and len(position.history) < actions:
        position.play(position.legal()[-1])
    terms = write_terms(table, name, players, position.options) if table else ""
    proof = Proof(commit(seed, terms), seed.hex(), salts, terms)
    return json.dumps(Record.of(position).to_data() | {"fairness": proof.to_data()})


LINE = proven("poule", 2, {"rounds": 2}, actions=30)
"""With a proof of version 1."""
BOUND = proven("poule", 2, {"rounds": 2}, actions=30, table=TABLE)
"""With one of version 2."""
TERMS: str = json.loads(BOUND)["fairness"]["terms"]
DEAL = json.loads(LINE)["deal"]
OPTIONS = json.loads(TERMS)["options"]


def changed(**members: object) -> str:
    return json.dumps(json.loads(LINE) | members)


def with_proof(**members: object) -> str:
    proof: dict[str, object] = json.loads(LINE)["fairness"] | members
    return changed(fairness={name: value for name, value in proof.items() if value is not ...})


def with_deal(**parts: object) -> str:
    return changed(deal=json.loads(LINE)["deal"] | parts)


def bound(fairness: Mapping[str, object] | None = None, **members: object) -> str:
    """The record with a proof of version 2, with other members."""
    record = json.loads(BOUND) | members
    proof = record["fairness"] | (fairness or {})
    return json.dumps(record | {"fairness": {name: value for name, value in proof.items() if value is not ...}})


def promised(terms: str, **members: object) -> str:
    """A record whose commitment does cover these terms, whatever they are."""
    return bound({"terms": terms, "commitment": commit(SEED, terms)}, **members)


def swapped(cards: list[int], one: int, other: int) -> list[int]:
    cards = list(cards)
    cards[one], cards[other] = cards[other], cards[one]
    return cards


def check(line: bytes | str) -> Verification:
    return verify(parse_line(line), REGISTRY.find)


def other_terms(**members: object) -> str:
    return json.dumps(json.loads(TERMS) | members, separators=(",", ":"))
