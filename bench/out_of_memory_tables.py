"""Tables and the figure of what bench/out_of_memory has measured: of its runs, {"shape", "rows", "what", "held", "turn", ...}."""

import math
import statistics

import tables

SHAPES = {"dense": "28 columns, as HIGGS has them", "sparse": "100,000 columns, 75 non-zeros a row, as RCV1 has them"}
IN_TURN = 100_000  # rows up to which measurements are repeated
# What others' times stand beside.
OURS = {"scikit-learn, 300 features": "sgd, 300 features", "Vowpal Wabbit, 300 features": "sgd, 300 features",
        "Vowpal Wabbit, products of columns": "sgd, 300 features",
        "scikit-learn, rows": "sgd, rows (held)", "Vowpal Wabbit, rows": "sgd, rows (held)"}


ORDER = ("prepare", "ridge", "sgd, 300", "sgd, 4", "scikit-learn, 300", "Vowpal Wabbit, 300", "Vowpal Wabbit, products", "falkon",
         "sgd, rows", "scikit-learn, rows", "Vowpal Wabbit, rows")


def grouped(runs):
    """By (shape, what, held, rows), in the order of tables, whatever order they were measured in."""
    groups = {}
    for one in runs:
        groups.setdefault((one["shape"], one["what"], one["held"], one["rows"]), []).append(one)

    def place(of):
        return [of[1].startswith(what) for what in ORDER].index(True), of[2], of[3]

    return {of: groups[of] for of in sorted(groups, key=place)}


def label_of(what):
    """For a figure: "SGD, 300 features"."""
    name, comma, rest = what.partition(",")
    words = {"prepare": "preparing the rows", "sgd": "SGD", "ridge": "ridge regression", "falkon": "FALKON"}
    return words.get(name, name) + comma + rest.replace("(held)", "in memory")


def median_of(runs, key):
    found = [one[key] for one in runs if key in one]
    return statistics.median(found) if found else None


def growth(groups, shape, what):
    """The exponent of CPU seconds against rows, by least squares on logarithms; None of one size."""
    points = [(of[3], median_of(runs, "train_s")) for of, runs in groups.items()
              if of[:3] == (shape, what, False) and "failure" not in runs[0]]
    if len(points) < 2:
        return None
    return statistics.linear_regression(*zip(*((math.log(n), math.log(t)) for n, t in points))).slope


def number(value, form, factor=1):
    return "" if value is None else format(value / factor, form)


def quality(runs):
    shown = [(key, text) for key, text in (("accuracy", "{:.2f} %"), ("auc", "AUC {:.4f}"), ("rmse", "RMSE {:.4f}"))
             if key in runs[0]]
    return ", ".join(text.format(median_of(runs, key)) for key, text in shown)


COLUMNS = [("Rows", True), ("What", False), ("training,\nCPU s", True), ("wall s", True), ("rows a second,\na pass", True),
           ("read\nMB", True), ("memory\nMB", True), ("of the test rows", False)]


def line(of, runs):
    shape, what, held, rows = of
    name = what + (", features held, no limit" if held else "")
    if "failure" in runs[0]:
        return [f"{rows:,}", name, "–", "", "", "", "", "not measured: " + runs[0]["failure"]]
    train = median_of(runs, "train_s")
    return [f"{rows:,}", name, tables.number(train), tables.number(median_of(runs, "train_wall_s")),
            f"{rows * runs[0]['passes'] / train:,.0f}", number(median_of(runs, "read"), ",.0f", 1e6),
            number(median_of(runs, "peak"), ",.0f", 1e6), quality(runs)]


def larger_sizes(groups, shown):
    """What became of those that are not shown at their shape's largest size, a sentence a shape."""
    remarks = []
    for shape in SHAPES:
        largest = max((rows for of, _, _, rows in groups if of == shape), default=0)
        at_largest = {of[1]: groups.get((*of[:3], largest)) for of in shown if of[0] == shape and of[3] < largest}
        said = [f"{what} failed ({runs[0]['failure']})" for what, runs in at_largest.items() if runs]
        missing = [what for what, runs in at_largest.items() if not runs]
        if missing:
            said.append(f"Not measured, for reasons above or in the notes of results/bench, were: {'; '.join(missing)}")
        if said:
            remarks.append(f"At {largest:,} rows, {shape}: {'. '.join(said)}.")
    return remarks


def overview(found):
    groups = grouped(found["runs"])

    def size(of):
        return "failure" not in groups[of][0], of[3]

    shown = [of for shape in SHAPES for of in groups
             if of[0] == shape and of == max((other for other in groups if other[:3] == (shape, of[1], False)), key=size, default=None)]
    rows = [[of[0], *line(of, groups[of]), number(growth(groups, of[0], of[1]), ".2f")] for of in shown]
    return tables.table(
        f"Learning from a disk in a control group of {found['limit'] / 1e9:g} GB",
        [f"Of each the largest size that was measured without a failure, in one run; up to {IN_TURN:,} rows the median of "
         f"{found['turns']}. dense: " + SHAPES["dense"] + "; sparse: " + SHAPES["sparse"] + ". "
         "CPU seconds of training on one core, which others used as well, so that wall seconds are those of a shared one; "
         "of prepare, and of sgd on the rows, which is the command train, of all that the process does. Rows a second: "
         "training rows times passes by CPU seconds. Read: by the whole process, from "
         "the disk. Memory: the most that the group had beside cached files. Growth: the exponent of CPU seconds in the rows, "
         "from the smallest size on.",
         "scikit-learn's features are drawn as ours are and made by NumPy, in pieces. Vowpal Wabbit has texts of the rows: 300 "
         "features of each would be 45 GB for the largest size, so that it has the columns' 406 products instead. What it "
         "writes and reads of texts, and of its cache of them, is in its time.",
         *larger_sizes(groups, shown)],
        [("Shape", False), *COLUMNS, ("growth", True)], rows)


def all_sizes(found):
    groups = grouped(found["runs"])
    return [tables.table(f"All sizes: {SHAPES[shape]}", [f"Medians of {found['turns']} turns up to {IN_TURN:,} rows, once beyond."],
                         COLUMNS, [line(of, runs) for of, runs in sorted(groups.items(), key=lambda one: one[0][3])
                                   if of[0] == shape])
            for shape in SHAPES]


def in_turn(found):
    """Others' CPU seconds by ours, of measurements that followed each other."""
    groups, rows = grouped(found["runs"]), []
    for (shape, what, held, count), runs in groups.items():
        own = {one["turn"]: one["train_s"] for one in groups.get((shape, OURS.get(what), False, count), []) if "train_s" in one}
        ratios = [one["train_s"] / own[one["turn"]] for one in runs if "train_s" in one and one["turn"] in own]
        if ratios:
            spread = tables.ratio_spread(tables.quartiles(ratios)) if len(ratios) > 1 else f"{ratios[0]:.2f}"
            rows.append([shape, f"{count:,}", what, OURS[what], str(len(ratios)), spread])
    return tables.table("Others' CPU seconds of training by ours", ["Medians of the turns' ratios, and quartiles."],
                        [("Shape", False), ("Rows", True), ("Whose", False), ("by", False), ("turns", True), ("×", True)], rows)


def held_forms(found):
    groups, rows = grouped(found["runs"]), []
    for (shape, what, held, count), runs in groups.items():
        if held and "failure" not in runs[0] and "failure" not in groups[shape, what, False, count][0]:
            streamed = groups[shape, what, False, count]
            rows.append([shape, f"{count:,}", what, quality(streamed), quality(runs)])
    return tables.table("Streamed in the group, and held without a limit", ["What the test rows say of both."],
                        [("Shape", False), ("Rows", True), ("What", False), ("streamed", False), ("held", False)], rows)


def document(results):
    found, lines = results["measurements"], tables.machine_lines(results["machine"])
    lines.append(", ".join(f"{name} {version}" for name, version in found["versions"].items()) + ".")
    lines += found["notes"]
    return tables.document("More data than memory", "fewer rows" if results["quick"] else "",
                           [overview(found), *all_sizes(found), in_turn(found), held_forms(found), tables.notes("Machine", lines)])


def figure(found):
    """What peer_run --figure draws: CPU seconds over rows, a panel a shape."""
    groups, panels = grouped(found["runs"]), []
    for shape, title in SHAPES.items():
        lines = {}
        for (of, what, held, count), runs in groups.items():
            if of == shape and not held and "failure" not in runs[0]:
                lines.setdefault(what, []).append({"x": count, "y": median_of(runs, "train_s")})
        panels.append({"title": title, "series": [{"key": what, "label": label_of(what), "points": points}
                                                  for what, points in lines.items() if len(points) > 1]})
    return {"name": "out_of_memory", "title": "Learning from a disk", "x": "training rows", "y": "training (CPU s)",
            "caption": f"In a control group of {found['limit'] / 1e9:g} GB; medians. Linear growth has the slope 1.",
            "panels": [panel for panel in panels if panel["series"]]}
