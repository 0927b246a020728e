"""Compilation: signatures from annotations, a cache named by the sources, progress for people."""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Annotated

import numpy as np
import pytest

from estaminet.engine.jit import cache
from estaminet.engine.jit.compiler import load_functions
from estaminet.engine.jit.layout import Small, Smalls, Whole, layout, unpack
from estaminet.games import REGISTRY


class State:
    seat: Small
    cells: Annotated[Smalls, 2, 3]
    money: Whole


def test_a_record_has_named_fields_with_their_shapes() -> None:
    dtype = layout(State)
    record = np.zeros(1, dtype)[0]
    record.money = 70_000
    record.cells[1, 2] = 5
    assert (record.seat.dtype, record.cells.shape, int(record.money)) == (np.int8, (2, 3), 70_000)
    assert dtype.fields is not None
    assert dtype.fields["money"][1] % 4 == 0  # where the machine reads it in one go


def test_a_record_is_unpacked_into_whole_numbers_and_arrays() -> None:
    memory = np.zeros(layout(State).itemsize, np.uint8)
    record = memory.view(layout(State))[0]
    record.seat, record.money = -3, 70_000
    record.cells[1, 2] = 5
    state = unpack(memory, State)
    assert (type(state.seat), state.seat, type(state.money), state.money) == (int, -3, int, 70_000)
    assert state.cells.tolist() == [[0, 0, 0], [0, 0, 5]]


def test_a_field_named_like_an_array_method_is_refused() -> None:
    class Bad:
        size: Small

    with pytest.raises(TypeError, match="size has the name of an ndarray method"):
        layout(Bad)


def make_sources(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "rules.py").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def cache_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cache, "cache_root", lambda: tmp_path / "cache")
    return tmp_path


def test_another_source_has_another_cache(cache_home: Path) -> None:
    folder_of = cache.cache_folder.__wrapped__  # the folder of each call, not the remembered one
    sources = make_sources(cache_home / "game", "one")
    first = folder_of(sources)
    assert folder_of(sources) == first
    assert folder_of(make_sources(sources, "two")) != first


def test_old_caches_are_forgotten(cache_home: Path) -> None:
    folder_of = cache.cache_folder.__wrapped__
    long_ago = time.time() - 2 * cache.UNUSED_SECONDS
    folders = []
    for number in range(9):
        folders.append(folder_of(make_sources(cache_home / "game", str(number))))
        if number < 8:
            os.utime(folders[-1], (long_ago + number, long_ago + number))
    folder_of(make_sources(cache_home / "game", "8"))
    assert [folder.exists() for folder in folders] == [False] * 5 + [True] * 4


def test_what_another_process_began_with_today_stays(cache_home: Path) -> None:
    folder_of = cache.cache_folder.__wrapped__
    folders = [folder_of(make_sources(cache_home / "game", str(number))) for number in range(9)]
    assert all(folder.exists() for folder in folders)


def test_a_folder_that_another_process_deletes_meanwhile_is_passed_over(
    cache_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder_of = cache.cache_folder.__wrapped__
    gone = folder_of(make_sources(cache_home / "game", "one"))
    true_stat = Path.stat

    def stat(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if path == gone:
            raise FileNotFoundError(path)
        return true_stat(path, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", stat)
    assert folder_of(make_sources(cache_home / "game", "two")).exists()


def test_without_a_home_to_write_to_the_cache_is_temporary(cache_home: Path) -> None:
    (cache_home / "cache").write_text("a file where a folder should be")
    folder = cache.cache_folder.__wrapped__(make_sources(cache_home / "game", "one"))
    assert folder.is_dir()
    assert cache_home not in folder.parents
    folder.rmdir()


def test_clearing_forgets_everything(cache_home: Path) -> None:
    cache.cache_folder.__wrapped__(make_sources(cache_home / "game", "one"))
    cache.clear_cache()
    assert not (cache_home / "cache").exists()


@pytest.mark.compiled
def test_progress_counts_every_function() -> None:
    reports: list[tuple[str, int, int]] = []
    REGISTRY.find("poule").compile(lambda *report: reports.append(report))
    assert [done for _, done, _ in reports] == list(range(1, reports[-1][2] + 1))
    assert {"below", "legal", "apply", "determinize"} <= {name for name, _, _ in reports}


@pytest.mark.compiled
@pytest.mark.parametrize("name", REGISTRY.names())
def test_every_rule_is_compiled_for_one_signature(name: str) -> None:
    kernel = REGISTRY.find(name).kernel
    load_functions(f"estaminet.games.{name}")
    for function in kernel.FUNCTIONS:
        assert len(getattr(kernel, function).signatures) == 1


PLAY_ALONE = """
import estaminet
from estaminet.engine.jit.compiler import load_functions
from estaminet.games.poule import rules
game = estaminet.game("poule")
game.compile(only_play=True)
kernel = game.kernel
assert [len(getattr(kernel, name).signatures) for name in ("start", "legal", "apply", "hide")] == [1] * 4
assert not kernel.encode.signatures and not kernel.evaluate.signatures
position = game.start(2, seed=7)
while not position.is_over:
    position.play(position.legal()[0])
assert all(len(getattr(kernel, name).signatures) <= 1 for name in kernel.FUNCTIONS), "nothing else was needed"
load_functions(rules.__package__)
assert [len(getattr(kernel, name).signatures) for name in kernel.FUNCTIONS] == [1] * len(kernel.FUNCTIONS)
print(position.winners())
"""


@pytest.mark.compiled
def test_people_can_play_with_a_part_of_the_functions_and_the_rest_comes_later() -> None:
    done = subprocess.run([sys.executable, "-c", PLAY_ALONE], capture_output=True, text=True, check=False)
    position = REGISTRY.find("poule").start(2, seed=7)
    while not position.is_over:
        position.play(position.legal()[0])
    assert (done.stdout.strip(), done.stderr) == (str(position.winners()), "")


@pytest.mark.compiled
def test_a_function_that_was_compiled_for_its_caller_s_types_is_compiled_for_its_own_too(tmp_path: Path) -> None:
    program = (
        "import guest\n"
        "from numba import types\n"
        "guest.double.compile((types.boolean,))  # as a caller would that passes a truth value\n"
        "print(guest.double(400))\n"
    )
    double = "def double(number: int) -> int:\n    return 2 * number\n"
    (tmp_path / "guest.py").write_text(f"from estaminet.engine.jit.compiler import jit\n\n@jit\n{double}")
    sources = Path(cache.__file__).parents[3]
    everything = os.environ | {"XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": f"{tmp_path}:{sources}"}
    done = subprocess.run([sys.executable, "-c", program], env=everything, capture_output=True, text=True, check=False)
    assert done.stdout == "800\n", done.stderr[-500:]
