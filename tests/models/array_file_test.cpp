// The bytes of a model file, whatever model it is of.
#include <sketchbench/models/file/array_file.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include <sketchbench/core/error.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using testing_support::message_of;

ArrayFile sample() {
  ArrayFile file;
  file.header = {{"name", "sample"}};
  file.arrays["a"] = std::vector<std::int32_t>{1, -2, 3};
  file.arrays["b"] = std::vector<std::int64_t>{INT64_MIN, INT64_MAX};
  file.arrays["c"] = std::vector<float>{0.1f, -0.0f, std::numeric_limits<float>::denorm_min()};
  file.arrays["d"] = std::vector<double>{};
  file.arrays["e"] = std::vector<double>(20, 1e300);
  return file;
}

std::string refusal(const std::string& bytes) {
  return message_of<InputError>([&] { parse_array_file(bytes, "x.model"); });
}

/// A file with everything before the checksum as given.
std::string sealed(std::string bytes) { return bytes + checksum_line(bytes); }
std::string without_checksum(std::string bytes) {
  bytes.resize(bytes.size() - checksum_line("").size());
  return bytes;
}

TEST(ArrayFileBytes, AreReadAsTheyWere) {
  const ArrayFile file = sample(), again = parse_array_file(array_file_bytes(file), "x.model");
  EXPECT_EQ(again.header, file.header);
  EXPECT_EQ(again.arrays, file.arrays);
  EXPECT_EQ(array_file_bytes(again), array_file_bytes(file));
}

// docs/reference/model-file.md: line, line, arrays at multiples of 64 bytes, checksum.
TEST(ArrayFileBytes, AreAsTheirDocumentSays) {
  const std::string bytes = array_file_bytes(sample());
  EXPECT_THAT(bytes, StartsWith("sketchbench model 3\n{"));
  const std::size_t header_ends = bytes.find('\n', bytes.find('\n') + 1) + 1;
  EXPECT_EQ(header_ends % 64, 0u);
  EXPECT_EQ(bytes.substr(header_ends, 4), std::string("\x01\x00\x00\x00", 4));
  EXPECT_EQ(bytes.substr(header_ends + 64, 8), std::string("\x00\x00\x00\x00\x00\x00\x00\x80", 8));
  const std::string end = bytes.substr(bytes.size() - 72);
  EXPECT_THAT(end, testing::MatchesRegex("sha256 [0-9a-f]{64}\n"));
  EXPECT_EQ((bytes.size() - 72) % 64, 0u);
}

TEST(ArrayFileBytes, OfAnEarlierVersionAreReadWithIt) {
  ArrayFile file = sample();
  file.version = 1;
  const std::string bytes = array_file_bytes(file);
  EXPECT_THAT(bytes, StartsWith("sketchbench model 1\n{"));
  EXPECT_EQ(parse_array_file(bytes, "x.model").version, 1);
  EXPECT_EQ(parse_array_file(array_file_bytes(sample()), "x.model").version, earliest_written_version);
}

TEST(ArrayFileBytes, AreRefusedWithAnyByteFlipped) {
  const std::string bytes = array_file_bytes(sample());
  for (std::size_t at = 0; at < bytes.size(); ++at)
    for (const int flip : {1, 0x80, 0xff}) {
      std::string altered = bytes;
      altered[at] = static_cast<char>(altered[at] ^ flip);
      EXPECT_THAT(refusal(altered), StartsWith("x.model:")) << "byte " << at;
    }
}

TEST(ArrayFileBytes, AreRefusedWithAnyOfTheirEndMissingOrMore) {
  const std::string bytes = array_file_bytes(sample());
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_THAT(refusal(bytes.substr(0, length)), StartsWith("x.model:")) << "length " << length;
  EXPECT_THAT(refusal(bytes + "\n"), HasSubstr("checksum"));
}

TEST(ArrayFileBytes, OfALaterVersionSaySo) {
  const std::string now = std::to_string(model_file_version), later = std::to_string(model_file_version + 1);
  const auto of_version = [&](const std::string& version) {
    std::string bytes = without_checksum(array_file_bytes(sample()));
    const std::string written = std::to_string(earliest_written_version);
    return sealed(bytes.replace(bytes.find(written), written.size(), version));
  };
  EXPECT_THAT(refusal(of_version(later)),
              AllOf(HasSubstr("version " + later), HasSubstr("at most " + now), HasSubstr("later")));
  for (const char* other : {"0", "-1", "01", "x", "99999999999"})
    EXPECT_THAT(refusal(of_version(other)), HasSubstr("no model of sketchbench")) << other;
}

// With a checksum that is right: whoever makes files of their own.
TEST(ArrayFileBytes, WhoseHeaderDoesNotFitAreRefused) {
  const std::string bytes = without_checksum(array_file_bytes(sample()));
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = bytes;
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return sealed(text.replace(at, from.size(), to));
  };
  EXPECT_THAT(refusal(changed("\"count\":20", "\"count\":25")), HasSubstr("x.model"));
  EXPECT_THAT(refusal(changed("\"count\":20", "\"count\":-1")), HasSubstr("arrays[4].count"));
  EXPECT_THAT(refusal(changed("\"count\":20", "\"count\":9999999999999999999")),
              HasSubstr("arrays[4].count"));
  EXPECT_THAT(refusal(changed("\"i32\"", "\"i31\"")), HasSubstr("one of i32, i64, f32, f64"));
  EXPECT_THAT(refusal(changed("\"name\":\"b\"", "\"name\":\"a\"")), HasSubstr("no other array"));
  EXPECT_THAT(refusal(changed("{", "[")), HasSubstr("x.model"));
  EXPECT_THAT(refusal(sealed("sketchbench model 3\n{}")), HasSubstr("no end"));
}

TEST(ArrayFileBytes, HoldNoNumberThatIsNotFinite) {
  for (const double value :
       {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    ArrayFile file = sample();
    file.arrays["e"] = std::vector<double>{value};
    EXPECT_THAT(message_of<Error>([&] { array_file_bytes(file); }), HasSubstr("\"e\""));
  }
}

}  // namespace
}  // namespace sketchbench
