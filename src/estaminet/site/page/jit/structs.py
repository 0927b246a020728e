"""Structs as compiled functions take them in a page: the address of a table of 64-bit words, as everywhere."""

import struct
from array import array
from typing import Any, ClassVar

from numpy import ndarray


class Struct:
    """Members are annotated in a subclass and passed by name; one with a default may be omitted."""

    _names: ClassVar[list[str]]

    def __init_subclass__(cls) -> None:
        cls._names = list_names(cls)

    def __init__(self, **members: Any) -> None:
        if unknown := members.keys() - self._names:
            raise TypeError(f"{type(self).__name__} has no {', '.join(sorted(unknown))}")
        self._game: str | None = None
        """The game whose functions these are, if any. Its module knows them itself."""
        words = array("Q")
        for name in self._names:
            if name in members:
                setattr(self, name, members[name])
            elif not hasattr(type(self), name):
                raise TypeError(f"{type(self).__name__} needs {name}")
            value = getattr(self, name)
            if callable(value):
                self._game = self._game or getattr(value, "game", None)
            elif isinstance(value, ndarray):
                words.extend((value.address, *value.shape))
            elif isinstance(value, Struct):
                words.append(value._address)
            elif type(self).__annotations__[name] == "float":
                words.append(*struct.unpack("Q", struct.pack("d", value)))
            else:
                words.append(int(value) % (1 << 64))
        self._table = words
        (self._address, _) = words.buffer_info()


def list_names(kind: type) -> list[str]:
    """The names of all members."""
    return [name for name in kind.__annotations__ if not name.startswith("_")]
