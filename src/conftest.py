"""Where torch is not installed, the modules that need it cannot be looked through for examples."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("torch") else ["estaminet/training/*"]
