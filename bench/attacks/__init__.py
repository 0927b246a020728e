"""What an attack costs the server, and the people who play there meanwhile."""
