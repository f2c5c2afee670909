"""Random Fourier features for the Gaussian kernel in nothing but Python's standard library: slow, and the whole
protocol of docs/guides/external-maps.md in one page."""

import array
import json
import math
import random
import sys


def read_rows(count, d):
    values = array.array("f")  # little-endian float32, as sketchbench's processors have them
    values.frombytes(sys.stdin.buffer.read(4 * count * d))
    return [values[i * d : (i + 1) * d] for i in range(count)]


def answer(header, block=b""):
    sys.stdout.buffer.write(json.dumps(header).encode() + b"\n" + block)
    sys.stdout.buffer.flush()


request = json.loads(sys.stdin.buffer.readline())
d, D = request["d_in"], request["D"]
stream = random.Random(request["seed"])
sigma = request["kernel"]["sigma"]
frequencies = [[stream.gauss(0, 1 / sigma) for _ in range(d)] for _ in range(D)]
phases = [stream.uniform(0, 2 * math.pi) for _ in range(D)]
scale = math.sqrt(2 / D)

answer({"sketchbench_map": 1, "fit": False})
answer({"d_out": D})
for line in sys.stdin.buffer:
    rows = read_rows(json.loads(line)["map"], d)
    z = array.array("f")
    for x in rows:
        z.extend(
            scale * math.cos(phase + sum(w * value for w, value in zip(frequency, x)))
            for frequency, phase in zip(frequencies, phases)
        )
    answer({"features": len(rows), "d_out": D}, z.tobytes())
