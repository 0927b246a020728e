"""The cases of the page's unit tests are what the engine does now: `python -m tests.web.cases` writes them anew."""

import pytest

from tests.web.cases import EVENINGS, collect, path

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("name", EVENINGS)
def test_the_cases_are_what_the_engine_does(name: str) -> None:
    stored = path(name).read_text(encoding="utf-8")
    assert stored == collect(name)
