"""The house in a web page: games compiled for WebAssembly, and the Python around them for Pyodide."""
