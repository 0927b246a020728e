"""A whole house as a folder of files for any static host: the page, the kit, and configuration of hosts."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from estaminet.engine.errors import EstaminetError
from estaminet.server.http.guard import HEADERS, POLICY
from estaminet.server.http.routes import pages
from estaminet.site.kit import ENDINGS, FOLDER, FORMAT, INDEX, PYODIDE, Kit, list_kit, list_server_kit

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
"""Only a header can set this, not the page itself."""


def write_site(kit: Kit, folder: Path, *, is_packed: bool) -> int:
    """Write a house, or update an older one; returns its size in bytes."""
    check_page()
    check_folder(folder)
    return write_files(folder, dict(list_site(kit, is_packed=is_packed)), (ASSETS, FOLDER))


def write_server_kit(kit: Kit) -> int:
    """Write the kit beside the page of the installed server; its size in bytes."""
    return write_files(pages.FOLDER, dict(list_server_kit(kit)), (FOLDER,))


def check_page() -> None:
    """Check for the page, and the parts of a kit."""
    for file in (pages.FOLDER / PAGE, pages.FOLDER / PYODIDE):
        if not file.exists():
            raise EstaminetError("page.missing", "The page has not been built here: `make web` does it, in a clone.")


def check_folder(folder: Path) -> None:
    """Check that a folder is new, empty but for hidden files, or ours: nothing else is overwritten."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise EstaminetError("folder.occupied", f"{folder} is a file: name a folder.")
    if not is_ours(folder) and any(not each.name.startswith(".") for each in folder.iterdir()):
        raise EstaminetError(
            "folder.occupied", f"{folder} holds something else: name a folder that is new, empty, or an older site."
        )


def is_ours(folder: Path) -> bool:
    """Whether it already holds a house."""
    try:
        return bool(json.loads((folder / FOLDER / INDEX).read_bytes())["format"].startswith(FORMAT.rpartition("/")[0]))
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return False


def list_site(kit: Kit, *, is_packed: bool) -> Iterator[tuple[Path, bytes]]:
    """Every file, dependencies first: until its index and the page are written, an older house stays whole."""
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
    """The headers of a host, in the format of Netlify and Cloudflare."""
    lines = ["/*", f"  Content-Security-Policy: {POLICY}", *(f"  {name}: {value}" for name, value in HEADERS.items())]
    for path in (f"/{ASSETS}/*", f"/{FOLDER}/{version}/*"):
        lines += [path, f"  Cache-Control: {pages.FOREVER}"]
    return "\n".join([*lines, ""])


def write_files(folder: Path, files: Mapping[Path, bytes], own: Iterable[str]) -> int:
    """Write files in order, then delete all others in our own folders; returns the size in bytes.

    The earlier version works until the last moment, and no file is ever partial.
    """
    try:
        for path, data in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            part = folder / f"{path}.part"
            part.write_bytes(data)
            for packed in (folder / f"{path}{ending}" for ending in ENDINGS):
                if packed.relative_to(folder) not in files:
                    packed.unlink(missing_ok=True)  # an older compressed file
            part.replace(folder / path)
        for name in own:
            delete_others(folder / name, {folder / path for path in files})
    except OSError as error:
        raise EstaminetError("file.unwritable", f"{folder} cannot be written: {error.strerror}.") from None
    return sum(map(len, files.values()))


def delete_others(folder: Path, kept: set[Path]) -> None:
    """Delete all other files, and the folders left empty."""
    for file in sorted(folder.rglob("*"), reverse=True):
        if file.is_dir():
            if not any(file.iterdir()):
                file.rmdir()
        elif file not in kept:
            file.unlink()
