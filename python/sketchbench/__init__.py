"""Random feature maps for kernel methods, and solvers for what is trained on them, as scikit-learn estimators.

Maps (``sketchbench.maps()`` lists them) are transformers whose features z have inner products that estimate a kernel:
<z(x), z(y)> ~ kappa(x, y). ``LinearSVC``, ``SVC``, ``SVR``, ``OneClassSVM``, ``Ridge``, ``KernelRidge``,
``FalkonRegressor`` and ``FalkonClassifier`` are trained by the project's own solvers. ``serve`` lets any scikit-learn
transformer stand in a configuration of the program.

Values are computed in single precision: float32 input is used in place, float64 is converted block by block, and
features are float32. The GIL is released, and Ctrl-C ends a computation, but for one decomposition of a matrix, which
it waits for.
"""

from importlib.metadata import PackageNotFoundError as _PackageNotFoundError
from importlib.metadata import version as _version

from ._falkon import FalkonClassifier, FalkonRegressor
from ._library import instruction_set
from ._map_classes import maps
from ._maps import *  # noqa: F403
from ._maps import __all__ as _map_names
from ._records import compare, merge, records
from ._ridge import KernelRidge, Ridge
from ._serve import serve
from ._svm import SVC, LinearSVC
from ._svm_machines import SVR, OneClassSVM

try:
    __version__ = _version("sketchbench")
except _PackageNotFoundError:  # a build folder
    __version__ = "unknown"
__all__ = [*_map_names, "SVC", "SVR", "FalkonClassifier", "FalkonRegressor", "KernelRidge", "LinearSVC", "OneClassSVM",
           "Ridge", "compare", "instruction_set", "maps", "merge", "records", "serve"]
