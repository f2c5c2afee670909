"""scripts/test-python and docs tell what was not tested from what failed: CI forgives their 77, and nothing else."""

import os
import pathlib
import shutil
import subprocess

import pytest

SCRIPTS = pathlib.Path(__file__).parents[2] / "scripts"

# Stands for the interpreter of the environment: what FAILING names does not succeed.
PYTHON = """#!/bin/sh
echo "$*" >>"$CALLS"
case "$*" in
  *"pip --version"*) what=pip ;;
  *"pip install"*" .") what=build ;;
  *"pip install"*) what=packages ;;
  *"pip download"*) what=index ;;
  *"-m pytest"* | *"-m sphinx"*) what=tests ;;
esac
case " $FAILING " in *" $what "*) exit 1 ;; esac
"""


@pytest.mark.parametrize("script, tests", [("test-python", "-m pytest"), ("docs", "-m sphinx")])
@pytest.mark.parametrize(
    "failing, code, last",
    [
        ("", 0, "tests"),
        ("packages index", 77, "pip download"),
        ("packages", 1, "pip download"),
        ("pip packages index", 1, "pip --version"),
        ("build", 1, "pip install"),
        ("tests", 1, "tests"),
        ("index", 0, "tests"),
    ],
)
def test_a_failure_is_not_taken_for_a_missing_network(tmp_path, script, tests, failing, code, last):
    scripts, venv, calls = tmp_path / "scripts", tmp_path / "build/python/venv/bin", tmp_path / "calls"
    scripts.mkdir()
    venv.mkdir(parents=True)
    for name in (script, "python-environment", "processor-levels"):
        shutil.copy(SCRIPTS / name, scripts)
    nothing = "#!/bin/sh\n"
    stubs = {scripts / "install-dependencies": nothing, scripts / "build": nothing, venv / "python": PYTHON}
    for file, text in stubs.items():
        file.write_text(text)
        file.chmod(0o755)
    environment = {**os.environ, "FAILING": failing, "CALLS": str(calls), "TMPDIR": str(tmp_path)}
    run = subprocess.run([scripts / script], env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == code, run.stderr
    assert (tests if last == "tests" else last) in calls.read_text().splitlines()[-1]
    assert ("nothing was tested" in run.stderr) == (code == 77)
