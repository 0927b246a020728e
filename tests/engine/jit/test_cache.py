"""Stale machine code is never loaded: whatever is compiled together has one key."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import estaminet
from estaminet.engine.jit import cache

SOURCES = Path(estaminet.__file__).parent

INNER = """
from estaminet.engine.jit.compiler import jit

@jit
def inner(number: int) -> int:
    return number + {added}
"""
OUTER = """
from estaminet.engine.jit.compiler import jit
from guest.tables.inner import inner

@jit
def outer(number: int) -> int:
    return 10 * inner(number)
"""
FIND_CACHE = """
from estaminet.engine.jit import compiler
from estaminet.envs.vector import steps
from estaminet.games.poule import rules
from estaminet.players import tree
for function in (steps.observe_games, tree.grow, rules.apply):
    print(compiler._note_of(function).parent.name)
"""
CLEAR_AND_COMPILE = """
from estaminet.engine.jit import cache, compiler
compiler.ENGINE = "guest"
from guest.outer import outer
ten = outer(0)
cache.clear_cache()
compiler.compile_functions("guest.outer")
print(ten, outer(1), compiler.is_cached("guest"))
"""


def run(program: str, folder: Path) -> str:
    environment = os.environ | {"PYTHONPATH": f"{folder}:{SOURCES.parent}", "XDG_CACHE_HOME": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, "-B", "-c", program], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.compiled
def test_a_function_is_compiled_anew_when_one_that_it_calls_changes(tmp_path: Path) -> None:
    """Though the two are in different folders, and the file of the outer one is what it was."""
    tables = tmp_path / "guest" / "tables"
    tables.mkdir(parents=True)
    (tmp_path / "guest" / "outer.py").write_text(OUTER, encoding="utf-8")
    found = []
    for added in (1, 7):
        (tables / "inner.py").write_text(INNER.format(added=added), encoding="utf-8")
        found.append(run("from guest.outer import outer; print(outer(1))", tmp_path).strip())
    assert found == ["20", "80"]


@pytest.mark.compiled
def test_every_package_that_may_call_a_function_has_another_cache_when_it_changes(tmp_path: Path) -> None:
    shutil.copytree(SOURCES, tmp_path / "estaminet", ignore=shutil.ignore_patterns("*.npz", "__pycache__", "static"))
    found = run(FIND_CACHE, tmp_path).split()
    for edited in ("players/networks/layers.py", "engine/jit/random.py"):
        with (tmp_path / "estaminet" / edited).open("a", encoding="utf-8") as file:
            file.write("\n# another comment\n")
        found += run(FIND_CACHE, tmp_path).split()
    assert len(set(found)) == 3 * 3, found


@pytest.mark.compiled
def test_a_copy_in_another_place_does_not_take_the_code_for_its_own(tmp_path: Path) -> None:
    """Numba does not find it there: a server would hold every game for compiled, and compile while people wait."""
    places = [tmp_path / name for name in ("here", "there")]
    for place in places:
        shutil.copytree(SOURCES / "engine", place / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    code = (
        "from pathlib import Path; from estaminet.engine.jit.cache import cache_folder; print(cache_folder(Path({!r})))"
    )
    found = [run(code.format(str(place / "engine")), tmp_path) for place in places]
    assert found[0] != found[1]


@pytest.mark.compiled
def test_whoever_has_loaded_all_goes_on_if_somebody_clears_the_cache(tmp_path: Path) -> None:
    (tmp_path / "guest" / "tables").mkdir(parents=True)
    (tmp_path / "guest" / "tables" / "inner.py").write_text(INNER.format(added=1), encoding="utf-8")
    (tmp_path / "guest" / "outer.py").write_text(OUTER, encoding="utf-8")
    assert run(CLEAR_AND_COMPILE, tmp_path).split() == ["10", "20", "False"]


def test_a_version_goes_when_there_are_newer_ones_and_nobody_began_with_it_for_a_day(tmp_path: Path) -> None:
    folders = [tmp_path / f"poule-{number}" for number in range(2 * cache.VERSIONS)]
    for number, folder in enumerate(folders):
        folder.mkdir()
        used = folder.stat().st_mtime - (2 * cache.UNUSED_SECONDS + number if number % 2 else number)
        os.utime(folder, (used, used))
    cache._delete_old_versions(folders[0])
    assert sorted(tmp_path.iterdir()) == folders[::2], "as many as stay anyway were all used today"
    for number in range(1, 2 * cache.VERSIONS):
        (tmp_path / f"poule-today-{number}").mkdir()
    cache._delete_old_versions(folders[0])
    assert set(folders[::2]) < set(tmp_path.iterdir()), "several checkouts are in use"
