"""docs/reference/configuration.md, from the JSON Schema and docs/reference/example.yaml."""

import re

from reference_markdown import code, finish, flow, head, plain, sentence, table
from reference_sources import Problem

ROOT = "configuration"
UNSUPPORTED = "Not supported; must be empty."
# The same keys as `settings`, without those that hold for more.
NARROWER = {"tenantSettings": "tenant", "applicationSettings": "application"}
# An object that has some of the keys of another.
PARTS = {"account": "user"}

# Sentences of a description that state what holds without the key.
DEFAULTS = (
    re.compile(r"Default:? (?P<value>.+)\.$"),
    re.compile(r"Left out: (?P<value>.+)\.$"),
    re.compile(r"(?P<value>.+?),? when left out(?P<rest>;.+)?\.$"),
)
# A default that can be written into the file, and words that cannot.
LITERAL = re.compile(r"[A-Za-z0-9.:/_{}-]+")
WORDS = ("all", "any", "derived", "none")
SENTENCE = re.compile(r"(?<=\.)\s+(?=\S)")

# Patterns of the schema that have a name. Those with None repeat another alternative as text, as command lines have it.
PATTERNS = {
    ".": "string",
    "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$": "GUID",
    "^[0-9]{4}-": "time (ISO 8601)",
    "^[A-Za-z0-9+/=]+$": "base64",
    "^[A-Za-z]{2}$": "two letters",
    "^https?://": "URL",
    "^[0-9]{4,10}$": "4 to 10 digits",
    "^[A-Za-z0-9]{1,16}$": "1 to 16 letters or digits",
    "^[0-9]+\\.\\.[0-9]+$": "range such as `3600..5400`",
    "^[A-Za-z]+( *, *[A-Za-z]+)*$": "words separated by commas",
    "^[0-9]+$": None,
    "^[0-9]+(,[0-9]+)*$": None,
    "^[0-9]{1,6}([.][0-9]{1,3})?$": None,
}

PLURALS = {"string": "strings", "integer from 0 to 65535": "integers"}

INTRODUCTION = (
    "The configuration file is YAML or JSON. The file describes the server, its settings and its tenants with their users, groups "
    "and applications. Without a file the server uses the [seed directory](seed-directory.md). "
    "Names of properties are those of Microsoft Graph, so exported objects can be copied into the file.",
    "| Task | Command |\n|---|---|\n"
    "| Write a short starter file | `understudy init` |\n"
    "| List every problem of a file, with file, line and key | `understudy check FILE` |\n"
    "| Print the JSON Schema for an editor | `understudy schema` |\n"
    "| Start the server with a file | `understudy serve --config FILE` |\n"
    "| Read a changed file without a restart | `kill -HUP` and the process id |",
    "A reload that finds problems reports them and keeps the previous configuration. Keys under [`server`](#server) take effect at "
    "the next start.",
    "**How to read the tables.** The column *Default* states what holds without the key; a dash means that the property is absent. "
    "A key without a value (`null`) is the same as an absent key, except where the description says otherwise. "
    "Keys whose names contain `@odata.` or `@microsoft.graph.` are allowed everywhere and have no effect. "
    "The examples come from [`example.yaml`](example.yaml), which uses every key.",
)


def page(sources):
    objects = Objects(sources.schema)
    examples = objects.examples(sources.example)
    lines = list(head("Configuration reference", "`understudy schema` and example.yaml", *INTRODUCTION))
    lines += ["", "## Objects"]
    lines += table(("Object", "Where", "Description"), [
        (link(name), code(objects.places[name]), plain(without_default(objects[name]["description"])))
        for name in objects.order if name != ROOT])
    for name in objects.order:
        lines += section(objects, name, examples)
    return finish(lines)


class Objects:
    """The objects of the schema by name, in the order in which a reader meets them."""

    def __init__(self, schema):
        self._all = {ROOT: schema, **schema["$defs"]}
        self.order, self.places = [], {}
        self._visit(ROOT, "")

    def __getitem__(self, name):
        return self._all[name]

    def __contains__(self, name):
        return name in self._all

    def _visit(self, name, place):
        if name in self.places or name in NARROWER:
            return
        self.places[name] = place
        self.order.append(name)
        for key, schema in self[name]["properties"].items():
            for below, is_list in self.references(schema):
                self._visit(below, f"{place}.{key}".lstrip(".") + ("[]" if is_list else ""))

    def references(self, schema, is_list=False):
        """Objects that a value may be, with whether it is a list of them."""
        if "$ref" in schema:
            yield schema["$ref"].rsplit("/", 1)[1], is_list
        for alternative in schema.get("anyOf", ()):
            yield from self.references(alternative, is_list)
        if "items" in schema:
            yield from self.references(schema["items"], True)

    def examples(self, configuration):
        """The example of each key, by object and key. Every key that can be used has one."""
        found = {}
        self._collect(ROOT, configuration, found)
        missing = [
            f"{name}.{key}" for name in self.order if name not in PARTS for key, schema in self[name]["properties"].items()
            if schema["description"] != UNSUPPORTED and (name, key) not in found]
        if missing:
            raise Problem(f"docs/reference/example.yaml does not use these keys: {', '.join(missing)}")
        return found

    def _collect(self, name, mapping, found):
        for key, value in mapping.items():
            schema = self[name]["properties"].get(key)
            if schema is None:
                if self[name].get("additionalProperties") is True:
                    continue
                raise Problem(f"docs/reference/example.yaml: {name} has no key {key}")
            # A value says more than an empty list.
            if not found.get((name, key)):
                found[name, key] = value
            below = [each for each, _ in self.references(schema)]
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, dict) and below:
                    self._collect(below[0], each, found)


# What happens to keys that the page does not list, by `additionalProperties` of the schema.
OTHERS = {
    False: "Other keys are errors.",
    True: "Other properties of Microsoft Graph are allowed. They are kept, and returned by the Graph API.",
    None: "Other properties are allowed and have no effect.",
}


def section(objects, name, examples):
    body = objects[name]
    yield ""
    yield f"## {name}"
    yield ""
    yield plain(sentence(without_default(body["description"])))
    if name == ROOT:
        yield "These are the keys at the top of the file."
    else:
        yield f"Place: {code(objects.places[name])}."
    yield OTHERS[body.get("additionalProperties")]
    if name in PARTS:
        yield from part(objects, name, PARTS[name])
        return
    if name == "settings":
        yield "[Settings](settings.md) explains each key."
    usable = [(key, schema) for key, schema in body["properties"].items() if schema["description"] != UNSUPPORTED]
    yield from table(("Key", "Type", "Default", "Scope" if name == "settings" else "", "Example", "Description"), [
        row(objects, name, key, schema, examples[name, key]) for key, schema in usable])
    refused = [code(key) for key, schema in body["properties"].items() if schema["description"] == UNSUPPORTED]
    if refused:
        yield ""
        yield f"Not supported, and therefore an error unless empty: {', '.join(refused)}."


def part(objects, name, whole):
    """An object that has the keys of another, except some."""
    own, all_keys = objects[name]["properties"], objects[whole]["properties"]
    if any(all_keys.get(key) != schema for key, schema in own.items()):
        raise Problem(f"{name} has a key that {whole} has not: take it out of PARTS in scripts/internal/reference_configuration.py")
    yield ""
    yield f"The keys are those of {link(whole)}, except {', '.join(code(key) for key in all_keys if key not in own)}."


def row(objects, name, key, schema, example):
    words = [word for each in schema.get("anyOf", ()) for word in each.get("enum", ())]
    description, default = split(schema["description"], words)
    if key in objects[name].get("required", ()):
        default = "required"
    elif not default:
        default = "–"
    return code(key), kind(schema), default, scope(objects, name, key), shown(objects, schema, example), explained(description, words)


def explained(description, words):
    """A description in which the values that it explains, as in `any: …`, are code."""
    text = plain(description)
    for word in words:
        text = re.sub(rf"(?<![\w`]){re.escape(word)}:", f"{code(word)}:", text)
    return text


def scope(objects, name, key):
    """Where a setting may stand."""
    if name != "settings":
        return ""
    return ", ".join(["server", *(word for each, word in NARROWER.items() if each in objects and key in objects[each]["properties"])])


def shown(objects, schema, example):
    if any(True for _ in objects.references(schema)) and not isinstance(example, str):
        text = flow(example)
        return code(text) if len(text) <= 48 else ""
    text = flow(example)
    return code(text if len(text) <= 72 else text[:64] + "…")


def kind(schema):
    """The type of a value in words."""
    if "anyOf" not in schema and "$ref" not in schema and "type" not in schema and "enum" not in schema:
        return "any value"
    if "anyOf" in schema:
        alternatives = [each for each in schema["anyOf"] if each.get("type") != "null"]
        types = {each.get("type") for each in alternatives}
        words = []
        for each in alternatives:
            # Options are read as text, too; the table names the plain form.
            if "boolean" in types and each.get("type") != "boolean" and "$ref" not in each:
                continue
            word = kind(each)
            if word and word not in words:
                words.append(word)
        return " or ".join(words)
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return link("settings" if name in NARROWER else name)
    if "enum" in schema:
        return ", ".join(code(value) for value in schema["enum"])
    if schema["type"] == "array":
        item = kind(schema["items"])
        return f"list of {PLURALS.get(item, item)}"
    if schema["type"] in ("integer", "number"):
        low, high = schema["minimum"], schema["maximum"]
        name = "integer" if schema["type"] == "integer" else "number"
        return number(low) if low == high else f"{name} from {number(low)} to {number(high)}"
    if "pattern" in schema:
        return PATTERNS.get(schema["pattern"], f"string that matches {code(schema['pattern'])}")
    return {"string": "string", "boolean": "true or false", "object": "object"}[schema["type"]]


def number(value):
    return str(int(value)) if value == int(value) else str(value)


def split(description, words=()):
    """The description without the sentence that states the default, and the default. `words` are values of the key."""
    kept, default = [], ""
    for each in SENTENCE.split(description):
        found = next((match for pattern in DEFAULTS if (match := pattern.match(each))), None)
        if found and not default:
            default = found["value"] + (found.groupdict().get("rest") or "")
        else:
            kept.append(each)
    if default in words or LITERAL.fullmatch(default) and default.lower() not in WORDS:
        default = code(default)
    else:
        default = plain(default[:1].lower() + default[1:] if default[1:2].islower() else default)
    return sentence(" ".join(kept)), default


def without_default(description):
    return split(description)[0]


def link(name):
    return f"[`{name}`](#{name.lower()})"
