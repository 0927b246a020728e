"""A whole house as a folder of files: what hosts and browsers are told, and how an older one is brought up to date."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from estaminet.server.http.guard import POLICY
from estaminet.server.http.routes import pages
from estaminet.site import folder as folders
from estaminet.site.compression import pack
from estaminet.site.folder import write_server_kit, write_site
from estaminet.site.kit import Kit, digest, find_version
from tests.refusals import raises_code

PAGE = """<!doctype html>
<html lang="en" data-base="./">
  <head>
    <meta charset="utf-8" />
    <script type="module" src="./assets/main-1.js"></script>
  </head>
  <body></body>
</html>
"""


class Tags(HTMLParser):
    """Every tag of a page with its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attributes)))


@pytest.fixture(autouse=True)
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page as small as it can be."""
    built = tmp_path / "pages"
    for name, text in {
        "index.html": PAGE,
        "worker.js": "worker",
        "assets/main-1.js": "main " * 100,
        "assets/main-1.js.br": "packed",
        "assets/main-1.js.gz": "packed",
        "pyodide/LICENSE.txt": "free",
        "pyodide/pyodide.mjs": "python",
        "device/index.json": "the server's own",
    }.items():
        (built / name).parent.mkdir(parents=True, exist_ok=True)
        (built / name).write_text(text)
    monkeypatch.setattr(pages, "FOLDER", built)
    return built


def make_kit(**texts: str) -> Kit:
    files = {name.replace("_", "."): text.encode() * 100 for name, text in texts.items()}
    version = find_version(files)
    index = {"format": "estaminet-device/1", "version": version, "files": {name: digest(files[name]) for name in files}}
    return Kit(["poule"], version, index, files, {name: pack(data) for name, data in files.items()})


def list_files(folder: Path) -> set[str]:
    return {each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file()}


def test_a_site_is_the_page_the_kit_and_what_hosts_want_to_know(tmp_path: Path) -> None:
    kit, site = make_kit(poule_wasm="rules"), tmp_path / "some" / "site"
    size = write_site(kit, site, is_packed=False)
    assert list_files(site) == {
        "index.html", "worker.js", "assets/main-1.js", "404.html", "_headers", ".nojekyll",
        "device/index.json", f"device/{kit.version}/poule.wasm", f"device/{kit.version}/pyodide/LICENSE.txt",
    }  # fmt: skip
    assert size == sum((site / each).stat().st_size for each in list_files(site))


def test_packed_files_are_written_where_they_are_wanted(tmp_path: Path) -> None:
    kit, site = make_kit(poule_wasm="rules"), tmp_path / "site"
    write_site(kit, site, is_packed=True)
    packed = {each for each in list_files(site) if each.endswith((".br", ".gz"))}
    rules = f"device/{kit.version}/poule.wasm"
    assert {"assets/main-1.js.br", "assets/main-1.js.gz", f"{rules}.br", f"{rules}.gz"} <= packed
    assert (site / f"{rules}.br").read_bytes() == kit.packed["poule.wasm"]


def test_the_page_knows_that_it_has_no_server_and_sets_its_own_policy(tmp_path: Path) -> None:
    write_site(make_kit(poule_wasm="rules"), tmp_path / "site", is_packed=False)
    tags = Tags((tmp_path / "site" / "index.html").read_text()).found
    assert ("html", {"data-house": "device", "lang": "en", "data-base": "./"}) in tags
    names = [tag for tag, _ in tags]
    policy = dict(tags[names.index("meta")][1])
    assert policy["http-equiv"] == "Content-Security-Policy", "it stands before all that it is about"
    assert policy["content"] is not None
    parts = policy["content"].split("; ")
    assert "script-src 'self' 'wasm-unsafe-eval'" in parts
    assert [each for each in parts if each.startswith("frame-ancestors")] == [], "a page cannot say so of itself"
    assert {*parts, "frame-ancestors 'none'"} == set(POLICY.split("; "))


def test_nothing_is_addressed_from_the_root_of_the_host(tmp_path: Path) -> None:
    write_site(make_kit(poule_wasm="rules"), tmp_path / "site", is_packed=False)
    for name in ("index.html", "404.html"):
        for tag, attributes in Tags((tmp_path / "site" / name).read_text()).found:
            for address in (attributes.get("href"), attributes.get("src")):
                assert address is None or address.startswith("./"), (name, tag, address)


def test_hosts_are_told_the_policy_and_what_browsers_may_keep(tmp_path: Path) -> None:
    kit = make_kit(poule_wasm="rules")
    write_site(kit, tmp_path / "site", is_packed=False)
    rules = re.split(r"^(?=/)", (tmp_path / "site" / "_headers").read_text(), flags=re.MULTILINE)[1:]
    told = {path: dict(line.strip().split(": ", 1) for line in lines) for path, *lines in map(str.splitlines, rules)}
    assert told["/*"]["Content-Security-Policy"] == POLICY
    assert told["/*"]["X-Content-Type-Options"] == "nosniff"
    assert "Cache-Control" not in told["/*"], "two rules for one file would be joined"
    for path in ("/assets/*", f"/device/{kit.version}/*"):
        assert told[path] == {"Cache-Control": "public, max-age=31536000, immutable"}


def test_an_older_site_becomes_the_new_one_and_what_others_put_there_stays(tmp_path: Path, page: Path) -> None:
    site, old, new = tmp_path / "site", make_kit(poule_wasm="old"), make_kit(poule_wasm="new", nuit_wasm="new")
    write_site(old, site, is_packed=True)
    (site / ".git").mkdir()
    for name in ("CNAME", ".git/HEAD"):
        (site / name).write_text("kept")
    (page / "assets/main-1.js").rename(page / "assets/main-2.js")
    write_site(new, site, is_packed=False)
    assert {each.split("/")[1] for each in list_files(site) if each.startswith("device/")} == {
        "index.json",
        new.version,
    }
    assert {each for each in list_files(site) if each.startswith("assets/")} == {"assets/main-2.js"}
    assert not (site / "device" / old.version).exists()
    assert {"CNAME", ".git/HEAD"} < list_files(site)


def test_no_file_is_left_with_an_older_packed_one_beside_it(tmp_path: Path, page: Path) -> None:
    (page / "worker.js.br").write_text("old")
    write_site(make_kit(poule_wasm="old"), tmp_path / "site", is_packed=True)
    assert (tmp_path / "site/worker.js.br").exists()
    write_site(make_kit(poule_wasm="new"), tmp_path / "site", is_packed=False)
    assert not [each for each in list_files(tmp_path / "site") if each.endswith((".br", ".gz"))]


def test_an_older_site_is_whole_until_the_new_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host may serve it at any moment, and the disk may be full at any."""
    site, old, new = tmp_path / "site", make_kit(poule_wasm="old"), make_kit(poule_wasm="new")
    write_site(old, site, is_packed=False)
    before = {name: (site / name).read_bytes() for name in list_files(site)}
    replace, count = Path.replace, len(dict(folders.list_site(new, is_packed=False)))
    for last in range(count):
        done: list[Path] = []

        def stop(self: Path, target: Path, done: list[Path] = done, last: int = last) -> Path:
            if len(done) == last:
                raise OSError(28, "No space left on device")
            done.append(target)
            return replace(self, target)

        monkeypatch.setattr(Path, "replace", stop)
        with raises_code("file.unwritable", match="No space left on device"):
            write_site(new, site, is_packed=False)
        version = json.loads((site / "device/index.json").read_bytes())["version"]
        assert (site / f"device/{version}/poule.wasm").exists()
        assert all((site / name).read_bytes() == data for name, data in before.items() if old.version in name)
        monkeypatch.setattr(Path, "replace", replace)
        write_site(old, site, is_packed=False)


@pytest.mark.parametrize("name", ["notes.txt", "device/index.json"])
def test_what_others_have_written_is_not_touched(name: str, tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / name).parent.mkdir(parents=True)
    (site / name).write_text('{"format": "something"}')
    with raises_code("folder.occupied", match="something else"):
        write_site(make_kit(poule_wasm="rules"), site, is_packed=False)
    assert list_files(site) == {name}


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "site").write_text("mine")
    with raises_code("folder.occupied", match="is a file"):
        write_site(make_kit(poule_wasm="rules"), tmp_path / "site", is_packed=False)


def test_a_new_repository_is_empty_enough(tmp_path: Path) -> None:
    (tmp_path / "site" / ".git").mkdir(parents=True)
    write_site(make_kit(poule_wasm="rules"), tmp_path / "site", is_packed=False)
    assert (tmp_path / "site" / "index.html").exists()


def test_a_server_gets_the_kit_beside_its_page_in_place_of_an_older_one(page: Path) -> None:
    old, new = make_kit(poule_wasm="old"), make_kit(poule_wasm="new")
    others = list_files(page) - {"device/index.json"}
    for kit in (old, new):
        write_server_kit(kit)
    rules = {f"device/{new.version}/poule.wasm{ending}" for ending in ("", ".br", ".gz")}
    assert {each for each in list_files(page) if not each.startswith("device/index.json")} == others | rules
    assert json.loads((page / "device/index.json").read_bytes())["version"] == new.version


def test_without_a_page_somebody_is_told_how_to_build_it(page: Path, tmp_path: Path) -> None:
    (page / "index.html").unlink()
    with raises_code("page.missing", match="make web"):
        write_site(make_kit(poule_wasm="rules"), tmp_path / "site", is_packed=False)
