"""The server's face: HTTP routes, the live WebSocket, and who may use them."""
