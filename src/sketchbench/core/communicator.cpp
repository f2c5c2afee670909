#include <sketchbench/core/communicator.hpp>

namespace sketchbench {
namespace {

class Alone final : public Communicator {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  void sum(std::span<double> /*values*/) const override {}
  std::vector<std::byte> gather_bytes(std::span<const std::byte> own) const override {
    return {own.begin(), own.end()};
  }
};

}  // namespace

const Communicator& Communicator::alone() {
  static const Alone one;
  return one;
}

}  // namespace sketchbench
