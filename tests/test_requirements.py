"""The lock files, and what works without the packages of the server."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

import pytest

from estaminet.extras import SERVER

ROOT: Final = Path(__file__).parents[1]
LOCKS: Final = sorted((ROOT / "requirements").glob("*.txt"))
WITHOUT_SERVER: Final = f"""
import sys
sys.modules.update(dict.fromkeys({SERVER!r}))
from estaminet.cli import main
main()
"""


def pins(lock: str) -> set[str]:
    """Every package with its version, on whatever system it is wanted."""
    text = (ROOT / "requirements" / lock).read_text(encoding="utf-8")
    return set(re.findall(r"^([\w.-]+==[\w.]+)", text, re.MULTILINE))


def test_whoever_has_all_for_the_tests_has_all_for_playing() -> None:
    assert pins("play.txt") < pins("dev.txt")


def test_a_website_is_made_with_the_versions_that_are_tested() -> None:
    made_with = pins("site.txt")
    assert made_with < pins("dev.txt")
    assert {"brotli", "ziglang"} < {each.partition("==")[0] for each in made_with}


def test_playing_needs_the_dependencies_of_the_package_and_what_installs_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = {
        *project["project"]["dependencies"],
        *project["dependency-groups"]["build"],
    }
    names = {re.split(r"[\[>=;]", each)[0] for each in wanted}
    pinned = {each.partition("==")[0] for each in pins("play.txt")}
    assert names < pinned
    assert len(pinned) < 60, "a house needs few packages: is one of the tests' among them?"


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_names_no_place_to_get_packages_from(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"^-", text, re.MULTILINE)


def test_games_need_nothing_of_the_server() -> None:
    def command(line: str) -> subprocess.CompletedProcess[str]:
        program = [sys.executable, "-c", WITHOUT_SERVER, *line.split()]
        return subprocess.run(program, capture_output=True, text=True, check=False, timeout=120)

    assert command("games").returncode == 0
    refused = command("serve")
    assert refused.returncode == 1
    assert "pip install estaminet adds it" in refused.stderr


def test_every_dependency_of_the_server_has_a_reason() -> None:
    pinned = {each.partition("==")[0] for each in pins("image.txt")}
    table = (ROOT / "SECURITY.md").read_text(encoding="utf-8").partition("## What the server depends on")[2]
    rows = [line.split(" | ")[0] for line in table.splitlines() if line.startswith("| `")]
    assert {name for row in rows for name in re.findall(r"`([^`]+)`", row)} == pinned
