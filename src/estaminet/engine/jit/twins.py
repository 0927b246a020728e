"""Functions under ``@jit`` for another machine than the one at hand.

A twin is the same code in which every other function under ``@jit`` is its twin. How one is compiled is up to the
machine: a GPU (`estaminet.envs.vector.cuda.twins`), or a web page (`estaminet.site.target`).
"""

import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any, cast

from estaminet.engine.jit.compiler import find_signature

Function = Callable[..., Any]


def copy_with_twins(function: Function, find_twin: Callable[[Function], Function]) -> FunctionType:
    """The code of a function in a world of twins, still to be compiled; where it calls itself, nothing is changed."""
    plain = cast("FunctionType", inspect.unwrap(function))
    world = dict(plain.__globals__)
    for name in plain.__code__.co_names:
        called: Any = world.get(name)
        if called is not function and find_signature(called) is not None:
            world[name] = find_twin(called)
    copy = FunctionType(plain.__code__, world, plain.__name__, plain.__defaults__, plain.__closure__)
    copy.__module__, copy.__qualname__ = plain.__module__, plain.__qualname__
    return copy
