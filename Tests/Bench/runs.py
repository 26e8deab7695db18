"""Runs of the benchmark, part by part. Each part that is measured is kept in a file, so that an interrupted benchmark goes on
where it stopped."""

import dataclasses
import hashlib
import json
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from figures import MEASURES, Bench, Result
from servers import HERE

FOLDER = HERE.parents[1] / ".build/bench"
# What may change without a new measurement.
PRESENTATION = {"bars.py", "bench.py", "chart.py", "growth.py", "report.py", "runs.py"}


class Kept:
    """The parts that are measured: a file each, for one binary, one benchmark and one size."""

    def __init__(self, binary, size, of_cpu_time):
        digest = hashlib.sha256(f"{size} {of_cpu_time}".encode())
        for file in [Path(binary), *sorted(HERE.iterdir())]:
            if file.is_file() and file.name not in PRESENTATION:
                digest.update(file.read_bytes())
        self.folder = FOLDER / digest.hexdigest()[:12]

    def read(self, run, part):
        """Returns the result and how many seconds it took, or None."""
        file = self._file(run, part)
        if not file.exists():
            return None
        kept = json.loads(file.read_text())
        return Result(**kept["result"]), kept["seconds"]

    def write(self, run, part, result, seconds):
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self._file(run, part)
        half = file.with_suffix(".half")
        half.write_text(json.dumps({"result": dataclasses.asdict(result), "seconds": seconds}))
        half.rename(file)

    def forget(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def _file(self, run, part):
        return self.folder / f"{run}-{part}.json"


def left_text(kept, runs, parts, missing):
    """How much is left, by what the same parts took before."""
    taken = {part: [kept.read(run, part)[1] for run in range(1, runs + 1) if kept.read(run, part)] for part in parts}
    if all(taken[part] for _, part in missing):
        return f"about {sum(statistics.mean(taken[part]) for _, part in missing) / 60:.0f} minutes left"
    return f"{len(missing)} of {runs * len(parts)} parts left"


def measure(kept, runs, parts, loads, size, progress, of_cpu_time, stage_of):
    """Measures what is missing. Returns the results of each run, by part. `stage_of` takes a folder to a stage."""
    missing = [(run, part) for run in range(1, runs + 1) for part in parts if not kept.read(run, part)]
    if len(missing) < runs * len(parts):
        progress(f"goes on with {runs * len(parts) - len(missing)} of {runs * len(parts)} parts from {kept.folder}; "
                 "--fresh measures all")
    failed = None
    while missing:
        run = missing[0][0]
        with tempfile.TemporaryDirectory(prefix="bench-") as folder, stage_of(folder) as stage:
            bench = Bench(stage, loads, size, progress, of_cpu_time)
            while missing and missing[0][0] == run:
                part = missing[0][1]
                progress(f"run {run} of {runs}: {part}, {left_text(kept, runs, parts, missing)}")
                begun = time.monotonic()
                try:
                    result = MEASURES[part](bench)
                except (RuntimeError, OSError, subprocess.SubprocessError) as error:
                    if failed == missing[0]:
                        raise RuntimeError(f"{part}: {error}\nThe parts before are kept: the same command goes on here") from error
                    progress(f"{part} failed, and is tried again with new servers: {error}")
                    failed = missing[0]
                    break
                kept.write(run, part, result, time.monotonic() - begun)
                missing.pop(0)
    return [{part: kept.read(run, part)[0] for part in parts} for run in range(1, runs + 1)]
