"""Differences that are meant: `.ci/differences/<step>.txt`.

    # Steps say what they change, and why.
    cases/functions/sum | eval { $sum: [ [ 1 ] ] } | sums of lists are computed
    45 x graph topology | a misspelled `count` is unknown
        damaged/types/a | graph topology
        damaged/types/b | graph topology
        cases/names/c | graph topology

A line is an input, a command and the reason; there are no patterns. Where more than 30 inputs differ for one
reason, a line counts all differences of a command that no other line lists, and three of them follow, indented.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

# A class may only stand for more than so many differences.
CLASS = 30


@dataclass
class Class:
    count: int
    command: str
    examples: list = field(default_factory=list)  # (input, command)


def read(directory):
    """The listed differences as a set of (input, command), and the classes by command. A line that cannot be read
    raises `ValueError`."""
    single, classes, last = set(), {}, None
    for file in sorted(Path(directory).glob("*.txt")):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            parts = [part.strip() for part in line.split(" | ")]
            counted = re.fullmatch(r"(\d+) x (.+)", parts[0])
            if not line.strip() or line.startswith("#"):
                continue
            if line.startswith(" ") and last and len(parts) == 2:
                last.examples.append(tuple(parts))
            elif counted and len(parts) == 2 and parts[1] and counted[2] not in classes:
                last = classes[counted[2]] = Class(int(counted[1]), counted[2])
            elif not line.startswith(" ") and len(parts) >= 3 and parts[2]:
                single.add((parts[0], parts[1]))
                last = None
            else:
                raise ValueError(f"{file.name}:{number}: neither `input | command | reason` nor a class: {line}")
    for one in classes.values():
        if one.count <= CLASS or len(one.examples) != 3:
            raise ValueError(f"a class has more than {CLASS} differences, and quotes three: {one.command}")
    return single, classes


def compare(different, single, classes, ran, complete):
    """Divides what differs into listed and not listed, and says which lines are wrong.

    `different` and `ran` are sets of (input, command). Counts of classes only mean something where the run was
    `complete`."""
    listed = different & single
    stale = [f"{name} | {command}: no longer differs" for name, command in sorted((single & ran) - different)]
    for one in classes.values():
        members = {pair for pair in different - single if pair[1] == one.command}
        stale += [
            f"{name} | {command}: no longer differs"
            for name, command in one.examples if (name, command) in ran - different
        ]
        if complete and len(members) != one.count:
            stale.append(f"{one.count} x {one.command}: there are {len(members)} now")
        # More than were counted: nobody has looked at the others.
        if len(members) <= one.count:
            listed |= members
    return listed, stale
