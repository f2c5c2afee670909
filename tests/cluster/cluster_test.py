"""A real Slurm of three nodes on this machine (slurm_cluster.py): nodes that fail, a controller that is killed, a job that is
cancelled, memory that is too small. The records are those of one machine, nothing twice, nothing lost.

Needs root and Debian's slurm-wlm and munge; some minutes. scripts/test-cluster runs it."""

import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import unittest

from bench import PROGRAM, ROOT, Bench
from slurm_cluster import SlurmCluster, missing


class Cluster(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if missing():
            raise unittest.SkipTest(missing())
        cls.place = pathlib.Path(tempfile.mkdtemp(prefix="sketchbench-cluster-"))
        cls.cluster = SlurmCluster(cls.place / "slurm")
        cls.cluster.start()

    @classmethod
    def tearDownClass(cls):
        cls.cluster.stop()
        shutil.rmtree(cls.place, ignore_errors=True)

    def setUp(self):
        self.folder = self.place / self._testMethodName
        self.bench = Bench(self.folder)
        os.environ["SLURM_CONF"] = str(self.cluster.conf)
        self.addCleanup(self.cluster.heal)

    def submit(self, config, *words):
        ended = self.bench.run("submit", config, "--slurm", *words)
        self.assertEqual(ended.returncode, 0, ended.stdout)
        return ended.stdout

    def wait(self, seconds=420, until=None, results="results"):
        """For the end of the submission."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            submission, _ = self.bench.submission(results)
            if submission["ended"] or (until and until()):
                return submission
            time.sleep(0.5)
        self.fail(f"not ended within {seconds} s:\n" + self.bench.run("status").stdout + self.cluster.queue())

    def wait_for_records(self, count):
        self.wait(until=lambda: len(self.bench.records()) >= count)

    def alone(self, config):
        self.assertEqual(self.bench.run("run", config, "--results", "alone").returncode, 0)
        return self.bench.records("alone")

    def computed(self):
        """Lines of logs that say that a cell was computed there."""
        _, place = self.bench.submission()
        lines = [line for log in (place / "log").glob("*.txt") for line in log.read_text(errors="replace").splitlines()]
        return [m.group(1) for line in lines if "another run" not in line
                and (m := re.match(r"\[ *\d+/\d+\] (.*\S) +[0-9.]+ % ", line))]

    def test_records_are_those_of_one_machine_whatever_fails(self):
        config = self.bench.config("many", seeds=50)  # 200 cells
        self.bench.write("site.json", '{"task_seconds": 0.5}')  # a cell each
        said = self.submit(config, "--site", "site.json", "--max-jobs", "5")
        self.assertIn("submitted 200 cells", said)
        submission, _ = self.bench.submission()
        self.assertGreater(len(submission["rounds"][0]["arrays"]), 1, "more tasks than MaxArraySize")
        self.wait_for_records(20)
        again = self.bench.run("submit", config, "--slurm")
        self.assertRegex(again.stdout, r"\d+ cells under way already")
        self.assertIn("nothing to submit", again.stdout)
        self.cluster.kill_node("n2")
        self.cluster.drain("n3")
        self.wait_for_records(60)
        self.cluster.restart_controller()
        self.cluster.start_node("n2")
        self.wait_for_records(100)
        self.cluster.resume("n3")
        victim = self.cluster.running_task(submission["rounds"][0]["arrays"])
        self.cluster.call("scancel", victim)
        submission = self.wait()
        self.assertEqual(submission["ended"], "complete")
        if len(self.bench.records()) < 200:  # what somebody cancels is not run again but asked for
            self.assertIn("was cancelled", self.bench.run("status").stdout)
            self.submit(config, "--task-time", "1s")
            self.wait()
        self.assertEqual(self.bench.records(), self.alone(config), "nothing lost, and nothing else")
        computed = self.computed()
        self.assertEqual(len(computed), len(set(computed)), "a cell was computed twice")
        self.assertTrue((self.folder / "results/many/table.csv").exists())

    def test_memory_that_is_too_small_is_doubled(self):
        self.bench = Bench(self.folder, rows=4000)  # for longer than it takes to look
        config = self.bench.config("large", seeds=2, D=(1000,))
        self.bench.write("site.json", json.dumps({"task_seconds": 600}))
        self.submit(config, "--site", "site.json", "--option=--begin=now+20")
        submission, place = self.bench.submission()
        array = submission["rounds"][0]["arrays"][0]
        array["memory_mb"] = 5
        (place / "submission.json").write_text(json.dumps(submission))
        submission = self.wait()
        self.assertGreater(len(submission["rounds"]), 1)
        self.assertGreater(submission["rounds"][1]["arrays"][0]["memory_mb"], 5)
        self.assertEqual(self.bench.records(), self.alone(config))

    def test_a_task_that_slurm_itself_ends_for_its_memory_runs_again_with_more(self):
        config = self.bench.config("large", seeds=1, D=(50,))
        # It takes memory beside the cells, which the run does not see: the job is killed whole.
        self.bench.write("site.json", json.dumps({"prologue": [
            '[ -z "$SLURM_ARRAY_TASK_ID" ] || [ "$SLURM_MEM_PER_NODE" -gt 512 ] || '
            """python3 -c 'import time; x = b"x" * (700 << 20); time.sleep(60)'"""]}))
        self.submit(config, "--site", "site.json")
        submission = self.wait()
        self.assertEqual(submission["rounds"][-1]["arrays"][0]["memory_mb"], 1024)
        self.assertEqual(self.bench.records(), self.alone(config))

    def test_a_folder_that_is_not_shared_is_found_by_a_probe(self):
        config = self.bench.config("small", seeds=1)
        # Nodes here see all that this machine does: one is told another place.
        ended = self.bench.run("submit", config, "--slurm", "--program", "/nowhere/sketchbench")
        self.assertEqual(ended.returncode, 2, ended.stdout)
        self.assertIn("the program cannot work on node", ended.stdout)
        self.assertEqual(self.cluster.queue(), "")

    def test_what_a_container_hides_is_found_by_a_probe(self):
        config = self.bench.config("small", seeds=1)
        # It sees the program, and an empty folder where the others are.
        for hidden, reason in (("results", "submission.json"), ("datasets/cache", "quadrants is not")):
            launch = (f"unshare --mount sh -c 'mount -t tmpfs none {self.folder}/{hidden} && cd {self.folder} && exec \"$@\"' -")
            ended = self.bench.run("submit", config, "--slurm", "--launch", launch)
            self.assertEqual(ended.returncode, 2, ended.stdout)
            self.assertIn("the program cannot work on node", ended.stdout)
            self.assertIn(reason, ended.stdout)
            self.assertEqual(self.cluster.queue(), "")

    def test_cells_that_find_too_little_memory_free_get_more(self):
        config = self.bench.config("small", seeds=1)
        self.bench.write("site.json", json.dumps({"prologue": [
            '[ -z "$SLURM_ARRAY_TASK_ID" ] || [ "$SLURM_MEM_PER_NODE" -gt 256 ] || export SKETCHBENCH_MEMORY=12e6']}))
        self.submit(config, "--site", "site.json")
        submission = self.wait()
        self.assertEqual(submission["rounds"][-1]["arrays"][0]["memory_mb"], 512)
        self.assertEqual(self.bench.records(), self.alone(config))

    def test_words_of_slurm_are_passed_on(self):
        config = self.bench.config("small", seeds=1)
        ended = self.bench.run("submit", config, "--slurm", "--partition", "nope")
        self.assertIn("this cluster has main", ended.stdout)
        ended = self.bench.run("submit", config, "--slurm", "--option=--nodelist=n9")
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("sbatch: ", ended.stdout)

    def test_what_a_cell_and_a_task_take(self):
        """Prints figures for docs/guides/cluster.md; asserts nothing of time."""
        config = self.bench.config("timed", seeds=15)  # 60 cells
        for task_seconds in (0.5, 5):  # a cell in each task, and about ten
            results = f"results-{task_seconds}"
            self.bench.write("site.json", json.dumps({"task_seconds": task_seconds, "prologue": [
                'date +%s.%N >"$dir/begin-${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"']}))
            self.submit(config, "--site", "site.json", "--results", results)
            self.wait(results=results)
            submission, place = self.bench.submission(results)
            computing = [sum(phase["wall"] for phase in json.loads(file.read_text())["seconds"].values())
                         for file in (self.folder / results / "records").glob("*.json")]
            processes = self.computed_with_time(place)
            spans = []
            for file in place.glob("task-0-*.json"):
                number = int(file.stem.split("-")[2])
                array = next(a for a in submission["rounds"][0]["arrays"] if a["first"] <= number < a["first"] + a["tasks"])
                begin = float((place / f"begin-{array['job']}_{number - array['first']}").read_text())
                spans.append(file.stat().st_mtime - begin)
            print(f"\n{len(processes)} cells in {len(spans)} tasks: a cell computes {statistics.mean(computing):.3f} s and takes "
                  f"{statistics.mean(processes):.3f} s in its process; a task takes "
                  f"{(sum(spans) - sum(processes)) / len(spans):.3f} s beside its cells' processes", flush=True)
            self.assertEqual(len(self.bench.records(results)), 60)

    @staticmethod
    def computed_with_time(place):
        text = "".join(log.read_text(errors="replace") for log in (place / "log").glob("*.txt"))
        return [float(seconds) for seconds in re.findall(r" % +([0-9.]+) s", text)]


class Others(unittest.TestCase):
    """What is no test of Slurm's, and wants a program or a right that not every machine has."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sketchbench-others-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.bench = Bench(self.folder / "real")

    @unittest.skipUnless(shutil.which("bindfs") and os.path.exists("/dev/fuse") and os.geteuid() == 0, "no bindfs here")
    def test_workers_on_two_mounts_that_cache_and_share_no_locks_compute_each_cell_once(self):
        config = self.bench.config("small", seeds=10)
        mounts = [self.folder / name for name in ("a", "b")]
        for mount in mounts:
            mount.mkdir()
            # That a name is missing is not remembered: docs/guides/cluster.md asks for that.
            subprocess.run(["bindfs", "-o", "attr_timeout=10,entry_timeout=10,negative_timeout=0,kernel_cache",
                            self.folder / "real", mount], check=True)
            self.addCleanup(subprocess.run, ["umount", "-l", str(mount)])
        # The data once, before.
        self.assertEqual(self.bench.run("plan", config, "--format", "jsonl").returncode, 0)
        workers = []
        for mount in mounts:
            there = Bench.__new__(Bench)
            there.folder = mount
            workers.append(there.start("run", config, "--worker", "--jobs", "1"))
        said = [worker.communicate(timeout=300)[0] for worker in workers]
        self.assertEqual([worker.returncode for worker in workers], [0, 0], said)
        computed = [len(re.findall(r"^\[.* % +[0-9.]+ s", text, re.MULTILINE)) for text in said]
        self.assertEqual(sum(computed), 40, "nothing twice")
        self.assertEqual(len(self.bench.records()), 40)
        self.assertGreater(min(computed), 0)

    @unittest.skipUnless(shutil.which("snakemake"), "no snakemake here")
    def test_snakemake_drives_a_configuration(self):
        config = self.bench.config("small", seeds=1)
        shutil.copy(ROOT / "examples/snakemake/Snakefile", self.bench.folder)
        command = ["snakemake", "--cores", "2", "--config", f"configuration={config}", f"program={PROGRAM}"]
        ended = subprocess.run(command, cwd=self.bench.folder, env=self.bench.environment(), text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(ended.returncode, 0, ended.stdout)
        self.assertEqual(len(self.bench.records()), 4)
        self.assertIn("quadrants", (self.bench.folder / "results/report.md").read_text())
        again = subprocess.run([*command, "-n"], cwd=self.bench.folder, env=self.bench.environment(), text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertIn("Nothing to be done", again.stdout)


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(0 if unittest.main(exit=False, verbosity=2).result.wasSuccessful() else 1)
