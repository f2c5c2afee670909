// A kernel is a value: who is not about one family does not know that there are families.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>

#include <sketchbench/core/system/file.hpp>
#include <sketchbench/kernels/kernel.hpp>
#include "support/sources.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

/// The kernels themselves, the maps, each of which is for some family, kernel matrices and ridge's dual,
/// whose values are inner products, and the check of Tensor Sketching's lemmas. What maps are registered and
/// asked for by knows no family.
bool is_about_one_family(const fs::path& file) {
  static const std::set<std::string> of_every_map = {
      "src/sketchbench/features/feature_map", "src/sketchbench/features/map_parameter",
      "src/sketchbench/features/map_request", "src/sketchbench/features/map_spec"};
  const std::string stem = (file.parent_path() / file.stem()).generic_string();
  return stem.starts_with("src/sketchbench/kernels/") || stem == "experiments/bounds/run" ||
         stem == "src/sketchbench/learners/numbered_gram" ||
         stem == "src/sketchbench/learners/ridge/ridge_dual" ||
         (stem.starts_with("src/sketchbench/features/") && !of_every_map.contains(stem));
}

/// "RationalQuadratic" of "rational_quadratic".
std::string type_name(std::string_view family) {
  std::string name;
  bool first = true;
  for (const char c : family) {
    if (c != '_') name += first ? static_cast<char>(c - 'a' + 'A') : c;
    first = c == '_';
  }
  return name;
}

/// A family's type, its header, or its name as configurations write it.
std::regex any_family() {
  std::string headers, quoted, types;
  for (const Kernel& kernel : Kernel::one_of_each_family()) {
    const std::string name(kernel.family());
    headers += "|kernels/" + name + "\\.hpp";
    quoted += "|\"" + name + "\"";
    types += "|" + type_name(name) + "Kernel";
  }
  return std::regex((headers + quoted + types).substr(1));
}

TEST(FamilyNames, StandInTheKernelsAndInWhatIsAboutOneFamilyAlone) {
  const std::regex family = any_family();
  std::vector<std::string> elsewhere;
  int known = 0;
  for (const fs::path& file : testing_support::sources_with_python()) {
    const std::string text = read_file(file);
    if (!std::regex_search(text, family)) continue;
    if (is_about_one_family(file))
      ++known;
    else
      elsewhere.push_back(file.generic_string());
  }
  EXPECT_THAT(elsewhere, testing::IsEmpty());
  EXPECT_GT(known, 10) << "the pattern finds nothing any more";
}

}  // namespace
}  // namespace sketchbench
