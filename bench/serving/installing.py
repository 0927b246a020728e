"""The peer's packages, installed from their lock file into a folder of their own."""

import hashlib
import shutil
import subprocess
from pathlib import Path
from typing import Final

from bench.environment import Report
from bench.worker import CannotMeasure

FILES: Final = ("package.json", "package-lock.json", "server.js")
INSTALL: Final = ("npm", "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund")


def prepare(source: Path, folder: Path, report: Report) -> None:
    """Install the peer, unless it is there and fits the lock. CannotMeasure says why it is not to be had."""
    if not shutil.which("node") or not shutil.which("npm"):
        raise CannotMeasure("there is no Node.js with npm on this machine")
    note = folder / "installed"
    version = hashlib.sha256((source / "package-lock.json").read_bytes()).hexdigest()
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        shutil.copy(source / name, folder / name)
    if note.exists() and note.read_text() == version:
        return
    report(f"installing boardgame.io into {folder}")
    note.unlink(missing_ok=True)
    done = subprocess.run(INSTALL, cwd=folder, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if "error" in line.lower()]
        raise CannotMeasure(errors[0] if errors else f"npm ended with exit code {done.returncode}")
    note.write_text(version)
