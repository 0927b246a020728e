"""A process that measures on request, so that ours and theirs can take turns: one line of JSON each way."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

Task = Callable[..., float]
"""Measures for about so many seconds, given as the last argument."""


class CannotMeasure(Exception):
    """Why there is no number."""


def serve(tasks: Mapping[str, Task]) -> None:
    """Answer requests until there are no more. What the tasks print goes to stderr."""
    with os.fdopen(os.dup(1), "w") as answers:
        os.dup2(2, 1)
        for line in sys.stdin:
            request = json.loads(line)
            try:
                answer: dict[str, float | str] = {
                    "value": tasks[request["task"]](*request["arguments"], request["seconds"])
                }
            except Exception as error:  # whatever is wrong belongs into the row
                answer = {"trouble": f"{type(error).__name__}: {error}"}
            print(json.dumps(answer), file=answers, flush=True)


class Worker:
    """A module of this folder that serves, run by some Python."""

    def __init__(self, python: Path, module: str, root: Path) -> None:
        self._module = module
        self._process = subprocess.Popen(
            [python, "-W", "ignore", "-m", module],
            cwd=root,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def measure(self, task: str, arguments: tuple[str | int, ...], seconds: float) -> float:
        """The number that a task gives; CannotMeasure says why there is none."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            print(json.dumps({"task": task, "arguments": arguments, "seconds": seconds}), file=stdin, flush=True)
            line = stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise CannotMeasure(f"{self._module} stopped with exit code {self._process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        if "trouble" in answer:
            raise CannotMeasure(str(answer["trouble"]))
        return float(answer["value"])

    def close(self) -> None:
        """Let the process end."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()
        self._process.wait()
