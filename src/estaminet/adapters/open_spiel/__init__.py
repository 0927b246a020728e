"""The games for OpenSpiel; `estaminet.open_spiel` is the door to it."""
