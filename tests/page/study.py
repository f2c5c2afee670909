"""A small study on generated data: its records and the pages that are made from them."""

import base64
import csv
import functools
import hashlib
import io
import json
import os
import pathlib
import re
import subprocess
import tempfile
import zlib

PROGRAM = pathlib.Path(os.environ["SKETCHBENCH_PROGRAM"])
SOURCE = pathlib.Path(os.environ["SKETCHBENCH_SOURCE"])

LINEAR = {"type": "liblinear"}
EXACT = {"method": "exact", "learner": {"type": "libsvm"}}
KERNELS = [{"kernel": "polynomial", "degree": 2}, {"kernel": "polynomial", "degree": 2, "coef0": 1}]


def accuracy(name, grid, **more):
    return {"name": name, "title": f"The {name} results", "experiment": "accuracy", "seeds": 2, "learner": LINEAR,
            "grid": grid, "kernels": KERNELS,
            "methods": [EXACT, {"method": "tensor_sketch"}, {"method": "random_maclaurin_restricted"}], **more}


def small(dataset):
    return {"dataset": dataset, "max_train": 250, "D": [20, 40, 80]}


CONFIGS = [
    accuracy("table", [{"dataset": "poly_teacher_sparse", "max_train": 250, "D": 40}]),
    accuracy("curves", [small("poly_teacher_sparse"), small("poly_teacher_dense")], figure={"shows": "accuracy"}),
    accuracy("times", [small("poly_teacher_sparse"), small("poly_teacher_dense")], figure={"shows": "time"}),
    {"name": "growth", "experiment": "construction_time", "parameters": {"rows": 200, "repeats": 3},
     "figure": {"shows": "time"}, "grid": [{"dataset": "uniform", "d": "D", "D": [16, 32, 64]}], "kernels": KERNELS[1:],
     "methods": [{"method": "tensor_sketch"}, {"method": "random_maclaurin_restricted"}]},
]
OTHER_PROCESSOR = "Another processor"
# Only its exact kernels are run; one data set of it is not to be had without a network.
PARTIAL = accuracy("partial", [{"dataset": "poly_teacher_dense", "max_train": 200, "D": 10}])

QUICK_PAPER = {
    "papers.json": {"papers": [{"name": "mine", "title": "my paper", "citation": "A. Author, A Paper, 2026",
                                "tables": ["table"], "figures": []}]},
    "mine/claims.json": {"claims": [
        {"id": "as_good", "statement": "Sketches are as good", "place": "Table 1", "measured_by": ["table"],
         "number": {"difference": "accuracy"}, "methods": ["tensor_sketch"],
         "others": ["random_maclaurin_restricted"], "at_least": -100, "tolerance": 0}]},
}


def script_text(page, identity):
    return re.search(rf'<script id="{identity}"[^>]*>(.*?)</script>', page.read_text(encoding="utf-8"), re.S)[1]


def of_column(column):
    """The values of a column, as src/sketchbench/report/page/columns.hpp describes it."""
    if isinstance(column, list):
        return column
    if "distinct" in column:
        return [column["distinct"][place] for place in column["at"]]
    if "lengths" in column:
        items = iter(of_column(column["items"]))
        return [[next(items) for _ in range(length)] for length in of_column(column["lengths"])]
    parts = {key: iter(of_column(part)) for key, part in column["columns"].items()}
    return [{key: next(parts[key]) for key in column["keys"][shape]} for shape in of_column(column["shape"])]


def unpacked(page, identity):
    return of_column(json.loads(zlib.decompress(base64.b64decode(script_text(page, identity)))))[0]


def data_of(page):
    """What the page's script reads: reports with tables, figures and groups."""
    return unpacked(page, "data")


def records_of(page):
    return unpacked(page, "records")


def read_record(file):
    """The record, with the digits of its numbers as they stand: the program's are not always those that Python would
    write, and the checksum is over digits."""
    return json.loads(file.read_text(), parse_float=lambda digits: f"<digits {digits}>")


def canonical(record):
    text = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return re.sub(r'"<digits (.*?)>"', r"\1", text)


def write_sealed(file, record):
    """Writes the record with its checksum: SHA-256 of the canonical text without it."""
    record = {key: value for key, value in record.items() if key != "checksum"}
    checksum = hashlib.sha256(canonical(record).encode()).hexdigest()
    file.write_text(canonical(record | {"checksum": checksum}))


class Study:
    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="sketchbench-page-")
        self.folder = pathlib.Path(self._folder.name)
        self.results = self.folder / "results"
        self.configs = []
        for config in [*CONFIGS, PARTIAL]:
            file = self.folder / f"{config['name']}.json"
            file.write_text(json.dumps(config))
            self.configs.append(file)
        self.run("run", *self.configs[:-1])
        self.run("run", self.configs[-1], "--only", "method=exact")
        self.failed = self._let_a_run_fail("<b>ended</b> by signal 9 & more")
        self._move_runs("random_maclaurin_restricted", 80, OTHER_PROCESSOR)
        self.unusable = self._spoil_records()
        self.page = self.make_page("report.html")
        self.page_without_charts = self.make_page("plain.html", "--charts", "none.js")

    def close(self):
        self._folder.cleanup()

    def run(self, command, *arguments):
        """Runs the program without a network, on this study's folders where the arguments name none; returns what it
        printed."""
        words = [PROGRAM, command, *arguments]
        if "--results" not in arguments:
            words += ["--results", self.results]
        if command == "run" and "--data" not in arguments:
            words += ["--data", self.folder / "data"]
        environment = {**os.environ, "SKETCHBENCH_OFFLINE": "1"}
        environment.pop("SKETCHBENCH_MIRROR", None)
        done = subprocess.run([str(word) for word in words], cwd=SOURCE, env=environment, text=True,
                              capture_output=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout

    def make_page(self, name, *options):
        page = self.folder / name
        self.run("report", *self.configs, "--format", "html", "--output", page, *options)
        return page

    @functools.cache
    def quick_page(self):
        """The page of a quick run of a paper with one claim."""
        papers, results = self.folder / "papers", self.folder / "quick"
        (papers / "mine").mkdir(parents=True)
        (papers / "mine/table.json").write_text(json.dumps(CONFIGS[0]))
        for name, contents in QUICK_PAPER.items():
            (papers / name).write_text(json.dumps(contents))
        self.run("run", papers / "mine/table.json", "--quick", "--results", results)
        page = self.folder / "quick.html"
        self.run("report", "--papers", papers, "--quick", "--results", results, "--format", "html", "--output", page)
        return page

    @functools.cache
    def csv_rows(self, name):
        """What the program says to a reader of CSV, the text of table.csv."""
        return list(csv.reader(io.StringIO(self.run("report", self.folder / f"{name}.json", "--format", "csv"))))

    def _let_a_run_fail(self, error):
        """Makes a record of the partial study one of a run that failed, and returns it."""
        for file in (self.results / "records").glob("*.json"):
            record = read_record(file)
            if record["cell"]["dataset"]["max_train"] == 200:
                break
        failed = {key: record[key] for key in ("format", "cell", "run")} | {"status": "failed", "error": error}
        write_sealed(file, failed)
        return failed

    def _move_runs(self, method, D, processor):
        """Makes the records of a method with D features say that they were made on that processor."""
        for file in (self.results / "records").glob("*.json"):
            record = read_record(file)
            if (record["cell"]["method"]["method"], record["cell"]["method"]["D"]) == (method, D):
                record["run"]["host"]["cpu"] = processor
                write_sealed(file, record)

    def _spoil_records(self):
        """Two files that no report can use: one cut off, one of an older format. Returns their names."""
        files = sorted((self.results / "records").glob("*.json"))
        record = json.loads(files[0].read_text())
        record["format"] = 0
        older = files[0].with_name("0" * 64 + ".json")
        older.write_text(json.dumps(record))
        broken = files[0].with_name("1" * 64 + ".json")
        broken.write_text(files[0].read_text()[:200])
        return [older.name, broken.name]
