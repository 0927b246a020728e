"""Small arenas."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.arena import bots

BOTS = Path(bots.__file__)


def bot(name: str) -> str:
    """The name under which a bot of the tests enters an arena."""
    return f"{BOTS}:{name}"


def read_games(folder: Path) -> list[dict[str, Any]]:
    """The games of an arena by deal and rotation, without their thinking times: these are never the same."""
    games = [json.loads(line) for line in (folder / "games.jsonl").read_text(encoding="utf-8").splitlines()]
    for game in games:
        del game["arena"]["thinking"]
    return sorted(games, key=lambda game: (game["arena"]["deal"], game["arena"]["rotation"]))


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The bots' notes."""
    folder = tmp_path / "notes"
    folder.mkdir()
    monkeypatch.setenv(bots.NOTES, str(folder))
    return folder
