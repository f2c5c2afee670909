#include <gmock/gmock.h>

#include <initializer_list>

#include "data/data_files.hpp"

namespace sketchbench {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Kind = FileFormat::Kind;

class ReadIdx : public DataFiles {
 protected:
  const FileFormat images = idx_format(Kind::idx_images);
  const FileFormat labels = idx_format(Kind::idx_labels);
};

/// A magic number and dimensions, then the bytes of the items.
std::string idx(std::initializer_list<std::uint32_t> header, std::string_view items) {
  std::string file;
  for (const std::uint32_t word : header)
    for (int shift = 24; shift >= 0; shift -= 8) file += static_cast<char>(word >> shift & 0xff);
  return file.append(items);
}

TEST_F(ReadIdx, FlattensImagesRowByRow) {
  const LabeledMatrix data =
      read(idx({0x803, 2, 2, 3}, std::string_view("\1\0\2\0\0\xff\0\0\0\0\0\0", 12)), images);
  EXPECT_EQ(data.x.d, 6);
  EXPECT_TRUE(data.y.empty());
  EXPECT_THAT(data.x.row_start, ElementsAre(0, 3, 3));
  EXPECT_THAT(data.x.column, ElementsAre(0, 2, 5));
  EXPECT_THAT(data.x.value, ElementsAre(1, 2, 255));
}

TEST_F(ReadIdx, ReadsLabels) {
  const LabeledMatrix data = read(idx({0x801, 4}, std::string_view("\0\7\xff\1", 4)), labels);
  EXPECT_THAT(data.y, ElementsAre(0, 7, 255, 1));
  EXPECT_EQ(data.x.size(), 0);
}

TEST_F(ReadIdx, RefusesAnEmptyFile) {
  EXPECT_THAT(refusal("", images, ": "), HasSubstr("the file is empty"));
  EXPECT_THAT(refusal(idx({0x803, 0, 28, 28}, ""), images, ": byte 4: "),
              HasSubstr("0 items, expected at least 1"));
}

TEST_F(ReadIdx, RefusesATruncatedHeader) {
  const std::string header = idx({0x803, 1, 2, 2}, "");
  for (std::size_t length = 1; length < header.size(); ++length)
    EXPECT_THAT(refusal(header.substr(0, length), images, ": byte " + std::to_string(length) + ": "),
                HasSubstr("ends inside the IDX header"));
}

TEST_F(ReadIdx, RefusesAnotherMagicNumber) {
  EXPECT_THAT(refusal("1 1:1 2:1 3:1\n", images, ": byte 0: "),
              HasSubstr("found 0x3120313a, expected 0x00000803"));
  EXPECT_THAT(refusal(idx({0xd03, 1, 1, 1}, "1234"), images, ": byte 2: "),
              HasSubstr("type 0x0d, expected 0x08"));
  EXPECT_THAT(refusal(idx({0x801, 1}, "1"), images, ": byte 3: "),
              HasSubstr("1 dimension(s), expected 3 (images)"));
  EXPECT_THAT(refusal(idx({0x803, 1, 1, 1}, "1"), labels, ": byte 3: "),
              HasSubstr("3 dimension(s), expected 1 (lab"));
}

TEST_F(ReadIdx, RefusesFewerBytesThanPromised) {
  EXPECT_THAT(refusal(idx({0x803, 2, 2, 2}, "1234567"), images, ": byte 23: "),
              AllOf(HasSubstr("holds 7 bytes"), HasSubstr("2 x 4 = 8")));
  EXPECT_THAT(refusal(idx({0x801, 9}, "12"), labels, ": byte 10: "),
              AllOf(HasSubstr("holds 2 bytes"), HasSubstr("9 x 1 = 9")));
}

TEST_F(ReadIdx, RefusesMoreBytesThanPromised) {
  EXPECT_THAT(refusal(idx({0x803, 1, 2, 2}, std::string(100'000, 'x')), images, ": byte 100016: "),
              AllOf(HasSubstr("holds 100000 bytes"), HasSubstr("1 x 4 = 4")));
}

TEST_F(ReadIdx, RefusesAbsurdHeadersBeforeAllocating) {
  EXPECT_THAT(refusal(idx({0x803, 1, 0xffffffff, 0xffffffff}, "1"), images, ": byte 8: "),
              HasSubstr("4294967295"));
  EXPECT_THAT(refusal(idx({0x803, 1, 0x10000, 0x10000}, "1"), images, ": byte 12: "),
              HasSubstr("more than 2147483647"));
  EXPECT_THAT(refusal(idx({0x803, 0xffffffff, 1, 0x7fffffff}, "1"), images, ": byte 17: "),
              HasSubstr("4294967295 x 2147483647 = 9223372030412324865"));
  EXPECT_THAT(refusal(idx({0x803, 7, 0, 28}, ""), images, ": byte 8: "),
              HasSubstr("dimension 2 has length 0"));
}

TEST_F(ReadIdx, RefusesAnotherNumberOfPixelsOrRows) {
  FileFormat format = images;
  format.features = 784;
  EXPECT_THAT(refusal(idx({0x803, 1, 2, 2}, "1234"), format, ": "), HasSubstr("have 4 pixels, expected 784"));
  format = images;
  format.rows = 2;
  EXPECT_THAT(refusal(idx({0x803, 1, 2, 2}, "1234"), format, ": "), HasSubstr("has 1 rows, expected 2"));
  format = labels;
  format.rows = 2;
  EXPECT_THAT(refusal(idx({0x801, 1}, "1"), format, ": "), HasSubstr("has 1 rows, expected 2"));
}

TEST_F(ReadIdx, RefusesLabelsThatAreNotDeclared) {
  FileFormat format = labels;
  format.labels = {0, 1, 2};
  EXPECT_THAT(refusal(idx({0x801, 3}, std::string_view("\0\2\5", 3)), format, ": byte 10: "),
              HasSubstr("label is \"5\", expected one of 0, 1, 2"));
}

}  // namespace
}  // namespace sketchbench
