// Tables of text as people have them: types of columns, names, missing values, styles of numbers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include <sketchbench/data/read/user_file.hpp>
#include "data/data_files.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing_support::message_of;

class Table : public DataFiles {
 protected:
  UserData read(std::string_view text, const TableHints& hints = {}, Task task = Task::classification) const {
    return read_user_file(write("data", text), {.table = hints}, task, 0);
  }
  UserData read_for(const UserData& training, std::string_view text, const UserFormat& format = {}) const {
    return read_user_file_as(training.form, write("new", text), format, Task::classification,
                             training.rows.x.d);
  }
  std::string refusal_of(std::string_view text, const TableHints& hints = {},
                         Task task = Task::classification) const {
    return message_of<InputError>([&] { read(text, hints, task); });
  }
  std::string refusal_for(const UserData& training, std::string_view text,
                          const UserFormat& format = {}) const {
    return message_of<InputError>([&] { read_for(training, text, format); });
  }
};

TEST_F(Table, OfCategoriesHasAFeatureForEach) {
  const UserData data = read("1,red,0.5,a\n2,blue,0,b\n3,red,1,a\n");
  EXPECT_THAT(dense(data.rows.x),
              ElementsAre(ElementsAre(1, 0, 1, 0.5f), ElementsAre(2, 1, 0, 0), ElementsAre(3, 0, 1, 1)));
  EXPECT_THAT(data.rows.y, ElementsAre(0, 1, 0));
  EXPECT_THAT(data.form.classes(), ElementsAre("a", "b"));
  EXPECT_THAT(data.form.table->columns[1].values, ElementsAre("blue", "red"));
  EXPECT_THAT(dense(read("7,1\n8,0\n7,1\n", {.types = {{"1", TableColumn::Type::category}}}).rows.x),
              ElementsAre(ElementsAre(1, 0), ElementsAre(0, 1), ElementsAre(1, 0)))
      << "numbers, where the user says so";
  EXPECT_THAT(dense(read("TRUE,1\nfalse,0\n").rows.x), ElementsAre(ElementsAre(1), ElementsAre(0)));
}

TEST_F(Table, IsReadForAModelByTheNamesOfItsColumns) {
  const UserData training = read("a,color,b,y\n1,red,10,no\n2,blue,20,yes\n3,red,30,no\n");
  const UserData same = read_for(training, "y,b,a,color\nyes,20,2,blue\n");
  EXPECT_THAT(dense(same.rows.x), ElementsAre(ElementsAre(2, 1, 0, 20)));
  EXPECT_THAT(same.rows.y, ElementsAre(1));
  const UserData more = read_for(training, "id,b,color,a\nx7,20,blue,2\n");
  EXPECT_THAT(dense(more.rows.x), ElementsAre(ElementsAre(2, 1, 0, 20)));
  EXPECT_FALSE(more.has_labels());
  EXPECT_THAT(more.notices, ElementsAre(HasSubstr("\"id\"")));
  EXPECT_THAT(refusal_for(training, "b,a,y\n20,2,no\n"),
              AllOf(HasSubstr("new:1:"), HasSubstr("\"color\" is missing")));
  EXPECT_THAT(refusal_for(training, "a,color,b,b\n1,red,2,3\n"), HasSubstr("two columns are called \"b\""));
  const UserData nameless = read_for(training, "2,blue,20,yes\n");
  EXPECT_THAT(dense(nameless.rows.x), ElementsAre(ElementsAre(2, 1, 0, 20)));
  EXPECT_THAT(nameless.notices, ElementsAre(HasSubstr("in the order of training")));
  EXPECT_FALSE(read_for(training, "2,blue,20\n").has_labels());
  for (const char* row : {"2,blue,20\n", "2,blue,20,?\n"})
    EXPECT_FALSE(read_for(training, row, {.table = {.label = "none"}}).has_labels()) << row;
  EXPECT_THAT(refusal_for(training, "2,blue\n"), AllOf(HasSubstr("new:1:"), HasSubstr("expected 4")));
}

// Rows of other places: the label in front, behind, under another name; features by their order.
TEST_F(Table, IsReadForAModelWithItsLabelWhereTheUserSays) {
  const UserData training = read("1,2,3,7\n4,5,6,8\n");
  for (const char* label : {"first", "1"}) {
    const UserData data = read_for(training, "9,1,2,3\n", {.table = {.label = label}});
    EXPECT_THAT(dense(data.rows.x), ElementsAre(ElementsAre(1, 2, 3))) << label;
    EXPECT_THAT(data.rows.y, ElementsAre(9)) << label;
  }
  for (const char* label : {"y", "2"})
    EXPECT_THAT(dense(read_for(training, "a,y,b,c\n1,9,2,3\n", {.table = {.label = label}}).rows.x),
                ElementsAre(ElementsAre(1, 2, 3)))
        << label;
  EXPECT_THAT(refusal_for(training, "1,2,3\n", {.table = {.label = "first"}}),
              AllOf(HasSubstr("3 column(s), expected 4 as in training"), HasSubstr("--label none")));
  EXPECT_THAT(refusal_for(training, "9,1,2,3\n", {.table = {.label = "5"}}), HasSubstr("columns 1 to 4"));
  EXPECT_THAT(refusal_for(training, "9,1,2,3\n", {.table = {.label = "y"}}), HasSubstr("have no names"));

  const UserData named = read("a,b,y\n1,2,7\n4,5,8\n");
  for (const char* label : {"target", "2"}) {
    const UserData data = read_for(named, "b,target,a\n2,9,1\n", {.table = {.label = label}});
    EXPECT_THAT(dense(data.rows.x), ElementsAre(ElementsAre(1, 2))) << label;
    EXPECT_THAT(data.rows.y, ElementsAre(9)) << label;
    EXPECT_THAT(data.notices, IsEmpty()) << label;
  }
  EXPECT_THAT(read_for(named, "y,a,b,z\n7,1,2,9\n", {.table = {.label = "last"}}).rows.y, ElementsAre(9));
  EXPECT_THAT(read_for(named, "9,1,2\n", {.table = {.label = "first"}}).rows.y, ElementsAre(9)) << "no names";
  EXPECT_THAT(read_for(named, "1,2,9\n", {.table = {.label = "y"}}).rows.y, ElementsAre(9))
      << "as in training";
  EXPECT_THAT(refusal_for(named, "a,b\n1,2\n", {.table = {.label = "y"}}),
              HasSubstr("there is no such column"));
  EXPECT_THAT(refusal_for(named, "a,b\n1,2\n", {.table = {.label = "last"}}),
              AllOf(HasSubstr("\"b\" is missing"), HasSubstr("--label takes column 2 (\"b\")")));

  const UserData classes = read("1,2,no\n4,5,yes\n"), unlabelled = read("1,2\n4,5\n", {.label = "none"});
  EXPECT_THAT(read_for(classes, "yes,1,2\n", {.table = {.label = "first"}}).rows.y, ElementsAre(1));
  EXPECT_THAT(read_for(unlabelled, "7,1,2\n", {.table = {.label = "first"}}).rows.y, ElementsAre(7));
  EXPECT_THAT(read_for(read_user_file(write("a.arff",
                                            "@relation r\n@attribute a numeric\n@attribute y numeric\n"
                                            "@data\n1,7\n2,8\n"),
                                      {}, Task::classification, 0),
                       "@relation r\n@attribute t numeric\n@attribute a numeric\n@data\n9,1\n",
                       {.table = {.label = "t"}})
                  .rows.y,
              ElementsAre(9));
}

// Of what training left out a file may have nothing; which columns it lacks is to be certain.
TEST_F(Table, IsReadForAModelWithoutWhatTrainingLeftOut) {
  const UserFormat weighted = {.weight_column = "1"};
  const UserData training =
      read_user_file(write("data", "1,2,3,7\n2,5,6,8\n"), weighted, Task::classification, 0);
  EXPECT_THAT(dense(read_for(training, "1,2,3,7\n").rows.x), ElementsAre(ElementsAre(2, 3)));
  EXPECT_THAT(
      refusal_for(training, "2,3,7\n"),
      AllOf(HasSubstr("new:1: the row has 3 column(s)"), HasSubstr("--label none"),
            HasSubstr("--label first"), HasSubstr("column 1, which training left out or took for weights")));
  const UserData labelled = read_for(training, "2,3,7\n", {.table = {.label = "last"}}),
                 without = read_for(training, "1,2,3\n", {.table = {.label = "none"}}),
                 features = read_for(training, "2,3\n");
  EXPECT_THAT(dense(labelled.rows.x), ElementsAre(ElementsAre(2, 3)));
  EXPECT_THAT(labelled.rows.y, ElementsAre(7));
  for (const UserData* data : {&without, &features}) {
    EXPECT_THAT(dense(data->rows.x), ElementsAre(ElementsAre(2, 3)));
    EXPECT_FALSE(data->has_labels());
  }
  EXPECT_THAT(read_for(training, "9,1,2,3\n", {.table = {.label = "1"}}).rows.y, ElementsAre(9));
  EXPECT_THAT(refusal_for(training, "2\n"),
              AllOf(HasSubstr("expected 4, or 3 without the label"), HasSubstr("1 fewer without column 1")));

  // Of two that are left out, each number of columns is of one kind.
  const UserData two =
      read("a,1,id,2,7\nb,2,ie,5,8\n",
           {.types = {{"1", TableColumn::Type::ignored}, {"3", TableColumn::Type::ignored}}});
  for (const char* row : {"a,1,id,2,7\n", "1,2,7\n"}) {
    const UserData data = read_for(two, row);
    EXPECT_THAT(dense(data.rows.x), ElementsAre(ElementsAre(1, 2))) << row;
    EXPECT_THAT(data.rows.y, ElementsAre(7)) << row;
  }
  for (const char* row : {"a,1,id,2\n", "1,2\n"}) {
    const UserData data = read_for(two, row);
    EXPECT_THAT(dense(data.rows.x), ElementsAre(ElementsAre(1, 2))) << row;
    EXPECT_FALSE(data.has_labels()) << row;
  }
  EXPECT_THAT(read_for(two, "a,7,1,id,2\n", {.table = {.label = "first"}}).rows.y, ElementsAre(7));
}

// A line with one number alone would be a label in LIBSVM's form.
TEST_F(Table, OfOneFeatureIsReadForAModelWithoutItsLabel) {
  const UserData training = read("a,y\n1,0\n2,1\n");
  for (const char* text : {"a\n7\n8\n", "7\n8\n"}) {
    const UserData data = read_for(training, text);
    EXPECT_THAT(dense(data.rows.x), ElementsAre(ElementsAre(7), ElementsAre(8))) << text;
    EXPECT_FALSE(data.has_labels()) << text;
  }
}

TEST_F(Table, HasCategoriesThatTrainingDidNotHaveWithACount) {
  const UserData training = read("red,1\nblue,0\nred,1\n");
  const UserData data = read_for(training, "green,1\nred,1\n");
  EXPECT_THAT(dense(data.rows.x), ElementsAre(ElementsAre(0, 0), ElementsAre(0, 1)));
  EXPECT_EQ(data.findings.unseen, 1);
  EXPECT_THAT(data.notices, ElementsAre(HasSubstr("\"green\"")));
  EXPECT_THAT(refusal_for(training, "green,1\n", {.refuse_unseen = true}),
              AllOf(HasSubstr("new:1:"), HasSubstr("blue, red")));
}

TEST_F(Table, OfALabelThatTrainingDidNotHaveCountsItAsWrong) {
  EXPECT_THAT(read_for(read("1,a\n2,b\n"), "|1x3 of adult.test\n1,b.\n2,a.\n").rows.y, ElementsAre(1, 0));
  const UserData data = read_for(read("1,a\n2,b\n"), "1,c\n2,b\n");
  EXPECT_THAT(data.rows.y, ElementsAre(2, 1)) << "2: no class";
  EXPECT_THAT(data.notices, ElementsAre(HasSubstr("1 row of a class")));
}

TEST_F(Table, RefusesMissingValuesUnlessTheUserSaysWhatTheyAre) {
  for (const char* none : {"", "?", "NA", "n/a", "NaN", "null", "\"\""}) {
    const std::string text = "1,x,a\n" + std::string(none) + ",y,b\n5,?,a\n3,x,a\n";
    EXPECT_THAT(refusal_of(text),
                AllOf(HasSubstr("data:2: column 1 has no value"), HasSubstr("--missing mean")));
    EXPECT_THAT(
        dense(read(text, {.missing = Missing::zero}).rows.x),
        ElementsAre(ElementsAre(1, 1, 0), ElementsAre(0, 0, 1), ElementsAre(5, 0, 0), ElementsAre(3, 1, 0)));
    EXPECT_THAT(
        dense(read(text, {.missing = Missing::mean}).rows.x),
        ElementsAre(ElementsAre(1, 1, 0), ElementsAre(3, 0, 1), ElementsAre(5, 0, 0), ElementsAre(3, 1, 0)));
    const UserData dropped = read(text, {.missing = Missing::drop});
    EXPECT_THAT(dense(dropped.rows.x), ElementsAre(ElementsAre(1, 1, 0), ElementsAre(3, 1, 0)));
    EXPECT_EQ(dropped.rows.y.size(), 2u);
    EXPECT_EQ(dropped.line_of(1), 4);
  }
  EXPECT_THAT(refusal_of("1,a\n2,\n3,b\n"), HasSubstr("the label in column 2 is missing"));
  EXPECT_THAT(read("1,a\n2,\n3,b\n", {.missing = Missing::drop}).rows.y, ElementsAre(0, 1));
}

// The mean is that of training, whatever the new rows have.
TEST_F(Table, FillsForAModelByTheMeansOfTraining) {
  const UserData training = read("1,0\n,1\n5,0\n", {.missing = Missing::mean});
  EXPECT_THAT(dense(read_for(training, "?,0\n100,1\n").rows.x),
              ElementsAre(ElementsAre(3), ElementsAre(100)));
  const UserData complete = read("1,0\n5,1\n");
  EXPECT_THAT(refusal_for(complete, ",0\n"), HasSubstr("new:1: column 1 has no value"));
  EXPECT_THAT(dense(read_for(complete, ",0\n", {.table = {.missing = Missing::mean}}).rows.x),
              ElementsAre(ElementsAre(3)));
}

TEST_F(Table, ReadsStylesOfNumbersThatAreCertainAndAsksForOthers) {
  EXPECT_THAT(read("3,75\t0\n8,1\t1\n").rows.x.value, ElementsAre(3.75f, 8.1f));
  EXPECT_THAT(read("3,75; 0\n8,1; 1\n").rows.x.value, ElementsAre(3.75f, 8.1f));
  EXPECT_THAT(refusal_of("1,\"5,500\",0\n2,\"1,857\",1\n"),
              AllOf(HasSubstr("data:1: column 2 is \"5,500\""), HasSubstr("--thousands ,"),
                    HasSubstr("--decimal ,")));
  EXPECT_THAT(refusal_of("5,500;0\n1,857;1\n"), HasSubstr("--thousands ,")) << "either of the two";
  EXPECT_THAT(read("1,\"5,500\",0\n2,\"1,234,857.5\",1\n", {.thousands = ','}).rows.x.value,
              ElementsAre(1, 5500, 2, 1234857.5f));
  EXPECT_THAT(read("1.234,5;0\n-2.000;1\n", {.decimal = ',', .thousands = '.'}).rows.x.value,
              ElementsAre(1234.5f, -2000));
  EXPECT_THAT(refusal_of("1,\"5,50\",0\n", {.thousands = ','}), HasSubstr("\"5,50\""));
  EXPECT_THAT(refusal_of("1.5;0\n", {.decimal = ','}), HasSubstr("\"1.5\""));
}

// Each column has one of the signs; together they tell what each of them is.
TEST_F(Table, NamesBothSignsWhereOneColumnHasThousandsAlone) {
  const std::string german = "0,5;1.234;0\n0,25;12.345;1\n";
  for (const TableHints& hints : {TableHints{}, TableHints{.decimal = ','}, TableHints{.thousands = '.'}})
    EXPECT_THAT(refusal_of(german, hints), HasSubstr("; --decimal , and --thousands . say"));
  EXPECT_THAT(refusal_of("a;b;y\n1.234;0,5;0\n12.345;0,25;1\n"),
              AllOf(HasSubstr("column 2 (\"b\")"), HasSubstr("; --decimal , and --thousands . say")));
  EXPECT_THAT(read(german, {.decimal = ',', .thousands = '.'}).rows.x.value,
              ElementsAre(0.5f, 1234, 0.25f, 12345));
  EXPECT_THAT(refusal_of("0.5;1,234;0\n0.25;12,345;1\n"), HasSubstr("; --decimal . and --thousands , say"));
  EXPECT_THAT(refusal_of("0,5;1 234;0\n0,25;12 345;1\n"),
              HasSubstr("; --decimal , and --thousands \" \" say"));
  EXPECT_THAT(refusal_of("1.234;2;0,5\n12.345;3;0,25\n", {}, Task::regression),
              AllOf(HasSubstr("label"), HasSubstr("; --decimal , and --thousands . say")));
  EXPECT_THAT(refusal_of("0,123;1.234;0\n", {.decimal = '.', .thousands = ','}), HasSubstr("\"0,123\""));
  EXPECT_THAT(refusal_for(read("0,5;1;0\n0,25;2;1\n"), "0,5;1.234;0\n"),
              HasSubstr("; --decimal , and --thousands . say"));
}

TEST_F(Table, FindsNamesInItsFirstLine) {
  EXPECT_THAT(read("\"a, first\",b,y\n1,2,1\n3,4,0\n").form.table->columns[0].name, "a, first");
  EXPECT_THAT(read("x,y\na,b\nc,d\n", {.label = "y"}).rows.y, ElementsAre(0, 1)) << "which the user names";
  EXPECT_EQ(read("x,y\na,b\nc,d\n").rows.x.size(), 3) << "texts alone do not tell";
  EXPECT_EQ(read("x,y\na,b\nc,d\n", {.header = true}).rows.x.size(), 2);
  EXPECT_THAT(read("1,7,2\n3,8,4\n", {.label = "2"}).rows.y, ElementsAre(7, 8)) << "a number is no name";
  EXPECT_THAT(refusal_of("age,y\n1,2\n", {.label = "agee"}), HasSubstr("did you mean \"age\"?"));
  EXPECT_THAT(refusal_of("1,2\n", {.label = "y"}), HasSubstr("no names"));
  EXPECT_THAT(refusal_of("1,2\n", {.label = "3"}), HasSubstr("columns 1 to 2"));
  EXPECT_THAT(refusal_of("1,2\n", {.types = {{"z", TableColumn::Type::ignored}}}), HasSubstr("--ignore"));
}

TEST_F(Table, LeavesOutColumnsOfNothingAndOfRowNumbers) {
  const UserData trailing = read("1,2,0,\n3,4,1,\n");
  EXPECT_THAT(dense(trailing.rows.x), ElementsAre(ElementsAre(1, 2), ElementsAre(3, 4)));
  EXPECT_THAT(trailing.notices, ElementsAre(HasSubstr("column 4 is empty")));
  const UserData numbered = read(",a,y\n0,5,1\n1,6,0\n");
  EXPECT_THAT(dense(numbered.rows.x), ElementsAre(ElementsAre(5), ElementsAre(6)));
  EXPECT_THAT(numbered.notices, testing::Contains(HasSubstr("numbers the rows and is left out")));
  const UserData of_r = read("a b y\n1 5 7 1\n2 6 8 0\n");
  EXPECT_THAT(dense(of_r.rows.x), ElementsAre(ElementsAre(5, 7), ElementsAre(6, 8)));
  EXPECT_THAT(dense(read_for(of_r, "b a y\n1 7 5 1\n").rows.x), ElementsAre(ElementsAre(5, 7)));
  EXPECT_THAT(refusal_of("a,y\n1,2,3,0\n1,2,3,1\n1,2,3,1\n", {.header = true}), HasSubstr("names 2 columns"));
  EXPECT_THAT(dense(read("9,1,0\n8,2,1\n", {.types = {{"1", TableColumn::Type::ignored}}}).rows.x),
              ElementsAre(ElementsAre(1), ElementsAre(2)));
}

TEST_F(Table, RefusesTextsThatAreHardlyCategories) {
  std::string numbers, names;
  for (int i = 0; i < 100; ++i) {
    numbers += (i == 50 ? "12x" : std::to_string(i)) + std::string(",0\n");
    names += "name " + std::to_string(i) + ",0\n";
  }
  EXPECT_THAT(refusal_of(numbers), AllOf(HasSubstr("data:51: column 1 is \"12x\", expected a finite number"),
                                         HasSubstr("--category"), HasSubstr("--ignore")));
  EXPECT_THAT(refusal_of(names), AllOf(HasSubstr("data:1:"), HasSubstr("100 different texts in 100 rows")));
  EXPECT_EQ(read(names, {.types = {{"1", TableColumn::Type::category}}}).rows.x.d, 100);
  EXPECT_THAT(refusal_of("inf,0\n1,1\n-inf,0\n"), HasSubstr("column 1 is \"inf\", expected a finite number"));
  std::string codes;
  for (int i = 0; i < 1000; ++i) codes += std::to_string(i % 500) + ",0\n";
  EXPECT_EQ(read(codes, {.types = {{"1", TableColumn::Type::category}}}).rows.x.d, 500);
  EXPECT_THAT(refusal_of("1,a\n2,b\n", {}, Task::regression), HasSubstr("expected a finite number"));
}

TEST_F(Table, HasCommentsQuotesAndAMarkInFront) {
  const UserData data = read("\xef\xbb\xbf# exported, today\n1,\"a \"\"b\"\", c\",0\n# more\n2,d,1\n");
  EXPECT_THAT(data.form.table->columns[1].values, ElementsAre("a \"b\", c", "d"));
  EXPECT_EQ(data.line_of(1), 4);
  EXPECT_THAT(read("#ff0000,1\n#00ff00,0\n#ff0000,1\n").form.table->columns[0].values,
              ElementsAre("#00ff00", "#ff0000"));
  EXPECT_THAT(refusal_of("1,2,0\n1,2\n"), AllOf(HasSubstr("data:2:"), HasSubstr("2 column(s), expected 3")));
  EXPECT_THAT(dense(read("  0.5   2  1\n 1.5  3  0\n").rows.x),
              ElementsAre(ElementsAre(0.5f, 2), ElementsAre(1.5f, 3)))
      << "blanks between columns, and no LIBSVM file";
}

TEST_F(Table, MayHaveLinesThatGoOnWithinQuotes) {
  const UserData data =
      read("note,a,y\n\"one\ntwo, \"\"three\"\"\",1,no\nshort,2,yes\n\"one\ntwo, \"\"three\"\"\",3,no\n");
  EXPECT_THAT(dense(data.rows.x),
              ElementsAre(ElementsAre(1, 0, 1), ElementsAre(0, 1, 2), ElementsAre(1, 0, 3)));
  EXPECT_THAT(data.form.table->columns[0].values, ElementsAre("one\ntwo, \"three\"", "short"));
  EXPECT_THAT((std::vector<long>{data.line_of(0), data.line_of(1), data.line_of(2)}), ElementsAre(2, 4, 5));
  EXPECT_THAT(dense(read("a,b,y\n1,\"x,no\n2,\"x,yes\n3,z,no\n", {.separator = ','}).rows.x),
              ElementsAre(ElementsAre(1, 1, 0), ElementsAre(2, 1, 0), ElementsAre(3, 0, 1)))
      << "a quote that nothing closes is a letter";
  EXPECT_THAT(refusal_of("a,b,y\n1,\"x,no\n2,3,yes,4\n3,z,no\n", {.separator = ','}), HasSubstr("data:3:"));
}

TEST_F(Table, OfWekaHasItsAttributes) {
  const std::string head =
      "% comment\n@RELATION x\n@attribute age numeric\n@attribute 'job type' {admin,'blue collar'} % two\n"
      "@attribute note string\n@attribute class {no,yes}\n@data\n";
  const UserData data = read(head + "1,'blue collar','a, b',yes\n% comment\n2,admin,c,no\n");
  EXPECT_THAT(dense(data.rows.x), ElementsAre(ElementsAre(1, 0, 1), ElementsAre(2, 1, 0)));
  EXPECT_THAT(data.rows.y, ElementsAre(1, 0));
  EXPECT_EQ(data.line_of(1), 10);
  EXPECT_THAT(data.notices, testing::Contains(HasSubstr("\"note\"")));
  EXPECT_THAT(refusal_of(head + "?,admin,c,no\n"), AllOf(HasSubstr("data:8:"), HasSubstr("--missing")));
  EXPECT_THAT(dense(read(head + "?,admin,c,no\n4,?,c,yes\n", {.missing = Missing::mean}).rows.x),
              ElementsAre(ElementsAre(4, 1, 0), ElementsAre(4, 0, 0)));
  EXPECT_THAT(refusal_of(head + "1,boss,c,no\n"), HasSubstr("\"boss\""));
  EXPECT_THAT(refusal_of(head + "1,admin,no\n"), HasSubstr("3 value(s), expected 4"));
  const UserData other = read_for(data,
                                  "@relation y\n@attribute class {yes,no}\n@attribute 'job type' {admin}\n"
                                  "@attribute age real\n@data\nyes,admin,7\n");
  EXPECT_THAT(dense(other.rows.x), ElementsAre(ElementsAre(7, 1, 0)));
  EXPECT_THAT(other.rows.y, ElementsAre(1));
}

// weka.core.Utils.quote() writes a name or value so.
TEST_F(Table, OfWekaHasEscapesInQuotes) {
  const UserData data = read(
      "  @relation x\n@attribute 'it\\'s 100\\%' numeric\n@attribute \"say \\\"b\\\"\" real\n"
      "@attribute c {'a\\'b','back\\\\slash',\"x, y\"} % three\n@attribute y {no,yes}\n@data\n"
      "1,2,'a\\'b',yes\n{1 3, 2 'back\\\\slash'}\n4,5,'x, y',no\n");
  EXPECT_EQ(data.form.table->columns[0].name, "it's 100%");
  EXPECT_EQ(data.form.table->columns[1].name, "say \"b\"");
  EXPECT_THAT(data.form.table->columns[2].values, ElementsAre("a'b", "back\\slash", "x, y"));
  EXPECT_THAT(dense(data.rows.x), ElementsAre(ElementsAre(1, 2, 1, 0, 0), ElementsAre(0, 3, 0, 1, 0),
                                              ElementsAre(4, 5, 0, 0, 1)));
  EXPECT_THAT(data.rows.y, ElementsAre(1, 0, 0));
}

// What is not written in a sparse row is 0, of a nominal attribute its first value.
TEST_F(Table, OfWekaMayHaveSparseRows) {
  const std::string head =
      "@relation x\n@attribute a real\n@attribute c {p,q,r}\n@attribute y {0,1}\n@data\n";
  const UserData data = read(head + "{0 2.5, 1 r}\n{2 1}\n{ }\n");
  EXPECT_THAT(dense(data.rows.x),
              ElementsAre(ElementsAre(2.5f, 0, 0, 1), ElementsAre(0, 1, 0, 0), ElementsAre(0, 1, 0, 0)));
  EXPECT_THAT(data.rows.y, ElementsAre(0, 1, 0));
  for (const char* row : {"{0 2.5", "{3 1}", "{0}", "{0 1, 0 2}", "{x 1}"})
    EXPECT_THAT(refusal_of(head + row), HasSubstr("data:6:")) << row;
}

// WEKA's own reader takes blanks for separators.
TEST_F(Table, OfWekaMayHaveBlanksBetweenValues) {
  const std::string head =
      "@relation x\n@attribute a real\n@attribute c {p,'q r'}\n@attribute y {0,1}\n@data\n";
  EXPECT_THAT(dense(read(head + "2.5\t'q r'\t1\n1  p  0\n").rows.x),
              ElementsAre(ElementsAre(2.5f, 0, 1), ElementsAre(1, 1, 0)));
  EXPECT_THAT(refusal_of(head + "2.5,p,1,{0.5}\n"),
              AllOf(HasSubstr("data:6:"), HasSubstr("weight \"{0.5}\"")));
  const UserData data = read(head + "2.5,p,1\n1,p,0\n");
  EXPECT_THAT(read_for(data, head + "2.5,p,1\n").notices, IsEmpty()) << "attributes name the columns";
}

// A first line of texts that never come again, above columns of texts that do.
TEST_F(Table, OfCategoriesAloneHasNamesInItsFirstLine) {
  const UserData data = read("cap,odor,class\nx,a,e\nb,a,p\nx,n,e\nb,n,e\nx,n,p\n");
  EXPECT_THAT(data.form.classes(), ElementsAre("e", "p"));
  EXPECT_EQ(data.form.table->columns[1].name, "odor");
  EXPECT_EQ(data.rows.x.size(), 5);
  const UserData without = read("x,a,e\nb,a,p\nx,n,e\nb,n,e\nx,n,p\n");
  EXPECT_EQ(without.rows.x.size(), 5) << "its first texts come again";
  EXPECT_FALSE(without.form.table->has_names());
  EXPECT_THAT(refusal_of("cap,odor,class\n"), HasSubstr("expected rows below it"));
}

TEST_F(Table, MayNameItsSeparatorAndOneColumnTwice) {
  const UserData data = read("sep=;\na;a;y\n1;2;0\n3;4;1\n");
  EXPECT_THAT(dense(data.rows.x), ElementsAre(ElementsAre(1, 2), ElementsAre(3, 4)));
  EXPECT_EQ(data.line_of(1), 4);
  EXPECT_EQ(data.form.table->columns[1].name, "a.1");
  EXPECT_THAT(dense(read_for(data, "y;a.1;a\n0;2;1\n").rows.x), ElementsAre(ElementsAre(1, 2)));
  EXPECT_THAT(dense(read_for(data, "a;y;a\n1;0;2\n").rows.x), ElementsAre(ElementsAre(1, 2)));
}

TEST_F(Table, HasOtherTextsForMissingValuesWhereTheUserSaysSo) {
  const std::string text = "a,c,y\n1,p,0\n-,q,1\n5,unknown,0\n";
  EXPECT_THAT(refusal_of("1,0\n2,1\n3,0\n4,1\n5,0\n6,1\n7,0\n8,1\n9,0\n-,1\n"),
              AllOf(HasSubstr("column 1 is \"-\""), HasSubstr("--missing-text")));
  TableHints hints{.missing = Missing::mean, .missing_texts = {"-", "unknown"}};
  const UserData data = read(text, hints);
  EXPECT_THAT(dense(data.rows.x),
              ElementsAre(ElementsAre(1, 1, 0), ElementsAre(3, 0, 1), ElementsAre(5, 0, 0)));
  EXPECT_THAT(dense(read_for(data, "a,c,y\n-,unknown,1\n").rows.x), ElementsAre(ElementsAre(3, 0, 0)));
  EXPECT_EQ(parse_input_form(StrictObject(to_json(data.form), "x"), 3), data.form);
  hints.missing = Missing::refuse;
  EXPECT_THAT(refusal_of(text, hints), HasSubstr("data:3: column 1 (\"a\") has no value"));
  for (const char* none : {"<NA>", "#N/A", "-nan"})
    EXPECT_THAT(refusal_of("1,0\n" + std::string(none) + ",1\n"), HasSubstr("has no value")) << none;
}

TEST_F(Table, OfTextsThatAreNotUtf8OrOfUnitsSaysWhatToDo) {
  EXPECT_THAT(refusal_of("gr\xf6\xdf"
                         "e,y\n1,0\n2,1\n"),
              HasSubstr("iconv -f ISO-8859-1"));
  EXPECT_THAT(refusal_of("a,s\xfc"
                         "d\nb,nord\na,nord\n"),
              HasSubstr("iconv -f ISO-8859-1"));
  EXPECT_THAT(read("gr\xc3\xb6\xc3\x9f"
                   "e,y\n1,0\n2,1\n")
                  .form.table->columns[0]
                  .name,
              "gr\xc3\xb6\xc3\x9f"
              "e");
  EXPECT_THAT(refusal_of("gr\xc3\xb6\xc3\x9f"
                         "e,y\n1,0\n2,1\n",
                         {.label = "z"}),
              HasSubstr("gr\xc3\xb6\xc3\x9f"
                        "e"));
  EXPECT_THAT(refusal_of("4,1\n1,0\n2,1\n3,0\n9,1\n8,0\n7,1\n6,0\n5,1\nn\xc3\xb6,0\n"),
              HasSubstr("column 1 is \"n\xc3\xb6\""));
  for (const char* text : {"1.3%,0\n2.5%,1\n", "\"$1,260.00\",0\n$5,1\n", "7\u20ac,0\n8\u20ac,1\n"})
    EXPECT_THAT(refusal_of(text), HasSubstr("without a unit")) << text;
}

// Names that pandas makes of columns without: 0, 1, ... A row of the same numbers among others like it stays
// one.
TEST_F(Table, FindsTheNumbersOfColumnsInItsFirstLine) {
  const UserData data = read("0,1,2\n0.5,2.5,1\n1.5,0.5,0\n");
  EXPECT_EQ(data.rows.x.size(), 2);
  EXPECT_THAT(data.notices, testing::Contains(HasSubstr("the first line has the names")));
  EXPECT_EQ(read(",0,1\n0,2.5,1\n1,0.5,0\n").rows.x.size(), 2) << "with an index";
  EXPECT_EQ(read("0,1,2\n2,1,0\n1,1,2\n").rows.x.size(), 3);
  EXPECT_EQ(read("0,1\n2.5,0\n").rows.x.size(), 2) << "too few to tell";
  EXPECT_EQ(read("0,1,2\n0.5,2.5,1\n1.5,0.5,0\n", {.header = false}).rows.x.size(), 3);
}

// pandas' names of columns without, years and wavelengths are names where a text stands among them.
TEST_F(Table, FindsNamesThatAreNumbersBesideOnesThatAreNot) {
  for (const char* names : {"0,1,2,label", ",0,1,2,label", "2001,2003,2002,label", "400.5,402.5,404.5,y"}) {
    const bool has_index = names[0] == ',';
    const UserData data = read(std::string(names) + (has_index ? "\n0,0.5,2.5,3,1\n1,1.5,0.5,4,0\n"
                                                               : "\n0.5,2.5,3,1\n1.5,0.5,4,0\n"));
    EXPECT_THAT(dense(data.rows.x), ElementsAre(ElementsAre(0.5f, 2.5f, 3), ElementsAre(1.5f, 0.5f, 4)))
        << names;
    EXPECT_THAT(data.rows.y, ElementsAre(1, 0)) << names;
    EXPECT_THAT(data.notices, testing::Contains(HasSubstr("the first line has the names"))) << names;
  }
  EXPECT_THAT(read("0,1,label\n0.5,2.5,1.25\n1.5,0.5,0.5\n", {}, Task::regression).rows.y,
              ElementsAre(1.25f, 0.5f));
  const std::string of_texts = "1,2,3,no\n0.5,3.5,4,yes\n0.5,2.5,4,no\n1,3,4,yes\n1,3,4,no\n2,3,4,yes\n";
  for (const char* names : {"0,1,2,y\n", "2001,2002,2005,y\n", "400.5,402.5,404.5,y\n"})
    EXPECT_THAT(read(names + of_texts).form.classes(), ElementsAre("no", "yes")) << names;
  EXPECT_EQ(read(of_texts).rows.x.size(), 6) << "a row, whose text comes again";
}

TEST_F(Table, TakesNoValueInItsFirstRowForAName) {
  for (const char* value : {"inf", "true", "-", ".", "12 345", "5%", "1.234,5", "unknown"})
    EXPECT_THAT(refusal_of("1,\"" + std::string(value) + "\"\n1,7\n3,8\n", {.missing_texts = {"unknown"}},
                           Task::regression),
                Not(HasSubstr("none")))
        << value;
  EXPECT_THAT(refusal_of("1,1,x\n2,5,7\n3,6,8\n", {}, Task::regression),
              AllOf(HasSubstr("data:1:"), HasSubstr("--header says that the first line has names")));
  EXPECT_THAT(refusal_of("1,x\n2,y\n3,x\n", {}, Task::regression), Not(HasSubstr("--header")));
  EXPECT_THAT(refusal_of(",5,9\n7,1,0\n8,2,1\n"), AllOf(HasSubstr("data:1:"), HasSubstr("--header says")));
  EXPECT_EQ(read(",5,9\n7,1,0\n8,2,1\n", {.header = true}).rows.x.size(), 2);
}

// Rows of numbers are no names of the model's columns, though these are numbers.
TEST_F(Table, IsReadForAModelWhoseNamesAreNumbers) {
  const UserData training = read("0,1,2,label\n0.5,2.5,3,1\n1.5,0.5,4,0\n");
  EXPECT_THAT(dense(read_for(training, "2,label,0,1\n3,1,0.5,2.5\n").rows.x),
              ElementsAre(ElementsAre(0.5f, 2.5f, 3)));
  EXPECT_THAT(dense(read_for(training, "1,2,1,0\n").rows.x), ElementsAre(ElementsAre(1, 2, 1)));
}

// An index in any order, of rows that were drawn or split, and one that was saved again.
TEST_F(Table, LeavesOutPandasIndexAndSaysSo) {
  for (const char* text :
       {",a,y\n0,5,1\n2,6,0\n4,7,1\n", ",a,y\n13,5,1\n11,6,0\n2,7,1\n", ",a,y\n13,5,1\n2,6,0\n2,7,1\n",
        ",a,y\nu1,5,1\nu2,6,0\nu3,7,1\n", "Unnamed: 0,a,y\n0,5,1\n1,6,0\n2,7,1\n",
        ",Unnamed: 0,a,y\n0,0,5,1\n1,1,6,0\n2,2,7,1\n",
        "Unnamed: 0.1,Unnamed: 0,a,y\n0,0,5,1\n1,3,6,0\n2,1,7,1\n",
        "a,Unnamed: 0,y\n5,1,1\n6,2,0\n7,0,1\n"}) {
    const UserData data = read(text);
    EXPECT_THAT(dense(data.rows.x), ElementsAre(ElementsAre(5), ElementsAre(6), ElementsAre(7))) << text;
    EXPECT_THAT(data.notices,
                testing::Contains(AllOf(HasSubstr("s the rows and is left out"), HasSubstr("Unnamed: 0"))))
        << text;
    EXPECT_THAT(dense(read_for(data, "a,y\n5,1\n").rows.x), ElementsAre(ElementsAre(5))) << text;
    EXPECT_THAT(dense(read_for(data, ",a\n9,5\n").rows.x), ElementsAre(ElementsAre(5))) << text;
  }
  EXPECT_THAT(read("Unnamed: 0,a\n2,5\n0,6\n1,7\n", {.label = "Unnamed: 0"}).rows.y, ElementsAre(2, 0, 1))
      << "the user's word counts";
  EXPECT_EQ(read(",a,y\n0,5,1\n0,6,0\n0,7,1\n1,8,0\n1,9,1\n").rows.x.d, 2) << "it numbers no rows";
}

TEST_F(Table, CallsColumnsWithoutANameByTheirPlace) {
  const UserData data = read("a,,c,y\n1,1.5,2,1\n3,2.5,4,0\n");
  EXPECT_EQ(data.form.table->columns[1].name, "Unnamed: 1");
  EXPECT_THAT(data.notices, testing::Contains(HasSubstr("--ignore \"Unnamed: 1\"")));
  EXPECT_THAT(dense(data.rows.x), ElementsAre(ElementsAre(1, 1.5f, 2), ElementsAre(3, 2.5f, 4)));
  EXPECT_THAT(dense(read_for(data, "a,,c\n1,1.5,2\n").rows.x), ElementsAre(ElementsAre(1, 1.5f, 2)));
  EXPECT_EQ(read("a,,c,y\n1,1.5,2,1\n", {.types = {{"Unnamed: 1", TableColumn::Type::ignored}}}).rows.x.d, 2);
  EXPECT_THAT(refusal_for(data, "a,c\n1,2\n"), HasSubstr("\"Unnamed: 1\" is missing"));
}

// Below names without a separator at their end.
TEST_F(Table, MayHaveASeparatorAtTheEndOfEachRow) {
  const std::string rows = "1,2,0,\n3,4,1,\n";
  for (const TableHints& hints : {TableHints{}, TableHints{.label = "y"}}) {
    const UserData data = read("a,b,y\n" + rows, hints);
    EXPECT_THAT(dense(data.rows.x), ElementsAre(ElementsAre(1, 2), ElementsAre(3, 4)));
    EXPECT_THAT(data.rows.y, ElementsAre(0, 1));
    EXPECT_THAT(dense(read_for(data, "a,b,y\n" + rows).rows.x),
                ElementsAre(ElementsAre(1, 2), ElementsAre(3, 4)));
    EXPECT_THAT(dense(read_for(data, "b,a\n2,1\n").rows.x), ElementsAre(ElementsAre(1, 2)));
  }
}

// As competitions and Weka's users write rows whose labels are not known.
TEST_F(Table, IsReadForAModelThoughItsLabelsAreMissing) {
  for (const Missing missing : {Missing::refuse, Missing::drop}) {
    const UserData training = read("a,y\n1,no\n2,yes\n", {.missing = missing});
    for (const char* none : {"?", "", "NA"}) {
      const UserData data = read_for(training, "a,y\n5," + std::string(none) + "\n6," + none + "\n");
      EXPECT_THAT(dense(data.rows.x), ElementsAre(ElementsAre(5), ElementsAre(6)));
      EXPECT_FALSE(data.has_labels());
      EXPECT_THAT(data.notices, testing::Contains(HasSubstr("has none in any row")));
    }
  }
  const UserData training = read("a,y\n1,no\n2,yes\n");
  const std::string some = "a,y\n5,no\n6,?\n";
  EXPECT_THAT(refusal_for(training, some),
              AllOf(HasSubstr("new:3:"), HasSubstr("--missing drop"), HasSubstr("--label none")));
  EXPECT_EQ(read_for(training, some, {.table = {.missing = Missing::drop}}).rows.y.size(), 1u);
  EXPECT_EQ(read_for(training, some, {.table = {.label = "none"}}).rows.x.size(), 2);
  EXPECT_THAT(refusal_for(training, "a,y\n?,no\n,yes\n", {.table = {.missing = Missing::drop}}),
              HasSubstr("every row has a missing value"));
  EXPECT_THAT(refusal_of("a,b,y\n1,2,?\n3,4,?\n"),
              AllOf(HasSubstr("column 3 (\"y\") is missing, as in every row"), HasSubstr("--label")));
}

// What is advised is an option of the command that reads rows for a model, and does what it says.
TEST_F(Table, ForAModelSaysWhatItsReaderHas) {
  const UserData training = read("a;y\n1.5;0\n2;1\n");
  EXPECT_THAT(refusal_for(training, "a;y\n-;0\n"),
              AllOf(Not(HasSubstr("--category")), Not(HasSubstr("--ignore")), HasSubstr("--missing-text")));
  EXPECT_THAT(refusal_for(training, "a;y\n-;0\n", {.table = {.missing_texts = {"-"}}}),
              HasSubstr("--missing mean"));
  EXPECT_THAT(refusal_for(training, "a;y\n1.081,5;0\n"), HasSubstr("--decimal , and --thousands . say"));
  EXPECT_THAT(
      read_for(training, "a;y\n1.081,5;0\n", {.table = {.decimal = ',', .thousands = '.'}}).rows.x.value,
      ElementsAre(1081.5f));
}

TEST_F(Table, IsPartedWhereItsNumbersHaveDecimalCommasAndThousands) {
  const auto table = [](const std::string& sign) {
    return "a;b;c;y\n-699,75;402;green;-1" + sign + "900,50\n1" + sign + "081,25;603;green;1" + sign +
           "058,50\n-991,75;873;blue;-4" + sign + "897,50\n";
  };
  for (const auto& [sign, option] :
       {std::pair(".", "--thousands . say"), std::pair(" ", "--thousands \" \" say"),
        std::pair("\u202f", "--thousands \" \" say")}) {
    EXPECT_THAT(refusal_of(table(sign), {}, Task::regression),
                AllOf(HasSubstr("data:3: column 1 (\"a\")"), HasSubstr(option)));
    const UserData data =
        read(table(sign), {.decimal = ',', .thousands = *sign == '.' ? '.' : ' '}, Task::regression);
    EXPECT_THAT(data.rows.y, ElementsAre(-1900.5f, 1058.5f, -4897.5f)) << sign;
    EXPECT_EQ(data.rows.x.d, 4) << sign;
  }
  EXPECT_THAT(dense(read("a b\tc y\n1.5  402\tp \t 0\n2.5 603\tq \t1\n").rows.x),
              ElementsAre(ElementsAre(1.5f, 402, 1, 0), ElementsAre(2.5f, 603, 0, 1)))
      << "blanks and tabs";
}

TEST_F(Table, ThatNamesItsColumnsAgainIsToldSo) {
  EXPECT_THAT(
      refusal_of("a,b,y\n1,2,0\n3,4,1\n1,4,1\n2,4,0\n3,3,1\n2,1,1\n5,4,0\n6,4,1\n7,4,0\na,b,y\n3,4,1\n"),
      AllOf(HasSubstr("data:11:"), HasSubstr("names the columns again")));
}

TEST_F(Table, SaysWhatATextAmongManyNumbersMayBe) {
  std::string rows;
  for (int i = 0; i < 40; ++i)
    rows += (i % 5 == 2 ? std::string(".") : std::to_string(i) + ".5") + "," + std::to_string(i % 2) + "\n";
  EXPECT_THAT(refusal_of(rows), AllOf(HasSubstr("\".\""), HasSubstr("--missing-text")));
  EXPECT_THAT(refusal_of("\u2212886.9,1\n12.5,0\n"),
              AllOf(HasSubstr("not those of ASCII"), HasSubstr("\"-886.9\"")));
  EXPECT_THAT(refusal_of("912\u00a0068;1\n12;0\n"), HasSubstr("expected \"912 068\""));
  EXPECT_THAT(refusal_of("made in 2024\na,b,y\n1,2,1\n2,1,0\n"),
              AllOf(HasSubstr("data:1:"), HasSubstr("tail -n +2")));
  EXPECT_THAT(refusal_of("a:b:y\n1:2:1\n"), HasSubstr("--separator"));
}

TEST_F(Table, SchemaIsKeptAsItWas) {
  const InputForm form =
      read("a;color;flag;y\n1,5;red;true;no\n2;blue;false;yes\n;red;true;no\n", {.missing = Missing::mean})
          .form;
  const Json json = to_json(form);
  EXPECT_EQ(parse_input_form(StrictObject(json, "x"), 4), form);
  EXPECT_THAT(message_of<InputError>([&] { parse_input_form(StrictObject(json, "x"), 5); }),
              HasSubstr("5 features"));
}

}  // namespace
}  // namespace sketchbench
