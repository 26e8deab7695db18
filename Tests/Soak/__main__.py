"""A mix of good, bad and unread requests at a bounded rate for a long time; see `scripts/internal/soak`."""

import argparse
import sys
import tempfile
import threading
from pathlib import Path

import requests

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "Clients"), str(TESTS / "Bench")]

from journeys import Mix                                            # noqa: E402
from picture import draw                                            # noqa: E402
from sampling import Control, sample, written                       # noqa: E402
from support.server import Server                                   # noqa: E402
from traffic import Crew, Latencies, Pacer, Visitor                 # noqa: E402
from verdict import judge, warm_up                                  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/internal/soak", description=__doc__)
    parser.add_argument("minutes", type=float)
    parser.add_argument("--rate", type=float, default=50, help="requests per second")
    parser.add_argument(
        "--clock-step", default="PT4M", metavar="DURATION",
        help="how far the server's clock is moved on every ten seconds, so that what lives an hour goes within minutes")
    parser.add_argument("--output", type=Path, default=Path(".build/soak"), help="where soak.csv and soak.svg go")
    return parser.parse_args()


def main(options):
    options.output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, Server(folder, "--log-level", "warning", "--config", directory(folder)) as server:
        samples, failures = soak(server, folder, options)
    (options.output / "soak.svg").write_text(draw(samples, options.minutes))
    findings = judge(samples, options.minutes, failures)
    print(f"soak: {sum(len(sample.latencies) for sample in samples)} requests in {options.minutes:g} minutes, "
          f"of which {warm_up(options.minutes):g} to warm up; see {options.output}/soak.csv and soak.svg")
    print(*failures[:10], *findings, sep="\n")
    return 0 if all(finding.holds for finding in findings) else 1


def directory(folder):
    """The seed directory, with as many one-time codes to a person as the resets of a soak need."""
    seed = (TESTS.parent / "Config/understudy.yaml").read_text(encoding="utf-8")
    file = Path(folder) / "understudy.yaml"
    file.write_text(seed.replace("\nsettings:\n", "\nsettings:\n  oneTimeCodeLimit: 1000\n", 1), encoding="utf-8")
    return file


def move_clock(server, step):
    answer = requests.put(f"{server.http}/_understudy/clock", json={"advance": step}, timeout=20)
    assert answer.status_code < 300, answer.text


def soak(server, folder, options):
    """The samples, and what went wrong."""
    latencies, control, samples = Latencies(), Latencies(), []
    pacer, mix, turn = Pacer(options.rate), Mix(), threading.Lock()

    def work():
        with turn:
            task = mix.next()
        with Visitor(server, pacer, latencies) as visitor:
            task(visitor)

    with Control(folder, control), Crew(work, size=24) as crew:
        watched = sample(server.process.pid, options.minutes, latencies, control)
        for taken in written(options.output / "soak.csv", watched):
            samples.append(taken)
            move_clock(server, options.clock_step)
            if len(samples) % 6 == 1:
                row = taken.row
                print(f"soak: {row['minute']:6.1f} min  {row['memory_mb']:6.1f} MB  {row['descriptors']:3d} descriptors  "
                      f"{row['requests'] / 10:5.1f}/s  p50 {row['p50_ms']} ms  p99 {row['p99_ms']} ms  "
                      f"control {row['control_p99_ms']} ms  {len(crew.failures)} failures", flush=True)
    return samples, crew.failures


sys.exit(main(arguments()))
