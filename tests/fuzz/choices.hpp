#pragma once
#include <array>
#include <cstddef>
#include <string_view>

namespace sketchbench::fuzz {

/// The first bytes of an input choose how the rest is read. Letters make seeds readable: 'a' is the first
/// choice.
class Choices {
 public:
  explicit Choices(std::string_view input) : rest_(input) {}

  /// The next byte; 'a' when there is none.
  char byte() {
    if (rest_.empty()) return 'a';
    const char taken = rest_.front();
    rest_.remove_prefix(1);
    return taken;
  }
  template <class T, std::size_t count>
  const T& one_of(const std::array<T, count>& choices) {
    return choices[static_cast<unsigned char>(byte() - 'a') % count];
  }
  /// What has not been taken.
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

}  // namespace sketchbench::fuzz
