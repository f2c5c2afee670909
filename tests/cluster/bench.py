"""A folder that looks like a checkout to the program, for tests of submit, status and workers."""

import hashlib
import json
import os
import pathlib
import random
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("SKETCHBENCH_PROGRAM", ROOT / "build/dev/sketchbench"))


def quadrants(rows, seed):
    """Points of the square [-1, 1]^2 with six idle coordinates, labelled by the sign of x1 * x2, as LIBSVM has them."""
    draw = random.Random(seed)
    lines = []
    for _ in range(rows):
        x = [draw.uniform(-1, 1) for _ in range(8)]
        label = "+1" if x[0] * x[1] > 0 else "-1"
        lines.append(label + "".join(f" {j + 1}:{v:.6f}" for j, v in enumerate(x)))
    return "\n".join(lines) + "\n"


class Bench:
    def __init__(self, folder, rows=300):
        self.folder = pathlib.Path(folder)
        files = []
        for name, part, seed, count in (("quadrants", "train", 1, rows), ("quadrants.t", "test", 2, 200)):
            text = quadrants(count, seed)
            self.write(f"mirror/{name}", text)
            files.append({"name": name, "part": part, "sha256": hashlib.sha256(text.encode()).hexdigest(),
                          "bytes": len(text), "format": {"kind": "libsvm", "features": 8, "labels": [-1, 1]}})
        self.write("datasets/quadrants.json", json.dumps(
            {"name": "quadrants", "task": "classification", "title": "quadrants", "citation": "none", "licence": "none",
             "sources": [{"name": "test", "files": files}], "splits": [{"name": "publisher", "kind": "published"}]}))

    def config(self, name, seeds, methods=("tensor_sketch", "random_maclaurin_restricted"), D=(50, 100)):
        """Of seeds * methods * numbers of features cells."""
        self.write(f"configs/{name}.json", json.dumps(
            {"name": name, "experiment": "accuracy", "seeds": seeds, "learner": {"type": "liblinear"},
             "grid": [{"dataset": "quadrants", "D": list(D)}],
             "kernels": [{"kernel": "polynomial", "degree": 2}],
             "methods": [{"method": method} for method in methods]}))
        return f"configs/{name}.json"

    def write(self, name, text, mode=0o644):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(mode)
        return file

    def environment(self):
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("SKETCHBENCH_", "SLURM_JOB", "SLURM_ARRAY"))}
        return {**kept, "SKETCHBENCH_OFFLINE": "1", "SKETCHBENCH_MIRROR": str(self.folder / "mirror")}

    def run(self, *words, **environment):
        return subprocess.run([PROGRAM, *words], cwd=self.folder, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env={**self.environment(), **environment})

    def start(self, *words, **environment):
        return subprocess.Popen([PROGRAM, *words], cwd=self.folder, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, env={**self.environment(), **environment})

    def records(self, results="results"):
        """What does not depend on the clock, by cell."""
        found = {}
        for file in (self.folder / results / "records").glob("*.json"):
            record = json.loads(file.read_text())
            found[file.stem] = (record["status"], json.dumps(record.get("result")), json.dumps(record.get("learner")))
        return found

    def submission(self, results="results"):
        """The latest one."""
        places = sorted((self.folder / results / "slurm").glob("*/submission.json"))
        return json.loads(places[-1].read_text()), places[-1].parent
