"""`estaminet verify`: deals are drawn again, and compared with what a player noted."""

import json
from pathlib import Path

import pytest

import estaminet
from estaminet.engine.fairness import Proof, commit, fingerprint, mix, write_terms
from estaminet.engine.record import Record
from tests.cli.conftest import Run

SEED = bytes(range(32))
PROMISE = commit(SEED)
TABLE = "kQ3x_a-table-in-Lille9"


def one_game(stop: int = 10_000, table: str = "") -> str:
    position = estaminet.game("poule").start(players=2, seed=mix(SEED, ["ana", ""]), options={"rounds": 1})
    while not position.is_over and len(position.history) < stop:
        position.play(position.legal()[0])
    terms = write_terms(table, "poule", 2, position.options) if table else ""
    proof = Proof(commit(SEED, terms), SEED.hex(), ("ana", ""), terms)
    return json.dumps(json.loads(Record.of(position).to_json()) | {"fairness": proof.to_data()})


def changed(line: str, **members: object) -> str:
    return json.dumps(json.loads(line) | members)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "table.jsonl"
    path.write_text(one_game() + "\n" + one_game(5) + "\n")
    return path


def test_help_has_an_example(run: Run) -> None:
    result = run("verify", "--help")
    assert (result.code, "estaminet verify " in result.out) == (0, True)


def test_each_game_gets_a_line_and_the_reader_a_reminder(file: Path, run: Run) -> None:
    result = run("verify", file)
    assert result.code == 0
    first, second = result.out.splitlines()
    assert first.startswith("game 0: poule, 2 players, ")
    assert first.endswith(f" actions, finished: dealt as committed by {PROMISE}")
    assert second == f"game 1: poule, 2 players, 5 actions, unfinished: dealt as committed by {PROMISE}"
    assert "--commitment compares them" in result.err


@pytest.mark.parametrize("noted", [PROMISE, PROMISE.upper(), f" {PROMISE}\n"])
def test_what_the_player_noted_is_compared(noted: str, file: Path, run: Run) -> None:
    result = run("verify", file, "--commitment", noted, "--salt", "ana", "--seat", 0)
    assert (result.code, result.err) == (0, "")
    assert result.out.count(f"committed by {PROMISE}, as you noted, with your salt") == 2


def test_a_player_who_added_nothing_can_check_that_too(file: Path, run: Run) -> None:
    result = run("verify", file, "--salt", "", "--seat", 1)
    assert (result.code, "with your salt" in result.out) == (0, True)


@pytest.mark.parametrize(
    "table",
    [
        TABLE,
        f" {TABLE}\n",
        f"https://example.org/t/{TABLE}?invitation=come-in",
        f"localhost:8000/fair/{TABLE}",
        f"http://localhost:8000/api/tables/{TABLE}/record",
    ],
)
def test_the_table_is_compared_by_its_id_or_a_link(table: str, file: Path, run: Run) -> None:
    file.write_text(one_game(5, TABLE))
    result = run("verify", file, "--table", table)
    assert (result.code, result.out.count(", for your table")) == (0, 1)


def test_another_table_than_the_promised_one_is_refused(file: Path, run: Run) -> None:
    file.write_text(one_game(5, TABLE))
    result = run("verify", file, "--table", "another-table")
    yours, theirs = fingerprint("another-table"), fingerprint(TABLE)
    assert (result.code, result.out) == (1, "")
    assert f"for another table: yours has the fingerprint {yours}, that one {theirs}." in result.err


def test_a_proof_of_version_1_does_not_say_for_which_table_it_was_made(file: Path, run: Run) -> None:
    result = run("verify", file, "--table", TABLE)
    assert (result.code, result.out) == (1, "")
    assert "of version 1, which does not name its table: leave out --table." in result.err


def test_other_options_than_the_promised_ones_are_refused(file: Path, run: Run) -> None:
    file.write_text(changed(one_game(5, TABLE), options={"rounds": 1, "purse_start": 40}))
    result = run("verify", file)
    assert (result.code, "option purse_start was to be 50, and is 40" in result.err) == (1, True)


@pytest.mark.parametrize(
    ("notes", "complaint"),
    [
        (("--commitment", "0" * 64), f"You noted the commitment {'0' * 64}, but that of the record is {PROMISE}."),
        (("--salt", "eva", "--seat", 0), "You added the salt 'eva', but that of seat 0 in the record is 'ana'."),
        (("--salt", "ana", "--seat", 1), "You added the salt 'ana', but that of seat 1 in the record is ''."),
        (("--salt", "ana", "--seat", 2), "There is no seat 2: the seats of this game are 0 to 1."),
    ],
)
def test_what_is_not_as_noted_is_said_for_every_game(
    notes: tuple[object, ...], complaint: str, file: Path, run: Run
) -> None:
    result = run("verify", file, *notes)
    assert (result.code, result.out) == (1, "")
    assert result.err.splitlines() == [
        f"game 0 (line 1) is not proven: {complaint}",
        f"game 1 (line 2) is not proven: {complaint}",
    ]


@pytest.mark.parametrize(
    ("notes", "code", "complaint"),
    [
        (("--commitment", "630d"), 1, "A commitment has 64 digits 0-9 and a-f; '630d' has not."),
        (("--salt", "a b", "--seat", 0), 1, "that of seat 0 is 'a b'"),
        (("--salt", "ana"), 2, "belong together"),
        (("--seat", 0), 2, "belong together"),
        (("--table", "at the window"), 2, "no table, and no link to one: 'at the window'"),
    ],
)
def test_what_cannot_be_a_note_is_refused_first(
    notes: tuple[object, ...], code: int, complaint: str, file: Path, run: Run
) -> None:
    result = run("verify", file, *notes)
    assert (result.code, result.out, complaint in result.err) == (code, "", True)


def test_a_game_without_a_good_proof_is_named_and_the_others_are_still_checked(file: Path, run: Run) -> None:
    deal = json.loads(one_game())["deal"]
    lines = [
        one_game(),
        changed(one_game(), deal=deal | {"first": 1 - deal["first"]}),
        Record.of(estaminet.game("poule").start(2)).to_json(),
        changed(one_game(), game="chess"),
        one_game(),
    ]
    file.write_text("\n".join(lines))
    result = run("verify", file)
    assert result.code == 1
    assert [line[:7] for line in result.out.splitlines()] == ["game 0:", "game 4:"]
    different, without, unknown = result.err.splitlines()
    assert different.startswith("game 1 (line 2) is not proven: The deal does not follow from seed and salts: first is")
    assert without.startswith("game 2 (line 3) is not proven: This record carries no proof")
    assert "There is no game 'chess'" in unknown


def test_what_is_no_record_file_gets_a_sentence(file: Path, run: Run) -> None:
    file.write_text("Dear diary")
    result = run("verify", file)
    assert (result.code, "no record file" in result.err) == (1, True)
