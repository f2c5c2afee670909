"""What the tests of the page share: one study and one browser, for as long as the program runs."""

import atexit
import unittest

from browser import Browser
from study import Study, data_of, records_of

study = Study()
atexit.register(study.close)
browser = Browser()
atexit.register(browser.close)


def address_of(report):
    """The view of a report."""
    return f"#/papers/{report['paper']}/{report['name']}" if report["paper"] else f"#/experiments/{report['name']}"


def drawn_panels(figure):
    return [panel for panel in figure["panels"] if any(series["points"] for series in panel["series"])]


def figures_of(data):
    """(address, figure) of each figure that there is something to draw of."""
    figures = [(address_of(report), figure) for report in data["reports"] for figure in report["figures"]]
    figures += [(f"#/experiments/{figure['name']}", figure) for figure in data["across"]]
    return [(address, figure) for address, figure in figures if drawn_panels(figure)]


def addresses_of(data):
    """Every view."""
    views = ["#/", "#/leaderboard", "#/experiments", "#/runs", "#/machines"]
    for paper in data["papers"]:
        views += [f"#/papers/{paper['name']}"] + ([f"#/papers/{paper['name']}/claims"] if paper["claims"] else [])
    views += [address_of(report) for report in data["reports"]]
    return views + [address for address, _ in figures_of(data) if address.split("/")[-1] not in
                    [report["name"] for report in data["reports"]]]


class PageTest(unittest.TestCase):
    page = study.page

    @classmethod
    def setUpClass(cls):
        cls.data = data_of(cls.page)
        cls.records = records_of(cls.page)

    def setUp(self):
        browser.open(self.page)

    def show(self, address):
        """Goes to a view and waits until its tables and the charts in sight are there."""
        browser.run("location.hash = arguments[0]", address)
        browser.wait(lambda: browser.run(
            """return [...document.querySelectorAll('.grid, .chart')].every((box) => {
                 const { top, bottom } = box.getBoundingClientRect();
                 return box.dataset.drawn || bottom < 0 || top > innerHeight || !box.checkVisibility(); })"""))

    def draw_all(self):
        """Draws charts that are not in sight as well."""
        browser.wait(lambda: browser.run("""
            document.querySelector('.chart:not([data-drawn])')?.scrollIntoView();
            return document.querySelector('.chart:not([data-drawn])') === null"""))

    def numbers_of(self, report):
        """Shows a report; (groups, button, the column's heading) for each number of its tables that leads to results."""
        self.show(address_of(report))
        lines = [(line, column["heading"]) for table in report["tables"] for row in table["rows"]
                 for cell, column in zip(row, table["columns"]) for line in cell if "results" in line and "left" in line]
        buttons = browser.all(".report .table .number")
        self.assertEqual(len(buttons), len(lines), report["name"])
        return [([report["groups"][place] for place in line["results"]], button, heading)
                for (line, heading), button in zip(lines, buttons)]

    def number_where(self, condition):
        """The first number whose first group is so."""
        for report in self.data["reports"]:
            for groups, button, _ in self.numbers_of(report):
                if condition(groups[0]):
                    return groups, button
        raise AssertionError("no such number")

    def dialog(self):
        return browser.one("#run-dialog")

    def wait_for_record(self):
        browser.wait(lambda: browser.all("#run-dialog .record"))
        return browser.one("#run-dialog .record").get_attribute("data-id")
