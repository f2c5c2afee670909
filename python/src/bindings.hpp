#pragma once
#include <nanobind/nanobind.h>

namespace sketchbench::python {

// Each adds one part to the module.
void bind_rows(nanobind::module_& module);
void bind_maps(nanobind::module_& module);
void bind_models(nanobind::module_& module);
void bind_linear(nanobind::module_& module);
void bind_grams(nanobind::module_& module);

}  // namespace sketchbench::python
