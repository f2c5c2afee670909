"""
Components of a sampled kernel matrix
=====================================

Kernel PCA of two circles: of the whole Gaussian kernel matrix, and of one of which one entry in four is kept. The first
component tells the circles apart in both.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_circles

from sketchbench import KernelPCA, KernelPCASparsified

X, y = make_circles(800, factor=0.3, noise=0.05, random_state=0)
X = X.astype(np.float32)
figure, panels = plt.subplots(1, 3, figsize=(9, 3))
panels[0].scatter(*X.T, c=y, s=4)
panels[0].set_title("rows")
maps = {
    "all entries": KernelPCA(n_components=2, kernel="rbf", gamma=2, centred=1),
    "one entry in 4": KernelPCASparsified(n_components=2, kernel="rbf", gamma=2, centred=1, s=4, random_state=0),
}
for panel, (title, components) in zip(panels[1:], maps.items()):
    panel.scatter(*components.fit_transform(X).T, c=y, s=4)
    panel.set_title(title)
plt.tight_layout()
plt.show()
