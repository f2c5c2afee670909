// Python with the package's module built in: a sanitizer that this program is built with need not be loaded
// before an interpreter that has none.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

extern "C" PyObject* PyInit__baseline();

int main(int argc, char** argv) {
  PyImport_AppendInittab("_built_in_baseline", PyInit__baseline);
  return Py_BytesMain(argc, argv);
}
