from ._baseline import *
