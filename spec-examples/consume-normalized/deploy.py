#!/usr/bin/env python3
"""Prints the order in which the nodes of a normal form are brought up, and what is run for each.

Usage: tosca normalize --format json service.yaml | python3 deploy.py

A sketch of an orchestrator: it knows nothing of YAML, imports, inheritance or short notations.
"""

import json
import sys
from graphlib import CycleError, TopologicalSorter


def value(expression):
    """What an expression says, for people."""
    kind = expression["type"]
    if kind == "call":
        return f"${expression['function']}({', '.join(map(value, expression['arguments']))})"
    if kind == "list":
        return f"[{', '.join(map(value, expression['items']))}]"
    if kind == "map":
        entries = [f"{key}: {value(inner)}" for key, inner in expression["entries"].items()]
        entries += [f"{value(entry['key'])}: {value(entry['value'])}" for entry in expression.get("computed", [])]
        return f"{{{', '.join(entries)}}}"
    if kind in ("nil", "unset"):
        return "null"
    return str(expression["value"]).lower() if kind == "boolean" else str(expression["value"])


def executable(implementation, node):
    """The file that carries out an operation, or None if only its dependencies are known."""
    if "primary" not in implementation:
        return None
    (kind, what), = implementation["primary"].items()
    if kind == "artifact":
        return value(node["artifacts"][what]["file"])
    return value(what["file"]) if kind == "inline" else what


def inputs(interface, operation):
    """The inputs of an operation: those of its interface, unless it has one of the same name."""
    merged = {**interface.get("inputs", {}), **operation.get("inputs", {})}
    return " ".join(f"{key}={value(given)}" for key, given in merged.items())


def requirements(node):
    """The requirement assignments of a node that have relationships."""
    return [requirement for requirement in node.get("requirements", []) if requirement["count"].get("value") != 0]


def candidates(requirement, sets):
    """The capabilities that can fulfill a requirement: those of the node that it names, or those of a set."""
    if "candidates" in requirement:
        return requirement["candidates"]
    return sets[requirement["candidate_set"]] if "candidate_set" in requirement else []


def target(requirement, sets):
    """Where a requirement leads, for people."""
    places = [f"{candidate['node']}.{candidate['capability']}" for candidate in candidates(requirement, sets)]
    if places:
        return " or ".join(places)
    return "nothing" if requirement["optional"] else "a node of another service"


def order(nodes, sets):
    """The names of the nodes, each after all that it can need, or at least after those that it names, if possible."""
    for known in (True, False):
        needed = {}
        for name, node in nodes.items():
            needing = [requirement for requirement in requirements(node) if known or "candidates" in requirement]
            found = {candidate["node"] for requirement in needing for candidate in candidates(requirement, sets)}
            needed[name] = sorted(found - {name})
        try:
            return list(TopologicalSorter(needed).static_order())
        except CycleError:
            pass
    return list(nodes)


def operations(part, node):
    """The lines of all operations of a node or relationship that have an implementation."""
    for interface_name, interface in part.get("interfaces", {}).items():
        for operation_name, operation in interface.get("operations", {}).items():
            run = executable(operation.get("implementation", {}), node)
            if run is not None:
                yield f"{interface_name}.{operation_name}: {run} {inputs(interface, operation)}".rstrip()


def main():
    document = json.load(sys.stdin)
    if document["format_version"].split(".")[0] != "2":
        sys.exit(f"unknown format {document['format_version']}")
    if "incomplete" in document:
        sys.exit(f"the normal form is incomplete: {json.dumps(document['incomplete'])}")
    if "service_template" not in document:
        sys.exit("there are only types")
    service = document["service_template"]
    nodes, sets = service["node_templates"], document["candidate_sets"]

    for number, name in enumerate(order(nodes, sets), start=1):
        node = nodes[name]
        # A node that is only selected has no count.
        count = f"{value(node['count'])} of it" if "count" in node else "selected"
        print(f"{number}. {name} ({node['type']}, {count})")
        for property_name, given in node.get("properties", {}).items():
            print(f"     {property_name} = {value(given)}")
        for requirement in requirements(node):
            relationship = requirement.get("relationship", {})
            kind = relationship.get("type", "of any type")
            print(f"     {requirement['name']} -> {target(requirement, sets)} ({kind})")
            if "template" in relationship:
                relationship = service["relationship_templates"][relationship["template"]]
            for line in operations(relationship, node):
                print(f"       {line}")
        for line in operations(node, node):
            print(f"     {line}")


if __name__ == "__main__":
    main()
