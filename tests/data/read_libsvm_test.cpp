#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include <sketchbench/core/random.hpp>
#include "data/data_files.hpp"
#include "support/environment.hpp"

namespace sketchbench {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing_support::EnvironmentVariable;

class ReadLibsvm : public DataFiles {};

TEST_F(ReadLibsvm, ReadsLabelsIndicesAndValues) {
  const LabeledMatrix data = read("+1 1:0.5 3:-2e-1\n-1 2:4\n", libsvm_format(3));
  EXPECT_THAT(data.y, ElementsAre(1, -1));
  EXPECT_EQ(data.x.d, 3);
  EXPECT_THAT(dense(data.x), ElementsAre(ElementsAre(0.5f, 0, -0.2f), ElementsAre(0, 4, 0)));
}

TEST_F(ReadLibsvm, ToleratesBlanksCrLfAndBlankLinesAtTheEnd) {
  const LabeledMatrix data = read(" 1\t1:1  2:2 \r\n2 2:3\t\r\n\r\n \n", libsvm_format(2));
  EXPECT_THAT(data.y, ElementsAre(1, 2));
  EXPECT_THAT(dense(data.x), ElementsAre(ElementsAre(1, 2), ElementsAre(0, 3)));
}

TEST_F(ReadLibsvm, NeedsNoEndOfLineAtTheEnd) {
  EXPECT_THAT(dense(read("1 1:5", libsvm_format(1)).x), ElementsAre(ElementsAre(5)));
}

TEST_F(ReadLibsvm, KeepsARowWithoutEntries) {
  const LabeledMatrix data = read("1\n2 1:1\n3\n", libsvm_format(1));
  EXPECT_THAT(data.y, ElementsAre(1, 2, 3));
  EXPECT_THAT(data.x.row_start, ElementsAre(0, 0, 1, 1));
}

TEST_F(ReadLibsvm, DoesNotStoreZeros) {
  const LabeledMatrix data = read("1 1:0 2:-0.0 3:1e-60 4:7\n", libsvm_format(4));
  EXPECT_THAT(data.x.column, ElementsAre(3));
  EXPECT_THAT(data.x.value, ElementsAre(7));
}

TEST_F(ReadLibsvm, RefusesMalformedLabels) {
  EXPECT_THAT(refusal("1 1:1\nx 1:1\n", libsvm_format(1), ":2: "),
              HasSubstr("label is \"x\", expected a finite"));
  EXPECT_THAT(refusal("1:1 2:1\n", libsvm_format(2), ":1: "), HasSubstr("label is \"1:1\""));
  EXPECT_THAT(refusal("1,2 1:1\n", libsvm_format(1), ":1: "), HasSubstr("label is \"1,2\""));
  EXPECT_THAT(refusal("nan 1:1\n", libsvm_format(1), ":1: "), HasSubstr("label is \"nan\""));
}

TEST_F(ReadLibsvm, RefusesLabelsThatAreNotDeclared) {
  FileFormat format = libsvm_format(1);
  format.labels = {-1, 1};
  EXPECT_THAT(refusal("1 1:1\n-1\n0 1:1\n", format, ":3: "),
              HasSubstr("label is \"0\", expected one of -1, 1"));
}

TEST_F(ReadLibsvm, RefusesMalformedEntries) {
  for (const std::string entry : {"7", ":", "1:", ":1", "a:1", "1.5:1", "1:1:1", "1:1x", "1:--1", "1:+-1",
                                  "#", "1:0x1", "99999999999999999999:1", "qid:1", "1:1,5"}) {
    const std::string message = refusal("1 1:1\n1 " + entry + "\n", libsvm_format(9), ":2: ");
    EXPECT_THAT(message, HasSubstr("expected"));
  }
  EXPECT_THAT(refusal("1 7\n", libsvm_format(9), ":1: "),
              HasSubstr("found \"7\", expected index:value with an index from 1 to 9"));
  EXPECT_THAT(refusal("1 2:1x\n", libsvm_format(9), ":1: "),
              HasSubstr("feature 2 has the value \"1x\", expected a finite number"));
}

TEST_F(ReadLibsvm, RefusesValuesThatAreNotFinite) {
  for (const std::string value :
       {"nan", "NaN", "-nan", "nan(1)", "inf", "-inf", "INFINITY", "1e39", "-1e400"})
    EXPECT_THAT(refusal("1 1:" + value + "\n", libsvm_format(1), ":1: "),
                HasSubstr("feature 1 has the value \"" + value + "\", expected a finite number"));
}

TEST_F(ReadLibsvm, TakesNumbersOfAnySpellingThatAreTooSmallAsZero) {
  for (const std::string value :
       {"1e-45", "1e-46", "1e-400", "1e-999", "-1e-999", "1E-999", "+1e-999", "123.456e-999",
        "0.001e-99999999999999999999", "0e999", "0e99999999999999999999", ".5e-350"}) {
    const LabeledMatrix data = read("1 1:" + value + " 2:7\n", libsvm_format(2));
    EXPECT_EQ(data.x.value.back(), 7.0f) << value;
    EXPECT_EQ(data.x.value.size(), value == "1e-45" ? 2u : 1u) << value << ": zeros are not stored";
  }
  const std::string zeros(400, '0');
  EXPECT_EQ(read("1 1:0." + zeros + "1e401\n", libsvm_format(1)).x.value, std::vector<float>{1.0f});
  EXPECT_EQ(read("1 1:1" + zeros + "e-400\n", libsvm_format(1)).x.value, std::vector<float>{1.0f});
}

TEST_F(ReadLibsvm, RefusesNumbersOfAnySpellingThatAreTooLarge) {
  const std::string zeros(400, '0');
  for (const std::string& value :
       {std::string("1e39"), std::string("-1E39"), std::string("1e999"), "1" + zeros,
        "0.01e" + std::string("99999999999999999999"), "." + zeros + "1e999",
        std::string("51e09223372036854775807")})  // the largest exponent of 64 bits
    EXPECT_THAT(refusal("1 1:" + value + "\n", libsvm_format(1), ":1: "),
                HasSubstr("expected a finite number"));
}

TEST_F(ReadLibsvm, RefusesAWholeLabelThatSinglePrecisionWouldChange) {
  for (const std::string label :
       {"16777217", "-16777217", "+16777217", "16777217.0", "16777217.", "0016777217", "9007199254740993",
        "18446744073709551617", "123456789012345678901234567890"})
    EXPECT_THAT(refusal("1 1:1\n" + label + " 1:1\n", libsvm_format(1), ":2: "),
                AllOf(HasSubstr("the label is \"" + label + "\", which would become "),
                      HasSubstr("single precision")));
  for (const std::string label : {"16777216", "-16777216", "16777218", "9007199254740992",
                                  "18446744073709551616", "1267650600228229401496703205376"})  // 2^100
    EXPECT_EQ(read(label + " 1:1\n", libsvm_format(1)).y, std::vector<float>{std::stof(label)}) << label;
}

TEST_F(ReadLibsvm, TakesMeasuredLabelsAsNearAsSinglePrecisionCan) {
  EXPECT_THAT(read("0.1 1:1\n16777217.5 1:1\n1.6777217e7 1:1\n1e30 1:1\n", libsvm_format(1)).y,
              ElementsAre(0.1f, 16777218.0f, 16777216.0f, 1e30f));
}

TEST_F(ReadLibsvm, RefusesRowsThatThereIsNoMemoryFor) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "1 1:1 2:1 3:1\n";
  const auto file = write("data", text);
  const EnvironmentVariable limit("SKETCHBENCH_MEMORY", "1");
  EXPECT_THAT(refusal_of_file(file, libsvm_format(3)),
              AllOf(HasSubstr("a matrix of this size needs about "), HasSubstr(" of memory, 0 B are free")));
}

TEST_F(ReadLibsvm, RefusesALineThatThereIsNoMemoryFor) {
  const auto file = write("data", std::string(3 << 20, '1'));
  const EnvironmentVariable limit("SKETCHBENCH_MEMORY", "1");
  EXPECT_THAT(refusal_of_file(file, libsvm_format(3)), HasSubstr("a line of this length needs about "));
}

TEST_F(ReadLibsvm, RefusesIndicesOutsideTheFeatures) {
  EXPECT_THAT(refusal("1 0:1\n", libsvm_format(3), ":1: "), HasSubstr("index 0 in \"0:1\", expected 1 to 3"));
  EXPECT_THAT(refusal("1 -2:1\n", libsvm_format(3), ":1: "),
              HasSubstr("index -2 in \"-2:1\", expected 1 to 3"));
  EXPECT_THAT(refusal("1 1:1\n1 4:1\n", libsvm_format(3), ":2: "),
              HasSubstr("index 4 in \"4:1\", expected 1 to 3"));
}

TEST_F(ReadLibsvm, RefusesIndicesThatDoNotAscend) {
  EXPECT_THAT(refusal("1 3:1 2:1\n", libsvm_format(3), ":1: "),
              HasSubstr("index 2 comes after 3, expected ascending"));
  EXPECT_THAT(refusal("1 2:1 2:5\n", libsvm_format(3), ":1: "),
              HasSubstr("index 2 is repeated in \"2:5\", expected"));
  EXPECT_THAT(refusal("1 2:0 2:5\n", libsvm_format(3), ":1: "), HasSubstr("index 2 is repeated"));
}

TEST_F(ReadLibsvm, RefusesABlankLineBetweenRows) {
  EXPECT_THAT(refusal("1 1:1\n \n\n1 1:1\n", libsvm_format(1), ":2: "), HasSubstr("blank, expected a row"));
}

TEST_F(ReadLibsvm, RefusesAnotherNumberOfRows) {
  FileFormat format = libsvm_format(1);
  format.rows = 3;
  EXPECT_THAT(refusal("1 1:1\n1\n", format, ": "), HasSubstr("has 2 rows, expected 3"));
  EXPECT_THAT(refusal("1\n1\n1\n1\n", format, ": "), HasSubstr("has 4 rows, expected 3"));
}

TEST_F(ReadLibsvm, RefusesToGuessTheNumberOfFeatures) {
  EXPECT_THAT(refusal("1 1:1\n", libsvm_format(0), ": "), HasSubstr("0 features declared"));
  EXPECT_THAT(refusal("1 1:1\n", libsvm_format(Index{1} << 31), ": "), HasSubstr("expected 1 to 2147483647"));
}

TEST_F(ReadLibsvm, ShowsBytesThatAreNotPrintable) {
  EXPECT_THAT(refusal("1 1:1\n\xef\xbb\xbf"
                      "1 1:1\n",
                      libsvm_format(1), ":2: "),
              HasSubstr(R"("\xef\xbb\xbf1")"));
  EXPECT_THAT(refusal(std::string(1000, 'x'), libsvm_format(1), ":1: "),
              HasSubstr(std::string(40, 'x') + "...\""));
}

TEST_F(ReadLibsvm, GivesBackWhatWasWritten) {
  RandomStream random(20130811, "read_libsvm_test");
  for (int repetition = 0; repetition < 20; ++repetition) {
    CsrMatrix x;
    x.d = static_cast<Index>(1 + random.below(300));
    const double density = random.uniform();
    std::vector<float> y;
    std::string text;
    const auto rows = 1 + random.below(400);
    for (std::uint64_t i = 0; i < rows; ++i) {
      y.push_back(static_cast<float>(random.normal()));
      text += fmt::format("{}", y.back());
      for (Index j = 0; j < x.d; ++j) {
        if (random.uniform() >= density) continue;
        // All magnitudes from subnormal to near the largest float.
        const auto value = static_cast<float>(random.sign() * std::exp2(random.uniform() * 270 - 145));
        x.push(j, value);
        text += fmt::format(" {}:{}", j + 1, value);
      }
      x.end_row();
      text += random.below(2) == 0 ? "\n" : " \r\n";
    }
    const LabeledMatrix data = read(repetition % 2 == 0 ? text : Packer::gzip(text), libsvm_format(x.d));
    EXPECT_EQ(data.y, y);
    EXPECT_EQ(data.x.row_start, x.row_start);
    EXPECT_EQ(data.x.column, x.column);
    EXPECT_EQ(data.x.value, x.value);
  }
}

TEST_F(ReadLibsvm, ReadsLinesLongerThanAnyBuffer) {
  std::string text = "1";
  const Index features = 200'000;
  for (Index j = 1; j <= features; ++j) text += fmt::format(" {}:{}", j, j % 7 + 1);
  text += "\n2 1:1\n";
  for (const std::string& packed : {text, Packer::gzip(text), Packer::bzip2(text)}) {
    const LabeledMatrix data = read(packed, libsvm_format(features));
    EXPECT_THAT(data.x.row_start, ElementsAre(0, features, features + 1));
    EXPECT_EQ(data.x.value[features - 1], static_cast<float>(features % 7 + 1));
  }
}

}  // namespace
}  // namespace sketchbench
