#pragma once
#include <exception>
#include <stop_token>

namespace sketchbench {

/// What a computation ends with when it was asked to stop. No Error: nothing went wrong.
class Stopped final : public std::exception {
 public:
  const char* what() const noexcept override { return "stopped as asked"; }
};

/// While it lives, what this thread computes can be stopped: require_going() and every block of
/// parallel_blocks() (on whatever thread) throw Stopped once a stop was requested. They nest; the inner one
/// counts. For whoever calls the library from a program that has to stay responsive.
class StopScope {
 public:
  explicit StopScope(std::stop_token token);
  ~StopScope();
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  std::stop_token before_;
};

/// The one of this thread's scope; one that never asks for anything without a scope.
const std::stop_token& current_stop_token();

/// For loops that take long between blocks of rows. Costs a load or two.
inline void require_going() {
  if (current_stop_token().stop_requested()) throw Stopped();
}

}  // namespace sketchbench
