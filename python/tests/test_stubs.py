"""The stubs of the compiled modules have what these have."""

import ast
import pathlib
import re

import pytest

import sketchbench
from sketchbench import _processor
from sketchbench._library import LEVELS, library

FOLDER = pathlib.Path(sketchbench.__file__).parent


def of_stub(name):
    """Functions, methods and properties with the parameters that they are called with, once for each overload."""
    found = {}

    def enter(body, prefix):
        for node in body:
            if isinstance(node, ast.ClassDef):
                enter(node.body, f"{node.name}.")
            elif isinstance(node, ast.FunctionDef):
                names = [argument.arg for argument in node.args.args if argument.arg != "self"]
                found.setdefault(prefix + node.name, []).append(names)

    enter(ast.parse((FOLDER / f"{name}.pyi").read_text()).body, "")
    return found


def of_module(module):
    found = {}

    def enter(thing, prefix):
        for name, member in vars(thing).items():
            if isinstance(member, type):
                enter(member, f"{name}.")
            elif isinstance(member, property):
                found[prefix + name] = [[]]
            elif hasattr(member, "__nb_signature__"):
                signatures = [overload[0] for overload in member.__nb_signature__]
                found[prefix + name] = [re.findall(r"(\w+): ", signature) for signature in signatures]

    enter(module, "")
    # Parameters of these have no names in C++.
    return {name: [[]] if name.endswith("__setstate__") else overloads for name, overloads in found.items()}


@pytest.mark.parametrize("name, module, least", [("_processor", _processor, 1), ("_baseline", library, 20)])
def test_a_stub_is_its_modules(name, module, least):
    assert of_stub(name) == of_module(module)
    assert len(of_stub(name)) >= least


def test_the_stubs_of_all_levels_are_the_baselines():
    for level in LEVELS[1:]:
        assert (FOLDER / f"_{level}.pyi").read_text() == "from ._baseline import *\n"
