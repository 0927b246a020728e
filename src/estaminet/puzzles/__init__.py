"""Puzzles: positions of house games with one best action, found, proved, and sorted by theme."""

from estaminet.puzzles.discovery import find_puzzles
from estaminet.puzzles.model import Puzzle, Rating, Try, load_puzzles, rate_try
from estaminet.puzzles.proof import still_holds
from estaminet.puzzles.themes import Theme

__all__ = ["Puzzle", "Rating", "Theme", "Try", "find_puzzles", "load_puzzles", "rate_try", "still_holds"]
