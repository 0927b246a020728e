"""What the code says about itself, as Markdown tables: a game's record, actions and observation; all errors."""

import ast
import inspect
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import dedent
from typing import Any, Final, NamedTuple

from estaminet.engine.errors import MEANINGS, TypedError
from estaminet.engine.game import Action, Game
from estaminet.server.errors import REFUSALS
from estaminet.server.settings import Options, describe_options, flag_of, variable_of

Layout = Iterable[tuple[Any, ...]]
"""Name, length and meaning of each section, and what each of its equal parts holds where it has such."""
MANY: Final = 4
"""From so many texts on, a list shows only the first and the last."""
CONSTANT: Final = re.compile(r"\b[A-Z]{3,}\b")


class Section(NamedTuple):
    """A part of an observation."""

    name: str
    start: int
    length: int
    meaning: str
    parts: tuple[tuple[Any, ...], ...] = ()
    """What each of its equal parts holds, as a layout again."""

    @property
    def times(self) -> int:
        """How many equal parts it has."""
        return self.length // sum(length for _, length, *_ in self.parts) if self.parts else 1


def find_constant(game: Game, name: str) -> Any:  # noqa: ANN401  # a kernel, too, finds them without their types
    """A constant of the modules of a game; None if it has none of that name."""
    return next((vars(module)[name] for module in game.modules if name in vars(module)), None)


def list_sections(layout: Layout) -> Iterator[Section]:
    """A layout with the index at which each section starts."""
    start = 0
    for name, length, meaning, *parts in layout:
        yield Section(name, start, length, meaning, *parts)
        start += length


def find_state(game: Game) -> type:
    """The class that describes the record of a game."""
    names = set(find_constant(game, "STATE").names)
    classes = (each for module in game.modules for each in vars(module).values() if isinstance(each, type))
    return next(each for each in classes if set(vars(each).get("__annotations__", ())) == names)


def describe_fields(state: type) -> dict[str, str]:
    """The docstring under each annotated field of a class, on one line; empty where there is none."""
    (definition,) = ast.parse(dedent(inspect.getsource(state))).body
    described: dict[str, str] = {}
    for statement in ast.iter_child_nodes(definition):
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name)):
                described[str(name)] = ""
            case ast.Expr(value=ast.Constant(value=str(text))) if described:
                described[[*described][-1]] = " ".join(text.split())
    return described


def tabulate(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(str(cell).replace('|', '&#124;') for cell in line)} |" for line in lines)


def tabulate_record(game: Game) -> str:
    """Every field of the record, where it lies, and what it means."""
    meanings = describe_fields(find_state(game))
    rows = [
        [offset, f"`{name}`", " ".join([f"`{field.base}`", " × ".join(map(str, field.shape))]), meanings[name]]
        for name, (field, offset, *_) in find_constant(game, "STATE").fields.items()
    ]
    return tabulate(["byte", "field", "type", "meaning"], rows)


def list_constants(game: Game) -> dict[str, int]:
    """The numbers behind the constants that the meanings of the fields name."""
    words = {word: None for text in describe_fields(find_state(game)).values() for word in CONSTANT.findall(text)}
    found = {word: find_constant(game, word) for word in words}
    return {word: number for word, number in found.items() if isinstance(number, int)}


def tabulate_observation(layout: Layout) -> str:
    """Every section of the observation, and below a table for those of equal parts, once for all that are alike."""
    tables = [_tabulate_sections(layout)]
    for parts, names in _group_parts(layout).items():
        tables += [f"Each part of {', '.join(f'`{name}`' for name in names)}:", _tabulate_sections(parts)]
    return "\n\n".join(tables)


def tabulate_errors() -> str:
    """Every code of the library, and the type of those that have their own."""
    types = {each.code: f"`{each.__name__}`" for each in TypedError.__subclasses__()}
    rows = [[f"`{code}`", types.get(code, ""), meaning] for code, meaning in MEANINGS.items()]
    return tabulate(["code", "type", "when"], rows)


def tabulate_refusals() -> str:
    """Every code of the server with its HTTP status."""
    return tabulate(["code", "status", "when"], [[f"`{code}`", *kind] for code, kind in REFUSALS.items()])


def tabulate_settings() -> str:
    """Every setting of the server with its option, variable and default."""
    rows = [
        [f"`{flag_of(name)}`", f"`{variable_of(name)}`", _show_default(field.default), describe_options()[name]]
        for name, field in Options.model_fields.items()
    ]
    return tabulate(["option", "variable", "default", "what it sets"], rows)


def tabulate_actions(actions: Sequence[Action], meanings: Mapping[range, str]) -> str:
    """The actions in the order of their codes, a row for each kind, and what those of some codes do."""
    rows = []
    for (kind, _), group in groupby(enumerate(actions), key=lambda each: (each[1].kind, len(each[1].targets))):
        codes, alike = zip(*group, strict=True)
        targets = ", ".join(map(_abridge, zip(*(action.targets for action in alike), strict=True)))
        texts = _abridge([action.text for action in alike])
        does = ", ".join(text for span, text in meanings.items() if codes[0] in span or span[0] in codes)
        rows.append([_span(codes[0], codes[-1]), f"`{kind}`", texts, does, targets])
    return tabulate(["codes", "kind", "texts", "what it does", "what a person points at"], rows)


def list_actions(actions: Sequence[Action], width: int = 96) -> str:
    """Every code with its text, in columns."""
    cells = [f"{code:>4} {action.text}" for code, action in enumerate(actions)]
    wide = max(map(len, cells)) + 2
    height = -(-len(cells) // max(width // wide, 1))
    rows = ("".join(cell.ljust(wide) for cell in cells[at::height]) for at in range(height))
    return "\n".join(row.rstrip() for row in rows)


def _tabulate_sections(layout: Layout) -> str:
    rows = []
    for each in list_sections(layout):
        numbers = f"{each.times} × {each.length // each.times}" if each.times > 1 else each.length
        rows.append([_span(each.start, each.start + each.length - 1), f"`{each.name}`", numbers, each.meaning])
    return tabulate(["index", "section", "numbers", "meaning"], rows)


def _group_parts(layout: Layout) -> dict[tuple[tuple[Any, ...], ...], list[str]]:
    """What equal parts hold, at any depth, each with the names of the sections that have such parts."""
    groups: dict[tuple[tuple[Any, ...], ...], list[str]] = {}
    for each in list_sections(layout):
        if each.parts:
            groups.setdefault(each.parts, []).append(each.name)
            for parts, names in _group_parts(each.parts).items():
                known = groups.setdefault(parts, [])
                known += [name for name in names if name not in known]
    return groups


def _show_default(default: object) -> str:
    return "" if default in (None, "", ()) or default is False else f"`{default}`"


def _abridge(texts: Sequence[str]) -> str:
    """All different texts, or the first and the last of many."""
    quoted = [f"`{text}`" for text in dict.fromkeys(texts)]
    return f"{quoted[0]} … {quoted[-1]}" if len(quoted) >= MANY else " ".join(quoted)


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"
