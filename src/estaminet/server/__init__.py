"""The table server: people, tables, seats, moves, clocks and fair deals, over HTTP and WebSocket."""
