// LIBSVM files as people have them. What rows they hold is what svm-train and scikit-learn's
// load_svmlight_file read from them.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <sketchbench/data/read/user_file.hpp>
#include "data/data_files.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::message_of;

class FoundLibsvm : public DataFiles {
 protected:
  UserData read(std::string_view text, const UserFormat& format = {}, Index columns = 0) const {
    return read_user_file(write("data", text), format, Task::classification, columns);
  }
  UserData read_for(const InputForm& form, std::string_view text, Index columns,
                    const UserFormat& format = {}) const {
    return read_user_file_as(form, write("data", text), format, Task::classification, columns);
  }
  std::string refusal_of(std::string_view text, const UserFormat& format = {}, Index columns = 0) const {
    return message_of<InputError>([&] { read(text, format, columns); });
  }
};

TEST_F(FoundLibsvm, HasCommentsAndBlankLines) {
  const UserData data =
      read("\xef\xbb\xbf# made by exporter 3\n+1 1:2 # doc-0: 3:9\n\n-1 2:4#x\n# the end\n");
  EXPECT_THAT(data.rows.y, ElementsAre(1, -1));
  EXPECT_THAT(dense(data.rows.x), ElementsAre(ElementsAre(2, 0), ElementsAre(0, 4)));
  EXPECT_EQ(data.line_of(0), 2);
  EXPECT_EQ(data.line_of(1), 4);
  EXPECT_TRUE(data.form.is_plain());
  EXPECT_THAT(data.notices, IsEmpty());
}

TEST_F(FoundLibsvm, CountsFeaturesFromZeroWhereAnIndexIsZero) {
  const UserData data = read("1 1:5\n-1 0:2 1:3\n");  // the first row does not tell
  EXPECT_EQ(data.form.index_from, 0);
  EXPECT_THAT(dense(data.rows.x), ElementsAre(ElementsAre(0, 5), ElementsAre(2, 3)));
  EXPECT_THAT(data.notices, ElementsAre(HasSubstr("an index is 0")));
  const UserData declared = read("1 1:5\n", {.index_from = 0});
  EXPECT_THAT(dense(declared.rows.x), ElementsAre(ElementsAre(0, 5)));
  EXPECT_THAT(declared.notices, IsEmpty());
  EXPECT_THAT(refusal_of("1 1:5\n-1 0:2\n", {.index_from = 1}),
              AllOf(HasSubstr("data:2:"), HasSubstr("index 0")));
  EXPECT_THAT(refusal_of("1 2:5\n-1 0:2\n", {}, 2),
              AllOf(HasSubstr("data:1:"), HasSubstr("line 2 has the index 0")));
}

// As svm-train takes them.
TEST_F(FoundLibsvm, MayHaveBlanksBeforeAValue) {
  const UserData data = read("-1 1:0.5 2: 1.25 3:2\n+1 1: 1 2:\t3\n");
  EXPECT_THAT(dense(data.rows.x), ElementsAre(ElementsAre(0.5f, 1.25f, 2), ElementsAre(1, 3, 0)));
  EXPECT_THAT(refusal_of("-1 1:0.5 2: 3:2\n"), AllOf(HasSubstr("data:1:"), HasSubstr("the value \"\"")));
  EXPECT_THAT(refusal_of("-1 1:0.5 2:\n"), HasSubstr("the value \"\""));
}

// A test file need not have the index 0 that told the training file's.
TEST_F(FoundLibsvm, IsReadForAModelAsItsTrainingRowsWere) {
  EXPECT_THAT(dense(read_for({.index_from = 0}, "1 1:5\n", 2).rows.x), ElementsAre(ElementsAre(0, 5)));
  EXPECT_THAT(dense(read_for({}, "1 1:5\n", 2).rows.x), ElementsAre(ElementsAre(5, 0)));
  EXPECT_THAT(dense(read_for({}, "1 1:5\n", 2, {.index_from = 0}).rows.x), ElementsAre(ElementsAre(0, 5)));
  EXPECT_THAT(message_of<InputError>([&] { read_for({}, "1 0:5\n", 2); }), HasSubstr("--index-from 0"));
}

TEST_F(FoundLibsvm, LosesFeaturesThatTrainingDidNotHaveWithACount) {
  const UserData data = read_for({}, "1 1:5 3:1 16609143:2\n-1 2:1 3:0\n1 9:1\n", 2);
  EXPECT_THAT(dense(data.rows.x), ElementsAre(ElementsAre(5, 0), ElementsAre(0, 1), ElementsAre(0, 0)));
  EXPECT_EQ(data.findings.unseen, 3);
  EXPECT_EQ(data.findings.unseen_rows, 2);
  EXPECT_THAT(data.notices,
              ElementsAre(AllOf(HasSubstr("3 values in 2 rows"), HasSubstr("--unseen refuse"))));
  EXPECT_THAT(message_of<InputError>([&] { read_for({}, "1 1:5\n1 3:1\n", 2, {.refuse_unseen = true}); }),
              AllOf(HasSubstr("data:2:"), HasSubstr("index 3")));
  EXPECT_THAT(read_for({.index_from = 0}, "1 1:5 2:1\n", 2).rows.x.value, ElementsAre(5));
}

TEST_F(FoundLibsvm, HasQueryIdsThatAreIgnored) {
  const UserData data = read("2 qid:1 1:0.5\n1 qid:1 2:1\n");
  EXPECT_THAT(dense(data.rows.x), ElementsAre(ElementsAre(0.5f, 0), ElementsAre(0, 1)));
  EXPECT_THAT(data.notices, ElementsAre(HasSubstr("qid: of 2 rows")));
}

TEST_F(FoundLibsvm, MayHaveNoLabels) {
  const UserData data = read(" 1:1\n2:2\n");
  EXPECT_FALSE(data.has_labels());
  EXPECT_THAT(dense(data.rows.x), ElementsAre(ElementsAre(1, 0), ElementsAre(0, 2)));
  EXPECT_THAT(refusal_of("1 1:1\n 1:2\n"), AllOf(HasSubstr("data:2:"), HasSubstr("has no label")));
  EXPECT_THAT(refusal_of("1:2\n1 1:1\n"), AllOf(HasSubstr("data:2:"), HasSubstr("has the label \"1\"")));
}

TEST_F(FoundLibsvm, OfSeveralLabelsIsNamed) {
  EXPECT_THAT(refusal_of("1 1:1\n3,7 1:1\n"), AllOf(HasSubstr("data:2:"), HasSubstr("several labels")));
  EXPECT_THAT(refusal_of("3,7 1:1\n"), HasSubstr("several labels"));
}

// Nearly LIBSVM's form: what is wrong with it is said by its reader, and not by that of tables.
TEST_F(FoundLibsvm, IsToldFromATableThoughAnEntryIsWrong) {
  EXPECT_THAT(refusal_of("1 cost:0.3 1:0.1\n"), HasSubstr("found \"cost:0.3\""));
  EXPECT_THAT(refusal_of("1 height:0.3 width:0.1\n"), HasSubstr("found \"height:0.3\""));
  EXPECT_THAT(refusal_of("1 1:0,3 2:0,1\n"), HasSubstr("the value \"0,3\""));
  EXPECT_THAT(refusal_of("1 0:1:0.3 1:2:0.1\n"), HasSubstr("the value \"1:0.3\""));
  EXPECT_THAT(refusal_of("1 1:0.3 4:\n"), HasSubstr("leave its entry out"));
  EXPECT_THAT(refusal_of("1 1:0.3 20000000000000000000:1\n"), HasSubstr("\"20000000000000000000:1\""));
  EXPECT_THAT(refusal_of("1 1:nan 2:1\n"), HasSubstr("leave its entry out, which is 0"));
  EXPECT_THAT(refusal_of("dog 1:1\n"), HasSubstr("name classes by numbers"));
  EXPECT_THAT(refusal_of("1\n0\n1\n"), HasSubstr("no row has a feature"));
  EXPECT_THAT(read("5.2 10:30:00\n1.2 11:30:00\n5.2 10:30:00\n").form.classes(),
              ElementsAre("10:30:00", "11:30:00"))
      << "a table of numbers and times";
  const UserData times =
      read("2020-01-01 10:30:00,2020-01-02 11:30:00,1\n2020-01-01 10:30:00,2020-01-02 11:30:00,0\n");
  EXPECT_THAT(times.rows.y, ElementsAre(1, 0)) << "another";
}

// Values of a table that have a colon: what no entry of LIBSVM's has makes it a table, with a line that says
// so.
TEST_F(FoundLibsvm, IsToldFromATableOfTimesRatiosAndAddresses) {
  using Kind = FileFormat::Kind;
  for (const char* table :
       {"5 12:30 18:45\n3 07:15 16:10\n5 12:30 18:45\n",         // hours of two digits
        "5 9:05 18:45\n3 8:15 16:10\n5 9:05 18:45\n",            // minutes
        "5\t12:00\n3\t13:15\n5\t12:00\n3\t13:15\n",              // in tabs
        "1 12:30 11:00\n",                                       // one line
        "1 16:9 4:3\n0 4:3 16:9\n1 16:9 4:3\n0 4:3 16:9\n",      // ratios
        "12:30 8:15\n13:30 9:15\n12:30 8:15\n13:30 9:15\n",      // times alone, which descend
        "1 10:30:00 11:30:00\n0 10:30:00 11:30:00\n",            // with seconds
        "5 07:30 18:45\n3 - 16:10\n5 08:30 18:45\n3 - 16:10\n",  // one that is missing
        "1 2001:db8::1 fe80::1\n0 2001:db8::2 fe80::2\n1 2001:db8::1 fe80::1\n0 2001:db8::2 fe80::2\n",
        "1 12:30 00:1b:44:11:3a:b7\n0 12:30 00:1b:44:11:3a:b8\n1 12:30 00:1b:44:11:3a:b7\n"}) {
    const UserData data = read(table, {.table = {.label = "first"}});
    EXPECT_EQ(data.format.kind, Kind::delimited) << table;
    EXPECT_THAT(data.notices,
                testing::Contains(AllOf(HasSubstr("is read as a table"), HasSubstr("--format libsvm"))))
        << table;
  }
  for (const char* entries : {"5 12:30 18:45 20:1\n3 7:15\n",      // not as many in each line
                              "1 1:10 2:20\n-1 1:30 2:40\n",       // the same columns
                              "1 01:10 02:20\n-1 01:30 02:40\n",   // with leading zeros
                              "1 3:1 9:1\n-1 4:1 8:1\n",           // ones alone, as categories have them
                              "1 12:30.5 18:45\n-1 7:15 16:10\n",  // no whole numbers
                              "1 qid:1 12:30 18:45\n2 qid:1 7:15 16:10\n", "1 1:10 2:20 3:30\n"}) {
    const UserData data = read(entries);
    EXPECT_EQ(data.format.kind, Kind::libsvm) << entries;
    EXPECT_THAT(data.notices, testing::Not(testing::Contains(HasSubstr("is read as")))) << entries;
  }
  // Few lines that ascend, and one value in a row, or a ratio.
  for (const char* few :
       {"1 3:20 9:7\n-1 4:5 8:6\n", "3 1:1\n4 2:2\n5 3:3\n3 1:4\n", "5 16:9\n3 4:3\n5 16:9\n"}) {
    const UserData data = read(few);
    EXPECT_EQ(data.format.kind, Kind::libsvm) << few;
    EXPECT_THAT(data.notices,
                ElementsAre(AllOf(HasSubstr("is read as LIBSVM's"), HasSubstr("--format csv"))));
  }
}

// One line that is wrong makes no table of the others.
TEST_F(FoundLibsvm, WithAWrongLineIsToldByItsNumber) {
  const auto with = [&](const std::string& wrong, const std::string& value) {
    std::string text;
    for (int i = 1; i <= 40; ++i)
      text += i == 31 ? wrong + "\n"
                      : fmt::format("{} {}:{}{} {}:2\n", i % 2, 1 + i % 3, 1 + i % 4, value, 5 + i % 5);
    return refusal_of(text);
  };
  EXPECT_THAT(with("1 5:3 5:4", ""), AllOf(HasSubstr(":31:"), HasSubstr("repeated")));
  EXPECT_THAT(with("1 7:3 5:4", ""), AllOf(HasSubstr(":31:"), HasSubstr("ascending")));
  EXPECT_THAT(with("1 3:04:1 5:4", ".5"), AllOf(HasSubstr(":31:"), HasSubstr("04:1")));
}

TEST_F(FoundLibsvm, MayHaveAFirstRowBeyondItsBeginning) {
  for (const int blanks : {0, 1, 2, 3, 4}) {  // so that the beginning ends at each place of an entry
    std::string text;
    for (int i = 0; i < 3; ++i) {
      text += fmt::format("{}{}", i % 2, std::string(1 + blanks, ' '));
      for (int j = 1; j <= 9000; ++j) text += fmt::format(" {}:0.5", j);
      text += '\n';
    }
    const UserData data = read(text);
    EXPECT_EQ(data.format.kind, FileFormat::Kind::libsvm) << blanks;
    EXPECT_EQ(data.rows.x.d, 9000);
  }
}

TEST_F(FoundLibsvm, ThatMayAsWellBeATableIsRefusedWithTheRemedy) {
  for (const char* either : {"5 12:30 18:45\n3 7:15 16:10\n",    // hours and minutes that ascend
                             "5 12:30\n", "1 10:20 12:30\n"}) {  // one line
    EXPECT_THAT(refusal_of(either), AllOf(HasSubstr("may be an index and its value"),
                                          HasSubstr("--format libsvm"), HasSubstr("--separator space")))
        << either;
    EXPECT_EQ(read(either, {.kind = FileFormat::Kind::libsvm}).format.kind, FileFormat::Kind::libsvm);
  }
  // A model has been told once.
  EXPECT_THAT(dense(read_for({}, "1 1:20 2:30\n", 2).rows.x), ElementsAre(ElementsAre(20, 30)));
  EXPECT_THAT(dense(read_for({.index_from = 0}, "1 0:12\n1 1:30\n1 0:15\n", 2).rows.x),
              ElementsAre(ElementsAre(12, 0), ElementsAre(0, 30), ElementsAre(15, 0)));
}

// A kernel matrix as svm-train -t 4 has it, and rows that happen to begin so.
TEST_F(FoundLibsvm, HintsAtKernelMatrices) {
  EXPECT_THAT(read("1 0:1 1:1 2:0.5\n-1 0:2 1:0.5 2:1\n").notices,
              ElementsAre(AllOf(HasSubstr("an index is 0"), HasSubstr("--kernel precomputed"))));
  EXPECT_THAT(read("1 0:1 1:1 2:0.5\n-1 0:1 1:0.5 2:1\n").notices,
              ElementsAre(testing::Not(HasSubstr("--kernel"))));
}

TEST_F(FoundLibsvm, IsAsStrictAsEverOtherwise) {
  EXPECT_THAT(refusal_of("1 2:1 1:1\n"), HasSubstr("ascending"));
  EXPECT_THAT(refusal_of("1 1:1 1:1\n"), HasSubstr("repeated"));
  EXPECT_THAT(refusal_of("1 -1:1\n"), HasSubstr("index -1"));
  EXPECT_THAT(refusal_of("1 1:nan\n"), HasSubstr("finite number"));
  EXPECT_THAT(refusal_of("1 1:1 x\n1 1:1\n", {.kind = FileFormat::Kind::libsvm}), HasSubstr("\"x\""));
  EXPECT_THAT(refusal_of("# nothing\n", {.kind = FileFormat::Kind::libsvm}), HasSubstr("empty"));
}

// Seconds since 1970 that are all of one day, in single precision multiples of 128. A column that a row has
// nothing of spans from 0.
TEST_F(FoundLibsvm, WarnsOfFeaturesOfWhichSinglePrecisionHoldsLittle) {
  std::string rows;
  for (int i = 0; i < 200; ++i)
    rows += fmt::format("{} 1:1{} 3:{} 4:0.1 5: +{}.5 6:{}\n", i % 2, i == 150 ? "" : " 2:1600000000",
                        1'600'000'000 + i, 1'600'000'000 - i, i);
  EXPECT_THAT(read(rows).notices, ElementsAre(AllOf(HasSubstr("single precision rounds feature 3 by 6"),
                                                    HasSubstr("subtract a constant such as 1600000000")),
                                              HasSubstr("single precision rounds feature 5 by 6")));
  for (int i = 1; i < 6; ++i) rows += fmt::format("0 {}:1600000000\n", i);
  EXPECT_THAT(read(rows).notices, IsEmpty());
}

}  // namespace
}  // namespace sketchbench
