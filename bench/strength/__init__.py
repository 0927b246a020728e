"""How strong the house players are: every figure of docs/strength.md, played again by ``make strength``.

What plays needs neither matplotlib nor the command line, so that parts of it can be played on any machine.
"""
