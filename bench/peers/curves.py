"""Time to an accuracy of the objective: each solver with one stopping tolerance after the other, so that its own rule is
no part of the comparison.

The relative suboptimality of a training is (f - f*) / |f*|, f* the least objective that any solver has reached in the case.
The time to one is that of the quickest of a solver's trainings that came so near."""

import math
import sys

import contest
import tables


def markdown(results):
    """The tables of any part, of its times to an accuracy where it has such."""
    return tables.markdown(results, sys.modules[__name__] if contest.PARTS[results["name"]].targets else None)


def solvers_of(part):
    """Key and title of each, in the part's order."""
    return {c.curve: c.title.rpartition(", eps")[0] for c in part.contestants}


def best(part, case):
    """The least objective of the case; None where nobody has one."""
    found = (tables.here(case, c.key) for c in part.contestants)
    return min((entry["objective"] for entry in found if entry), default=None)


def points(part, case, solver):
    """(seconds of the wall clock: quartiles, relative suboptimality, entry), from the coarsest tolerance to the finest."""
    least = best(part, case)
    entries = [tables.here(case, c.key) for c in part.contestants if c.curve == solver]
    return [(entry["train"]["wall"], (entry["objective"] - least) / abs(least), entry) for entry in entries if entry]


def first_within(part, case, solver, target):
    """Wall-clock quartiles of the quickest training within `target` of the best; None where none was."""
    walls = [wall for wall, gap, _ in points(part, case, solver) if gap <= target]
    return min(walls, key=lambda wall: wall["median"], default=None)


def with_reached(part, cases):
    """The cases, each with the median times to the part's targets, "reached": {target: {solver: seconds}}."""

    def reached(case):
        return {f"{target:g}": {solver: wall["median"] for solver in solvers_of(part)
                                if (wall := first_within(part, case, solver, target))} for target in part.targets}

    return [case | {"reached": reached(case)} for case in cases]


def percent(gap):
    return "0" if gap == 0 else f"{gap:.0e}".replace("e-0", "e-")


def name_of(part, case):
    """With how many rows, as cases are parts of data sets; and columns, where these grow."""
    size = f"{case['n']:,} × {case['d']:,}" if part.growth else f"n = {case.get('n', 0):,}"
    return f"{tables.name_of(case)}, {size}"


def overview(part, cases, repeats):
    """How many times as long as ours everybody takes to each target, the least and the most over the cases."""
    others = [(key, title) for key, title in solvers_of(part).items() if key != part.ours]
    rows = []
    for case in cases:
        for target in part.targets:
            own = first_within(part, case, part.ours, target)
            row = [name_of(part, case), case.get("kernel", ""), f"{target:g}",
                   tables.seconds_text(own["median"]) if own else "not reached"]
            for key, _ in others:
                other = first_within(part, case, key, target)
                row.append(tables.ratio_text(other["median"] / own["median"]) if own and other else
                           tables.seconds_text(other["median"]) if other else "–")
            rows.append(row)
    columns = [("Data set", False), ("Kernel", False), ("within", True), (part.ours, True)]
    columns += [(title, True) for _, title in others]
    return tables.table(part.caption, [
        f"{part.ours}: seconds of the wall clock on one thread until the objective is within that share of the least one "
        f"known, the median of {repeats} runs, of fewer where the data set's own table says so. The others: how many "
        "times as long they take. A dash: did not come so near within the limit; the case's own table in results/bench "
        "says why."], columns, rows)


def exponent(points):
    """The slope of log y over log x by least squares."""
    xs, ys = [[math.log(value) for value in values] for values in zip(*points)]
    middle, height = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - middle) * (y - height) for x, y in zip(xs, ys)) / sum((x - middle) ** 2 for x in xs)


def growth(part, cases):
    """How the time to the middle target grows with the columns of the same rows: a table, or none."""
    same_rows = [case for case in cases if case["case"] in part.growth]
    if len(same_rows) < 2:
        return []
    target = part.targets[len(part.targets) // 2]
    rows = []
    for solver, title in solvers_of(part).items():
        reached = [first_within(part, case, solver, target) for case in same_rows]
        known = [(case["d"], wall["median"]) for case, wall in zip(same_rows, reached) if wall]
        rows.append([title, *(tables.spread_text({"wall": wall}) if wall else "–" for wall in reached),
                     f"{exponent(known):.2f}" if len(known) > 1 else ""])
    columns = [("", False), *((f"{case['d']:,}", True) for case in same_rows), ("Exponent", True)]
    return [tables.table(f"The same rows among more columns: {same_rows[0]['n']:,} rows, within {target:g}", [
        "Seconds of the wall clock on one thread. The exponent is that of the columns by least squares on logarithms; 0 where "
        "the time is that of the non-zeros."], columns, rows)]


def detail(part, case, repeats):
    columns = [("", False)]
    for target in part.targets:
        columns += [(f"within {target:g}", True)]
    columns += [("nearest", True), ("Accuracy there\n%", True), ("Remarks", False)]
    rows = []
    for solver, title in solvers_of(part).items():
        found = points(part, case, solver)
        reached = [first_within(part, case, solver, target) for target in part.targets]
        remarks = []
        if found:
            nearest = min(found, key=lambda point: point[1])
            if nearest[2].get("form"):
                remarks.append(" ".join(nearest[2]["form"]))
        missing = [case[c.key]["missing"] for c in part.contestants
                   if c.curve == solver and "missing" in case.get(c.key, {})]
        remarks += missing[:1]
        fewer = [entry["runs"] for _, _, entry in found if entry["runs"] < repeats]
        remarks += [f"{min(fewer)} runs at some tolerances"] if fewer else []
        order = next((wall["median"] for wall in reached[1:] + reached[:1] if wall), float("inf"))
        rows.append((order, [title, *(tables.spread_text({"wall": wall}) if wall else "–" for wall in reached),
                             percent(nearest[1]) if found else "", f"{nearest[2]['accuracy']:.2f}" if found else "",
                             "; ".join(remarks)]))
    rows.sort(key=lambda row: row[0])
    title = (f"{tables.name_of(case)}, {case.get('kernel', '')}, n = {case.get('n', 0):,}, d = {case.get('d', 0):,}: "
             "the quickest first")
    return tables.table(title, [], columns, [row for _, row in rows])


def how(part):
    tolerances = [c.settings["eps"] for c in part.contestants if c.curve == part.ours]
    return [f"Each solver is run with eps = {', '.join(f'{eps:g}' for eps in tolerances)}, until one takes longer than the "
            "case's limit. Its time to an accuracy is that of the quickest of these trainings that is within it: no "
            "solver's own stopping rule decides.",
            "The accuracy is (f - f*) / |f*|: f the " + ("dual " if part.task == "svc" else "primal ")
            + "objective, summed over the subproblems, f* the least that anybody has reached in the case."]


def figure(part, cases):
    """What peer_run --figure draws: suboptimality over time, a panel a case."""
    panels = []
    for case in cases:
        series = []
        for solver, title in solvers_of(part).items():
            # What is as near as can be has no logarithm.
            line = [{"x": wall["median"], "y": gap}
                    for wall, gap, _ in points(part, case, solver) if gap > 0]
            if line:
                series.append({"key": solver, "label": title, "points": sorted(line, key=lambda at: at["x"])})
        # Mapped rows have one kernel throughout, which the caption says; others are told apart by theirs.
        kernel = "" if "D" in case or "kernel" not in case else f", {case['kernel']}"
        panels.append({"title": name_of(part, case) + kernel, "series": series})
    return {"name": part.name, "title": part.title, "caption": part.caption, "x": "training (s)",
            "y": "(f − f*) / |f*|", "panels": panels}
