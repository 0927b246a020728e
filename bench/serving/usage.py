"""What processes use: seconds of processor and bytes of memory, as Linux counts them."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

PROCESSES: Final = Path("/proc")
TICK: Final = 1 / os.sysconf("SC_CLK_TCK")
PAGE: Final = os.sysconf("SC_PAGE_SIZE")
IS_KNOWN: Final = (PROCESSES / "self" / "statm").exists()
"""Whether this system says it."""


def processor_seconds(processes: Iterable[int]) -> float:
    """How long these processes and their children have been running on a core, all together."""
    return sum(_processor_seconds(each) for process in processes for each in (process, *_children(process)))


def resident_bytes(process: int) -> int:
    """How much memory a process has, as the system counts it against the machine."""
    return int((PROCESSES / str(process) / "statm").read_text().split()[1]) * PAGE


def _processor_seconds(process: int) -> float:
    try:
        fields = (PROCESSES / str(process) / "stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0  # a child that has ended since
    return (int(fields[11]) + int(fields[12])) * TICK


def _children(process: int) -> list[int]:
    try:
        return [
            int(child) for child in (PROCESSES / str(process) / "task" / str(process) / "children").read_text().split()
        ]
    except FileNotFoundError:
        return []
