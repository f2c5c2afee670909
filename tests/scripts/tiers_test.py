"""Two tiers of checks: whatever .ci/run does with less is whole in scripts/check-all. And scripts/steps, which both use."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# A setting in .ci/run that makes a check smaller, and what scripts/check-all must have instead.
REDUCING = {
    "SKETCHBENCH_KILLS=50": r"SKETCHBENCH_KILLS=200 .*\./run-tests",
    "SKETCHBENCH_PRESET=release": r"\btests dev$",  # one of two builds; the other stands below
    "SKETCHBENCH_PYTHON_TREE=build/release": r"\bSKETCHBENCH_PYTHON_LEVELS=\$levels scripts/test-python$",
    "SKETCHBENCH_PYTHON_LEVELS=${levels##*$'\\n'}": r'levels="baseline avx2 avx512"$',
    "SKETCHBENCH_FUZZ_SEED=1": r"^unset .*SKETCHBENCH_FUZZ_SEED\b",
}
# What is on in .ci/run and makes nothing smaller.
HARMLESS = {
    "SKETCHBENCH_MIRROR=$(cd", "SKETCHBENCH_DATA=$results/data", "SKETCHBENCH_OFFLINE=1", "SKETCHBENCH_REQUIRE_BROWSER=1",
    "SKETCHBENCH_WERROR=ON",
}
# What .ci/run calls, and in what form scripts/check-all must call it.
CALLS = {
    './run-tests --output-junit "$results/tests.xml"': r"\./run-tests --output-junit \S+ ",
    "scripts/install-dependencies format cache": r"scripts/install-dependencies .*\bformat cache\b",
    "scripts/install-dependencies bench": r"scripts/install-dependencies .*\bbench\b",
    "scripts/article --check": r"^scripts/article$",
    "scripts/docs": r"scripts/docs --links$",
    "scripts/check-baselines": r"scripts/check-baselines ",
    "scripts/test-installed": r"SKETCHBENCH_INSTRUCTIONS=\$level scripts/test-installed$",
    "scripts/test-python": r"scripts/test-python$",
    "scripts/sanitize": r"scripts/sanitize --all$",
    "scripts/fuzz all 2": r"SKETCHBENCH_FUZZ_SECONDS=900 .*scripts/attack fuzz\b",
    "sketchbench claims --results results/reference --as-committed >/dev/null":
        r"sketchbench claims --results results/reference --as-committed >/dev/null$",
    "scripts/lint": r"scripts/lint$",
}
# What is called on the way, and checks nothing by itself.
HELPERS = {"scripts/steps", "scripts/count-tests", "scripts/processor-levels"}
# What is only in scripts/check-all.
ALSO = (r"SKETCHBENCH_THOROUGH=1 .*\./run-tests", r"\btests release$", r"SKETCHBENCH_KILLS=200 scripts/attack ",
        r"scripts/attack fuzz faults cuts kills\b", r"scripts/package --try\b", r"^scripts/wheel$", r"^bench/run --quick$",
        r"^scripts/test-mpi$", r"\bscripts/test-aarch64$")
# Scripts that check nothing, or are part of one that is called.
NO_CHECKS = {
    "build", "bundle-charts", "install-dependencies", "make-manual", "steps", "count-tests", "check-all",
    "processor-levels", "python-environment", "fuzz",  # by scripts/attack
    "build-progress",  # by scripts/build and scripts/wheel
    "wheel-contents",  # by scripts/wheel
    "wheel-libraries",  # by cibuildwheel, on other systems (pyproject.toml)
}


def lines_of(text):
    """Commands without comments and indentation, those in several lines joined."""
    text = text.replace("\\\n", " ")
    lines = (re.sub(r"(^|\s)#.*", "", line).strip() for line in text.splitlines())
    return [re.sub(r"\s+", " ", line) for line in lines if line]


def settings_in(lines):
    return [match for line in lines for match in re.findall(r"(?<![\w$}{])SKETCHBENCH_\w+=\S*", line)]


def calls_in(lines):
    """From the name of a script or program up to what ends the command."""
    starts = r"(?:\./run-tests|scripts/[a-z-]+|\bsketchbench [a-z]+)"
    found = []
    for line in lines:
        line = re.sub(r" --for ('[^']*'|\"[^\"]*\")", "", line)
        found += [match.strip() for match in re.findall(rf"{starts}[^;&|}})]*", line)]
    return found


def problems(ci, everything):
    ci, everything = lines_of(ci), lines_of(everything)

    def there(pattern):
        # "step NAME COMMAND" counts as the command does.
        return any(re.search(pattern, form.rstrip(" ;}")) for line in everything
                   for form in (line, re.sub(r"^step [\w-]+ ", "", line)))

    found = []
    for setting in settings_in(ci):
        if setting in REDUCING:
            if not there(REDUCING[setting]):
                found.append(f"scripts/check-all lacks the whole of {setting}")
        elif setting not in HARMLESS:
            found.append(f".ci/run has {setting}, of which nobody has said whether it leaves something out")
    for call in calls_in(ci):
        if call.split()[0] in HELPERS:
            continue
        if call not in CALLS:
            found.append(f".ci/run calls {call}, of which nobody has said what the whole is")
        elif not there(CALLS[call]):
            found.append(f"scripts/check-all lacks the whole of {call}")
    found += [f"scripts/check-all lacks {pattern}" for pattern in ALSO if not there(pattern)]
    return found


class Tiers(unittest.TestCase):
    def setUp(self):
        self.ci = (ROOT / ".ci/run").read_text()
        self.everything = (ROOT / "scripts/check-all").read_text()

    def test_what_ci_leaves_out_is_in_check_all(self):
        self.assertEqual(problems(self.ci, self.everything), [])

    def test_nothing_stands_in_the_tables_for_nothing(self):
        lines = lines_of(self.ci)
        self.assertEqual(set(CALLS) - set(calls_in(lines)), set())
        self.assertEqual((set(REDUCING) | HARMLESS) - set(settings_in(lines)), set())

    def test_what_nobody_has_listed_is_found(self):
        for line in ("SKETCHBENCH_QUICK=1 scripts/sanitize", "export SKETCHBENCH_QUICK=1", "scripts/fuzz all 1",
                     "SKETCHBENCH_KILLS=10 ./run-tests", "step x scripts/sanitize --some", "step y scripts/other",
                     "./run-tests -E slow", "( scripts/article --quick )"):
            self.assertNotEqual(problems(f"{self.ci}\n{line}\n", self.everything), [], line)

    def test_whatever_is_taken_out_of_check_all_is_missed(self):
        for text, other in (("SKETCHBENCH_KILLS=200 SKETCHBENCH_THOROUGH", "SKETCHBENCH_THOROUGH"), (" --all", ""),
                            ("SKETCHBENCH_THOROUGH=1 ", ""), ("tests dev", "tests release"), (" --try", ""),
                            ("attack fuzz faults", "attack faults"), ("  scripts/article\n", ""), ("  scripts/wheel\n", ""),
                            ("avx2 avx512", ""), ("SKETCHBENCH_INSTRUCTIONS=$level ", ""), ("=900", "=9"),
                            (" SKETCHBENCH_FUZZ_SEED", "")):
            self.assertIn(text, self.everything)
            self.assertNotEqual(problems(self.ci, self.everything.replace(text, other)), [], text)

    def test_every_script_that_checks_is_called(self):
        called = {call.split()[0].removeprefix("scripts/") for call in calls_in(lines_of(self.everything))}
        scripts = {path.name for path in (ROOT / "scripts").iterdir() if path.is_file()}
        self.assertEqual(scripts - NO_CHECKS - called, set())
        self.assertEqual(NO_CHECKS - scripts, set())

    def test_skipped_tests_fail_ci(self):
        self.assertIn('skipped="0"', self.ci)
        self.assertIn('<skipped|result="skipped"', self.ci)

    def test_check_all_knows_its_steps(self):
        listed = subprocess.run(["scripts/check-all", "--list"], cwd=ROOT, capture_output=True, text=True, check=True)
        self.assertEqual(listed.stdout.split(), re.findall(r"^  step ([\w-]+)", self.everything, re.M))
        other = subprocess.run(["scripts/check-all", "other"], cwd=ROOT, capture_output=True, text=True, check=False)
        self.assertEqual(other.returncode, 2)
        self.assertIn('no step "other"', other.stderr)


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "temporary").mkdir()

    def ended(self, words, **environment):
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("SKETCHBENCH_", "GIT_", "CCACHE_"))}
        clean["TMPDIR"] = str(self.folder / "temporary")
        return subprocess.run(words, cwd=self.folder, capture_output=True, text=True, check=False,
                              env={**clean, **environment})


class Steps(Folder):
    def run_script(self, text, **environment):
        script = f"set -euo pipefail\n{text}"
        ended = self.ended(["bash", "-c", f'. "{ROOT}/scripts/steps"\n{script}'], **environment)
        self.assertEqual(list((self.folder / "temporary").iterdir()), [], "something was left behind")
        self.rows = {}
        lines = ended.stdout.splitlines()
        heading = next((i for i, line in enumerate(lines) if re.match(r"step +time ", line)), None)
        if heading is not None:
            for line in lines[heading + 1:]:
                if cells := re.match(r"(\S+) +(-|\d+:\d\d)   (.{14}) (.+)$", line):
                    self.rows[cells[1]] = (cells[3].strip(), cells[4])
        return ended

    def repository(self):
        if not shutil.which("git"):
            self.skipTest("git is not installed")

        def git(*words):
            self.assertEqual(self.ended(["git", "-c", "user.name=A", "-c", "user.email=a@b", *words]).returncode, 0, words)

        git("init", "-q", ".")
        (self.folder / ".gitignore").write_text("temporary/\n")
        for name in ("docs/a.md", "src/a.cpp", "python/a.py"):
            path = self.folder / name
            path.parent.mkdir()
            path.write_text("a\n")
        git("add", ".")
        git("commit", "-q", "-m", "First")
        return git

    def test_table_of_what_passed(self):
        ended = self.run_script("step one true\nstep two echo said")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual(self.rows, {"one": ("passed", "-"), "two": ("passed", "-"), "total": ("passed", "-")})
        self.assertIn("== two\nsaid\n", ended.stdout)

    def test_a_failed_step_ends_the_script_after_the_table(self):
        ended = self.run_script("at_end() { echo the end; }\nstep one true\nstep two bash -c 'exit 7'\nstep three echo no")
        self.assertEqual(ended.returncode, 7)
        self.assertEqual(self.rows["two"], ("FAILED (7)", "-"))
        self.assertEqual(self.rows["total"], ("FAILED (7)", "-"))
        self.assertNotIn("three", self.rows)
        self.assertNotIn("no\n", ended.stdout)
        self.assertTrue(ended.stdout.endswith("\nthe end\n"))

    def test_a_function_ends_at_its_first_error(self):
        ended = self.run_script("f() { false; echo went on; }\nstep one f")
        self.assertEqual(ended.returncode, 1)
        self.assertNotIn("went on", ended.stdout)
        ended = self.run_script("f() { echo $unknown_name; echo went on; }\nstep one f")
        self.assertNotEqual(ended.returncode, 0)
        self.assertNotIn("went on", ended.stdout)

    def test_errors_between_steps_end_the_script_with_the_table(self):
        ended = self.run_script("step one true\nfalse\nstep two true")
        self.assertEqual(ended.returncode, 1)
        self.assertEqual(set(self.rows), {"one", "total"})

    def test_goes_on_where_asked(self):
        ended = self.run_script("steps_continue=yes\nstep one bash -c 'exit 7'\nstep two true")
        self.assertEqual(ended.returncode, 1)
        self.assertEqual([self.rows[name][0] for name in ("one", "two", "total")], ["FAILED (7)", "passed", "FAILED (1)"])

    def test_only_some(self):
        ended = self.run_script('steps_only="two four"\nfor name in one two three four; do step $name true; done')
        self.assertEqual((ended.returncode, set(self.rows)), (0, {"two", "four", "total"}))

    def test_77_is_no_failure_where_it_may_be(self):
        self.assertEqual(self.run_script("step --may-be-77 one bash -c 'exit 77'").returncode, 0)
        self.assertEqual(self.rows["one"][0], "not possible")
        self.assertEqual(self.run_script("step --may-be-77 one false").returncode, 1)
        self.assertEqual(self.run_script("step one bash -c 'exit 77'").returncode, 77)
        self.assertEqual(self.run_script("step --other one true").returncode, 2)

    def test_hits_of_the_compiler_cache(self):
        log = r"# a.cpp\ndirect_cache_hit\nlocal_storage_hit\n# b.cpp\npreprocessed_cache_hit\ndirect_cache_miss\n" \
              r"# c.cpp\ncache_miss\ndirect_cache_miss\npreprocessed_cache_miss\nlocal_storage_miss\n"
        self.run_script(f"""compile() {{ printf '{log}' >>"$CCACHE_STATSLOG"; }}
                            two() {{ compile; compile; }}
                            missed() {{ echo cache_miss >>"$CCACHE_STATSLOG"; }}
                            step one compile; step two two; step three missed; step four true""")
        self.assertEqual({name: row[1] for name, row in self.rows.items()}, {
            "one": "2 of 3 hits", "two": "4 of 6 hits", "three": "0 of 1 hits", "four": "-", "total": "6 of 10 hits"})

    STEPS = "step always true\nstep --for '^python/' python true\nstep --for '^docs/' docs true"

    def results(self, base, steps=STEPS):
        ended = self.run_script(steps, SKETCHBENCH_CI_BASE=base)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.warned = "every step runs" in ended.stderr
        return [name for name, row in self.rows.items() if row[0] == "not touched"]

    def test_leaves_out_what_was_not_touched(self):
        git = self.repository()
        self.assertEqual(self.results("HEAD"), ["python", "docs"])
        self.assertEqual(self.results(""), [])
        (self.folder / "docs/a.md").write_text("not committed\n")
        self.assertEqual(self.results("HEAD"), ["python"])
        git("commit", "-q", "-a", "-m", "Second")
        self.assertEqual(self.results("HEAD"), ["python", "docs"])
        self.assertEqual(self.results("HEAD~1"), ["python"])
        (self.folder / "python/new.py").write_text("not known to git\n")
        self.assertEqual(self.results("HEAD~1"), [])
        (self.folder / "python/new.py").unlink()
        git("mv", "python/a.py", "moved.py")  # the old path counts, too
        self.assertEqual(self.results("HEAD"), ["docs"])

    def test_what_everything_depends_on_touches_all(self):
        self.repository()
        for name in ("src/a.cpp", "src/new/b.hpp", ".ci/run", "scripts/steps", "cmake/a.cmake", "CMakeLists.txt",
                     "tests/CMakeLists.txt", "CMakePresets.json", "run-tests"):
            path = self.folder / name
            before = path.read_text() if path.exists() else None
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("other\n")
            self.assertEqual(self.results("HEAD"), [], name)
            path.unlink()
            if before is not None:
                path.write_text(before)
        self.assertEqual(self.results("HEAD"), ["python", "docs"])

    def test_runs_in_doubt(self):
        self.repository()
        self.assertEqual(self.results("no-such-revision"), [])
        self.assertTrue(self.warned)
        self.assertEqual(self.results("--all"), [])
        self.assertEqual(self.results("HEAD", "step --for '(' broken true"), [])
        (self.folder / ".git").rename(self.folder / "temporary.git")
        self.assertEqual(self.results("HEAD"), [])
        self.assertTrue(self.warned)


class CountTests(Folder):
    def count(self, junit, **parts):
        folder = self.folder / "parts"
        folder.mkdir(exist_ok=True)
        for name, cases in parts.items():
            (folder / f"{name.replace('__', '.')}.xml").write_text(
                f'<testsuites tests="9"><testsuite name="A">{cases}</testsuite></testsuites>')
        (self.folder / "tests.xml").write_text(f'<testsuite name="x">{junit}</testsuite>')
        ended = self.ended([str(ROOT / "scripts/count-tests"), "tests.xml", "parts"])
        return ended.returncode, ended.stdout.strip(), ended.stderr

    PASSED = '<testcase name="T" classname="A" status="run" result="completed"/>'
    SKIPPED = '<testcase name="S" classname="A" status="run" result="skipped"><skipped message=""/></testcase>'
    FAILED = '<testcase name="F" classname="A" status="run" result="completed"><failure message=""/></testcase>'

    @staticmethod
    def ctest(name, status="run"):
        inside = {"run": "", "fail": '<failure message=""/>', "notrun": '<skipped message=""/>'}[status]
        return f'<testcase name="{name}" classname="{name}" status="{status}">{inside}</testcase>'

    def test_tests_and_those_in_parts(self):
        junit = self.ctest("bench.one") + self.ctest("a.shard_1") + self.ctest("a.shard_2")
        self.assertEqual(self.count(junit, a__shard_1=self.PASSED * 3, a__shard_2=self.PASSED),
                         (0, "5 passed, 0 failed, 0 skipped", ""))

    def test_skipped_and_failed_ones_are_named(self):
        code, line, named = self.count(self.ctest("one", "notrun") + self.ctest("a.shard_1"),
                                       a__shard_1=self.PASSED + self.SKIPPED)
        self.assertEqual((code, line), (1, "1 passed, 0 failed, 2 skipped"))
        self.assertIn("skipped: A.S", named)
        code, line, named = self.count(self.ctest("one", "fail") + self.ctest("a.shard_1", "fail"),
                                       a__shard_1=self.PASSED + self.FAILED)
        self.assertEqual((code, line), (1, "1 passed, 2 failed, 0 skipped"))
        self.assertIn("failed: A.F", named)

    def test_a_part_that_died_has_failed(self):
        self.assertEqual(self.count(self.ctest("b.shard_1", "fail") + self.ctest("one"))[:2],
                         (1, "1 passed, 1 failed, 0 skipped"))
        self.assertEqual(self.count(self.ctest("b.shard_1"))[:2], (1, "0 passed, 1 failed, 0 skipped"))
        self.assertEqual(self.count(self.ctest("c.shard_1", "fail"), c__shard_1=self.PASSED)[:2],
                         (1, "1 passed, 1 failed, 0 skipped"))

    def test_no_test_at_all_is_no_success(self):
        self.assertEqual(self.count("")[:2], (1, "0 passed, 0 failed, 0 skipped"))


if __name__ == "__main__":
    unittest.main()
