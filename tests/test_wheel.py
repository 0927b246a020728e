"""The wheel is a whole house: server, page, and a command that opens it."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from estaminet.cli import complete
from estaminet.server.http.routes.pages import FOLDER
from tests.wheel import build_wheel, install_beside, try_house


@pytest.mark.skipif(not (FOLDER / "index.html").exists(), reason="the page is not built: make web")
def test_a_wheel_opens_the_house_without_the_sources(tmp_path: Path) -> None:
    wheel = build_wheel(tmp_path)
    built = {f"estaminet/server/pages/{file.relative_to(FOLDER)}" for file in FOLDER.rglob("*") if file.is_file()}
    with ZipFile(wheel) as package:
        assert built <= set(package.namelist())
    command = install_beside(tmp_path / "venv", wheel)
    has_kit = (FOLDER / "device").is_dir()
    try_house(
        command, tmp_path, has_kit=has_kit, NUMBA_DISABLE_JIT="1"
    )  # to compile takes long, and is tried elsewhere


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("", "serve --browser --log warning"),
        ("--port 80 --no-browser", "serve --browser --log warning --port 80 --no-browser"),
        ("--help", "--help"),
        ("--version", "--version"),
        ("serve", "serve"),
        ("warm --fresh", "warm --fresh"),
    ],
)
def test_without_a_command_the_house_opens(typed: str, meant: str) -> None:
    assert complete(typed.split()) == meant.split()
