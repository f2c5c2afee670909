"""Records as other tools read them: `sketchbench export --sqlite` and the Python package's records() and compare(), beside the
JSON files that they are made of."""

import importlib.util
import json
import os
import pathlib
import shutil
import sqlite3
import sys
import tempfile
import unittest

from bench import ROOT, Bench


def package():
    """The module alone, which needs nothing that is compiled, without pandas: a list of dictionaries."""
    sys.modules["pandas"] = None
    spec = importlib.util.spec_from_file_location("records", ROOT / "python/sketchbench/_records.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Records(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.bench = Bench(cls.folder)
        cls.config = cls.bench.config("small", seeds=2)
        ended = cls.bench.run("run", cls.config)
        assert ended.returncode == 0, ended.stdout
        cls.json = {file.stem: json.loads(file.read_text()) for file in (cls.folder / "results/records").glob("*.json")}

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder, ignore_errors=True)

    def test_the_database_holds_every_cell_and_number(self):
        for _ in range(2):  # a second one replaces the first
            ended = self.bench.run("export", "--sqlite", "results.db")
            self.assertEqual(ended.returncode, 0, ended.stdout)
        database = sqlite3.connect(self.folder / "results.db")
        cells = {row[0]: row for row in database.execute("SELECT id, status, dataset, method, D, seed, record FROM cells")}
        self.assertEqual(set(cells), set(self.json))
        for cell, record in self.json.items():
            described = record["cell"]
            self.assertEqual(cells[cell][1:6], (record["status"], "quadrants", described["method"]["method"],
                                                described["method"]["D"], described["seed"]))
            self.assertEqual(json.loads(cells[cell][6])["result"], record["result"])
            numbers = dict(database.execute("SELECT name, value FROM quantities WHERE cell = ?", (cell,)))
            self.assertEqual(numbers["result.accuracy"], record["result"]["accuracy"])
            self.assertEqual(numbers["seconds.train.cpu"], record["seconds"]["train"]["cpu"])
            self.assertEqual(numbers["peak_rss_bytes"], record["peak_rss_bytes"])
        [(mean,)] = database.execute("SELECT avg(value) FROM quantities WHERE name = 'result.accuracy'")
        self.assertAlmostEqual(mean, sum(r["result"]["accuracy"] for r in self.json.values()) / len(self.json))
        database.close()

    def test_a_list_has_a_row_for_each_place(self):
        self.bench.run("export", "--sqlite", "lists.db")
        database = sqlite3.connect(self.folder / "lists.db")
        for cell, record in self.json.items():
            values = [v for (v,) in database.execute("SELECT value FROM quantities WHERE cell = ? AND name = 'learner.objectives' "
                                                     "ORDER BY position", (cell,))]
            self.assertEqual(values, record["learner"]["objectives"])
        database.close()

    def test_another_file_is_not_replaced(self):
        self.bench.write("notes.txt", "mine")
        ended = self.bench.run("export", "--sqlite", "notes.txt")
        self.assertEqual(ended.returncode, 2)
        self.assertIn("no SQLite database", ended.stdout)
        self.assertEqual((self.folder / "notes.txt").read_text(), "mine")
        ended = self.bench.run("export", "--sqlite", "nowhere/results.db")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("nowhere/results.db", ended.stdout)
        ended = self.bench.run("export", "--sqlite", "x.db", "--results", "none")
        self.assertEqual(ended.returncode, 2)

    def test_the_package_has_a_row_for_each_cell_packed_or_not(self):
        rows = {row["id"]: row for row in package().records(self.folder / "results")}
        self.assertEqual(set(rows), set(self.json))
        for cell, record in self.json.items():
            self.assertEqual(rows[cell]["result.accuracy"], record["result"]["accuracy"])
            self.assertEqual(rows[cell]["kernel.degree"], 2)
            self.assertEqual(rows[cell]["seconds.map.wall"], record["seconds"]["map"]["wall"])
        shutil.copytree(self.folder / "results", self.folder / "packed")
        self.assertEqual(self.bench.run("pack", self.config, "--results", "packed").returncode, 0)
        self.assertEqual(list((self.folder / "packed/records").glob("*.json")), [])
        self.assertEqual({row["id"]: row for row in package().records(self.folder / "packed")}, rows)
        self.assertEqual(len(package().records(self.folder / "packed", self.folder / "results")), len(rows))

    def test_cells_of_two_folders_stand_beside_each_other(self):
        shutil.copytree(self.folder / "results", self.folder / "other")
        self.addCleanup(shutil.rmtree, self.folder / "other")
        changed = next((self.folder / "other/records").glob("*.json"))
        record = json.loads(changed.read_text())
        record["result"]["accuracy"] += 1
        changed.write_text(json.dumps(record))
        rows = package().compare(self.folder / "results", self.folder / "other")
        self.assertEqual(len(rows), len(self.json))
        self.assertEqual({row["id"]: round(row["difference"], 6) for row in rows if row["difference"]}, {changed.stem: 1})
        with self.assertRaisesRegex(ValueError, "result.accuracy"):
            package().compare(self.folder / "results", self.folder / "other", "result.acuracy")
        with self.assertRaisesRegex(ValueError, "holds no records"):
            package().records(self.folder / "nowhere")


if __name__ == "__main__":
    os.chdir(ROOT)
    unittest.main()
