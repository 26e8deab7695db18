"""The processor of this machine, by the name that the test libraries have for it."""

import platform

NAME = {"x86_64": "x64", "aarch64": "arm64"}[platform.machine()]
