"""Routing of the server's HTTP paths to answers, as far as one person needs them."""

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, NamedTuple, TypeVar
from urllib.parse import parse_qsl, unquote

from pydantic import BaseModel, ValidationError

from estaminet.device.house import House
from estaminet.server.errors import Refusal
from estaminet.server.store.rows import FinishedGame, Place

Plan = TypeVar("Plan", bound=BaseModel)
LIVE: Final = re.compile(r"/api/tables/([\w-]+)/live")


class Arguments(NamedTuple):
    """Arguments of a path."""

    names: tuple[str, ...]
    query: Mapping[str, str]

    def number(self, name: str, usual: int, most: int) -> int:
        """A number of the query, within bounds."""
        try:
            return max(0, min(int(self.query.get(name, usual)), most))
        except ValueError:
            raise Refusal("message.invalid", f"{name} is a number.") from None

    def has(self, name: str) -> bool:
        """Whether a flag of the query is set."""
        return self.query.get(name) == "true"

    def find_page(self, games: list[FinishedGame]) -> list[FinishedGame]:
        """The page of somebody's games, the latest first, after the place requested."""
        before = self.query.get("before")
        place = Place.read(before) if before else None
        return [game for game in games if place is None or Place.of(game) < place]


Route = Callable[[House, Arguments, str], Awaitable[object]]
ROUTES: Final[list[tuple[str, re.Pattern[str], Route]]] = []


def route(method: str, path: str) -> Callable[[Route], Route]:
    """Register the function below for a path; NAME in it matches anything."""
    pattern = re.compile(path.replace("NAME", r"([^/]+)"))

    def add(answer: Route) -> Route:
        ROUTES.append((method, pattern, answer))
        return answer

    return add


def find_route(method: str, path: str) -> tuple[Route, Arguments]:
    """The route of a request; a refusal if only a server has it."""
    place, _, query = path.partition("?")
    for wanted, pattern, answer in ROUTES:
        found = pattern.fullmatch(place)
        if wanted == method and found:
            return answer, Arguments(tuple(map(unquote, found.groups())), dict(parse_qsl(query)))
    raise Refusal("device.alone", "Only a server can do this: this house is on your device alone.")


def read_line(path: str) -> tuple[str, Mapping[str, str]]:
    """The table of a live line, and its query."""
    place, _, query = path.partition("?")
    found = LIVE.fullmatch(place)
    if not found:
        raise Refusal("table.unknown", "There is no such line on this device.")
    return found[1], dict(parse_qsl(query))


def read_plan(kind: type[Plan], body: str) -> Plan:
    """The plan in a body."""
    try:
        return kind.model_validate_json(body)
    except ValidationError as error:
        raise Refusal("message.invalid", f"This is no {kind.__name__}: {str(error)[:300]}.") from None


def read_body(body: str) -> dict[str, Any]:
    """An object in JSON."""
    try:
        found = json.loads(body)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise Refusal("message.invalid", "This is no object in JSON.")
    return found
