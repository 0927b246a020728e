"""Finds games: every folder of a package that has a ``game.py`` with a ``GAME``, and those that others install."""

import pkgutil
from importlib import import_module
from importlib.metadata import entry_points
from types import ModuleType

from estaminet.engine.errors import BrokenGame, EstaminetError
from estaminet.engine.game import Game


class Registry:
    """The games that are installed, by name. A game is loaded when it is first wanted."""

    def __init__(self, package: ModuleType, *, entry_point_group: str) -> None:
        self._package = package
        self._group = entry_point_group
        self._found: dict[str, Game] = {}

    def names(self) -> list[str]:
        """All names: the package's own games first."""
        others = entry_points(group=self._group).names
        return [*self._own(), *sorted(others - set(self._own()))]

    def find(self, name: str) -> Game:
        """The game of that name."""
        if name in self._found:
            return self._found[name]
        if name not in self.names():
            known = ", ".join(self.names())
            raise EstaminetError("game.unknown", f"There is no game {name!r:.60}; the games are: {known}.")
        try:
            self._found[name] = self._load(name)
        except Exception as error:  # a broken package leaves the others alone
            raise BrokenGame(f"{name} is installed, but it cannot be loaded: {error}.") from error
        return self._found[name]

    def _load(self, name: str) -> Game:
        if name in self._own():
            game = import_module(f"{self._package.__name__}.{name}.game").GAME
        else:
            found, *others = entry_points(group=self._group, name=name)
            if others:
                raise ValueError(f"several packages bring a game of this name: {found.value}, {others[0].value}")
            game = found.load()
        if not isinstance(game, Game):
            raise TypeError(f"it is no game but a {type(game).__name__}")
        return game

    def _own(self) -> list[str]:
        return [module.name for module in pkgutil.iter_modules(self._package.__path__) if module.ispkg]
