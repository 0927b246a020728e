"""Fair deals: what was promised is checked, and what does not agree is named."""

import hashlib
import json
import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import estaminet
from estaminet.engine.errors import BadRecord, EstaminetError
from estaminet.engine.fairness import SALT_PATTERN, Proof, Verification, commit, fingerprint, mix
from estaminet.engine.record import Record
from tests.engine import verifier
from tests.engine.proofs import (
    BOUND,
    DEAL,
    LINE,
    OPTIONS,
    SALTS,
    SEED,
    TABLE,
    TERMS,
    bound,
    changed,
    check,
    other_terms,
    promised,
    proven,
    swapped,
    with_deal,
    with_proof,
)
from tests.refusals import raises_code


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
    with raises_code("proof.invalid", match="that of seat 1 is"):
        mix(SEED, ["a", salt])  # type: ignore[list-item]  # that is the point


@pytest.mark.parametrize("salt", ["", "-", "_", "x" * 64, "aZ09-_"])
def test_a_salt_may_be_short_or_long(salt: str) -> None:
    assert re.fullmatch(SALT_PATTERN, salt)
    assert len(mix(SEED, [salt])) == 32


def test_a_seed_has_32_bytes() -> None:
    with raises_code("seed.invalid"):
        commit(b"short")
    with raises_code("seed.invalid"):
        mix(b"short", [])


def test_a_proof_is_read_as_it_was_written() -> None:
    proof = Proof(commit(SEED), SEED.hex(), ("a", ""))
    assert Proof.read(json.loads(json.dumps(proof.to_data()))) == proof
    assert Proof.read(json.loads(BOUND)["fairness"]).to_data() == json.loads(BOUND)["fairness"]


def test_a_verdict_says_what_was_checked() -> None:
    assert check(LINE) == Verification("poule", 2, commit(SEED), SALTS[:2], actions=30, is_finished=False)
    assert check(proven("poule", 2, {"rounds": 1}).encode()).is_finished
    assert check(BOUND).table == fingerprint(TABLE)


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
    with raises_code("proof.invalid", match=complaint) as caught:
        check(line)
    assert caught.value.code == "proof.invalid"


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
    with raises_code("proof.invalid", match=complaint):
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
    """Whether two texts are equal in JSON."""
    try:
        return bool(json.loads(line) == json.loads(other))
    except ValueError:
        return False


def is_fair(line: str) -> bool:
    """The stranger's verdict; any error is a refusal."""
    try:
        return verifier.is_fair(line)
    except (ValueError, KeyError, TypeError, AttributeError):
        return False


def test_an_action_against_the_rules_is_named_with_its_rule() -> None:
    with raises_code("proof.invalid") as caught:
        check(changed(actions=["draw", "draw"]))
    assert caught.value.rule == "P3.2"


@pytest.mark.parametrize("line", ["", "[]", "{}", b"\xff", "[" * 100_000, with_deal(first=7)])
def test_what_is_no_record_at_all_is_refused_as_one(line: bytes | str) -> None:
    with pytest.raises(EstaminetError) as caught:
        check(line)
    assert caught.value.code != "proof.invalid"
    assert isinstance(caught.value, BadRecord) or "first is a number" in str(caught.value)
