"""Prints the number of configurations of a feature model in UVL (flamapy) and of a formula in DIMACS (python-sat)."""

import sys

from flamapy.metamodels.fm_metamodel.transformations import UVLReader
from flamapy.metamodels.pysat_metamodel.transformations import FmToPysat
from pysat.formula import CNF
from pysat.solvers import Solver


def count(clauses):
    with Solver(bootstrap_with=clauses) as solver:
        return sum(1 for _ in solver.enum_models())


model = UVLReader(sys.argv[1]).transform()
print(count(FmToPysat(model).transform().get_all_clauses()))
print(count(CNF(from_file=sys.argv[2]).clauses))
