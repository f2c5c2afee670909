"""run --mpi: cells by several processes, whose rows are divided. With a build that has no MPI, what it says then.

SKETCHBENCH_HAS_MPI=1 says that the program under test has it; mpirun has to be there as well.
"""

import hashlib
import json
import os
import pathlib
import random
import shutil
import subprocess
import tempfile
import unittest

from bench import PROGRAM, Bench

HAS_MPI = os.environ.get("SKETCHBENCH_HAS_MPI") == "1"
# In a container one is root, and a machine of tests has fewer cores than there are ranks.
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe"]
# The map of a rank that ends another way than by an error of its own.
KILLS_ITS_RANK = """import os, signal
if os.environ.get("OMPI_COMM_WORLD_RANK") == "1":
    os.kill(os.getppid(), signal.SIGKILL)
import time
time.sleep(60)
"""
FAILS_ON_ONE_RANK = """import os, sys, time
if os.environ.get("OMPI_COMM_WORLD_RANK") == "1":
    sys.exit("no luck here")
time.sleep(60)
"""


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.bench = Bench(self.folder)

    def config(self, name, methods, experiment="accuracy", dataset="quadrants", D=(40,)):
        self.bench.write(f"configs/{name}.json", json.dumps(
            {"name": name, "experiment": experiment, "seeds": 1, "learner": {"type": "liblinear", "solver": 2},
             "grid": [{"dataset": dataset, "D": list(D)}], "kernels": [{"kernel": "gaussian", "sigma": 1}],
             "methods": methods}))
        return f"configs/{name}.json"

    def targets(self):
        """A data set of 300 training rows with targets."""
        draw = random.Random(3)
        lines = []
        for _ in range(400):
            x = [draw.uniform(-1, 1) for _ in range(4)]
            lines.append(",".join(f"{v:.6f}" for v in [*x, x[0] * x[1] + x[2] + draw.gauss(0, 0.1)]))
        text = "\n".join(lines) + "\n"
        self.bench.write("mirror/bent.csv", text)
        self.bench.write("datasets/bent.json", json.dumps(
            {"name": "bent", "task": "regression", "title": "bent", "citation": "none", "licence": "none",
             "sources": [{"name": "test", "files": [
                 {"name": "bent.csv", "part": "all", "sha256": hashlib.sha256(text.encode()).hexdigest(),
                  "bytes": len(text), "format": {"kind": "delimited", "label": "last", "features": 4, "rows": 400}}]}],
             "splits": [{"name": "random", "kind": "random", "parts": ["all"], "test_share": 0.25, "seed": 1}]}))

    def records(self, results):
        """By their ids."""
        return {file.stem: json.loads(file.read_text()) for file in (self.folder / results / "records").rglob("*.json")
                if len(file.stem) == 64}

    def left_behind(self):
        """Commands of processes that still run in the folder."""
        found = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if (process / "cwd").resolve() == self.folder.resolve():
                    found.append((process / "cmdline").read_bytes())
            except OSError:
                continue  # it has ended meanwhile, or is somebody else's
        return found


class WithoutMpi(Case):
    def test_it_says_how_to_get_it(self):
        ended = self.bench.run("run", self.config("plain", [{"method": "rks"}]), "--mpi", "2")
        self.assertEqual(ended.returncode, 2, ended.stdout)
        self.assertIn("no MPI", ended.stdout)
        self.assertIn("SKETCHBENCH_MPI=ON", ended.stdout)
        self.assertFalse((self.folder / "results").exists() and any((self.folder / "results").rglob("*.json")))


class WithMpi(Case):
    def run_on(self, ranks, config, results, *words):
        return self.bench.run("run", config, "--results", results, "--mpi", str(ranks), "--mpirun", " ".join(MPIRUN), *words)

    def test_one_two_and_four_ranks_agree(self):
        self.targets()
        tron = {"type": "dense_tron"}
        configs = [
            self.config("classes", [
                {"method": "rks", "learner": tron},
                {"method": "nystrom_uniform", "learner": {**tron, "features": "streamed"}},
                {"method": "pca_nystrom", "learner": tron},
                {"method": "fd_fourier", "learner": tron},
                {"method": "exact", "learner": {"type": "falkon", "landmarks": 50, "lambda": 1e-4}},
                {"method": "qmc", "learner": {"type": "liblinear", "solver": 2}}]),
            self.config("targets", [
                {"method": "rks", "learner": {"type": "ridge"}},
                {"method": "nystrom_uniform", "learner": {"type": "ridge", "lambda": "loo"}},
                {"method": "exact", "learner": {"type": "falkon", "predicts": "targets", "landmarks": 50, "lambda": 1e-4}},
            ], "regression", "bent")]
        of = {}
        for ranks in (1, 2, 4):
            for config in configs:
                ended = self.run_on(ranks, config, f"results{ranks}")
                self.assertEqual(ended.returncode, 0, ended.stdout)
            of[ranks] = self.records(f"results{ranks}")
        self.assertEqual(set(of[1]), set(of[2]))
        self.assertEqual(set(of[1]), set(of[4]))
        divided = 0
        for name, alone in of[1].items():
            method, learner = alone["cell"]["method"]["method"], alone["cell"]["learner"]["type"]
            self.assertNotIn("ranks", alone["run"])
            for ranks in (2, 4):
                several = of[ranks][name]
                with self.subTest(method=method, learner=learner, ranks=ranks):
                    self.assertEqual(several["status"], "done", several.get("error"))
                    self.assertEqual(several["run"].get("ranks", 1), 1 if learner == "liblinear" else ranks)
                    divided += several["run"].get("ranks", 1) > 1
                    if method == "fd_fourier":  # a sketch of sketches is another one, within the same bound
                        self.assertAlmostEqual(several["result"]["accuracy"], alone["result"]["accuracy"], delta=10)
                        continue
                    for key in ("accuracy", "auc", "rmse", "r2", "features_nonzero_share", "n_train", "n_test"):
                        if key in alone["result"]:
                            self.assertAlmostEqual(several["result"][key], alone["result"][key], delta=1e-5, msg=key)
                    for a, b in zip(alone["learner"]["objectives"], several["learner"]["objectives"], strict=True):
                        self.assertAlmostEqual(a, b, delta=1e-5 * abs(a))
                    if learner != "falkon":  # whose last steps rounding decides
                        self.assertEqual(several["learner"]["iterations"], alone["learner"]["iterations"])
        self.assertEqual(divided, 2 * 8)
        # Whoever comes later finds the records, with how many ranks ever.
        ended = self.bench.run("run", *configs, "--results", "results4")
        self.assertIn("nothing to run", ended.stdout)
        report = self.bench.run("report", configs[0], "--results", "results4")
        self.assertEqual(report.returncode, 0, report.stdout)

    def test_a_rank_that_dies_or_fails_ends_its_cell_alone(self):
        self.bench.write("configs/kills.py", KILLS_ITS_RANK)
        self.bench.write("configs/fails.py", FAILS_ON_ONE_RANK)
        tron = {"type": "dense_tron"}
        config = self.config("mixed", [
            {"method": "external", "name": "kills", "command": ["python3", "kills.py"], "learner": tron},
            {"method": "external", "name": "fails", "command": ["python3", "fails.py"], "learner": tron},
            {"method": "rks", "learner": tron}])
        ended = self.run_on(2, config, "results")
        self.assertEqual(ended.returncode, 1, ended.stdout)
        records = {r["cell"]["method"]["method"]: r for r in self.records("results").values()}
        self.assertIn("1 done, 2 failed", ended.stdout)
        self.assertEqual(records["rks"]["status"], "done")
        for name, words in (("kills", "signal 9"), ("fails", "rank 2 of 2")):
            self.assertEqual(records[name]["status"], "failed")
            self.assertIn(words, records[name]["error"])
        self.assertIn("no luck here", records["fails"]["error"])
        self.assertEqual(self.left_behind(), [])

    def test_no_more_ranks_than_rows(self):
        self.bench = Bench(self.folder, rows=3)
        ended = self.run_on(4, self.config("few", [{"method": "rks", "learner": {"type": "dense_tron"}}]),
                            "results")
        self.assertEqual(ended.returncode, 0, ended.stdout)
        (record,) = self.records("results").values()
        self.assertEqual(record["run"]["ranks"], 3)

    def test_a_time_limit_ends_all_ranks(self):
        self.bench.write("configs/sleeps.py", "import time\ntime.sleep(600)\n")
        config = self.config("slow", [{"method": "external", "name": "sleeps", "command": ["python3", "sleeps.py"],
                                       "learner": {"type": "dense_tron"}}])
        ended = self.run_on(2, config, "results", "--time-limit", "8s")
        self.assertEqual(ended.returncode, 1, ended.stdout)
        (record,) = self.records("results").values()
        self.assertEqual(record["status"], "timeout")
        self.assertEqual(self.left_behind(), [])

    def test_what_starts_no_ranks_is_said_before_anything_runs(self):
        config = self.config("plain", [{"method": "rks", "learner": {"type": "dense_tron"}}])
        for words, expected in ((["--mpirun", "no-such-mpirun"], "there is no \"no-such-mpirun\" here"),
                                (["--mpirun", "env"], "does not start 2 ranks"),
                                (["--mpirun", "mpirun --allow-run-as-root --host nowhere.invalid:2"], "does not start 2 ranks")):
            ended = self.bench.run("run", config, "--mpi", "2", *words)
            self.assertEqual(ended.returncode, 2, ended.stdout)
            self.assertIn(expected, ended.stdout)
        for words in (["--mpi", "0"], ["--mpi", "many"], ["--mpi"], ["--mpirun", "mpirun"]):
            ended = self.bench.run("run", config, *words)
            self.assertEqual(ended.returncode, 2, ended.stdout)
        self.assertEqual([p for p in self.folder.rglob("*.json") if "records" in p.parts], [])

    def test_inside_of_mpirun(self):
        config = self.config("plain", [{"method": "rks", "learner": {"type": "dense_tron"}}])
        ended = subprocess.run([*MPIRUN, "-n", "2", PROGRAM.resolve(), "run", config, "--mpi"], cwd=self.folder, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=self.bench.environment())
        self.assertEqual(ended.returncode, 0, ended.stdout)
        (record,) = self.records("results").values()
        self.assertEqual((record["status"], record["run"]["ranks"]), ("done", 2))


if __name__ == "__main__":
    unittest.main(defaultTest="WithMpi" if HAS_MPI else "WithoutMpi")
