"""A verifier written from docs/fair-deals.md alone, as a stranger would write one: it imports nothing of ours."""

import hashlib
import hmac
import json
from collections.abc import Iterator
from typing import Any  # JSON holds anything


def words(bits: bytes, label: str) -> Iterator[int]:
    block = 0
    while True:
        message = label.encode() + b"\0" + block.to_bytes(8, "big")
        digest = hmac.new(bits, message, hashlib.sha256).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def below(stream: Iterator[int], n: int) -> int:
    while True:
        word = next(stream)
        if word < 2**32 // n * n:
            return word % n


def shuffle(bits: bytes, label: str, ids: list[int]) -> list[int]:
    stream = words(bits, label)
    for i in range(len(ids) - 1, 0, -1):
        j = below(stream, i + 1)
        ids[i], ids[j] = ids[j], ids[i]
    return ids


def deal(game: str, players: int, options: dict[str, Any], bits: bytes) -> dict[str, Any]:
    if game == "poule":
        ids = range(23 if options.get("wizard", False) else 22)
        rounds = [shuffle(bits, f"rounds/{number}", list(ids)) for number in range(options.get("rounds", 3))]
        return {"first": below(words(bits, "first"), players), "rounds": rounds}
    if game == "reeperbahn":
        ids = range(55)
        cards = [card for card in ids if card != 48 or options.get("edition") != "royal_visit"]
        piles = {label: shuffle(bits, label, list(cards)) for label in ("deck", "reshuffle")}
        return {"hans": below(words(bits, "hans"), 2)} | piles
    sizes = {"furniture": 38, "guests": 21, "actions": 36, "cash": 6}
    return {label: shuffle(bits, label, list(range(size))) for label, size in sizes.items()}


def is_fair(line: str, table: str | None = None) -> bool:
    """Whether the deal of a record was promised, and for this table, if it is named."""
    record = json.loads(line)
    proof, players, options = record["fairness"], record["players"], record.get("options", {})
    version, seed, salts = proof.get("version", 1), bytes.fromhex(proof["seed"]), proof["salts"]
    covered = seed
    if version == 2:
        terms = json.loads(proof["terms"])
        covered += proof["terms"].encode()
        played = {"game": record["game"], "options": options, "players": players, "table": terms["table"]}
        is_same_table = table is None or terms["table"] == hashlib.sha256(table.encode()).hexdigest()
        is_agreed = json.dumps(terms, sort_keys=True) == json.dumps(played, sort_keys=True) and is_same_table
    else:
        is_agreed = version == 1 and table is None
    is_promised = hashlib.sha256(covered).hexdigest() == proof["commitment"] and seed.hex() == proof["seed"]
    bits = hmac.new(seed, "\n".join(salts).encode(), hashlib.sha256).digest()
    is_drawn = len(salts) == players and record["deal"] == deal(record["game"], players, options, bits)
    return bool(is_agreed and is_promised and is_drawn)
