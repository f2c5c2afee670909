"""A Slurm cluster of three nodes on this machine, as root: Debian's slurmctld, three slurmd and munged on ports of the loopback
address. It ends jobs that have more memory than they asked for, by what jobacct_gather sees of them."""

import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import time

NODES = ("n1", "n2", "n3")
DAEMONS = ("slurmctld", "slurmd", "munged", "sbatch")
PATH = os.environ["PATH"] + ":/usr/sbin:/sbin"


def missing():
    """Why there can be none here; empty when there can."""
    lacking = [name for name in DAEMONS if not shutil.which(name, path=PATH)]
    if lacking:
        return f"no {', '.join(lacking)} here: apt-get install slurm-wlm munge"
    return "" if os.geteuid() == 0 else "Slurm's daemons want to be started by root"


class SlurmCluster:
    def __init__(self, folder, first_port=17820):
        self.folder = pathlib.Path(folder).resolve()
        self.conf = self.folder / "slurm.conf"
        self.first_port = first_port

    def start(self):
        for name in ("state", "spool", "log", "run"):
            (self.folder / name).mkdir(parents=True)
        self._start_munge()
        host = socket.gethostname().split(".")[0]
        lines = [
            "ClusterName=test", f"SlurmctldHost={host}(127.0.0.1)", "SlurmUser=root", "SlurmdUser=root",
            "AuthType=auth/munge", "MailProg=/bin/true", f"StateSaveLocation={self.folder}/state",
            f"SlurmdSpoolDir={self.folder}/spool/%n", f"SlurmctldPidFile={self.folder}/run/slurmctld.pid",
            f"SlurmdPidFile={self.folder}/run/slurmd.%n.pid", f"SlurmctldLogFile={self.folder}/log/slurmctld.log",
            f"SlurmdLogFile={self.folder}/log/slurmd.%n.log", f"SlurmctldPort={self.first_port}",
            "ProctrackType=proctrack/linuxproc", "TaskPlugin=task/none", "SelectType=select/cons_tres",
            "SelectTypeParameters=CR_CPU_Memory", "JobAcctGatherType=jobacct_gather/linux", "JobAcctGatherFrequency=1",
            "JobAcctGatherParams=OverMemoryKill", "AccountingStorageType=accounting_storage/none", "ReturnToService=2",
            "SlurmdTimeout=15", "MinJobAge=3600", "MaxArraySize=101", "SchedulerParameters=batch_sched_delay=0,sched_interval=5",
            "KillWait=5",
        ]
        lines += [f"NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={self.first_port + 1 + i} CPUs=2 RealMemory=4000 "
                  "State=UNKNOWN" for i, node in enumerate(NODES)]
        lines.append("PartitionName=main Nodes=n[1-3] Default=YES MaxTime=INFINITE State=UP")
        self.conf.write_text("\n".join(lines) + "\n")
        self.call("slurmctld", "-c")
        for node in NODES:
            self.start_node(node)
        self._await_nodes()

    @staticmethod
    def _start_munge():
        key = pathlib.Path("/etc/munge/munge.key")
        user = pwd.getpwnam("munge")
        if not key.exists() or not key.stat().st_size:
            key.write_bytes(os.urandom(1024))
            os.chown(key, user.pw_uid, user.pw_gid)
            key.chmod(0o400)
        pathlib.Path("/run/munge").mkdir(exist_ok=True)
        os.chown("/run/munge", user.pw_uid, user.pw_gid)
        if subprocess.run(["munge", "-n"], capture_output=True).returncode:
            subprocess.run(["runuser", "-u", "munge", "--", "/usr/sbin/munged", "--force"], check=True)

    def call(self, *words, check=True):
        environment = {**os.environ, "SLURM_CONF": str(self.conf), "PATH": PATH}
        return subprocess.run(words, env=environment, text=True, check=check, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              close_fds=True).stdout

    def _await_nodes(self, seconds=60):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self.call("sinfo", "-h", "-o", "%D", "-t", "idle", check=False).strip() == str(len(NODES)):
                return
            time.sleep(0.5)
        raise RuntimeError("the nodes do not come up: " + self.call("sinfo", check=False))

    def _end(self, name, how=signal.SIGKILL):
        try:
            os.kill(int((self.folder / "run" / f"{name}.pid").read_text()), how)
        except (FileNotFoundError, ProcessLookupError, ValueError):
            pass

    def kill_node(self, node):
        self._end(f"slurmd.{node}")

    def start_node(self, node):
        subprocess.run(["slurmd", "-N", node], env={**os.environ, "SLURM_CONF": str(self.conf), "PATH": PATH}, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def restart_controller(self):
        self._end("slurmctld")
        time.sleep(1)
        self.call("slurmctld")

    def drain(self, node):
        self.call("scontrol", "update", f"NodeName={node}", "State=DRAIN", "Reason=test")

    def resume(self, node):
        self.call("scontrol", "update", f"NodeName={node}", "State=RESUME", check=False)

    def heal(self):
        """As it was: no job, all nodes up."""
        self.call("scancel", "--user=root", check=False)
        for node in NODES:
            self.resume(node)
        self._await_nodes(120)

    def queue(self):
        return self.call("squeue", "-h", check=False)

    def running_task(self, arrays, seconds=60):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            names = [line.strip() for line in self.call("squeue", "-h", "-r", "-t", "RUNNING", "-o", "%i").splitlines()]
            found = [name for name in names if "_" in name]
            if found:
                return found[0]
            time.sleep(0.1)
        raise RuntimeError("no task runs")

    def stop(self):
        self.call("scancel", "--user=root", check=False)
        for node in NODES:
            self._end(f"slurmd.{node}", signal.SIGTERM)
        self._end("slurmctld", signal.SIGTERM)
        time.sleep(1)
