"""The peers' environment: made once, renewed with its lock, whole even if one peer is not to be had."""

import subprocess
from pathlib import Path

import pytest

from bench import environment
from bench.environment import Requirement, prepare, split_lock

LOCK = """\
numpy==2.4.6 ; python_full_version < '3.12' \\
    --hash=sha256:aa \\
    --hash=sha256:bb
    # via rlcard
rlcard==1.2.0 \\
    --hash=sha256:cc
    # via -r bench/peers.in
setuptools==80.0.0 \\
    --hash=sha256:dd
"""


def keep_quiet(_what: str) -> None:
    pass


class Pip:
    """Remembers what it was asked to install; some packages fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self.broken: set[str] = set()
        self.made = 0
        monkeypatch.setattr(environment, "_install", self.install)
        monkeypatch.setattr(subprocess, "run", self.make_environment)

    def install(self, _python: Path, requirement: Requirement) -> str | None:
        self.asked.append(requirement.name)
        return "no matching distribution" if requirement.name in self.broken else None

    def make_environment(self, command: list[str | Path], **_options: object) -> None:
        self.made += 1
        Path(command[-1]).mkdir(parents=True, exist_ok=True)


@pytest.fixture
def pip(monkeypatch: pytest.MonkeyPatch) -> Pip:
    return Pip(monkeypatch)


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    path = tmp_path / "peers.txt"
    path.write_text(LOCK)
    return path


def test_a_lock_is_split_into_packages_with_the_builder_first() -> None:
    requirements = split_lock(LOCK)
    assert [requirement.name for requirement in requirements] == ["setuptools", "numpy", "rlcard"]
    assert requirements[1].text.startswith("numpy==2.4.6 ; python_full_version < '3.12' \\\n    --hash=sha256:aa")
    assert "".join(sorted(requirement.text for requirement in requirements)) == LOCK


def test_everything_is_installed_once(pip: Pip, lock: Path, tmp_path: Path) -> None:
    said: list[str] = []
    assert prepare(lock, tmp_path / "venv", said.append) == {}
    assert pip.asked == ["setuptools", "numpy", "rlcard"]
    assert said[1:] == [f"installing {name} ({at} of 3)" for at, name in enumerate(pip.asked, start=1)]
    assert prepare(lock, tmp_path / "venv", said.append) == {}
    assert (len(pip.asked), pip.made) == (3, 1)


def test_a_changed_lock_renews_everything(pip: Pip, lock: Path, tmp_path: Path) -> None:
    prepare(lock, tmp_path / "venv", keep_quiet)
    lock.write_text(LOCK.replace("1.2.0", "1.3.0"))
    prepare(lock, tmp_path / "venv", keep_quiet)
    assert (len(pip.asked), pip.made) == (6, 2)


def test_what_fails_is_told_and_tried_again_the_next_time(pip: Pip, lock: Path, tmp_path: Path) -> None:
    pip.broken = {"rlcard"}
    assert prepare(lock, tmp_path / "venv", keep_quiet) == {"rlcard": "no matching distribution"}
    pip.broken = set()
    assert prepare(lock, tmp_path / "venv", keep_quiet) == {}
    assert (pip.asked[3:], pip.made) == (["rlcard"], 1)
