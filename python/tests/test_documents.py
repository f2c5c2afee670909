"""What is written from the registry is up to date, and what documents show runs."""

import inspect
import pathlib
import re
import subprocess
import sys

import pytest

import sketchbench
from sketchbench._kernels import families, formula_of, trained_on_by
from sketchbench._registry import registry

REPOSITORY = pathlib.Path(__file__).parents[2]


PARAMETERS = [
    (kind["name"], parameter)
    for kind in registry()["maps"]
    for parameter in kind["parameters"]
    if not parameter["file"]
]


@pytest.mark.parametrize("name, parameter", PARAMETERS, ids=lambda one: one if isinstance(one, str) else one["name"])
def test_signatures_and_help_have_what_the_registry_says_of_a_parameter(name, parameter):
    cls = sketchbench.maps()[name]
    given = inspect.signature(cls).parameters[parameter["name"]]
    assert given.default == parameter["default"] and given.annotation == parameter["type"]
    assert without_blanks(parameter["meaning"] + "; " + parameter["expected"]) in without_blanks(cls.__doc__)


def without_blanks(text):
    return "".join(text.split())


@pytest.mark.parametrize("kind", registry()["maps"], ids=lambda kind: kind["name"])
def test_every_registered_map_has_a_class_with_its_formula_and_kernels(kind):
    cls, kernels = sketchbench.maps()[kind["name"]], [kernel["kernel"] for kernel in kind["kernels"]]
    assert cls._kernels == tuple(kernels)
    text = without_blanks(cls.__doc__)
    assert kind["formula"] and without_blanks(kind["formula"]) in text
    for family in kernels:
        assert without_blanks(formula_of(family)) in text, family
        assert len(kernels) == 1 or f'"{family}":' in text


@pytest.mark.parametrize("cls, learner", [(sketchbench.SVC, "block_smo"), (sketchbench.KernelRidge, "krr")])
def test_estimators_tell_and_take_every_kernel_of_their_learner(cls, learner):
    for family in trained_on_by(learner):
        assert without_blanks(f'"{family}": {formula_of(family)}') in without_blanks(cls.__doc__)
        for parameter in families()[family]["parameters"]:
            name = "gamma" if parameter["name"] == "sigma" else parameter["name"]
            assert name in cls._get_param_names(), f"{cls.__name__} has no {name} for the kernel {family}"


def test_nothing_lists_kernels_or_maps_beside_the_registry():
    python = REPOSITORY / "python"
    of_kernels = set(families())
    of_maps = {kind[key] for kind in registry()["maps"] for key in ("name", "class", "formula")} - {""}
    # scikit-learn's names for them stand in one place.
    for file in [*(python / "sketchbench").glob("*.py"), python / "generate-maps"]:
        text = re.sub(r'kernel ?: str( =|, default) "\w+"', "", file.read_text())
        names = of_maps if file.name == "_kernels.py" else of_maps | of_kernels
        assert not [name for name in names if f'"{name}"' in text], file


def python_blocks():
    """Of README and the pages of docs/; those that serve a map are test_serve.py's."""
    documents = sorted((REPOSITORY / "docs").rglob("*.md"))
    pages = [REPOSITORY / "README.md", REPOSITORY / "python" / "README.md", *documents]
    for page in pages:
        if {"build", "generated"} & set(page.relative_to(REPOSITORY).parts):
            continue
        for code in re.findall(r"```python\n([^`]*)```", page.read_text()):
            if "serve(" not in code:
                yield pytest.param(code, id=page.relative_to(REPOSITORY).as_posix())


@pytest.mark.parametrize("code", python_blocks())
def test_what_the_documents_show_runs(code, capsys, monkeypatch):
    monkeypatch.chdir(REPOSITORY)  # where results/reference is
    exec(code, {})  # noqa: S102
    assert float(capsys.readouterr().out) > 0.9


def test_the_readme_has_a_short_pipeline():
    [code] = re.findall(r"```python\n([^`]*)```", (REPOSITORY / "README.md").read_text())
    assert len(code.strip().splitlines()) <= 8


def test_every_class_tells_formula_shapes_and_source():
    for name in sketchbench.__all__:
        thing = getattr(sketchbench, name)
        if not isinstance(thing, type):
            continue
        assert "Source:" in thing.__doc__, name
        assert "n_samples" in thing.__doc__ + thing.fit.__doc__, name
        assert re.search(r"kappa|\|w\|\^2|sum_i", thing.__doc__), name
        for parameter in thing._get_param_names():
            assert re.search(rf"\b{parameter}\b[^\n]* :", thing.__doc__) or f"{parameter} :" in thing.__doc__, (
                name,
                parameter,
            )


def test_what_classes_share_is_written_once():
    seen = {}
    for file in sorted((REPOSITORY / "python" / "sketchbench").glob("*.py")):
        for text in re.findall(r'"""(.*?)"""', file.read_text(), re.S):
            lines = [line.strip() for line in text.splitlines() if line.strip()]
            for three in zip(lines, lines[1:], lines[2:], strict=False):
                if not all(re.search(r"\w\W+\w", line) for line in three):
                    continue  # headings, and what stands for shared lines
                assert seen.setdefault(three, (file, text)) == (file, text), three


def test_nothing_is_wider_than_a_document():
    for folder in (pathlib.Path(sketchbench.__file__).parent, REPOSITORY / "python" / "tests"):
        for file in folder.glob("*.py"):
            for number, line in enumerate(file.read_text().splitlines(), 1):
                assert len(line) <= 120, f"{file}:{number}"


def test_the_example_with_a_plot_runs(tmp_path):
    file = tmp_path / "plot.png"
    example = REPOSITORY / "python" / "examples" / "accuracy_against_features.py"
    command = [sys.executable, example, file, "--seeds", "2", "--features", "70", "140"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert file.read_bytes().startswith(b"\x89PNG")
