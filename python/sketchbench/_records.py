"""What runs of the program have left, for notebooks."""

import gzip
import json
import pathlib

__all__ = ["compare", "merge", "records"]


def _read(folder):
    """Records by cell; a finished one stands before any other."""
    place = pathlib.Path(folder) / "records"
    if not place.is_dir():
        raise ValueError(f"{folder} holds no records, expected a folder of results")
    found = {}

    def add(record, cell):
        if cell not in found or (found[cell]["status"] != "done" and record["status"] == "done"):
            found[cell] = record

    for file in sorted(place.glob("*.json")):
        add(json.loads(file.read_text(encoding="utf-8")), file.stem)
    for file in sorted(place.glob("*.jsonl.gz")):
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                add(record, _id(record))
    return found


def _id(record):
    import hashlib

    text = json.dumps(record["cell"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _flat(name, value, row):
    """Numbers, truth values and words below a key by their path; lists stay lists."""
    if isinstance(value, dict):
        for key, inner in value.items():
            _flat(f"{name}.{key}", inner, row)
    elif value is not None:
        row[name] = value


def _row(cell, record):
    described = record["cell"]
    kernel = described["kernel"]
    row = {"id": cell, "status": record["status"], "error": record.get("error"), "experiment": described["experiment"],
           "dataset": described["dataset"]["name"], "method": described["method"]["method"],
           "D": described["method"]["D"], "seed": described["seed"], "kernel": kernel["kernel"]}
    for key, value in kernel.items():
        if key != "kernel":
            row[f"kernel.{key}"] = value
    for part in ("result", "seconds", "data", "run"):
        _flat(part, record.get(part), row)
    learner = described.get("learner")
    if learner:
        row["learner"] = learner.get("type")
    row["peak_rss_bytes"] = record.get("peak_rss_bytes")
    return row


def records(folder, *others):
    """A row for each cell that has a record in a folder of results, or in one of several.

    Columns are what the cell is (``dataset``, ``kernel``, ``kernel.degree``, ``method``, ``D``, ``seed``, ``learner``)
    and, by their path in the record, its numbers: ``result.accuracy``, ``seconds.map.cpu``, ``data.n_train``,
    ``run.host.cpu``. Of a cell that several folders have, a finished record stands before others, then the folder that
    is named first.

    Returns a pandas DataFrame where pandas is installed, else a list of dictionaries, which may lack keys.
    """
    merged = {}
    for place in (folder, *others):
        for cell, record in _read(place).items():
            if cell not in merged or (merged[cell]["status"] != "done" and record["status"] == "done"):
                merged[cell] = record
    return _table([_row(cell, merged[cell]) for cell in sorted(merged)])


def compare(a, b, quantity="result.accuracy"):
    """The cells that two folders of results both have finished, with a quantity of each and their difference, b - a.

    Columns ``a``, ``b`` and ``difference`` stand behind what the cell is. Returns as ``records`` does.
    """
    first, second = _read(a), _read(b)
    rows = []
    for cell in sorted(first.keys() & second.keys()):
        if first[cell]["status"] != "done" or second[cell]["status"] != "done":
            continue
        row, other = _row(cell, first[cell]), _row(cell, second[cell])
        if quantity not in row or quantity not in other:
            continue
        shown = ("id", "experiment", "dataset", "kernel", "method", "D", "seed", "learner")
        rows.append({key: row.get(key) for key in shown}
                    | {"a": row[quantity], "b": other[quantity], "difference": other[quantity] - row[quantity]})
    if not rows:
        known = sorted({key for record in (*first.values(), *second.values()) for key in _row("", record)
                        if key.startswith(("result.", "seconds."))})
        raise ValueError(f"no cell is finished in both {a} and {b} with the quantity {quantity!r}; "
                         f"there are {', '.join(known)}")
    return _table(rows)


def merge(folder, *others, into, prefer=None, program="sketchbench"):
    """Copies the records of folders of results into another one, which is made if there is none.

    The program does it, as ``sketchbench merge`` (``program``: its name or path), with all that it checks: every record
    is read before anything is written, each file is written whole or not at all, and nothing is merged while a run is
    going on in one of the folders. Different finished records of a cell are an error unless ``prefer`` chooses:
    "first", that in ``into``, then of the folder named first; "newest", that of the later run.

    Returns what ``into`` holds now, as ``records`` does. ValueError, with the program's words, where it refuses;
    FileNotFoundError where there is no such program, which is no part of this package.
    """
    import subprocess

    preference = [] if prefer is None else ["--prefer", prefer]
    words = [program, "merge", *preference, "--into", into, "--", folder, *others]
    try:
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise FileNotFoundError(f"no program {str(program)!r}, which merges; expected it on PATH, or its path as "
                                "program=") from error
    if done.returncode != 0:
        raise ValueError(done.stderr.strip())
    return records(into)


def _table(rows):
    try:
        import pandas
    except ImportError:
        return rows
    return pandas.DataFrame(rows)
