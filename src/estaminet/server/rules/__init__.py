"""A table as a pure function of its log: no clock, no database, no network in here."""
