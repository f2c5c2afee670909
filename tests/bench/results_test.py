"""results/bench holds what bench/run makes: each part's two files, of one run, whole, and nothing else. That docs/benchmarks.md's
tables are those files is the test bench.readme."""

import json
import pathlib
import re
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
sys.path.insert(0, str(ROOT / "bench/peers"))
import contest
import curves
import out_of_memory_tables
import process
import report
import tables

RESULTS = ROOT / "results/bench"
SECOND_MACHINE = ROOT / "results/second_machine/bench"  # parts that were measured once more, on another machine
SECOND_RUN = ROOT / "results/second_run/bench"  # and on the same one at another time
FIGURES = {"kernel_curves.svg", "linear_curves.svg", "out_of_memory.svg", "sparse_linear.svg"}
# Parts that have not been measured since they are part of bench/run. A part that is here and there is an error, too.
NOT_MEASURED: set[str] = set()


def parts():
    """Those that bench/run knows."""
    lines = re.search(r'^parts="\n(.*?)^"', (ROOT / "bench/run").read_text(), re.S | re.M).group(1)
    return [line.split()[0] for line in lines.splitlines() if line.split()]


def wrong_in(folder, known):
    """What is wrong with a folder of results, a sentence each."""
    wrong = []
    names = {file.name for file in folder.glob("*")} - FIGURES
    for name in sorted(names - {f"{part}.{kind}" for part in known for kind in ("json", "md")}):
        wrong.append(f"{name} is of no part of bench/run")
    for part in known:
        file, table = folder / f"{part}.json", folder / f"{part}.md"
        if file.exists() != table.exists():
            wrong.append(f"{part} has one file of two")
        if not (file.exists() and table.exists()):
            continue
        results, text = json.loads(file.read_text()), table.read_text()
        if results["name"] != part or results["quick"]:
            wrong.append(f"{part}.json is of {results['name']}" + (", in the small" if results["quick"] else ""))
        machine = results["machine"]
        load = f"load average {machine['host'].get('load_average', 0):.1f} at the end"
        if load not in text or machine["host"]["cpu"] not in text:
            wrong.append(f"{part}.md is of another run than {part}.json")
        if part in contest.PARTS and "repeats" in results["measurements"] and curves.markdown(results) != text:
            wrong.append(f"{part}.md is not what bench/peers makes of {part}.json")
    return wrong


class Results(unittest.TestCase):
    def test_committed_results_are_whole(self):
        self.assertEqual(wrong_in(RESULTS, parts()), [])
        self.assertEqual({part for part in parts() if not (RESULTS / f"{part}.json").exists()}, NOT_MEASURED)

    def test_kept_measurements_give_their_tables_or_are_refused_as_of_an_earlier_form(self):
        for part in report.PARTS:
            file = RESULTS / f"{part.__name__}.json"
            with self.subTest(part=part.__name__):
                try:
                    made = report.kept_markdown(file)
                except SystemExit as refused:
                    self.assertRegex(str(refused), r"of an earlier form, without '\w+', of revision [0-9a-f]{12}; their tables "
                                     rf"are in .*{part.__name__}\.md")
                else:
                    self.assertTrue(made.startswith("# "))

    def test_results_are_of_committed_revisions(self):
        def changed(file):
            """Whether a measurement is of changed or unknown sources; levels has those of several machines."""
            results = json.loads(file.read_text())
            machines = [run["machine"] for run in [results, *results.get("others", [])]]
            return any(not re.fullmatch("[0-9a-f]{40}", machine.get("revision", "")) or machine["dirty"]
                       for machine in machines)

        files = [file for folder in (RESULTS, SECOND_MACHINE, SECOND_RUN) for file in folder.glob("*.json")]
        self.assertEqual([file.stem for file in files if changed(file)], [])

    def test_what_was_measured_again_is_whole_and_of_another_machine_or_of_another_time(self):
        def machines(file):
            return [json.loads((folder / file.name).read_text())["machine"] for folder in (RESULTS, file.parent)]

        def processor(machine):
            return machine["host"]["cpu"], machine["host"]["cpu_model"]

        for folder in (SECOND_MACHINE, SECOND_RUN):
            self.assertEqual(wrong_in(folder, parts()), [])
        for file in SECOND_MACHINE.glob("*.json"):
            first, again = machines(file)
            self.assertNotEqual(processor(first), processor(again), file.name)
        for file in SECOND_RUN.glob("*.json"):
            first, again = machines(file)
            self.assertEqual(processor(first), processor(again), file.name)
            self.assertNotEqual(first.get("measured"), again["measured"], file.name)

    def test_the_first_measurement_has_every_case(self):
        for part in (part for name, part in contest.PARTS.items() if name not in NOT_MEASURED):
            results = json.loads((RESULTS / f"{part.name}.json").read_text())
            self.assertEqual([case["case"] for case in results["measurements"]["cases"]],
                             [case.name for case in part.cases])

    def test_the_parts_of_others_are_parts(self):
        self.assertLessEqual(set(contest.PARTS), set(parts()))

    def test_the_page_shows_every_part_that_has_a_comparison(self):
        shown = re.findall(r"^<!-- bench: (\w+) -->$", (ROOT / "docs/benchmarks.md").read_text(), re.M)
        self.assertEqual(sorted(set(parts()) - set(shown)), sorted({"growth", "lengths"} | NOT_MEASURED))

    # Of parts whose measurements have all that their tables say since they were taken, and no times with units, which
    # were written otherwise then.
    def test_committed_tables_of_programs_are_of_their_measurements(self):
        def rows(text):
            return [line.replace("\\", "") for line in text.splitlines() if line.startswith("|")]

        found = [folder / f"{part}.json" for folder in (RESULTS, SECOND_RUN) for part in ("lengths", "tensor_sketch")]
        found = [file for file in found if file.exists()]
        self.assertGreaterEqual(len(found), 2)
        for file in found:
            made = rows(report.markdown(json.loads(file.read_text())))
            self.assertEqual(made, rows(file.with_suffix(".md").read_text()), file)

    def test_committed_tables_of_out_of_memory_are_of_its_measurements(self):
        for file in RESULTS.glob("out_of_memory.json"):
            results = json.loads(file.read_text())
            made = out_of_memory_tables.document(results)
            self.assertEqual(made, file.with_suffix(".md").read_text())
            self.assertEqual(made.tables, results["tables"])

    def test_growth_is_the_exponent_and_others_times_are_by_ours_of_the_same_turn(self):
        def run(rows, what, turn, seconds, held=False, **more):
            return {"shape": "dense", "rows": rows, "what": what, "held": held, "turn": turn, "train_s": seconds,
                    "train_wall_s": seconds, "wall_s": seconds, "read": 1e6, "peak": 2e6, "passes": 2} | more

        ours, theirs = "sgd, 300 features", "scikit-learn, 300 features"
        runs = [run(1000, ours, turn, 1.0 + turn) for turn in range(3)]
        runs += [run(1000, theirs, turn, 2.0 + 2 * turn) for turn in range(3)]
        runs += [run(8000, ours, 0, 2.0 * 8**1.5, accuracy=71.5), run(8000, theirs, 0, 3.0)]
        runs += [run(8000, ours, 0, 1.0, held=True, accuracy=71.5), {**run(9000, theirs, 0, 1.0), "failure": "no room"}]
        found = {"limit": 2e9, "turns": 3, "runs": runs}
        overview = out_of_memory_tables.overview(found)
        self.assertIn("without a failure, in one run; up to 100,000 rows the median of 3.", overview)
        self.assertIn("| dense | 8,000 | sgd, 300 features | 45.3 | 45.3 | 354 | 1 | 2 | 71.50 % | 1.50 |", overview)
        self.assertIn("| dense | 8,000 | scikit-learn, 300 features | 3.00 |", overview, "the largest that did not fail")
        self.assertIn("At 9,000 rows, dense: scikit-learn, 300 features failed (no room). Not measured, for reasons above or in "
                      "the notes of results/bench, were: sgd, 300 features.", overview)
        only_failed = [{**run(1000, ours, 0, 1.0), "failure": "no room"}]
        self.assertIn("| dense | 1,000 | sgd, 300 features | – |  |  |  |  | not measured: no room |",
                      out_of_memory_tables.overview(found | {"runs": only_failed}))
        self.assertIn("| dense | 1,000 | scikit-learn, 300 features | sgd, 300 features | 3 | 2.00 (2.00 – 2.00) |",
                      out_of_memory_tables.in_turn(found))
        self.assertIn("| dense | 8,000 | sgd, 300 features | 71.50 % | 71.50 % |", out_of_memory_tables.held_forms(found))

    def test_memory_is_that_of_the_program_and_not_of_who_starts_it(self):
        held = b"1" * 200_000_000
        for limit in (None, 60):
            code, usage = process.run(["/bin/sh", "-c", "exit 3"], limit)
            self.assertEqual(code, 3)
            self.assertLess(1024 * usage.ru_maxrss, 20e6)
        del held
        _, usage = process.run([sys.executable, "-c", "held = b'1' * 100_000_000"])
        self.assertGreater(1024 * usage.ru_maxrss, 100e6)

    def test_ends_what_takes_longer_than_its_limit(self):
        self.assertIsNone(process.run(["sleep", "600"], 0.1)[0])

    def test_parts_that_are_programs_have_tables(self):
        programs = re.findall(r"^(\w+) +bench/report\.py ", (ROOT / "bench/run").read_text(), re.M)
        self.assertEqual(sorted(programs), sorted(part.__name__ for part in report.PARTS))

    def test_what_is_not_as_wanted_is_bold(self):
        self.assertEqual(report.against(9.994, 10), "9.99×")
        self.assertIsInstance(report.against(9.994, 10), tables.Strong)
        self.assertNotIsInstance(report.against(10, 10), tables.Strong)
        self.assertNotIsInstance(report.against(0.1, 0), tables.Strong, "there is no goal")
        case = {"D": 7, "next_smooth": 8, "d": 54, "dense": True, "degree": 2, "times": 2.5}
        text = "\n".join(report.lengths({"cases": [case, case | {"D": 9, "next_smooth": 9, "times": 1.0}]}))
        self.assertIn("| 7 | 8 | **2.50×** |\n| 9 | 9 | 1.00× |\n| largest |  | 2.50× |\n", text)

    def test_numbers_have_three_digits_and_differences_no_sign_of_nothing(self):
        self.assertEqual([tables.number(value) for value in (0.123, 1.234, 12.34, 123.4, 1234.5)],
                         ["0.12", "1.23", "12.3", "123", "1234"])
        self.assertEqual([report.signed(value) for value in (-0.004, 0.004, -0.02, 0.02)], ["0.00", "0.00", "−0.02", "+0.02"])
        self.assertEqual([report.size_text(size) for size in (1.5e9, 26e6, 1234, 10)],
                         ["1.50 GB", "26.0 MB", "1.2 kB", "10 bytes"])

    def test_finds_a_table_that_is_not_of_its_measurements(self):
        host = {"cpu": "X", "cores": 2, "load_average": 1.0, "two_threads": {"wall": {"median": 2.0}}}
        machine = {"host": host, "instruction_set": "Y", "libraries": {"liblinear": "L", "libsvm": "S", "fftw": "F"},
                   "compiler": "c", "flags": "f"}
        once = {"min": 1.0, "q1": 1.0, "median": 1.0, "q3": 1.0, "max": 1.0}
        ours = {"runs": 5, "train": {"wall": once, "cpu": once}, "accuracy": 90.0, "objective": -1.0}
        case = {"case": "adult2", "dataset": "adult", "degree": 2, "n": 7, "block_smo": ours, "libsvm": ours}
        results = {"name": "kernel", "quick": False, "machine": machine,
                   "measurements": {"repeats": 5, "versions": {}, "cases": [case]}}
        with tempfile.TemporaryDirectory() as name:
            folder, text = pathlib.Path(name), tables.markdown(results)
            (folder / "kernel.json").write_text(json.dumps(results))
            (folder / "kernel.md").write_text(text)
            self.assertEqual(wrong_in(folder, ["kernel"]), [])
            self.assertIn("1.00×", text)
            (folder / "kernel.md").write_text(text.replace("1.00×", "2.00×", 1))
            self.assertEqual(wrong_in(folder, ["kernel"]), ["kernel.md is not what bench/peers makes of kernel.json"])

    def test_finds_what_is_wrong(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            machine = {"host": {"cpu": "X", "load_average": 1.0}}
            result = {"name": "linear", "quick": False, "machine": machine, "measurements": {}}
            right = "X; load average 1.0 at the end."

            def wrong(result=result, text=right):
                (folder / "linear.json").write_text(json.dumps(result))
                (folder / "linear.md").write_text(text)
                return wrong_in(folder, ["linear"])

            self.assertEqual(wrong(), [])
            self.assertEqual(wrong(text=right.replace("1.0", "2.0")), ["linear.md is of another run than linear.json"])
            self.assertEqual(wrong(result | {"quick": True}), ["linear.json is of linear, in the small"])
            self.assertEqual(wrong(result | {"name": "kernel"}), ["linear.json is of kernel"])
            wrong()
            (folder / "old.md").write_text("")
            self.assertEqual(wrong_in(folder, ["linear"]), ["old.md is of no part of bench/run"])
            (folder / "old.md").unlink()
            (folder / "linear.md").unlink()
            self.assertEqual(wrong_in(folder, ["linear"]), ["linear has one file of two"])


if __name__ == "__main__":
    unittest.main()
