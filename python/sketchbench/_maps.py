"""Feature maps. Written by python/generate-maps from the library's registry: change that, not this."""

from __future__ import annotations

from typing import Any, ClassVar

from ._feature_map import FeatureMap, GivenLandmarks

__all__ = [
    "CompactFeatures",
    "FDFourier",
    "Fastfood",
    "FourierSVD",
    "KernelPCA",
    "KernelPCAQuantised",
    "KernelPCASampledSigns",
    "KernelPCASparsified",
    "NystromGiven",
    "NystromLeverage",
    "NystromRPCholesky",
    "NystromUniform",
    "OrthogonalFeatures",
    "PCANystrom",
    "QuasiMonteCarlo",
    "RandomKitchenSinks",
    "RandomMaclaurin",
    "StructuredOrthogonalFeatures",
    "TefmGaussian",
    "TefmHadamard",
    "TensorSketch",
    "TensorSketchFast",
]


class TensorSketch(FeatureMap):
    """Tensor Sketching: a feature map.

    E <z(x), z(y)> = kappa(x, y) = (<x, y> + coef0)^degree.
    z(x) = FFT^-1(FFT(C_1 x) * ... * FFT(C_p x)), C_i independent count sketches, * entry by entry.
    X: (n_samples, n_features), dense or CSR. Z: (n_samples, n_features_out), float32.

    Parameters
    ----------
    n_components : int, default 100. D, the number of features asked for
    degree : int, default 2. of the polynomial kernel, from 1 to 1000
    coef0 : float, default 0.0. of the polynomial kernel, at least 0
    random_state : Any, default None. int: the seed itself, as in the program's configurations; RandomState or None:
        it is drawn
    n_jobs : int | None, default None. threads, -1 for all; they change no feature

    Attributes
    ----------
    n_components_ : D, the features asked for. kernel_ : the kernel. seed_ : the map's seed.

    The library's map: ``tensor_sketch``, Tensor Sketching (Pham & Pagh 2013). Operations for a row as its authors
    claim them: p (d + D log₂ D).

    Source: Pham, N. and Pagh, R. (2013). Fast and scalable polynomial kernels via explicit feature maps. KDD.
    """

    _kind = "tensor_sketch"
    _kernels = ("polynomial",)

    def __init__(
        self,
        n_components: int = 100,
        *,
        degree: int = 2,
        coef0: float = 0.0,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.degree = degree
        self.coef0 = coef0
        self.random_state = random_state
        self.n_jobs = n_jobs


class TensorSketchFast(FeatureMap):
    """Tensor Sketching, fast path: a feature map.

    E <z(x), z(y)> = kappa(x, y) = (<x, y> + coef0)^degree.
    z(x) = FFT^-1(FFT(C_1 x) * ... * FFT(C_p x)), C_i independent count sketches, * entry by entry.
    X: (n_samples, n_features), dense or CSR. Z: (n_samples, n_features_out), float32.

    Parameters
    ----------
    n_components : int, default 100. D, the number of features asked for
    degree : int, default 2. of the polynomial kernel, from 1 to 1000
    coef0 : float, default 0.0. of the polynomial kernel, at least 0
    random_state : Any, default None. int: the seed itself, as in the program's configurations; RandomState or None:
        it is drawn
    n_jobs : int | None, default None. threads, -1 for all; they change no feature

    Attributes
    ----------
    n_components_ : D, the features asked for. kernel_ : the kernel. seed_ : the map's seed.

    The library's map: ``tensor_sketch_fast``, Tensor Sketching, several rows side by side. Operations for a row as
    its authors claim them: p (d + D log₂ D).

    Source: Pham, N. and Pagh, R. (2013). Fast and scalable polynomial kernels via explicit feature maps. KDD.
    """

    _kind = "tensor_sketch_fast"
    _kernels = ("polynomial",)

    def __init__(
        self,
        n_components: int = 100,
        *,
        degree: int = 2,
        coef0: float = 0.0,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.degree = degree
        self.coef0 = coef0
        self.random_state = random_state
        self.n_jobs = n_jobs


class RandomMaclaurin(FeatureMap):
    """Random Maclaurin: a feature map.

    E <z(x), z(y)> = kappa(x, y) = (<x, y> + coef0)^degree.
    z_j(x) = sqrt(a_N / (D P(N))) prod_{i <= N} <w_ji, x>, degrees N drawn, w_ji of random signs, a_n the coefficient
    of <x, y>^n.
    X: (n_samples, n_features), dense or CSR. Z: (n_samples, n_features_out), float32.

    Parameters
    ----------
    n_components : int, default 100. D, the number of features asked for
    form : str, default 'restricted'. one of "restricted", "published", "h01"
    degree : int, default 2. of the polynomial kernel, from 1 to 1000
    coef0 : float, default 0.0. of the polynomial kernel, at least 0
    random_state : Any, default None. int: the seed itself, as in the program's configurations; RandomState or None:
        it is drawn
    n_jobs : int | None, default None. threads, -1 for all; they change no feature

    Attributes
    ----------
    n_components_ : D, the features asked for. kernel_ : the kernel. seed_ : the map's seed.

    form="restricted": ``random_maclaurin_restricted``, Random Maclaurin, degrees drawn among those that the kernel
    has. Operations for a row as its authors claim them: d D. Random Maclaurin, restricted: the same measure over the
    degrees that the kernel has, renormalised, so that the estimate stays unbiased and no feature is wasted.

    form="published": ``random_maclaurin_published``, Random Maclaurin (Kar & Karnick 2012), degrees drawn over all n
    >= 0. Operations for a row as its authors claim them: d D. Random Maclaurin, published: the degree N of a feature
    is drawn with P(N = n) = 2^-(n+1) over all n ≥ 0, and a feature stays zero when the kernel has no term of that
    degree. On ⟨x,y⟩ᵖ only about D / 2^(p+1) of the D features are not zero.

    form="h01": ``random_maclaurin_h01``, Random Maclaurin with exact constant and linear terms (H0/1). z(x) =
    (sqrt(a_0), sqrt(a_1) x, z'(x)) but for parts with a_n = 0, z' random features of the degrees from 2 on.
    Operations for a row as its authors claim them: d D. Random Maclaurin, H0/1: the terms of degree 0 and 1 are
    computed exactly (1 + d features), the other features estimate the terms of degree 2 and more. D counts all of
    them.

    Source: Kar, P. and Karnick, H. (2012). Random feature maps for dot product kernels. AISTATS.
    """

    _kind = {
        "restricted": "random_maclaurin_restricted",
        "published": "random_maclaurin_published",
        "h01": "random_maclaurin_h01",
    }
    _kernels = ("polynomial",)

    def __init__(
        self,
        n_components: int = 100,
        *,
        form: str = "restricted",
        degree: int = 2,
        coef0: float = 0.0,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.form = form
        self.degree = degree
        self.coef0 = coef0
        self.random_state = random_state
        self.n_jobs = n_jobs


class RandomKitchenSinks(FeatureMap):
    """Random Kitchen Sinks: a feature map.

    E <z(x), z(y)> = kappa(x, y), for each of the kernels below.
    z(x) = sqrt(2 / D) (cos <w_j, x>, sin <w_j, x>) for D / 2 frequencies w_j, or cos(<w_j, x> + b_j) for D, drawn
    from the kernel's spectral measure.
    X: (n_samples, n_features), dense or CSR. Z: (n_samples, n_features_out), float32.

    Parameters
    ----------
    n_components : int, default 100. D, the number of features asked for
    kernel : str, default 'gaussian'. "gaussian": exp(-gamma |x - y|^2), sigma = sqrt(1 / (2 gamma)); "laplacian":
        exp(-gamma |x - y|_1), sigma = 1 / gamma; "cauchy": prod_k 1 / (1 + gamma (x_k - y_k)^2), sigma = sqrt(1 /
        gamma)
    gamma : float | str, default 'scale'. a number above 0; "scale": 1 / (n_features * X.var()); "auto": 1 /
        n_features; "median": the one whose sigma is the median distance of training rows
    form : str, default 'pairs'. "pairs": a cosine and a sine of D / 2 frequencies; "offset": cosines of D
        frequencies, each with a random offset; one of "pairs", "offset"
    random_state : Any, default None. int: the seed itself, as in the program's configurations; RandomState or None:
        it is drawn
    n_jobs : int | None, default None. threads, -1 for all; they change no feature

    Attributes
    ----------
    n_components_ : D, the features asked for. kernel_ : the kernel. seed_ : the map's seed.

    The library's map: ``rks``, Random Kitchen Sinks: cosines and sines of independent random frequencies. Operations
    for a row as its authors claim them: d D.

    Source: Rahimi, A. and Recht, B. (2007). Random features for large-scale kernel machines. NIPS.
    """

    _kind = "rks"
    _kernels = ("gaussian", "laplacian", "cauchy")
    _own: ClassVar[dict[str, Any]] = {"form": "pairs"}

    def __init__(
        self,
        n_components: int = 100,
        *,
        kernel: str = "gaussian",
        gamma: float | str = "scale",
        form: str = "pairs",
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.form = form
        self.random_state = random_state
        self.n_jobs = n_jobs


class QuasiMonteCarlo(FeatureMap):
    """Quasi-Monte Carlo features: a feature map.

    E <z(x), z(y)> = kappa(x, y), for each of the kernels below.
    z(x) = sqrt(2 / D) (cos <w_j, x>, sin <w_j, x>) for D / 2 frequencies w_j, from a low-discrepancy sequence through
    the inverse distribution.
    X: (n_samples, n_features), dense or CSR. Z: (n_samples, n_features_out), float32.

    Parameters
    ----------
    n_components : int, default 100. D, the number of features asked for
    kernel : str, default 'gaussian'. "gaussian": exp(-gamma |x - y|^2), sigma = sqrt(1 / (2 gamma)); "laplacian":
        exp(-gamma |x - y|_1), sigma = 1 / gamma; "cauchy": prod_k 1 / (1 + gamma (x_k - y_k)^2), sigma = sqrt(1 /
        gamma)
    gamma : float | str, default 'scale'. a number above 0; "scale": 1 / (n_features * X.var()); "auto": 1 /
        n_features; "median": the one whose sigma is the median distance of training rows
    random_state : Any, default None. int: the seed itself, as in the program's configurations; RandomState or None:
        it is drawn
    n_jobs : int | None, default None. threads, -1 for all; they change no feature

    Attributes
    ----------
    n_components_ : D, the features asked for. kernel_ : the kernel. seed_ : the map's seed.

    The library's map: ``qmc``, Quasi-Monte Carlo features: the frequencies are scrambled Sobol points. Operations for
    a row as its authors claim them: d D.

    Source: Yang, J., Sindhwani, V., Avron, H. and Mahoney, M. W. (2014). Quasi-Monte Carlo feature maps for shift-
    invariant kernels. ICML.
    """

    _kind = "qmc"
    _kernels = ("gaussian", "laplacian", "cauchy")

    def __init__(
        self,
        n_components: int = 100,
        *,
        kernel: str = "gaussian",
        gamma: float | str = "scale",
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.random_state = random_state
        self.n_jobs = n_jobs


class OrthogonalFeatures(FeatureMap):
    """Orthogonal random features: a feature map.

    E <z(x), z(y)> = kappa(x, y) = exp(-gamma |x - y|^2), sigma = sqrt(1 / (2 gamma)).
    z(x) = sqrt(2 / D) (cos <w_j, x>, sin <w_j, x>) for D / 2 frequencies w_j, orthogonal in blocks, with independent
    lengths.
    X: (n_samples, n_features), dense or CSR. Z: (n_samples, n_features_out), float32.

    Parameters
    ----------
    n_components : int, default 100. D, the number of features asked for
    gamma : float | str, default 'scale'. a number above 0; "scale": 1 / (n_features * X.var()); "auto": 1 /
        n_features; "median": the one whose sigma is the median distance of training rows
    random_state : Any, default None. int: the seed itself, as in the program's configurations; RandomState or None:
        it is drawn
    n_jobs : int | None, default None. threads, -1 for all; they change no feature

    Attributes
    ----------
    n_components_ : D, the features asked for. kernel_ : the kernel. seed_ : the map's seed.

    The library's map: ``orf``, Orthogonal random features: frequencies in orthogonal blocks, for the Gaussian kernel.
    Operations for a row as its authors claim them: d D.

    Source: Yu, F. X., Suresh, A. T., Choromanski, K., Holtmann-Rice, D. and Kumar, S. (2016). Orthogonal random
    features. NIPS.
    """

    _kind = "orf"
    _kernels = ("gaussian",)

    def __init__(
        self,
        n_components: int = 100,
        *,
        gamma: float | str = "scale",
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.gamma = gamma
        self.random_state = random_state
        self.n_jobs = n_jobs


class StructuredOrthogonalFeatures(FeatureMap):
    """Structured orthogonal random features: a feature map.

    <z(x), z(y)> ~ kappa(x, y) = exp(-gamma |x - y|^2), sigma = sqrt(1 / (2 gamma)).
    z(x) = sqrt(2 / D) (cos <w_j, x>, sin <w_j, x>) for D / 2 frequencies w_j, rows of products of Hadamard matrices
    and random signs.
    X: (n_samples, n_features), dense or CSR. Z: (n_samples, n_features_out), float32.

    Parameters
    ----------
    n_components : int, default 100. D, the number of features asked for
    gamma : float | str, default 'scale'. a number above 0; "scale": 1 / (n_features * X.var()); "auto": 1 /
        n_features; "median": the one whose sigma is the median distance of training rows
    random_state : Any, default None. int: the seed itself, as in the program's configurations; RandomState or None:
        it is drawn
    n_jobs : int | None, default None. threads, -1 for all; they change no feature

    Attributes
    ----------
    n_components_ : D, the features asked for. kernel_ : the kernel. seed_ : the map's seed.

    The library's map: ``sorf``, Structured orthogonal random features: three Hadamard transforms with random signs.
    Operations for a row as its authors claim them: D log d. Structured orthogonal random features: rows are padded
    with zeros to a power of 2. The estimate is slightly biased; the bias falls as the number of input features grows.

    Source: Yu, F. X., Suresh, A. T., Choromanski, K., Holtmann-Rice, D. and Kumar, S. (2016). Orthogonal random
    features. NIPS.
    """

    _kind = "sorf"
    _kernels = ("gaussian",)

    def __init__(
        self,
        n_components: int = 100,
        *,
        gamma: float | str = "scale",
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.gamma = gamma
        self.random_state = random_state
        self.n_jobs = n_jobs


class Fastfood(FeatureMap):
    """Fastfood: a feature map.

    E <z(x), z(y)> = kappa(x, y) = exp(-gamma |x - y|^2), sigma = sqrt(1 / (2 gamma)).
    z(x) = sqrt(2 / D) (cos <w_j, x>, sin <w_j, x>) for D / 2 frequencies w_j, rows of S H G P H B: Hadamard matrices,
    a permutation and diagonals.
    X: (n_samples, n_features), dense or CSR. Z: (n_samples, n_features_out), float32.

    Parameters
    ----------
    n_components : int, default 100. D, the number of features asked for
    gamma : float | str, default 'scale'. a number above 0; "scale": 1 / (n_features * X.var()); "auto": 1 /
        n_features; "median": the one whose sigma is the median distance of training rows
    random_state : Any, default None. int: the seed itself, as in the program's configurations; RandomState or None:
        it is drawn
    n_jobs : int | None, default None. threads, -1 for all; they change no feature

    Attributes
    ----------
    n_components_ : D, the features asked for. kernel_ : the kernel. seed_ : the map's seed.

    The library's map: ``fastfood``, Fastfood: frequencies from two Hadamard transforms and random diagonals.
    Operations for a row as its authors claim them: D log d.

    Source: Le, Q., Sarlós, T. and Smola, A. (2013). Fastfood: approximating kernel expansions in loglinear time.
    ICML.
    """

    _kind = "fastfood"
    _kernels = ("gaussian",)

    def __init__(
        self,
        n_components: int = 100,
        *,
        gamma: float | str = "scale",
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.gamma = gamma
        self.random_state = random_state
        self.n_jobs = n_jobs


class CompactFeatures(FeatureMap):
    """Compact feature maps: a feature map.

    E <z(x), z(y)> = kappa(x, y), for each of the kernels below.
    z(x) = P z'(x): E random Fourier features z', and P a subsampled randomised Hadamard transform.
    X: (n_samples, n_features), dense or CSR. Z: (n_samples, n_features_out), float32.

    Parameters
    ----------
    n_components : int, default 100. D, the number of features asked for
    kernel : str, default 'gaussian'. "gaussian": exp(-gamma |x - y|^2), sigma = sqrt(1 / (2 gamma)); "laplacian":
        exp(-gamma |x - y|_1), sigma = 1 / gamma; "cauchy": prod_k 1 / (1 + gamma (x_k - y_k)^2), sigma = sqrt(1 /
        gamma)
    gamma : float | str, default 'scale'. a number above 0; "scale": 1 / (n_features * X.var()); "auto": 1 /
        n_features; "median": the one whose sigma is the median distance of training rows
    E : int, default 0. features before the projection down to D; 0: 4 D
    random_state : Any, default None. int: the seed itself, as in the program's configurations; RandomState or None:
        it is drawn
    n_jobs : int | None, default None. threads, -1 for all; they change no feature

    Attributes
    ----------
    n_components_ : D, the features asked for. kernel_ : the kernel. seed_ : the map's seed.

    The library's map: ``craft``, CRAFTMaps: Random Kitchen Sinks, projected down by a Hadamard transform. Compact
    feature maps: E features of Random Kitchen Sinks (4 D unless the configuration says otherwise), projected down to
    D by a subsampled randomised Hadamard transform.

    Source: Hamid, R., Xiao, Y., Gittens, A. and DeCoste, D. (2014). Compact random feature maps. ICML.
    """

    _kind = "craft"
    _kernels = ("gaussian", "laplacian", "cauchy")
    _own: ClassVar[dict[str, Any]] = {"E": 0}

    def __init__(
        self,
        n_components: int = 100,
        *,
        kernel: str = "gaussian",
        gamma: float | str = "scale",
        E: int = 0,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.E = E
        self.random_state = random_state
        self.n_jobs = n_jobs


class TefmGaussian(FeatureMap):
    """Training-efficient feature map, Gaussian: a feature map.

    <z(x), z(y)> ~ kappa(x, y), for each of the kernels below.
    z(x) = Q^T z'(x): d Fourier features z', and Q an orthonormal basis of Z'^T G, G Gaussian.
    X: (n_samples, n_features), dense or CSR. Z: (n_samples, n_features_out), float32.

    Parameters
    ----------
    n_components : int, default 100. D, the number of features asked for
    kernel : str, default 'gaussian'. "gaussian": exp(-gamma |x - y|^2), sigma = sqrt(1 / (2 gamma)); "laplacian":
        exp(-gamma |x - y|_1), sigma = 1 / gamma; "cauchy": prod_k 1 / (1 + gamma (x_k - y_k)^2), sigma = sqrt(1 /
        gamma)
    gamma : float | str, default 'scale'. a number above 0; "scale": 1 / (n_features * X.var()); "auto": 1 /
        n_features; "median": the one whose sigma is the median distance of training rows
    d : int, default 0. Fourier features that directions are found for; 0: as "fourier" says
    fourier : str, default '4l'. their number where d is 0, with l = D; one of "4l", "l^2"
    form : str, default 'pairs'. "pairs": a cosine and a sine of D / 2 frequencies; "offset": cosines of D
        frequencies, each with a random offset; one of "pairs", "offset"
    q : int, default 1. powers of F^T F that the projection is multiplied with
    random_state : Any, default None. int: the seed itself, as in the program's configurations; RandomState or None:
        it is drawn
    n_jobs : int | None, default None. threads, -1 for all; they change no feature

    Attributes
    ----------
    n_components_ : D, the features asked for. kernel_ : the kernel. seed_ : the map's seed.

    The library's map: ``tefm_g``, TEFM-G: Random Kitchen Sinks in directions found with a Gaussian projection of
    training rows. Operations for a row as its authors claim them: d m + D m + D^2 m / n (m Fourier features of n
    rows). Training-efficient feature maps: D directions of 4 D Fourier features, unless the configuration says
    otherwise; time includes finding them. The Gaussian form multiplies once with the features' covariance (q = 1)
    unless it says otherwise: the authors name q = 0, 1 and 2, and not which of them they took.

    Source: Chen, X., Yang, H., King, I. and Lyu, M. R. (2015). Training-efficient feature map for shift-invariant
    kernels. IJCAI.
    """

    _kind = "tefm_g"
    _kernels = ("gaussian", "laplacian", "cauchy")
    _own: ClassVar[dict[str, Any]] = {"d": 0, "fourier": "4l", "form": "pairs", "q": 1}
    _limited_by_rows = True

    def __init__(
        self,
        n_components: int = 100,
        *,
        kernel: str = "gaussian",
        gamma: float | str = "scale",
        d: int = 0,
        fourier: str = "4l",
        form: str = "pairs",
        q: int = 1,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.d = d
        self.fourier = fourier
        self.form = form
        self.q = q
        self.random_state = random_state
        self.n_jobs = n_jobs


class TefmHadamard(FeatureMap):
    """Training-efficient feature map, Hadamard: a feature map.

    <z(x), z(y)> ~ kappa(x, y), for each of the kernels below.
    z(x) = Q^T z'(x): d Fourier features z', and Q an orthonormal basis of Z'^T S, S a subsampled randomised Hadamard
    transform.
    X: (n_samples, n_features), dense or CSR. Z: (n_samples, n_features_out), float32.

    Parameters
    ----------
    n_components : int, default 100. D, the number of features asked for
    kernel : str, default 'gaussian'. "gaussian": exp(-gamma |x - y|^2), sigma = sqrt(1 / (2 gamma)); "laplacian":
        exp(-gamma |x - y|_1), sigma = 1 / gamma; "cauchy": prod_k 1 / (1 + gamma (x_k - y_k)^2), sigma = sqrt(1 /
        gamma)
    gamma : float | str, default 'scale'. a number above 0; "scale": 1 / (n_features * X.var()); "auto": 1 /
        n_features; "median": the one whose sigma is the median distance of training rows
    d : int, default 0. Fourier features that directions are found for; 0: as "fourier" says
    fourier : str, default '4l'. their number where d is 0, with l = D; one of "4l", "l^2"
    form : str, default 'pairs'. "pairs": a cosine and a sine of D / 2 frequencies; "offset": cosines of D
        frequencies, each with a random offset; one of "pairs", "offset"
    random_state : Any, default None. int: the seed itself, as in the program's configurations; RandomState or None:
        it is drawn
    n_jobs : int | None, default None. threads, -1 for all; they change no feature

    Attributes
    ----------
    n_components_ : D, the features asked for. kernel_ : the kernel. seed_ : the map's seed.

    The library's map: ``tefm_s``, TEFM-S: Random Kitchen Sinks in directions found with a Hadamard projection of
    training rows. Operations for a row as its authors claim them: d m + m log D + D^2 m / n (m Fourier features of n
    rows). Training-efficient feature map, Hadamard: the authors' count of operations leaves out the product of a
    row's Fourier features with the directions, D m, which makes the features of either form.

    Source: Chen, X., Yang, H., King, I. and Lyu, M. R. (2015). Training-efficient feature map for shift-invariant
    kernels. IJCAI.
    """

    _kind = "tefm_s"
    _kernels = ("gaussian", "laplacian", "cauchy")
    _own: ClassVar[dict[str, Any]] = {"d": 0, "fourier": "4l", "form": "pairs"}
    _limited_by_rows = True

    def __init__(
        self,
        n_components: int = 100,
        *,
        kernel: str = "gaussian",
        gamma: float | str = "scale",
        d: int = 0,
        fourier: str = "4l",
        form: str = "pairs",
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.d = d
        self.fourier = fourier
        self.form = form
        self.random_state = random_state
        self.n_jobs = n_jobs


class FourierSVD(FeatureMap):
    """Random Kitchen Sinks, singular vectors: a feature map.

    <z(x), z(y)> ~ kappa(x, y), for each of the kernels below.
    z(x) = V^T z'(x): d Fourier features z', and V their leading right singular vectors.
    X: (n_samples, n_features), dense or CSR. Z: (n_samples, n_features_out), float32.

    Parameters
    ----------
    n_components : int, default 100. D, the number of features asked for
    kernel : str, default 'gaussian'. "gaussian": exp(-gamma |x - y|^2), sigma = sqrt(1 / (2 gamma)); "laplacian":
        exp(-gamma |x - y|_1), sigma = 1 / gamma; "cauchy": prod_k 1 / (1 + gamma (x_k - y_k)^2), sigma = sqrt(1 /
        gamma)
    gamma : float | str, default 'scale'. a number above 0; "scale": 1 / (n_features * X.var()); "auto": 1 /
        n_features; "median": the one whose sigma is the median distance of training rows
    d : int, default 0. Fourier features that directions are found for; 0: as "fourier" says
    fourier : str, default '4l'. their number where d is 0, with l = D; one of "4l", "l^2"
    form : str, default 'pairs'. "pairs": a cosine and a sine of D / 2 frequencies; "offset": cosines of D
        frequencies, each with a random offset; one of "pairs", "offset"
    random_state : Any, default None. int: the seed itself, as in the program's configurations; RandomState or None:
        it is drawn
    n_jobs : int | None, default None. threads, -1 for all; they change no feature

    Attributes
    ----------
    n_components_ : D, the features asked for. kernel_ : the kernel. seed_ : the map's seed.

    The library's map: ``fourier_svd``, Random Kitchen Sinks in the leading right singular vectors of the training
    rows' features. Random Kitchen Sinks, singular vectors: the D leading right singular vectors of 4 D Fourier
    features, unless the configuration says otherwise; the features are not centred.

    Source: Lopez-Paz, D., Sra, S., Smola, A. J., Ghahramani, Z. and Schölkopf, B. (2014). Randomized nonlinear
    component analysis. ICML.
    """

    _kind = "fourier_svd"
    _kernels = ("gaussian", "laplacian", "cauchy")
    _own: ClassVar[dict[str, Any]] = {"d": 0, "fourier": "4l", "form": "pairs"}
    _limited_by_rows = True

    def __init__(
        self,
        n_components: int = 100,
        *,
        kernel: str = "gaussian",
        gamma: float | str = "scale",
        d: int = 0,
        fourier: str = "4l",
        form: str = "pairs",
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.d = d
        self.fourier = fourier
        self.form = form
        self.random_state = random_state
        self.n_jobs = n_jobs


class NystromUniform(FeatureMap):
    """Nyström, uniform landmarks: a feature map.

    <z(x), z(y)> ~ kappa(x, y), for each of the kernels below.
    z(x) = (K_mm)^(-1/2) (kappa(x, l_1), ..., kappa(x, l_m)), m = D landmarks l_j, drawn uniformly from the training
    rows.
    X: (n_samples, n_features), dense or CSR. Z: (n_samples, n_features_out), float32.

    Parameters
    ----------
    n_components : int, default 100. D, the number of features asked for
    kernel : str, default 'polynomial'. "polynomial": (<x, y> + coef0)^degree; "gaussian": exp(-gamma |x - y|^2),
        sigma = sqrt(1 / (2 gamma)); "laplacian": exp(-gamma |x - y|_1), sigma = 1 / gamma; "cauchy": prod_k 1 / (1 +
        gamma (x_k - y_k)^2), sigma = sqrt(1 / gamma)
    gamma : float | str, default 'scale'. a number above 0; "scale": 1 / (n_features * X.var()); "auto": 1 /
        n_features; "median": the one whose sigma is the median distance of training rows
    degree : int, default 2. of the polynomial kernel, from 1 to 1000
    coef0 : float, default 0.0. of the polynomial kernel, at least 0
    random_state : Any, default None. int: the seed itself, as in the program's configurations; RandomState or None:
        it is drawn
    n_jobs : int | None, default None. threads, -1 for all; they change no feature

    Attributes
    ----------
    n_components_ : D, the features asked for. kernel_ : the kernel. seed_ : the map's seed.

    The library's map: ``nystrom_uniform``, Nyström features of training rows drawn uniformly. Operations for a row as
    its authors claim them: d D + D^2. Nyström: eigenvalues of the landmarks' kernel matrix below 1e-12 of the largest
    are taken for 0; no other regularisation.

    Source: Williams, C. K. I. and Seeger, M. (2001). Using the Nyström method to speed up kernel machines. NIPS 13.
    """

    _kind = "nystrom_uniform"
    _kernels = ("polynomial", "gaussian", "laplacian", "cauchy")
    _limited_by_rows = True

    def __init__(
        self,
        n_components: int = 100,
        *,
        kernel: str = "polynomial",
        gamma: float | str = "scale",
        degree: int = 2,
        coef0: float = 0.0,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.random_state = random_state
        self.n_jobs = n_jobs


class NystromLeverage(FeatureMap):
    """Nyström, ridge leverage scores: a feature map.

    <z(x), z(y)> ~ kappa(x, y), for each of the kernels below.
    z(x) = (K_mm)^(-1/2) (kappa(x, l_1), ..., kappa(x, l_m)), m = D landmarks l_j, drawn from the training rows by
    ridge leverage scores.
    X: (n_samples, n_features), dense or CSR. Z: (n_samples, n_features_out), float32.

    Parameters
    ----------
    n_components : int, default 100. D, the number of features asked for
    kernel : str, default 'polynomial'. "polynomial": (<x, y> + coef0)^degree; "gaussian": exp(-gamma |x - y|^2),
        sigma = sqrt(1 / (2 gamma)); "laplacian": exp(-gamma |x - y|_1), sigma = 1 / gamma; "cauchy": prod_k 1 / (1 +
        gamma (x_k - y_k)^2), sigma = sqrt(1 / gamma)
    gamma : float | str, default 'scale'. a number above 0; "scale": 1 / (n_features * X.var()); "auto": 1 /
        n_features; "median": the one whose sigma is the median distance of training rows
    degree : int, default 2. of the polynomial kernel, from 1 to 1000
    coef0 : float, default 0.0. of the polynomial kernel, at least 0
    random_state : Any, default None. int: the seed itself, as in the program's configurations; RandomState or None:
        it is drawn
    n_jobs : int | None, default None. threads, -1 for all; they change no feature

    Attributes
    ----------
    n_components_ : D, the features asked for. kernel_ : the kernel. seed_ : the map's seed.

    The library's map: ``nystrom_leverage``, Nyström features of training rows drawn by recursive ridge leverage
    scores. Operations for a row as its authors claim them: d D + D^2.

    Source: Musco, C. and Musco, C. (2017). Recursive sampling for the Nyström method. NIPS 30.
    """

    _kind = "nystrom_leverage"
    _kernels = ("polynomial", "gaussian", "laplacian", "cauchy")
    _limited_by_rows = True

    def __init__(
        self,
        n_components: int = 100,
        *,
        kernel: str = "polynomial",
        gamma: float | str = "scale",
        degree: int = 2,
        coef0: float = 0.0,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.random_state = random_state
        self.n_jobs = n_jobs


class NystromRPCholesky(FeatureMap):
    """Nyström, randomly pivoted Cholesky: a feature map.

    <z(x), z(y)> ~ kappa(x, y), for each of the kernels below.
    z(x) = (K_mm)^(-1/2) (kappa(x, l_1), ..., kappa(x, l_m)), m = D landmarks l_j, chosen from the training rows by
    randomly pivoted Cholesky.
    X: (n_samples, n_features), dense or CSR. Z: (n_samples, n_features_out), float32.

    Parameters
    ----------
    n_components : int, default 100. D, the number of features asked for
    kernel : str, default 'polynomial'. "polynomial": (<x, y> + coef0)^degree; "gaussian": exp(-gamma |x - y|^2),
        sigma = sqrt(1 / (2 gamma)); "laplacian": exp(-gamma |x - y|_1), sigma = 1 / gamma; "cauchy": prod_k 1 / (1 +
        gamma (x_k - y_k)^2), sigma = sqrt(1 / gamma)
    gamma : float | str, default 'scale'. a number above 0; "scale": 1 / (n_features * X.var()); "auto": 1 /
        n_features; "median": the one whose sigma is the median distance of training rows
    degree : int, default 2. of the polynomial kernel, from 1 to 1000
    coef0 : float, default 0.0. of the polynomial kernel, at least 0
    random_state : Any, default None. int: the seed itself, as in the program's configurations; RandomState or None:
        it is drawn
    n_jobs : int | None, default None. threads, -1 for all; they change no feature

    Attributes
    ----------
    n_components_ : D, the features asked for. kernel_ : the kernel. seed_ : the map's seed.

    The library's map: ``nystrom_rpcholesky``, Nyström features of training rows that randomly pivoted Cholesky
    chooses. Operations for a row as its authors claim them: d D + D^2.

    Source: Chen, Y., Epperly, E. N., Tropp, J. A. and Webber, R. J. (2022). Randomly pivoted Cholesky: practical
    approximation of a kernel matrix with few entry evaluations. arXiv:2207.06503.
    """

    _kind = "nystrom_rpcholesky"
    _kernels = ("polynomial", "gaussian", "laplacian", "cauchy")
    _limited_by_rows = True

    def __init__(
        self,
        n_components: int = 100,
        *,
        kernel: str = "polynomial",
        gamma: float | str = "scale",
        degree: int = 2,
        coef0: float = 0.0,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.random_state = random_state
        self.n_jobs = n_jobs


class NystromGiven(GivenLandmarks, FeatureMap):
    """Nyström, given landmarks: a feature map.

    <z(x), z(y)> ~ kappa(x, y), for each of the kernels below.
    z(x) = (K_mm)^(-1/2) (kappa(x, l_1), ..., kappa(x, l_m)), m = D landmarks l_j, given by the user.
    X: (n_samples, n_features), dense or CSR. Z: (n_samples, n_features_out), float32.

    Parameters
    ----------
    n_components : int, default 100. D, the number of features asked for
    kernel : str, default 'polynomial'. "polynomial": (<x, y> + coef0)^degree; "gaussian": exp(-gamma |x - y|^2),
        sigma = sqrt(1 / (2 gamma)); "laplacian": exp(-gamma |x - y|_1), sigma = 1 / gamma; "cauchy": prod_k 1 / (1 +
        gamma (x_k - y_k)^2), sigma = sqrt(1 / gamma)
    gamma : float | str, default 'scale'. a number above 0; "scale": 1 / (n_features * X.var()); "auto": 1 /
        n_features; "median": the one whose sigma is the median distance of training rows
    degree : int, default 2. of the polynomial kernel, from 1 to 1000
    coef0 : float, default 0.0. of the polynomial kernel, at least 0
    landmarks : Any, default None. rows, (at least n_components, n_features), of which the first are taken; None:
        training rows
    random_state : Any, default None. nothing is drawn
    n_jobs : int | None, default None. threads, -1 for all; they change no feature

    Attributes
    ----------
    n_components_ : D, the features asked for. kernel_ : the kernel. seed_ : the map's seed.

    The library's map: ``nystrom_given``, Nyström features of the first D rows of a file. Operations for a row as its
    authors claim them: d D + D^2.

    Source: Williams, C. K. I. and Seeger, M. (2001). Using the Nyström method to speed up kernel machines. NIPS 13.
    """

    _kind = "nystrom_given"
    _kernels = ("polynomial", "gaussian", "laplacian", "cauchy")
    _limited_by_rows = True

    def __init__(
        self,
        n_components: int = 100,
        *,
        kernel: str = "polynomial",
        gamma: float | str = "scale",
        degree: int = 2,
        coef0: float = 0.0,
        landmarks: Any = None,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.landmarks = landmarks
        self.random_state = random_state
        self.n_jobs = n_jobs


class KernelPCA(FeatureMap):
    """Kernel PCA: a feature map.

    <z(x), z(y)> ~ kappa(x, y), for each of the kernels below.
    z(x) has the products of x's image with the leading principal directions of the training rows' images, from the
    exact Gram matrix.
    X: (n_samples, n_features), dense or CSR. Z: (n_samples, n_features_out), float32.

    Parameters
    ----------
    n_components : int, default 100. D, the number of features asked for
    kernel : str, default 'polynomial'. "polynomial": (<x, y> + coef0)^degree; "gaussian": exp(-gamma |x - y|^2),
        sigma = sqrt(1 / (2 gamma)); "laplacian": exp(-gamma |x - y|_1), sigma = 1 / gamma; "cauchy": prod_k 1 / (1 +
        gamma (x_k - y_k)^2), sigma = sqrt(1 / gamma)
    gamma : float | str, default 'scale'. a number above 0; "scale": 1 / (n_features * X.var()); "auto": 1 /
        n_features; "median": the one whose sigma is the median distance of training rows
    degree : int, default 2. of the polynomial kernel, from 1 to 1000
    coef0 : float, default 0.0. of the polynomial kernel, at least 0
    solver : str, default 'lanczos'. what finds the eigenvectors; one of "orthogonal_iteration", "lanczos",
        "randomised"
    centred : int, default 0. 1: the kernel is centred, features have the mean 0 over the training rows
    rounding : float, default 0.0. s of the randomised rounding of coefficients, of vectors of length 1; 0: none
    projection : int, default 0. dimensions that rows are projected to by random signs; 0: none
    random_state : Any, default None. int: the seed itself, as in the program's configurations; RandomState or None:
        it is drawn
    n_jobs : int | None, default None. threads, -1 for all; they change no feature

    Attributes
    ----------
    n_components_ : D, the features asked for. kernel_ : the kernel. seed_ : the map's seed.

    The library's map: ``kernel_pca``, kernel PCA: the leading eigenvectors of the training rows' kernel matrix.
    Kernel PCA: not centred unless the configuration says so; features of eigenvalues below 1e-6 of the largest are 0.

    Source: Schölkopf, B., Smola, A. J. and Müller, K.-R. (1998). Nonlinear component analysis as a kernel eigenvalue
    problem. Neural Computation 10.
    """

    _kind = "kernel_pca"
    _kernels = ("polynomial", "gaussian", "laplacian", "cauchy")
    _own: ClassVar[dict[str, Any]] = {"solver": "lanczos", "centred": 0, "rounding": 0.0, "projection": 0}
    _limited_by_rows = True

    def __init__(
        self,
        n_components: int = 100,
        *,
        kernel: str = "polynomial",
        gamma: float | str = "scale",
        degree: int = 2,
        coef0: float = 0.0,
        solver: str = "lanczos",
        centred: int = 0,
        rounding: float = 0.0,
        projection: int = 0,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.solver = solver
        self.centred = centred
        self.rounding = rounding
        self.projection = projection
        self.random_state = random_state
        self.n_jobs = n_jobs


class KernelPCASparsified(FeatureMap):
    """Kernel PCA, sparsified matrix: a feature map.

    <z(x), z(y)> ~ kappa(x, y), for each of the kernels below.
    z(x) has the products of x's image with the leading principal directions of the training rows' images, from a Gram
    matrix of which a share of the entries is kept.
    X: (n_samples, n_features), dense or CSR. Z: (n_samples, n_features_out), float32.

    Parameters
    ----------
    n_components : int, default 100. D, the number of features asked for
    kernel : str, default 'polynomial'. "polynomial": (<x, y> + coef0)^degree; "gaussian": exp(-gamma |x - y|^2),
        sigma = sqrt(1 / (2 gamma)); "laplacian": exp(-gamma |x - y|_1), sigma = 1 / gamma; "cauchy": prod_k 1 / (1 +
        gamma (x_k - y_k)^2), sigma = sqrt(1 / gamma)
    gamma : float | str, default 'scale'. a number above 0; "scale": 1 / (n_features * X.var()); "auto": 1 /
        n_features; "median": the one whose sigma is the median distance of training rows
    degree : int, default 2. of the polynomial kernel, from 1 to 1000
    coef0 : float, default 0.0. of the polynomial kernel, at least 0
    solver : str, default 'lanczos'. what finds the eigenvectors; one of "orthogonal_iteration", "lanczos",
        "randomised"
    centred : int, default 0. 1: the kernel is centred, features have the mean 0 over the training rows
    rounding : float, default 0.0. s of the randomised rounding of coefficients, of vectors of length 1; 0: none
    projection : int, default 0. dimensions that rows are projected to by random signs; 0: none
    s : float, default 10.0. one entry of s of the kernel matrix is kept
    random_state : Any, default None. int: the seed itself, as in the program's configurations; RandomState or None:
        it is drawn
    n_jobs : int | None, default None. threads, -1 for all; they change no feature

    Attributes
    ----------
    n_components_ : D, the features asked for. kernel_ : the kernel. seed_ : the map's seed.

    The library's map: ``kernel_pca_sparsified``, kernel PCA of a kernel matrix of which one entry of s is kept.
    Kernel PCA, sparsified matrix: eigenvalues of the matrix stand out from the noise of its entries only where
    training rows are many.

    Source: Achlioptas, D., McSherry, F. and Schölkopf, B. (2001). Sampling techniques for kernel methods. NIPS 14.
    """

    _kind = "kernel_pca_sparsified"
    _kernels = ("polynomial", "gaussian", "laplacian", "cauchy")
    _own: ClassVar[dict[str, Any]] = {"solver": "lanczos", "centred": 0, "rounding": 0.0, "projection": 0, "s": 10.0}
    _limited_by_rows = True

    def __init__(
        self,
        n_components: int = 100,
        *,
        kernel: str = "polynomial",
        gamma: float | str = "scale",
        degree: int = 2,
        coef0: float = 0.0,
        solver: str = "lanczos",
        centred: int = 0,
        rounding: float = 0.0,
        projection: int = 0,
        s: float = 10.0,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.solver = solver
        self.centred = centred
        self.rounding = rounding
        self.projection = projection
        self.s = s
        self.random_state = random_state
        self.n_jobs = n_jobs


class KernelPCAQuantised(FeatureMap):
    """Kernel PCA, one-bit matrix: a feature map.

    <z(x), z(y)> ~ kappa(x, y), for each of the kernels below.
    z(x) has the products of x's image with the leading principal directions of the training rows' images, from a Gram
    matrix rounded at random to one bit an entry.
    X: (n_samples, n_features), dense or CSR. Z: (n_samples, n_features_out), float32.

    Parameters
    ----------
    n_components : int, default 100. D, the number of features asked for
    kernel : str, default 'polynomial'. "polynomial": (<x, y> + coef0)^degree; "gaussian": exp(-gamma |x - y|^2),
        sigma = sqrt(1 / (2 gamma)); "laplacian": exp(-gamma |x - y|_1), sigma = 1 / gamma; "cauchy": prod_k 1 / (1 +
        gamma (x_k - y_k)^2), sigma = sqrt(1 / gamma)
    gamma : float | str, default 'scale'. a number above 0; "scale": 1 / (n_features * X.var()); "auto": 1 /
        n_features; "median": the one whose sigma is the median distance of training rows
    degree : int, default 2. of the polynomial kernel, from 1 to 1000
    coef0 : float, default 0.0. of the polynomial kernel, at least 0
    solver : str, default 'lanczos'. what finds the eigenvectors; one of "orthogonal_iteration", "lanczos",
        "randomised"
    centred : int, default 0. 1: the kernel is centred, features have the mean 0 over the training rows
    rounding : float, default 0.0. s of the randomised rounding of coefficients, of vectors of length 1; 0: none
    projection : int, default 0. dimensions that rows are projected to by random signs; 0: none
    random_state : Any, default None. int: the seed itself, as in the program's configurations; RandomState or None:
        it is drawn
    n_jobs : int | None, default None. threads, -1 for all; they change no feature

    Attributes
    ----------
    n_components_ : D, the features asked for. kernel_ : the kernel. seed_ : the map's seed.

    The library's map: ``kernel_pca_quantised``, kernel PCA of a kernel matrix rounded at random to one bit an entry.
    Kernel PCA, one-bit matrix: eigenvalues of the matrix stand out from the noise of its entries only where training
    rows are many.

    Source: Achlioptas, D., McSherry, F. and Schölkopf, B. (2001). Sampling techniques for kernel methods. NIPS 14.
    """

    _kind = "kernel_pca_quantised"
    _kernels = ("polynomial", "gaussian", "laplacian", "cauchy")
    _own: ClassVar[dict[str, Any]] = {"solver": "lanczos", "centred": 0, "rounding": 0.0, "projection": 0}
    _limited_by_rows = True

    def __init__(
        self,
        n_components: int = 100,
        *,
        kernel: str = "polynomial",
        gamma: float | str = "scale",
        degree: int = 2,
        coef0: float = 0.0,
        solver: str = "lanczos",
        centred: int = 0,
        rounding: float = 0.0,
        projection: int = 0,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.solver = solver
        self.centred = centred
        self.rounding = rounding
        self.projection = projection
        self.random_state = random_state
        self.n_jobs = n_jobs


class KernelPCASampledSigns(FeatureMap):
    """Kernel PCA, sparsified one-bit matrix: a feature map.

    <z(x), z(y)> ~ kappa(x, y), for each of the kernels below.
    z(x) has the products of x's image with the leading principal directions of the training rows' images, from one-
    bit entries of which a share is kept.
    X: (n_samples, n_features), dense or CSR. Z: (n_samples, n_features_out), float32.

    Parameters
    ----------
    n_components : int, default 100. D, the number of features asked for
    kernel : str, default 'polynomial'. "polynomial": (<x, y> + coef0)^degree; "gaussian": exp(-gamma |x - y|^2),
        sigma = sqrt(1 / (2 gamma)); "laplacian": exp(-gamma |x - y|_1), sigma = 1 / gamma; "cauchy": prod_k 1 / (1 +
        gamma (x_k - y_k)^2), sigma = sqrt(1 / gamma)
    gamma : float | str, default 'scale'. a number above 0; "scale": 1 / (n_features * X.var()); "auto": 1 /
        n_features; "median": the one whose sigma is the median distance of training rows
    degree : int, default 2. of the polynomial kernel, from 1 to 1000
    coef0 : float, default 0.0. of the polynomial kernel, at least 0
    solver : str, default 'lanczos'. what finds the eigenvectors; one of "orthogonal_iteration", "lanczos",
        "randomised"
    centred : int, default 0. 1: the kernel is centred, features have the mean 0 over the training rows
    rounding : float, default 0.0. s of the randomised rounding of coefficients, of vectors of length 1; 0: none
    projection : int, default 0. dimensions that rows are projected to by random signs; 0: none
    s : float, default 10.0. one entry of s of the kernel matrix is kept
    random_state : Any, default None. int: the seed itself, as in the program's configurations; RandomState or None:
        it is drawn
    n_jobs : int | None, default None. threads, -1 for all; they change no feature

    Attributes
    ----------
    n_components_ : D, the features asked for. kernel_ : the kernel. seed_ : the map's seed.

    The library's map: ``kernel_pca_sampled_signs``, kernel PCA of a kernel matrix of which one entry of s is kept as
    one bit. Kernel PCA, sparsified one-bit matrix: eigenvalues of the matrix stand out from the noise of its entries
    only where training rows are many.

    Source: Achlioptas, D., McSherry, F. and Schölkopf, B. (2001). Sampling techniques for kernel methods. NIPS 14.
    """

    _kind = "kernel_pca_sampled_signs"
    _kernels = ("polynomial", "gaussian", "laplacian", "cauchy")
    _own: ClassVar[dict[str, Any]] = {"solver": "lanczos", "centred": 0, "rounding": 0.0, "projection": 0, "s": 10.0}
    _limited_by_rows = True

    def __init__(
        self,
        n_components: int = 100,
        *,
        kernel: str = "polynomial",
        gamma: float | str = "scale",
        degree: int = 2,
        coef0: float = 0.0,
        solver: str = "lanczos",
        centred: int = 0,
        rounding: float = 0.0,
        projection: int = 0,
        s: float = 10.0,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.solver = solver
        self.centred = centred
        self.rounding = rounding
        self.projection = projection
        self.s = s
        self.random_state = random_state
        self.n_jobs = n_jobs


class PCANystrom(FeatureMap):
    """Nyström, principal directions: a feature map.

    <z(x), z(y)> ~ kappa(x, y), for each of the kernels below.
    z(x) has the products of x's image with the leading principal directions of the training rows' images, among those
    that m landmarks span.
    X: (n_samples, n_features), dense or CSR. Z: (n_samples, n_features_out), float32.

    Parameters
    ----------
    n_components : int, default 100. D, the number of features asked for
    kernel : str, default 'polynomial'. "polynomial": (<x, y> + coef0)^degree; "gaussian": exp(-gamma |x - y|^2),
        sigma = sqrt(1 / (2 gamma)); "laplacian": exp(-gamma |x - y|_1), sigma = 1 / gamma; "cauchy": prod_k 1 / (1 +
        gamma (x_k - y_k)^2), sigma = sqrt(1 / gamma)
    gamma : float | str, default 'scale'. a number above 0; "scale": 1 / (n_features * X.var()); "auto": 1 /
        n_features; "median": the one whose sigma is the median distance of training rows
    degree : int, default 2. of the polynomial kernel, from 1 to 1000
    coef0 : float, default 0.0. of the polynomial kernel, at least 0
    landmarks : str, default 'uniform'. how they are chosen: all alike, by ridge leverage scores, or by randomly
        pivoted Cholesky; one of "uniform", "leverage", "rpcholesky"
    m : int, default 0. landmarks; 0: 4 D, and no more than half of the training rows unless D is
    centred : int, default 0. 1: the features have the mean 0 over the training rows
    random_state : Any, default None. int: the seed itself, as in the program's configurations; RandomState or None:
        it is drawn
    n_jobs : int | None, default None. threads, -1 for all; they change no feature

    Attributes
    ----------
    n_components_ : D, the features asked for. kernel_ : the kernel. seed_ : the map's seed.

    The library's map: ``pca_nystrom``, the leading principal directions of Nyström features of training rows.
    Nyström, principal directions: of 4 D landmarks, or half of the training rows where that is less, unless the
    configuration says otherwise; not centred unless it says so.

    Source: Williams, C. K. I. and Seeger, M. (2001). Using the Nyström method to speed up kernel machines. NIPS 13.
    """

    _kind = "pca_nystrom"
    _kernels = ("polynomial", "gaussian", "laplacian", "cauchy")
    _own: ClassVar[dict[str, Any]] = {"landmarks": "uniform", "m": 0, "centred": 0}
    _limited_by_rows = True

    def __init__(
        self,
        n_components: int = 100,
        *,
        kernel: str = "polynomial",
        gamma: float | str = "scale",
        degree: int = 2,
        coef0: float = 0.0,
        landmarks: str = "uniform",
        m: int = 0,
        centred: int = 0,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.landmarks = landmarks
        self.m = m
        self.centred = centred
        self.random_state = random_state
        self.n_jobs = n_jobs


class FDFourier(FeatureMap):
    """Random Kitchen Sinks, frequent directions: a feature map.

    <z(x), z(y)> ~ kappa(x, y), for each of the kernels below.
    z(x) = V^T z'(x): d Fourier features z', and V the directions that Frequent Directions keep.
    X: (n_samples, n_features), dense or CSR. Z: (n_samples, n_features_out), float32.

    Parameters
    ----------
    n_components : int, default 100. D, the number of features asked for
    kernel : str, default 'gaussian'. "gaussian": exp(-gamma |x - y|^2), sigma = sqrt(1 / (2 gamma)); "laplacian":
        exp(-gamma |x - y|_1), sigma = 1 / gamma; "cauchy": prod_k 1 / (1 + gamma (x_k - y_k)^2), sigma = sqrt(1 /
        gamma)
    gamma : float | str, default 'scale'. a number above 0; "scale": 1 / (n_features * X.var()); "auto": 1 /
        n_features; "median": the one whose sigma is the median distance of training rows
    d : int, default 0. Fourier features that directions are found for; 0: as "fourier" says
    fourier : str, default '4l'. their number where d is 0, with l = D; one of "4l", "l^2"
    form : str, default 'pairs'. "pairs": a cosine and a sine of D / 2 frequencies; "offset": cosines of D
        frequencies, each with a random offset; one of "pairs", "offset"
    random_state : Any, default None. int: the seed itself, as in the program's configurations; RandomState or None:
        it is drawn
    n_jobs : int | None, default None. threads, -1 for all; they change no feature

    Attributes
    ----------
    n_components_ : D, the features asked for. kernel_ : the kernel. seed_ : the map's seed.

    The library's map: ``fd_fourier``, Random Kitchen Sinks in the directions of a frequent-directions sketch of
    training rows. Random Kitchen Sinks, frequent directions: a sketch of 2 D rows of 4 D Fourier features, unless the
    configuration says otherwise, in one pass over the training rows; the features are not centred.

    Source: Ghashami, M., Perry, D. J. and Phillips, J. M. (2016). Streaming kernel principal component analysis.
    AISTATS.
    """

    _kind = "fd_fourier"
    _kernels = ("gaussian", "laplacian", "cauchy")
    _own: ClassVar[dict[str, Any]] = {"d": 0, "fourier": "4l", "form": "pairs"}
    _limited_by_rows = True

    def __init__(
        self,
        n_components: int = 100,
        *,
        kernel: str = "gaussian",
        gamma: float | str = "scale",
        d: int = 0,
        fourier: str = "4l",
        form: str = "pairs",
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.d = d
        self.fourier = fourier
        self.form = form
        self.random_state = random_state
        self.n_jobs = n_jobs
