"""A process that must not compile says so, and all that is compiled elsewhere is found without a list."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import estaminet
from estaminet.engine.jit import compiler

SOURCES = Path(estaminet.__file__).parent
MOST_PARAMETERS = 10
GUEST = """
from estaminet.engine.jit.compiler import jit

@jit
def double(number: int) -> int:
    return 2 * number
"""
CALL = """
import logging
logging.basicConfig(format="%(message)s")
from estaminet.engine.jit.compiler import forbid_compiling
import guest
forbid_compiling()
print(guest.double(4))
"""


def call(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    (folder / "guest.py").write_text(GUEST, encoding="utf-8")
    everything = os.environ | environment | {"XDG_CACHE_HOME": str(folder)}
    everything["PYTHONPATH"] = f"{folder}:{SOURCES.parent}"
    return subprocess.run([sys.executable, "-c", CALL], env=everything, capture_output=True, text=True, check=False)


@pytest.mark.compiled
def test_what_is_compiled_where_it_must_not_be_is_logged_by_its_name(tmp_path: Path) -> None:
    first, second = call(tmp_path), call(tmp_path)
    assert (first.stdout, second.stdout) == ("8\n", "8\n")
    assert "guest.double is compiled in a process that should not compile" in first.stderr
    assert not second.stderr, "it was in the cache"


@pytest.mark.compiled
def test_in_tests_it_is_an_error(tmp_path: Path) -> None:
    refused = call(tmp_path, **{compiler.STRICT: "1"})
    assert refused.returncode == 1
    assert "CompilationForbidden: guest.double" in refused.stderr


def functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    """Every function of ours that is compiled, for a CPU or a GPU, with its module."""
    for file in sorted(SOURCES.rglob("*.py")):
        module = ".".join(("estaminet", *file.relative_to(SOURCES).with_suffix("").parts))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                marks = {ast.unparse(mark).split("(")[0] for mark in node.decorator_list}
                if marks & {"jit", "jit_inlined", "jit_allocating", "cuda.jit"}:
                    yield module, node


@pytest.mark.compiled
def test_no_compiled_function_has_more_than_ten_parameters() -> None:
    found = {f"{module}.{node.name}": len(node.args.args) for module, node in functions()}
    assert len(found) > 250
    assert {name: count for name, count in found.items() if count > MOST_PARAMETERS} == {}


@pytest.mark.compiled
@pytest.mark.parametrize("package", ["estaminet.players", "estaminet.envs.vector", "estaminet.games.poule"])
def test_everything_that_a_package_compiles_is_found_by_walking_it(package: str) -> None:
    compiler.import_marked(package)
    marked = {f"{each.__module__}.{each.__name__}" for each in compiler.list_marked()}
    wanted = {
        f"{module}.{node.name}"
        for module, node in functions()
        if module.startswith(f"{package}.") and "cuda" not in module
    }
    assert wanted
    assert wanted <= marked
