"""All that a release gives out, built into dist/ and tried: wheel, sdist, website, documentation, bills, image."""

import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from playwright.sync_api import sync_playwright

import estaminet
from tests import image
from tests.site.host import serve
from tests.web.conftest import FLAGS, find_chromium
from tests.web.playing import play_from_home, touch_something, wait_for_turn
from tests.wheel import ROOT, build_wheel, install_beside, try_house

DIST: Final = ROOT / "dist"
SITE: Final = ROOT / "site"
BILL_TOOL: Final = "cyclonedx-bom==7.5.0"


def main() -> None:
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    say("The wheel")
    wheel = build_wheel(DIST)
    try_wheel(wheel)
    say("The source distribution, and a wheel that is built from it")
    try_sdist(build_sdist())
    say("The website that plays without a server")
    pack_website(wheel)
    say("The documentation site")
    pack_site()
    say("The bills of materials")
    write_bills()
    say("The image")
    reason = image.why_not()
    if reason:
        print(f"  Left out. {reason}")
    else:
        image.main()
    print()
    sums = list(measure())
    (DIST / "SHA256SUMS").write_text("".join(f"{digest}  {name}\n" for name, _, digest in sums), encoding="utf-8")
    width = max(len(name) for name, _, _ in sums)
    for name, size, digest in sums:
        print(f"{name:<{width}}  {size / 1e6:7.1f} MB  {digest}")


def say(what: str) -> None:
    print(f"· {what}", flush=True)


def build_sdist() -> Path:
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", DIST], cwd=ROOT, check=True)
    (sdist,) = DIST.glob("*.tar.gz")
    return sdist


def try_wheel(wheel: Path) -> None:
    """Installed without the sources, it opens the house, shows the page and takes a move."""
    with tempfile.TemporaryDirectory(prefix="estaminet-release-") as name:
        command = install_beside(Path(name) / "venv", wheel)
        try_house(command, Path(name), NUMBA_DISABLE_JIT="1")  # to compile takes long, and is tried with the image


def try_sdist(sdist: Path) -> None:
    """What it builds, without a checkout and without Node.js, is the same house."""
    with tempfile.TemporaryDirectory(prefix="estaminet-release-") as name:
        with tarfile.open(sdist) as archive:
            archive.extractall(name, filter="data")
        (sources,) = Path(name).iterdir()
        wheels = Path(name) / "wheels"
        try_wheel(build_wheel(wheels, sources))


def pack_website(wheel: Path) -> Path:
    """A whole house for any host of files, made by the wheel, and tried in a browser."""
    with tempfile.TemporaryDirectory(prefix="estaminet-release-") as name:
        command = install_beside(Path(name) / "venv", wheel)
        surroundings = {each: value for each, value in os.environ.items() if each != "PYTHONPATH"}
        site = Path(name) / "site"
        subprocess.run([command, "site", site], env=surroundings, check=True)
        try_website(site)
        archive = DIST / f"estaminet-{estaminet.__version__}-site"
        return Path(shutil.make_archive(str(archive), "zip", site))


def try_website(site: Path) -> None:
    """A first move in a browser, with nothing but a host of files, below a path."""
    with sync_playwright() as playwright, serve(site, "/below/a/path/") as url:
        chromium = find_chromium(playwright)
        assert chromium, "there is no Chromium: `make browser` gets one"
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        page = browser.new_page(locale="en")
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda request: None if request.url.startswith(url) else problems.append(request.url))
        page.goto(url)
        play_from_home(page, "reeperbahn")
        wait_for_turn(page)
        touch_something(page, random.Random(1))
        wait_for_turn(page)
        browser.close()
        assert not problems, problems


def pack_site() -> Path:
    """The site as an archive, once all its links lead somewhere."""
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    subprocess.run(build, cwd=ROOT, env=environment, check=True)
    broken = list(find_broken_links(SITE))
    assert not broken, "\n".join(broken)
    archive = DIST / f"estaminet-{estaminet.__version__}-docs.tar.gz"
    with tarfile.open(archive, "w:gz") as packed:
        packed.add(SITE, archive.name.removesuffix(".tar.gz"))
    return archive


def write_bills() -> None:
    """Every package of the image, and every one that the page is built with, as CycloneDX."""
    lock, page_lock = ROOT / "requirements" / "image.txt", ROOT / "web" / "package-lock.json"
    tools = ROOT / ".bench" / "bill"
    subprocess.run([sys.executable, "-m", "venv", tools], check=True)
    pip: list[str | Path] = [tools / "bin" / "python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([*pip, BILL_TOOL], check=True)
    server, page = (DIST / f"estaminet-{estaminet.__version__}-{part}.cdx.json" for part in ("server", "page"))
    describe: list[str | Path] = [
        tools / "bin" / "cyclonedx-py",
        "requirements",
        "--pyproject",
        ROOT / "pyproject.toml",
    ]
    subprocess.run([*describe, "--output-reproducible", "-o", server, lock], check=True)
    npm = ["npm", "sbom", "--sbom-format", "cyclonedx", "--package-lock-only"]
    page.write_bytes(subprocess.run(npm, cwd=page_lock.parent, check=True, stdout=subprocess.PIPE).stdout)
    missing = find_missing(server, read_pins(lock)) | find_missing(page, read_page_pins(page_lock))
    assert not missing, f"no bill names {sorted(missing)}"


def read_pins(lock: Path) -> set[str]:
    """Packages of a Python lock file, as package URLs."""
    pins = re.findall(r"^([a-z0-9._-]+)==([^ ]+)", lock.read_text(encoding="utf-8"), re.MULTILINE)
    return {f"pkg:pypi/{name}@{version}" for name, version in pins}


def read_page_pins(lock: Path) -> set[str]:
    """The packages of the page's lock file, as package URLs."""
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    names = [(path.rpartition("node_modules/")[2], each["version"]) for path, each in packages.items() if path]
    return {f"pkg:npm/{name.replace('@', '%40')}@{version}" for name, version in names}


def find_missing(bill: Path, pins: set[str]) -> set[str]:
    """The pins that a bill does not name."""
    components = json.loads(bill.read_text(encoding="utf-8"))["components"]
    return pins - {each["purl"].partition("?")[0] for each in components}


class Links(HTMLParser):
    """The links of a page, and its anchors."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.places: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        del tag
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.targets.append(value)
            elif name in ("id", "name") and value:
                self.places.add(value)


def find_broken_links(site: Path) -> Iterator[str]:
    """Links within the site to pages or places that are not there."""
    pages = {page: Links(page) for page in site.rglob("*.html")}
    for page, links in pages.items():
        for link in links.targets:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or page.name == "404.html":
                continue  # elsewhere; or from the root of wherever the site will be
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            target = target / "index.html" if target.is_dir() else target
            if not target.exists():
                yield f"{page.relative_to(site)} leads to {link}, which is not there."
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].places:
                yield f"{page.relative_to(site)} leads to {link}, but there is no such place."


def measure() -> Iterator[tuple[str, int, str]]:
    """Name, bytes and SHA-256 of all that was built."""
    for file in sorted(DIST.iterdir()):
        with file.open("rb") as opened:
            yield file.name, file.stat().st_size, hashlib.file_digest(opened, "sha256").hexdigest()


if __name__ == "__main__":
    main()
