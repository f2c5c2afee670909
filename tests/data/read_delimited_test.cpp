#include <gmock/gmock.h>

#include "data/data_files.hpp"

namespace sketchbench {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Label = FileFormat::Label;

class ReadDelimited : public DataFiles {};

TEST_F(ReadDelimited, ReadsTheLabelFromTheLastColumn) {
  const LabeledMatrix data = read("1.5,0,-2,7\r\n0,3, 4 ,8\n\n", delimited_format());
  EXPECT_EQ(data.x.d, 3);
  EXPECT_THAT(data.y, ElementsAre(7, 8));
  EXPECT_THAT(dense(data.x), ElementsAre(ElementsAre(1.5f, 0, -2), ElementsAre(0, 3, 4)));
  EXPECT_EQ(data.x.column.size(), 4u);
}

TEST_F(ReadDelimited, ReadsTheLabelFromTheFirstColumn) {
  const LabeledMatrix data = read("1,2,3\n", delimited_format(Label::first));
  EXPECT_THAT(data.y, ElementsAre(1));
  EXPECT_THAT(dense(data.x), ElementsAre(ElementsAre(2, 3)));
}

TEST_F(ReadDelimited, ReadsRowsWithoutLabels) {
  FileFormat format = delimited_format(Label::none);
  format.separator = ' ';
  const LabeledMatrix data = read("550 0  495 \n 1\t2 3\n", format);  // Gisette's rows end in a space
  EXPECT_TRUE(data.y.empty());
  EXPECT_THAT(dense(data.x), ElementsAre(ElementsAre(550, 0, 495), ElementsAre(1, 2, 3)));
}

TEST_F(ReadDelimited, ReadsAColumnOfLabels) {
  const LabeledMatrix data = read("1\n-1\n-1\n", delimited_format(Label::only));
  EXPECT_THAT(data.y, ElementsAre(1, -1, -1));
  EXPECT_EQ(data.x.size(), 0);
}

TEST_F(ReadDelimited, SkipsAHeaderWithQuotes) {
  FileFormat format = delimited_format();
  format.header = true;
  EXPECT_THAT(dense(read("\"a, b\",\"c\"\n1,2\n", format).x), ElementsAre(ElementsAre(1)));
}

TEST_F(ReadDelimited, SkipsAHeaderUpToALine) {
  FileFormat format = delimited_format();
  format.header_end = "@data";
  const std::string header = "% a comment, with @data in it\n\n@relation toy\n@attribute a numeric\r\n";
  const LabeledMatrix data = read(header + "@data\r\n1, 2.5\n3, -4\n", format);
  EXPECT_THAT(dense(data.x), ElementsAre(ElementsAre(1), ElementsAre(3)));
  EXPECT_THAT(data.y, ElementsAre(2.5f, -4));
  EXPECT_THAT(refusal(header + "1,2\n", format, ":5: "), HasSubstr("no line reads \"@data\""));
  EXPECT_THAT(refusal(header + "@data\n1,?\n", format), HasSubstr("column 2 is \"?\""));
}

// A label that became another number would be another class; a target is a measured value.
TEST_F(ReadDelimited, TargetsAreRoundedLikeFeatures) {
  FileFormat format = delimited_format();
  EXPECT_THAT(refusal("1,16777217\n", format), HasSubstr("16777216"));
  format.task = Task::regression;
  EXPECT_THAT(read("1,16777217\n2,0.1\n", format).y, ElementsAre(16777216.0f, 0.1f));
  for (const char* row : {"1,nan\n", "1,inf\n", "1,1e39\n", "1,\n"})
    EXPECT_THAT(refusal(row, format), HasSubstr("expected a finite number"));
}

TEST_F(ReadDelimited, IgnoresLeadingColumnsWhateverTheyHold) {
  FileFormat format = delimited_format(Label::first);
  format.ignore_first = 2;
  const LabeledMatrix data = read("patient,,1,2,3\nnan,x,4,5,6\n", format);
  EXPECT_THAT(data.y, ElementsAre(1, 4));
  EXPECT_THAT(dense(data.x), ElementsAre(ElementsAre(2, 3), ElementsAre(5, 6)));
}

TEST_F(ReadDelimited, TakesAnyColumnForTheLabelAndLeavesOutOthers) {
  FileFormat format = delimited_format(Label::column);
  format.label_column = 3;
  format.ignore = {{1, 1}, {4, 5}};
  const LabeledMatrix data = read("1,x,2,10,y,,3\n4,,5,20,nan,?,6\n", format);
  EXPECT_THAT(data.y, ElementsAre(10, 20));
  EXPECT_THAT(dense(data.x), ElementsAre(ElementsAre(1, 2, 3), ElementsAre(4, 5, 6)));
  format.features = 3;
  EXPECT_THAT(dense(read("1,x,2,10,y,,3\n", format).x), ElementsAre(ElementsAre(1, 2, 3)));
  EXPECT_THAT(refusal("1,x,2,10,y,,3,4\n", format, ":1: "),
              HasSubstr("has 8 column(s), expected 7 (3 ignored, 3 feature(s), 1 label)"));
  format.features = 0;
  EXPECT_THAT(refusal("1,x,2,z,y,,3\n", format, ":1: "), HasSubstr("column 4 is \"z\""));
  format.ignore_first = 1;
  EXPECT_THAT(dense(read("1,x,2,10,y,,3\n", format).x), ElementsAre(ElementsAre(2, 3)));
}

TEST_F(ReadDelimited, FindsTheFirstAndTheLastColumnThatIsNotIgnored) {
  FileFormat format = delimited_format(Label::first);
  format.ignore = {{0, 1}, {2, 2}, {4, 4}};
  EXPECT_THAT(read("a,b,c,1,d,2\n", format).y, ElementsAre(1));
  format.label = Label::last;
  format.ignore = {{1, 1}, {3, 3}, {4, 5}};
  const LabeledMatrix data = read("1,a,2,b,c,d\n", format);
  EXPECT_THAT(data.y, ElementsAre(2));
  EXPECT_THAT(dense(data.x), ElementsAre(ElementsAre(1)));
}

TEST_F(ReadDelimited, RefusesColumnsThatTheRowsDoNotHave) {
  FileFormat format = delimited_format();
  format.ignore = {{1, 4}};
  EXPECT_THAT(refusal("1,2,3\n", format, ":1: "), HasSubstr("has 3 column(s), expected 6 or more"));
  format.ignore = {{5, 5}};
  EXPECT_THAT(refusal("1,2,3,4\n", format, ":1: "),
              HasSubstr("column 5 is to be ignored, the rows have columns 0 to 3"));
  format.ignore.clear();
  format.label = Label::column;
  format.label_column = 4;
  EXPECT_THAT(refusal("1,2,3,4\n", format, ":1: "),
              HasSubstr("column 5 (from 1) is to be the label, the rows have 4 columns"));
}

TEST_F(ReadDelimited, TakesOtherSeparators) {
  FileFormat format = delimited_format();
  for (const char separator : {';', '\t', '|'}) {
    format.separator = separator;
    const std::string line{'1', separator, '2', separator, '3'};
    EXPECT_THAT(dense(read(line, format).x), ElementsAre(ElementsAre(1, 2)));
  }
}

TEST_F(ReadDelimited, SeesEmptyFieldsBetweenTabs) {
  FileFormat format = delimited_format();
  format.separator = '\t';
  EXPECT_THAT(refusal("1\t\t3\n", format, ":1: "), HasSubstr("column 2 is \"\", expected a finite number"));
}

TEST_F(ReadDelimited, ReadsNumbersInQuotes) {
  const LabeledMatrix data = read("1,\"2\",\"-1\"\n", delimited_format());
  EXPECT_THAT(data.y, ElementsAre(-1));
  EXPECT_THAT(dense(data.x), ElementsAre(ElementsAre(1, 2)));
}

TEST_F(ReadDelimited, RefusesFieldsThatAreNoFiniteNumbers) {
  for (const std::string field :
       {"", "x", "?", "nan", "-inf", "1e39", "1 2", "1;2", "\"", "\"\"", "\"1", "0x10", "1e"})
    EXPECT_THAT(refusal("1,2,3\n1," + field + ",3\n", delimited_format(), ":2: column 2 is "),
                HasSubstr("expected a finite number"));
}

TEST_F(ReadDelimited, RefusesRaggedRows) {
  EXPECT_THAT(refusal("1,2,3\n1,2\n", delimited_format(), ":2: "),
              HasSubstr("has 2 column(s), expected 3 (0 ignored, 2 feature(s), 1 label)"));
  EXPECT_THAT(refusal("1,2,3\n1,2,3,4,5\n", delimited_format(), ":2: "),
              HasSubstr("has 5 column(s), expected 3"));
  EXPECT_THAT(refusal("1,2,3\n1,2,3,\n", delimited_format(), ":2: "),
              HasSubstr("has 4 column(s), expected 3"));
}

TEST_F(ReadDelimited, RefusesAnotherNumberOfFeatures) {
  FileFormat format = delimited_format();
  format.features = 3;
  format.header = true;
  EXPECT_THAT(refusal("a,b,c\n1,2,3\n", format, ":2: "), HasSubstr("has 3 column(s), expected 4"));
  EXPECT_THAT(refusal("a\n1,2,3,4,5\n", format, ":2: "), HasSubstr("has 5 column(s), expected 4"));
}

TEST_F(ReadDelimited, RefusesARowWithNoRoomForFeatures) {
  EXPECT_THAT(refusal("1\n", delimited_format(), ":1: "), HasSubstr("has 1 column(s), expected 2 or more"));
}

TEST_F(ReadDelimited, RefusesMoreThanAColumnOfLabels) {
  EXPECT_THAT(refusal("1\n1,2\n", delimited_format(Label::only), ":2: "),
              HasSubstr("has 2 column(s), expected 1"));
}

TEST_F(ReadDelimited, RefusesLabelsThatAreNotDeclared) {
  FileFormat format = delimited_format();
  format.labels = {1, 2};
  EXPECT_THAT(refusal("0,1\n0,3\n", format, ":2: "),
              HasSubstr("label in column 2 is \"3\", expected one of 1, 2"));
}

TEST_F(ReadDelimited, RefusesAWholeLabelThatSinglePrecisionWouldChange) {
  for (const std::string label : {"16777217", "\"16777217\"", " 16777217.00 "})
    EXPECT_THAT(refusal("1,2\n1," + label + "\n", delimited_format(), ":2: "),
                HasSubstr("which would become 16777216 in single precision"));
  EXPECT_THAT(read("16777217,16777218\n", delimited_format()).y, ElementsAre(16777218));
}

TEST_F(ReadDelimited, RefusesAnotherNumberOfRows) {
  FileFormat format = delimited_format();
  format.rows = 1;
  EXPECT_THAT(refusal("0,1\n0,3\n", format, ": "), HasSubstr("has 2 rows, expected 1"));
}

TEST_F(ReadDelimited, RefusesAFileWithoutRows) {
  FileFormat format = delimited_format();
  EXPECT_THAT(refusal("", format, ": "), HasSubstr("the file is empty, expected at least one row"));
  EXPECT_THAT(refusal("\n \n", format, ": "), HasSubstr("empty"));
  format.header = true;
  EXPECT_THAT(refusal("a,b,c\n", format, ": "), HasSubstr("empty"));
}

TEST_F(ReadDelimited, RefusesABlankLineBetweenRows) {
  EXPECT_THAT(refusal("1,2\n\n1,2\n", delimited_format(), ":2: "), HasSubstr("blank, expected a row"));
}

}  // namespace
}  // namespace sketchbench
