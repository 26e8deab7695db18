"""Walks the hot paths of a binary that counts its branches, and lets it end: then it writes its counts.

`scripts/internal/tune` sets it up."""

import argparse
import tempfile

from directory import directory
from profile import PATHS, Client
from servers import Stage

REQUESTS = 1500
# As many that reading them counts, and few enough that requests count for more.
APPLICATIONS = USERS = 5_000


def main():
    parser = argparse.ArgumentParser(prog="tune.py", description=__doc__.split("\n")[0])
    parser.add_argument("--binary", required=True)
    with tempfile.TemporaryDirectory() as folder, Stage(parser.parse_args().binary, folder) as stage:
        stage.understudy(name="large", config=stage.write("large.yaml", directory(APPLICATIONS, USERS)))
        print(f"tune: read {APPLICATIONS} applications and {USERS} users", flush=True)
        client = Client(stage.default)
        for name, send in PATHS.items():
            for _ in range(REQUESTS):
                send(client)
            print(f"tune: {REQUESTS} times {name}", flush=True)


if __name__ == "__main__":
    main()
