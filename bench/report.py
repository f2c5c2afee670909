#!/usr/bin/env python3
"""Runs a part of bench/run that is a program and makes tables of the measurements that it leaves, or of kept ones:

    bench/report.py PROGRAM... [--json FILE] [--markdown FILE] [OPTION OF THE PROGRAM...]
    bench/report.py FILE.json

The tables are made of the measurements in the JSON alone, and stand in FILE beside these. In bold stands what is not as it is wanted.
Measurements of an earlier form, as results/bench has of parts that were not measured since, are refused: their tables are the kept ones.
"""

import json
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile
import types

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "bench/peers"))
import tables
from tables import number, ratio_text, seconds_text, strong, table_of

LEFT, RIGHT = False, True
SOLVERS = "liblinear", "dense_tron"


def title_of(dataset):
    return json.loads((ROOT / f"datasets/{dataset}.json").read_text())["short_title"]


def size_text(size):
    for unit, bytes_of in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= bytes_of:
            return f"{size / bytes_of:.{2 if unit == 'GB' else 1}f} {unit}"
    return f"{size:.0f} bytes"


def signed(value, digits=2):
    """A difference; what is rounded to nothing has no sign."""
    text = f"{value:+.{digits}f}".replace("-", "−")
    return text[1:] if not float(text[1:]) else text


def cpu(seconds):
    return seconds["cpu"]["median"]


def against(ratio, goal):
    """A ratio that is to be at least so large; 0: there is no goal."""
    return strong(ratio_text(ratio), ratio < goal)


def quartile_text(quartiles):
    return f"{quartiles['median']:.2f} ({quartiles['q1']:.2f} – {quartiles['q3']:.2f})"


def versions_line(data):
    return ", ".join(f"{name} {version}" for name, version in data.get("versions", {}).items() if version) + "."


def item(key, form=str):
    return lambda case: form(case[key])


def lengths(data):
    """What any number of features costs beside a round one."""
    goal, cases = 2, {}
    for case in data["cases"]:
        shape = f"d = {case['d']}, {'dense' if case['dense'] else 'sparse'}\np = {case['degree']}"
        cases.setdefault((case["D"], case["next_smooth"]), {})[shape] = case["times"]
    shapes = list(next(iter(cases.values())))

    def times(shape):
        return lambda row: (strong(f"{cases[row][shape]:.2f}×", cases[row][shape] > goal) if row in cases else
                            f"{max(of[shape] for of in cases.values()):.2f}×")

    yield table_of("Time of D features beside that of the next D without prime factors above 5",
                   ["tensor_sketch_fast, (1 + <x, y>)^p, medians of repeats in turn, CPU time of one thread; random rows. "
                    f"At most {goal} is wanted."],
                   [("D", RIGHT, lambda row: str(row[0])), ("next\nsmooth", RIGHT, lambda row: str(row[1]))]
                   + [(shape, RIGHT, times(shape)) for shape in shapes], [*cases, ("largest", "")])


def tensor_sketch(data):
    """Tensor Sketching, ours and scikit-learn's."""
    goal, two_threads, cases = 10, 1.8, data["cases"]
    kernel = f"({cases[0]['coef0']:g} + <x, y>)^p"

    def micros(name):
        return lambda case: number(case["microseconds_per_row"][name]) if name in case["microseconds_per_row"] else ""

    def gain(case):
        wall = case["two_threads"]["wall"]
        return strong(quartile_text(wall), wall["median"] < two_threads)

    def error(name):
        def text(case):
            errors = case["gram_error"][name]
            if not errors:
                return ""
            return f"{statistics.fmean(errors):.3f} ± {statistics.stdev(errors) / math.sqrt(len(errors)):.3f}"
        return text

    what = [("Data set", LEFT, item("dataset", title_of)), ("Input", LEFT, item("input"))]
    sizes = [("D", RIGHT, item("D")), ("p", RIGHT, item("degree"))]
    yield table_of(f"Microseconds a row, kernel {kernel}, one thread", [
        "The same rows, ours in single precision; CPU time, medians of repeats in turn. sklearn is given as many rows at a time "
        "as it is fastest with, in the form and precision that it is fastest with: sparse rows also as dense ones, in C or "
        "Fortran order, in single or double precision, converted beforehand. It computes in double precision.",
        '"fast ×" is sklearn\'s time over that of tensor_sketch_fast. "2 threads" is how many times as fast it is on two threads '
        'as on one, by the wall clock, with quartiles over pairs of tries; "registers alone" the same for work without memory, '
        "measured next. The last column is its time as a multiple of the p + 1 real FFTs that the textbook takes for a row "
        "(FFTW, single precision, PATIENT, batched)."], [
        *what, ("d", RIGHT, item("d")), *sizes, ("Non-zeros\na row", RIGHT, item("nonzeros_per_row", "{:.0f}".format)),
        ("sklearn", RIGHT, micros("sklearn")), ("its\nform", LEFT, lambda case: case.get("sklearn_form", "")),
        ("tensor_\nsketch", RIGHT, micros("tensor_sketch")), ("…_fast", RIGHT, micros("tensor_sketch_fast")),
        ("fast ×", RIGHT, lambda case: against(case["ratio"], goal) if "ratio" in case else ""),
        ("2 threads\n(quartiles)", RIGHT, gain),
        ("registers\nalone", RIGHT, lambda case: quartile_text(case["two_threads_ceiling"]["wall"])),
        ("bare\nFFTs", RIGHT, item("bare_fft_microseconds_per_row", number)),
        ("…_fast\nin FFTs", RIGHT, item("multiple_of_bare_fft", "{:.2f}".format))], cases)
    yield f"- {versions_line(data)}\n" if "versions" in data else ""
    yield table_of("Do they compute the same? Relative error of the Gram matrix", [
        f"|Z Z' - K| / |K| (Frobenius), mean over {len(cases[0]['gram_error']['tensor_sketch'])} seeds ± its standard error. "
        "sklearn draws its own tables, so its errors are another sample of the same law."],
        what + sizes + [(name, RIGHT, error(name)) for name in ("sklearn", "tensor_sketch", "tensor_sketch_fast")], cases)


def fourier(data):
    """The maps of the Gaussian kernel beside scikit-learn's RBFSampler."""
    def micros(case, name):
        return 1e6 * cpu(case["seconds"][name]) / case["rows"]

    def product(one):
        case, seconds = one["case"], one["case"]["seconds"]
        return min(micros(case, name) for name in seconds if name.endswith(f", {one['map']['frequencies']} columns"))

    def goal(one):
        """With offsets both do the same work."""
        case, known = one["case"], one["map"]
        if known["frequencies"] == case["D"]:
            return 0
        return 5 if known["multiplies"] else 20 if known["claim"] == "D log d" and case["d"] >= 1024 else 0

    def ratio(one):
        ours, theirs = micros(one["case"], one["map"]["name"]), one["case"]["seconds"].get("sklearn")
        return against(micros(one["case"], "sklearn") / ours, goal(one)) if theirs else ""

    def of_product(form):
        return lambda one: form(product(one), micros(one["case"], one["map"]["name"])) if one["map"]["multiplies"] else ""

    rows = [{"case": case, "map": known} for case in data["cases"] for known in case["maps"]]
    yield table_of("Microseconds a row, dense normal rows, one thread", [
        "The same arrays in single precision, CPU time, medians of repeats in turn. sklearn takes as many rows at a time as it is "
        'fastest with. Its D features are cosines of D frequencies with offsets, from a product with a d x D matrix: "offset" '
        "are the same features here. All other maps that claim d D have the cosine and the sine of D / 2 frequencies, half of "
        'that product. "product" is the fastest library\'s multiplication of the rows with a matrix of as many frequencies, '
        'which these maps cannot do without; "% of it" is its rate in the map as a whole, cosines and sines included.'], [
        ("d", RIGHT, lambda one: str(one["case"]["d"])), ("D", RIGHT, lambda one: str(one["case"]["D"])),
        ("Map", LEFT, lambda one: one["map"]["label"]),
        ("µs a row", RIGHT, lambda one: number(micros(one["case"], one["map"]["name"]))),
        ("sklearn", RIGHT, lambda one: number(micros(one["case"], "sklearn")) if "sklearn" in one["case"]["seconds"] else ""),
        ("×", RIGHT, ratio), ("product", RIGHT, of_product(lambda least, ours: number(least))),
        ("% of it", RIGHT, of_product(lambda least, ours: f"{100 * least / ours:.0f}"))], rows)
    yield f"- {versions_line(data)}\n" if "versions" in data else ""


def kernel_pca(data):
    """Kernel PCA, ours and scikit-learn's, and products with Gram matrices."""
    same, of_promise, cases = 0.999, 0.5, data["cases"]
    first = cases[0]
    rows = [{"case": case, "map": one, "first": one is case["kernel_pca"][0]} for case in cases for one in case["kernel_pca"]]

    def spread(phase):
        def text(one):
            seconds = one["map"]["seconds"][phase]["cpu"]
            return f"{seconds_text(seconds['median'])} ({seconds_text(seconds['q1'])} – {seconds_text(seconds['q3'])})"
        return text

    def gain(phase):
        def text(one):
            theirs = [cpu(other["seconds"][phase]) for other in one["case"]["kernel_pca"] if other["sklearn"]]
            return ratio_text(min(theirs) / cpu(one["map"]["seconds"][phase])) if theirs and not one["map"]["sklearn"] else ""
        return text

    yield table_of(f"The first {first['rows']:,} rows of {title_of(first['dataset'])}, l components, one thread", [
        'The same dense arrays in single precision, CPU time, medians of repeats in turn with the quartiles. "Fit": from the '
        f'rows to the fitted components; "transform": the features of {first["new_rows"]:,} further rows, of which sklearn takes '
        'as many at a time as it is fastest with. "×": the fastest of sklearn\'s times over this.',
        '"Captured": per cent of the sum of the l largest eigenvalues of the centred Gram matrix that is in the space of the '
        f"features of the {first['rows']:,} rows; bold where it is less than {100 * same:g}, so that the result is not the same. "
        "All is centred, for KernelPCA cannot do without; sparsified and one-bit matrices, of one draw, have solver = lanczos.",
        f"lanczos, orthogonal_iteration and arpack with tol = {data['tolerance']:g} end at a tolerance of "
        f"{data['tolerance']:g}, arpack without it at machine precision; randomised ones make a fixed number of products, "
        "sklearn's more than ours. eigen_solver = dense, which reduces the whole matrix to a tridiagonal one, is slower and left "
        "out."], [
        ("Kernel", LEFT, lambda one: one["case"]["kernel_text"] if one["first"] else ""),
        ("l", RIGHT, lambda one: str(one["case"]["l"]) if one["first"] else ""),
        ("Kernel PCA", LEFT, lambda one: one["map"]["name"]), ("Fit", RIGHT, spread("fit")), ("×", RIGHT, gain("fit")),
        ("Transform", RIGHT, spread("transform")), ("×", RIGHT, gain("transform")),
        ("Captured\n%", RIGHT, lambda one: strong(f"{100 * one['map']['captured_share']:.3f}",
                                                  one["map"]["captured_share"] < same))], rows)
    ended = [(f"{one['case']['kernel_text']}, l = {one['case']['l']}: {one['map']['name']}", one["map"]["facts"]["residual"])
             for one in rows if not one["map"].get("facts", {}).get("converged", True)]
    ended += [(f"{case['kernel_text']}: the exact eigenvalues", case["exact_residual"]) for case in cases
              if "exact_residual" in case]
    lines = [f"{what} ended with a residual of {residual:.1e} of the largest eigenvalue." for what, residual in ended]
    lines += [versions_line(data)] if "versions" in data else []
    yield "".join(f"- {line}\n" for line in lines)

    def beside(name, what):
        def text(one):
            found = one["beside"][name]
            wanted = 0 if what == "promised" or one["of_eigen"] else of_promise * found["promised"]
            return against(found[what], wanted)
        return text

    yield table_of("Products with a Gram matrix and with what stands in for it, one thread", [
        "Of the same rows, Gaussian kernel, with l vectors: µs of CPU time for a product of all l, medians, one product after the "
        'other as a solver makes them. "×": the time of the dense product over this, for the dense matrix that is stored by '
        'halves and for Eigen\'s; "promised": its bytes over these. Bold where a product gains less than '
        f"{of_promise:g} of what its storage promises; Eigen's sparse matrices, with 4 bytes for a column, hold the same entries "
        "on both sides of the diagonal and are there to compare."], [
        ("Matrix", LEFT, item("title")), ("l", RIGHT, item("l")),
        ("µs", RIGHT, item("seconds_of_product", lambda seconds: number(1e6 * seconds))),
        ("Stored", RIGHT, item("bytes", size_text)), ("× dense,\nby halves", RIGHT, beside("gram", "ratio")),
        ("promised", RIGHT, beside("gram", "promised")), ("× dense,\nEigen", RIGHT, beside("eigen_dense", "ratio")),
        ("promised", RIGHT, beside("eigen_dense", "promised"))], data["products"])


def maclaurin(data):
    """Random Maclaurin and H0/1 beside the machine's rate of multiplying matrices."""
    goal = 0.7

    def giga(value):
        return f"{1e-9 * value:.0f}"

    def sgemm(shape):
        return lambda case: giga(case["sgemm_flops_per_second"][shape])

    libraries = sorted({name for case in data["dense"] for name in case["sgemm_seconds"]})
    yield table_of("Dense rows, kernel (1 + <x, y>)^4, one thread", [
        'GFLOP/s counts 2 d operations for each projection of a row. "sgemm" is the best of the libraries named below, timed in '
        "turn with the maps: on the shape that the map has (rows x d by d x projections) and on a large one; the last column "
        f"compares with the better of the two, of which {100 * goal:.0f} % are wanted."], [
        ("Data set", LEFT, item("dataset", title_of)), ("Map", LEFT, item("title")), ("d", RIGHT, item("d")),
        ("D", RIGHT, item("D")), ("Projections", RIGHT, item("projections")),
        ("µs a row", RIGHT, lambda case: number(1e6 * cpu(case["seconds"]) / case["runs"] / case["rows"])),
        ("GFLOP/s", RIGHT, item("flops_per_second", giga)), ("sgemm GFLOP/s\nthis shape", RIGHT, sgemm("this_shape")),
        ("sgemm GFLOP/s\nlarge", RIGHT, sgemm("large")),
        ("% of\nthis shape", RIGHT, item("share_of_this_shape", lambda share: f"{100 * share:.0f}")),
        ("% of the\nbest rate", RIGHT, item("share_of_best", lambda share: strong(f"{100 * share:.0f}", share < goal)))],
        data["dense"])
    yield f"- sgemm by: {', '.join(libraries)}.\n"
    cases = data["sparse"]

    def row(case):
        return cpu(case["seconds"]) / case["rows"]

    def each(case):
        return f"{1e9 * row(case) / (case['nonzeros_per_row'] * case['projections']):.3f}" if case["nonzeros_per_row"] else ""

    def more(case):
        before = [other for other in cases if other["map"] == case["map"]
                  and other["nonzeros_per_row"] < case["nonzeros_per_row"]]
        if not before:
            return ""
        values = (case["nonzeros_per_row"] - before[-1]["nonzeros_per_row"]) * case["projections"]
        return f"{1e9 * (row(case) - row(before[-1])) / values:.3f}"

    yield table_of(f"Sparse rows, d = {cases[0]['d']}, D = {cases[0]['D']}, kernel (1 + <x, y>)^4, one thread", [
        "Time grows with the non-zeros and not with d: what is above a constant for the D products of a row is proportional to "
        "them. The last column is the time for one more non-zero and projection, from the line above."], [
        ("Map", LEFT, item("title")), ("Non-zeros\na row", RIGHT, item("nonzeros_per_row")),
        ("µs a row", RIGHT, lambda case: number(1e6 * row(case))), ("ns a non-zero\nand projection", RIGHT, each),
        ("ns for each\nmore", RIGHT, more)], cases)


def linear(data):
    """Linear training: LIBLINEAR's solver 2 and dense_tron on the same features."""
    most_points, most_of_objective, cases = 0.1, 1e-3, data["cases"]

    def wall(case, name):
        return case["seconds"][name]["wall"]["median"]

    def on_two(name):
        return [("2 threads" if name == "dense_tron, 2 threads" else "streamed,\n2 threads", RIGHT,
                 lambda case: seconds_text(wall(case, name))),
                ("times\nfaster", RIGHT, lambda case: ratio_text(wall(case, "liblinear") / wall(case, name)))]

    what = [("Data set", LEFT, item("dataset", title_of))]
    yield table_of("Training on (1+⟨x,y⟩)⁴ by tensor_sketch_fast, C = 1, eps = 0.01", [
        "The same features, medians of repeats in turn. LIBLINEAR (solver 2) and dense_tron: CPU time of one thread. \"2 threads\" "
        'and "streamed" (features recomputed in every pass, two threads): wall clock; their ratios are to LIBLINEAR\'s wall '
        'clock. "2nd thread": how many times as fast dense_tron is on two threads as on one, by the wall clock, with quartiles '
        "over pairs of tries. Objectives are summed over the classes' problems."], [
        *what, ("n", RIGHT, item("n", "{:,}".format)), ("D", RIGHT, item("D", "{:,}".format)),
        ("Classes", RIGHT, item("classes")),
        ("LIBLINEAR", RIGHT, lambda case: seconds_text(cpu(case["seconds"]["liblinear"]))),
        ("dense_tron", RIGHT, lambda case: seconds_text(cpu(case["seconds"]["dense_tron"]))),
        ("times\nfaster", RIGHT, lambda case: against(case["ratio"], 4 if case["classes"] == 2 else 15)),
        *on_two("dense_tron, 2 threads"), ("2nd\nthread", RIGHT, lambda case: quartile_text(case["second_thread"]["wall"])),
        *on_two("dense_tron, streamed, 2 threads")], cases)

    def gap(case, ours, theirs):
        return (case["objective"][ours] - case["objective"][theirs]) / case["objective"][theirs]

    def judged(value):
        return strong(f"{value:+.1e}", abs(value) > most_of_objective)

    def points(ending):
        def text(case):
            apart = case["accuracy"]["dense_tron" + ending] - case["accuracy"]["liblinear" + ending]
            return strong(signed(apart), abs(apart) > most_points + 1e-9)
        return text

    reversed_1e4 = "liblinear, rows reversed, eps 1e-4"
    yield table_of("Do they find the same?", [
        f"Objective: dense_tron's minus LIBLINEAR's as a share of it, at most {most_of_objective:g} apart are wanted. \"Other "
        "orders\": LIBLINEAR's on the same rows in reverse order and in "
        f"{len(cases[0]['objective_gaps_of_other_orders']) - 1} random ones, likewise, the least and the largest, which is what "
        'rounding alone does to it; "rows reversed" is one of them. All with their own stopping rule, at eps = 0.01 and at 1e-4. '
        f"Accuracy in per cent on the test rows, at most {most_points:g} points apart are wanted."], [
        *what, ("Objective\neps 0.01", RIGHT, item("objective_gap", judged)),
        ("other\norders", RIGHT, item("objective_gaps_of_other_orders", lambda gaps: f"{min(gaps):+.1e} to {max(gaps):+.1e}")),
        ("Objective\neps 1e-4", RIGHT, item("objective_gap_at_eps_1e-4", judged)),
        ("rows\nreversed", RIGHT, lambda case: f"{gap(case, reversed_1e4, 'liblinear, eps 1e-4'):+.1e}"),
        *[(name + "\n%", RIGHT, lambda case, key=key: f"{case['accuracy'][key]:.2f}")
          for name, key in zip(("LIBLINEAR", "dense_tron"), SOLVERS)],
        ("points\napart", RIGHT, points("")), ("points apart\neps 1e-4", RIGHT, points(", eps 1e-4"))], cases)

    def memory(heading, key):
        return [(heading, RIGHT, lambda case: size_text(case["bytes"][key])),
                ("of the\nfeatures", RIGHT, lambda case: f"{100 * case['bytes'][key] / case['bytes']['features']:.0f} %")]

    yield table_of("Memory beside the features", [
        "What training adds to the process's memory at most, and as a share of the features, which take 4 bytes a value. "
        '"Streamed": all that it takes, for the features are never in memory all at once. Two threads; LIBLINEAR has one.'],
        [*what, memory("Features", "features")[0], *memory("LIBLINEAR\nadds", "liblinear"),
         *memory("dense_tron\nadds", "dense_tron"), *memory("streamed,\nin all", "dense_tron, streamed")], cases)


def growth(data):
    """How time and memory grow with rows, columns, features and degree."""
    subjects = {subject["subject"]: subject for subject in data["subjects"]}
    curves = data["curves"]

    def once(of_subject):
        """Said in the first of a subject's lines."""
        return lambda curve: (of_subject(subjects[curve["subject"]])
                              if curve is next(one for one in curves if one["subject"] == curve["subject"]) else "")

    def exponent(law):
        value = f"{law['exponent'] + 0.0:.2f}".replace("-0.00", "0.00").replace("-", "−")
        return value if law.get("exponent_error") is None else f"{value} ± {law['exponent_error']:.2f}"

    def growth_of(what):
        measured, claimed, beside = what, "claimed_" + what, what + "_beside_claim"

        def known(says):
            return lambda curve: (says(curve) if curve[measured] and curve[claimed] and curve[beside]
                                  and curve[beside]["excess"] else "")
        return [
            (f"{what.capitalize()}:\nmeasured", RIGHT, known(lambda curve: strong(exponent(curve[measured])))),
            ("formula", RIGHT, known(lambda curve: exponent({"exponent": curve[claimed]["exponent"]}))),
            ("beyond", RIGHT, known(lambda curve: strong(exponent(curve[beside]["excess"]), curve[beside]["grows_faster"]))),
            ("growing", RIGHT, known(lambda curve: f"{100 * curve[beside]['growing_share']:.0f} %"))]

    yield table_of("Exponents of n (rows), d (columns), D (random features) and p (degree)", [
        '"Measured": the exponent of a power law through the medians, fitted by least squares on logarithms, ± half the width of '
        'the 95 % confidence interval from the scatter about it. "Formula": that of the claimed formula at the same sizes, with '
        'a coefficient for each of its terms and one for what does not grow, none negative, fitted to the medians. "Beyond": the '
        "exponent of what is measured over that, with its interval; one that is above 0 as a whole says that it grows faster "
        'than claimed. "Growing": the share of the terms that grow at the largest size; where it is small, the sizes say little '
        "of the claim.",
        "Maps: time to map dense uniform rows with (1 + <x, y>)^p, and bytes that a map keeps, as the allocator counts them. "
        "Learners: time to train with the defaults on dense points that a polynomial has labelled, scaled to length 1, a Newton "
        "step's where the claim is about one, and the rise of the process's memory. One thread. What is not varied stands at the "
        "base size."], [
        ("What", LEFT, once(lambda subject: subject["title"])), ("Varied", LEFT, item("axis")),
        ("From", RIGHT, lambda curve: f"{curve['points'][0]['size']:.0f}"),
        ("To", RIGHT, lambda curve: f"{curve['points'][-1]['size']:.0f}"), *growth_of("time"), *growth_of("memory"),
        ("Claimed time", LEFT, once(lambda subject: subject["claim_time"])),
        ("Claimed memory", LEFT, once(lambda subject: subject["claim_memory"]))], curves)
    faster = sum(bool(curve[what] and curve[what]["grows_faster"]) for curve in curves
                 for what in ("time_beside_claim", "memory_beside_claim"))
    lines = [f"{subject['title']}: base " + ", ".join(f"{name} = {size}" for name in "ndDp"
                                                    if (size := subject["base"][name])) + "."
             for subject in subjects.values()]
    lines.append(f"{faster} of {2 * len(curves)} curves grow faster than claimed." if faster else
                 "Nothing grows faster than claimed.")
    lines.append("Transforms that cost less for one length than for the next, solvers that take other steps on other data and "
                 "caches that are outgrown widen the intervals.")
    yield "".join(f"- {tables.escaped(line)}\n" for line in lines)


PARTS = {
    lengths: "Any number of features",
    tensor_sketch: "Tensor Sketching against scikit-learn's PolynomialCountSketch",
    fourier: "Maps of the Gaussian kernel against scikit-learn's RBFSampler",
    kernel_pca: "Kernel PCA against scikit-learn's KernelPCA",
    maclaurin: "Random Maclaurin and H0/1 against the machine's single-precision matrix product",
    linear: "Linear training: dense_tron against LIBLINEAR",
    growth: "Growth of time and memory",
}


def markdown(results):
    part = next((part for part in PARTS if part.__name__ == results["name"]), None)
    if part is None:
        sys.exit(f"bench/report.py: the part is \"{results['name']}\", expected one of: "
                 + ", ".join(part.__name__ for part in PARTS))
    sections = [section for section in part(results["measurements"]) if section]
    return tables.document(PARTS[part], results["quick"] and "fewer rows and repeats",
                           [*sections, "## Notes\n", tables.notes("Machine", tables.machine_lines(results["machine"]))])


def kept_markdown(file):
    results = json.loads(file.read_text())
    try:
        return markdown(results)
    except KeyError as missing:
        sys.exit(f"bench/report.py: {file}: the measurements are of an earlier form, without {missing.args[0]!r}, of revision "
                 f"{results['machine']['revision'][:12]}; their tables are in {file.with_suffix('.md')}")


def taken(words, option):
    """The path behind the option, which goes out of the words; None where it is not there."""
    if option not in words:
        return None
    place = words.index(option)
    if place + 1 == len(words):
        sys.exit(f"bench/report.py: {option}: expected a file")
    file = words[place + 1]
    del words[place:place + 2]
    return pathlib.Path(file)


def main():
    words = sys.argv[1:]
    if not words or words[0].startswith("-"):
        sys.exit(__doc__)
    if words[0].endswith(".json"):
        print(kept_markdown(pathlib.Path(words[0])))
        return
    options = types.SimpleNamespace(json=taken(words, "--json"), markdown=taken(words, "--markdown"))
    with tempfile.TemporaryDirectory() as folder:
        measured = options.json or pathlib.Path(folder) / "measured.json"
        if code := subprocess.run([*words, "--json", measured]).returncode:
            sys.exit(code)
        results = json.loads(measured.read_text())
    tables.publish(options, results, markdown(results))


if __name__ == "__main__":
    main()
