"""submit, status, plan and workers with Slurm's commands played by fake_slurm.py; cluster_test.py has the real ones."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from bench import ROOT, Bench
from fake_slurm import FakeSlurm


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.bench = Bench(self.folder)

    def alone(self, config):
        """The records of one machine."""
        ended = self.bench.run("run", config, "--results", "alone")
        self.assertEqual(ended.returncode, 0, ended.stdout)
        return self.bench.records("alone")


class Submit(Case):
    def setUp(self):
        super().setUp()
        self.slurm = FakeSlurm(self.folder / "slurm", most_tasks=3)
        self.config = self.bench.config("small", seeds=3)  # 12 cells

    def submit(self, *words, **environment):
        # The probe runs while it is waited for.
        process = self.bench.start("submit", self.config, "--slurm", *words, **{**self.slurm.environment, **environment})
        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline:
            for job in self.slurm.jobs():
                if "array" not in job and "dependency" not in job["options"]:
                    complete = any("afterany" in other["options"].get("dependency", "") for other in self.slurm.jobs())
                    if complete:  # all is submitted
                        code = self.slurm.run(job, self.bench.environment())
                        self.slurm.end(job, "FAILED" if code else "COMPLETED", code)
            time.sleep(0.1)
        return process.communicate(timeout=60)[0], process.returncode

    def place(self):
        return self.bench.submission()[1]

    def status(self, *words):
        return self.bench.run("status", *words, **self.slurm.environment).stdout

    def test_its_records_are_those_of_one_machine_and_a_report_is_made(self):
        said, code = self.submit("--task-time", "1s")
        self.assertEqual(code, 0, said)
        self.assertIn("submitted 12 cells", said)
        sizes = [job["array"] for job in self.slurm.arrays()]
        self.assertTrue(all(size <= 3 for size in sizes), "arrays end at the cluster's MaxArraySize")
        self.assertGreater(len(sizes), 1)
        self.slurm.run_all(self.bench.environment())
        self.assertEqual(self.bench.records(), self.alone(self.config))
        self.assertTrue((self.folder / "results/small/table.csv").exists())
        self.assertIn("12 of 12 done", self.status())
        said, code = self.submit()
        self.assertIn("nothing to submit", said)
        self.assertEqual(self.slurm.jobs(), [])

    def test_a_second_submit_submits_nothing_twice(self):
        self.submit("--task-time", "1s")
        before = self.slurm.jobs()
        said, code = self.submit("--task-time", "1s")
        self.assertEqual(code, 0, said)
        self.assertIn("12 cells under way already", said)
        self.assertEqual(self.slurm.jobs(), before)
        self.bench.config("small", seeds=4)
        said, code = self.submit("--task-time", "1s")
        self.assertIn("submitted 4 cells", said)

    def test_no_more_tasks_at_once_than_asked_for(self):
        self.submit("--task-time", "1s", "--max-jobs", "2")
        arrays = self.slurm.arrays()
        shares = [int(job["options"]["array"].split("%")[1]) for job in arrays]
        free = [share for job, share in zip(arrays, shares) if "afterany" not in job["options"]["dependency"]]
        self.assertEqual(sum(free), 2)

    def test_settings_of_a_site_reach_the_jobs(self):
        self.bench.write("site.json", json.dumps(
            {"account": "physics", "modules": ["gcc/12"], "prologue": ["export FROM_SITE=1"], "options": ["--qos=long"],
             "launch": "env IN_CONTAINER=1", "task_seconds": 1}))
        self.submit("--site", "site.json", "--partition", "main", "--prologue", "module() { :; }")
        job = self.slurm.arrays()[0]
        self.assertEqual(job["options"]["account"], "physics")
        self.assertEqual(job["options"]["qos"], "long")
        self.assertEqual(job["options"]["partition"], "main")
        for line in ("module load gcc/12", "export FROM_SITE=1", "exec env IN_CONTAINER=1 "):
            self.assertIn(line, job["script"])
        self.bench.write("wrong.json", '{"acount": "physics"}')
        said, code = self.submit("--site", "wrong.json")
        self.assertEqual(code, 2)
        self.assertIn("account", said)

    def test_a_cell_that_lacks_time_gets_twice_of_it_and_its_own_failure_is_not_tried_again(self):
        self.submit("--task-time", "1h")  # one task
        array, last = self.slurm.arrays()[0], self.slurm.jobs()[-1]
        minutes = int(array["options"]["time"])
        self.slurm.end(array, "TIMEOUT")
        self.slurm.run(last, self.bench.environment())
        self.slurm.end(last)
        again = self.slurm.arrays()[0]
        self.assertEqual(int(again["options"]["time"]), 2 * minutes)
        self.assertEqual(again["options"]["mem"], array["options"]["mem"])
        self.slurm.run_all(self.bench.environment())
        self.assertEqual(self.bench.records(), self.alone(self.config))

    def test_memory_that_was_reserved_and_is_too_little_is_doubled_up_to_what_a_node_has(self):
        self.bench = Bench(self.folder, rows=4000)  # for longer than it takes to look
        self.config = self.bench.config("large", seeds=1, D=(1000,))
        self.submit("--task-time", "1h")
        array, last = self.slurm.arrays()[0], self.slurm.jobs()[-1]
        memory = int(array["options"]["mem"])
        # The run itself ends a cell that grows beyond what was reserved: here any does.
        submission, place = self.bench.submission()
        submission["rounds"][0]["arrays"][0]["memory_mb"] = 1
        (place / "submission.json").write_text(json.dumps(submission))
        self.slurm.run(array, self.bench.environment(), 0)
        records = [json.loads(file.read_text()) for file in (self.folder / "results/records").glob("*.json")]
        killed = [record for record in records if record["status"] == "failed"]
        self.assertTrue(killed)
        for record in killed:
            self.assertEqual(record["ended_for"], "memory")
            self.assertIn("out of memory", record["error"])
        submission["rounds"][0]["arrays"][0]["memory_mb"] = memory
        (place / "submission.json").write_text(json.dumps(submission))
        self.slurm.end(array, "FAILED", 1)
        self.assert_twice_the_memory_does_it(last, memory)

    def assert_twice_the_memory_does_it(self, last, memory):
        """In the round that the last job of the first submits."""
        self.slurm.run(last, self.bench.environment())
        self.slurm.end(last)
        self.assertEqual(int(self.slurm.arrays()[0]["options"]["mem"]), 2 * memory)
        self.slurm.run_all(self.bench.environment())
        self.assertEqual(self.bench.records(), self.alone(self.config))

    def test_a_cell_that_finds_too_little_memory_free_says_so_and_gets_twice_of_it(self):
        self.submit("--task-time", "1h")
        array, last = self.slurm.arrays()[0], self.slurm.jobs()[-1]
        memory = int(array["options"]["mem"])
        self.slurm.run(array, self.bench.environment(), 0, SKETCHBENCH_MEMORY="12e6")
        self.slurm.end(array)
        self.assertRegex(self.status(), r"needs about .* of memory, .* are free")
        self.assert_twice_the_memory_does_it(last, memory)

    def test_a_submission_that_ended_without_all_cells_says_what_takes_them_and_fails(self):
        self.submit("--task-time", "1s")
        last = self.slurm.jobs()[-1]
        for array in self.slurm.arrays():
            self.slurm.end(array, "CANCELLED")
        self.assertIn("_0 was cancelled", self.status())
        self.assertNotIn("submit", self.status(), "its last job has yet to look")
        self.assertEqual(self.bench.run("status", **self.slurm.environment).returncode, 0)
        self.slurm.run(last, self.bench.environment())
        self.slurm.end(last)
        ended = self.bench.run("status", **self.slurm.environment)
        self.assertIn("ended: 12 not run; the same submit takes them", ended.stdout)
        self.assertEqual(ended.returncode, 1)
        self.submit("--task-time", "1h")
        self.slurm.run_all(self.bench.environment())
        ended = self.bench.run("status", **self.slurm.environment)
        self.assertIn("ended: complete", ended.stdout)
        self.assertEqual(ended.returncode, 0)

    def test_a_probe_that_lacks_data_or_results_or_is_another_program_ends_it_with_the_reason(self):
        for words, reason in ((("--launch", "env SKETCHBENCH_OFFLINE=1 sh -c 'mv datasets/cache hidden; \"$@\"' -"),
                               "the data that are here: quadrants is not"),
                              (("--program", "/bin/true"), 'says ""'),
                              (("--program", "/nowhere/sketchbench"), "No such file")):
            said, code = self.submit("--task-time", "1h", *words)
            self.assertEqual(code, 2, said)
            self.assertIn("the program cannot work on node n1", said)
            self.assertIn(reason, said)
            if (self.folder / "hidden").exists():
                (self.folder / "hidden").rename(self.folder / "datasets/cache")

    def test_the_last_line_of_a_task_that_ended_early_is_shown(self):
        self.submit("--task-time", "1h")
        array = self.slurm.arrays()[0]
        (self.place() / f"log/{array['id']}_0.txt").write_text("begun\nno such container\n")
        self.slurm.end(array, "FAILED", 255)
        self.assertIn('ends with "no such container"', self.status())

    def test_what_is_refused_leaves_nothing(self):
        for words, reason in ((("--option=--time=1",), "--option=--time=1: jobs have a --time of their own"),
                              (("--option=-t1",), "-t of their own"),
                              (("--option=--mem=1G",), "--mem of their own"),
                              (("--jobs", "5"), "--jobs 5: no node of partition main has more than 4 processors"),
                              (("--partition", "broken"), "Invalid account")):
            with open(self.slurm.folder / "sinfo.txt", "a") as partitions:
                partitions.write("broken|4000|infinite|4\n")
            ended = self.bench.run("submit", self.config, *words, **self.slurm.environment)
            self.assertNotEqual(ended.returncode, 0)
            self.assertIn(reason, ended.stdout)
            self.assertEqual(list((self.folder / "results/slurm").glob("2*")), [])

    def test_a_dry_run_lists_the_cells_and_makes_nothing(self):
        def files():
            return sorted(file for file in self.folder.rglob("*") if self.slurm.folder not in file.parents)

        before = files()
        ended = self.bench.run("submit", self.config, "--dry-run", "--verbose", "--task-time", "1s", **self.slurm.environment)
        self.assertEqual(ended.returncode, 0, ended.stdout)
        self.assertEqual(ended.stdout.count("tensor_sketch "), 6)
        self.assertIn("12 cells to run", ended.stdout)
        self.assertIn("time limit", ended.stdout)
        self.assertEqual(files(), before)

    def test_two_submissions_are_both_named_with_the_cells_of_this_configuration(self):
        self.submit("--only", "method=tensor_sketch")
        self.submit("--only", "method=random_maclaurin_restricted")
        other = self.bench.config("other", seeds=1)  # 4 of the same cells
        said = self.bench.run("submit", other, **self.slurm.environment).stdout
        ids = [place.name for place in sorted((self.folder / "results/slurm").glob("2*"))]
        self.assertIn(f"4 cells under way already (submissions {', '.join(ids)}): not submitted again", said)
        self.assertIn("nothing to submit; 0 of 4 cells finished", said)

    def test_data_that_are_not_here_are_a_failure(self):
        shutil.rmtree(self.folder / "mirror")
        ended = self.bench.run("submit", self.config, **self.slurm.environment)
        self.assertEqual(ended.returncode, 1, ended.stdout)
        self.assertIn("quadrants is not here: skipped 12 cells", ended.stdout)
        self.assertIn("could run: its data are not here", ended.stdout)

    def test_a_folder_from_which_nothing_was_submitted_is_refused(self):
        for folder in ("nowhere", "configs"):
            ended = self.bench.run("status", "--results", folder, **self.slurm.environment)
            self.assertEqual(ended.returncode, 2, ended.stdout)
            self.assertIn(f"--results {folder}: ", ended.stdout)

    def test_tasks_of_a_failed_node_run_again_and_those_that_somebody_cancelled_do_not(self):
        self.submit("--task-time", "1s")
        environment = self.bench.environment()
        first, *others = self.slurm.arrays()
        last = self.slurm.jobs()[-1]
        self.slurm.end(first, tasks={0: "NODE_FAIL", 1: "CANCELLED", 2: "NODE_FAIL"})
        for job in others:
            for task in range(job["array"]):
                self.assertEqual(self.slurm.run(job, environment, task), 0)
            self.slurm.end(job)
        self.slurm.run(last, environment)
        self.slurm.end(last)
        of_round = [[{cell["id"] for cell in json.loads(line)}
                     for line in (self.place() / f"round-{i}.jsonl").read_text().splitlines()] for i in range(2)]
        self.assertEqual(set.union(*of_round[1]), of_round[0][0] | of_round[0][2])
        self.slurm.run_all(environment)
        said = self.status()
        self.assertIn("was cancelled", said)
        self.assertLess(len(self.bench.records()), 12)
        said, _ = self.submit()
        self.assertIn("submitted", said)
        self.slurm.run_all(environment)
        self.assertEqual(self.bench.records(), self.alone(self.config))

    def test_status_tells_what_waits_and_works_from_records_alone(self):
        self.submit("--task-time", "1h")
        self.assertIn("0 of 12 done, 12 waiting (Resources: 12)", self.status())
        alone = self.bench.run("status", PATH="/nowhere")
        self.assertEqual(alone.returncode, 0, alone.stdout)
        self.assertIn("0 of 12 done, 12 waiting", alone.stdout)
        said = self.status("--cancel")
        self.assertIn("its jobs are cancelled", said)
        self.assertEqual(self.slurm.jobs(), [])

    def test_ctrl_c_leaves_the_jobs(self):
        self.submit("--task-time", "1h")
        watching = self.bench.start("status", "--watch", **self.slurm.environment)
        time.sleep(2)
        watching.send_signal(signal.SIGINT)
        said = watching.communicate(timeout=30)[0]
        self.assertEqual(watching.returncode, 130)
        self.assertIn("the jobs go on", said)
        self.assertTrue(self.slurm.arrays())

    def test_what_is_wrong_is_said_with_what_to_do(self):
        def refused(*words, environment=None):
            ended = self.bench.run("submit", self.config, *words, **(environment or self.slurm.environment))
            self.assertNotEqual(ended.returncode, 0, ended.stdout)
            return ended.stdout

        said = refused(environment={"PATH": "/nowhere"})
        self.assertIn("there is no sinfo here", said)
        self.assertIn("--worker", said)
        said = refused("--partition", "nope")
        self.assertIn("--partition nope: there is none of that name; this cluster has main, short", said)
        (self.slurm.folder / "down").write_text("sinfo: error: Munge encode failed: Failed to access /run/munge.socket.2")
        self.assertIn("start munged", refused())
        (self.slurm.folder / "down").write_text("slurm_load_ctl_conf error: Unable to contact slurm controller")
        self.assertIn("Unable to contact slurm controller", refused())
        (self.slurm.folder / "down").unlink()
        (self.slurm.folder / "sinfo.txt").write_text("main*|1|infinite|4\n")
        said = self.bench.run("submit", self.config, **self.slurm.environment).stdout
        self.assertIn("no node of partition main has more than 1 MiB", said)
        self.assertEqual(self.slurm.jobs(), [])

    def test_a_folder_that_nodes_do_not_see_ends_it_before_anything_runs(self):
        said, code = self.submit("--task-time", "1h")
        self.assertEqual(code, 0, said)
        job = self.slurm.arrays()[0]
        hidden = dict(job, script=job["script"].replace(str(self.folder), "/elsewhere"))
        self.assertEqual(self.slurm.run(hidden, self.bench.environment(), 0), 72)
        self.slurm.end(job, "FAILED", 72)
        self.assertIn("node n1 does not see", self.status())


class Neutral(Case):
    def test_workers_share_a_folder_and_compute_each_cell_once(self):
        config = self.bench.config("small", seeds=3)
        workers = [self.bench.start("run", config, "--worker", "--jobs", "1") for _ in range(4)]
        said = [worker.communicate(timeout=300)[0] for worker in workers]
        self.assertEqual([worker.returncode for worker in workers], [0] * 4, said)
        self.assertEqual(self.bench.records(), self.alone(config))
        done = sum(len(re.findall(r"^\[.* % +[0-9.]+ s", text, re.MULTILINE)) for text in said)
        self.assertEqual(done, 12, "nothing twice")

    def test_a_worker_leaves_what_others_have_under_way(self):
        self.bench = Bench(self.folder, rows=4000)
        config = self.bench.config("small", seeds=2, D=(2000,))
        first = self.bench.start("run", config, "--jobs", "4")
        self.addCleanup(first.kill)
        deadline = time.monotonic() + 60
        while len(list((self.folder / "results/claims").glob("*.json"))) < 4 and time.monotonic() < deadline:
            time.sleep(0.01)
        first.send_signal(signal.SIGSTOP)
        if len(list((self.folder / "results/claims").glob("*.json"))) < 4:
            self.skipTest("the first run was too fast to be stopped")
        ended = self.bench.run("run", config, "--worker")
        self.assertEqual(ended.returncode, 0, ended.stdout)
        self.assertIn("4 left to those that have them under way", ended.stdout)
        first.send_signal(signal.SIGCONT)
        first.communicate(timeout=300)
        self.assertEqual(len(self.bench.records()), 4)

    def test_a_plan_drives_an_engine_cell_by_cell(self):
        config = self.bench.config("small", seeds=1)
        ended = subprocess.run([self.bench_program(), "plan", config, "--format", "jsonl"], cwd=self.folder, text=True,
                               capture_output=True, env=self.bench.environment())
        cells = [json.loads(line) for line in ended.stdout.splitlines()]
        self.assertEqual(len(cells), 4, ended.stderr)
        for cell in cells:
            self.assertIsNone(cell["status"])
            self.assertGreater(cell["memory_bytes"], 0)
            self.assertEqual(self.bench.run("run", config, "--cell", cell["id"]).returncode, 0)
            self.assertTrue((self.folder / cell["record"]).exists())
        self.assertEqual(self.bench.records(), self.alone(config))
        ended = self.bench.run("run", config, "--cell", cells[0]["id"], "--results", "other", SKETCHBENCH_MEMORY="12e6")
        self.assertEqual(ended.returncode, 1)
        self.assertRegex(ended.stdout, "skipped 1 cell: needs about .* of memory, .* are free")
        ended = self.bench.run("run", config, "--cell", "0" * 64)
        self.assertEqual(ended.returncode, 2)
        self.assertIn("sketchbench plan CONFIG", ended.stdout)

    @staticmethod
    def bench_program():
        from bench import PROGRAM
        return PROGRAM


if __name__ == "__main__":
    os.chdir(ROOT)
    unittest.main()
