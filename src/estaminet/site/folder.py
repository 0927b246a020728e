"""A whole house as a folder of files, for any host that serves some: the page, the kit, and what hosts want to know."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from estaminet.engine.errors import EstaminetError
from estaminet.server.http.guard import HEADERS, POLICY
from estaminet.server.http.routes import pages
from estaminet.site.compression import ENDINGS
from estaminet.site.kit import FOLDER, FORMAT, INDEX, PYODIDE, Kit, list_kit, list_server_kit

PAGE: Final = "index.html"
ASSETS: Final = "assets"
NOWHERE: Final = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Estaminet</title></head>
<body>
<h1>Estaminet</h1>
<p lang="en">There is nothing here. <a href="./">To the house</a></p>
<p lang="fr">Il n’y a rien ici. <a href="./">Vers l’estaminet</a></p>
<p lang="de">Hier ist nichts. <a href="./">Zum Haus</a></p>
</body>
</html>
"""
FRAMES: Final = "frame-ancestors 'none'; "
"""What only a header can say, and no page of itself."""


def write_site(kit: Kit, folder: Path, *, is_packed: bool) -> int:
    """Write a house, or bring an older one up to date; how many bytes it has."""
    check_page()
    check_folder(folder)
    return write_files(folder, dict(list_site(kit, is_packed=is_packed)), (ASSETS, FOLDER))


def write_server_kit(kit: Kit) -> int:
    """Write the kit beside the page of the server that is installed here; how many bytes it has."""
    return write_files(pages.FOLDER, dict(list_server_kit(kit)), (FOLDER,))


def check_page() -> None:
    """There is a page, and what a kit is made of."""
    for file in (pages.FOLDER / PAGE, pages.FOLDER / PYODIDE):
        if not file.exists():
            raise EstaminetError("page.missing", "The page has not been built here: `make web` does it, in a clone.")


def check_folder(folder: Path) -> None:
    """A folder is new, empty but for hidden files, or one of ours: nothing of others is overwritten."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise EstaminetError("folder.occupied", f"{folder} is a file: name a folder.")
    if not is_ours(folder) and any(not each.name.startswith(".") for each in folder.iterdir()):
        raise EstaminetError(
            "folder.occupied", f"{folder} holds something else: name a folder that is new, empty, or an older site."
        )


def is_ours(folder: Path) -> bool:
    """Whether a house is in it already."""
    try:
        return bool(json.loads((folder / FOLDER / INDEX).read_bytes())["format"].startswith(FORMAT.rpartition("/")[0]))
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return False


def list_site(kit: Kit, *, is_packed: bool) -> Iterator[tuple[Path, bytes]]:
    """Every file, what others name first: until its index and the page are written, an older house is whole."""
    page = pages.FOLDER / PAGE
    for file in sorted(each for each in pages.FOLDER.rglob("*") if each.is_file()):
        path = file.relative_to(pages.FOLDER)
        if file != page and path.parts[0] not in (FOLDER, PYODIDE) and (is_packed or file.suffix not in ENDINGS):
            yield path, file.read_bytes()
    yield Path("404.html"), NOWHERE.encode()
    yield Path("_headers"), write_headers(kit.version).encode()
    yield Path(".nojekyll"), b""
    yield from list_kit(kit, is_packed=is_packed)
    yield Path(PAGE), write_page(page.read_text(encoding="utf-8")).encode()


def write_page(page: str) -> str:
    """The page of a house without a server."""
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY.replace(FRAMES, "")}" />'
    return page.replace("<html ", '<html data-house="device" ', 1).replace("<head>", f"<head>\n    {policy}", 1)


def write_headers(version: str) -> str:
    """What a host should say with its files, as Netlify and Cloudflare read it."""
    lines = ["/*", f"  Content-Security-Policy: {POLICY}", *(f"  {name}: {value}" for name, value in HEADERS.items())]
    for path in (f"/{ASSETS}/*", f"/{FOLDER}/{version}/*"):
        lines += [path, f"  Cache-Control: {pages.FOREVER}"]
    return "\n".join([*lines, ""])


def write_files(folder: Path, files: Mapping[Path, bytes], own: Iterable[str]) -> int:
    """Write files in their order, then delete all others in folders of our own; how many bytes that is.

    What was there before works until the last moment, and no file is ever half there.
    """
    try:
        for path, data in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            part = folder / f"{path}.part"
            part.write_bytes(data)
            for packed in (folder / f"{path}{ending}" for ending in ENDINGS):
                if packed.relative_to(folder) not in files:
                    packed.unlink(missing_ok=True)  # what an older file became
            part.replace(folder / path)
        for name in own:
            delete_others(folder / name, {folder / path for path in files})
    except OSError as error:
        raise EstaminetError("file.unwritable", f"{folder} cannot be written: {error.strerror}.") from None
    return sum(map(len, files.values()))


def delete_others(folder: Path, kept: set[Path]) -> None:
    """All files but these, with the folders that are empty then."""
    for file in sorted(folder.rglob("*"), reverse=True):
        if file.is_dir():
            if not any(file.iterdir()):
                file.rmdir()
        elif file not in kept:
            file.unlink()
