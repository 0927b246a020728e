"""The peers, installed from their lock files into their own folders."""

import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from bench.harness import FOLDER, ROOT, CannotMeasure

Report = Callable[[str], None]
LOCK: Final = ROOT / "requirements" / "peers.txt"
PEERS_PYTHON: Final = FOLDER / "venv" / "bin" / "python"
BUILDER: Final = "setuptools"
"""The builder of peers with sources only; installed first, in the locked version."""
# The lock names every dependency, with versions that build with its builder.
PIP: Final = (
    "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "2",
    "--no-deps", "--no-build-isolation", "--require-hashes", "-r",
)  # fmt: skip
NPM: Final = ("npm", "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund")
NODE_FILES: Final = ("package.json", "package-lock.json", "server.js")


class Requirement(NamedTuple):
    """One package of a lock file."""

    name: str
    text: str
    """Its lines, with the hashes."""


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


def prepare_peers(report: Report) -> dict[str, str]:
    """Install the Python peers; returns the failures, with reasons. Without them, ours is measured alone."""
    try:
        return prepare(LOCK, PEERS_PYTHON.parent.parent, report)
    except (OSError, subprocess.CalledProcessError) as error:
        return {"the peers' environment": str(error)}


def prepare(lock: Path, folder: Path, report: Report) -> dict[str, str]:
    """Create the environment, unless it exists and fits the lock; retry earlier failures."""
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
        if reason := _install(folder / "bin" / "python", requirement):
            failed[requirement.name] = reason
            report(f"{requirement.name} cannot be installed: {reason}")
    note.write_text(json.dumps({"version": version, "failed": failed}))
    return failed


def _install(python: Path, requirement: Requirement) -> str | None:
    """Install one package; returns pip's last message on failure."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(requirement.text)
        file.flush()
        done = subprocess.run([python, *PIP, file.name], check=False, capture_output=True, text=True)
    if done.returncode == 0:
        return None
    errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
    return errors[-1].removeprefix("ERROR: ") if errors else f"pip ended with exit code {done.returncode}"


def prepare_node(source: Path, folder: Path, report: Report) -> None:
    """Install a Node.js peer, unless it exists and fits its lock. CannotMeasure gives the reason for a failure."""
    if not shutil.which("node") or not shutil.which("npm"):
        raise CannotMeasure("there is no Node.js with npm on this machine")
    note = folder / "installed"
    version = hashlib.sha256((source / "package-lock.json").read_bytes()).hexdigest()
    folder.mkdir(parents=True, exist_ok=True)
    for name in NODE_FILES:
        shutil.copy(source / name, folder / name)
    if note.exists() and note.read_text() == version:
        return
    report(f"installing boardgame.io into {folder}")
    note.unlink(missing_ok=True)
    done = subprocess.run(NPM, cwd=folder, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if "error" in line.lower()]
        raise CannotMeasure(errors[0] if errors else f"npm ended with exit code {done.returncode}")
    note.write_text(version)
