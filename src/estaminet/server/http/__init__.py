"""HTTP routes, live connections, and access to them."""
