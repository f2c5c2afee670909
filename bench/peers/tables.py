"""What bench/peers/run has measured, as JSON and as tables. The tables are made of the JSON alone."""

import json
import os
import pathlib

import contest

MOST_POINTS, MOST_OF_OBJECTIVE = 0.1, 1e-3
BUSY_ALONE = 1.15  # CPU seconds a second of somebody who was given one thread


def quartiles(values):
    """Of the middle of the values: min, q1, median, q3, max, by linear interpolation."""
    values = sorted(values)

    def at(share):
        place = share * (len(values) - 1)
        low = int(place)
        high = min(low + 1, len(values) - 1)
        return values[low] + (place - low) * (values[high] - values[low])

    return {"min": values[0], "q1": at(0.25), "median": at(0.5), "q3": at(0.75), "max": values[-1]}


def key_of(contestant, threads):
    return contestant.key if threads == 1 else f"{contestant.key}, {threads} threads"


def timing(runs, phase):
    return {clock: quartiles([run[phase][clock] for run in runs]) for clock in ("cpu", "wall")}


def measured(runs, repeats, budget):
    last = runs[-1]
    entry = {"runs": len(runs), "train": timing(runs, "train")}
    for phase in ("predict", "bare"):
        if phase in last:
            entry[phase] = timing(runs, phase)
    for fact in ("objective", "accuracy", "support_vectors", "form", "libraries", "converged"):
        if fact in last:
            entry[fact] = last[fact]
    if len(runs) < repeats:
        entry["fewer_runs"] = (f"more would take more than {seconds_text(budget)} of training"
                               if runs[0]["train"]["wall"] * (len(runs) + 1) > budget else "others did not end")
    return entry


def measurements(part, measuring, repeats, budget, version_of):
    versions, cases, kernels = {}, [], set()
    for contestant in part.contestants:
        if contestant.peer:
            try:
                versions[contestant.solver().key] = version_of(contestant.peer)
            except Exception as why:  # stands in the table
                versions[contestant.solver().key] = f"not here: {why}"
    for case in part.cases:
        entry = {"case": case.name, "dataset": case.dataset, "degree": case.degree, "limit": case.limit}
        if case.features:
            entry["D"] = case.features
        entry |= {"settings": case.settings} if case.settings else {}
        for contestant in part.contestants:
            for threads in contestant.threads:
                found = [measuring.kept(case, contestant, f"threads{threads}_{turn + 1}") for turn in range(repeats)]
                runs = [run for run in found if run and "missing" not in run]
                why = next((run["missing"] for run in found if run and "missing" in run), None)
                kernels |= {run["blas"] for run in runs if "blas" in run}
                if runs:
                    entry[key_of(contestant, threads)] = measured(runs, repeats, budget)
                    for fact in ("n", "d", "classes", "title", "kernel", "content_hash"):
                        if fact in runs[-1]:
                            entry[fact] = runs[-1][fact]
                elif why:
                    entry[key_of(contestant, threads)] = {"missing": why}
        cases.append(entry)
    if kernels:
        versions["BLAS"] = "; ".join(sorted(kernels))
    return {"repeats": repeats, "versions": versions, "settings": part.settings, "cases": cases}


def seconds_text(seconds):
    for unit, size in (("min", 60), ("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        value = seconds / size
        if value >= (2 if unit == "min" else 1) or unit == "µs":
            digits = max(0, 2 - len(str(int(value))) + 1)
            return f"{value:.{digits}f} {unit}"


def number(value):
    """Three significant digits, of which at most two are behind the point."""
    return f"{value:.{max(0, 3 - len(str(int(abs(value)))))}f}"


def ratio_text(value):
    return number(value) + "×"


def spread_text(timing):
    wall = timing["wall"]
    if wall["min"] == wall["max"]:
        return seconds_text(wall["median"])
    return f"{seconds_text(wall['median'])} ({seconds_text(wall['min'])} – {seconds_text(wall['max'])})"


class Strong(str):
    """In bold in a table's cell."""


def strong(text, when=True):
    return Strong(text) if when else text


def escaped(text):
    plain = "".join("\\" + letter if letter in "_*|<" else letter for letter in text)
    return f"**{plain}**" if isinstance(text, Strong) else plain


class Table(str):
    """A table's Markdown, and its parts for programs: their texts are Markdown, too."""

    def __new__(cls, parts):
        lines = ["### " + parts["caption"], ""] + [remark + "\n" for remark in parts["remarks"]]
        lines.append("| " + " | ".join(column["heading"] for column in parts["columns"]) + " |")
        lines.append("| " + " | ".join("---:" if column["right"] else ":---" for column in parts["columns"]) + " |")
        lines += ["| " + " | ".join(row) + " |" for row in parts["rows"]]
        made = super().__new__(cls, "\n".join(lines) + "\n")
        made.parts = parts
        return made


def table(caption, remarks, columns, rows):
    return Table({"caption": escaped(caption), "remarks": [escaped(remark) for remark in remarks],
                  "columns": [{"heading": escaped(name).replace("\n", "<br>"), "right": right} for name, right in columns],
                  "rows": [[escaped(cell) for cell in row] for row in rows]})


def table_of(caption, remarks, columns, cases):
    """columns: (heading, whether it is set to the right, what it says of a case)."""
    return table(caption, remarks, [(heading, right) for heading, right, _ in columns],
                 [[says(case) for _, _, says in columns] for case in cases])


def ratio_spread(ratio):
    """A median with its quartiles."""
    return "{median:.2f} ({q1:.2f} – {q3:.2f})".format(**ratio)


class Document(str):
    """A part's Markdown, with its title and its tables for programs."""


def document(title, quick, sections):
    warning = [f"> QUICK RUN: {quick}. It shows that everything works; the times mean little.\n"] if quick else []
    made = Document("\n".join([f"# {escaped(title)}\n"] + warning + sections))
    made.title = escaped(title)
    made.tables = [section.parts for section in sections if isinstance(section, Table)]
    return made


def notes(heading, lines):
    return f"**{heading}**\n\n" + "\n".join("- " + escaped(line) for line in lines) + "\n"


def here(entry, key):
    found = entry.get(key)
    return found if found and "missing" not in found else None


def name_of(case):
    settings = "".join(f", {key} = {value:g}" for key, value in case.get("settings", {}).items())
    return case.get("title", case["dataset"]) + (f", D = {case['D']:,}" if "D" in case else "") + settings


def fewer_text(found, repeats):
    """A ratio of a single run is no median."""
    runs = found["runs"]
    return "" if runs >= repeats else f" ({runs} {'run' if runs == 1 else 'runs'})"


def overview(part, cases, repeats):
    """Ours, and how many times as long everybody else takes."""
    columns = [("Data set", False), ("Kernel", False), ("n", True), (f"{part.ours}\n1 thread", True)]
    others = [c for c in part.contestants if c.key != part.ours]
    columns += [(c.title, True) for c in others]
    columns.append((f"{part.ours}\n2 threads", True))
    columns += [(c.title + "\n2 threads", True) for c in others if 2 in c.threads]
    rows, told_apart = [], False
    for case in cases:
        standard = here(case, part.reference)
        row = [name_of(case), case.get("kernel", ""), f"{case.get('n', 0):,}"]
        for threads in (1, 2):
            own = here(case, part.ours if threads == 1 else f"{part.ours}, 2 threads")
            row.append(seconds_text(own["train"]["wall"]["median"]) if own else "")
            for contestant in others:
                if threads not in contestant.threads:
                    continue
                other = here(case, key_of(contestant, threads))
                ratio = own and other and other["train"]["wall"]["median"] / own["train"]["wall"]["median"]
                differ = bool(ratio) and part.task != "fft" and not (same(own, standard) and same(other, standard))
                told_apart = told_apart or differ
                row.append(ratio_text(ratio) + fewer_text(other, repeats) + (" (!)" if differ else "") if ratio else "–")
        rows.append(row)
    remarks = [
        f"{part.ours}: wall-clock time, median. The others: how many times as long they take on as many threads. "
        "A dash: not available or not finished; the data set's own table says why.",
        f"One process a measurement, {repeats} of them in turn, from the first to the last and back, unless fewer stand "
        "behind a number; data in memory; "
        + ("the rows are mapped over and over, for half a second." if part.task == "fft" else
           "a training of less than two seconds is done twice in its process, and the second time counts.")]
    if told_apart:
        remarks.append("(!): the objective or the accuracy of one of the two is not that of "
                       f"{titles(part)[part.reference]}; the data set's own table says by how much.")
    return table(part.caption, remarks, columns, rows)


def titles(part):
    return {contestant.key: contestant.title for contestant in part.contestants}


def detail(part, case):
    fft = part.task == "fft"
    columns = [("", False), ("Threads", True), ("Runs", True), ("a row" if fft else "Training", True)]
    columns += ([("FFTs alone", True)] if fft else
                [("Predicting", True), ("Objective,\nrelative to the first's", True), ("Accuracy\n%", True),
                 ("points\napart", True)])
    columns += [("CPU s\na second", True), ("Remarks", False)]
    rows, standard = [], here(case, part.reference)
    ordered = sorted(part.contestants, key=lambda c: c.key != part.reference)
    for contestant in ordered:
        for threads in contestant.threads:
            entry = case.get(key_of(contestant, threads))
            if entry is None:
                continue
            if "missing" in entry:
                rows.append([contestant.title, str(threads)] + [""] * (len(columns) - 3) + [entry["missing"]])
                continue
            busy = entry["train"]["cpu"]["median"] / max(entry["train"]["wall"]["median"], 1e-9)
            remarks = [" ".join(entry["form"])] if entry.get("form") else []
            if threads == 1 and busy > BUSY_ALONE:
                remarks.append("used more than one thread")
            if "fewer_runs" in entry:
                remarks.append(entry["fewer_runs"])
            if entry.get("converged") is False:
                remarks.append("did not converge")
            row = [contestant.title, str(threads), str(entry["runs"]), spread_text(entry["train"])]
            if fft:
                row.append(spread_text(entry["bare"]))
            else:
                row.append(spread_text(entry["predict"]) if "predict" in entry else "")
                row += compared(entry, standard)
            rows.append(row + [f"{busy:.2f}", "; ".join(remarks)])
    title = f"{name_of(case)}, {case.get('kernel', '')}, n = {case.get('n', 0):,}, d = {case.get('d', 0):,}"
    return table(title, [], columns, rows)


def apart(entry, standard):
    """How far from the standard's an objective is, as a share of it, and an accuracy, in points."""
    return ((entry["objective"] - standard["objective"]) / abs(standard["objective"]),
            entry["accuracy"] - standard["accuracy"])


def near(gap, points):
    return abs(gap) <= MOST_OF_OBJECTIVE, abs(points) <= MOST_POINTS + 1e-9


def same(entry, standard):
    """Whether both have found the same; nobody can tell without a standard."""
    return standard is None or all(near(*apart(entry, standard)))


def compared(entry, standard):
    accuracy = f"{entry['accuracy']:.2f}"
    if standard is None:
        return ["", accuracy, ""]
    gap, points = apart(entry, standard)
    marks = ["" if good else " (!)" for good in near(gap, points)]
    return [f"{gap:+.1e}{marks[0]}", accuracy, f"{points:+.2f}{marks[1]}"]


def add_options(parser, quick):
    """What bench/run gives every part."""
    parser.add_argument("--quick", action="store_true", help=quick)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--markdown", type=pathlib.Path)


def require_at_least(parser, options, least, *names):
    for name in names:
        value = getattr(options, name)
        if value is not None and not value >= least:
            parser.error(f"--{name} is {value}, expected a whole number of at least {least}")


def publish(options, results, text):
    """To the files that `options` names, or where it names none to whoever waits."""
    write_results(options, results, text)
    if not options.json and not options.markdown:
        print(text)


def write_results(options, results, text):
    """To the files that `options` names: each is the old one or the new one, whole, whenever the run is ended."""
    results = {**results, "title": text.title, "tables": text.tables}
    contents = {options.json: json.dumps(results, indent=1, ensure_ascii=False) + "\n", options.markdown: text}
    for file, content in contents.items():
        if file is None:
            continue
        new = file.with_name(file.name + ".new")
        with open(new, "w", encoding="utf-8") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(opened.fileno())
        new.replace(file)


def revision_line(machine):
    """What was measured, and when where the results say so, which older ones do not."""
    changes = ", with changes" if machine.get("dirty") else ""
    when = f", measured until {machine['measured']}" if "measured" in machine else ""
    return f"Revision {machine.get('revision', 'unknown')[:12]}{changes}{when}"


def machine_lines(machine):
    host, libraries, gain = machine["host"], machine["libraries"], machine["host"]["two_threads"]["wall"]
    return [
        f"{host['cpu']} ({host.get('cpu_model', '')}), {host['cores']} cores; {machine['instruction_set']}; "
        f"load average {host.get('load_average', 0):.1f} at the end.",
        f"Work in registers alone is {gain['median']:.2f} times as fast on two threads as on one.",
        f"{revision_line(machine)}; {machine['compiler']}, {machine['flags']}; {libraries['liblinear']}, "
        f"{libraries['libsvm']}, FFTW {libraries['fftw']}."]


def markdown(results, shown=None):
    """`shown`: a module with another overview, detail and how than those of times at one tolerance."""
    part, data = contest.PARTS[results["name"]], results["measurements"]
    if shown:
        sections = [shown.overview(part, data["cases"], data["repeats"]), *shown.growth(part, data["cases"]),
                    *(shown.detail(part, case, data["repeats"]) for case in data["cases"])]
    else:
        sections = [overview(part, data["cases"], data["repeats"]), *(detail(part, case) for case in data["cases"])]
    what = "A row" if part.task == "fft" else "Training"
    runs = data["repeats"]
    how = [f"{what}: the median, in brackets the least and the most, by the wall clock; of {runs} measurements, these "
           f"two have the true median between them with a probability of {100 * (1 - 2 ** (1 - runs)):.0f} %. "
           "\"CPU s a second\" checks how many threads were at work."]
    debian = ("Debian's FFTW has code for vectors of AVX and none wider" if part.task == "fft" else
              "Debian's libraries are built for every x86-64 processor, without the wider registers that this one has")
    how.append(debian + "; \"rebuilt\" are the same sources, compiled with this project's flags.")
    if shown:
        how += shown.how(part)
    elif part.task != "fft":
        how.append(f"Objectives, summed over the subproblems, are to be within {MOST_OF_OBJECTIVE:g} of the first's, "
                     f"accuracies within {MOST_POINTS:g} points; (!) marks what is not. All have their own stopping "
                     "rule at the same eps.")
    if part.task != "fft":
        how.append("Python's peers are tried with dense rows in C and Fortran order and with sparse ones, and "
                     "measured with the fastest; it stands in the remarks. The bindings of LIBSVM and LIBLINEAR "
                     "predict row by row in Python, so that time is left out.")
    how += contest.NOT_HERE[part.task]
    sections += ["## Notes\n", notes("The others", [f"{name}: {version}." for name, version in data["versions"].items()]),
                 notes("How", how), notes("Machine", machine_lines(results["machine"]))]
    return document(part.title, results["quick"] and "fewer rows and repeats", sections)
