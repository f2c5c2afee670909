"""Runs a program and says what it alone has used."""

import ctypes
import os
import signal
import subprocess
import tempfile
import time

PR_SET_CHILD_SUBREAPER = 36
# The program begins at the end of what is read, when the shell, which might reap it, is gone.
STARTER = 'exec 3<&0; { read -r _; exec "$@" 3<&- </dev/null; } <&3 & echo $! >"$0"'


def run(command, limit=None, **how):
    """The exit code, or None of what took longer than `limit` seconds and was ended, and the usage; `how` as for Popen.

    Linux counts what a process held before exec as its own, and that is a copy of the memory of whoever started it. So a
    shell starts the program and ends, and this process becomes its parent.
    """
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")
    gate, open_end = os.pipe()
    try:
        with tempfile.NamedTemporaryFile("r") as told:
            subprocess.run(["/bin/sh", "-c", STARTER, told.name, *map(str, command)], stdin=gate, check=True, **how)
            pid = int(told.read())
    finally:
        os.close(gate)
        os.close(open_end)
    ends = None if limit is None else time.monotonic() + limit
    try:
        while True:
            ended, status, usage = os.wait4(pid, 0 if ends is None else os.WNOHANG)
            if ended:
                return os.waitstatus_to_exitcode(status), usage
            if time.monotonic() > ends:
                os.kill(pid, signal.SIGKILL)
                return None, os.wait4(pid, 0)[2]
            time.sleep(0.005)
    except BaseException:  # the shell had it ignore an interrupt
        os.kill(pid, signal.SIGKILL)
        os.wait4(pid, 0)
        raise
