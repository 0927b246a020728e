"""Compares a page with its reference picture, in a way that another Chromium or another machine does not disturb.

What stands for what: pictures are taken without movement and in typefaces that come with the tests, then shrunk to a
third, so that a point is the mean of nine. A point differs when, after a blur of five by five, a colour is off by more
than `FAR`; the page differs when more than `MOST` of its points do. One stall less on the square is twice that; another
way of smoothing letters, or everything a pixel to the side, is not.
"""

import io
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image, ImageFilter
from playwright.sync_api import Page, Route

REFERENCES: Final = Path(__file__).parent / "pictures"
DIFFERENCES: Final = Path(__file__).parents[2] / "build" / "pictures"
SHRINK: Final = 3
FAR: Final = 20
"""Of 255."""
MOST: Final = 0.001
FACES: Final = {"Serif": "DejaVuSerif", "Sans": "DejaVuSans"}
STYLE: Final = """
  @font-face { font-family: "Test %(name)s"; src: url("/test/%(file)s.ttf"); }
  @font-face { font-family: "Test %(name)s"; src: url("/test/%(file)s-Bold.ttf"); font-weight: 600 900; }
"""
DRESS: Final = """(style) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""


def dress(page: Page) -> None:
    """From its next address on, the page is set in typefaces that every machine with these tests has."""
    found = find_spec("matplotlib")
    assert found is not None
    assert found.origin is not None
    folder = Path(found.origin).parent / "mpl-data" / "fonts" / "ttf"

    def answer(route: Route) -> None:
        route.fulfill(path=folder / route.request.url.rpartition("/")[2], content_type="font/ttf")

    page.route("**/test/*.ttf", answer)
    faces = "".join(STYLE % {"name": name, "file": file} for name, file in FACES.items())
    style = f'{faces} :root {{ --serif: "Test Serif" !important; --sans: "Test Sans" !important; }}'
    page.add_init_script(f"({DRESS})({style!r})")


def take(page: Page, *, hide: str = "") -> Image.Image:
    """The page as it is seen now; what `hide` selects is left out, because it is never the same."""
    page.evaluate("document.fonts.ready")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    data = page.screenshot(animations="disabled", mask=[page.locator(hide)] if hide else [], mask_color="#808080")
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    return picture.resize((picture.width // SHRINK, picture.height // SHRINK), Image.Resampling.BOX)


def difference(one: Image.Image, other: Image.Image) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """The points that differ."""
    if one.size != other.size:
        return np.ones((other.height, other.width), dtype=np.bool_)
    blurred = [np.asarray(each.filter(ImageFilter.BoxBlur(2)), dtype=np.int16) for each in (one, other)]
    far: np.ndarray[tuple[int, int], np.dtype[np.bool_]] = np.abs(blurred[0] - blurred[1]).max(axis=2) > FAR
    return far


def show_difference(name: str, reference: Image.Image, seen: Image.Image) -> Path:
    """Reference, page, and the page with what differs in red, side by side; where it lies."""
    marked = np.asarray(seen.convert("L").convert("RGB")).copy()
    marked[difference(reference, seen)] = (255, 0, 0)
    sheet = Image.new("RGB", (reference.width + 2 * seen.width, max(reference.height, seen.height)))
    sheet.paste(reference, (0, 0))
    sheet.paste(seen, (reference.width, 0))
    sheet.paste(Image.fromarray(marked), (reference.width + seen.width, 0))
    DIFFERENCES.mkdir(parents=True, exist_ok=True)
    path = DIFFERENCES / f"{name}.png"
    sheet.save(path)
    return path


def read(name: str) -> Image.Image | None:
    """The reference of this name."""
    path = REFERENCES / f"{name}.webp"
    return Image.open(path).convert("RGB") if path.exists() else None


def keep(name: str, picture: Image.Image) -> None:
    """From now on this is the reference."""
    REFERENCES.mkdir(exist_ok=True)
    picture.save(REFERENCES / f"{name}.webp", quality=90, method=6)
