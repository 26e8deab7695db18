"""docs/reference/command-line.md, from the help of the program."""

import re

from reference_markdown import code, finish, head, plain, sentence, table

ENVIRONMENT = re.compile(r"\s*\[(UNDERSTUDY_[A-Z_]+)\]")
DEFAULT = re.compile(r"\s*\(default: (.*)\)$", re.DOTALL)
# Options of every command, which the introduction names.
COMMON = ("help", "version")

INTRODUCTION = (
    "The program is one binary, `understudy`. Each option of `understudy serve` can also be set by an environment variable, "
    "and most of them by a key under [`server:`](configuration.md#server) in the configuration file. "
    "The command line has precedence over the environment, and the environment over the file.",
    "- Arguments and variables are UTF-8 text. The program stops with an error if one of them is not.\n"
    "- A variable that begins with `UNDERSTUDY_` and belongs to no option is an error.\n"
    "- `UNDERSTUDY_CONFIG_INLINE` holds a whole configuration as text. It takes the place of `--config`.\n"
    "- `--help` describes a command, and `--version` prints the version. All commands have both options.\n"
    "- `--generate-completion-script` with `bash`, `zsh` or `fish` prints a completion script for that shell.",
)


def page(sources):
    root = sources.help
    commands = [command for command in root["subcommands"] if command["commandName"] != "help"]
    serve = next(command for command in commands if command["commandName"] == root.get("defaultSubcommand", "serve"))
    lines = list(head("Command line", "the help of the program", *INTRODUCTION))
    lines += table(("Command", "Purpose"), overview(commands))
    for command in commands:
        shared = [] if command is serve else [argument for argument in shown(command) if argument in serve["arguments"]]
        lines += section(command, "understudy", "##", shared)
    return finish(lines)


def overview(commands):
    for command in commands:
        name = command["commandName"]
        yield f"[`{name}`](#{name})", plain(sentence(command.get("abstract")))


def shown(command):
    return [
        argument for argument in command.get("arguments", [])
        if argument["shouldDisplay"] and argument.get("preferredName", {}).get("name") not in COMMON]


def section(command, above, mark, shared=()):
    name = f"{above} {command['commandName']}"
    own = [argument for argument in shown(command) if argument not in shared]
    yield ""
    # The heading of a subcommand has its parent's name, so that its anchor is its own.
    yield f"{mark} {' '.join(name.split()[1:])}"
    yield ""
    yield plain(sentence(command.get("abstract")))
    yield ""
    yield "```text"
    yield usage(name, command, own, shared)
    yield "```"
    if command.get("discussion"):
        yield ""
        yield plain(sentence(command["discussion"]))
    for title, group in groups(own):
        if title:
            yield ""
            yield f"{mark}# {title}"
        yield from table(
            ("Argument" if any(each["kind"] == "positional" for each in group) else "Option", "Environment variable", "Default", "Description"),
            [row(argument) for argument in group])
    if shared:
        yield ""
        names = [code("--" + argument["preferredName"]["name"]) for argument in shared]
        yield f"The command also has these options of [`serve`](#serve): {', '.join(names)}."
    for each in command.get("subcommands", []):
        yield from section(each, name, mark + "#")


def groups(arguments):
    """The arguments by the title of their section, in the order of the help."""
    found = {}
    for argument in arguments:
        found.setdefault(argument.get("sectionTitle", ""), []).append(argument)
    return found.items()


def usage(name, command, own, shared):
    parts = [name]
    if command.get("subcommands"):
        parts.append("<subcommand>")
    if shared or any(argument["kind"] != "positional" for argument in own):
        parts.append("[<options>]")
    for argument in own:
        if argument["kind"] == "positional":
            text = f"<{argument['valueName']}>" + (" …" if argument["isRepeating"] else "")
            parts.append(f"[{text}]" if argument["isOptional"] else text)
    return " ".join(parts)


def row(argument):
    text = argument.get("abstract") or ""
    environment, default = ENVIRONMENT.search(text), DEFAULT.search(text)
    usual = argument.get("defaultValue") or (default[1] if default else "")
    description = sentence(DEFAULT.sub("", ENVIRONMENT.sub("", text)))
    values = argument.get("allValues")
    if values:
        description += f" Values: {', '.join(code(value) for value in values)}."
    if argument["isRepeating"]:
        description += " Can be given more than once."
    return (
        code(spelled(argument)), code(environment[1]) if environment else "",
        "required" if not argument["isOptional"] else code(usual) if usual and usual != "none" and " " not in usual else plain(usual),
        plain(description))


def spelled(argument):
    if argument["kind"] == "positional":
        return argument["valueName"]
    name = "--" + argument["preferredName"]["name"]
    return name if argument["kind"] == "flag" else f"{name} <{argument['valueName']}>"
