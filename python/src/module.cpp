#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/system/processor.hpp>
#include "bindings.hpp"
#include "interruptible.hpp"
#include "registry.hpp"

namespace {

namespace nb = nanobind;

/// What is wrong with what was given is a ValueError; what there is no memory for a MemoryError.
void raise(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const sketchbench::MemoryShortage& shortage) {
    PyErr_SetString(PyExc_MemoryError, shortage.what());
  } catch (const sketchbench::InputError& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const sketchbench::Error& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
}

void fill(nb::module_& module) {
  using namespace sketchbench;
  nb::register_exception_translator(raise);
  // A process may end while daemon threads train: what they hold is then never given back, which is no fault.
  nb::set_leak_warnings(false);
  module.doc() = "The library of sketchbench, compiled for one instruction set.";
  module.def("instruction_set", &instruction_set, "The widest vector instructions that it is compiled for.");
  module.def("registry", &python::registry_json, "What is registered, as JSON.");
  python::bind_rows(module);
  python::bind_maps(module);
  python::bind_models(module);
  python::bind_linear(module);
  python::bind_grams(module);
  python::stop_when_the_interpreter_ends();
}

}  // namespace

#define SKETCHBENCH_MODULE(name, variable) NB_MODULE(name, variable)
SKETCHBENCH_MODULE(SKETCHBENCH_MODULE_NAME, module) { fill(module); }
