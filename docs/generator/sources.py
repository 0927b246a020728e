"""Pages that show a source file or a folder to which some page links, so that the site needs nothing outside it."""

from pathlib import PurePosixPath
from typing import Final

from docs.generator.links import ROOT, page_of, redirect

LANGUAGES: Final = {".py": "python", ".ts": "typescript", ".toml": "toml", ".json": "json"}
SHOWN: Final = {".py", ".md", ".ts", ".svelte", ".toml"}
ASIDE: Final = "---\nsearch:\n  exclude: true\n---\n"
"""A search finds what people wrote, not the code behind it."""


def list_folder(path: PurePosixPath) -> list[PurePosixPath]:
    """The files of a folder, and of the folders in it, that are worth a page."""
    return sorted(path / each.relative_to(ROOT / path) for each in (ROOT / path).rglob("*") if each.suffix in SHOWN)


def make_source_page(path: PurePosixPath) -> str:
    """The page of a file or a folder."""
    page = page_of(path)
    if (ROOT / path).is_dir():
        files = (f"- [{each.relative_to(path)}]({each})" for each in list_folder(path))
        return redirect(f"{ASIDE}\n# {path}\n\n" + "\n".join(files) + "\n", PurePosixPath(), page)
    text = (ROOT / path).read_text()
    if path.suffix == ".md":
        return ASIDE + redirect(text, path.parent, page)
    return f"{ASIDE}\n# {path.name}\n\n`{path}`\n\n````{LANGUAGES.get(path.suffix, 'text')}\n{text}````\n"
