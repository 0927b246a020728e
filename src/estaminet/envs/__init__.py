"""The games as environments of other libraries, for research: each library's own conventions over the same engine."""
