"""Which commands are run over an input, and running them."""

import json
import os
import subprocess
from dataclasses import dataclass

# The most types of one file that are shown, spread evenly: profiles have hundreds.
MOST_TYPES = 40


@dataclass(frozen=True)
class Command:
    """What is run over an input. Its name tells it from the others of the input; `stdin` is a file in its directory."""

    name: str
    arguments: tuple
    stdin: str = None


@dataclass(frozen=True)
class Result:
    """What a command gave; `code` is `None` where it ran out of time or did not start, negative where a signal
    ended it."""

    code: int
    out: bytes
    err: bytes


def of_input(one):
    """The commands for an input, except those of `types`."""
    load = tuple(one.load)
    if one.pair:
        for name in ("diff", "profile diff"):
            words = (*name.split(), *load, *one.pair)
            yield Command(f"{name} json", (*words, "--format=json"))
            if not one.damaged:
                yield Command(name, words)
        return
    check = ("check", "--format=json", *load, *one.check)
    yield Command("check", (*check, *one.paths))
    if "--strict" not in check:
        yield Command("check strict", (*check, "--strict", *one.paths))
    if not one.damaged:
        yield Command("check T109", (*check, "--select=T109", *one.paths))
    if one.whole:
        return
    yield Command("fmt", ("fmt", "-"), stdin=one.file)
    yield Command("lower", ("lower", *load, one.file))
    yield Command("graph topology", ("graph", *load, one.file))
    if not one.damaged:
        yield Command("graph types", ("graph", "--view=types", *load, one.file))
        yield Command("graph imports", ("graph", "--view=imports", *load, one.file))
    yield from of_values(one, "", ())
    if one.inputs:
        given = (f"--inputs={one.inputs}",)
        yield Command("check inputs", (*check, *given, *one.paths))
        yield from of_values(one, " inputs", given)


def of_values(one, name, given):
    """The commands that read values for inputs; `given` says which."""
    normalize = ("normalize", "--force", "--types=all", "--provenance", "--check-format=concise", *one.load, *given)
    yield Command(f"normalize json{name}", (*normalize, "--format=json", one.file))
    if not one.damaged:
        yield Command(f"normalize{name}", (*normalize, one.file))
    yield Command(f"eval outputs{name}", ("eval", "--outputs", *one.load, *given, one.file))
    for expression in one.expressions:
        yield Command(f"eval{name} {expression}", ("eval", *one.load, *given, "--", one.file, expression))


def types(one, normal_form):
    """The commands that show the types of an input, which are read from its normal form."""
    try:
        document = json.loads(normal_form)
    except ValueError:
        return
    names = set()
    for section, entries in document.items():
        if section.endswith("_types"):
            # Not those of built-in profiles: their files are inputs, too.
            own = [entry for entry in entries.values() if not entry["source"]["file"].startswith("<built-in>")]
            names.update(entry["original"]["name"] for entry in own)
    names = sorted(names)
    step = -(-len(names) // MOST_TYPES) or 1
    for name in names[::step]:
        yield Command(f"show {name}", ("show", *one.load, "--", name, *one.paths))


# Nothing of the machine: no home with configurations, no colors, a fixed width.
ENVIRONMENT = {"PATH": os.environ.get("PATH", ""), "HOME": "/nonexistent", "LANG": "C.UTF-8", "COLUMNS": "100"}


def run(binary, one, command, seconds):
    """Runs a command in the directory of its input."""
    stdin = one.directory / command.stdin if command.stdin else os.devnull
    try:
        with open(stdin, "rb") as file:
            done = subprocess.run(
                ["tosca", *command.arguments], executable=binary.path, cwd=one.directory, env=ENVIRONMENT,
                stdin=file, capture_output=True, timeout=seconds, check=False,
            )
    except subprocess.TimeoutExpired:
        return Result(None, b"", b"")
    except OSError as error:
        # The file does not exist, or an argument holds what none can.
        return Result(None, b"", str(error).encode())
    return Result(done.returncode, done.stdout, done.stderr)
