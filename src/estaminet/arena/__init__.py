"""The lab: many games between players, and what their results are worth."""
