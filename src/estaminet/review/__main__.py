"""A review in a process of its own: a record comes in, and the review goes out in lines.

What comes in is one line of JSON: the `record`, and as `result` the shares of all seats if it ended early, or null.
Lines say how far it is. The first one announces the review with the quick curve, the last one the whole of it: these
follow as lines of their own.
It makes way for everything else on the machine.
"""

import json
import os
import sys
from typing import Final, TextIO

from estaminet.engine.errors import EstaminetError
from estaminet.engine.record import Record
from estaminet.games import REGISTRY
from estaminet.review.model import Review
from estaminet.review.replay import Effort
from estaminet.review.steps import review_in_steps

NICENESS: Final = 10


def write(out: TextIO, members: dict[str, object]) -> None:
    out.write(json.dumps(members) + "\n")
    out.flush()


def write_progress(out: TextIO, found: Review, *, is_whole: bool) -> None:
    write(out, {"done": found.done, "total": found.total, "has_review": is_whole})
    if is_whole:
        write(out, found.to_data())


def main(threads: int) -> None:
    """From standard input to standard output."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    was_quick: bool | None = None
    try:
        asked = json.loads(sys.stdin.buffer.readline())
        record = Record.read(asked["record"], REGISTRY.find)
        for found in review_in_steps(record, effort=Effort(threads=threads), result=asked["result"]):
            write_progress(sys.stdout, found, is_whole=found.is_complete or found.is_quick != was_quick)
            was_quick = found.is_quick
    except EstaminetError as error:
        write(sys.stdout, {"code": error.code, "sentence": error.sentence, "rule": error.rule})


if __name__ == "__main__":
    main(int(sys.argv[1]))
