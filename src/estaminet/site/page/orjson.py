"""Part of orjson that messages need, as its replacement in a page."""

import json
import re
from typing import Any

MARK = "\x00\x01"
"""Around the number of a fragment; no text of a game has it."""


class Fragment:
    """A part already serialized."""

    def __init__(self, contents: bytes | str) -> None:
        self.contents = contents.decode() if isinstance(contents, bytes) else contents


def dumps(value: Any) -> bytes:
    """Fragments are inserted last, unchanged."""
    fragments: list[str] = []

    def mark(part: Any) -> Any:
        if isinstance(part, Fragment):
            fragments.append(part.contents)
            return f"{MARK}{len(fragments) - 1}{MARK}"
        raise TypeError(f"{type(part).__name__} is not JSON")

    text = json.dumps(value, default=mark, ensure_ascii=False, separators=(",", ":"))
    if fragments:
        text = MARKED.sub(lambda found: fragments[int(found[1])], text)
    return text.encode()


MARKED = re.compile(re.escape(json.dumps(MARK)[:-1]) + r"(\d+)" + re.escape(json.dumps(MARK)[1:]))
loads = json.loads
