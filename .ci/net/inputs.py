"""What both binaries run over: literate cases, examples of pages, damaged texts, pairs of versions, generated
expressions, the files of this repository and those of the corpora."""

import hashlib
import json
import os
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from . import expressions
from .builds import ROOT, corpus

# Directories whose children are versions of one profile, oldest first by name; the first word is a tree.
VERSIONS = [
    ("profiles", "simple"),
    ("corpus", "tosca-1.x/simple"),
    ("corpus", "tosca-1.x/etsi-nfv"),
]

# What is only checked, as one directory: too large to be run file by file, or no YAML.
WHOLE = ["tosca-2.0/redfish", "tosca-1.0-xml"]


@dataclass
class Input:
    """Files below `directory`, where the commands run, and what they are run over."""

    name: str
    directory: Path
    digest: str
    file: str = None  # what all commands but `check` read
    paths: list = field(default_factory=list)  # what is checked
    load: list = field(default_factory=list)  # arguments that say how files are read
    check: list = field(default_factory=list)  # further arguments of `check`
    inputs: str = None  # a file with values for the inputs of service templates
    expressions: list = field(default_factory=list)  # what is evaluated, beside the outputs
    pair: list = None  # two files or directories to compare; nothing else is done with them
    whole: bool = False  # whether this is only checked
    damaged: bool = False  # whether this was damaged at random, and fewer commands are enough


def write(directory):
    """Writes the files of all inputs anew, as they are in this work tree."""
    part = directory.with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    environment = {**os.environ, "TOSCA_DUMP_CASES": str(part)}
    for tests in (["cases"], ["suite", "--", "compatibility::", "difference::"]):
        command = ["cargo", "test", "--quiet", "--test", *tests]
        subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)
    trees = {name: ROOT / name for name in ("spec-examples", "profiles")}
    trees["mending"] = ROOT / "grammar-tests" / "mending"
    trees["corpus"] = corpus()
    for name, place in trees.items():
        if place:
            subprocess.run(["cp", "-r", "--no-preserve=mode", place, part / name], check=True)
    expressions.write(part / "expressions")
    shutil.rmtree(directory, ignore_errors=True)
    part.rename(directory)


def read(directory):
    """All inputs, sorted by their names."""
    inputs = []
    # What the tests write, see `grammar-tests/dump.rs`.
    tests = ("cases", "pages", "damaged", "pairs")
    for place in (place for part in tests for place in (directory / part).rglob("case.json")):
        run = json.loads(place.read_text())
        name = place.parent.relative_to(directory).as_posix()
        if left_out(name):
            continue
        files = place.parent / "files"
        inputs.append(Input(name, files, digest(files), damaged="damaged" in name.split("/"), **run))
    for tree in ("spec-examples", "profiles", "mending", "corpus", "expressions"):
        if (directory / tree).is_dir():
            inputs += read_tree(tree, directory / tree)
    return sorted(inputs, key=lambda one: one.name)


def left_out(name):
    """Whether this is one of the damaged texts above some 2,000: a third of the cases, always the same."""
    _, damaged, case = name.rpartition("damaged/")
    return bool(damaged) and hashlib.sha256(case.encode()).digest()[0] % 3 == 0


def read_tree(tree, directory):
    """Each file of a tree of its own, and the whole."""
    all_files = digest(directory)
    whole = [path for path in WHOLE if tree == "corpus" and (directory / path).is_dir()]
    load = ["--profile-path=tosca-2.0/profiles"] if tree == "corpus" else []
    inputs = []

    def add(path, **more):
        inputs.append(Input(f"{tree}/{path}", directory, all_files, load=load, **more))

    for place in directory.rglob("*.yaml"):
        path = place.relative_to(directory).as_posix()
        if not any(path.startswith(f"{part}/") for part in whole):
            add(path, file=path, paths=[path])
    for path in whole if tree == "corpus" else ["."]:
        add(path, paths=[path], whole=True)
    for place in directory.rglob("broken.yaml"):
        path = place.parent.relative_to(directory).as_posix()
        add(f"{path}/pair", pair=[f"{path}/broken.yaml", f"{path}/mended.yaml"])
    for parent in [parent for in_tree, parent in VERSIONS if in_tree == tree]:
        if not (directory / parent).is_dir():
            continue
        children = sorted(f"{parent}/{child}" for child in os.listdir(directory / parent))
        children = [child for child in children if (directory / child).is_dir()]
        for old, new in zip(children, children[1:]):
            add(f"{old}..{Path(new).name}", pair=[old, new])
    return inputs


def digest(directory):
    """A digest of the names and contents of all files."""
    found = hashlib.sha256()
    for place in sorted(path for path in directory.rglob("*") if path.is_file()):
        content = place.read_bytes()
        found.update(f"{place.relative_to(directory)}\0{len(content)}\0".encode(errors="surrogateescape"))
        found.update(content)
    return found.hexdigest()
