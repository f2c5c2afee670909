"""Large rows are not copied as a whole."""

import subprocess
import sys

import pytest

# The most memory that was in use grows by less than a quarter of the rows. Each case runs in a process of its own,
# for this number never goes down.
SCRIPT = """
import resource
import numpy as np
from scipy import sparse
import sketchbench

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

n, d = 200_000, 250
def make(case):
    if case.startswith("csr"):
        random = np.random.default_rng(0)
        # Values and columns of 200 MB; 20 in a row.
        count = 25_000_000 if case == "csr" else 16_000_000
        per_row = 20
        rows = count // per_row
        columns = np.arange(count, dtype=np.int32 if case == "csr" else np.int64)
        columns %= per_row
        offsets = np.arange(0, count + 1, per_row, dtype=columns.dtype)
        return sparse.csr_array((np.ones(count, np.float32), columns, offsets), shape=(rows, 100))
    order = "F" if case.endswith("F") else "C"
    return np.ones((n, d), dtype=np.float64 if case.startswith("double") else np.float32, order=order)

case = {case!r}
X = make(case)
small = X[:100]
fitted = sketchbench.TensorSketch(n_components=2, random_state=1).fit(small)
fitted.transform(small)
sketchbench.RandomKitchenSinks(n_components=2, gamma="scale", random_state=1).fit(small)
size = X.data.nbytes + X.indices.nbytes if case.startswith("csr") else X.nbytes
before = peak()
assert before > size
fitted.transform(X)
sketchbench.TensorSketch(n_components=2, random_state=1).fit(X)
sketchbench.RandomKitchenSinks(n_components=2, gamma="scale", random_state=1).fit(X)
grown = peak() - before
assert grown < size / 4, f"{{grown / 1e6}} MB more, of {{size / 1e6}} MB"
"""


@pytest.mark.parametrize("case", ["single C", "single F", "double C", "double F", "csr", "csr of long indices"])
def test_no_copy_of_all_rows(case):
    run = subprocess.run([sys.executable, "-c", SCRIPT.format(case=case)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
