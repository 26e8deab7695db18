"""The command `understudy-entra`, and `python -m understudy_entra`: the server's binary with the same arguments."""

import os
import sys

from . import binary


def main() -> None:
    try:
        path = binary.find()
    except FileNotFoundError as error:
        sys.exit(f"understudy-entra: {error}")
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
