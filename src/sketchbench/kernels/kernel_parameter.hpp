#pragma once
#include <string>
#include <vector>

#include <sketchbench/core/json.hpp>

namespace sketchbench {

/// A kernel's parameter as configurations and records write it.
struct KernelParameter {
  std::string name;                     ///< "degree"
  Json value;                           ///< a whole number, a real one or one of the words
  double low = 0, high = 0;             ///< the range of a number
  std::vector<std::string> words = {};  ///< what may stand in a number's place: "median"
};

/// "4", "0.5".
std::string text_of(const KernelParameter& parameter);
/// Its number; 0 where a word stands in its place: for orders, not for arithmetic.
double number_of(const KernelParameter& parameter);

}  // namespace sketchbench
