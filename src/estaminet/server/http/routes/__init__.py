"""Everything that can be asked for, one file a subject."""
