"""Tables in memory: they take commands, have house players move, and send updates to whoever is connected."""
