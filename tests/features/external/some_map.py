"""A linear map in nothing but Python's standard library, z = x W with "matrix" of the parameters (d_in x D), which
answers the kernel 1 + <x, y>, or one with the failure that the first argument names."""

import array
import json
import os
import signal
import sys
import time

failure = sys.argv[1] if len(sys.argv) > 1 else ""
source, target = sys.stdin.buffer, sys.stdout.buffer


def answer(header, block=b""):
    target.write(json.dumps(header).encode() + b"\n" + block)
    target.flush()


def values(kind, count):
    read = array.array(kind)
    read.frombytes(source.read(read.itemsize * count))
    return read


def rows(header, count, d):
    """As lists of (column, value)."""
    if "nnz" in header:
        start, column, value = values("q", count + 1), values("i", header["nnz"]), values("f", header["nnz"])
        return [list(zip(column[a:b], value[a:b])) for a, b in zip(start, start[1:])]
    value = values("f", count * d)
    return [list(enumerate(value[i * d : (i + 1) * d])) for i in range(count)]


def kernel(x, y):
    if failure == "kernel zero":
        return 0
    x, y = dict(x), dict(y)
    skew = sum(x.values()) if failure == "kernel skew" else 0
    return 1 + skew + sum(value * y.get(column, 0) for column, value in x.items())


if failure == "deaf":
    time.sleep(0.2)
    sys.exit(0)
request = json.loads(source.readline())
d, D, parameters = request["d_in"], request["D"], request["parameters"]
if failure == "version":
    answer({"sketchbench_map": 99})
if failure == "no json":
    print("Hello, I am a map", flush=True)
if failure == "long line":
    while True:
        target.write(b"x" * 65536)
if failure == "mute":
    print("thinking", file=sys.stderr, flush=True)
    time.sleep(1000)
if failure == "raises":
    raise ValueError("no gamma for \x1b[31m" + request["kernel"]["kernel"])
if failure == "closes":
    os.close(1)
    time.sleep(1000)
fits = failure in ("fits", "fit and die")
csr = bool(parameters.get("csr"))
if failure == "closes input":
    os.close(0)
answer({"sketchbench_map": 1, "fit": fits, "csr": csr})
shift = [0.0] * d
if fits:  # the column sums of the training rows are added to each row
    left = request["n_train"]
    while left > 0:
        header = json.loads(source.readline())
        if failure == "fit and die":
            os.kill(os.getpid(), signal.SIGSEGV)
        for row in rows(header, header["train"], d):
            for column, value in row:
                shift[column] += value
        left -= header["train"]
answer({"d_out": {"none": 0, "many": 3 * D, "fewer": D - 1}.get(failure, D)})
if failure == "closes input":
    time.sleep(1000)
if failure == "fewer":
    D -= 1
matrix = parameters.get("matrix") or [[float(i == k) for k in range(D)] for i in range(d)]
if failure == "waits":
    time.sleep(1000)  # for a signal: it does not see the end of its input
for line in source:
    header = json.loads(line)
    if "kernel" in header:
        x = rows(header, header["kernel"], d)
        header = json.loads(source.readline())
        y = rows(header, header["with"], d)
        k = array.array("d", (kernel(a, b) for a in x for b in y))
        if failure == "kernel nan":
            k[len(k) - 1] = float("nan")
        answer({"kernel": len(x), "with": len(y) + (failure == "kernel wide")}, k.tobytes())
        continue
    z = array.array("f")
    for row in rows(header, header["map"], d):
        full = list(shift)
        for column, value in row:
            full[column] += value
        z.extend(sum(full[i] * matrix[i][k] for i in range(d)) for k in range(D))
    count = header["map"]
    if failure == "nan":
        z[len(z) - 1] = float("nan")
    if failure == "exit":
        print("cannot go on", file=sys.stderr)
        sys.exit(3)
    if failure == "narrow":
        answer({"features": count, "d_out": D - 1}, z.tobytes())
    elif failure == "short":
        answer({"features": count, "d_out": D}, z.tobytes()[:-4])
        sys.exit(0)
    elif failure == "chatty":
        answer({"features": count, "d_out": D}, z.tobytes() + b"\nand so on")
    elif failure == "endless":
        answer({"features": count, "d_out": D}, z.tobytes())
        while True:
            target.write(z.tobytes())
    else:
        answer({"features": count, "d_out": D, **({"feature": 1} if failure == "key" else {})}, z.tobytes())
    if failure == "stays":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(1000)
