"""What a release gives out holds together."""

from pathlib import Path

from tests.release import find_broken_links


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
