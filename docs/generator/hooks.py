"""What MkDocs calls while it builds the site. Pages that are made from the code are made here, at every build."""

import sys
from pathlib import Path, PurePosixPath
from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))  # MkDocs loads this file by its path, and would not find the modules beside it

from docs.generator.fences import name_sessions  # noqa: E402  # found from here on
from docs.generator.game_page import find_readme, make_cards, make_page  # noqa: E402
from docs.generator.links import DOCS, PAGES, page_of, redirect, sources_of  # noqa: E402
from docs.generator.sections import include_sections  # noqa: E402
from docs.generator.sources import list_folder, make_source_page  # noqa: E402
from docs.generator.tables import tabulate_errors, tabulate_refusals  # noqa: E402
from estaminet.games import REGISTRY  # noqa: E402

GAMES: Final = "Games"
"""The entry of the navigation that gets a page for every game."""
CARDS: Final = "<!-- games -->"
"""Where a page wants a card for every game."""
ERRORS: Final = "<!-- errors -->"
"""Where a page wants all errors of the library."""
REFUSALS: Final = "<!-- refusals -->"
"""Where a page wants all refusals of the server."""
ICON: Final = "web/public/icon.svg"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put every game that is installed into the navigation."""
    for entry in config.nav or []:
        if GAMES in entry:
            entry[GAMES] += [{REGISTRY.find(name).title: f"games/{name}.md"} for name in REGISTRY.names()]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that no file in docs/ holds."""
    files.append(File.generated(config, "icon.svg", abs_src_path=str(ROOT / ICON)))
    texts = [(file.content_string, _place_of(file.src_uri)) for file in files.documentation_pages()]
    for path, page in PAGES.items():
        text = (ROOT / path).read_text()
        texts.append((text, path.parent))
        if page not in files.src_uris:
            files.append(File.generated(config, page, content=redirect(text, path.parent, page)))
    for name in REGISTRY.names():
        game = REGISTRY.find(name)
        files.append(File.generated(config, f"games/{name}.md", content=make_page(game)))
        readme = find_readme(game)
        if readme.exists() and readme.is_relative_to(ROOT):
            texts.append((readme.read_text(), PurePosixPath(readme.parent.relative_to(ROOT))))
    _add_sources(files, config, texts)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001  # MkDocs names them
    """Complete a page with parts of other files, and lead its links to what is on the site."""
    if page.file.generated_by is None:
        markdown = redirect(markdown, _place_of(page.file.src_uri), page.file.src_uri)
        markdown = include_sections(markdown, page.file.src_uri)
        games = map(REGISTRY.find, REGISTRY.names())
        markdown = markdown.replace(CARDS, make_cards(games, page.file.src_uri)).replace(ERRORS, tabulate_errors())
        markdown = markdown.replace(REFUSALS, tabulate_refusals())
    return name_sessions(markdown)


def _add_sources(files: Files, config: MkDocsConfig, texts: list[tuple[str, PurePosixPath]]) -> None:
    """A page for every file that one of the texts links to, and for those that these link to."""
    waiting = {path for text, place in texts for path in sources_of(text, place)}
    done: set[PurePosixPath] = set()
    while waiting:
        path = waiting.pop()
        done.add(path)
        files.append(File.generated(config, page_of(path), content=make_source_page(path)))
        if (ROOT / path).is_dir():
            found = {each for each in list_folder(path) if page_of(each).startswith("source/")}
        else:
            found = sources_of((ROOT / path).read_text(), path.parent) if path.suffix == ".md" else set()
        waiting |= found - done


def _place_of(page: str) -> PurePosixPath:
    return (DOCS / page).parent
