"""Connect four installed for real, into a virtual environment that also sees the packages of the running one."""

import fcntl
import os
import shutil
import subprocess
import sysconfig
import venv
from pathlib import Path
from typing import Final

import pytest

from estaminet.engine.jit.cache import cache_root
from tests.server.servers import SERVE

ROOT: Final = Path(__file__).parents[2]
EXAMPLE: Final = ROOT / "examples" / "connect_four"
PIP: Final = ("-m", "pip", "--quiet", "--disable-pip-version-check", "install")
OFFLINE: Final = ("--no-index", "--no-deps", "--no-build-isolation")


class Installation:
    """A Python that has Estaminet and the example, compiled; made where there is none yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "bin" / "python"
        ready = folder / "ready"
        if not ready.exists():
            self._make()
            ready.touch()

    def _make(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        venv.create(self.folder, with_pip=False, symlinks=True)
        packages = Path(sysconfig.get_path("purelib", vars={"base": str(self.folder)}))
        (packages / "beside.pth").write_text(self._settings(), encoding="utf-8")
        self.run(*PIP, *OFFLINE, str(EXAMPLE))
        self.command(f"warm {EXAMPLE.name}")

    def _settings(self) -> str:
        """What every Python that starts there does first: see the packages of this one, use a cache of its own."""
        kernels = self.folder / "cache" / "estaminet" / "kernels"
        kernels.mkdir(parents=True)
        cache_root().mkdir(parents=True, exist_ok=True)
        for compiled in cache_root().iterdir():
            # What is compiled already is shared; what this environment adds goes when its folder goes.
            if not compiled.name.startswith(EXAMPLE.name):
                (kernels / compiled.name).symlink_to(compiled)
        beside = sysconfig.get_path("purelib")
        cache = str(self.folder / "cache")
        return f"import site; site.addsitedir({beside!r})\nimport os; os.environ['XDG_CACHE_HOME'] = {cache!r}\n"

    def run(self, *arguments: str, typed: str = "", folder: Path | None = None) -> str:
        """Output of a program of this Python; its errors are shown if it fails."""
        done = subprocess.run(
            [self.python, *arguments],
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            cwd=folder or self.folder,
            env={**os.environ, "NO_COLOR": "1", "COLUMNS": "160"},
        )
        assert done.returncode == 0, f"{arguments} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def command(self, line: str, typed: str = "") -> str:
        """Output of ``estaminet ...``, run in the folder of the environment."""
        return self.run("-c", SERVE, *line.split(), typed=typed)


def install_once(folders: pytest.TempPathFactory) -> Installation:
    """One for all processes of a test run, already compiled: that takes longer than the tests."""
    base = folders.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "installation"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return Installation(folder)


def write_guest(folder: Path, name: str, source: str) -> None:
    """Another game, whose module is this text, for processes with this folder on their path."""
    notes = folder / f"{name}-1.0.dist-info"
    notes.mkdir()
    (notes / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (notes / "entry_points.txt").write_text(f"[estaminet.games]\n{name} = {name}_game:GAME\n", encoding="utf-8")
    (folder / f"{name}_game.py").write_text(source, encoding="utf-8")
