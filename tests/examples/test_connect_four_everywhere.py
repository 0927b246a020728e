"""Once it is installed, a game that somebody else wrote is at home everywhere, and no file of the house knows it."""

import json
import re
from pathlib import Path

import pytest

from tests.examples.installation import EXAMPLE, ROOT, Installation

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]

EVERY_COLUMN = "".join(f"drop {column}\n" for column in "abcdefg")
HOUSE = [ROOT / "src", ROOT / "web" / "src"]
"""The shipped files: package and page."""


# The command; the others are run by the test of docs/adding-a-game.md


def test_what_is_played_is_the_installed_package(installation: Installation) -> None:
    where = installation.run("-c", "import connect_four; print(connect_four.__file__)")
    assert Path(where).is_relative_to(installation.folder)


def test_it_is_listed_after_the_games_of_the_house(installation: Installation) -> None:
    assert installation.command("games").splitlines()[-1] == "connect_four  Connect four, 2 players"


def test_a_person_plays_it_in_the_terminal(installation: Installation) -> None:
    said = installation.command(
        "play connect_four --seed 1 --level apprentice --save evening.jsonl", typed=EVERY_COLUMN * 6
    )
    assert "  Seat 0 drops a disc into column a.\n" in said
    assert re.search(r"^  Seat [01] has four in a line and wins\.$", said, re.MULTILINE)
    assert installation.command("replay evening.jsonl").startswith("game 0: connect_four, 2 players, ")


def test_the_last_moves_are_solved(installation: Installation) -> None:
    installation.command("simulate connect_four --seed 3 --out solved.jsonl")
    record = json.loads((installation.folder / "solved.jsonl").read_text())
    said = installation.command(f"solve solved.jsonl --after {len(record['actions']) - 1}")
    assert record["actions"][-1] in said


# For research


def test_a_pettingzoo_environment_plays_it(installation: Installation) -> None:
    installation.run(
        "-W", "ignore", "-c",
        "from estaminet.pettingzoo import connect_four_v0\n"
        "from pettingzoo.test import api_test\n"
        "api_test(connect_four_v0.env(), num_cycles=100)",
    )  # fmt: skip


def test_openspiel_plays_it(installation: Installation) -> None:
    installation.run(
        "-c",
        "import pyspiel, estaminet.open_spiel\n"
        "game = pyspiel.load_game('python_estaminet_connect_four')\n"
        "pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)",
    )


def test_many_games_of_it_are_played_at_once(installation: Installation) -> None:
    ended = installation.run(
        "-c",
        "import gymnasium, estaminet.vector\n"
        "games = gymnasium.make_vec('estaminet/connect_four-v0', 8).unwrapped\n"
        "games.reset(seed=7)\n"
        "print(sum(games.step(games.sample())[2].sum() for _ in range(42)))",
    )
    assert int(ended) >= 8


# The house


def test_no_file_of_the_house_names_it() -> None:
    """Connect four of PettingZoo and OpenSpiel may be spoken of."""
    named = re.compile(r"connect_four(?!_v\d)|connect-four|connectfour", re.IGNORECASE)
    files = [file for folder in HOUSE for file in folder.rglob("*") if file.suffix in {".py", ".ts", ".svelte", ".md"}]
    assert len(files) > 200
    assert [file for file in files if named.search(file.read_text(encoding="utf-8"))] == []


def test_no_file_of_the_house_changes_when_it_is_installed(tmp_path: Path) -> None:
    def stand() -> dict[Path, bytes]:
        files = (file for folder in (*HOUSE, EXAMPLE) for file in folder.rglob("*") if file.is_file())
        return {file: file.read_bytes() for file in files if "__pycache__" not in file.parts}

    before = stand()
    Installation(tmp_path / "environment")
    after = stand()
    assert [file for file in before.keys() | after.keys() if before.get(file) != after.get(file)] == []


def test_it_needs_nothing_of_this_repository_but_estaminet() -> None:
    sources = [file.read_text(encoding="utf-8") for file in EXAMPLE.rglob("*.py")]
    imported = {match[1] for text in sources for match in re.finditer(r"^(?:from|import) (\w+)", text, re.MULTILINE)}
    assert imported == {"collections", "connect_four", "estaminet", "numpy", "pytest", "typing", "typing_extensions"}
