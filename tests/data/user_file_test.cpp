// Files of the user's own, whose format their first bytes tell.
#include <sketchbench/data/read/user_file.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "data/data_files.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using testing_support::message_of;

class UserFile : public DataFiles {
 protected:
  UserData read_as(std::string_view content, const UserFormat& format = {}, Index columns = 0,
                   Task task = Task::classification) const {
    return read_user_file(write("data", content), format, task, columns);
  }
  std::string refusal_of(std::string_view content, const UserFormat& format = {}, Index columns = 0) const {
    return message_of<InputError>([&] { read_as(content, format, columns); });
  }
};

TEST_F(UserFile, IsReadAsItsFirstBytesTell) {
  const UserData libsvm = read_as("3 1:1 4:2\n-1 2:5\n");
  EXPECT_EQ(libsvm.rows.x.d, 4);
  EXPECT_THAT(libsvm.rows.y, ElementsAre(3, -1));
  EXPECT_EQ(libsvm.line_of(1), 2);
  for (const char* text : {"1,2,3\n4,0,6\n", "1;2;3\n4;0;6\n", "1\t2\t3\n4\t0\t6\n", "1|2|3\n4|0|6\n"}) {
    const UserData table = read_as(text);
    EXPECT_EQ(table.rows.x.d, 2) << text;
    EXPECT_THAT(table.rows.y, ElementsAre(3, 6)) << text;
    EXPECT_THAT(table.rows.x.value, ElementsAre(1, 2, 4)) << text;
  }
  EXPECT_EQ(read_as("3\t1:1\t4:2\n").rows.x.d, 4) << "tabs stand in LIBSVM files as well";
  for (const std::string& packed : {Packer::gzip("1,2,3\n"), Packer::bzip2("1,2,3\n"), Packer::xz("1,2,3\n")})
    EXPECT_THAT(read_as(packed).rows.y, ElementsAre(3));
}

// Without a sign that is known for a separator, a line looks like a label alone in LIBSVM's form.
TEST_F(UserFile, IsATableWhereASeparatorIsGiven) {
  for (const char separator : {'^', '~', '\x01'}) {
    std::string text = "3^1^yes\n4^2^no\n";
    std::ranges::replace(text, '^', separator);
    const UserData table = read_as(text, {.table = {.separator = separator}});
    EXPECT_THAT(dense(table.rows.x), ElementsAre(ElementsAre(3, 1), ElementsAre(4, 2))) << text;
    EXPECT_THAT(table.rows.y, ElementsAre(1, 0));
  }
  const UserData arff = read_as("@relation r\n@attribute a numeric\n@attribute y {0,1}\n@data\n3,1\n",
                                {.table = {.separator = ','}});
  EXPECT_EQ(arff.format.kind, FileFormat::Kind::arff);
}

// Files of the UCI repository and of OpenML begin with a description.
TEST_F(UserFile, MayBeginWithMoreCommentsThanAreLookedAtFirst) {
  const auto comments = [](const std::string& sign) {
    std::string text;
    for (int i = 0; i < 3000; ++i) text += fmt::format("{} line {}, of a long description\n", sign, i);
    return text;
  };
  const UserData arff = read_as(
      comments("%") + "\n @relation r\n@attribute a numeric\n@attribute y {no,yes}\n@data\n3,yes\n4,no\n");
  EXPECT_THAT(arff.rows.y, ElementsAre(1, 0));
  EXPECT_EQ(arff.line_of(0), 3006);
  for (const char* sign : {"#", "%"}) {
    const UserData table = read_as(comments(sign) + "a,b,y\n3,x,7\n4,z,8\n");
    EXPECT_THAT(dense(table.rows.x), ElementsAre(ElementsAre(3, 1, 0), ElementsAre(4, 0, 1))) << sign;
    EXPECT_EQ(table.line_of(1), 3003);
  }
  EXPECT_THAT(read_as(comments("#") + "3 1:1 4:2\n-1 2:5\n").rows.y, ElementsAre(3, -1));
  EXPECT_THAT(read_as("# " + std::string(100'000, 'x') + "\n3 1:1\n").rows.y, ElementsAre(3));
  EXPECT_THAT(read_as("#a,1,7\n#b,2,8\n#a,4,9\n" + std::string(70'000, '\n')).rows.y, ElementsAre(7, 8, 9))
      << "rows may begin with the sign";
}

TEST_F(UserFile, NamesBothSignsOfANumberThatIsWrittenWithTwo) {
  EXPECT_THAT(refusal_of("1;1.234,5;a\n2;10.000,25;b\n"), HasSubstr("--decimal , and --thousands . say"));
  EXPECT_THAT(refusal_of("1;1,234.5;a\n2;10,000.25;b\n"), HasSubstr("--decimal . and --thousands , say"));
  const UserData rows =
      read_as("1;1.234,5;a\n2;10.000,25;b\n", {.table = {.decimal = ',', .thousands = '.'}});
  EXPECT_THAT(rows.rows.x.value, ElementsAre(1, 1234.5f, 2, 10000.25f));
}

/// Rows 1600000000, 1600000001, ... in the second of three columns, and the same in words for LIBSVM.
std::string rows_of_times(std::string_view format) {
  std::string rows;
  for (int i = 0; i < 200; ++i) rows += fmt::format(fmt::runtime(format), i, 1'600'000'000 + i) + '\n';
  return rows;
}

// 128 is the distance of neighbouring floats there, 57.7 the standard deviation: uniform rounding has 37.
TEST_F(UserFile, WarnsOfWhatSinglePrecisionLoses) {
  const auto notices_of = [&](const std::string& content, Task task, const UserFormat& format = {}) {
    return fmt::format("{}", fmt::join(read_as(content, format, 0, task).notices, " "));
  };
  EXPECT_THAT(notices_of("a,time,y\n" + rows_of_times("{0},{1},{0}"), Task::regression),
              AllOf(HasSubstr("column 2 (\"time\") by 6"), HasSubstr(" % of the standard deviation"),
                    HasSubstr("subtract a constant such as 1600000000"), Not(HasSubstr("targets"))));
  const UserData targets = read_as(rows_of_times("{0},{0},{1}"), {}, 0, Task::regression);
  EXPECT_THAT(fmt::format("{}", fmt::join(targets.notices, " ")),
              AllOf(HasSubstr("the targets by 6"), HasSubstr("add it to what is predicted"),
                    Not(HasSubstr("column"))));
  EXPECT_EQ(targets.findings.targets.at(3), 1'600'000'003);
  EXPECT_THAT(notices_of(rows_of_times("{1} 1:{0}"), Task::regression), HasSubstr("the targets by 6"));
  EXPECT_THAT(notices_of(rows_of_times("{0};{1},5;{0}"), Task::regression, {.table = {.decimal = ','}}),
              HasSubstr("column 2 by 6"));
  // Numbers that are what they were, that are all alike, and that are spread widely.
  EXPECT_EQ(
      notices_of("1999,0.1,0.123456789\n2000,0.1,0.987654321\n2001,0.1,0.5555555555\n", Task::regression),
      "");
  EXPECT_EQ(notices_of("16000000,1\n16000001,2\n16000003,3\n", Task::regression), "");
}

TEST_F(UserFile, ThatIsJsonIsNamed) {
  for (const char* text : {"{\"a\": 1, \"y\": 2}\n{\"a\": 2, \"y\": 1}\n", " [\n {\"a\": 1}]\n",
                           "[[1, 2],\n [3, 4]]\n", "[1, 2, 3]\n"})
    EXPECT_THAT(refusal_of(text), AllOf(HasSubstr("is JSON"), HasSubstr("pandas.read_json"))) << text;
}

TEST_F(UserFile, OfColumnsIsReadAsTheUserSays) {
  const UserData first = read_as("y,a,b\n7,1,2\n", {.table = {.label = "first", .header = true}});
  EXPECT_THAT(first.rows.y, ElementsAre(7));
  EXPECT_EQ(first.line_of(0), 2);
  EXPECT_THAT(read_as("1,7,2\n", {.table = {.label = "2"}}).rows.y, ElementsAre(7));
  EXPECT_THAT(read_as("a,b,c\n1,7,2\n", {.table = {.label = "b"}}).rows.y, ElementsAre(7));
  const UserData none = read_as("1,7,2\n", {.table = {.label = "none"}});
  EXPECT_FALSE(none.has_labels());
  EXPECT_EQ(none.rows.x.d, 3);
  EXPECT_THAT(read_as("1 7 2\n", {.kind = FileFormat::Kind::delimited, .table = {.separator = ' '}}).rows.y,
              ElementsAre(2));
}

TEST_F(UserFile, OfImagesHasItsLabelsInAnother) {
  const std::string images("\0\0\x08\x03\0\0\0\x02\0\0\0\x01\0\0\0\x02\x01\x02\x03\x04", 20),
      labels("\0\0\x08\x01\0\0\0\x02\x05\x06", 10), one("\0\0\x08\x01\0\0\0\x01\x05", 9);
  const UserData data = read_as(images, {.labels = write("labels", labels)});
  EXPECT_EQ(data.rows.x.d, 2);
  EXPECT_THAT(data.rows.y, ElementsAre(5, 6));
  EXPECT_EQ(data.line_of(1), 0);
  EXPECT_FALSE(read_as(images).has_labels());
  EXPECT_THAT(refusal_of(images, {.labels = write("one", one)}),
              AllOf(HasSubstr("one:"), HasSubstr("expected 2")));
  EXPECT_THAT(refusal_of("1 1:1\n", {.labels = write("labels", labels)}), HasSubstr("IDX"));
}

/// As numpy.save writes it: version 1.0, with a header that ends at a multiple of 64.
std::string npy(const std::string& type, const std::string& shape, const std::string& values,
                bool by_columns = false) {
  std::string header = "{'descr': '" + type + "', 'fortran_order': " + (by_columns ? "True" : "False") +
                       ", 'shape': " + shape + ", }";
  header.resize(117, ' ');
  return std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + "\n" + values;
}

TEST_F(UserFile, OfNumPyArraysIsRead) {
  const std::string four("\x01\x00\x00\x02", 4), two("\x00\x01", 2);
  const auto X = Packer::Member("X.npy", npy("|u1", "(2, 2)", four));
  const auto y = Packer::Member("y.npy", npy("|u1", "(2,)", two));
  const auto w = Packer::Member("w.npy", npy("|u1", "(2,)", std::string("\x07\x09", 2)));
  const auto read_npz = [&](const std::vector<Packer::Member>& arrays, const UserFormat& format = {}) {
    return read_as(Packer::zip(arrays), format);
  };
  const UserData rows = read_npz({X, y});
  EXPECT_THAT(dense(rows.rows.x), ElementsAre(ElementsAre(1, 0), ElementsAre(0, 2)));
  EXPECT_THAT(rows.rows.y, ElementsAre(0, 1));
  EXPECT_THAT(read_npz({X, y, w}).rows.y, ElementsAre(0, 1)) << "y by its name";
  EXPECT_THAT(read_npz({X, y, w}, {.table = {.label = "w"}}).rows.y, ElementsAre(7, 9));
  EXPECT_FALSE(read_npz({X, y, w}, {.table = {.label = "none"}}).has_labels());
  EXPECT_FALSE(read_npz({X}).has_labels());
  const UserData last = read_npz({X}, {.table = {.label = "last"}});
  EXPECT_THAT(dense(last.rows.x), ElementsAre(ElementsAre(1), ElementsAre(0)));
  EXPECT_THAT(last.rows.y, ElementsAre(0, 2));
  const auto v = Packer::Member("v.npy", w.second);
  EXPECT_THAT(refusal_of(Packer::zip({X, v, w})), HasSubstr("X (2 x 2), v (2), w (2): --label NAME"));
  EXPECT_THAT(refusal_of(Packer::zip({X, {"Z.npy", X.second}})), HasSubstr("expected one matrix of rows"));
  EXPECT_THAT(refusal_of(Packer::zip({X, y}), {.table = {.label = "z"}}), HasSubstr("--label z"));
  EXPECT_THAT(refusal_of(Packer::zip({{"X.npy", X.second.substr(0, 40)}})),
              HasSubstr("X.npy: the array's header is cut short"));
}

// As precise as of a .npy: which array, why not, and what makes one that is read.
TEST_F(UserFile, OfNumPyArraysThatAreNoRowsIsRefusedWithTheReason) {
  const auto array = [](const char* name, const char* type, const char* shape, std::size_t bytes) {
    return Packer::Member(name, npy(type, shape, std::string(bytes, '\1')));
  };
  const auto y = array("y.npy", "|u1", "(2,)", 2);
  const auto refusal = [&](const Packer::Member& X) { return refusal_of(Packer::zip({X, y})); };
  EXPECT_THAT(refusal(array("X.npy", "<f16", "(2, 2)", 64)),
              AllOf(HasSubstr("X: the array's values are \"'<f16'\""), HasSubstr("array.astype(float)")));
  EXPECT_THAT(refusal(array("X.npy", "<c16", "(2, 2)", 64)),
              HasSubstr("numpy.hstack([array.real, array.imag])"));
  EXPECT_THAT(refusal(array("X.npy", "|O", "(2, 2)", 9)), HasSubstr("array.astype(float)"));
  EXPECT_THAT(refusal(array("X.npy", "|u1", "(2, 2, 1)", 4)),
              AllOf(HasSubstr("X: the array has the shape"), HasSubstr("array.reshape(len(array), -1)")));
  EXPECT_THAT(refusal(array("X.npy", "|u1", "(2,)", 2)), HasSubstr("X.reshape(-1, 1)"));
  const UserData column = read_as(Packer::zip({array("X.npy", "|u1", "(2, 1)", 2), y}));
  EXPECT_THAT(dense(column.rows.x), ElementsAre(ElementsAre(1), ElementsAre(1)));
  EXPECT_THAT(column.rows.y, ElementsAre(1, 1));

  const auto X = array("X.npy", "|u1", "(2, 2)", 4);
  for (const auto& others : {std::vector<Packer::Member>{}, {array("id.npy", "|u1", "(2,)", 2)}}) {
    std::vector<Packer::Member> members = {X, array("y.npy", "|u1", "(3,)", 3)};
    members.insert(members.end(), others.begin(), others.end());
    EXPECT_THAT(refusal_of(Packer::zip(members)),
                AllOf(HasSubstr("/y: 3 x 1 labels, expected 2"), HasSubstr("one for each row of")));
  }
  EXPECT_THAT(refusal_of(Packer::zip({X, array("y.npy", "|u1", "(2, 3)", 6)})),
              HasSubstr("/y: 2 x 3 labels"));
  const std::string texts = Packer::zip({X, array("y.npy", "<U2", "(2,)", 16)});
  EXPECT_THAT(read_as(texts).notices,
              ElementsAre(AllOf(HasSubstr("y: the array's values are"), HasSubstr("return_inverse"))));
  EXPECT_THAT(refusal_of(texts, {.table = {.label = "y"}}),
              AllOf(HasSubstr("/y: "), HasSubstr("return_inverse")));
}

TEST_F(UserFile, OfSciPysSparseRowsIsRead) {
  // scipy.sparse.csr_matrix([[0, 0, 5], [0, 0, 0], [6, 7, 0]]), with the last row's columns in disorder.
  const auto sparse = [](const std::string& indices, const std::string& indptr, const std::string& format) {
    return Packer::zip({{"data.npy", npy("|u1", "(3,)", "\x05\x07\x06")},
                        {"indices.npy", npy("|u1", "(3,)", indices)},
                        {"indptr.npy", npy("|u1", "(4,)", indptr)},
                        {"shape.npy", npy("|u1", "(2,)", "\x03\x03")},
                        {"format.npy", npy("|S3", "()", format)}});
  };
  const std::string indices("\x02\x01\x00", 3), indptr("\x00\x01\x01\x03", 4);
  const UserData rows = read_as(sparse(indices, indptr, "csr"),
                                {.labels = write("labels", npy("|u1", "(3,)", std::string("\1\0\1", 3)))});
  EXPECT_THAT(dense(rows.rows.x),
              ElementsAre(ElementsAre(0, 0, 5), ElementsAre(0, 0, 0), ElementsAre(6, 7, 0)));
  EXPECT_THAT(rows.rows.y, ElementsAre(1, 0, 1));
  EXPECT_THAT(refusal_of(sparse(indices, indptr, "csc")), AllOf(HasSubstr("\"csc\""), HasSubstr("tocsr()")));
  EXPECT_THAT(refusal_of(sparse("\x03\x01\x01", indptr, "csr")), HasSubstr("row 1"));
  EXPECT_THAT(refusal_of(sparse("\x02\x01\x01", indptr, "csr")), HasSubstr("row 3"));
  EXPECT_THAT(refusal_of(sparse(indices, std::string("\x00\x01\x01\x02", 4), "csr")),
              HasSubstr("do not fit"));
  const std::string without =
      Packer::zip({{"shape.npy", npy("|u1", "(2,)", "\x03\x03")}, {"format.npy", npy("|S3", "()", "csr")}});
  EXPECT_THAT(refusal_of(without), HasSubstr("no array indptr"));

  // 1600000001, ... 1600000100 in the second of two columns.
  std::string times, offsets(1, '\0');
  for (char i = 1; i <= 100; ++i) {
    times += std::string{i, '\x10', '\x5e', '\x5f'};
    offsets += i;
  }
  EXPECT_THAT(read_as(Packer::zip({{"data.npy", npy("<u4", "(100,)", times)},
                                   {"indices.npy", npy("|u1", "(100,)", std::string(100, '\1'))},
                                   {"indptr.npy", npy("|u1", "(101,)", offsets)},
                                   {"shape.npy", npy("|u1", "(2,)", "\x64\x02")},
                                   {"format.npy", npy("|S3", "()", "csr")}}))
                  .notices,
              ElementsAre(HasSubstr("single precision rounds column 2 by ")));
}

TEST_F(UserFile, OfNumPyIsRead) {
  const std::string values("\x01\x02\x00\x04\x05\xff", 6);
  const UserData rows =
      read_as(npy("|i1", "(2, 3)", values),
              {.labels = write("labels", npy("<i2", "(2,)", std::string("\x07\x00\xff\xff", 4)))});
  EXPECT_THAT(dense(rows.rows.x), ElementsAre(ElementsAre(1, 2, 0), ElementsAre(4, 5, -1)));
  EXPECT_THAT(rows.rows.y, ElementsAre(7, -1));
  EXPECT_FALSE(read_as(npy("|u1", "(2, 3)", values)).has_labels());
  const UserData last = read_as(npy("|u1", "(2, 3)", values, true), {.table = {.label = "last"}});
  EXPECT_THAT(dense(last.rows.x), ElementsAre(ElementsAre(1, 0), ElementsAre(2, 4)));
  EXPECT_THAT(last.rows.y, ElementsAre(5, 255));
  EXPECT_THAT(read_as(npy(">f4", "(1, 1)", std::string("\x40\x20\x00\x00", 4))).rows.x.value,
              ElementsAre(2.5f));
  EXPECT_THAT(read_as(npy("<f8", "(1, 1)", std::string("\0\0\0\0\0\0\x04\x40", 8))).rows.x.value,
              ElementsAre(2.5f));
  EXPECT_THAT(refusal_of(npy("<f4", "(1, 1)", std::string("\0\0\xc0\x7f", 4))),
              HasSubstr("row 1, column 1 is nan"));
  EXPECT_THAT(refusal_of(npy("|i1", "(2, 4)", values)), HasSubstr("6 bytes of values"));
  EXPECT_THAT(refusal_of(npy("|i1", "(99999999999, 99999999999)", values)), HasSubstr("6 bytes of values"));
  EXPECT_THAT(refusal_of(npy("|i1", "(1, 2, 3)", values)), HasSubstr("shape"));
  EXPECT_THAT(refusal_of(npy("|i1", "()", values)), HasSubstr("shape"));
  EXPECT_THAT(refusal_of(npy("<c8", "(2, 3)", values)), HasSubstr("\"'<c8'\""));
  EXPECT_THAT(refusal_of(npy("|i1", "(2, 3)", values).substr(0, 40)), HasSubstr("header is cut short"));
}

TEST_F(UserFile, OfNumPyMayHaveHalvesAndSaysWhatMakesNumbers) {
  // 1, -2, 65504, 0.333251953125, 2^-24, 2^-14 as numpy.float16 writes them.
  const std::string halves("\x00\x3c\x00\xc0\xff\x7b\x55\x35\x01\x00\x00\x04", 12);
  EXPECT_THAT(read_as(npy("<f2", "(1, 6)", halves)).rows.x.value,
              ElementsAre(1, -2, 65504, 0.333251953125f, 0x1p-24f, 0x1p-14f));
  EXPECT_THAT(refusal_of(npy("<f2", "(1, 1)", std::string("\x00\x7c", 2))), HasSubstr("is inf"));
  EXPECT_THAT(refusal_of(npy("<f2", "(1, 1)", std::string("\x01\x7e", 2))), HasSubstr("nan_to_num"));
  EXPECT_THAT(refusal_of(npy("<U3", "(1, 1)", std::string(12, '\0'))), HasSubstr("numpy.unique"));
  EXPECT_THAT(refusal_of(npy("[('a', '<f8')]", "(1,)", std::string(8, '\0'))),
              HasSubstr("structured_to_unstructured"));
  EXPECT_THAT(refusal_of(npy("|i1", "(1, 2, 3)", "123456")), HasSubstr("reshape(len(array), -1)"));
}

// The column of the label is where training rows had it, or is not there.
TEST_F(UserFile, OfNumPyIsReadForAModelAsItsTrainingRowsWere) {
  const std::string values("\x01\x02\x00\x04\x05\xff", 6);
  const UserData training = read_as(npy("|i1", "(2, 3)", values), {.table = {.label = "first"}});
  EXPECT_THAT(training.rows.y, ElementsAre(1, 4));
  const auto read_for = [&](const std::string& content) {
    return read_user_file_as(training.form, write("new", content), {}, Task::classification, 2);
  };
  EXPECT_THAT(read_for(npy("|i1", "(2, 3)", values)).rows.y, ElementsAre(1, 4));
  EXPECT_THAT(dense(read_for(npy("|i1", "(2, 3)", values)).rows.x),
              ElementsAre(ElementsAre(2, 0), ElementsAre(5, -1)));
  EXPECT_FALSE(read_for(npy("|i1", "(3, 2)", values)).has_labels());
  EXPECT_THAT(read_for("7,8,9\n").rows.y, ElementsAre(7)) << "a table of the same columns";
}

// What a model takes is known, and what it cannot take is refused with its line.
TEST_F(UserFile, WithMoreColumnsThanThereMayBeIsRefused) {
  EXPECT_EQ(read_as("1 1:1\n", {}, 4).rows.x.d, 4);
  EXPECT_THAT(refusal_of("1 1:1\n1 5:1\n", {}, 4), AllOf(HasSubstr("data:2:"), HasSubstr("expected 1 to 4")));
  EXPECT_THAT(refusal_of("1,2,3,4\n", {}, 2), HasSubstr("data:1:"));
}

TEST_F(UserFile, RefusesOptionsThatItsFormatHasNoUseFor) {
  const UserFormat said[] = {{.table = {.label = "last"}},
                             {.table = {.types = {{"1", TableColumn::Type::ignored}}}},
                             {.table = {.missing = Missing::mean}},
                             {.table = {.decimal = ','}}};
  for (const UserFormat& format : said)
    EXPECT_THAT(refusal_of("1 1:1 2:3\n0 1:2\n", format),
                AllOf(HasSubstr("is for tables of text"), HasSubstr("--format csv")));
  EXPECT_FALSE(read_as("1 1:1 2:3\n0 1:2\n", {.table = {.label = "none"}}).has_labels());
  EXPECT_THAT(refusal_of(npy("|u1", "(1, 2)", "\1\2"), {.table = {.missing = Missing::mean}}),
              HasSubstr("--missing is for tables of text, and this is read as NumPy's arrays"));
  EXPECT_THAT(refusal_of("1,2\n", {.index_from = 0}), HasSubstr("--index-from is for LIBSVM's format"));
  EXPECT_THAT(refusal_of("1 1:0.5 2 :0.5\n0 1:1\n"),
              AllOf(HasSubstr("\"2 :0.5\""), HasSubstr("without blanks before the colon")));
}

// What a file is cut to while it is read can look whole.
TEST_F(UserFile, IsRefusedWhereItChangesWhileItIsRead) {
  std::string rows;
  for (int i = 0; i < 200'000; ++i) rows += "1 1:0.5 2:0.25\n";
  const auto file = write("data", rows);
  const auto read = [&](const auto& meanwhile) {
    bool is_first = true;
    read_data_file(file, {.features = 2}, [&](LabeledMatrix&&) {
      if (std::exchange(is_first, false)) meanwhile();
    });
  };
  read([] {});
  for (const std::size_t size : {std::size_t{15}, rows.size() / 2 / 15 * 15, rows.size() / 2 + 3})
    EXPECT_THAT(message_of<InputError>([&] {
                  write("data", rows);
                  read([&] { std::filesystem::resize_file(file, size); });
                }),
                HasSubstr("the file changed while it was read"))
        << size;
}

// Whole numbers above 2^24 cannot all be told apart as labels; as targets they are rounded.
TEST_F(UserFile, HasLabelsOrTargets) {
  EXPECT_THAT(refusal_of("16777217 1:1\n"), HasSubstr("single precision"));
  EXPECT_THAT(read_as("16777217 1:1\n", {}, 0, Task::regression).rows.y, ElementsAre(16777216));
}

}  // namespace
}  // namespace sketchbench
