"""A terminal with an interactive shell, into which text is pasted as a person does."""

import os
import pty
import re
import select
import shlex
import shutil
import signal
import struct
import termios
import time
from dataclasses import dataclass
from fcntl import ioctl

# How each shell starts: interactive, without the settings of a user.
SHELLS = {"bash": ("--noprofile", "--norc", "-i"), "zsh": ("-f", "-i")}

# Marks in the output show where that of the commands begins and ends, and whether the shell waits for more of a command.
MARKS = {"begin": "<begin-{}>", "end": "<end-{}:", "ready": "<ready-{}>", "incomplete": "<incomplete-{}>"}
SETUP = {
    "bash": """
        PS0='{begin}' PS1='{ready}' PS2='{incomplete}'
        PROMPT_COMMAND='printf "%s%d>" "{end}" $?'
        trap 'echo $? >>{failures}' ERR
        set -o pipefail
    """,
    "zsh": """
        unsetopt prompt_sp
        PS1='{ready}' PS2='{incomplete}'
        preexec() {{ print -n '{begin}' }}
        precmd() {{ printf '%s%d>' '{end}' $? }}
        trap 'echo $? >>{failures}' ZERR
    """,
}
# What a program adds for the eye: colors, movements of the cursor, titles.
CONTROLS = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][A-Z0-9]|[=>78])|\r(?=\n)")
PASTE = "\x1b[200~{}\x1b[201~\r"


class TerminalError(Exception):
    """The shell did not run the text that was pasted."""


@dataclass(frozen=True)
class Outcome:
    """What came of a pasted text: the status of its last command, those of every command that failed, and what was printed."""

    status: int
    failures: list
    printed: str


class Terminal:
    """A context manager. `scratch` is a folder for files of its own."""

    def __init__(self, shell, folder, scratch, environment):
        self.failures = scratch / "failures"
        token = os.urandom(8).hex()
        self.marks = {name: mark.format(token) for name, mark in MARKS.items()}
        setup = scratch / f"setup.{shell}"
        setup.write_text(SETUP[shell].format(failures=shlex.quote(str(self.failures)), **self.marks))
        self.shell, self.folder, self.environment = shell, folder, environment
        self.setup = f". {shlex.quote(str(setup))}"

    def __enter__(self):
        program = shutil.which(self.shell)
        if not program:
            raise TerminalError(f"there is no {self.shell}: scripts/internal/setup {self.shell}")
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(self.folder)
            os.execve(program, [self.shell, *SHELLS[self.shell]], self.environment)
        ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self._send(f"{self.setup}\r", 20)
        return self

    def __exit__(self, *_):
        os.close(self.terminal)
        try:
            os.killpg(self.process, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.process, 0)

    def run(self, text, timeout=120):
        """Pastes a text, presses Enter, and waits until the shell is ready again."""
        self.failures.write_text("")
        shown, status = self._send(PASTE.format(text.rstrip("\n")), timeout)
        _, begun, printed = shown.partition(self.marks["begin"])
        if not begun:
            raise TerminalError(f"{self.shell} does not run it:\n{plain(shown)}")
        printed = plain(printed.replace(self.marks["begin"], ""))
        return Outcome(status, [int(line) for line in self.failures.read_text().split()], printed)

    def _send(self, text, timeout):
        """Writes, and reads until the next prompt: what is shown before it, and the status of the last command."""
        end = re.compile(re.escape(self.marks["end"]) + r"(\d+)>(?=.*" + re.escape(self.marks["ready"]) + ")", re.DOTALL)
        waiting, shown, deadline = text.encode(), b"", time.monotonic() + timeout
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                printed = plain(shown.decode(errors="replace"))
                raise TerminalError(f"the block does not end within {timeout} seconds; it printed:\n{printed}")
            readable, writable, _ = select.select([self.terminal], [self.terminal] if waiting else [], [], left)
            if writable:
                waiting = waiting[os.write(self.terminal, waiting[:512]):]
            if not readable:
                continue
            try:
                shown += os.read(self.terminal, 65_536)
            except OSError:    # Linux says so when the shell has ended.
                shown += b"\nThe shell ended."
                raise TerminalError(plain(shown.decode(errors="replace"))) from None
            text = shown.decode(errors="replace")
            if found := end.search(text):
                return text[:found.start()], int(found[1])
            if self.marks["incomplete"] in text:
                raise TerminalError(f"{self.shell} waits for the rest of the command: a quotation mark or a bracket is left open")


def plain(text):
    return CONTROLS.sub("", text)
