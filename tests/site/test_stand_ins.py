"""The page's pydantic and orjson give the same as the originals."""

import importlib.util
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

import estaminet
from estaminet.server.rules import commands, plan
from estaminet.site import bundle

PAGE: Final = Path(bundle.__file__).with_name("page")
SOURCES: Final = Path(estaminet.__file__).parent
SEATS: Final = st.sampled_from(
    [
        {"kind": "me"},
        {"kind": "open"},
        {"kind": "house"},
        {"kind": "house", "level": "king", "character": "rosa"},
        {"kind": "house", "level": "emperor"},
        {"kind": "house", "adapts": 1},
        {"kind": "local", "name": "Anna"},
        {"kind": "local", "name": ""},
        {"kind": "local"},
        {"kind": "bench"},
        {},
        "me",
    ]
)
PLANS: Final = st.fixed_dictionaries(
    {"game": st.sampled_from(["poule", "", 7, "x" * 61]), "seats": st.lists(SEATS, max_size=11)},
    optional={
        "options": st.sampled_from([{}, {"rounds": 3, "wizard": True, "tiles": "secret"}, {"rounds": None}, []]),
        "clock": st.sampled_from(
            [{"kind": "none"}, {"kind": "game", "seconds": 600}, {"kind": "game", "seconds": 5}, {"kind": "move"}, {}]
        ),
        "substitute": st.sampled_from(["regular", "nobody"]),
        "is_public": st.sampled_from([True, False, 0, "yes"]),
        "has_talk": st.sampled_from([True, None]),
        "color": st.just("red"),
    },
)
MESSAGES: Final = st.fixed_dictionaries(
    {"type": st.sampled_from(["move", "undo", "sit", "give", "resign", "watch_seat", "say", "start", "dance", 3])},
    optional={
        "id": st.sampled_from(["1", "x" * 41, 5, None]),
        "number": st.sampled_from([0, 7, -1, True, "7", 10_000_001]),
        "action": st.sampled_from(["draw", "x" * 101]),
        "seat": st.sampled_from([0, 9, 10, None]),
        "salt": st.sampled_from(["", "ab" * 16, "g" * 500, "é"]),
        "level": st.sampled_from(["host", "boss"]),
        "phrase": st.sampled_from(["hello", "bye", None]),
    },
)


@pytest.fixture(scope="module")
def rules() -> Iterator[tuple[Any, Any]]:
    """Plans and commands, made with the stand-in."""
    stand_in = load("pydantic", PAGE / "pydantic.py")
    kept = {name: sys.modules.get(name) for name in ("pydantic", plan.__name__, commands.__name__)}
    sys.modules["pydantic"] = stand_in
    try:
        sys.modules[plan.__name__] = own_plan = load(plan.__name__, Path(plan.__file__))
        yield own_plan, load(commands.__name__, Path(commands.__file__))
    finally:
        sys.modules.update({name: module for name, module in kept.items() if module})


def load(name: str, file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    finally:
        if before:
            sys.modules[name] = before
    return module


def read(adapter: Callable[[str], Any], text: str) -> object:
    try:
        return adapter(text).model_dump()
    except ValueError as error:
        return type(error).__name__


@settings(max_examples=400, deadline=None)
@given(members=PLANS)
def test_a_plan_is_taken_or_refused_alike(rules: tuple[Any, Any], members: dict[str, object]) -> None:
    text = json.dumps(members)
    own, _ = rules
    assert read(own.TablePlan.model_validate_json, text) == read(plan.TablePlan.model_validate_json, text)


@settings(max_examples=400, deadline=None)
@given(members=MESSAGES)
def test_a_message_is_taken_or_refused_alike(rules: tuple[Any, Any], members: dict[str, object]) -> None:
    text = json.dumps(members)
    _, own = rules
    assert read(own.MESSAGES.validate_json, text) == read(commands.MESSAGES.validate_json, text)


def test_a_value_never_changes_but_a_copy_differs(rules: tuple[Any, Any]) -> None:
    own, _ = rules
    seat = own.HouseSeat(kind="house", level="king")
    with pytest.raises(ValueError, match="frozen"):
        seat.level = "host"
    assert seat.model_copy(update={"level": "host"}) == own.HouseSeat(kind="house", level="host") != seat
    with pytest.raises(ValidationError):
        plan.HouseSeat(kind="house", level="nobody")  # type: ignore[arg-type]  # as the stand-in does:
    with pytest.raises(ValueError, match="Input should be"):
        own.HouseSeat(kind="house", level="nobody")


@given(parts=st.lists(st.text(max_size=5), max_size=4), text=st.text(max_size=8))
def test_messages_are_the_same_bytes(parts: list[str], text: str) -> None:
    own = load("stand_in_for_orjson", PAGE / "orjson.py")
    written = [
        library.dumps(
            {"é": text, "parts": [library.Fragment(library.dumps(part)) for part in parts], "number": (1, None, True)}
        )
        for library in (own, orjson)
    ]
    assert json.loads(written[0]) == json.loads(written[1])
    assert own.loads(written[1]) == orjson.loads(written[1])
