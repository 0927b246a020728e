"""The house in a web page: the games compiled for WebAssembly."""
