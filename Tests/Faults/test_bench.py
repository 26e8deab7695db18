"""The benchmark runs: all of its parts but the browser's, for moments. What it measures then is not judged."""

import json
import math
import os
import subprocess

import pytest
from bars import FIGURES
from support.server import REPOSITORY, binary


@pytest.mark.timeout(600)
def test_a_quick_benchmark_measures_every_figure(tmp_path):
    result = tmp_path / "result.json"
    environment = os.environ | {"UNDERSTUDY_BINARY": binary()}
    ended = subprocess.run(
        ["scripts/bench", "--quick", "--fresh", "--strict", "--json", result], cwd=REPOSITORY, env=environment,
        capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr[-4000:]
    measured = json.loads(result.read_text())["figures"]
    assert set(measured) == {key for key, figure in FIGURES.items() if figure.part != "browser"}
    assert all(math.isfinite(figure["median"]) for figure in measured.values())
