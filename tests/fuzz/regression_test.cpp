// The inputs that are kept: seeds of every format, and what fuzzing and users have found.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>

#include <sketchbench/core/system/file.hpp>
#include "fuzz/target.hpp"

namespace sketchbench::fuzz {

void PrintTo(const Target& target, std::ostream* out) { *out << target.name; }

namespace {

namespace fs = std::filesystem;

struct Input {
  std::string name, bytes;
};

std::vector<Input> inputs_of(std::string_view kind, std::string_view target) {
  std::vector<Input> inputs;
  const fs::path folder = fs::path(FUZZ_INPUTS) / kind / target;
  if (fs::exists(folder))
    for (const auto& entry : fs::directory_iterator(folder))
      inputs.push_back({entry.path().string(), read_file(entry.path())});
  return inputs;
}

/// "" or what went wrong.
std::string fault(const Target& target, std::string_view input) {
  try {
    target.run(input);
    return "";
  } catch (const std::exception& error) {
    return error.what();
  }
}

class ReaderTest : public testing::TestWithParam<Target> {};

TEST_P(ReaderTest, KeepsItsPromisesOnPastFindings) {
  for (const Input& input : inputs_of("findings", GetParam().name))
    EXPECT_EQ(fault(GetParam(), input.bytes), "") << input.name;
}

TEST_P(ReaderTest, KeepsItsPromisesOnEveryFormatsSeeds) {
  for (const Target& other : targets())
    for (const Input& input : inputs_of("corpus", other.name))
      EXPECT_EQ(fault(GetParam(), input.bytes), "") << input.name;
}

TEST_P(ReaderTest, KeepsItsPromisesOnSeedsThatAreCutShort) {
  constexpr std::size_t most_cuts = 200;
  for (const Input& input : inputs_of("corpus", GetParam().name)) {
    const std::size_t step = input.bytes.size() / most_cuts + 1;
    for (std::size_t length = 0; length < input.bytes.size(); length += step)
      EXPECT_EQ(fault(GetParam(), std::string_view(input.bytes).substr(0, length)), "")
          << input.name << " cut to " << length << " bytes";
  }
}

TEST_P(ReaderTest, KeepsItsPromisesOnSeedsWithAFlippedBit) {
  constexpr std::size_t most_flips = 400;
  for (const Input& input : inputs_of("corpus", GetParam().name)) {
    const std::size_t bits = 8 * input.bytes.size(), step = bits / most_flips + 1;
    for (std::size_t bit = 0; bit < bits; bit += step) {
      std::string flipped = input.bytes;
      flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ 1 << bit % 8);
      EXPECT_EQ(fault(GetParam(), flipped), "") << input.name << " with bit " << bit << " flipped";
    }
  }
}

// Otherwise fuzzing would start from nothing.
TEST_P(ReaderTest, AcceptsASeedAndRefusesAnother) {
  int accepted = 0, refused = 0;
  for (const Input& input : inputs_of("corpus", GetParam().name))
    ++(GetParam().run(input.bytes) ? accepted : refused);
  EXPECT_GT(accepted, 0);
  EXPECT_GT(refused, 0);
}

INSTANTIATE_TEST_SUITE_P(Fuzz, ReaderTest, testing::ValuesIn(targets()),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace sketchbench::fuzz
