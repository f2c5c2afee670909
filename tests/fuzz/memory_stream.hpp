#pragma once
#include <algorithm>
#include <string_view>
#include <vector>

#include <sketchbench/data/read/byte_stream.hpp>

namespace sketchbench::fuzz {

/// A text as a ByteStream, in pieces of at most so many bytes. Each piece has its own memory, so that reading
/// beyond it is seen.
class MemoryStream final : public ByteStream {
 public:
  MemoryStream(std::string_view text, std::size_t piece) : ByteStream("input"), rest_(text), piece_(piece) {}

  std::span<const char> next() override {
    const std::string_view taken = rest_.substr(0, piece_);
    rest_.remove_prefix(taken.size());
    bytes_ = std::vector<char>(taken.begin(), taken.end());
    return bytes_;
  }

 private:
  std::string_view rest_;
  std::size_t piece_;
  std::vector<char> bytes_;
};

}  // namespace sketchbench::fuzz
