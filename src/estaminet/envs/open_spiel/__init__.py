"""The games in OpenSpiel; users import `estaminet.open_spiel`."""
