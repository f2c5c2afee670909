#include "experiments/accuracy/baseline.hpp"

#include <cmath>

#include "fuzz/input_file.hpp"
#include "fuzz/promise.hpp"
#include "fuzz/target.hpp"

namespace sketchbench::fuzz {

bool run_baseline(std::string_view input) {
  static InputFile file("baseline.json");
  const std::filesystem::path& path = file.put(input);
  return accepts(path, [&] {
    const Baseline baseline = read_baseline(path);
    require(!baseline.cells.empty(), "a baseline guards a number");
    for (const Baseline::Cell& cell : baseline.cells) {
      cell.kernel.check();
      require(cell.accuracy.mean >= 0 && cell.accuracy.mean <= 100, "an accuracy is a percentage");
      require(cell.accuracy.n >= 1, "a mean is of one run at least");
      require(cell.tolerance >= 0 && cell.tolerance <= 100, "a tolerance is a percentage");
    }
    for (const BaselineCheck& one : check_baseline(baseline, Results{}))
      require(one.movement == Movement::missing && !one.remark.empty(),
              "nothing measured means that it is missing");
  });
}

}  // namespace sketchbench::fuzz
