"""Run the command as the shell does, without a new process for each test."""

import io
import sys
from typing import NamedTuple, Protocol

import pytest

from estaminet.cli import main


class Result(NamedTuple):
    code: int
    out: str
    err: str


class Run(Protocol):
    def __call__(self, *arguments: object, typed: str = "") -> Result: ...


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The exit code and what was printed."""
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("PYTHONSAFEPATH", "1")  # the command sets it for good

    def command(*arguments: object, typed: str = "") -> Result:
        monkeypatch.setattr(sys, "argv", ["estaminet", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = int(stop.code or 0)
        captured = capsys.readouterr()
        return Result(code, captured.out, captured.err)

    return command
