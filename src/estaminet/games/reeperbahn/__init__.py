"""Auf der Reeperbahn: two nightclubs pull six figures along one street."""
