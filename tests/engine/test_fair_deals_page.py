"""The page on fair deals: a stranger who only read it agrees with us, and its example is true, step by step."""

import hashlib
import json
import re
from itertools import islice
from pathlib import Path

import pytest

import estaminet
from estaminet.engine.fairness import Proof, commit, fingerprint, mix
from estaminet.games import REGISTRY
from tests.engine import verifier
from tests.engine.proofs import (
    BOUND,
    DEAL,
    LINE,
    OPTIONS,
    TABLE,
    TERMS,
    bound,
    check,
    other_terms,
    promised,
    proven,
    with_deal,
    with_proof,
)
from tests.refusals import raises_code

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "fair-deals.md").read_text(encoding="utf-8")
GAMES: list[tuple[str, int, dict[str, object]]] = [
    ("poule", 2, {}),
    ("poule", 4, {"rounds": 9, "wizard": True}),
    ("reeperbahn", 2, {}),
    ("reeperbahn", 2, {"edition": "royal_visit"}),
    ("nuit", 3, {}),
    ("nuit", 5, {"threshold": 5}),
]


def test_the_stranger_knows_every_game() -> None:
    assert {name for name, _, _ in GAMES} == set(REGISTRY.names())


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_a_stranger_who_only_read_the_page_agrees_with_us(name: str, players: int, options: dict[str, object]) -> None:
    for number in range(5):
        seed = hashlib.sha256(bytes([number])).digest()
        line = proven(name, players, options, seed=seed, actions=0)
        assert check(line).players == players
        assert verifier.is_fair(line)
        line = proven(name, players, options, seed=seed, actions=0, table=TABLE)
        assert check(line).table == fingerprint(TABLE)
        assert verifier.is_fair(line, TABLE)


@pytest.mark.parametrize(
    "line",
    [
        with_proof(seed="0" * 64),
        with_proof(commitment="0" * 64),
        with_proof(salts=["ana-1907", "-"]),
        with_proof(salts=["ana-1907"]),
        with_deal(first=1 - DEAL["first"]),
        with_deal(rounds=DEAL["rounds"][::-1]),
        with_proof(version=3),
        bound({"version": ...}),
        bound({"terms": TERMS.replace(":2,", ":3,")}),
        bound(options=OPTIONS | {"purse_start": 40}),
        promised(other_terms(players=3)),
        promised(other_terms(game="nuit")),
        promised(other_terms(options=OPTIONS | {"rounds": 1})),
    ],
)
def test_a_stranger_refuses_what_we_refuse(line: str) -> None:
    assert verifier.is_fair(LINE)
    assert verifier.is_fair(BOUND)
    assert not verifier.is_fair(line)
    with raises_code("proof.invalid"):
        check(line)


def test_a_stranger_knows_their_own_table() -> None:
    assert verifier.is_fair(BOUND, TABLE)
    assert not verifier.is_fair(BOUND, "another-table")
    assert not verifier.is_fair(LINE, TABLE)  # a proof of version 1 says nothing about it


def test_a_stranger_skips_unfair_numbers() -> None:
    assert verifier.below(iter([2**32 - 1, 8]), 3) == 2
    assert verifier.below(iter([2**32 - 2]), 3) == 2


def test_the_stranger_is_short_and_independent() -> None:
    source = Path(verifier.__file__).read_text(encoding="utf-8")
    assert len(source.splitlines()) < 70
    assert "estaminet" not in source


# The page.


def printed(name: str) -> str:
    """The value in the page's example, after its name."""
    found = re.search(rf"^    {name} {{2,}}(.+)$", PAGE, re.MULTILINE)
    assert found, f"the page does not tell {name}"
    return found[1]


def example(number: int = 0) -> dict[str, object]:
    record: dict[str, object] = json.loads(re.findall(r"```json\n(.+?)```", PAGE, re.DOTALL)[number])
    return record


def test_the_example_of_the_page_is_fair() -> None:
    line = json.dumps(example())
    assert check(line).commitment == printed("commitment")
    assert check(line).table == printed("fingerprint")
    assert verifier.is_fair(line, printed("table"))


def test_the_same_with_a_proof_of_version_1_is_fair_as_it_always_was() -> None:
    line = json.dumps(example() | {"fairness": example(1)})
    assert check(line).commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert check(line).table == ""
    assert verifier.is_fair(line)


@pytest.mark.parametrize("version", [1, 2])
def test_the_records_on_which_the_browser_is_tested_are_good(version: int) -> None:
    text = (ROOT / "web" / "src" / f"fairness.version{version}.json").read_text(encoding="utf-8")
    assert check(text).commitment == json.loads(text)["fairness"]["commitment"]
    assert verifier.is_fair(text, TABLE if version == 2 else None)


def test_the_example_shows_every_step() -> None:
    proof = Proof.read(example()["fairness"])
    seed, bits = bytes.fromhex(proof.seed), mix(bytes.fromhex(proof.seed), proof.salts)
    assert printed("seed") == proof.seed
    assert printed("terms") == proof.terms
    assert printed("commitment") == commit(seed, proof.terms)
    assert printed("fingerprint") == fingerprint(printed("table"))
    assert printed("salts") == "\n".join(proof.salts).encode().hex()
    assert printed("bits") == bits.hex()
    for label in ("first", "rounds/0"):
        words = islice(verifier.words(bits, label), 9)
        assert printed(label).split() == [f"{word:08x}" for word in words]
    assert f"printf {proof.seed} " in PAGE
    assert f"printf '{proof.terms}'" in PAGE
    assert f"printf {printed('table')} | sha256sum" in PAGE
    assert f"hexkey:{proof.seed}\n" in PAGE
    assert "printf '" + "\\n".join(proof.salts) + "'" in PAGE


def test_the_example_shows_the_first_swaps() -> None:
    rows = re.findall(r"^\| (\d+) \| ([0-9a-f]{8}) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
    tiles = list(range(22))
    words = printed("rounds/0").split()
    assert len(rows) == 4
    for row, word, place in zip(rows, words, range(21, 17, -1), strict=False):
        other = int(word, 16) % (place + 1)
        tiles[place], tiles[other] = tiles[other], tiles[place]
        assert row == (str(place), word, str(int(word, 16)), str(place + 1), str(other), str(tiles[place]))
    assert "4090179633, which modulo 3 is 0" in PAGE
    assert int(printed("first").split()[0], 16) == 4090179633


def test_the_example_names_the_first_tiles() -> None:
    position = estaminet.read_record(json.dumps(example())).start
    secrets = [position.view(seat=seat)["board"]["secret"]["name"] for seat in range(3)]  # type: ignore[index]  # JSON
    position.play("draw")
    drawn = position.view()["board"]["drawn"]["name"]  # type: ignore[index]  # JSON
    first, second, third, top = example()["deal"]["rounds"][0][:4]  # type: ignore[index]  # JSON
    assert f"are {secrets[0]} ({first}), {secrets[1]} ({second}) and {secrets[2]} ({third})" in PAGE
    assert f"the {drawn} ({top})" in PAGE
