"""The directory of `directory.yaml`, which a configured server serves instead of the built-in one."""

from pathlib import Path

from support.seed import App

CONFIGURATION = Path(__file__).with_name("directory.yaml")

PROSEWARE = "77777777-7777-4777-8777-777777777777"
RILEY = "riley@proseware.com"
SPA_ID = "bbbbbbbb-0000-4000-8000-000000000001"
INVENTORY = "https://inventory.proseware.com/"
DESKTOP = App("ABCDE-12345", "http://localhost")
