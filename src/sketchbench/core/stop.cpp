#include <sketchbench/core/stop.hpp>

#include <utility>

namespace sketchbench {
namespace {

// Of a thread, as an exception's way is: a parameter would go through every map, kernel and learner.
thread_local std::stop_token current;

}  // namespace

StopScope::StopScope(std::stop_token token) : before_(std::exchange(current, std::move(token))) {}
StopScope::~StopScope() { current = std::move(before_); }

const std::stop_token& current_stop_token() { return current; }

}  // namespace sketchbench
