"""Python sessions, ``>>>`` and all, as code that is coloured as what it is: in pages and in docstrings."""

import re
from typing import Any, Final

from griffe import Extension, Object

SESSION: Final = re.compile(r"^```python\n(?=>>> )", re.MULTILINE)
EXAMPLE: Final = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


def name_sessions(markdown: str) -> str:
    """Fenced code that is a session, marked as such."""
    return SESSION.sub("```pycon\n", markdown)


def fence_examples(docstring: str) -> str:
    """A docstring whose examples are fenced: Markdown would take ``>>>`` for quotations."""
    return EXAMPLE.sub(lambda match: f"```pycon\n{match[0]}\n```", docstring)


class Examples(Extension):
    """Fences the examples of every docstring that the reference shows."""

    def on_object(self, *, obj: Object, **_: Any) -> None:  # noqa: ANN401  # griffe passes what it likes
        if obj.docstring:
            obj.docstring.value = fence_examples(obj.docstring.value)
