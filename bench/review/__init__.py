"""Whether a review tells the truth: ``python -m bench.review`` plays games of mixed levels and looks back on them."""
