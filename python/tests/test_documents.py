"""What is written from the registry is up to date, and what documents show runs."""

import pathlib
import re
import subprocess
import sys

import sketchbench

REPOSITORY = pathlib.Path(__file__).parents[2]


def test_the_classes_are_those_of_the_registry():
    run = subprocess.run(
        [sys.executable, REPOSITORY / "python" / "generate-maps", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr


def test_the_pipeline_of_the_readme_runs(capsys):
    text = (REPOSITORY / "README.md").read_text()
    [code] = re.findall(r"```python\n(from sklearn[^`]*sketchbench[^`]*)```", text[text.index("### From Python") :])
    assert len(code.strip().splitlines()) <= 8
    exec(code, {})  # noqa: S102
    assert float(capsys.readouterr().out) > 0.9


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


def test_nothing_is_wider_than_a_document():
    for folder in ("sketchbench", "tests"):
        for file in (REPOSITORY / "python" / folder).glob("*.py"):
            for number, line in enumerate(file.read_text().splitlines(), 1):
                assert len(line) <= 120, f"{file}:{number}"
