"""The leaderboard of results/report.html, in Chromium."""

from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from page_case import PageTest, browser
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
    def setUp(self):
        super().setUp()
        self.show("#/leaderboard")
        self.wait_for_board()

    def wait_for_board(self):
        browser.wait(lambda: browser.all(".leaderboard .grid[data-drawn]"))

    def board(self):
        """A board with results of two processors and the exact kernel."""
        return next(board for board in self.data["leaderboards"]
                    if len(board["processors"]) > 1 and any(row["D"] == 0 for row in board["rows"]))

    def choose(self, board):
        for label, key in [("Data set", "dataset"), ("Kernel", "kernel"), ("Ranked by", "number")]:
            Select(self.control(label)).select_by_value(board[key])
        self.wait_for_board()

    def control(self, label):
        field = next(e for e in browser.all(".leaderboard label") if e.text.strip().startswith(label))
        return field.find_element("css selector", "select, input")

    def limit(self, label, value):
        self.control(label).clear()
        self.control(label).send_keys(str(value))
        self.wait_for_board()

    def shown(self):
        """What stands in the table: a dictionary for each row, by the heads of its columns."""
        return browser.run("""
            const texts = (box, what) => [...box.querySelectorAll(what)].map((cell) => cell.textContent);
            const board = document.querySelector(".leaderboard .grid");
            const heads = texts(board, ".tabulator-col-title");
            return [...board.querySelectorAll(".tabulator-row")].map((row) =>
              Object.fromEntries(texts(row, ".tabulator-cell").map((text, i) => [heads[i], text])));""")

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

    def test_shows_everything_before_anything_is_chosen(self):
        board = self.data["leaderboards"][self.data["first_leaderboard"]]
        self.assertEqual(len(self.shown()), len(board["rows"]))

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
        self.wait_for_board()
        megabytes = sorted(row["bytes"] for row in rows)[len(rows) // 2] / 1e6
        self.limit("MB of memory", megabytes)
        within = [i for i, row in enumerate(rows) if row["bytes"] <= megabytes * 1e6]
        self.assertLess(len(within), len(rows))
        self.assert_shows(board, within, processor)
        self.assertIn(f"{len(within)} of {len(rows)} results", browser.one(".leaderboard [role=status]").text)

    def test_compares_times_of_one_processor(self):
        board = self.board()
        self.choose(board)
        self.assertTrue(any(name.startswith(OTHER_PROCESSOR) for name in board["processors"]))
        self.limit("CPU seconds", 1000)
        for processor in board["processors"]:
            Select(self.control("Times of")).select_by_visible_text(processor)
            self.wait_for_board()
            own = [i for i, row in enumerate(board["rows"]) if row["processor"] == processor]
            self.assertGreater(len(own), 0)
            self.assert_shows(board, own, processor)
            left = len(board["rows"]) - len(own)
            self.assertIn(f"{left} result", browser.one(".leaderboard [role=status]").text)
        self.limit("CPU seconds", 1e-9)
        self.assertEqual(self.shown(), [])

    def test_is_sorted_by_a_column(self):
        self.choose(self.board())
        sizes = {row["memory"]: row["bytes"] for row in self.board()["rows"]}
        for order in [1, -1]:
            next(e for e in browser.all(".leaderboard .tabulator-col") if e.text.startswith("Memory")).click()
            shown = [sizes[row["Memory"]] for row in self.shown()]
            self.assertEqual(shown, sorted(shown, reverse=order < 0))
            sort = browser.one(".leaderboard .tabulator-col[aria-sort=ascending], "
                               ".leaderboard .tabulator-col[aria-sort=descending]").get_attribute("aria-sort")
            self.assertEqual(sort, "ascending" if order > 0 else "descending")

    def test_a_method_opens_its_runs(self):
        board = self.board()
        self.choose(board)
        browser.all(".leaderboard .number")[0].click()
        self.assertIn(self.wait_for_record(), [self.records[place]["page"]["id"] for row in board["rows"] for place in row["records"]])

    def test_every_number_of_every_data_set_and_kernel_can_be_chosen_and_linked(self):
        for board in self.data["leaderboards"]:
            self.choose(board)
            self.assertEqual(len(self.shown()), len(board["rows"]))
            self.assertIn(board["number"], browser.texts(".leaderboard .tabulator-col-title"))
        board = self.data["leaderboards"][-1]
        address = browser.run("return location.hash")
        self.show("#/")
        self.show(address)
        self.wait_for_board()
        self.assertEqual(Select(self.control("Ranked by")).first_selected_option.text, board["number"])

    def test_says_in_words_which_rows_a_board_is_about(self):
        for option in Select(self.control("Data set")).options:
            self.assertNotRegex(option.text, r"\[|:")
        self.assertIn("250 rows", self.control("Data set").text)
