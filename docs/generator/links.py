"""Where a link of a Markdown file leads once it is on the site: to a page, or to the page that shows a source."""

import re
from pathlib import Path, PurePosixPath
from posixpath import relpath
from typing import Final

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = PurePosixPath("docs")
PAGES: Final = {
    PurePosixPath("README.md"): "index.md",
    PurePosixPath("CONTRIBUTING.md"): "contributing.md",
    PurePosixPath("CHANGELOG.md"): "changelog.md",
    PurePosixPath("SECURITY.md"): "security.md",
}
"""Files beside docs/ that are pages of the site."""
LINK: Final = re.compile(r"(\]\()([^)\s]+)(\))")
README: Final = "README.md"


def page_of(path: PurePosixPath) -> str:
    """The address, within the site's own files, of a file of the repository."""
    if path in PAGES:
        return PAGES[path]
    if path.is_relative_to(DOCS):
        return str(path.relative_to(DOCS))
    if path.name == README and path.parent.parent.name == "games":
        return f"games/{path.parent.name}.md"
    if path.suffix == ".md":
        return f"source/{path.parent}/{path.stem.lower()}.md"  # a README would be the index of its folder
    return f"source/{path}.md"


def sources_of(text: str, place: PurePosixPath) -> set[PurePosixPath]:
    """The files and folders beside docs/ to which a text that lies in `place` links."""
    found = (_resolve(place, match[2]) for match in LINK.finditer(text))
    return {path for path in found if path is not None and page_of(path).startswith("source/")}


def redirect(text: str, place: PurePosixPath, page: str) -> str:
    """The text of a file in `place`, with links that are right on that page of the site."""

    def lead(match: re.Match[str]) -> str:
        path = _resolve(place, match[2])
        if path is None:
            return match[0]
        _, _, anchor = match[2].partition("#")
        address = relpath(page_of(path), PurePosixPath(page).parent)
        return f"{match[1]}{address}{'#' if anchor else ''}{anchor}{match[3]}"

    return LINK.sub(lead, text)


def _resolve(place: PurePosixPath, target: str) -> PurePosixPath | None:
    """The file of the repository that a link means; None if it leads elsewhere."""
    file, _, _ = target.partition("#")
    if not file or ":" in file or file.startswith("/"):
        return None
    path = PurePosixPath(relpath(str(place / file)))
    return path if (ROOT / path).exists() else None
