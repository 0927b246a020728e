"""`estaminet site`: a website that plays without a server."""

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import Progress

from estaminet.cli.games import find
from estaminet.cli.output import bar, say
from estaminet.extras import require_extra, require_server
from estaminet.games import REGISTRY

if TYPE_CHECKING:
    from estaminet.site.kit import Kit


def site(
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="A new or empty folder, or an older site to update.")
    ] = None,
    game: Annotated[
        list[str] | None, typer.Option(help="Only this game; may be repeated. All installed games if left out.")
    ] = None,
    packed: Annotated[
        bool, typer.Option("--packed", help="Write .br and .gz files too, for a host that sends them.")
    ] = False,
    server: Annotated[
        bool, typer.Option("--server", help="In place of DIR: let the page of the server here play offline.")
    ] = False,
) -> None:
    """Make a website that plays without a server: a folder of files for any static host.

    [dim]estaminet site public[/]

    [dim]estaminet site public --game poule --game my_game[/]
    """
    if (folder is None) is not server:
        raise typer.BadParameter("name a folder, or --server, and not both.")
    require_server()
    require_extra("site")
    from estaminet.site.folder import check_folder, check_page, write_server_kit, write_site

    check_page()
    if folder is not None:
        check_folder(folder)
    kit = make_kit(game or REGISTRY.names())
    size = write_server_kit(kit) if folder is None else write_site(kit, folder, is_packed=packed)
    place = "The server's page" if folder is None else folder
    say(f"{place}: {', '.join(kit.games)}; {size / 1e6:.1f} MB.")
    if folder is not None:
        say(f"To look at it: python -m http.server --bind 127.0.0.1 -d {folder}")


def make_kit(names: list[str]) -> "Kit":
    """The kit for some games, with a bar: compiling a game takes twenty seconds, packing Pyodide half a minute."""
    from estaminet.site.kit import build_kit
    from estaminet.site.modules import place_module

    games = {name: find(name) for name in names}
    missing = [name for name, game in games.items() if not place_module(game).exists()]
    with bar() as progress:
        if missing:
            compile_modules(missing, progress)
        packing = progress.add_task("packing", total=None)
        return build_kit(list(games.values()), lambda count: progress.update(packing, advance=1, total=count))


def compile_modules(names: list[str], progress: Progress) -> None:
    """Compile games for WebAssembly, each in a process of its own."""
    task = progress.add_task(f"compiling {', '.join(names)}", total=len(names))
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(len(names), os.cpu_count() or 1), mp_context=spawn) as pool:
        for done in as_completed([pool.submit(compile_module, name) for name in names]):
            done.result()
            progress.advance(task)


def compile_module(name: str) -> None:
    from estaminet.site.modules import find_module

    find_module(find(name))
