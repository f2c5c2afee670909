"""The article: no number in it is typed, and what it refers to is there. Neither needs LaTeX.
    article_test.py PROGRAM"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
QUOTED = re.compile(r"\\(?:quoted|ran|tablefrom|notesfrom|said|fact|disk)(?:\{[^{}]*\})+")
UNIT = r"(times|points?|minutes?|hours?|seconds?|per cent|runs?|rows?|MB|GB|\\times|\\?%)"


def without_comments(text):
    return re.sub(r"(?<!\\)%.*", "", text)


def typed_numbers(text):
    """Lines with numbers. Years may be typed, whole numbers of one digit that count nothing (p = 2), and what a lemma, a
    table or a section is called; and whatever stands in names of files, in citations and in addresses."""
    text = QUOTED.sub("?", without_comments(text))
    found = []
    for line in text.splitlines():
        rest = re.sub(r"\\(cite|ref|label|url|href|texttt|bibliography|bibliographystyle)(\[[^]]*\])?\{[^{}]*\}", "", line)
        rest = re.sub(r"(Lemmas?|Tables?|Figures?|Sections?|Theorems?|Algorithm)[~ ][0-9]+", "", rest)
        rest = re.sub(r"(^|[^0-9.,])(19|20)[0-9][0-9]", " ", rest)
        if re.search(rf"[0-9][.,][0-9]|[0-9][0-9]|[0-9][~ ]*{UNIT}", rest):
            found.append(line)
    return found


def names(command, text):
    """What stands between the braces of every such command."""
    return {name.strip() for found in re.findall(rf"\\{command}(?:\[[^]]*\])?\{{([^{{}}]*)\}}", text)
            for name in found.split(",")}


class Article(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.template = (ROOT / "docs/article.tex").read_text()
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([PROGRAM, "quote", "--into", folder, "docs/article.tex"], cwd=ROOT, check=True)
            cls.text = without_comments((pathlib.Path(folder) / "article.tex").read_text())

    def test_no_number_is_typed(self):
        self.assertEqual(typed_numbers(self.template.split(r"\begin{document}")[1]), [])
        abstract = re.search(r'^abstract: "(.*?)"$', (ROOT / "docs/metadata.yaml").read_text(), re.M | re.S)
        self.assertEqual(typed_numbers(abstract[1]), [])

    def test_what_is_quoted_is_filled_in(self):
        self.assertIn(r"\begin{tabular}", self.text)
        self.assertEqual(QUOTED.findall(self.text), [])

    def test_figures_are_there(self):
        files = re.findall(r"\{(results/[^{}]*\.(?:pdf|png))\}", self.text)
        self.assertGreater(len(files), 5)
        self.assertEqual([file for file in files if not (ROOT / file).is_file()], [])

    def test_citations_and_references_lead_somewhere(self):
        known = set(re.findall(r"^@[a-z]*\{(.*),$", (ROOT / "docs/bibliography.bib").read_text(), re.M))
        self.assertEqual(names("cite", self.text) - known, set())
        self.assertEqual(names("ref", self.text) - names("label", self.text), set())
        self.assertGreater(len(names("cite", self.text)), 3)
        self.assertGreater(len(names("ref", self.text)), 10)

    def test_latex_knows_every_sign(self):
        """It knows the letters of Europe, dashes and quotation marks; others are declared."""
        declared = (ROOT / "docs/signs.tex").read_text()
        signs = set(re.findall("[^\0-\u017F\u2013\u2014\u2018-\u201D\u2026]", self.text))
        self.assertEqual({sign for sign in signs if f"{{{ord(sign):04X}}}" not in declared}, set())

    def test_typed_numbers_are_found(self):
        for typed in ("It is 97.4.", "It is 97 here.", r"It is 5\% here.", "It is 3 times it.", "There are 1,000.", "$x = 0.5$",
                      "$x = 16/9$", r"$3\times 4$", "In 2013 it was 12.", "(1.5)", "a 4~GB"):
            self.assertEqual(typed_numbers(f"a\n{typed}\n"), [typed])
        for allowed in ("In 2013 it was.", "$p = 2$ and $2^{-(p+1)}$", "Lemma 10", "Table~12 and Section~11", r"\texttt{table1.100}",
                        "H0/1", r"\url{http://a.b/12.5}", "a % 12.5", "% 12.5", r"a \% b", "\\quoted{t}{D=100\n  C=12}{D}"):
            self.assertEqual(typed_numbers(allowed), [], allowed)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
