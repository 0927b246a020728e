"""Why one turn is better than another: what is said is so, and it explains the difference."""
