"""`python requirements/install.py FILE`: what a lock file names into the environment of this Python, and this checkout.

Shows how far it is, in a terminal; with nothing but what every Python has, since nothing else is there yet.
"""

import compileall
import contextlib
import io
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

PIP: Final = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--no-compile"]
PACKAGES: Final = Path(sysconfig.get_path("purelib"))
WIDTH: Final = 40
FETCHED: Final = ("Collecting ", "Processing ", "Requirement already satisfied")
"""How lines of pip begin that tell of one package more."""


def main(lock: Path) -> None:
    expected = sum("==" in line for line in lock.read_text(encoding="utf-8").splitlines())
    before = count_installed()
    lines: list[str] = []

    def progress() -> float:
        fetched = sum(line.startswith(FETCHED) for line in lines)
        return (min(fetched, expected) + min(count_installed() - before, expected)) / (2 * expected)

    # The lock names everything. Asked for what packages depend on, pip may find a release that is newer than the lock,
    # if one of them wants another with an extra, and then has no hash for it.
    run([*PIP, "--require-hashes", "--no-deps", "-r", str(lock)], lines, progress)
    # Python would compile each module when it is first imported, pip on one core, this on all of them.
    with contextlib.redirect_stdout(io.StringIO()):
        compileall.compile_dir(PACKAGES, quiet=2, workers=0)
    run([*PIP, "--no-build-isolation", "--no-deps", "--editable", str(Path(__file__).parents[1])], [], lambda: 1.0)


def count_installed() -> int:
    return sum(1 for _ in PACKAGES.glob("*.dist-info"))


def run(command: list[str], lines: list[str], progress: Callable[[], float]) -> None:
    """Run pip; what it says is shown only if it fails."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)  # noqa: S603  # pip
    listener = threading.Thread(target=lambda: lines.extend(process.stdout or ()), daemon=True)
    listener.start()
    while listener.is_alive():
        listener.join(0.2)
        draw(progress())
    draw(None)
    if process.wait():
        sys.exit("".join(lines))


def draw(share: float | None) -> None:
    """A bar over the last one; None takes it away."""
    if sys.stdout.isatty():
        full = round(WIDTH * (share or 0))
        line = "" if share is None else f"  {'█' * full}{'░' * (WIDTH - full)} {share:4.0%}"
        print(f"\r{line:<{WIDTH + 8}}\r{line}", end="", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
