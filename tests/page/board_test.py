"""The leaderboard at the head of results/report.html, in Chromium."""

import html
import re

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from page_case import PageTest, browser, study
from study import OTHER_PROCESSOR


def ranks_of(board, places):
    """The ranks of those rows that have one, by their places; the rows are the best first."""
    def told(a, b):
        return board["apart"][min(a, b)][abs(a - b) - 1]

    ranks = {}
    left = [a for a in places if len(places) == 1 or any(told(a, b) != "?" for b in places if b != a)]
    while left:
        tied = left[:1] + [place for place in left[1:] if told(left[0], place) == "0"]
        rank = len(ranks) + 1
        ranks |= {place: f"={rank}" if len(tied) > 1 else str(rank) for place in tied}
        left = [place for place in left[1:] if told(left[0], place) == "1"]
    return ranks


def front_of(board, places, processor):
    def burdens(place):
        row = board["rows"][place]
        return (-row["mean"] if board["larger_is_better"] else row["mean"], row["D"] or float("inf"),
                row["seconds"], row["bytes"])

    own = [place for place in places if board["rows"][place]["processor"] == processor]
    beaten = {a for a in own for b in own
              if burdens(a) != burdens(b) and all(y <= x for x, y in zip(burdens(a), burdens(b)))}
    return set(own) - beaten


class Leaderboard(PageTest):
    def board(self):
        """A board with results of two processors and the exact kernel."""
        return next(board for board in self.data["leaderboards"]
                    if len(board["processors"]) > 1 and any(row["D"] == 0 for row in board["rows"]))

    def choose(self, board):
        for label, key in [("Data set", "dataset"), ("Kernel", "kernel"), ("Ranked by", "number")]:
            Select(self.control(label)).select_by_visible_text(board[key])

    def control(self, label):
        field = next(e for e in browser.all("#leaderboard label") if e.text.strip().startswith(label))
        return field.find_element("css selector", "select, input")

    def limit(self, label, value):
        self.control(label).clear()
        self.control(label).send_keys(str(value))

    def shown(self):
        """What stands in the table: a dictionary for each row, by the heads of its columns."""
        return browser.run("""
            const table = document.querySelector("#leaderboard table");
            const heads = [...table.tHead.rows[0].cells].map((cell) => cell.textContent);
            return [...table.tBodies[0].rows].map((row) =>
              Object.fromEntries([...row.cells].map((cell, i) => [heads[i], cell.textContent])));""")

    def assert_shows(self, board, places, processor):
        ranks, front = ranks_of(board, places), front_of(board, places, processor)
        rows = [(ranks.get(place, "–"), board["rows"][place]) for place in places]
        expected = []
        for place, (rank, row) in zip(places, rows):
            other = row["processor"] != processor
            expected.append((rank, row["title"], row["number"], row["time"] + (" ¶" if other else ""), row["memory"],
                             "¶" if other else "yes" if place in front else "no"))
        shown = [(row["Rank"], row["Method"], row[board["number"]], row["CPU time"], row["Memory"], row["On the front"])
                 for row in self.shown()]
        self.assertEqual(sorted(shown), sorted(expected))
        numbers = [int(row["Rank"].lstrip("=")) for row in self.shown() if row["Rank"] != "–"]
        self.assertEqual(numbers, sorted(numbers))

    def test_shows_everything_before_anything_is_chosen_as_without_a_script(self):
        board = self.data["leaderboards"][self.data["first_leaderboard"]]
        source = study.page.read_text(encoding="utf-8")
        table = re.search(r'<section id="leaderboard">.*?<tbody>(.*?)</tbody>', source, re.S)[1]
        written = [[html.unescape(cell) for cell in re.findall("<td>(.*?)</td>", row)]
                   for row in re.findall("<tr>(.*?)</tr>", table)]
        heads = browser.texts("#leaderboard thead th")
        shown = [[row[head] for head in heads] for row in self.shown()]
        self.assertEqual(len(shown), len(board["rows"]))
        self.assertEqual(written, shown[:20])

    def test_ranks_what_is_within_the_limits(self):
        board = self.board()
        self.choose(board)
        processor = board["processors"][0]
        rows = board["rows"]
        self.assert_shows(board, range(len(rows)), processor)
        self.limit("D at most", 40)
        self.assert_shows(board, [i for i, row in enumerate(rows) if 0 < row["D"] <= 40], processor)
        self.control("D at most").clear()
        self.control("D at most").send_keys(Keys.SPACE, Keys.BACKSPACE)
        megabytes = sorted(row["bytes"] for row in rows)[len(rows) // 2] / 1e6
        self.limit("MB of memory", megabytes)
        within = [i for i, row in enumerate(rows) if row["bytes"] <= megabytes * 1e6]
        self.assertLess(len(within), len(rows))
        self.assert_shows(board, within, processor)
        self.assertIn(f"{len(within)} of {len(rows)} results", browser.one("#leaderboard [role=status]").text)

    def test_compares_times_of_one_processor(self):
        board = self.board()
        self.choose(board)
        self.assertTrue(any(name.startswith(OTHER_PROCESSOR) for name in board["processors"]))
        self.limit("CPU seconds", 1000)
        for processor in board["processors"]:
            Select(self.control("Times of")).select_by_visible_text(processor)
            own = [i for i, row in enumerate(board["rows"]) if row["processor"] == processor]
            self.assertGreater(len(own), 0)
            self.assert_shows(board, own, processor)
            left = len(board["rows"]) - len(own)
            self.assertIn(f"{left} result", browser.one("#leaderboard [role=status]").text)
        self.limit("CPU seconds", 1e-9)
        self.assertEqual(self.shown(), [])

    def test_is_sorted_with_the_keyboard(self):
        self.choose(self.board())
        for order in [1, -1]:
            button = browser.one("#leaderboard [data-column='Memory']")
            browser.run("arguments[0].focus()", button)
            ActionChains(browser.driver).send_keys(Keys.ENTER).perform()
            sizes = {row["memory"]: row["bytes"] for row in self.board()["rows"]}
            shown = [sizes[row["Memory"]] for row in self.shown()]
            self.assertEqual(shown, sorted(shown, reverse=order < 0))
            self.assertTrue(browser.run("return document.activeElement.dataset.column === 'Memory'"))
            sort = browser.one("#leaderboard th[aria-sort]").get_attribute("aria-sort")
            self.assertEqual(sort, "ascending" if order > 0 else "descending")

    def test_a_method_opens_its_runs_and_filters_act_on_it(self):
        board = self.board()
        self.choose(board)
        browser.all("#leaderboard .number")[0].click()
        shown = browser.one("#run-dialog .record").get_attribute("data-id")
        self.assertIn(shown, [self.records[place]["page"]["id"] for row in board["rows"] for place in row["records"]])
        browser.one("#run-dialog .dialog-head button").click()
        self.tick("method", "tensor_sketch")
        kept = [i for i, row in enumerate(board["rows"]) if row["method"] == "tensor_sketch"]
        self.assert_shows(board, kept, board["processors"][0])

    def test_every_number_of_every_data_set_and_kernel_can_be_chosen(self):
        for board in self.data["leaderboards"]:
            self.choose(board)
            self.assertEqual(len(self.shown()), len(board["rows"]))
            self.assertIn(board["number"], browser.texts("#leaderboard th"))
