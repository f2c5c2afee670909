#include <cmath>

#include <sketchbench/report/baseline/baseline_check.hpp>
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
      const double mean = cell.number.mean, largest = baseline.guarded->per_cent() ? 100 : 1e300;
      require(mean >= 0 && mean <= largest, "an accuracy is a percentage, an error is finite");
      require(cell.number.n >= 1, "a mean is of one run at least");
      require(cell.tolerance >= 0 && cell.tolerance <= largest,
              "a tolerance is no larger than the number may be");
    }
    GuardedResults nothing;
    nothing.guarded = baseline.guarded;
    for (const BaselineCheck& one : check_baseline(baseline, nothing))
      require(one.movement == Movement::missing && !one.remark.empty(),
              "nothing measured means that it is missing");
  });
}

}  // namespace sketchbench::fuzz
