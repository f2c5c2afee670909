"""How many random features does a kernel machine's accuracy take? Handwritten digits, and a plot of the answer.

    python accuracy_against_features.py [FILE.png] [--seeds N] [--features D...]

Linear machines on Tensor Sketching's and Random Maclaurin's features approach the accuracy of the exact kernel
(1 + <x, y>)^2 as the number of features grows (Pham & Pagh, KDD 2013, Figure 3, on a data set that scikit-learn has).
Needs matplotlib, and takes about a minute with 5 seeds and up to 1280 features, as by default.
"""

import argparse
import pathlib

import matplotlib
import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import Normalizer

import sketchbench

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

KERNEL = {"degree": 2, "coef0": 1}
MAPS = {
    "Tensor Sketching": sketchbench.TensorSketch(**KERNEL),
    "Random Maclaurin, restricted": sketchbench.RandomMaclaurin(form="restricted", **KERNEL),
    "Random Maclaurin, H0/1": sketchbench.RandomMaclaurin(form="h01", **KERNEL),
}


def accuracies(features, seeds):
    """Of each map, as many accuracies as seeds for each number of features, in per cent; and the exact kernel's."""
    X, y = load_digits(return_X_y=True)
    X = Normalizer().fit_transform(X).astype(np.float32)
    split = train_test_split(X, y, test_size=0.3, random_state=0, stratify=y)
    X_train, X_test, y_train, y_test = split

    def score(model):
        return 100 * model.fit(X_train, y_train).score(X_test, y_test)

    found = {}
    for name, transformer in MAPS.items():
        found[name] = [
            [
                score(
                    make_pipeline(
                        transformer.set_params(n_components=D, random_state=seed), sketchbench.LinearSVC(C=10)
                    )
                )
                for seed in range(seeds)
            ]
            for D in features
        ]
    return found, score(sketchbench.SVC(kernel="polynomial", C=10, **KERNEL))


def main():
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("file", nargs="?", type=pathlib.Path, default="accuracy_against_features.png")
    options.add_argument("--seeds", type=int, default=5, metavar="N", help="maps of each kind and size, at least 2")
    options.add_argument("--features", type=int, nargs="+", default=[80, 160, 320, 640, 1280], metavar="D")
    given = options.parse_args()
    if given.seeds < 2:
        options.error(f"--seeds is {given.seeds}, expected at least 2")
    of_maps, exact = accuracies(given.features, given.seeds)
    figure, axes = plt.subplots(figsize=(6, 4), layout="constrained")
    axes.axhline(exact, color="black", linestyle="--", label=f"exact kernel, {exact:.1f} %")
    for name, scores in of_maps.items():
        scores = np.array(scores)
        axes.errorbar(
            given.features, scores.mean(axis=1), scores.std(axis=1, ddof=1), marker="o", capsize=3, label=name
        )
    axes.set(xscale="log", xlabel="random features D", ylabel="accuracy on test rows, %")
    axes.set_xticks(given.features, given.features)
    axes.minorticks_off()
    axes.legend()
    axes.set_title(f"(1 + ⟨x, y⟩)² on 8 × 8 digits: mean ± deviation of {given.seeds} seeds")
    figure.savefig(given.file, dpi=150)


if __name__ == "__main__":
    main()
