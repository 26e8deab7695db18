"""Puts the loads of scripts/bench on a binary that counts its branches, and lets it end: then it writes its counts.

`scripts/internal/tune` sets it up."""

import argparse
import os
import tempfile

from directory import directory
from load import Loads
from servers import NATIVES, SETTINGS, Stage
from turns import alone

# So many that reading them counts, and few enough that requests count for more.
MANY = 5_000
# The seconds of each load: such that a document is not asked for a hundred times as often as a token.
REQUESTS = {"credentials": 3, "password": 3, "discovery": 0.1, "keys": 0.1}
JOURNEYS = {"refresh": 3, "code": 3, "page": 3}


def main():
    parser = argparse.ArgumentParser(prog="tune.py", description=__doc__.split("\n")[0])
    parser.add_argument("--binary", required=True)
    *_, core = sorted(os.sched_getaffinity(0))
    loads = Loads(str(core))
    with tempfile.TemporaryDirectory() as folder, Stage(parser.parse_args().binary, folder) as stage:
        large = stage.write("large.yaml", directory(MANY, MANY, natives=NATIVES, settings=SETTINGS))
        server = stage.understudy(name="large", config=large)
        server.script()
        todo = {kind: (loads.requests(server, kind), seconds) for kind, seconds in REQUESTS.items()}
        todo |= {kind: (loads.journeys(server, kind), seconds) for kind, seconds in JOURNEYS.items()}
        todo["handshakes"] = loads.handshakes(server, 1), 1
        for kind, (load, seconds) in todo.items():
            print(f"tune: {alone(load, seconds).count:,} times {kind}", flush=True)


if __name__ == "__main__":
    main()
