"""What a reader relies on when opening results/report.html, checked in Chromium."""

import pathlib
import re
import shlex
import tempfile
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from browser import PHONE
from page_case import PageTest, address_of, addresses_of, browser, drawn_panels, figures_of, study
from study import SOURCE, canonical, data_of, read_record

AXE = SOURCE / "web/node_modules/axe-core/axe.min.js"


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
            for address in addresses_of(self.data):
                self.show(address)
            self.assertEqual(browser.messages(), [])
            self.assertEqual([url for url in browser.requests() if url.startswith("http")], [])

    def test_names_the_records_that_could_not_be_used_and_leaves_them_out(self):
        warnings = browser.one("#warnings").text
        for name in study.unusable:
            self.assertIn(name, warnings)
        files = len(list((study.results / "records").glob("*.json")))
        self.assertEqual(len(self.records), files - len(study.unusable))
        self.assertIn(f"{len(self.records)} runs", browser.one("#view").text)

    def test_writes_words_and_no_leavings_of_the_script(self):
        for address in addresses_of(self.data) + [f"#/runs/{self.records[-1]['page']['id']}"]:
            self.show(address)
            text = browser.run("return document.body.innerText")
            text = text.replace("-fsanitize=address,undefined", "")  # a record tells the compiler's flags
            for leaving in ["[object", "undefined", "NaN"]:
                self.assertNotIn(leaving, text, address)

    def test_names_a_claim_by_its_first_sentence_however_short(self):
        words = (SOURCE / "web/page/words.js").read_text()
        for statement, shown in [("It falls", "It falls"), ("It falls.", "It falls"),
                                 ("A ratio: of two errors, of as many features. Below 1", "A ratio: of two errors, of as many features"),
                                 ("Of two lines, the first goes on\nin the second; below 1", "Of two lines, the first goes on\nin the second")]:
            self.assertEqual(browser.run(words + "return firstSentence(arguments[0]);", statement), shown)

    def test_without_the_libraries_says_so_and_shows_the_values(self):
        browser.open(study.page_without_charts)
        self.assertIn("scripts/install-dependencies page", browser.one("#warnings").text)
        for address in addresses_of(self.data):
            browser.run("location.hash = arguments[0]", address)
            browser.wait(lambda: browser.run("return [...document.querySelectorAll('.grid')].every((e) => e.children.length > 0)"))
            self.assertEqual(browser.all(".chart"), [])
            figures = [figure for where, figure in figures_of(self.data) if where == address]
            shown = [table for table in browser.all("figure table") if table.is_displayed()]
            self.assertEqual(len(shown), len(figures), address)
        self.assertEqual(browser.messages(), [])

    def test_says_so_where_the_browser_cannot_unpack_it(self):
        script = browser.command("Page.addScriptToEvaluateOnNewDocument", source="delete window.DecompressionStream")
        try:
            browser.driver.get("about:blank")
            browser.driver.get(study.page.as_uri())
            browser.wait(lambda: browser.one("#warnings").text != "")
            self.assertIn("This browser cannot unpack", browser.one("#warnings").text)
        finally:
            browser.command("Page.removeScriptToEvaluateOnNewDocument", identifier=script["identifier"])
            browser.messages()

    def test_a_quick_run_is_named_on_the_first_screen_and_wherever_verdicts_are_counted(self):
        browser.open(study.quick_page())
        self.assertEqual([claim["quick"] for claim in data_of(study.quick_page())["papers"][0]["claims"]], [True])
        for address in ["#/", "#/papers/mine", "#/papers/mine/claims", "#/runs"]:
            self.show(address)
            self.assertRegex(browser.driver.title, "^QUICK: ")
            self.assertLess(browser.one("#quick").rect["y"], PHONE[1] / 4, address)
        for address, place in [("#/", ".card:first-of-type"), ("#/papers/mine", ".body"), ("#/papers/mine/claims", ".claim-line")]:
            self.show(address)
            self.assertRegex(browser.one(place).text, "undecided(.|\n)*quick run|quick run(.|\n)*undecided", address)
        self.show("#/papers/mine/claims")
        self.assertNotIn("hypothesis", browser.one(".claim-line").text)

    def test_every_view_has_a_link_of_its_own(self):
        for address in addresses_of(self.data):
            browser.open(study.page, fragment=address)
            there = browser.run("return document.querySelector('#view h1, #view h2').textContent")
            browser.open(study.page)
            self.show(address)
            self.assertEqual(browser.run("return document.querySelector('#view h1, #view h2').textContent"), there)

    def test_a_link_opens_its_run_and_closing_it_leads_to_the_list(self):
        record = self.records[-1]
        browser.open(study.page, fragment=f"#/runs/{record['page']['id'][:12]}")
        self.assertEqual(self.wait_for_record(), record["page"]["id"])
        self.assertIn(record["page"]["command"], self.dialog().text)
        ActionChains(browser.driver).send_keys(Keys.ESCAPE).perform()
        browser.wait(lambda: browser.run("return location.hash") == "#/runs")


class Figures(PageTest):
    def test_every_panel_is_drawn_in_the_colours_of_its_series(self):
        figures = figures_of(self.data)
        self.assertGreaterEqual(len(figures), 2)
        for dark, look in [(False, "light"), (True, "dark")]:
            browser.open(study.page, dark=dark)
            for address, figure in figures:
                self.show(address)
                self.draw_all()
                drawn = browser.run("""
                    return [...document.querySelectorAll(`#figure-${arguments[0]} .chart`)].map((box) =>
                      box.chart.getOption().series.filter((one) => one.type === "line")
                        .map((one) => [one.lineStyle.color, one.data.length]))""", figure["name"])
                self.assertEqual(len(drawn), len(drawn_panels(figure)))
                for panel, lines in zip(drawn_panels(figure), drawn):
                    expected = [figure["styles"][series["key"]][look] for series in panel["series"] if series["points"]]
                    self.assertEqual([colour for colour, _ in lines], expected)
                    for series, (_, points) in zip([s for s in panel["series"] if s["points"]], lines):
                        if series["mark"] != "level":
                            self.assertEqual(points, len(series["points"]))

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
        for address, figure in figures_of(self.data):
            self.show(address)
            browser.run("document.querySelector(`#figure-${arguments[0]} details`).open = true", figure["name"])
            box = f"#figure-{figure['name']} .grid"
            browser.wait(lambda: browser.all(f"{box}[data-drawn]"))
            heads = browser.texts(f"{box} .tabulator-col-title")
            column = heads.index(figure["panels"][0]["y"]["label"])
            rows = browser.run("""
                return [...document.querySelectorAll(`${arguments[0]} .tabulator-row`)]
                  .map((row) => [...row.querySelectorAll(".tabulator-cell")].map((cell) => cell.textContent))""", box)
            self.assertGreater(len(rows), 0)
            for row, point in zip(rows, points_of(figure)):
                self.assertAlmostEqual(number_in(row[column]), point["y"], delta=1e-3 * abs(point["y"]))

    def test_a_point_shows_its_values_and_leads_to_its_runs(self):
        address, figure = figures_of(self.data)[0]
        self.show(address)
        browser.wait(lambda: browser.all(f"#figure-{figure['name']} .chart[data-drawn]"))
        chart = browser.all(f"#figure-{figure['name']} .chart")[0]
        browser.run("arguments[0].scrollIntoView({block: 'center'})", chart)
        series = next(s for s in drawn_panels(figure)[0]["series"] if s["key"] == "tensor_sketch")
        x, y, width, height = browser.run("""
            const [box, x, y] = arguments;
            return [...box.chart.convertToPixel({ gridIndex: 0 }, [x, y]), box.clientWidth, box.clientHeight]""",
                                          chart, series["points"][-1]["x"], series["points"][-1]["y"])
        move = ActionChains(browser.driver).move_to_element_with_offset(
            chart, round(x - width / 2), round(y - height / 2))
        move.perform()
        browser.wait(lambda: browser.all(".tip"))
        move.click().perform()
        browser.wait(self.dialog().is_displayed)
        shown = self.wait_for_record()
        self.assertIn(shown, [self.records[place]["page"]["id"] for panel in figure["panels"]
                              for one in panel["series"] for point in one["points"] for place in point["records"]])

    def test_the_legend_switches_a_series_off(self):
        address, figure = next((a, f) for a, f in figures_of(self.data)
                               if {"tensor_sketch", "random_maclaurin_restricted"} <= set(f["styles"]))
        self.show(address)
        browser.wait(lambda: browser.all(f"#figure-{figure['name']} .chart[data-drawn]"))
        count = """return document.querySelector(`#figure-${arguments[0]} .chart`).chart.getOption().series
                     .filter((one) => one.type === "line").length"""
        before = browser.run(count, figure["name"])
        button = browser.all(f"#figure-{figure['name']} .chart-legend button")[0]
        button.click()
        self.assertLess(browser.run(count, figure["name"]), before)
        self.assertEqual(button.get_attribute("aria-pressed"), "false")
        button.click()
        self.assertEqual(browser.run(count, figure["name"]), before)


def line_is_of(line, cell):
    """Whether a line of table.csv is about a cell; a label goes on behind the data set's name."""
    return (re.split(r"[:\[]", line["dataset"])[0] == cell["dataset"]["name"]
            and int(line["degree"]) == cell["kernel"]["degree"] and float(line["coef0"]) == cell["kernel"]["coef0"]
            and line["method"] == cell["method"]["method"] and int(line["D"]) == cell["method"]["D"])


class Tables(PageTest):
    def test_numbers_equal_the_csv(self):
        compared = 0
        for report in self.data["reports"]:
            names, *rows = study.csv_rows(report["name"])
            for groups, button, heading in self.numbers_of(report):
                if len(groups) > 1:
                    continue
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
                key, digit = ("auc", 0.00011) if "AUC" in heading else ("accuracy", 0.0051)
                self.assertAlmostEqual(mean, float(line[key]), delta=digit)
                if line[key + "_std"] and key == "accuracy":
                    self.assertAlmostEqual(deviation[0], float(line[key + "_std"]), delta=digit)
                compared += 1
        self.assertGreater(compared, 10)

    def test_all_numbers_are_those_of_table_csv(self):
        for report in self.data["reports"]:
            self.show(address_of(report))
            details = next(e for e in browser.all(".report > details") if "table.csv" in e.text)
            browser.run("arguments[0].open = true; arguments[0].scrollIntoView()", details)
            browser.wait(lambda: browser.run("return arguments[0].querySelector('.grid[data-drawn]') !== null", details))
            heads = browser.run("return [...arguments[0].querySelectorAll('.tabulator-col-title')].map((e) => e.textContent)", details)
            rows = browser.run("""
                return [...arguments[0].querySelectorAll('.tabulator-row')].map((row) =>
                  [...row.querySelectorAll('.tabulator-cell')].map((cell) => cell.textContent))""", details)
            csv = study.csv_rows(report["name"])
            self.assertEqual([heads, *rows], csv[:len(rows) + 1])
            self.assertGreaterEqual(len(rows), min(len(csv) - 1, 15))

    def test_a_number_opens_its_records_with_a_command_that_runs_the_cell_again(self):
        groups, button = self.number_where(lambda group: len(group["records"]) == 2)
        button.click()
        self.wait_for_record()
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
        again, beside = command.split(" && ")
        program, run, *arguments = shlex.split(again)
        self.assertEqual((program, run), ("sketchbench", "run"))
        self.assertIn("1 cell to run", study.run("run", *arguments, "--dry-run"))
        self.assertEqual(shlex.split(beside)[:3], ["sketchbench", "compare", "again"])

    def test_what_is_missing_says_how_to_make_it(self):
        groups, button = self.number_where(lambda group: group["status"] == "missing")
        button.click()
        browser.wait(self.dialog().is_displayed)
        self.assertIn("not run yet", self.dialog().text)
        self.assertIn(groups[0]["command"], self.dialog().text)

    def test_a_failed_run_says_what_went_wrong(self):
        _, button = self.number_where(lambda group: group["status"] == "failed")
        button.click()
        self.wait_for_record()
        self.assertIn(study.failed["error"], self.dialog().text)
        self.assertEqual(self.dialog().find_elements("css selector", "b"), [], "the error is text, not markup")
        self.assertIn("--results again", self.dialog().find_elements("css selector", ".command")[-1].text)

    def test_works_with_the_keyboard(self):
        _, button = self.number_where(lambda group: group["records"])
        address = browser.run("return location.hash")
        browser.run("arguments[0].focus()", button)
        ActionChains(browser.driver).send_keys(Keys.ENTER).perform()
        self.wait_for_record()
        ActionChains(browser.driver).send_keys(Keys.ESCAPE).perform()
        self.assertFalse(self.dialog().is_displayed())
        self.assertTrue(browser.run("return document.activeElement === arguments[0]", button))
        self.assertEqual(browser.run("return location.hash"), address, "the view's address is back")


class Runs(PageTest):
    def shown(self):
        return browser.run("return [...document.querySelectorAll('.runs .tabulator-row')].map((row) => "
                           "[...row.querySelectorAll('.tabulator-cell')].map((cell) => cell.textContent))")

    def setUp(self):
        super().setUp()
        self.show("#/runs")
        browser.wait(lambda: browser.all(".runs .grid[data-drawn]"))

    def test_can_be_searched_and_sorted(self):
        search = browser.one(".runs input[type=search]")
        search.send_keys(self.records[3]["page"]["id"][:20])
        self.assertEqual(len(self.shown()), 1)
        search.clear()
        search.send_keys("teacher %")  # accuracies, so that all results can be compared
        browser.all(".runs .tabulator-col")[0].click()
        shown = [float(row[0].split()[0]) for row in self.shown()]
        self.assertEqual(shown, sorted(shown))
        self.assertGreater(len(set(shown)), 3)

    def test_can_be_filtered(self):
        record = self.records[0]
        wanted = {"Data set": record["cell"]["dataset"]["name"], "Method": record["cell"]["method"]["method"]}
        titles = {"Data set": {}, "Method": {}}
        for report in self.data["reports"]:
            for group in report["groups"]:
                titles["Data set"][group["dataset"]] = group["dataset_title"]
                titles["Method"][group["method"]] = group["method_title"]
        for label in browser.all(".runs label"):
            name = next((name for name in wanted if label.text.startswith(name)), None)
            if name:
                label.find_element("css selector", "select").send_keys(titles[name][wanted[name]])
        count = sum(one["cell"]["dataset"]["name"] == wanted["Data set"] and one["cell"]["method"]["method"] == wanted["Method"]
                    for one in self.records)
        self.assertIn(f"{count} of {len(self.records)} runs", browser.one(".runs").text)

    def test_a_result_opens_its_record(self):
        browser.all(".runs .tabulator-row .number")[0].click()
        self.assertEqual(self.wait_for_record(), self.records[0]["page"]["id"])


class Looks(PageTest):
    def test_is_readable_on_a_phone(self):
        browser.open(study.page, size=PHONE)
        _, button = self.number_where(lambda group: group["records"])
        self.assert_letters_can_be_read("view")
        browser.run("arguments[0].click()", button)
        self.wait_for_record()
        self.assertLessEqual(browser.run("return document.documentElement.scrollWidth"), PHONE[0])
        self.assert_letters_can_be_read("dialog")

    def test_is_printed_in_light_colours_and_within_the_paper(self):
        address, _ = figures_of(self.data)[0]
        for dark in [False, True]:
            browser.open(study.page, dark=dark, fragment=address)
            browser.run("dispatchEvent(new Event('beforeprint'))")
            charts = browser.run("""return [...document.querySelectorAll('.chart')].map((box) => ({
                box: box.clientWidth, width: box.chart.getWidth(), right: box.getBoundingClientRect().right,
                colours: ['axisLabel', 'splitLine'].map((part) => {
                  const look = box.chart.getOption().xAxis[0][part];
                  return look.color ?? look.lineStyle.color; }) }))""")
            self.assertGreater(len(charts), 0)
            for chart in charts:
                self.assertEqual(chart["width"], chart["box"])
                self.assertLess(chart["width"], 720, "A4 is 718 px wide between the browser's margins")
                text, line = [sum(map(int, re.findall(r"\d+", colour)[:3])) / 3 for colour in chart["colours"]]
                self.assertLess(text, 60)
                self.assertGreater(line, 200)
            browser.run("dispatchEvent(new Event('afterprint'))")
            text = browser.run("return document.querySelector('.chart').chart.getOption().xAxis[0].axisLabel.color")
            self.assertEqual(sum(map(int, re.findall(r"\d+", text)[:3])) / 3 > 180, dark)

    def test_prints_the_rows_of_a_long_table_that_are_not_in_sight(self):
        browser.open(study.page, fragment="#/runs")
        browser.wait(lambda: browser.all(".runs .grid[data-drawn]"))
        browser.one(".runs input[type=search]").send_keys("teacher %")
        wanted = browser.one(".runs [role=status]").text.split()[0]
        browser.run("dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(len(browser.all(".runs .on-paper tbody tr")), int(wanted))
        browser.run("dispatchEvent(new Event('afterprint'))")
        self.assertEqual(browser.all(".runs .on-paper"), [])

    def assert_letters_can_be_read(self, part):
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

    @unittest.skipUnless(AXE.exists(), f"{AXE} is missing: scripts/install-dependencies page")
    def test_axe_finds_nothing_to_mend(self):
        for dark in [False, True]:
            browser.open(study.page, dark=dark)
            browser.run(AXE.read_text(encoding="utf-8"))
            for address in addresses_of(self.data) + [f"#/runs/{self.records[0]['page']['id']}"]:
                self.show(address)
                if address.count("/") > 1 and address.startswith("#/runs/"):
                    self.wait_for_record()
                self.assertEqual(faults_by_axe(), [], f"{address}, {'dark' if dark else 'light'}")


def faults_by_axe():
    """What axe-core finds against WCAG 2 A and AA, contrast included."""
    return browser.driver.execute_async_script("""
        const done = arguments[arguments.length - 1];
        axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }).then((found) =>
          done(found.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 200)} ${node.failureSummary}`).join("; ")}`)))""")
