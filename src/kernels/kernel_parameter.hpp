#pragma once
#include <string>

#include "core/json.hpp"

namespace sketchbench {

/// A kernel's parameter as configurations and records write it.
struct KernelParameter {
  std::string name;          ///< "degree"
  Json value;                ///< a whole number or a real one
  double low = 0, high = 0;  ///< its range
};

/// "4", "0.5".
std::string text_of(const KernelParameter& parameter);

}  // namespace sketchbench
