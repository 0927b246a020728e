"""`python -m estaminet.server.http.openapi` prints the OpenAPI of the server, from which the page's types are made."""

import json
import sys

from estaminet.games import REGISTRY
from estaminet.server.http.app import create_app
from estaminet.server.settings import Settings
from estaminet.server.store.database import Store

if __name__ == "__main__":
    json.dump(create_app(Settings(), Store("sqlite://", REGISTRY)).openapi(), sys.stdout, indent=1, sort_keys=True)
    sys.stdout.write("\n")
