#include "experiments/accuracy/published.hpp"

#include <cmath>

#include <sketchbench/report/claims/published_factors.hpp>
#include "fuzz/input_file.hpp"
#include "fuzz/promise.hpp"
#include "fuzz/target.hpp"

namespace sketchbench::fuzz {

bool run_paper(std::string_view input) {
  static InputFile file("paper.json");
  const std::filesystem::path& path = file.put(input);
  bool any = false;
  for (const char* section : {"table1", "table3"})
    any |= accepts(path, [&] {
      const PaperTable table(path, section);
      for (const char* method : {"exact", "tensor_sketch"})
        if (const auto number = table.find("adult", PolynomialKernel{2, 0}, method, 200)) {
          require(std::isfinite(number->accuracy.mean), "a published accuracy is finite");
          require(!number->seconds || *number->seconds >= 0, "a published time is not negative");
        }
    });
  // A file without speed-ups is in order for this reader, so that it tells nothing of the others.
  static_cast<void>(accepts(path, [&] {
    if (const auto table2 = PublishedFactors::read(path, "table2"))
      static_cast<void>(table2->find("adult", 200, "exact"));
  }));
  return any;
}

}  // namespace sketchbench::fuzz
