#!/usr/bin/env python3
"""Checks that the tables of docs/scenes.md are those of the schema; --fix writes them anew.

usage: reference.py SCHEMA PAGE [--fix]

The page keeps what stands before the line BEGIN; all behind it is made from the schema. Exit status 1 if it differs.
"""
import json
import sys

BEGIN = "<!-- Made from io/formats/src/scene/scene.schema.json by tests/io/scene/reference.py --fix. -->\n"
KINDS = {"number": "number", "integer": "whole number", "string": "text", "boolean": "true or false", "object": "object"}


class Reference:
    def __init__(self, schema):
        self.schema = schema
        self.definitions = schema["definitions"]
        self.told = set()

    def resolved(self, rule):
        return self.definitions[rule["$ref"].rsplit("/", 1)[1]] if "$ref" in rule else rule

    def section(self, rule):
        """The name of the definition if it has a table of its own."""
        if "$ref" not in rule:
            return None
        name = rule["$ref"].rsplit("/", 1)[1]
        return name if self.definitions[name].get("properties") else None

    def limits(self, rule):
        low, high = rule.get("minimum"), rule.get("maximum")
        above = ">" if rule.get("exclusiveMinimum") else "≥"
        if low is not None and high is not None:
            return f" from {low} to {high}"
        return "" if low is None and high is None else f" {above} {low}" if high is None else f" ≤ {high}"

    def kind(self, rule):
        section = self.section(rule)
        if section:
            return f"[{section}](#{section})"
        rule = self.resolved(rule)
        if "enum" in rule:
            return ", ".join(f"`{json.dumps(value)}`" for value in rule["enum"])
        types = rule["type"]
        if types == "array":
            least, most = rule.get("minItems"), rule.get("maxItems")
            count = str(least) if least == most and least else f"{least or 0} to {most}" if most else "list"
            item = self.kind(rule["items"])
            if item == "number":
                return "numbers" if count == "list" else f"{count} numbers"
            return f"{count} of {item}"
        if isinstance(types, list):
            return " or ".join("list" if one == "array" else KINDS[one] for one in types)
        return KINDS[types] + self.limits(rule)

    def table(self, rule):
        yield "| name | value | default | |"
        yield "|---|---|---|---|"
        for name, member in rule["properties"].items():
            if name in rule.get("required", []):
                default = "needed"
            elif "default" in member:
                default = f"`{json.dumps(member['default'])}`"
            else:
                default = ""
            yield f"| `{name}` | {self.kind(member)} | {default} | {member['description']} |"

    def below(self, rule):
        """The sections that the members of a rule lead to, in their order."""
        for member in rule.get("properties", {}).values():
            while True:
                section = self.section(member)
                if section:
                    yield section
                    break
                whole = self.resolved(member)
                if whole.get("type") != "array":
                    break
                member = whole["items"]

    def text(self):
        lines = [BEGIN, "## The document", "", *self.table(self.schema), ""]
        waiting = list(self.below(self.schema))
        while waiting:
            name = waiting.pop(0)
            if name in self.told:
                continue
            self.told.add(name)
            rule = self.definitions[name]
            lines += [f"## {name}", ""]
            if "description" in rule:
                lines += [rule["description"], ""]
            lines += [*self.table(rule), ""]
            waiting = list(self.below(rule)) + waiting
        return "\n".join(lines).rstrip() + "\n"


def main():
    schema_file, page, *options = sys.argv[1:]
    with open(schema_file, encoding="utf-8") as file:
        schema = json.load(file)
    with open(page, encoding="utf-8") as file:
        text = file.read()
    expected = text.split(BEGIN)[0] + Reference(schema).text()
    if options == ["--fix"]:
        with open(page, "w", encoding="utf-8") as file:
            file.write(expected)
    elif text != expected:
        sys.exit(f"{page} is not what the schema says; this writes it: python3 tests/io/scene/reference.py "
                 f"io/formats/src/scene/scene.schema.json docs/scenes.md --fix")


if __name__ == "__main__":
    main()
