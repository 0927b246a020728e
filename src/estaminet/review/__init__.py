"""Reviews of finished games: skill, luck and mistakes. See docs/review.md."""

from estaminet.review.model import Account, Cause, Curve, Decision, Draw, Review, TurningPoint, Verdict
from estaminet.review.replay import Effort
from estaminet.review.steps import review, review_in_steps

__all__ = [
    "Account",
    "Cause",
    "Curve",
    "Decision",
    "Draw",
    "Effort",
    "Review",
    "TurningPoint",
    "Verdict",
    "review",
    "review_in_steps",
]
