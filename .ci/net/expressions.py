"""Generated services whose outputs are expressions: calls of built-in functions inside each other, mostly of the
right types, over literals, inputs and properties of all kinds. The same at each run."""

from random import Random

SERVICES = 200
OUTPUTS = 100  # of each service
WRONG = 0.03  # how many parts are of another type than their place takes

HEAD = """\
tosca_definitions_version: tosca_2_0
data_types:
  Size: { derived_from: scalar, data_type: integer, units: { B: 1, kB: 1000, MB: 1000000 }, canonical_unit: B }
  Rate: { derived_from: scalar, units: { x: 1, kx: 1000 } }
  Box: { properties: { a: { type: integer }, b: { type: string, default: x }, s: { type: Size, default: 2 kB } } }
  Bag: { derived_from: Box, properties: { l: { type: list, entry_schema: float, default: [ 1, 2 ] } } }
  Even: { derived_from: integer, validation: { $equal: [ { $remainder: [ $value, 2 ] }, 0 ] } }
functions:
  pick: { signatures: [ { arguments: [ integer ], result: integer, implementation: pick.sh } ] }
capability_types:
  Port: { properties: { port: { type: integer, default: 80 } } }
relationship_types:
  Use: { properties: { weight: { type: float, default: 1.5 } } }
node_types:
  Part:
    properties:
      i: { type: integer, default: 3 }
      f: { type: float, default: 2 }
      s: { type: string, default: abc }
      z: { type: Size, default: 3 kB }
      p: { type: Box, default: { a: 5 } }
      li: { type: list, entry_schema: integer, default: [ 1, 2, 3 ] }
      lf: { type: list, entry_schema: float, default: [ 1, 2.5 ] }
      lp: { type: list, entry_schema: Box, default: [ { a: 1 }, { a: 2, b: y } ] }
      m: { type: map, entry_schema: Size, default: { k: 1 kB, l: 5 B } }
      v: { type: version, default: "1.2" }
      t: { type: timestamp, default: "2026-01-01T00:00:00Z" }
      e: { type: Even, default: 4 }
      q: { type: Bag, default: { a: 1 } }
    attributes: { at: { type: integer } }
    capabilities: { port: Port }
    requirements: [ r: { capability: Port, relationship: Use, count_range: [ 0, 2 ] } ]
service_template:
  inputs:
    i: { type: integer, default: 7 }
    f: { type: float, default: 1 }
    s: { type: string, default: hello }
    z: { type: Size, default: 1 MB }
    r: { type: Rate, default: 2 kx }
    b: { type: boolean, default: true }
    p: { type: Box, default: { a: 1, b: z } }
    li: { type: list, entry_schema: integer, default: [ 3, 4 ] }
    m: { type: map, entry_schema: Size, default: { k: 1 kB } }
    u: { default: 1.5 }
    g: { type: integer }
    v: { type: version, default: "1.10" }
    t: { type: timestamp, default: "2026-02-01T00:00:00Z" }
  node_templates:
    n: { type: Part, properties: { i: { $get_input: i }, p: { $get_input: p } }, requirements: [ r: o ] }
    o: { type: Part, properties: { z: { $sum: [ { $get_input: z }, 1 kB ] } } }
  outputs:
"""

TYPES = {
    "i": "integer",
    "f": "float",
    "s": "string",
    "z": "Size",
    "r": "Rate",
    "b": "boolean",
    "p": "Box",
    "li": "list, entry_schema: integer",
    "lf": "list, entry_schema: float",
    "lp": "list, entry_schema: Box",
    "ls": "list, entry_schema: string",
    "m": "map, entry_schema: Size",
    "v": "version",
    "t": "timestamp",
}
ENTRIES = {"li": "i", "lf": "f", "lp": "p", "ls": "s"}
ORDERED = ["i", "f", "s", "z", "r", "v", "t"]

# What is read of each type: paths of `$get_property`, and inputs.
PATHS = {
    "i": "n i, o e, n p a, n li 1, n CAPABILITY port port, n RELATIONSHIP r TARGET i, n lp 1 a",
    "f": "n f, n lf 0, n RELATIONSHIP r weight, n q l 1",
    "s": "n s, o lp 1 b",
    "z": "o z, n m k, n p s",
    "p": "n p, n lp 0",
    "li": "n li",
    "lf": "n lf, n q l",
    "lp": "n lp",
    "m": "n m",
    "v": "n v",
    "t": "n t",
}
TYPED_INPUTS = ["i", "f", "s", "z", "r", "b", "p", "li", "m", "v", "t"]
INPUTS = {"f": "u", "i": "g", "z": "m k"}
OTHER = {"i": ["{ $get_attribute: [ n, at ] }", "{ $pick: [ 1 ] }"]}
LITERALS = {
    "i": ["0", "1", "2", "3", "-4", "7", "100"],
    "f": ["0.5", "1", "2", "1.5", "3.25", "-1.0"],
    "s": ["a", "abc", "hello", '""', '"1"'],
    "z": ["1 kB", "3 kB", "5 B", "1 MB", "1001 kB"],
    "r": ["2 kx", "1 x", "1.5 kx", "0.5 x"],
    "b": ["true", "false"],
    "p": ["{ a: 1 }", "{ a: 1, b: z }", "{ a: 5, b: x, s: 2000 B }", "{ b: x, a: 2 }", "{ a: 1, s: 2 kB }"],
    "m": ["{ k: 1 kB }", "{ k: 1000 B, l: 5 B }", "{ k: { $get_input: z } }"],
    "v": ['"1.2"', '"1.10"', '"2.0"', "1.2"],
    "t": ['"2026-01-01T00:00:00Z"', '"2026-01-01T01:00:00+01:00"', "2026-02-01T00:00:00Z"],
}


def sources():
    """What reads a value, by type."""
    found = {of: list(OTHER.get(of, [])) for of in TYPES}
    for of, paths in PATHS.items():
        found[of] += ["{ $get_property: [ %s ] }" % ", ".join(path.split()) for path in paths.split(", ")]
    for of in TYPES:
        if of in TYPED_INPUTS:
            found[of].append("{ $get_input: %s }" % of)
        for name in filter(None, [INPUTS.get(of)]):
            found[of].append("{ $get_input: [ %s ] }" % ", ".join(name.split()))
    return found


SOURCES = sources()


class Generator:
    def __init__(self, seed):
        self.random = Random(seed)

    def literal(self, of, depth):
        if of in LITERALS:
            return self.random.choice(LITERALS[of])
        count = self.random.randint(1, 3)
        return "[ %s ]" % ", ".join(self.expression(ENTRIES[of], depth - 1) for _ in range(count))

    def expression(self, of, depth):
        random = self.random
        if random.random() < WRONG:
            of = random.choice(list(TYPES))
        reads = SOURCES[of]
        kind = random.random()
        if reads and (depth <= 0 and kind < 0.55 or kind < 0.25):
            return random.choice(reads)
        if depth <= 0 or kind < 0.45:
            return self.literal(of, depth)
        return self.called(of, depth) or self.literal(of, depth)

    def call(self, function, depth, *types):
        arguments = ", ".join(self.expression(of, depth - 1) for of in types)
        return "{ $%s: [ %s ] }" % (function, arguments)

    def called(self, of, depth):
        """A call that gives a value of a type; `None` where no function does."""
        random = self.random
        if of == "b":
            return self.condition(depth)
        if of == "s":
            return self.call(*random.choice([("concat", depth, "s", "s"), ("join", depth, "ls", "s")]))
        if of in ("li", "lf", "lp"):
            return self.call(random.choice(["union", "intersection", "concat"]), depth, of, of)
        if of not in ("i", "f", "z", "r"):
            return None
        functions = [
            ("sum", *[of] * random.randint(1, 3)),
            ("difference", of, of),
            ("product", of, "f" if of == "f" else "i"),
        ]
        if of == "i":
            functions.append(("length", random.choice(["s", "li", "m"])))
            functions.append((random.choice(["round", "floor", "ceil"]), "f"))
            functions.append(("remainder", "i", "i"))
        else:
            functions.append(("quotient", of, random.choice(["i", "f"])))
        function, *types = random.choice(functions)
        return self.call(function, depth, *types)

    def condition(self, depth):
        random = self.random
        one = random.choice(ORDERED)
        any_type = random.choice(list(TYPES))
        many = random.choice(list(ENTRIES))
        in_order = random.choice(["greater_than", "less_than", "greater_or_equal", "less_or_equal"])
        part = random.choice(["contains", "has_prefix", "has_suffix"])
        text = random.choice(["s", "li", "lf"])
        function, *types = random.choice(
            [
                (in_order, one, one),
                ("equal", any_type, any_type),
                (random.choice(["and", "or"]), *["b"] * random.randint(2, 3)),
                ("not", "b"),
                ("valid_values", ENTRIES[many], many),
                ("has_entry", many, ENTRIES[many]),
                ("has_entry", "m", "z"),
                (random.choice(["has_all_entries", "has_any_entry"]), many, many),
                (part, text, text),
            ]
        )
        return self.call(function, depth, *types)


def write(directory):
    """Writes the services."""
    directory.mkdir(parents=True)
    for number in range(SERVICES):
        generator = Generator(number)
        lines = [HEAD]
        for output in range(OUTPUTS):
            of = generator.random.choice(list(TYPES))
            typed = "" if generator.random.random() < 0.2 else f"type: {TYPES[of]}, "
            value = generator.expression(of, generator.random.randint(1, 3))
            lines.append("    o%d: { %svalue: %s }\n" % (output, typed, value))
        (directory / f"{number}.yaml").write_text("".join(lines))
