"""Fair deals: what was promised is checked, what does not agree is named, and strangers can check it too."""

import hashlib
import json
import re
from collections.abc import Mapping
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import estaminet
from estaminet.engine.errors import BadProof, BadRecord, BadSeed, EstaminetError
from estaminet.engine.fairness import SALT_PATTERN, Proof, Verdict, commit, fingerprint, mix, verify, write_terms
from estaminet.engine.record import Record, parse_line
from estaminet.games import REGISTRY
from tests.engine import verifier

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "fair-deals.md").read_text(encoding="utf-8")
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


def check(line: bytes | str) -> Verdict:
    return verify(parse_line(line), REGISTRY.find)


def test_a_commitment_is_the_hash_of_the_seed() -> None:
    assert commit(SEED) == hashlib.sha256(SEED).hexdigest()


def test_a_commitment_covers_the_terms_too() -> None:
    assert commit(SEED, TERMS) == hashlib.sha256(SEED + TERMS.encode()).hexdigest()


def test_terms_are_one_text_without_the_id_of_the_table() -> None:
    options = '{"end":"rounds","purse_start":50,"rounds":2,"stalls_return":"rank_one","tiles":"secret","wizard":false}'
    table = hashlib.sha256(TABLE.encode()).hexdigest()
    assert f'{{"game":"poule","options":{options},"players":2,"table":"{table}"}}' == TERMS
    assert TABLE not in BOUND


def test_every_salt_and_its_seat_change_the_deal() -> None:
    mixes = [("a", "b"), ("b", "a"), ("a", ""), ("", "a"), ("", ""), ("ab", ""), ("a", "b", "")]
    assert len({mix(SEED, salts) for salts in mixes}) == len(mixes)


@pytest.mark.parametrize("salt", ["\n", "a\n", "a b", "é", "x" * 65, None, 7, ["a"]])
def test_what_is_no_salt_is_refused(salt: object) -> None:
    with pytest.raises(BadProof, match="that of seat 1 is"):
        mix(SEED, ["a", salt])  # type: ignore[list-item]  # that is the point


@pytest.mark.parametrize("salt", ["", "-", "_", "x" * 64, "aZ09-_"])
def test_a_salt_may_be_short_or_long(salt: str) -> None:
    assert re.fullmatch(SALT_PATTERN, salt)
    assert len(mix(SEED, [salt])) == 32


def test_a_seed_has_32_bytes() -> None:
    with pytest.raises(BadSeed):
        commit(b"short")
    with pytest.raises(BadSeed):
        mix(b"short", [])


def test_a_proof_is_read_as_it_was_written() -> None:
    proof = Proof(commit(SEED), SEED.hex(), ("a", ""))
    assert Proof.read(json.loads(json.dumps(proof.to_data()))) == proof
    assert Proof.read(json.loads(BOUND)["fairness"]).to_data() == json.loads(BOUND)["fairness"]


def test_a_verdict_says_what_was_checked() -> None:
    assert check(LINE) == Verdict("poule", 2, commit(SEED), SALTS[:2], actions=30, is_finished=False)
    assert check(proven("poule", 2, {"rounds": 1}).encode()).is_finished
    assert check(BOUND).table == fingerprint(TABLE)


DEAL = json.loads(LINE)["deal"]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (Record.of(estaminet.game("poule").start(2)).to_json(), "carries no proof"),
        (changed(fairness=None), "object with commitment, seed and salts, not None"),
        (changed(fairness=["a"]), "object with commitment, seed and salts"),
        (with_proof(commitment=...), "lacks its member commitment"),
        (with_proof(seed=...), "lacks its member seed"),
        (with_proof(salts=...), "lacks its member salts"),
        (with_proof(version=3), "have version 1 or 2, as far as this program knows; this one has 3"),
        (with_proof(version="2"), "this one has '2'"),
        (with_proof(version=True), "this one has True"),
        (with_proof(version=2), "lacks its member terms"),
        (with_proof(commitment=commit(SEED).upper()), "commitment is a text of 64 digits"),
        (with_proof(seed=SEED.hex()[:-1]), "seed is a text of 64 digits"),
        (with_proof(seed=SEED.hex() + "\n"), "seed is a text of 64 digits"),
        (with_proof(seed=7), "seed is a text of 64 digits 0-9 and a-f, not 7"),
        (with_proof(salts="ab"), "salts is a list with a text for every seat, not 'ab'"),
        (with_proof(salts=["a", "b c"]), "that of seat 1 is 'b c'"),
        (with_proof(salts=["a", 1]), "that of seat 1 is 1"),
        (
            with_proof(commitment="0" * 64),
            f"not the one that was promised: {'0' * 64} was, and it gives {commit(SEED)}",
        ),
        (with_proof(seed="0" * 64), "The seed is not the one that was promised"),
        (with_proof(salts=["ana-1907"]), "here are 1 for 2 players"),
        (with_proof(salts=["ana-1907", "", ""]), "here are 3 for 2 players"),
        (with_proof(salts=["", "ana-1907"]), "The deal does not follow from seed and salts"),
        (with_deal(first=1 - DEAL["first"]), f"salts: first is {1 - DEAL['first']} in the record, and should be"),
        (
            with_deal(rounds=[DEAL["rounds"][0], swapped(DEAL["rounds"][1], 4, 21)]),
            f"card 4 of rounds/1 is {DEAL['rounds'][1][21]} in the record, and should be {DEAL['rounds'][1][4]}",
        ),
        (changed(actions=["draw", "draw"]), "deal is as promised, but .* not played by the rules: action 1: 'draw' is"),
        (changed(scores=[0, 0], winners=[0]), "not played by the rules: The game is not over"),
    ],
)
def test_what_does_not_agree_is_refused_with_a_sentence(line: str, complaint: str) -> None:
    with pytest.raises(BadProof, match=complaint) as caught:
        check(line)
    assert caught.value.code == "proof.invalid"


def other_terms(**members: object) -> str:
    return json.dumps(json.loads(TERMS) | members, separators=(",", ":"))


OPTIONS = json.loads(TERMS)["options"]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (bound({"terms": ...}), "lacks its member terms"),
        (bound({"terms": ""}), "terms are a text in one line, not ''"),
        (bound({"terms": {}}), "terms are a text in one line"),
        (bound({"terms": "\ud800"}), "terms are a text in one line"),
        (bound({"version": 9}), "this one has 9"),
        (bound({"version": ...}), "The seed is not the one that was promised"),
        (bound({"version": 1}), "The seed is not the one that was promised"),
        (bound({"commitment": commit(SEED)}), "Seed and terms are not those that were promised"),
        (bound({"terms": TERMS.replace(":2,", ":3,")}), "Seed and terms are not those that were promised"),
        (promised("poule"), "Terms are a JSON object with game, options, players and table, not 'poule'"),
        (promised("[" * 9_999), "Terms are a JSON object"),
        (promised('["game"]'), "Terms are a JSON object"),
        (promised('{"game":"poule"}'), "Terms are a JSON object"),
        (promised(TERMS.replace(",", ", ")), "not even a space"),
        (promised(TERMS[:-1] + ',"players":2}'), "hold each member once"),
        (promised(other_terms(clock="none")), "hold each member once, and nothing else"),
        (promised(other_terms(table="corner")), "the table of the terms is a text of 64 digits"),
        (promised(other_terms(game="nuit")), "others: game was to be 'nuit', and is 'poule'"),
        (promised(other_terms(players=3)), "others: players was to be 3, and is 2"),
        (promised(other_terms(players=2.0)), "others: players was to be 2.0, and is 2"),
        (promised(other_terms(options=[])), r"options are an object, not \[\]"),
        (promised(other_terms(options={})), "others: option rounds was to be 3, and is 2"),
        (promised(other_terms(options=OPTIONS | {"wizard": 0})), "none of this game: Option wizard cannot be 0"),
        (promised(other_terms(options=OPTIONS | {"hens": 2})), "none of this game: There is no option 'hens'"),
        (bound(options=OPTIONS | {"purse_start": 40}), "others: option purse_start was to be 50, and is 40"),
        (bound(options=OPTIONS | {"purse_start": 40}, fairness={"salts": ["", ""]}), "option purse_start"),
    ],
)
def test_what_was_not_promised_for_this_game_is_refused(line: str, complaint: str) -> None:
    with pytest.raises(BadProof, match=complaint):
        check(line)


def test_options_that_are_left_out_have_their_default_on_both_sides() -> None:
    assert check(bound(options={"rounds": 2})).table
    assert check(promised(other_terms(options={"rounds": 2}))).table


PLACES = [*range(BOUND.index('"game"'), BOUND.index('"actions"')), *range(BOUND.index('"fairness"'), len(BOUND))]


@given(st.sampled_from(PLACES), st.characters(max_codepoint=0x17F))
def test_no_byte_of_terms_deal_and_proof_can_be_changed(place: int, character: str) -> None:
    line = BOUND[:place] + character + BOUND[place + 1 :]
    assume(not is_same(line, BOUND))
    with pytest.raises(EstaminetError):
        check(line)
    assert not is_fair(line)


def is_same(line: str, other: str) -> bool:
    """Whether two texts say the same in JSON."""
    try:
        return bool(json.loads(line) == json.loads(other))
    except ValueError:
        return False


def is_fair(line: str) -> bool:
    """What the stranger says; whatever they stumble over they do not accept."""
    try:
        return verifier.is_fair(line)
    except (ValueError, KeyError, TypeError, AttributeError):
        return False


def test_an_action_against_the_rules_is_named_with_its_rule() -> None:
    with pytest.raises(BadProof) as caught:
        check(changed(actions=["draw", "draw"]))
    assert caught.value.rule == "P3.2"


@pytest.mark.parametrize("line", ["", "[]", "{}", b"\xff", "[" * 100_000, with_deal(first=7)])
def test_what_is_no_record_at_all_is_refused_as_one(line: bytes | str) -> None:
    with pytest.raises(EstaminetError) as caught:
        check(line)
    assert not isinstance(caught.value, BadProof)
    assert isinstance(caught.value, BadRecord) or "first is a number" in str(caught.value)


# Strangers.

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
    with pytest.raises(BadProof):
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
    """What the page's example says of something, after its name."""
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
