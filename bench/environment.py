"""The peers, installed from their lock file into a virtual environment of their own."""

import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

Report = Callable[[str], None]
BUILDER: Final = "setuptools"
"""Builds the peers that come as sources only; installed first, in the version that the lock names."""


class Requirement(NamedTuple):
    """One package of a lock file."""

    name: str
    text: str
    """Its lines, with the hashes."""


class Peers(NamedTuple):
    """The environment of the peers."""

    python: Path
    failed: dict[str, str]
    """What could not be installed, and why."""


def split_lock(text: str) -> list[Requirement]:
    """The packages of a lock file, the builder first."""
    requirements: list[Requirement] = []
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if line.startswith(" "):
            name, above = requirements.pop()
            requirements.append(Requirement(name, f"{above}{line}\n"))
        else:
            requirements.append(Requirement(line.partition("==")[0], f"{line}\n"))
    return sorted(requirements, key=lambda requirement: requirement.name != BUILDER)


def prepare(lock: Path, folder: Path, report: Report) -> Peers:
    """Make the environment, unless it is there and fits the lock; try again what failed the last time."""
    python = folder / "bin" / "python"
    note = folder / "installed.json"
    version = f"{sys.version} {hashlib.sha256(lock.read_bytes()).hexdigest()}"
    found = json.loads(note.read_text()) if note.exists() else {}
    wanted = split_lock(lock.read_text())
    if found.get("version") == version:
        wanted = [requirement for requirement in wanted if requirement.name in found["failed"]]
    else:
        report(f"making {folder}")
        note.unlink(missing_ok=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True, capture_output=True)
    failed: dict[str, str] = {}
    for number, requirement in enumerate(wanted, start=1):
        report(f"installing {requirement.name} ({number} of {len(wanted)})")
        reason = _install(python, requirement)
        if reason:
            failed[requirement.name] = reason
            report(f"{requirement.name} cannot be installed: {reason}")
    note.write_text(json.dumps({"version": version, "failed": failed}))
    return Peers(python, failed)


def _install(python: Path, requirement: Requirement) -> str | None:
    """Install one package; the last thing pip says if it cannot be."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(requirement.text)
        file.flush()
        # The lock names every dependency, and its versions are the ones that build with the builder it names.
        command: list[str | Path] = [
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--retries",
            "2",
        ]
        command += ["--no-deps", "--no-build-isolation", "--require-hashes", "-r", file.name]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode == 0:
        return None
    errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
    return errors[-1].removeprefix("ERROR: ") if errors else f"pip ended with exit code {done.returncode}"
