"""bench/peers: who is measured when and how often, what is kept, and what the tables make of it."""

import importlib.machinery
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest
import unittest.mock

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "bench/peers")]
import blas
import contest
import curves
import tables

loader = importlib.machinery.SourceFileLoader("peers_run", str(ROOT / "bench/peers/run"))
run = importlib.util.module_from_spec(importlib.util.spec_from_loader("peers_run", loader))
loader.exec_module(run)

A = contest.Contestant("a", "Ours", learner="a", threads=(1, 2))
B = contest.Contestant("b", "Theirs", learner="b")
P = contest.Contestant("p", "Python's", "somebody", threads=(1, 2), forms=(("csr", "float64"), ("C", "float64")))
CASE = contest.Case("one", "adult", "publisher")


def part(*contestants):
    return contest.Part("kernel", "A title", "A caption", "svc", "b", "a", (CASE,), contestants)


MACHINE = {"host": {"cpu": "X", "cores": 2, "two_threads": {"wall": {"median": 2.0}}}, "instruction_set": "Y",
           "libraries": {"liblinear": "L", "libsvm": "S", "fftw": "F"}, "compiler": "c", "flags": "f"}


class Measured:
    """Stands for processes: notes who was measured, and gives times as told."""

    def __init__(self, seconds=None, fails=(), why=run.NotHere):
        self.calls, self.seconds, self.fails, self.why = [], seconds or {}, fails, why

    def __call__(self, case, contestant, threads, form, rows):
        self.calls.append((contestant.key, threads, form and form[0], rows))
        if contestant.key in self.fails:
            raise self.why("it has its reasons")
        wall = self.seconds.get((contestant.key, form and form[0]), 1.0)
        time = {"wall": wall, "cpu": wall * threads}
        return {"train": time, "predict": time, "accuracy": 90.0, "objective": -10.0, "n": 7, "title": "T",
                "kernel": "k"}


class Peers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        version = run.version_of
        self.addCleanup(setattr, run, "version_of", version)
        run.version_of = lambda peer: "1.0"

    def measuring(self, which, measured):
        return run.Measuring(which, self.folder, measured)

    def measure_all(self, which, measured, repeats=5, budget=1000, stop=None):
        measuring = self.measuring(which, measured)
        for count, (contestant, threads, name) in enumerate(measuring.needed(CASE, repeats, budget)):
            if count == stop:
                break
            measuring.make(CASE, contestant, threads, name)
        return measuring

    def results(self, which, measuring, repeats=5, budget=1000):
        parts = dict(contest.PARTS)
        self.addCleanup(setattr, contest, "PARTS", parts)
        contest.PARTS = parts | {which.name: which}
        return {"name": which.name, "machine": MACHINE, "quick": False,
                "measurements": tables.measurements(which, measuring, repeats, budget, run.version_of)}

    def test_goes_from_first_to_last_and_back_and_leaves_two_threads_to_the_end(self):
        measured = Measured()
        self.measure_all(part(A, B), measured, repeats=2)
        self.assertEqual([call[:2] for call in measured.calls],
                         [("a", 1), ("b", 1), ("b", 1), ("a", 1), ("a", 2), ("a", 2)])

    def test_goes_on_where_it_ended(self):
        first, second = Measured(), Measured()
        self.measure_all(part(A, B), first, stop=4)
        self.measure_all(part(A, B), second)
        self.assertEqual((len(first.calls), len(second.calls)), (4, 11))
        third = Measured()
        self.measure_all(part(A, B), third)
        self.assertEqual(third.calls, [])

    def test_long_trainings_are_repeated_as_often_as_they_fit(self):
        self.assertEqual([contest.wanted(5, seconds, 240) for seconds in (1, 48, 49, 120, 340)], [5, 5, 4, 3, 3])
        measured = Measured({("b", None): 100.0})
        measuring = self.measure_all(part(A, B), measured, budget=240)
        self.assertEqual(sum(call[0] == "b" for call in measured.calls), 3)
        text = tables.markdown(self.results(part(A, B), measuring, budget=240))
        self.assertRegex(text, r"\| Theirs \| 1 \| 3 \|.*more would take more than 4.00 min")

    def test_who_fails_is_asked_once_and_named_with_the_reason(self):
        which, measured = part(A, B, P), Measured(fails=("p",))
        measuring = self.measure_all(which, measured)
        self.assertEqual(sum(call[0] == "p" for call in measured.calls), len(P.forms))
        text = tables.markdown(self.results(which, measuring))
        self.assertRegex(text, r"\| Python's \| 1 \|.*\| it has its reasons \|")
        self.assertRegex(text, r"(?m)^\| T \| k \| 7 \| 1\.00 s \| 1\.00× \| – \| 1\.00 s \| – \|$")

    def test_a_peer_that_is_not_there_starts_no_process(self):
        def missing(peer):
            raise run.NotHere("pip did not install it")

        run.version_of = missing
        which, measured = part(A, B, P), Measured()
        measuring = self.measure_all(which, measured)
        self.assertEqual([call for call in measured.calls if call[0] == "p"], [])
        self.assertIn("pip did not install it", tables.markdown(self.results(which, measuring)))

    def on_a_part_and_whole(self, ours):
        """What is kept of a case of 14 rows, of which 7 are a case of their own; theirs takes 20 s, Python's 30 s."""
        few = contest.Case("few", "adult", "publisher", rows=7)
        whole = contest.Case("all", "adult", "publisher", limit=90, part="few")
        which = contest.Part("kernel", "A title", "A caption", "svc", "b", "a", (few, whole), (A, B, P))
        measured = Measured({("a", None): ours, ("b", None): 20.0, ("p", "csr"): 30.0, ("p", "C"): 40.0})
        measuring = self.measuring(which, lambda case, *rest: measured(case, *rest) | {"n": case.rows or 14})
        for case in which.cases:
            for contestant, threads, name in measuring.needed(case, 1, 1000):
                measuring.make(case, contestant, threads, name)
        return lambda contestant, name: measuring.kept(whole, contestant, name)

    def test_who_took_too_long_on_a_part_is_not_tried_on_all_rows(self):
        kept = self.on_a_part_and_whole(ours=2.0)
        self.assertEqual(kept(B, "threads1_1")["train"]["wall"], 20)  # 4 times 20 is within 90
        self.assertEqual(kept(P, "threads1_1")["missing"],
                         "not tried: 30.0 s on 7 rows, and times grow by about the square of the rows")
        self.assertIsNone(kept(P, "threads2_1"))

    def test_who_is_far_behind_on_a_part_is_not_tried_on_all_rows(self):
        kept = self.on_a_part_and_whole(ours=1.0)
        self.assertEqual(kept(B, "threads1_1")["train"]["wall"], 20)
        self.assertEqual(kept(P, "threads1_1")["missing"], "not tried: 30.0× Ours's time on 7 rows")

    def test_who_is_left_out_of_a_case_is_said_with_its_reason(self):
        solver = contest.Contestant("c", "Theirs", learner="c")
        case = contest.Case("some", "adult", "publisher", without=("c",), why="it is slow here")
        which = contest.Part("kernel", "A title", "A caption", "svc", "c", "c", (case,), contest.ladder((solver,), (1, 0.1)))
        measuring = self.measuring(which, lambda *_: self.fail("it is measured"))
        for contestant, threads, name in measuring.needed(case, 1, 1000):
            measuring.make(case, contestant, threads, name)
        for contestant in which.contestants:
            self.assertEqual(measuring.kept(case, contestant, "threads1_1"), {"missing": "not tried: it is slow here"})

    def test_what_may_pass_is_no_result(self):
        ours, sh = str(run.PROGRAM), "/bin/sh"
        self.addCleanup(setattr, run, "PROGRAM", run.PROGRAM)
        run.PROGRAM = pathlib.Path(sh)  # ours, which has no reasons to fail
        for command, why in (([sh, "-c", "echo no data >&2; exit 2"], "no data"), ([ours + "x"], "prepare"),
                             (["/bin/bash", "-c", "kill -9 $$"], "ended with -9")):
            with self.assertRaisesRegex(run.Failed, why):
                run.call(command, {}, 60)
        with self.assertRaisesRegex(run.NotHere, "^cannot$"):  # a peer, which may
            run.call(["/bin/bash", "-c", "echo first >&2; echo cannot >&2; exit 1"], {}, 60)

        def fails(*_):
            raise run.Failed("no data")

        measuring = self.measuring(part(A), fails)
        with self.assertRaises(run.Failed):
            measuring.make(CASE, A, 1, "threads1_1")
        self.assertIsNone(measuring.kept(CASE, A, "threads1_1"))

    def test_a_torn_measurement_is_made_again(self):
        measuring = self.measure_all(part(A), Measured())
        for torn in ("", "{", "[]", '{"a": 1}', '{"missing": 3}'):
            measuring.file(CASE, A, "threads1_1").write_text(torn)
            self.assertEqual([name for _, _, name in measuring.needed(CASE, 5, 1000)], ["threads1_1"], torn)
            measuring.make(CASE, A, 1, "threads1_1")
        self.assertEqual(list(measuring.needed(CASE, 5, 1000)), [])

    def test_takes_the_fastest_form(self):
        measured = Measured({("p", "csr"): 3.0, ("p", "C"): 2.0})
        measuring = self.measure_all(part(A, B, P), measured)
        self.assertEqual([call[2] for call in measured.calls if call[0] == "p" and call[3] == 0], ["C"] * 10)
        self.assertEqual(measuring.kept(CASE, P, "threads1_1")["form"], ["C", "float64"])

    def test_the_kernels_of_pythons_blas_stand_in_the_record_and_the_notes(self):
        def measure(case, contestant, *rest):
            found = Measured()(case, contestant, *rest)
            return found if contestant.learner else found | {"blas": "openblas 0.3 (Zen kernels)"}

        which = part(A, B, P)
        results = self.results(which, self.measure_all(which, measure))
        self.assertEqual(results["measurements"]["versions"]["BLAS"], "openblas 0.3 (Zen kernels)")
        self.assertRegex(tables.markdown(results), r"(?m)^- BLAS: openblas 0\.3 \(Zen kernels\)\.$")

    def test_medians_and_spread(self):
        self.assertEqual(tables.quartiles([5, 1, 2, 4, 3]), {"min": 1, "q1": 2, "median": 3, "q3": 4, "max": 5})
        self.assertEqual(tables.quartiles([1, 2])["median"], 1.5)
        self.assertEqual(tables.quartiles([7])["q3"], 7)

    def test_other_objectives_and_accuracies_are_marked(self):
        standard = {"accuracy": 90.0, "objective": -100.0}
        self.assertEqual(tables.compared({"accuracy": 90.1, "objective": -99.95}, standard),
                         ["+5.0e-04", "90.10", "+0.10"])
        self.assertEqual(tables.compared({"accuracy": 89.8, "objective": -99.0}, standard),
                         ["+1.0e-02 (!)", "89.80", "-0.20 (!)"])

    def test_the_overview_marks_who_finds_something_else(self):
        which = part(A, B)
        results = self.results(which, self.measure_all(which, Measured()))
        self.assertNotIn("(!)", tables.overview(which, results["measurements"]["cases"], 5))
        results["measurements"]["cases"][0]["a"]["objective"] = -9.9
        shown = tables.overview(which, results["measurements"]["cases"], 5)
        self.assertRegex(shown, r"\| 1\.00× \(!\) \|")
        self.assertIn("is not that of Theirs", shown)

    def test_more_threads_than_given_are_told(self):
        measured = Measured()
        which = part(A, B)
        measuring = self.measure_all(which, measured)
        results = self.results(which, measuring)
        results["measurements"]["cases"][0]["b"]["train"]["cpu"]["median"] = 2.0
        self.assertRegex(tables.markdown(results), r"Theirs \| 1 .* 2\.00 \| used more than one thread \|")

    def curves_of(self, found, fails=(), why=run.NotHere):
        """Of two solvers at three tolerances: seconds and objectives as `found` has them; the best is -1000."""
        which = contest.Part("curves", "A title", "A caption", "svc", "b", "a", (CASE,),
                             contest.ladder((A, B), (1, 0.1, 0.01)), {"C": 1}, (1e-2, 1e-4))
        measured = Measured(fails=fails, why=why)

        def measure(case, contestant, *rest):
            seconds, objective = found.get(contestant.key, (1.0, -1000.0))
            time = {"wall": seconds, "cpu": seconds}
            return measured(case, contestant, *rest) | {"train": time, "objective": objective}

        return which, measured, self.results(which, self.measure_all(which, measure, repeats=1), repeats=1)

    def test_the_time_to_an_accuracy_is_that_of_the_quickest_training_so_near(self):
        which, _, results = self.curves_of({"a_1": (1.0, -995.0), "a_0.1": (3.0, -999.0), "a_0.01": (2.0, -999.99),
                                            "b_1": (8.0, -900.0), "b_0.1": (10.0, -999.95), "b_0.01": (30.0, -1000.0)})
        case = results["measurements"]["cases"][0]
        within = {(solver, target): curves.first_within(which, case, solver, target) for solver in "ab"
                  for target in which.targets}
        self.assertEqual([round(wall["median"], 9) if wall else None for wall in within.values()], [1, 2, 10, 10])
        self.assertIsNone(curves.first_within(which, case, "a", 1e-6))
        kept, = curves.with_reached(which, [case | {"b_0.1": {"missing": "a reason"}, "b_0.01": {"missing": "a reason"}}])
        self.assertEqual(kept["reached"], {"0.01": {"a": 1.0}, "0.0001": {"a": 2.0}})
        text = curves.markdown(results)
        self.assertRegex(text, r"\| T, n = 7 \| k \| 0\.01 \| 1\.00 s \| 10\.0× \|")
        self.assertRegex(text, r"\| T, n = 7 \| k \| 0\.0001 \| 2\.00 s \| 5\.00× \|")
        drawn = curves.figure(which, results["measurements"]["cases"])["panels"][0]["series"]
        self.assertEqual([[point["x"] for point in line["points"]] for line in drawn], [[1, 2, 3], [8, 10]])

    def test_a_finer_tolerance_is_not_tried_where_a_coarser_one_did_not_end(self):
        _, measured, results = self.curves_of({}, fails=("b_0.1",))
        self.assertEqual([call[0] for call in measured.calls], ["a_1", "b_1", "a_0.1", "b_0.1", "a_0.01"])
        self.assertIn("not tried: with eps = 0.1 it has its reasons", results["measurements"]["cases"][0]["b_0.01"]["missing"])

    def test_a_finer_tolerance_is_tried_where_a_coarser_one_crashed(self):
        _, measured, results = self.curves_of({}, fails=("b_0.1",), why=run.Crashed)
        self.assertEqual([call[0] for call in measured.calls], ["a_1", "b_1", "a_0.1", "b_0.1", "a_0.01", "b_0.01"])
        self.assertIn("its reasons", results["measurements"]["cases"][0]["b_0.1"]["missing"])

    def test_a_peer_that_crashes_is_left_out_and_one_that_is_killed_is_asked_again(self):
        def end_by(signal):
            run.call([sys.executable, "-c", f"import os; os.kill(os.getpid(), {signal})"], dict(os.environ), 60)

        with self.assertRaisesRegex(run.Crashed, "SIGSEGV"):
            end_by(11)
        with self.assertRaises(run.Failed):
            end_by(9)

    def test_forms_are_tried_once_for_all_tolerances(self):
        which = contest.Part("curves", "A title", "A caption", "svc", "a", "a", (CASE,), contest.ladder((P,), (1, 0.1)))
        measured = Measured()
        self.measure_all(which, measured, repeats=1)
        self.assertEqual([call[0] for call in measured.calls], ["p", "p", "p_1", "p_0.1"])

    def test_numbers_in_words(self):
        self.assertEqual([tables.seconds_text(s) for s in (340, 119, 5.678, 0.0123, 4.5e-6, 2e-7)],
                         ["5.67 min", "119 s", "5.68 s", "12.3 ms", "4.50 µs", "0.20 µs"])
        self.assertEqual([tables.ratio_text(r) for r in (0.5, 12.34, 123.4)], ["0.50×", "12.3×", "123×"])

    def test_says_which_revision_was_measured_and_when(self):
        told = {"revision": "0123456789abcdef", "dirty": True, "measured": "2026-11-25T20:00:00Z"}
        self.assertEqual(tables.revision_line(told),
                         "Revision 0123456789ab, with changes, measured until 2026-11-25T20:00:00Z")
        self.assertEqual(tables.revision_line({"revision": "0123456789abcdef", "dirty": False}), "Revision 0123456789ab")

    def test_every_solver_of_a_curve_is_tried_at_every_tolerance(self):
        for part in contest.PARTS.values():
            tried = {}
            for contestant in part.contestants:
                tried.setdefault(contestant.curve, set()).add(contestant.settings.get("eps"))
            if part.targets:
                self.assertGreater(len(tried), 1, part.name)
                self.assertGreater(min(len(tolerances) for tolerances in tried.values()), 3, part.name)
                self.assertEqual(len({frozenset(tolerances) for tolerances in tried.values()}), 1, part.name)

    def test_knows_its_parts_and_cases(self):
        for words, news in ((["nothing"], "invalid choice"), (["kernel", "--cases", "nothing"], 'no case "nothing"')):
            done = subprocess.run([str(ROOT / "bench/peers/run"), *words], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn(news, done.stderr)
        done = subprocess.run([str(ROOT / "bench/peers/prepare"), "nothing"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn('no peer "nothing"', done.stderr)


class Environment(unittest.TestCase):
    """Others are measured with what their processor has."""

    def test_nothing_holds_a_blas_down(self):
        script = (ROOT / "bench/environment").read_text()
        for name in run.HELD_DOWN_BY:
            self.assertRegex(script, rf"(?m)^unset .*\b{name}\b")
        held = {**os.environ, **dict.fromkeys(run.HELD_DOWN_BY, "Haswell")}
        told = subprocess.run(["bash", "-c", ". bench/environment; env"], cwd=ROOT, env=held, stdout=subprocess.PIPE, text=True,
                              check=True).stdout
        self.assertNotIn("Haswell", told)
        with unittest.mock.patch.dict(os.environ, held):
            self.assertEqual(set(run.HELD_DOWN_BY) & run.environment(B, 1).keys(), set())

    def test_every_script_that_measures_takes_it(self):
        for script in ("bench/run", "bench/python_package", "bench/beside_sklearn/run"):
            self.assertRegex((ROOT / script).read_text(), r"(?m)^\. \S*environment\"?$", script)

    def test_the_kernels_of_a_blas_are_told(self):
        found = [{"user_api": "blas", "internal_api": "openblas", "version": "0.3", "architecture": "Zen"},
                 {"user_api": "openmp", "internal_api": "openmp", "version": None}]
        with unittest.mock.patch.dict(sys.modules, threadpoolctl=types.SimpleNamespace(threadpool_info=lambda: found)):
            self.assertEqual(blas.kernels(), "openblas 0.3 (Zen kernels)")


class Preparing(unittest.TestCase):
    def test_what_cannot_be_had_is_left_out_with_its_reason(self):
        with tempfile.TemporaryDirectory() as folder:
            tools = pathlib.Path(folder, "tools")
            tools.mkdir()
            for name in ("python3", "apt-get", "dpkg-query"):
                (tools / name).write_text("#!/bin/sh\necho no $0 here >&2\nexit 1\n")
                (tools / name).chmod(0o755)
            # Below the repository: the script's own place, so that it can name the folder by a relative path.
            peers = os.path.relpath(pathlib.Path(folder, "peers"), ROOT)
            env = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}", BENCH_PEERS=peers)
            done = subprocess.run([str(ROOT / "bench/peers/prepare")], env=env, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            found = {file.parent.name: file.read_text().strip()
                     for file in pathlib.Path(folder, "peers").glob("*/missing")}
        self.assertEqual(found["scikit-learn"], "no Python environment with scikit-learn could be made")
        self.assertEqual(found["libsvm"], "libsvm-dev is not installed here")
        self.assertEqual(len(found), 10)

    def test_thundersvm_is_built_from_its_sources_or_taken_from_the_index(self):
        with tempfile.TemporaryDirectory() as folder:
            tools, source = pathlib.Path(folder, "peers/venv/bin"), pathlib.Path(folder, "source")
            for name, says in (("python", "0.3.3"), ("pip", "")):
                tools.mkdir(parents=True, exist_ok=True)
                (tools / name).write_text(f"#!/bin/sh\necho {says}\n")
                (tools / name).chmod(0o755)
            (source / "python/thundersvm").mkdir(parents=True)
            (source / "python/thundersvm/__init__.py").write_text("")
            (source / "one.cpp").write_text("int one() { return 1; }\n")
            (source / "CMakeLists.txt").write_text(
                "cmake_minimum_required(VERSION 3.13)\nproject(thundersvm LANGUAGES CXX)\n"
                "set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)\nadd_library(thundersvm SHARED one.cpp)\n")
            git = ["git", "-C", source, "-c", "user.name=N", "-c", "user.email=E"]
            for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "all"]):
                subprocess.run([*git, *words], check=True)
            revision = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout
            peer = pathlib.Path(folder, "peers/thundersvm")

            def version(repository):
                env = dict(os.environ, BENCH_PEERS=os.path.relpath(pathlib.Path(folder, "peers"), ROOT),
                           THUNDERSVM_REPOSITORY=str(repository))
                subprocess.run([str(ROOT / "bench/peers/prepare"), "thundersvm"], env=env, check=True,
                               capture_output=True)
                version = (peer / "version").read_text().strip()
                (peer / "version").unlink()
                return version

            self.assertEqual(version(source),
                             f"ThunderSVM's own sources, revision {revision[:12]}, -O3 -march=native")
            self.assertTrue((peer / "python/thundersvm/libthundersvm.so").exists())
            self.assertEqual(version(source / "nothing"), "thundersvm-cpu 0.3.3")
            self.assertFalse((peer / "python/thundersvm").exists())


if __name__ == "__main__":
    unittest.main()
