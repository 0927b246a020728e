"""What is in the image and around it fits the server."""

import re
from pathlib import Path

import pytest

from estaminet.server.settings import Options, variable_of

ROOT = Path(__file__).parents[1]
FILES = {
    "Dockerfile": r"^\s+(ESTAMINET_\w+)=",
    "compose.yaml": r"^ {6}(ESTAMINET_\w+):",
    "compose.scale.yaml": r"^ {6}(ESTAMINET_\w+): (?!\$\{ESTAMINET_DOMAIN\}$)",
    "deploy/estaminet.service": r"^Environment=(ESTAMINET_\w+)=",
}


@pytest.mark.parametrize("file", FILES)
def test_what_is_set_there_is_a_setting_of_the_server(file: str) -> None:
    known = set(map(variable_of, Options.model_fields))
    given = re.findall(FILES[file], (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
    assert given
    assert set(given) <= known


@pytest.mark.parametrize("file", ["compose.yaml", "compose.scale.yaml"])
def test_the_house_has_no_rights_that_it_does_not_need(file: str) -> None:
    house = re.search(r"^  house:\n((?:    .*\n|\n)+)", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
    assert house
    for promise in ("read_only: true", "- ALL", "no-new-privileges:true", "tmpfs:\n      - /tmp"):
        assert promise in house[1]
