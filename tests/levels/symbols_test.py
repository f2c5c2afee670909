"""Which functions of the library exist at which level: symbols_test.py BUILD_FOLDER, of a build for any processor.

What is compiled for each instruction set (SOURCES of sketchbench_library in cmake/levels.cmake) exists once for each, what is
compiled ONCE does not; and no inline function that both have computes, so that it does not matter which one the linker takes.
"""

import glob
import re
import subprocess
import sys
import unittest

LEVELS = ("", "_avx2", "_avx512")
PARTS = ("core", "numerics", "kernels", "features", "learners", "models")
ARITHMETIC = re.compile(r"\tv?(add|sub|mul|div|max|min|sqrt|fn?m(add|sub)\d+)p[sd] ")


def objects(kind):
    """Of all parts; kind: "_once" or a level's suffix."""
    found = []
    for part in PARTS:
        folder = f"{BUILD}/src/sketchbench/{part}/CMakeFiles/sketchbench_{part}{kind}.dir"
        found += glob.glob(f"{folder}/**/*.o", recursive=True)
    return found


def symbols(kind):
    """Name to type ("T": one alone may define it, "W": inline), of functions."""
    text = subprocess.run(["nm", "--defined-only", *objects(kind)], capture_output=True, text=True, check=True).stdout
    return {name: letter for letter, name in re.findall(r"^[0-9a-f]+ ([TW]) (\S+)$", text, re.MULTILINE)}


def readable(names):
    names = sorted(names)
    if not names:
        return []
    text = subprocess.run(["c++filt", *names], capture_output=True, text=True, check=True).stdout
    return text.splitlines()


class Symbols(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.once = symbols("_once")
        cls.level = {suffix: symbols(suffix) for suffix in LEVELS}

    def of_one(self, table):
        return {name for name, letter in table.items() if letter == "T"}

    def test_every_level_has_the_same_functions(self):
        """But for the width of vectors, which stands in names."""
        of = {suffix: {re.sub(r"Dv\d+_", "Dv_", name) for name in self.of_one(self.level[suffix])} for suffix in LEVELS}
        self.assertGreater(len(of[""]), 300)
        for suffix in LEVELS[1:]:
            self.assertEqual(readable(of[""] ^ of[suffix]), [])

    def test_what_is_compiled_once_is_at_no_level(self):
        once = self.of_one(self.once)
        self.assertGreater(len(once), 200)
        self.assertEqual(readable(once & self.of_one(self.level[""])), [])

    def test_what_computes_is_at_the_levels_and_what_reads_and_names_is_not(self):
        computing, others = readable(self.of_one(self.level[""])), readable(self.of_one(self.once))
        for name in COMPUTING:
            self.assertTrue(any(name in symbol for symbol in computing), name)
            self.assertFalse(any(name in symbol for symbol in others), name)
        for name in OTHERS:
            self.assertTrue(any(name in symbol for symbol in others), name)
            self.assertFalse(any(name in symbol for symbol in computing), name)

    def test_what_is_compiled_once_has_no_loops_of_eigen(self):
        found = [name for name in readable(self.once) if re.search(r"Eigen::internal::\w*(kernel|product|assign|solve|gebp)", name)]
        self.assertEqual(found, [])

    def test_no_inline_function_of_both_computes_with_vectors(self):
        common = {name for name, letter in self.once.items() if letter == "W"} & set(self.level["_avx512"])
        self.assertGreater(len(common), 10)
        found = set()
        text = subprocess.run(
            ["objdump", "-d", "--no-show-raw-insn", *objects("_avx512")], capture_output=True, text=True, check=True
        ).stdout
        inside = None
        for line in text.splitlines():
            if line.endswith(">:"):
                inside = line[line.index("<") + 1 : -2]
            elif inside in common and ARITHMETIC.search(line):
                found.add(inside)
        self.assertEqual(readable(found), [])


COMPUTING = ("sketchbench::walsh_hadamard(", "sketchbench::gram(", "sketchbench::orthonormal_basis(")
OTHERS = ("sketchbench::find_feature_map(", "sketchbench::find_learner(", "sketchbench::save_model(", "sketchbench::json_text(")

if __name__ == "__main__":
    BUILD = sys.argv.pop(1)
    unittest.main()
