#!/usr/bin/env python3
"""Prints the order in which the nodes of a normal form are brought up, and what is run for each.

Usage: tosca normalize --format json service.yaml | python3 deploy.py

A sketch of an orchestrator: it knows nothing of YAML, imports, inheritance or short notations.
"""

import json
import sys
from graphlib import TopologicalSorter


def value(expression):
    """What an expression says, for people."""
    kind = expression["type"]
    if kind == "call":
        return f"${expression['function']}({', '.join(map(value, expression['arguments']))})"
    if kind == "list":
        return f"[{', '.join(map(value, expression['items']))}]"
    if kind == "map":
        return f"{{{', '.join(f'{key}: {value(inner)}' for key, inner in expression['entries'].items())}}}"
    return str(expression.get("value"))


def executable(implementation, node):
    """The file that carries out an operation."""
    (kind, what), = implementation["primary"].items()
    if kind == "artifact":
        return value(node["artifacts"][what]["file"])
    return value(what["file"]) if kind == "inline" else what


def main():
    document = json.load(sys.stdin)
    nodes = document["service_template"]["node_templates"]

    sorter = TopologicalSorter()
    for name, node in nodes.items():
        needed = set()
        for requirement in node.get("requirements", []):
            candidates = requirement.get("candidates")
            if candidates is None:
                candidates = document["candidate_sets"][requirement["candidate_set"]]
            needed.update(candidate["node"] for candidate in candidates if candidate["node"] != name)
        sorter.add(name, *sorted(needed))

    for number, name in enumerate(sorter.static_order(), start=1):
        node = nodes[name]
        print(f"{number}. {name} ({node['type']}, {value(node['count'])} of it)")
        for property_name, given in node.get("properties", {}).items():
            print(f"     {property_name} = {value(given)}")
        for requirement in node.get("requirements", []):
            target, relationship = requirement["candidates"][0], requirement["relationship"]
            print(f"     {requirement['name']} -> {target['node']}.{target['capability']} ({relationship['type']})")
        for interface_name, interface in node.get("interfaces", {}).items():
            for operation_name, operation in interface.get("operations", {}).items():
                if "implementation" in operation:
                    inputs = {key: value(given) for key, given in operation.get("inputs", {}).items()}
                    words = " ".join(f"{key}={given}" for key, given in inputs.items())
                    run = executable(operation["implementation"], node)
                    print(f"     {interface_name}.{operation_name}: {run} {words}".rstrip())


if __name__ == "__main__":
    main()
