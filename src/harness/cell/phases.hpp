#pragma once
#include <string>
#include <string_view>

#include "core/json.hpp"
#include "core/timer.hpp"
#include "harness/cell/experiment.hpp"

namespace sketchbench {

/// Announces and times the phases of a cell, one after the other, into Outcome::seconds.
class Phases {
 public:
  Phases(const RunContext& context, Json& seconds) : context_(context), seconds_(seconds) {}

  /// What `work` returns; it must return something.
  template <class Work>
  auto time(std::string_view phase, Work&& work) {
    if (context_.on_phase) context_.on_phase(phase);
    const Timer timer(context_.others);
    auto result = work();
    const Seconds elapsed = timer.elapsed();
    seconds_[std::string(phase)] = {{"wall", elapsed.wall}, {"cpu", elapsed.cpu}};
    return result;
  }

 private:
  const RunContext& context_;
  Json& seconds_;
};

}  // namespace sketchbench
