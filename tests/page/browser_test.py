"""What a reader relies on when opening results/report.html, checked in Chromium."""

import pathlib
import re
import shlex
import tempfile
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from browser import PHONE
from page_case import PageTest, browser, study
from study import canonical, read_record


def figures_of(data):
    """The figures that there is something to draw of."""
    figures = [figure for report in data["reports"] for figure in report["figures"]] + data["overview"]
    return [figure for figure in figures if drawn_panels(figure)]


def drawn_panels(figure):
    return [panel for panel in figure["panels"] if any(series["points"] for series in panel["series"])]


def points_of(figure):
    return [point for panel in figure["panels"] for series in panel["series"] for point in series["points"]]


def number_in(text):
    """The value of "1,200", "−0.05" or "3.2×10⁻⁵"."""
    digits, _, exponent = text.partition("×10")
    powers = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
    return float(digits.replace(",", "").replace("−", "-")) * 10.0 ** int(exponent.translate(powers) or 0)


class TheStudy(unittest.TestCase):
    def test_writes_numbers_with_the_digits_that_it_read(self):
        text = '{"seconds":4.7075213249023236,"small":1e-05}'  # Python writes the first one shorter
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "record.json"
            file.write_text(text)
            self.assertEqual(canonical(read_record(file)), text)


class Loading(PageTest):
    def test_needs_nothing_but_its_own_file_and_prints_nothing_to_the_console(self):
        for dark in [False, True]:
            browser.open(study.page, dark=dark)
            self.assertEqual(browser.messages(), [])
            self.assertEqual([url for url in browser.requests() if url.startswith("http")], [])

    def test_names_the_records_that_could_not_be_used_and_leaves_them_out(self):
        warnings = browser.one("#warnings").text
        for name in study.unusable:
            self.assertIn(name, warnings)
        files = len(list((study.results / "records").glob("*.json")))
        self.assertEqual(len(self.records), files - len(study.unusable))
        self.assertIn(f"All {len(self.records)} runs", browser.one("#contents").text)

    def test_writes_words_and_no_leavings_of_the_script(self):
        for record in self.records[:1] + self.records[-1:]:
            browser.open(study.page, fragment=f"#run-{record['page']['id']}")
            text = browser.run("return document.body.innerText")
            text = text.replace("-fsanitize=address,undefined", "")  # a record tells the compiler's flags
            for leaving in ["[object", "undefined", "NaN"]:
                self.assertNotIn(leaving, text)

    def test_without_the_charting_library_says_so_and_shows_the_values(self):
        browser.open(study.page_without_charts)
        self.assertEqual(browser.messages(), [])
        self.assertIn("scripts/install-dependencies page", browser.one("#warnings").text)
        self.assertEqual(browser.all(".chart"), [])
        shown = [table for table in browser.all("table.values") if table.is_displayed()]
        self.assertEqual(len(shown), len(figures_of(self.data)))

    def test_says_what_it_holds(self):
        text = browser.one("header").text
        methods = {record["cell"]["method"]["method"] for record in self.records if record["status"] == "done"}
        self.assertIn(f"of {len(methods)} methods on", text)
        for report in self.data["reports"]:
            self.assertIn(report["title"], text)

    def test_says_so_where_the_browser_cannot_unpack_it(self):
        script = browser.command("Page.addScriptToEvaluateOnNewDocument", source="delete window.DecompressionStream")
        try:
            browser.driver.get("about:blank")
            browser.driver.get(study.page.as_uri())
            browser.wait(lambda: browser.one("#warnings").text != "")
            self.assertIn("This browser cannot unpack", browser.one("#warnings").text)
            self.assertTrue(browser.one("#leaderboard table").is_displayed(), "what needs no script is there")
        finally:
            browser.command("Page.removeScriptToEvaluateOnNewDocument", identifier=script["identifier"])
            browser.messages()

    def test_a_link_opens_its_run(self):
        record = self.records[-1]
        browser.open(study.page, fragment=f"#run-{record['page']['id'][:12]}")
        self.assertTrue(self.dialog().is_displayed())
        self.assertIn(record["page"]["command"], self.dialog().text)


class Figures(PageTest):
    def test_every_panel_is_drawn_in_the_colours_of_its_series(self):
        figures = figures_of(self.data)
        self.assertGreaterEqual(len(figures), 2)
        for dark, look in [(False, "light"), (True, "dark")]:
            browser.open(study.page, dark=dark)
            for figure in figures:
                charts = browser.all(f"#figure-{figure['name']} .chart")
                self.assertEqual(len(charts), len(drawn_panels(figure)))
                for panel, chart in zip(drawn_panels(figure), charts):
                    svg = chart.find_element("css selector", "svg").get_attribute("outerHTML")
                    measured = [s for s in panel["series"] if s["mark"] == "measured"]
                    self.assertGreaterEqual(svg.count("<path"), sum(len(s["points"]) for s in measured))
                    for series in panel["series"]:
                        if series["points"]:
                            drawn = figure["styles"][series["key"]][look] in svg
                            self.assertTrue(drawn, f"{figure['name']}, {panel['title']}: {series['label']}")

    def test_values_equal_the_csv(self):
        # Half a unit of the last digit in the CSV, and a little for the rounding of that half.
        columns = {"curves": ("accuracy", 0.51e-4), "times": ("total_s", 0.51e-6), "growth": ("median_s", 0.51e-6)}
        compared = 0
        for report in self.data["reports"]:
            names, *rows = study.csv_rows(report["name"])
            lines = [dict(zip(names, row)) for row in rows]
            for point in [point for figure in report["figures"] for point in points_of(figure)]:
                if not point["records"]:
                    continue  # a claim of the paper
                behind = [self.records[place] for place in point["records"]]
                line = next(line for line in lines if line_is_of(line, behind[0]["cell"]))
                column, rounding = columns[report["name"]]
                self.assertEqual(int(line.get("runs", 1)), len(behind))
                self.assertAlmostEqual(point["y"], float(line[column]), delta=rounding)
                compared += 1
        self.assertGreater(compared, 50)

    def test_shown_values_are_those_that_are_drawn(self):
        for figure in figures_of(self.data):
            table = f"#figure-{figure['name']} table.values"
            heads = browser.texts(f"{table} th")
            rows = list(zip(*[iter(browser.texts(f"{table} td"))] * len(heads)))
            column = heads.index(figure["panels"][0]["y"]["label"])
            self.assertEqual(len(rows), len(points_of(figure)))
            for row, point in zip(rows, points_of(figure)):
                self.assertAlmostEqual(number_in(row[column]), point["y"], delta=1e-3 * abs(point["y"]))

    def test_a_point_shows_its_values_and_leads_to_its_runs(self):
        figure = figures_of(self.data)[0]
        series = next(s for s in drawn_panels(figure)[0]["series"] if s["key"] == "tensor_sketch")
        chart = browser.all(f"#figure-{figure['name']} .chart")[0]
        browser.run("arguments[0].scrollIntoView({block: 'center'})", chart)
        colour = figure["styles"]["tensor_sketch"]["light"]
        symbols = [path for path in chart.find_elements("css selector", f"path[fill='{colour}']")
                   if 4 < path.rect["width"] < 14]
        self.assertEqual(len(symbols), len(series["points"]))
        ActionChains(browser.driver).move_to_element(symbols[0]).perform()
        browser.wait(lambda: browser.all(".tip"))
        self.assertIn(series["label"], browser.texts(".tip")[0])
        ActionChains(browser.driver).move_to_element(symbols[0]).click().perform()
        browser.wait(self.dialog().is_displayed)
        shown = browser.one("#run-dialog .record").get_attribute("data-id")
        self.assertIn(shown, [self.records[place]["page"]["id"] for point in series["points"] for place in point["records"]])


def line_is_of(line, cell):
    """Whether a line of table.csv is about a cell; a label goes on behind the data set's name."""
    return (re.split(r"[:\[]", line["dataset"])[0] == cell["dataset"]["name"]
            and int(line["degree"]) == cell["kernel"]["degree"] and float(line["coef0"]) == cell["kernel"]["coef0"]
            and line["method"] == cell["method"]["method"] and int(line["D"]) == cell["method"]["D"])


class Tables(PageTest):
    def test_numbers_equal_the_csv(self):
        compared = 0
        for report, groups, button in self.linked_numbers():
            if len(groups) > 1:
                continue
            names, *rows = study.csv_rows(report["name"])
            line = dict(zip(names, rows[report["groups"].index(groups[0])]))
            self.assertEqual(line["method"], groups[0]["method"])
            self.assertEqual(line["status"], groups[0]["status"])
            if "accuracy" not in line:
                continue
            text = button.get_attribute("textContent")
            if line["accuracy"] == "":
                self.assertEqual(text, line["status"])
                continue
            mean, *deviation = [number_in(part) for part in text.split("±")]
            self.assertAlmostEqual(mean, float(line["accuracy"]), delta=0.0051)
            if line["accuracy_std"]:
                self.assertAlmostEqual(deviation[0], float(line["accuracy_std"]), delta=0.0051)
            compared += 1
        self.assertGreater(compared, 10)

    def test_all_numbers_are_those_of_table_csv(self):
        for report in self.data["reports"]:
            table = f"#report-{report['name']} table.csv"
            heads = browser.texts(f"{table} th")
            rows = [list(row) for row in zip(*[iter(browser.texts(f"{table} td"))] * len(heads))]
            self.assertEqual([heads, *rows], study.csv_rows(report["name"]))

    def test_a_number_opens_its_records_with_a_command_that_runs_the_cell_again(self):
        _, groups, button = next(number for number in self.linked_numbers() if len(number[1][0]["records"]) == 2)
        button.click()
        self.assertTrue(self.dialog().is_displayed())
        runs = self.dialog().find_elements("css selector", ".chooser .number")
        self.assertEqual(len(runs), 2)
        runs[1].click()
        record = self.records[groups[0]["records"][1]]
        text = self.dialog().text
        for part in [record["page"]["id"], record["page"]["headline"], record["data"]["content_hash"],
                     record["run"]["host"]["cpu"], record["run"]["libraries"]["liblinear"], "peak memory", "converged",
                     "predict"]:
            self.assertIn(part, text)
        messages = self.dialog().find_element("css selector", ".messages").get_attribute("textContent")
        self.assertEqual(messages, record["learner"]["messages"])
        command = self.dialog().find_element("css selector", ".command").text
        program, run, *arguments = shlex.split(command)
        self.assertEqual((program, run), ("sketchbench", "run"))
        self.assertIn("1 cell to run", study.run("run", *arguments, "--dry-run"))

    def test_what_is_missing_says_how_to_make_it(self):
        _, groups, button = next(number for number in self.linked_numbers() if number[1][0]["status"] == "missing")
        button.click()
        self.assertIn("not run yet", self.dialog().text)
        self.assertIn(groups[0]["command"], self.dialog().text)

    def test_a_failed_run_says_what_went_wrong(self):
        _, groups, button = next(number for number in self.linked_numbers() if number[1][0]["status"] == "failed")
        button.click()
        self.assertIn(study.failed["error"], self.dialog().text)
        self.assertEqual(self.dialog().find_elements("css selector", "b"), [], "the error is text, not markup")
        self.assertIn("--force", self.dialog().find_elements("css selector", ".command")[-1].text)

    def test_works_with_the_keyboard(self):
        _, _, button = next(number for number in self.linked_numbers() if number[1][0]["records"])
        browser.run("arguments[0].focus()", button)
        ActionChains(browser.driver).send_keys(Keys.ENTER).perform()
        self.assertTrue(self.dialog().is_displayed())
        ActionChains(browser.driver).send_keys(Keys.ESCAPE).perform()
        self.assertFalse(self.dialog().is_displayed())
        self.assertTrue(browser.run("return document.activeElement === arguments[0]", button))


class Filters(PageTest):
    def test_hide_what_does_not_pass_and_nothing_else(self):
        dataset, method = "poly_teacher_dense", "tensor_sketch"
        self.tick("dataset", dataset)
        self.tick("method", method)
        shown = 0
        for _, groups, button in self.linked_numbers():
            passing = any(group["dataset"] == dataset and group["method"] == method for group in groups)
            self.assertEqual(button.is_displayed(), passing)
            shown += passing
        self.assertGreater(shown, 0)
        for figure in figures_of(self.data):
            panels = [panel for panel in drawn_panels(figure) if panel["dataset"] in ("", dataset)]
            charts = [chart for chart in browser.all(f"#figure-{figure['name']} .chart") if chart.is_displayed()]
            self.assertEqual(len(charts), len(panels))
        runs = [record for record in self.records
                if record["cell"]["dataset"]["name"] == dataset and record["cell"]["method"]["method"] == method]
        self.assertEqual(len(browser.all(".runs tbody tr")), len(runs))
        self.assertIn(f"{len(runs)} of {len(self.records)} runs", browser.one("#runs").text)

        browser.one("#filters button").click()
        self.assertTrue(all(button.is_displayed() for _, _, button in self.linked_numbers()))
        self.assertTrue(all(chart.is_displayed() for chart in browser.all(".chart")))

    def test_a_method_that_is_filtered_away_is_not_drawn(self):
        figure = next(f for f in figures_of(self.data)
                      if {"tensor_sketch", "random_maclaurin_restricted"} <= set(f["styles"]))
        colours = {key: figure["styles"][key]["light"] for key in ("tensor_sketch", "random_maclaurin_restricted")}
        chart = browser.all(f"#figure-{figure['name']} .chart")[0]
        before = chart.get_attribute("innerHTML")
        self.tick("method", "tensor_sketch")
        after = chart.get_attribute("innerHTML")
        for colour in colours.values():
            self.assertIn(colour, before)
        self.assertIn(colours["tensor_sketch"], after)
        self.assertNotIn(colours["random_maclaurin_restricted"], after)

    def test_the_list_of_runs_can_be_searched_and_sorted(self):
        record = self.records[3]
        search = browser.one("#runs input[type=search]")
        search.send_keys(record["page"]["id"][:20])
        self.assertEqual(len(browser.all(".runs tbody tr")), 1)
        search.clear()
        search.send_keys("teacher %")  # accuracies, so that all results can be compared
        browser.one(".runs th:nth-child(6) button").click()
        shown = [float(text.split()[0]) for text in browser.texts(".runs tbody td:nth-child(6)")]
        self.assertEqual(shown, sorted(shown))
        self.assertGreater(len(set(shown)), 3)


class Looks(PageTest):
    def test_is_readable_on_a_phone(self):
        browser.open(study.page, size=PHONE)
        self.assert_fits_a_phone("main")
        button = next(button for _, groups, button in self.linked_numbers() if groups[0]["records"])
        browser.run("arguments[0].click()", button)
        self.assert_fits_a_phone("dialog")

    def assert_fits_a_phone(self, part):
        width = browser.run("return document.documentElement.scrollWidth")
        self.assertLessEqual(width, PHONE[0], part)
        small = browser.run("""
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            const small = [];
            while (walker.nextNode()) {
              const parent = walker.currentNode.parentElement;
              if (walker.currentNode.data.trim() === "" || !parent.checkVisibility()) continue;
              const size = Number.parseFloat(getComputedStyle(parent).fontSize);
              if (size < 12) small.push(`${size} px: ${walker.currentNode.data}`);
            }
            return small;""")
        self.assertEqual(small, [], part)

    def test_is_dark_when_the_system_is_or_the_reader_wants_it(self):
        def brightness(selector, property_name):
            channels = re.findall(r"\d+", browser.one(selector).value_of_css_property(property_name))
            return sum(map(int, channels[:3])) / 3

        self.assertGreater(brightness("body", "background-color"), 200)
        browser.one("#theme").click()
        self.assertLess(brightness("body", "background-color"), 60)
        self.assertGreater(brightness("body", "color"), 180)
        browser.one("#theme").click()
        self.assertGreater(brightness("body", "background-color"), 200)
        browser.run("localStorage.clear()")
        browser.open(study.page, dark=True)
        self.assertLess(brightness("body", "background-color"), 60)
        browser.use_system_colours("light")
        browser.wait(lambda: brightness("body", "background-color") > 200)
