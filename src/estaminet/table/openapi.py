"""`python -m estaminet.table.openapi`: the OpenAPI on standard output, for those who make types from it."""

import json
import sys

from estaminet.table.app import create_app
from estaminet.table.settings import Settings

if __name__ == "__main__":
    app = create_app(Settings(database="sqlite://"))
    json.dump(app.openapi(), sys.stdout, indent=1, sort_keys=True)
    sys.stdout.write("\n")
