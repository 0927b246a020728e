"""How strong the house players are: every figure of docs/strength.md, played again by ``make strength``.

The playing part needs neither matplotlib nor the command line, so that it runs on any machine.
"""
