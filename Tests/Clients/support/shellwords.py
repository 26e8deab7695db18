"""What goes wrong when a text is pasted into bash or into interactive zsh, found without running it."""

import re

HEREDOC = re.compile(r"<<(-?)\s*(['\"]?)(\w+)\2")
OUTPUT = re.compile(r'^\s*(?:[$%>] |\{"|\[\{|HTTP/[0-9]|…)')
# Words that are tests, not names of files.
NO_GLOB = ("[", "[[", "]", "]]")


def shell_faults(text):
    """Yields `(line, what)` for each problem. The first line is line 1."""
    scanner = Scanner(text)
    scanner.scan()
    yield from sorted(scanner.faults)


class Scanner:
    """Reads words as a shell does, as far as quotation marks, comments and here-documents go."""

    def __init__(self, text):
        self.text, self.at, self.faults = text, 0, set()
        self.command = []       # the words of the simple command so far
        self.heredocs = []      # the ends of here-documents that begin on the next line

    def fault(self, what, at=None):
        self.faults.add((self.text.count("\n", 0, self.at if at is None else at) + 1, what))

    def scan(self, closing=""):
        """To the end, or to the bracket that closes a substitution."""
        outer, self.command = self.command, []
        begins_line = not closing
        while self.at < len(self.text):
            sign = self.text[self.at]
            if begins_line and OUTPUT.match(self.text[self.at:].partition("\n")[0]):
                self.fault("a prompt or output in a shell block: show what is printed in a block of its own")
            begins_line = False
            if sign == closing:
                break
            if sign == "\n":
                self.at += 1
                self.skip_heredocs()
                self.command, begins_line = [], True
            elif sign in " \t":
                self.at += 1
            elif self.text.startswith("\\\n", self.at):
                self.at += 2
            elif sign in ";|&()":
                self.at += 1
                self.command = []
                if sign == "(":
                    self.scan(")")
                    self.at += 1
            elif sign == "#":
                self.fault("a comment in a shell block: interactive zsh has no comments; write it as text")
                self.at = self.end_of_line()
            elif found := HEREDOC.match(self.text, self.at):
                self.heredocs.append((found[3], bool(found[1])))
                self.at = found.end()
            elif sign in "<>":
                self.at += 1
            else:
                self.word()
        self.command = outer

    def end_of_line(self):
        end = self.text.find("\n", self.at)
        return len(self.text) if end < 0 else end

    def skip_heredocs(self):
        for end, has_tabs in self.heredocs:
            while self.at < len(self.text):
                line = self.text[self.at:self.end_of_line()]
                self.at = min(self.end_of_line() + 1, len(self.text))
                if (line.lstrip("\t") if has_tabs else line) == end:
                    break
        self.heredocs = []

    def word(self):
        begin = self.at
        while self.at < len(self.text) and self.text[self.at] not in " \t\n;|&()<>":
            sign = self.text[self.at]
            if sign == "\\":
                self.at += 2
            elif sign == "'":
                end = self.text.find("'", self.at + 1)
                self.at = len(self.text) if end < 0 else end + 1
            elif sign == '"':
                self.double_quoted()
            elif sign == "$":
                self.expansion()
            else:
                if sign in "?*[" and self.is_glob(begin):
                    self.fault(f"{sign} without quotation marks: zsh looks for files of such a name; quote the word")
                self.at += 1
        word = self.text[begin:self.at]
        if "curl" in self.command and re.match(r"--json\b", word):
            self.fault("--json needs curl 7.82: write -H 'Content-Type: application/json' -d", begin)
        self.command.append(word)

    def is_glob(self, begin):
        """Whether a sign is one of a file name: not in a test, which has brackets of its own, and not in an assignment."""
        end = re.compile(r"[ \t\n;|&()<>]|\Z").search(self.text, begin).start()
        word = self.text[begin:end]
        return word not in NO_GLOB and "[[" not in self.command and not (
            not self.command and re.match(r"\w+(\[[^]]*\])?=", word))

    def double_quoted(self):
        self.at += 1
        while self.at < len(self.text) and self.text[self.at] != '"':
            sign = self.text[self.at]
            if sign == "\\":
                self.at += 2
            elif sign == "$":
                self.expansion()
            else:
                if sign == "!":
                    self.fault("! in double quotation marks: shells take it for a line of their history; use single ones")
                self.at += 1
        self.at += 1

    def expansion(self):
        """From the dollar on: a variable or a substitution."""
        self.at += 1
        if self.text.startswith("((", self.at):
            end = self.text.find("))", self.at)
            self.at = len(self.text) if end < 0 else end + 2
        elif self.text.startswith("(", self.at):
            self.at += 1
            self.scan(")")
            self.at += 1
        elif self.text.startswith("{", self.at):
            end = self.text.find("}", self.at)
            self.at = len(self.text) if end < 0 else end + 1
        elif found := re.compile(r"\w+|[?*#@$!-]").match(self.text, self.at):
            self.at = found.end()
