"""The server's face: HTTP routes, the live line, and who may use them."""
