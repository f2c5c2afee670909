"""Who is measured on what, and in which order: bench/peers/run does it, tables.py shows it."""

import dataclasses
import math

FORMS = (("csr", "float64"), ("C", "float64"), ("F", "float64"), ("C", "float32"), ("csr", "float32"))


@dataclasses.dataclass(frozen=True)
class Contestant:
    """A learner. `learner` is what peer_run trains, alone or, with a `peer`, with that peer's library in the place of
    Debian's; without one the peer is Python's, and is tried in each of `forms` first."""

    key: str
    title: str
    peer: str = ""
    learner: str = ""
    threads: tuple = (1,)
    forms: tuple = FORMS
    settings: dict = dataclasses.field(default_factory=dict)  # before the part's
    curve: str = ""  # the solver of which this is a point: its key; empty where a part compares at one tolerance

    def solver(self):
        """The same without the tolerance of a point."""
        if not self.curve:
            return self
        return dataclasses.replace(self, key=self.curve, settings={k: v for k, v in self.settings.items() if k != "eps"})


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    dataset: str
    split: str
    degree: int = 4
    rows: int = 0  # 0: all
    map: str = ""
    features: int = 0
    limit: float = 600  # seconds, of a whole process
    part: str = ""  # a case of fewer of these rows
    coef0: int = 1
    columns: int = 0  # of rows that are generated; 0: of a data set
    without: tuple = ()  # solvers that are not tried here; `why` says why
    why: str = ""
    settings: dict = dataclasses.field(default_factory=dict)  # before the part's

    def kernel(self):
        """peer_run's arguments for it."""
        return ["--degree", str(self.degree), "--coef0", str(self.coef0)]

    def arguments(self, rows=0):
        """peer_run's; `rows`: fewer."""
        words = (["--generate", self.dataset, "--columns", str(self.columns)] if self.columns else
                 ["--dataset", self.dataset, "--split", self.split])
        words += self.kernel()
        count = min(rows or self.rows, self.rows or rows)
        if count:
            words += ["--rows", str(count)]
        if self.map:
            words += ["--map", self.map, "--D", str(self.features)]
        return words


@dataclasses.dataclass(frozen=True)
class Part:
    name: str
    title: str
    caption: str
    task: str  # "svc", "linear" or "fft"
    reference: str  # whose objective and accuracy the others' are compared with
    ours: str
    cases: tuple
    contestants: tuple
    settings: dict = dataclasses.field(default_factory=dict)
    targets: tuple = ()  # relative suboptimalities to which the time is asked; empty: time at `settings` alone
    growth: tuple = ()  # cases of the same rows among more and more columns


OURS_AND_TWO = (1, 2)
CACHE = 4000  # MB, for everybody who keeps kernel values

KERNEL = Part(
    "kernel", "Exact kernel machines: block_smo against LIBSVM and others", "Kernel C-SVC, C = 1, eps = 0.001",
    "svc", "libsvm", "block_smo",
    (
        # Small enough that everybody can do it five times.
        Case("adult2_8000", "adult", "publisher", 2, 8000, limit=240),
        Case("adult4_8000", "adult", "publisher", 4, 8000, limit=240),
        Case("mnist2_12000", "mnist", "paper", 2, 12000, limit=240),
        Case("mnist4_12000", "mnist", "paper", 4, 12000, limit=240),
    ),
    (
        Contestant("block_smo", "block_smo", learner="block_smo", threads=OURS_AND_TWO),
        Contestant("libsvm", "LIBSVM, Debian's", learner="libsvm"),
        Contestant("libsvm_native", "LIBSVM, rebuilt", "libsvm", "libsvm"),
        Contestant("libsvm_newest", "LIBSVM, newest", "libsvm-official", forms=(("csr", "float64"),)),
        Contestant("scikit-learn", "scikit-learn's SVC", "scikit-learn", forms=FORMS[:3]),
        Contestant("intelex", "scikit-learn-intelex's SVC", "scikit-learn-intelex", threads=OURS_AND_TWO),
        Contestant("thundersvm", "ThunderSVM, CPU", "thundersvm", threads=OURS_AND_TWO,
                   forms=(("C", "float64"), ("csr", "float64"))),
    ),
    {"C": 1, "eps": 0.001, "cache_mb": CACHE})

# A round takes minutes here: of each data set the second degree, and of LIBSVM's builds the fastest on a part of its rows.
KERNEL_WHOLE = Part(
    "kernel_whole", "Exact kernel machines on whole data sets", KERNEL.caption, "svc", "block_smo", "block_smo",
    tuple(Case(name + "2", name, split, 2, limit=1200, without=(slower,),
               why="LIBSVM is measured in the build that is the fastest on a part of the rows")
          for name, split, slower in (("adult", "publisher", "libsvm_newest"), ("mnist", "paper", "libsvm_native"))),
    tuple(c for c in KERNEL.contestants if c.key in ("block_smo", "libsvm_native", "libsvm_newest", "scikit-learn",
                                                     "intelex")),
    KERNEL.settings)

LINEAR = Part(
    "linear_peers", "Linear training: dense_tron against LIBLINEAR and others",
    "Squared hinge loss on tensor_sketch_fast's features of (1 + <x, y>)^4, C = 1, eps = 0.01, no bias",
    "linear", "liblinear", "dense_tron",
    tuple(Case(name, name, split, map="tensor_sketch_fast", features=D)
          for name, split, D in (("adult", "publisher", 200), ("covertype", "paper", 500), ("mnist", "paper", 1000),
                                 ("gisette_sim", "generated", 5000))),
    (
        Contestant("dense_tron", "dense_tron", learner="dense_tron", threads=OURS_AND_TWO),
        Contestant("liblinear", "LIBLINEAR, Debian's", learner="liblinear"),
        Contestant("liblinear_native", "LIBLINEAR, rebuilt", "liblinear", "liblinear"),
        Contestant("liblinear_newest", "LIBLINEAR, newest", "liblinear-official", forms=(("csr", "float64"),)),
        Contestant("liblinear_multicore", "LIBLINEAR, multi-core", "liblinear-multicore", threads=OURS_AND_TWO,
                   forms=(("csr", "float64"),)),
        Contestant("scikit-learn", "scikit-learn's LinearSVC", "scikit-learn"),
        Contestant("dense", "SciPy's trust-ncg, dense", "scipy", forms=FORMS[1:4]),
    ),
    {"C": 1, "eps": 0.01})

FFT = Part(
    "fft", "Tensor Sketching with Debian's FFTW and with one built for this processor",
    "Seconds a row for the features of (1 + <x, y>)^4, and for the five real FFTs of the textbook alone", "fft",
    "tensor_sketch", "tensor_sketch_fast",
    tuple(Case(f"{name}_{D}", name, split, features=D)
          for name, split, D in (("adult", "publisher", 200), ("mnist", "paper", 1000),
                                 ("gisette_sim", "generated", 5000), ("gisette_sim", "generated", 4999))),
    (
        Contestant("tensor_sketch_fast", "tensor_sketch_fast", learner="tensor_sketch_fast", threads=OURS_AND_TWO),
        Contestant("tensor_sketch", "tensor_sketch, Debian's FFTW", learner="tensor_sketch", threads=OURS_AND_TWO),
        Contestant("tensor_sketch_native", "tensor_sketch, FFTW rebuilt", "fftw3", "tensor_sketch", OURS_AND_TWO),
    ))



def ladder(solvers, tolerances):
    """The points of each solver's curve, from the coarsest tolerance to the finest; at each, solver after solver."""
    return tuple(dataclasses.replace(solver, key=f"{solver.key}_{eps:g}", title=f"{solver.title}, eps = {eps:g}",
                                     threads=(1,), settings=solver.settings | {"eps": eps}, curve=solver.key)
                 for eps in tolerances for solver in solvers)


TOLERANCES = (1, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6)
TARGETS = (1e-2, 1e-4, 1e-6)
MANY_STEPS = {"max_iter": 1_000_000}  # no solver is to end before its tolerance

KERNEL_CURVES = Part(
    "kernel_curves", "Exact kernel machines: time to an accuracy of the objective", "Kernel C-SVC, C = 1", "svc",
    "libsvm", "block_smo",
    # Parts on which everybody can be measured five times at every tolerance; the part "kernel" has all rows.
    tuple(Case(f"{name}{degree}_{rows}", name, split, degree, rows, limit=120)
          for name, split, rows in (("adult", "publisher", 4000), ("mnist", "paper", 2000)) for degree in (2, 4)),
    ladder(tuple(c for c in KERNEL.contestants if c.key != "libsvm_native"), TOLERANCES[:-1]),
    {"C": 1, "cache_mb": CACHE, "eps": 0.001}, TARGETS)

LINEAR_CURVES = Part(
    "linear_curves", "Linear training: time to an accuracy of the objective",
    "Squared hinge loss, C = 1 where no other is said, no bias: on tensor_sketch_fast's features of (1 + <x, y>)^4, "
    "which are dense, and on the sparse rows themselves",
    "linear", "liblinear", "dense_tron",
    # Adult whole and parts of the others, of which everybody can be measured five times at every tolerance. The
    # features of MNIST and Gisette, whose squared lengths are 10^8 and 10^14, tell the classes apart: with C = 1 the
    # least objective is so near to 0 that hardly anybody comes within a share of it. There C is 1 of rows of length 1.
    tuple(Case(f"{name}_{rows}" + (f"_C{C:g}" if C != 1 else "") if rows else name, name, split, rows=rows,
               map="tensor_sketch_fast", features=D, limit=120,
               without=("liblinear_dual", "scikit-learn_dual") if rows else (),
               why="its time on dense features is measured on Adult alone", settings={"C": C} if C != 1 else {})
          for name, split, D, rows, C in (("adult", "publisher", 200, 0, 1), ("covertype", "paper", 500, 10_000, 1),
                                          ("mnist", "paper", 1000, 5_000, 1e-8),
                                          ("gisette_sim", "generated", 5000, 2_000, 1e-14))) +
    tuple(Case(name + "_rows", name, split, degree=1, coef0=0, rows=rows, limit=120)
          for name, split, rows in (("adult", "publisher", 0), ("mnist", "paper", 10_000))),
    ladder((dataclasses.replace(LINEAR.contestants[0], threads=(1,)),
            *(c for c in LINEAR.contestants if c.key in ("liblinear", "liblinear_newest")),
            Contestant("liblinear_dual", "LIBLINEAR, newest, dual coordinate descent", "liblinear-official",
                       forms=(("csr", "float64"),), settings={"solver": 1}),
            Contestant("scikit-learn", "scikit-learn's LinearSVC", "scikit-learn", settings=MANY_STEPS),
            Contestant("scikit-learn_dual", "scikit-learn's LinearSVC, dual", "scikit-learn", forms=FORMS[:1],
                       settings=MANY_STEPS | {"dual": True}),
            Contestant("dense", "SciPy's trust-ncg", "scipy")), TOLERANCES),
    LINEAR.settings, TARGETS)



def text(name, columns, rows, title=""):
    """A case of rows like a collection's (bench/text_rows.hpp)."""
    return Case(title or name, name, "generated", 1, rows, coef0=0, columns=columns)


COLUMNS = (2**16, 2**20, 2**24)

SPARSE_LINEAR = Part(
    "sparse_linear", "Linear training on sparse rows: time to an accuracy of the objective",
    "Squared hinge loss, C = 1, no bias, on generated rows like those of texts, without a map", "linear", "liblinear_2",
    "coordinate_descent",
    (text("rcv1_like", 47_236, 800_000), text("news20_like", 1_355_191, 20_000),
     text("trigrams_like", 16_609_143, 5_000),
     *(text("rcv1_like", columns, 20_000, f"columns_{columns}") for columns in COLUMNS)),
    ladder((Contestant("coordinate_descent", "coordinate_descent", learner="coordinate_descent"),
            Contestant("dense_tron", "dense_tron", learner="dense_tron"),
            Contestant("liblinear_2", "LIBLINEAR, Debian's, Newton", learner="liblinear", settings={"solver": 2}),
            Contestant("liblinear_newest_1", "LIBLINEAR, newest, dual coordinate descent", "liblinear-official",
                       forms=FORMS[:1], settings={"solver": 1}),
            Contestant("liblinear_newest_2", "LIBLINEAR, newest, Newton", "liblinear-official", forms=FORMS[:1]),
            Contestant("scikit-learn", "scikit-learn's LinearSVC", "scikit-learn", forms=FORMS[:1],
                       settings=MANY_STEPS),
            Contestant("scikit-learn_dual", "scikit-learn's LinearSVC, dual", "scikit-learn", forms=FORMS[:1],
                       settings=MANY_STEPS | {"dual": True})), (1, 1e-1, 1e-2, 1e-3)),
    LINEAR.settings, TARGETS, tuple(f"columns_{columns}" for columns in COLUMNS))

PARTS = {part.name: part for part in (KERNEL, KERNEL_WHOLE, LINEAR, FFT, KERNEL_CURVES, LINEAR_CURVES, SPARSE_LINEAR)}

# What is not measured, and why.
NOT_HERE = {
    "linear": ["scikit-learn-intelex has no LinearSVC: its SVC with a linear kernel minimises another loss, with a "
               "bias."],
    "svc": ["LIBSVM's own sources train on one thread."],
    "fft": [],
}


def order(contestants, turn):
    """In turn, and every second time from the last to the first: nobody always comes after the same one."""
    return list(contestants) if turn % 2 == 0 else list(reversed(contestants))


LEAST_RUNS = 3  # below that a median says nothing of its spread


def wanted(repeats, first_seconds, budget):
    """How often somebody is measured whose first training took that long: `repeats` times where that fits."""
    if first_seconds is None or first_seconds * repeats <= budget:
        return repeats
    return min(repeats, max(LEAST_RUNS, math.floor(budget / first_seconds)))


def plan(contestants, repeats):
    """Every measurement of a case in the order in which they are made: all on one thread, then all on two."""
    for threads in sorted({t for c in contestants for t in c.threads}):
        several = [c for c in contestants if threads in c.threads]
        for turn in range(repeats):
            for contestant in order(several, turn):
                yield threads, turn, contestant


def quick(part):
    """The same in the small: does everything work?"""
    few = 500
    seen = {}
    for case in part.cases:
        seen.setdefault((case.dataset, case.degree, case.columns), dataclasses.replace(case, rows=few, limit=120))
    contestants = tuple(c for c in part.contestants if not c.curve or c.settings["eps"] in (1, 1e-3))
    return dataclasses.replace(part, cases=tuple(seen.values()), contestants=contestants)
