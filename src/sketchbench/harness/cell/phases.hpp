#pragma once
#include <string>
#include <string_view>
#include <type_traits>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/timer.hpp>
#include <sketchbench/harness/cell/experiment.hpp>

namespace sketchbench {

/// Announces and times the phases of a cell, one after the other, into Outcome::seconds.
class Phases {
 public:
  Phases(const RunContext& context, Json& seconds) : context_(context), seconds_(seconds) {}

  /// What `work` returns.
  template <class Work>
  auto time(std::string_view phase, Work&& work) {
    if (context_.on_phase) context_.on_phase(phase);
    const Timer timer(context_.others);
    if constexpr (std::is_void_v<decltype(work())>) {
      work();
      add(phase, timer.elapsed());
    } else {
      auto result = work();
      add(phase, timer.elapsed());
      return result;
    }
  }

 private:
  void add(std::string_view phase, const Seconds& elapsed) {
    seconds_[std::string(phase)] = {{"wall", elapsed.wall}, {"cpu", elapsed.cpu}};
  }

  const RunContext& context_;
  Json& seconds_;
};

}  // namespace sketchbench
