"""The help of each command: grouped, with the options that the command uses, and each line understandable alone."""

import re

import pytest

from support.command import run


def help_of(*command):
    """The help without line breaks inside an option's text."""
    return " ".join(run(*command, "--help").stdout.split())


def test_the_help_of_serve_is_grouped_with_the_limits_apart():
    shown = run("serve", "--help").stdout
    titles = [line for line in shown.splitlines() if re.fullmatch(r"[A-Z][A-Z ,]+:", line)]
    assert titles[0] == "CONFIGURATION:"
    assert titles.index("RESOURCE LIMITS:") > titles.index("OUTPUT:")
    limits = " ".join(shown.split("RESOURCE LIMITS:")[1].split())
    assert limits.count("(default: ") == 19 and "--http-port" not in limits


@pytest.mark.parametrize("command, has, lacks", [
    ("healthcheck", ["--config", "--http-port"], ["--max-discard", "--workers", "--seed", "--log-level"]),
    ("ca", ["--config", "--http-port", "--seed", "--data-dir"], ["--max-discard", "--workers", "--log-level"]),
    ("migrate", ["--resource", "--config", "--http-port"], ["--max-discard", "--workers", "--seed"]),
])
def test_the_help_of_a_command_has_the_options_that_the_command_uses(command, has, lacks):
    shown = help_of(command)
    assert all(f"{option} " in shown for option in has)
    assert not any(f"{option} " in shown for option in lacks)


def test_a_command_takes_the_options_of_the_server_that_it_looks_for():
    done = run("healthcheck", "--http-port", "1", "--https-port", "off", "--workers", "2", "--max-discard", "0")
    assert done.returncode == 1
    assert "no server answers at http://127.0.0.1:1" in done.stderr


def test_each_line_of_the_help_can_be_understood_alone():
    texts = re.findall(r"--[a-z-]+(?: <[^>]*>)? (.*?) \[UNDERSTUDY_", help_of("serve"))
    assert len(texts) > 30
    for text in texts:
        assert text[0].isupper() and text.endswith(".") and len(text.split()) > 3, text
        assert not re.search(r"\b(the same|it|they|those|that one)\b", text), text
