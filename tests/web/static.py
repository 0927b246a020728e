"""A website without a server: the folder that `estaminet site` writes, on a host of files, below a path."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import brotli
import pytest

from estaminet.extras import EXTRAS
from estaminet.games import REGISTRY
from estaminet.server.http.routes import pages
from estaminet.site import kit as kits
from estaminet.site.folder import write_site
from estaminet.site.kit import Kit, build_kit
from tests.site.host import serve

BELOW: Final = "/below/a/path/"
GAMES: Final = ("poule", "reeperbahn", "nuit")
NEEDS: Final = (
    pytest.mark.skipif(not (pages.FOLDER / "pyodide").is_dir(), reason="Python for the page is built with the page"),
    pytest.mark.skipif(not all(map(find_spec, EXTRAS["site"])), reason="estaminet[site] has the linker"),
)
"""The needs of its tests."""


def make_kit() -> Kit:
    """The kit of the games of the house, packed badly: to do it well takes half a minute."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kits, "pack", lambda data: brotli.compress(data, quality=1))
        return build_kit([REGISTRY.find(name) for name in GAMES])


@contextmanager
def open_site(folder: Path) -> Iterator[str]:
    """The address of the website."""
    write_site(make_kit(), folder, is_packed=False)
    with serve(folder, BELOW) as address:
        yield address
