"""The package as others get it: built, installed without the sources, tried.

`make wheel` does so with every Python, and leaves the wheel in dist/.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import venv
from contextlib import closing
from pathlib import Path
from typing import Final

import httpx

from tests.server.people import NO_CERTIFICATES, Visitor
from tests.server.servers import PATIENCE, free_port

ROOT: Final = Path(__file__).parents[1]
PYTHONS: Final = ("python3.11", "python3.12", "python3.13", "python3.14")
PIP: Final = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")


def build_wheel(folder: Path, sources: Path = ROOT) -> Path:
    """Build the wheel from sources in which the page is built."""
    build: list[str | Path] = [*PIP, "wheel", "--no-index", "--no-build-isolation", "--no-deps", "-w", folder, sources]
    subprocess.run(build, check=True)
    (wheel,) = folder.glob("estaminet-*.whl")
    return wheel


def install_beside(folder: Path, wheel: Path) -> Path:
    """The `estaminet` of a new environment with the wheel; all else comes from that of the tests, without a network."""
    venv.create(folder, with_pip=False, symlinks=True)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
    (packages / "beside.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    install: list[str | Path] = [
        *PIP,
        "--python",
        folder / "bin" / "python",
        "install",
        "--no-index",
        "--no-deps",
        wheel,
    ]
    subprocess.run(install, check=True)
    return folder / "bin" / "estaminet"


def install_alone(folder: Path, wheel: Path, python: str) -> Path:
    """The `estaminet` of a new environment with the wheel and what it asks for."""
    subprocess.run([python, "-m", "venv", folder], check=True)
    install: list[str | Path] = [
        folder / "bin" / "python",
        "-m",
        "pip",
        "--quiet",
        "--disable-pip-version-check",
        "install",
        wheel,
    ]
    subprocess.run(install, check=True)
    return folder / "bin" / "estaminet"


def try_house(command: Path, folder: Path, *, has_kit: bool = True, **variables: str) -> float:
    """Open the house with the bare command, look at its page and make a first move; seconds from command to move.

    With a kit its page could do so without a connection, too.
    """
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    surroundings |= {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"), **variables}
    version = subprocess.run([command, "--version"], env=surroundings, capture_output=True, text=True, check=True)
    assert version.stdout.startswith("estaminet ")
    port = free_port()
    began = time.monotonic()
    with (folder / "house.log").open("wb") as log:
        house = subprocess.Popen([command, "--port", str(port)], env=surroundings, cwd=folder, stdout=log, stderr=log)
    try:
        url = f"http://127.0.0.1:{port}"
        wait_for(url, house)
        page = httpx.get(url, verify=NO_CERTIFICATES).text
        assert "<script" in page, "the page is not built, or not in the package"
        with closing(Visitor(url, "Anna")) as anna, closing(Visitor(url, "Bert")) as bert:
            table = anna.set_up("poule", ["me", "open"])
            anna.command(table["id"], "sit")
            bert.command(table["id"], "sit", invitation=table["invitation"])
            anna.command(table["id"], "start")
            mover = (anna, bert)[anna.watch(table["id"])["view"]["to_move"]]
            before = mover.watch(table["id"])
            after = mover.command(table["id"], "move", number=before["number"], action=before["view"]["legal"][0])
            assert after["number"] > before["number"]
        took = time.monotonic() - began
        if has_kit:
            check_kit(url)
        return took
    finally:
        house.terminate()
        assert house.wait(timeout=30) == 0
        assert (folder / "data" / "estaminet" / "estaminet.db").exists()


def check_kit(url: str) -> None:
    """All that a page needs to play by itself is there, and travels packed."""
    index = httpx.get(f"{url}/device/index.json", verify=NO_CERTIFICATES).raise_for_status().json()
    assert {"house.zip", "poule.wasm", "pyodide/pyodide.asm.wasm"} < set(index["files"])
    with httpx.Client(base_url=f"{url}/device/{index['version']}/", verify=NO_CERTIFICATES, timeout=60) as client:
        for name, described in index["files"].items():
            answer = client.get(name, headers={"Accept-Encoding": "gzip"})
            assert answer.status_code == 200, f"{name} is not in the kit"
            assert hashlib.sha256(answer.content).hexdigest().startswith(described["digest"]), f"{name} is broken"
            is_dense = described["bytes"] < 1000 or name.endswith(".weights")
            assert is_dense or answer.headers["Content-Encoding"] == "gzip", f"{name} is not packed"


def wait_for(url: str, house: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        assert house.poll() is None, "the house did not open"
        assert time.monotonic() < deadline
        try:
            if httpx.get(f"{url}/healthz", verify=NO_CERTIFICATES).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.02)


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="estaminet-wheel-") as name:
        folder = Path(name)
        wheel = build_wheel(folder)
        (ROOT / "dist").mkdir(exist_ok=True)
        shutil.copy(wheel, ROOT / "dist")
        print(f"· dist/{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
        for python in filter(shutil.which, PYTHONS):
            if subprocess.run([python, "--version"], capture_output=True, check=False).returncode:
                continue  # a name without a Python behind it
            place = folder / python
            place.mkdir()
            command = install_alone(place / "venv", wheel, python)
            size = sum(file.stat().st_size for file in (place / "venv").rglob("*") if file.is_file()) / 1e6
            cold, warm = (try_house(command, place, XDG_CACHE_HOME=str(place / "cache")) for _ in range(2))
            print(f"· {python}: {size:.0f} MB; a first move after {cold:.1f} s, the next time after {warm:.1f} s")


if __name__ == "__main__":
    main()
