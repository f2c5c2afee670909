"""
Accuracy against the number of features
=======================================

A linear classifier on Tensor Sketching's features of ``(1 + <x, y>)^2`` comes near to the kernel machine, here on
scikit-learn's digits.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline

from sketchbench import SVC, LinearSVC, TensorSketch

X, y = load_digits(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X / 16, y, random_state=0)
features = [32, 64, 128, 256, 512]

means, deviations = [], []
for n_components in features:
    scores = []
    for seed in range(5):
        sketch = TensorSketch(n_components=n_components, degree=2, coef0=1, random_state=seed)
        scores.append(make_pipeline(sketch, LinearSVC()).fit(X_train, y_train).score(X_test, y_test))
    means.append(np.mean(scores))
    deviations.append(np.std(scores, ddof=1))
exact = SVC(kernel="poly", degree=2, coef0=1, gamma=1).fit(X_train, y_train).score(X_test, y_test)

plt.errorbar(features, means, deviations, marker="o", capsize=3, label="Tensor Sketching")
plt.axhline(exact, color="black", linestyle="--", label="exact kernel")
plt.xscale("log", base=2)
plt.xlabel("features")
plt.ylabel("accuracy on the test rows")
plt.legend()
plt.show()
