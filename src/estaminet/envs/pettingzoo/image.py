"""A position as an image, for any game: its own text drawing, set in type as SVG or as pixels."""

import re
from functools import cache
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.position import Position
from estaminet.extras import require_extra

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

PAPER: Final = "#fbf6ea"
INK: Final = "#2b2118"
BAND: Final = "#5b2333"
WIDTH, HEIGHT = 960, 720
"""Pixels. All frames of all games have this size, so that they can be joined into a film."""
MARGIN: Final = 24
TITLE: Final = 18
"""Size of the letters in the band at the top."""
TOP: Final = 54
"""Height of the band."""
ADVANCE: Final = 0.602
"""Width of a letter of DejaVu Sans Mono, as a part of its size."""
LEADING: Final = 1.35
"""Height of a line, likewise."""
WIDEST: Final = 14
"""Pixels that a letter of a small drawing is wide; those of a larger one are narrower."""
SVG_WIDE: Final = 10
NARROWEST_TEXT: Final = 60
"""How many columns a sentence may take even if everything else is narrower."""
RUN: Final = re.compile(r"\S+(?: \S+)*")
"""What stands together in a line: two spaces separate columns."""


def headline(position: Position) -> str:
    """The turn or the winners, and the last action."""
    winners = position.winners()
    now = f"seat {position.to_move} to move"
    if winners is not None:
        now = f"won by seat {' and '.join(map(str, winners))}"
    last = f", after {position.actions[-1]!r}" if position.history else ""
    return f"{position.game.title}: {now}{last}"


def wrap_lines(drawing: str) -> list[str]:
    """The lines of a drawing, with sentences wrapped that are wider than everything in columns."""
    lines = drawing.splitlines()
    has_columns = [len(RUN.findall(line)) > 1 for line in lines]
    width = max([NARROWEST_TEXT, *(len(line) for line, fixed in zip(lines, has_columns, strict=True) if fixed)])
    return [
        part
        for line, fixed in zip(lines, has_columns, strict=True)
        for part in ([line] if fixed or len(line) <= width else wrap(line, width, subsequent_indent="    "))
    ]


def render_svg(title: str, drawing: str) -> str:
    """As SVG. Every column begins where it should, whatever font a viewer has."""
    lines = wrap_lines(drawing)
    size = SVG_WIDE / ADVANCE
    columns = max((len(line) for line in lines), default=0)
    width = round(max(columns * SVG_WIDE, len(title) * TITLE * ADVANCE) + 2 * MARGIN)
    height = round(TOP + len(lines) * size * LEADING + 2 * MARGIN)
    texts = [
        f'<text x="{MARGIN + run.start() * SVG_WIDE}" y="{TOP + MARGIN + (row + 0.8) * size * LEADING:.1f}" '
        f'textLength="{len(run.group()) * SVG_WIDE}" lengthAdjust="spacingAndGlyphs">{escape(run.group())}</text>'
        for row, line in enumerate(lines)
        for run in RUN.finditer(line)
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
            f'<rect width="{width}" height="{TOP}" fill="{BAND}"/>',
            f'<text x="{MARGIN}" y="{TOP * 0.6:.1f}" font-family="sans-serif" font-size="{TITLE}" fill="{PAPER}">'
            f"{escape(title)}</text>",
            f'<g font-family="\'DejaVu Sans Mono\', Menlo, Consolas, monospace" font-size="{size:.2f}" fill="{INK}">',
            *texts,
            "</g>",
            "</svg>",
        ]
    )


def render_pixels(title: str, drawing: str) -> NDArray[np.uint8]:
    """As HEIGHT x WIDTH x 3 bytes."""
    require_pixels()
    from PIL import Image, ImageDraw

    lines = wrap_lines(drawing)
    columns = max((len(line) for line in lines), default=1)
    highest = (HEIGHT - TOP - 2 * MARGIN) / (max(len(lines), 1) * LEADING)
    # A whole number: letters are placed on whole pixels, and fractions would add up along a line.
    advance = max(1, int(min(WIDEST, (WIDTH - 2 * MARGIN) / max(columns, 1), highest * ADVANCE)))
    size = advance / ADVANCE
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    page = ImageDraw.Draw(image)
    page.rectangle((0, 0, WIDTH, TOP), BAND)
    page.text((MARGIN, TOP / 2), title, PAPER, _font("DejaVuSans", TITLE), anchor="lm")
    for row, line in enumerate(lines):
        page.text((MARGIN, TOP + MARGIN + row * size * LEADING), line, INK, _font("DejaVuSansMono", size))
    return np.array(image)


def require_pixels() -> None:
    """Matplotlib brings along what is needed: Pillow, and fonts that are the same everywhere."""
    require_extra("lab", "matplotlib")


@cache
def _font(name: str, size: float) -> "FreeTypeFont":
    from matplotlib import get_data_path
    from PIL.ImageFont import truetype

    return truetype(str(Path(get_data_path(), "fonts", "ttf", f"{name}.ttf")), size)
