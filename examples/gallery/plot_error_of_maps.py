"""
How near is a map to its kernel?
================================

The mean error of the estimates ``<z(x), z(y)>`` of a Gaussian kernel, against the number of features, for four maps. Maps
that look at the rows need fewer features.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits
from sklearn.metrics.pairwise import rbf_kernel

from sketchbench import NystromUniform, OrthogonalFeatures, QuasiMonteCarlo, RandomKitchenSinks

X = load_digits().data[:400].astype(np.float32) / 16
gamma = 0.1
K = rbf_kernel(X, gamma=gamma)
features = [32, 64, 128, 256]

for cls in (RandomKitchenSinks, QuasiMonteCarlo, OrthogonalFeatures, NystromUniform):
    errors = []
    for n_components in features:
        of_seed = []
        for seed in range(5):
            Z = cls(gamma=gamma, n_components=n_components, random_state=seed).fit_transform(X)
            of_seed.append(np.abs(Z @ Z.T - K).mean())
        errors.append(np.mean(of_seed))
    plt.loglog(features, errors, marker="o", label=cls.__name__)
plt.xticks(features, features)
plt.gca().xaxis.minorticks_off()
plt.xlabel("features")
plt.ylabel("mean error of a kernel value")
plt.legend()
plt.show()
