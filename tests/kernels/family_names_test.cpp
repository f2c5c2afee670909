// A kernel is a value: who is not about one family does not know that there are families.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include "core/system/file.hpp"
#include "kernels/kernel.hpp"
#include "support/sources.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

/// Maps for polynomial kernels, what is known of their estimates, and the check of Tensor Sketching's lemmas.
bool is_about_one_family(const fs::path& file) {
  static const std::regex maps(
      "src/features/(polynomial_map|tensor_sketch|tensor_sketch_fast|random_maclaurin|"
      "hzero_one|degree_measure|estimator_variance)");
  const std::string stem = (file.parent_path() / file.stem()).generic_string();
  return stem.starts_with("src/kernels/") || stem == "experiments/bounds/run" || std::regex_match(stem, maps);
}

/// A family's type, its header, or its name as configurations write it.
std::regex any_family() {
  std::string headers, quoted, types;
  for (const Kernel& kernel : Kernel::one_of_each_family()) {
    std::string name(kernel.family());
    headers += "|kernels/" + name + "\\.hpp";
    quoted += "|\"" + name + "\"";
    name.front() = static_cast<char>(name.front() - 'a' + 'A');
    types += "|" + name + "Kernel";
  }
  return std::regex((headers + quoted + types).substr(1));
}

TEST(FamilyNames, StandInTheKernelsAndInWhatIsAboutOneFamilyAlone) {
  const std::regex family = any_family();
  std::vector<std::string> elsewhere;
  int known = 0;
  for (const fs::path& file : testing_support::sources()) {
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
