"""The command as a whole: help with examples, the list of games, the contract, a process of its own."""

import subprocess
import sys

import pytest

import estaminet
from estaminet.engine.contract import CONTRACT
from tests.cli.conftest import Run


@pytest.mark.parametrize("command", ["play", "branch", "simulate", "replay", "arena", "warm", "site", "contract"])
def test_help_has_an_example(command: str, run: Run) -> None:
    result = run(command, "--help")
    assert (result.code, f"estaminet {command} " in result.out) == (0, True)


def test_games_are_listed_with_their_options(run: Run) -> None:
    out = run("games").out
    assert all(name in out for name in estaminet.games())
    assert "stalls_return=rank_one   rank_one, all, none  (P6.2)" in out


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("chess", "There is no game 'chess'"),
        ("no.such.module:GAME", "cannot be loaded: No module named 'no'"),
        ("estaminet.games.poule.game:NONE", "cannot be loaded"),
        ("estaminet.games.poule.game:Poule", "is no game but a ABCMeta"),
        (":GAME", "cannot be loaded"),
    ],
)
def test_contract_says_what_is_no_game(name: str, complaint: str, run: Run) -> None:
    result = run("contract", name)
    assert (result.code, complaint in result.err) == (1, True)


def test_contract_checks_a_game_given_by_its_module(run: Run) -> None:
    result = run("contract", "connect_four.game:GAME")
    assert (result.code, f"keeps the contract: {len(CONTRACT)} checks" in result.out) == (0, True)


@pytest.mark.compiled
def test_warm_compiles_in_processes_of_its_own(run: Run) -> None:
    result = run("warm", "poule")
    assert (result.code, "Ready to play: poule" in result.err) == (0, True)


def test_the_installed_command_runs_and_says_its_errors_without_a_traceback() -> None:
    program = [sys.executable, "-c", "from estaminet.cli import main; main()"]
    done = subprocess.run([*program, "simulate", "chess"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "There is no game 'chess'" in done.stderr
    assert "Traceback" not in done.stderr
