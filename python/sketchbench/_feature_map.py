"""What all feature maps have in common; _maps.py, which the build writes, has them one by one."""

from __future__ import annotations

import json
import warnings
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.exceptions import NotFittedError
from sklearn.utils.validation import check_array, check_is_fitted

from ._grams import library_values
from ._kernels import kernel_of, like, real, whole
from ._library import asked, library
from ._rows import rows_of, seed_of, threads_of, validated
from ._supervised import single_precision


class FeatureMap(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """A feature map of the library's registry as a scikit-learn transformer."""

    #: The registry's name, or those that the parameter "form" chooses among.
    _kind: ClassVar[str | dict[str, str]]
    #: Families of kernels that it estimates, the first by default.
    _kernels: ClassVar[tuple[str, ...]]
    #: Parameters of its own, by the registry's names, with their defaults.
    _own: ClassVar[dict[str, Any]] = {}
    _forms_with: ClassVar[dict[str, list[str]]] = {}  # of a parameter that only these forms have
    #: Whether its features are landmarks among some rows, or directions that these span: no more than them.
    _limited_by_rows: ClassVar[bool] = False

    n_components: int
    random_state: Any
    n_jobs: int | None

    def fit(self, X: Any, y: Any = None) -> FeatureMap:
        """Draws the map for rows like X.

        X: array or CSR matrix, (n_samples, n_features). Maps that do not look at data take its shape alone,
        of a wide sparse X those columns that occur, and ``gamma="scale"`` its variance. y is ignored.

        Ctrl-C ends it, but waits for a decomposition that has begun: of the landmarks' kernel matrix, with as many
        rows as there are landmarks; of the covariance or a basis of the Fourier features that directions are found
        among; of the frequencies of orthogonal features.
        """
        X = validated(self, X, reset=True)
        components = self._components(X.shape[0])
        kernel, factor = self._kernel(X)
        request = {
            "map": self._kind_name(),
            "D": components,
            "parameters": self._parameters(),
            "kernel": kernel,
            "seed": seed_of(self.random_state),
        }
        self._map = asked(
            library.fit_map, rows_of(X), json.dumps(request), self._landmarks(X), threads_of(self.n_jobs)
        )
        self.n_components_ = components
        self.kernel_, self._factor = kernel, np.float32(factor**0.5)
        self.seed_ = request["seed"]
        return self

    def transform(self, X: Any) -> np.ndarray:
        """The features of rows X, (n_samples, n_features_out), float32.

        They depend on the row alone: neither on rows beside it nor on n_jobs.
        """
        check_is_fitted(self)
        X = validated(self, X, reset=False)
        features = np.empty((X.shape[0], self._map.outputs), dtype=np.float32)
        self._map.transform(rows_of(X), features, threads_of(self.n_jobs))
        if self._factor != 1:
            features *= self._factor
        return features

    @property
    def _n_features_out(self) -> int:
        return self._map.outputs

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_map")

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float32"]
        return tags

    def _kind_name(self) -> str:
        if isinstance(self._kind, str):
            return self._kind
        if self.form not in self._kind:
            raise ValueError(f"form is {self.form!r}, expected one of {', '.join(self._kind)}")
        return self._kind[self.form]

    def _components(self, samples: int) -> int:
        asked = whole("n_components", self.n_components, "a whole number of at least 1")
        if not self._limited_by_rows or asked <= samples:
            return asked
        warnings.warn(
            f"n_components is {asked}, and there are {samples} rows to make features from: {samples} are made",
            stacklevel=3,
        )
        return samples

    def _parameters(self) -> dict[str, Any]:
        given = {name: like(default, name, getattr(self, name)) for name, default in self._own.items()}
        for name, forms in self._forms_with.items():
            if self.form in forms:
                continue
            if given[name] != self._own[name]:
                raise ValueError(f"{name} is {given[name]!r}, which is for form={' or '.join(forms)} alone")
            del given[name]
        return given

    def _kernel(self, X: Any) -> tuple[dict[str, Any], float]:
        parameters = {"kernel": self._kernels[0], **self.get_params(deep=False)}
        return kernel_of(X, self._kernels, **parameters)

    def _landmarks(self, X: Any) -> Any:
        """Rows that the user gives, for a map that takes some."""
        return None


class GivenLandmarks:
    """Of a map whose landmarks the user gives."""

    landmarks: Any

    def _components(self, samples: int) -> int:
        return super()._components(samples if self.landmarks is None else self._checked().shape[0])

    def _checked(self) -> Any:
        return check_array(self.landmarks, accept_sparse="csr", dtype=[np.float32, np.float64])

    def _landmarks(self, X: Any) -> Any:
        if self.landmarks is None:
            return rows_of(X)  # the first of the training rows
        given = self._checked()
        if given.shape[1] != X.shape[1]:
            raise ValueError(f"landmarks have {given.shape[1]} features, expected {X.shape[1]} as X has")
        return rows_of(given)


class Preimages:
    """Of a map of principal components, which can lead back: kernel ridge regression of rows on their features, with
    the map's own kernel (Bakir, Weston & Schoelkopf, "Learning to find pre-images", NIPS 2003), as scikit-learn's
    ``KernelPCA`` has it. O(n^3 / 3) time and n^2 values of double precision.
    """

    fit_inverse_transform: bool
    alpha: float

    def fit(self, X: Any, y: Any = None) -> Preimages:
        """As the map; X of shape (n_samples, n_features)."""
        super().fit(X, y)
        self._preimages = None
        if not self.fit_inverse_transform:
            return self
        if sparse.issparse(X):
            raise ValueError("fit_inverse_transform is for dense rows")
        X = validated(self, X, reset=False)
        kernel, factor = self._kernel(X)
        Z = self.transform(X)
        K = library_values(kernel, factor, Z, Z, self.n_jobs)
        coef, *_ = asked(
            library.train_ridge_on_gram,
            K,
            single_precision(X.T, warn=False),
            None,
            real("alpha", self.alpha, "a number above 0"),
            False,
            threads_of(self.n_jobs),
        )
        self._preimages = kernel, factor, Z, coef
        return self

    def inverse_transform(self, Z: Any) -> np.ndarray:
        """Rows whose features are near Z, (n_samples, n_features), float64: with fit_inverse_transform=True alone."""
        check_is_fitted(self)
        if self._preimages is None:
            raise NotFittedError("inverse_transform is there with fit_inverse_transform=True")
        kernel, factor, known, coef = self._preimages
        Z = check_array(Z, dtype=[np.float32, np.float64])
        if Z.shape[1] != known.shape[1]:
            raise ValueError(f"Z has {Z.shape[1]} features, expected {known.shape[1]}")
        step = 1024
        some = [
            library_values(kernel, factor, Z[i : i + step], known, self.n_jobs) @ coef for i in range(0, len(Z), step)
        ]
        return np.concatenate(some)
