"""docs/reference/metrics.md, from the metrics of a server."""

import re

from reference_markdown import block, code, finish, head, plain, sentence, table
from reference_sources import Problem

HELP = re.compile(r"^# HELP (\S+) (.*)$")
TYPE = re.compile(r"^# TYPE (\S+) (\S+)$")
SAMPLE = re.compile(r"^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$")
LABEL = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)"')

INTRODUCTION = (
    "`GET /_understudy/metrics` returns counters and gauges in the Prometheus text format, version 0.0.4. "
    "With `--control-token` the request needs that token as bearer token. "
    "The counters start at zero with the process. A counter belongs to one process: replicas that share a store count separately.",
)
SCRAPE = """\
scrape_configs:
  - job_name: understudy
    metrics_path: /_understudy/metrics
    # authorization: {credentials: the text of --control-token}
    static_configs:
      - targets: ["localhost:8080"]"""

# What a label says. `{values}` is replaced by the values that a server writes for the label from its start.
LABELS = {
    ("understudy_build_info", "version"): "The version of the program",
    ("understudy_requests_total", "endpoint"): "The name of the endpoint, as in the [request journal](control-plane.md#endpoint-names); requests of the control plane count under names of their own, such as `health`",
    ("understudy_requests_total", "status"): "The class of the HTTP status: `1xx`, `2xx`, `3xx`, `4xx` or `5xx`; `other` for any other status. A connection that a stub reset or closed counts as `5xx`",
    ("understudy_request_duration_seconds", "endpoint"): "The name of the endpoint",
    ("understudy_request_duration_seconds", "le"): "The upper bound of the bucket in seconds: {values}",
    ("understudy_errors_total", "code"): "The error code, such as `AADSTS50011`",
    ("understudy_tokens_issued_total", "grant"): "The value of `grant_type`, `managed_identity` for managed identities, `implicit` for tokens of the authorize endpoint, or `other`",
    ("understudy_slow_readers_closed_total", "reason"): "Why the connection was closed: `unread_bytes` (`--max-unread-bytes` was exceeded), `listener` (a listener of the journal stream did not read) or `timeout` (`--write-timeout`)",
    ("understudy_tls_handshakes_total", "result"): "How the handshake ended: {values}",
    ("understudy_http_rejections_total", "status"): "The HTTP status: {values}",
}


def page(sources):
    found = families(sources.metrics)
    lines = list(head("Metrics", "`GET /_understudy/metrics`", *INTRODUCTION))
    lines += ["", "## Prometheus configuration"]
    lines += block("yaml", SCRAPE)
    lines += ["", "## List of metrics"]
    lines += table(
        ("Metric", "Type", "Labels", "Description"),
        [(code(name), family["type"], ", ".join(code(label) for label in family["labels"]), plain(sentence(family["help"])))
         for name, family in found.items()])
    lines += ["", "An endpoint or a code that no request had yet has no samples."]
    lines += ["", "## Labels"]
    lines += table(("Metric", "Label", "Meaning"), list(labels(found)))
    return finish(lines)


def families(text):
    """The families of a text, each with its type, its help and its labels with their values."""
    found = {}
    for line in text.splitlines():
        if match := HELP.match(line):
            found[match[1]] = {"help": match[2], "type": "", "labels": {}}
        elif match := TYPE.match(line):
            found[match[1]]["type"] = match[2]
        elif match := SAMPLE.match(line):
            name = match[1] if match[1] in found else match[1].rsplit("_", 1)[0]
            for label, value in LABEL.findall(match[2] or ""):
                values = found[name]["labels"].setdefault(label, [])
                if value not in values:
                    values.append(value)
    return found


def labels(found):
    for name, family in found.items():
        for label, values in family["labels"].items():
            meaning = LABELS.get((name, label))
            if meaning is None:
                raise Problem(f"the label {label} of {name} has no meaning: add it to LABELS in scripts/internal/reference_metrics.py")
            yield code(name), code(label), sentence(meaning.replace("{values}", ", ".join(code(value) for value in values)))
