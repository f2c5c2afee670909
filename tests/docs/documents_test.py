"""README and the pages of docs/ show commands that run, files that can be read and links that lead somewhere.
SKETCHBENCH is the program; SKETCHBENCH_MIRROR the data, in ../shared/datasets otherwise."""

import json
import os
import pathlib
import re
import tempfile
import unittest

import blocks

ROOT = blocks.ROOT
MIRROR = pathlib.Path(os.environ.get("SKETCHBENCH_MIRROR") or ROOT / "../shared/datasets").resolve()


def anchor(heading):
    """GitHub's name of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


class Documents(unittest.TestCase):
    def test_every_command_runs(self):
        program = pathlib.Path(os.environ["SKETCHBENCH"]).resolve()
        if not (MIRROR / "a9a").exists():
            self.skipTest("no data mirror")
        already = set()
        for document in blocks.documents():
            with self.subTest(document.name), tempfile.TemporaryDirectory() as folder:
                page = blocks.Page(document, pathlib.Path(folder), program, MIRROR, already)
                self.assertEqual(page.run(), [])
                already |= {block.text for block in page.blocks}

    def test_every_block_is_of_a_known_kind_and_says_why_it_is_not_run(self):
        for document in blocks.documents():
            for block in blocks.blocks(document):
                self.assertIn(block.kind, ("sh", "console", "json", "python", "cpp", "text", "cmake"), block.place)
                if block.words.startswith("not-run:"):
                    self.assertGreater(len(block.words.removeprefix("not-run:").strip()), 4, block.place)

    def test_every_command_stands_in_a_fence(self):
        """What is only indented is not tried."""
        for document in [*blocks.documents(), ROOT / "results/README.md"]:
            text = re.sub(r"^( *)```.*?^\1```", "", document.read_text(), flags=re.M | re.S)
            self.assertEqual(re.findall(r"(?:\A|\n[ \t]*\n)((?: {4}|\t).*)", text), [], document)

    def test_json_can_be_read(self):
        for document in blocks.documents():
            for block in blocks.blocks(document):
                if block.kind == "json":
                    for text in [block.text] if block.words or block.text.count("\n{") == 0 else block.text.splitlines():
                        with self.subTest(block.place):
                            json.loads(text)

    def test_links_lead_to_files_and_headings(self):
        for document in blocks.documents():
            text = re.sub(r"^```.*?^```", "", document.read_text(), flags=re.M | re.S)
            for path, part in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)", text):
                if re.match(r"[a-z]+:", path):
                    continue
                target = (document.parent / path).resolve() if path else document
                self.assertTrue(target.exists(), f"{document}: {path}")
                if ROOT / "docs" in document.parents:
                    self.assertTrue(target.is_file(), f"{document}: {path} is a folder, to which the site has no link")
                if part and target.suffix == ".md":
                    headings = {anchor(line.lstrip("# ")) for line in target.read_text().splitlines() if line.startswith("#")}
                    self.assertIn(part, headings, f"{document}: {path}#{part}")

    def test_no_mark_breaks_a_paragraph(self):
        """A line that begins with a comment is HTML as a whole: the paragraph ends there, and its own text stays raw."""
        for document in [*blocks.documents(), ROOT / "results/README.md"]:
            text = re.sub(r"^```.*?^```", "", document.read_text(), flags=re.M | re.S)
            self.assertEqual(re.findall(r"^\s*(?:[-*] |\d+\. )?<!--.*?-->[ \t]*[^\s<].*", text, flags=re.M), [], document)

    def test_readme_is_short_and_has_no_marks(self):
        text = (ROOT / "README.md").read_text()
        self.assertLessEqual(len(text.splitlines()), 200)
        self.assertLessEqual(len(text.encode()), 12_000)
        self.assertNotIn("<!--", text)


class Shown(unittest.TestCase):
    def test_numbers_may_differ_and_lines_may_not(self):
        self.assertIsNone(blocks.missing_line(["12 cells, about 1 s"], "8 cells, about 30 s\n"))
        self.assertIsNone(blocks.missing_line(["a", "...", "z 1"], "a\nb\nc\nz 2\n"))
        self.assertEqual(blocks.missing_line(["a", "z"], "a\nb\nz\n"), "z")
        self.assertEqual(blocks.missing_line(["...", "z"], "a\n"), "z")


if __name__ == "__main__":
    unittest.main()
