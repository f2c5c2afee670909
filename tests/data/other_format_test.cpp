// Files that are not read: what they are is said, and what to make of them.
#include <sketchbench/data/read/other_format.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/data/read/line_reader.hpp>
#include <sketchbench/data/read/user_file.hpp>
#include "data/data_files.hpp"
#include "fuzz/memory_stream.hpp"

namespace sketchbench {
namespace {

using namespace std::string_literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing_support::message_of;

class OtherFormat : public DataFiles {
 protected:
  std::string refusal_of(const std::string& content, const UserFormat& format = {}) const {
    const std::filesystem::path file = write("data", content);
    const std::string message =
        message_of<InputError>([&] { read_user_file(file, format, Task::classification, 0); });
    EXPECT_THAT(message, HasSubstr(file.string()));
    return message;
  }
};

std::string utf16(std::string_view text, bool big_endian) {
  std::string all;
  for (const char c : text) all += big_endian ? std::string{'\0', c} : std::string{c, '\0'};
  return all;
}

/// How files begin, and what they are.
std::vector<std::pair<std::string, std::string>> known_beginnings() {
  return {{"\x89HDF\r\n\x1a\n"s, "an HDF5 file"},
          {"MATLAB 5.0 MAT-file, Platform: GLNXA64"s, "a MATLAB file"},
          {"MATLAB 7.3 MAT-file, Platform: GLNXA64"s, "a MATLAB file"},
          {"PAR1\x15\0"s, "a Parquet file"},
          {"ARROW1\0\0"s, "an Arrow file"},
          {"FEA1\0"s, "a Feather file"},
          {"ORC\x11"s, "an ORC file"},
          {"\x80\4\x95"s, "a Python pickle"},
          {"(lp0\nF0.5\n"s, "a Python pickle"},
          {"cnumpy.core.multiarray\n_reconstruct\n"s, "a Python pickle"},
          {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"s, "a spreadsheet (.xls)"},
          {"RDX3\nX"s, "an R data file"},
          {"SQLite format 3\0"s, "an SQLite database"},
          {"\x28\xb5\x2f\xfd"s, "zstd"},
          {"7z\xbc\xaf\x27\x1c"s, "a 7z archive"},
          {"\xff\xfe" + utf16("1,2\n3,4\n", false), "UTF-16"},
          {"\xfe\xff" + utf16("1,2\n3,4\n", true), "UTF-16"},
          {utf16("1,2,3\n4,5,6\n", false), "UTF-16"},
          {utf16("1,2,3\n4,5,6\n", true), "UTF-16"},
          {"\x89PNG\r\n\x1a\n"s, "a picture"},
          {"<stata_dta><header>"s, "a Stata file"},
          {"$FL2@(#) SPSS DATA FILE"s, "an SPSS file"},
          {std::string(12, '\0') + "\xc2\xea\x81\x60\xb3\x14\x11\xcf\xbd\x92\x08\0"s, "a SAS file"},
          {"CDF\x01\0\0"s, "a netCDF file"},
          {"\xff\xff\xff\xff\x10\0"s, "an Arrow stream"},
          {"SIMPLE  =                    T"s, "a FITS file"},
          {"%%MatrixMarket matrix coordinate real general\n"s, "Matrix Market"},
          {"\x32\0\0\0\0\0\0\0{\"X\":"s, "binary, of a format that is not known"},
          {"\0\0\0\0\x28\0\0\0"s, "binary, of a format that is not known"},
          {"1,2,3\r4,5,6\r"s, "a carriage return alone"},
          {"file.csv" + std::string(249, '\0') + "ustar", "a tar archive"},
          {"<!DOCTYPE html>\n<title>404</title>\n"s, "a web page"}};
}

constexpr char something[] = "\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1";

TEST_F(OtherFormat, IsNamedByItsFirstBytesWithARemedy) {
  const std::string rest = something;
  for (const auto& [start, what] : known_beginnings()) {
    for (const std::string& packed : {start + rest, Packer::gzip(start + rest)})
      EXPECT_THAT(refusal_of(packed),
                  AllOf(HasSubstr("is "), HasSubstr(what), HasSubstr("expected LIBSVM lines, CSV or IDX")))
          << what;
    EXPECT_THAT(refusal_of(start + rest, {.kind = FileFormat::Kind::delimited, .table = {.separator = ','}}),
                HasSubstr(what));
    EXPECT_THAT(refusal_of(start + rest, {.kind = FileFormat::Kind::libsvm}), HasSubstr(what));
  }
  EXPECT_THAT(refusal_of("\x93NUMPY\1\0"s, {.kind = FileFormat::Kind::libsvm}), HasSubstr("numpy.savetxt"));
}

TEST_F(OtherFormat, IsNamedHoweverSmallThePiecesAre) {
  for (const auto& [start, what] : known_beginnings())
    for (const std::size_t piece : {1, 5, 100}) {
      const std::string bytes = start + something;
      fuzz::MemoryStream stream(bytes, piece);
      std::string_view line;
      EXPECT_THAT(message_of<InputError>([&] { LineReader(stream).next(line); }), HasSubstr(what)) << piece;
    }
}

TEST_F(OtherFormat, AColumnsNameIsNoFormat) {
  for (const char* name : {"PAR1", "ORCID", "FEA1", "ARROW1"})
    EXPECT_THAT(read_user_file(write("data", name + ",y\n1,2\n"s), {.table = {.header = true}},
                               Task::classification, 0)
                    .rows.y,
                ElementsAre(2))
        << name;
}

TEST_F(OtherFormat, LinesOfVowpalWabbitAreNamed) {
  for (const char* line : {"1 | a:0.5 b:2\n", "-1 |f height:1.5 old\n", "+1 |f a:1.5 b:2\n",
                           "1 0.5 'id|f a:1 b\n", "|f a:1 b:2\n"})
    EXPECT_THAT(
        message_of<InputError>([&] { read_user_file(write("data", line), {}, Task::classification, 0); }),
        HasSubstr("Vowpal Wabbit's"))
        << line;
  for (const char* table : {"1|2.5|0\n2|1.5|1\n", "1 | b:1 | 0\n2 | b:2 | 1\n", "1 | 12:30\n2 | 12:30\n"})
    EXPECT_EQ(read_user_file(write("data", table), {.table = {.label = "first"}}, Task::classification, 0)
                  .rows.x.size(),
              2)
        << table;
}

TEST_F(OtherFormat, AByteOrderMarkIsSkipped) {
  const std::string mark = "\xef\xbb\xbf";
  const auto labels = [&](const std::string& content) {
    return read_user_file(write("data", content), {}, Task::classification, 0).rows.y;
  };
  EXPECT_THAT(labels(mark + "1,2,3\n4,5,6\n"), ElementsAre(3, 6));
  EXPECT_THAT(labels(mark + "3 1:1\n-1 2:5\n"), ElementsAre(3, -1));
  EXPECT_THAT(labels(Packer::gzip(mark + "1,2,3\n")), ElementsAre(3));
  FileFormat format{.kind = FileFormat::Kind::libsvm, .features = 2, .labels = {1, 2}};
  EXPECT_THAT(read_data_file(write("data", mark + "1 1:1\n2 2:5\n"), format).y, ElementsAre(1, 2));
  const FileFormat table{.kind = FileFormat::Kind::delimited, .features = 1, .labels = {2, 4}};
  EXPECT_THAT(message_of<InputError>([&] { read_data_file(write("data", "1,2\n" + mark + "3,4\n"), table); }),
              HasSubstr("\\xef\\xbb\\xbf3"));
}

TEST_F(OtherFormat, AnArchiveIsNamedByItsFiles) {
  EXPECT_THAT(message_of<InputError>([&] {
                require_zip_of_texts({"X.npy", "y.npy"}, "a.npz");
              }),
              AllOf(HasSubstr("a.npz"), HasSubstr("NumPy arrays (.npz): X.npy, y.npy")));
  EXPECT_THAT(message_of<InputError>([&] {
                require_zip_of_texts({"[Content_Types].xml", "a.xml"}, "a.xlsx");
              }),
              HasSubstr("spreadsheet"));
  EXPECT_NO_THROW(require_zip_of_texts({"a.csv", "b.npy"}, "a.zip"));
}

TEST_F(OtherFormat, NumbersBeyondSinglePrecisionAreToldFromWords) {
  EXPECT_THAT(refusal_of("1,2,3\n1e39,5,6\n"), AllOf(HasSubstr("\"1e39\""), HasSubstr("single precision")));
  EXPECT_THAT(refusal_of("1 1:-1e400\n"), HasSubstr("single precision"));
  EXPECT_THAT(refusal_of("1e39 1:1\n"), HasSubstr("single precision"));
  for (const char* word : {"1,inf,3\n", "1,x,3\n", "1,nan,3\n"})
    EXPECT_THAT(message_of<InputError>([&] {
                  read_data_file(write("data", word),
                                 {.kind = FileFormat::Kind::delimited, .features = 2, .labels = {3}});
                }),
                AllOf(HasSubstr("a finite number"), Not(HasSubstr("single"))));
}

TEST_F(OtherFormat, AHeaderThatIsNotDeclaredIsHintedAt) {
  const auto refusal = [&](const std::string& content, const FileFormat& format) {
    return message_of<InputError>([&] { read_data_file(write("data", content), format); });
  };
  const FileFormat bare = {.kind = FileFormat::Kind::delimited, .features = 2, .labels = {3, 6}};
  FileFormat named = bare, beyond = bare;
  named.header = true;
  beyond.label = FileFormat::Label::column;
  beyond.label_column = 3;
  EXPECT_THAT(refusal("a,b,y\n1,2,3\n", bare), AllOf(HasSubstr("\"a\""), HasSubstr("--header")));
  EXPECT_THAT(refusal("1,2,3\n4,x,6\n", bare), Not(HasSubstr("--header")));
  EXPECT_THAT(refusal("a,b,y\n", named), HasSubstr("empty behind its header"));
  EXPECT_THAT(refusal("", named), HasSubstr("the file is empty"));
  EXPECT_THAT(refusal("1,2,3\n", beyond),
              HasSubstr("column 4 (from 1) is to be the label, the rows have 3 columns"));
}

// Of 268,435,456 labels none need be there: what the headers say is enough.
TEST_F(OtherFormat, ImagesMayHaveThePixelsThatReturnsAre) {
  const std::string images("\0\0\x08\x02\0\0\0\1\0\0\0\3\r\x05\x06", 15), labels("\0\0\x08\x01\0\0\0\1\1", 9);
  const UserData data =
      read_user_file(write("images", images), {.labels = write("labels", labels)}, Task::classification, 0);
  EXPECT_THAT(data.rows.y, testing::ElementsAre(1));
}

TEST_F(OtherFormat, ImagesAndLabelsOfDifferentNumbersAreRefusedByTheirHeaders) {
  const std::string image("\0\0\x08\x03\0\0\0\1\0\0\0\1\0\0\0\1\x05", 17),
      labels("\0\0\x08\x01\x10\0\0\0", 8);
  const std::filesystem::path file = write("images", image);
  EXPECT_THAT(
      message_of<InputError>(
          [&] { read_user_file(file, {.labels = write("labels", labels)}, Task::classification, 0); }),
      AllOf(HasSubstr("labels: 268435456 labels, expected 1, one for each image"), HasSubstr("images")));
}

}  // namespace
}  // namespace sketchbench
