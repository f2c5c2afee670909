"""Slurm's commands for tests: what is submitted is kept, and runs when the test says so. Each command is this script under
its name; FAKE_SLURM names the folder with queue.json, jobs.txt, sinfo.txt and config.txt."""

import fcntl
import json
import os
import pathlib
import stat
import subprocess
import sys

NAMES = ("sbatch", "squeue", "scontrol", "sinfo", "scancel")


def write_whole(file, value):
    """For those who read it meanwhile."""
    part = file.with_suffix(f".{os.getpid()}.part")
    part.write_text(json.dumps(value))
    part.rename(file)


class FakeSlurm:
    """The cluster of a test."""

    def __init__(self, folder, most_tasks=1001, memory=4000):
        self.folder = pathlib.Path(folder)
        (self.folder / "bin").mkdir(parents=True)
        for name in NAMES:
            command = self.folder / "bin" / name
            command.write_text(f"#!/bin/sh\nexec {sys.executable} -B {os.path.abspath(__file__)} {name} \"$@\"\n")
            command.chmod(command.stat().st_mode | stat.S_IXUSR)
        (self.folder / "sinfo.txt").write_text(f"main*|{memory}|infinite|4\nmain*|{memory // 2}|infinite|2\nshort|500|30:00|4\n")
        (self.folder / "config.txt").write_text(f"MaxArraySize            = {most_tasks}\n")
        (self.folder / "queue.json").write_text("[]")
        (self.folder / "ended.json").write_text("[]")
        self.environment = {"FAKE_SLURM": str(self.folder), "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}"}

    def jobs(self):
        return json.loads((self.folder / "queue.json").read_text())

    def arrays(self):
        return [job for job in self.jobs() if "array" in job]

    def run(self, job, environment, task=None, **variables):
        """Runs a job's script, or a task of an array, as a node would; returns its exit code."""
        extra = {"SLURM_JOB_ID": job["id"], "SLURMD_NODENAME": "n1", **variables}
        if task is not None:
            extra.update(SLURM_ARRAY_JOB_ID=job["id"], SLURM_ARRAY_TASK_ID=str(task))
        return subprocess.run(["bash"], input=job["script"], text=True, cwd=job["options"]["chdir"],
                              env={**environment, **self.environment, **extra}).returncode

    def end(self, job, state="COMPLETED", exit_code=0, tasks=None):
        """The job leaves the queue."""
        ended = json.loads((self.folder / "ended.json").read_text())
        count = range(job["array"]) if "array" in job else [None]
        if "array" in job and not tasks and state == "CANCELLED":  # none had begun
            count = [4294967294]
        for task in count:
            label = f"ArrayJobId={job['id']} ArrayTaskId={task} " if task is not None else ""
            of_task = (tasks or {}).get(task, state)
            ended.append([job["id"], f"JobId={job['id']} {label}JobName={job['options']['job-name']} JobState={of_task} "
                                     f"Reason=None ExitCode={exit_code}:0 NodeList=n1"])
        (self.folder / "ended.json").write_text(json.dumps(ended))
        self._set([other for other in self.jobs() if other["id"] != job["id"]])

    def run_all(self, environment):
        """Until nothing waits: every task, and what the last jobs submit."""
        while self.jobs():
            job = self.jobs()[0]
            codes = ([self.run(job, environment, task) for task in range(job["array"])] if "array" in job
                     else [self.run(job, environment)])
            self.end(job, "COMPLETED" if not any(codes) else "FAILED", max(codes))

    def _set(self, jobs):
        write_whole(self.folder / "queue.json", jobs)


def sbatch(folder, words, script):
    options = dict(word[2:].split("=", 1) if "=" in word else (word[2:], "") for word in words)
    state = folder / "queue.json"
    jobs = json.loads(state.read_text())
    if options.get("partition") == "broken":
        sys.exit("sbatch: error: Batch job submission failed: Invalid account or account/partition combination specified")
    number = int((folder / "number").read_text()) + 1 if (folder / "number").exists() else 1
    (folder / "number").write_text(str(number))
    job = {"id": str(number), "options": options, "script": script}
    if "array" in options:
        job["array"] = int(options["array"].split("%")[0].split("-")[1]) + 1
    write_whole(state, [*jobs, job])
    print(number)


def main(name, words):
    folder = pathlib.Path(os.environ["FAKE_SLURM"])
    if (folder / "down").exists():
        sys.exit((folder / "down").read_text())
    script = sys.stdin.read() if name == "sbatch" else ""
    with open(folder / "lock", "w") as lock:  # commands may come at once
        fcntl.flock(lock, fcntl.LOCK_EX)
        answer(folder, name, words, script)


def answer(folder, name, words, script):
    if name == "sbatch":
        return sbatch(folder, words, script)
    jobs = json.loads((folder / "queue.json").read_text())
    if name == "squeue":
        names = next(word for word in words if word.startswith("--name=")).removeprefix("--name=").split(",")
        for job in jobs:
            if job["options"]["job-name"] in names:
                for task in range(job.get("array", 1)):
                    label = f"{job['id']}_{task}" if "array" in job else job["id"]
                    print(f"{label}|PENDING|Resources||{job['options']['job-name']}")
    elif name == "sinfo":
        print((folder / "sinfo.txt").read_text(), end="")
    elif name == "scontrol" and words[:2] == ["show", "config"]:
        print((folder / "config.txt").read_text(), end="")
    elif name == "scontrol":
        lines = [line for job, line in json.loads((folder / "ended.json").read_text()) if job == words[-1]]
        print("\n".join(lines))
    elif name == "scancel":
        kept = [job for job in jobs if f"--name={job['options']['job-name']}" not in words and job["id"] not in words]
        write_whole(folder / "queue.json", kept)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
