"""What the tests of the page share: one study and one browser, for as long as the program runs."""

import atexit
import unittest

from browser import Browser
from study import Study, data_of, records_of

study = Study()
atexit.register(study.close)
browser = Browser()
atexit.register(browser.close)


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.data = data_of(study.page)
        cls.records = records_of(study.page)

    def setUp(self):
        browser.open(study.page)

    def linked_numbers(self):
        """(report, groups, button) for each number of a table that leads to results."""
        numbers = []
        for report in self.data["reports"]:
            lines = [line for table in report["tables"] for row in table["rows"] for cell in row for line in cell
                     if "results" in line and "left" in line]
            buttons = browser.all(f"#report-{report['name']} .table .number")
            self.assertEqual(len(buttons), len(lines), report["name"])
            numbers += [(report, [report["groups"][place] for place in line["results"]], button)
                        for line, button in zip(lines, buttons)]
        return numbers

    def tick(self, facet, value):
        browser.run("document.getElementById('filters').open = true; scrollTo(0, 0)")
        browser.one(f"#filters input[name='{facet}'][value='{value}']").click()

    def dialog(self):
        return browser.one("#run-dialog")
