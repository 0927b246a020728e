"""The options of a game: declared once, checked once, packed for the rules as whole numbers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.errors import EstaminetError

OptionValue = str | int | bool


class Option(Protocol):
    """One setting of a game."""

    @property
    def name(self) -> str: ...

    @property
    def rule(self) -> str: ...

    @property
    def default(self) -> OptionValue: ...

    @property
    def allowed(self) -> str:
        """The values in words, for help texts and errors."""

    def pack(self, value: object) -> int | None:
        """The value as a number for the rules; None if the option does not have it."""

    def parse(self, text: str) -> OptionValue:
        """The value of a typed text; an unreadable text is returned as it is."""


@dataclass(frozen=True)
class Choice:
    """One of several words; the first is the default."""

    name: str
    values: tuple[str, ...]
    rule: str
    suggests: Mapping[str, Mapping[str, OptionValue]] = field(default_factory=dict)
    """For a value: the values that a form proposes for other options."""

    @property
    def default(self) -> str:
        return self.values[0]

    @property
    def allowed(self) -> str:
        return ", ".join(self.values)

    def pack(self, value: object) -> int | None:
        return self.values.index(value) if value in self.values else None

    def parse(self, text: str) -> OptionValue:
        return text


@dataclass(frozen=True)
class Number:
    """A whole number within limits."""

    name: str
    default: int
    lowest: int
    highest: int
    rule: str

    @property
    def allowed(self) -> str:
        return f"{self.lowest} to {self.highest}"

    def pack(self, value: object) -> int | None:
        if type(value) is not int or not self.lowest <= value <= self.highest:
            return None
        return value

    def parse(self, text: str) -> OptionValue:
        digits = text.removeprefix("-")
        is_number = digits.isascii() and digits.isdigit() and len(digits) < 10
        return int(text) if is_number else text


@dataclass(frozen=True)
class Flag:
    """On or off; off is the default."""

    name: str
    rule: str
    default: bool = False
    allowed: str = "false, true"

    def pack(self, value: object) -> int | None:
        return int(value) if isinstance(value, bool) else None

    def parse(self, text: str) -> OptionValue:
        return {"true": True, "false": False}.get(text, text)


class Options:
    """All options of a game, in the order in which its rules read them."""

    def __init__(self, *options: Option) -> None:
        self._options = {option.name: option for option in options}

    def __iter__(self) -> Iterator[Option]:
        return iter(self._options.values())

    def resolve(self, given: Mapping[str, object] | None = None) -> dict[str, OptionValue]:
        """The value of every option: the given one, else its default."""
        values = {option.name: option.default for option in self}
        for name, value in (given or {}).items():
            option = self._find(name)
            if option.pack(value) is None:
                raise EstaminetError(
                    "option.value",
                    f"Option {name} cannot be {value!r:.60}; allowed: {option.allowed}.",
                    rule=option.rule,
                )
            values[name] = value  # type: ignore[assignment]  # pack() has just accepted it
        return values

    def parse(self, texts: Mapping[str, str]) -> dict[str, OptionValue]:
        """Read values that a person typed as ``name=value``, and resolve them."""
        return self.resolve({name: self._find(name).parse(text) for name, text in texts.items()})

    def pack(self, values: Mapping[str, OptionValue]) -> NDArray[np.int64]:
        """Resolved values as the numbers that ``start`` takes."""
        return np.array([option.pack(values[option.name]) for option in self], np.int64)

    def _find(self, name: str) -> Option:
        option = self._options.get(name)
        if option is None:
            known = ", ".join(self._options) or "none"
            raise EstaminetError("option.unknown", f"There is no option {name!r:.60}; the options are: {known}.")
        return option
