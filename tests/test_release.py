"""The parts of a release are consistent."""

import json
import subprocess
from pathlib import Path

from tests.release import find_broken_links, find_missing, read_page_pins, read_pins
from tests.wheel import ROOT


def test_links_of_the_site_that_lead_nowhere_are_found(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "index.html").write_text(
        '<a href="games/#poule">1</a> <a href="games/#nuit">2</a> <a href="away/">3</a>'
    )
    (tmp_path / "games" / "index.html").write_text(
        '<h2 id="poule"></h2> <a href="..">4</a> <a href="https://x.y">5</a>'
    )
    assert list(find_broken_links(tmp_path)) == [
        "index.html leads to games/#nuit, but there is no such place.",
        "index.html leads to away/, which is not there.",
    ]


def test_a_package_that_a_bill_of_materials_leaves_out_is_found(tmp_path: Path) -> None:
    lock, bill = tmp_path / "image.txt", tmp_path / "bill.json"
    lock.write_text(
        "rich==15.0.0 \\\n    --hash=sha256:00\n    # via typer\nuvloop==0.23.0 ; sys_platform != 'win32' \\\n"
    )
    purl = "pkg:pypi/rich@15.0.0?repository_url=https://pypi.org/simple"
    bill.write_text(json.dumps({"components": [{"name": "rich", "purl": purl}]}))
    assert find_missing(bill, read_pins(lock)) == {"pkg:pypi/uvloop@0.23.0"}
    assert len(read_pins(ROOT / "requirements" / "image.txt")) > 50


def test_the_bill_of_materials_of_the_page_names_every_package(tmp_path: Path) -> None:
    """That of the server needs a network to be made, so it is checked with the release."""
    bill = tmp_path / "page.json"
    npm = ["npm", "sbom", "--sbom-format", "cyclonedx", "--package-lock-only"]
    bill.write_bytes(subprocess.run(npm, cwd=ROOT / "web", check=True, capture_output=True).stdout)
    assert not find_missing(bill, read_page_pins(ROOT / "web" / "package-lock.json"))
