#include <sketchbench/data/stored_rows.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/core/sha256.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/data/catalog.hpp>
#include "data/data_files.hpp"
#include "data/held_rows.hpp"
#include "support/allocations.hpp"
#include "support/environment.hpp"
#include "support/local_paths.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::ElementsAre;
using testing_support::EnvironmentVariable;
using testing_support::held_copy;
using testing_support::local_paths;
using testing_support::TemporaryFolder;

double resident_bytes() {
  double pages = 0, resident = 0, of_files = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident >> of_files;
  return (resident - of_files) * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  return files;
}

TEST(SpilledArray, HoldsTheSameInAFileAsInMemory) {
  const TemporaryFolder folder;
  for (const std::size_t most : {std::size_t{0}, std::size_t{100}, std::size_t{1} << 20}) {
    SpilledArray<std::int64_t> array({.beside = folder / "entry.bin", .most_held = most});
    std::vector<std::int64_t> expected(1000);
    std::iota(expected.begin(), expected.end(), 7);
    for (std::size_t i = 0; i < 500; ++i) array.push_back(expected[i]);
    EXPECT_TRUE(std::ranges::equal(array.items(), std::span(expected).first(500))) << most;
    array.append(std::span(expected).subspan(500));
    EXPECT_EQ(array.size(), 1000u);
    EXPECT_EQ(array.is_in_file(), most < 8000);
    EXPECT_TRUE(std::ranges::equal(array.items(), expected)) << most;
    SpilledArray<std::int64_t> moved = std::move(array);
    EXPECT_TRUE(std::ranges::equal(moved.items(), expected)) << most;
    moved = SpilledArray<std::int64_t>({.beside = folder / "entry.bin", .most_held = most});
    EXPECT_EQ(moved.size(), 0u);
    EXPECT_THAT(files_in(folder.path()), testing::IsEmpty()) << "its file goes with it";
  }
}

TEST(SpilledArray, IsNoLeftoverWhileItIsUsed) {
  const TemporaryFolder folder;
  SpilledArray<float> array({.beside = folder / "entry.bin", .most_held = 0});
  array.push_back(1);
  EXPECT_EQ(remove_stale_temporaries(folder.path()), 0u);
  array.push_back(2);
  EXPECT_THAT(std::vector(array.items().begin(), array.items().end()), ElementsAre(1, 2));
}

LabeledStore small_store(std::size_t most_held, const TemporaryFolder& folder) {
  LabeledStore store{StoredMatrix({.beside = folder / "entry.bin", .most_held = most_held}), {}};
  LabeledMatrix rows;
  rows.x.d = 3;
  rows.x.push(0, 1), rows.x.push(2, 2), rows.x.end_row();
  rows.x.end_row();
  rows.x.push(1, 3), rows.x.end_row();
  rows.y = {10, 20, 30};
  store.append({rows.x.view(), rows.y});
  return store;
}

TEST(LabeledStore, CopiesRowsWithTheirLabels) {
  const TemporaryFolder folder;
  for (const std::size_t most_held : {std::size_t{0}, std::size_t{1000}}) {
    LabeledStore store = small_store(most_held, folder);
    const LabeledMatrix taken = held_copy(store.taken(std::vector<Index>{2, 0}));
    EXPECT_EQ(taken.x.d, 3);
    EXPECT_THAT(taken.x.row_start, ElementsAre(0, 1, 3));
    EXPECT_THAT(taken.x.column, ElementsAre(1, 0, 2));
    EXPECT_THAT(taken.x.value, ElementsAre(3, 1, 2));
    EXPECT_THAT(taken.y, ElementsAre(30, 10));
    EXPECT_EQ(held_copy(store.taken({})).x.size(), 0);
  }
}

TEST(LabeledStore, PutsRowsBehindThose) {
  const TemporaryFolder folder;
  for (const std::size_t most_held : {std::size_t{0}, std::size_t{1000}}) {
    LabeledStore joined = small_store(most_held, folder), more = small_store(1000, folder);
    joined.append(more.view());
    const LabeledMatrix held = held_copy(std::move(joined));
    EXPECT_THAT(held.x.row_start, ElementsAre(0, 2, 2, 3, 5, 5, 6));
    EXPECT_THAT(held.x.value, ElementsAre(1, 2, 3, 1, 2, 3));
    EXPECT_THAT(held.y, ElementsAre(10, 20, 30, 10, 20, 30));
    more.x.d = 4;
    EXPECT_THROW(joined.append(more.view()), InputError);
  }
}

/// Data sets in every form that a manifest can have, prepared with arrays in memory and in files.
class PreparedInFiles : public testing::Test {
 protected:
  static Json file_of(const std::string& name, const std::string& part, const std::string& content,
                      const Json& format) {
    return {{"name", name}, {"part", part}, {"sha256", sha256_hex(content)}, {"format", format}};
  }
  void add(const std::string& name, const std::string& part, const std::string& content, const Json& format) {
    folder.write("mirror/" + name, content);
    files.push_back(file_of(name, part, content, format));
  }
  void write_manifest(const Json& split, const Json& preprocess = Json::array()) {
    Json manifest = {{"name", "toy"},    {"title", "Toy"}, {"citation", "nobody"},
                     {"licence", "CC0"}, {"task", task},   {"sources", {{{"name", "s"}, {"files", files}}}},
                     {"splits", {split}}};
    if (task == "classification") manifest.erase("task");
    if (!preprocess.empty()) manifest["preprocess"] = preprocess;
    folder.write("datasets/toy.json", manifest.dump());
  }
  /// The bytes of the entry, and nothing else left beside it. `memory`: as SKETCHBENCH_MEMORY has it, beyond
  /// what the process has.
  std::string entry_with(double memory, const DatasetRequest& request) const {
    DataPaths paths = local_paths(folder);
    paths.cache = folder / "another cache";
    {
      const EnvironmentVariable limit("SKETCHBENCH_MEMORY", fmt::format("{:.0f}", resident_bytes() + memory));
      prepare_dataset(request, paths);
    }
    const auto left = files_in(paths.cache / "prepared");
    EXPECT_EQ(left.size(), 1u);
    std::string bytes = read_file(left.at(0));
    std::filesystem::remove_all(paths.cache);
    return bytes;
  }
  void expect_same_entries(const DatasetRequest& request = {.name = "toy"}) const {
    const std::string held = entry_with(8e9, request);
    if (!request.is_reduced()) {
      ASSERT_GT(held.size(), 4u << 16) << "its arrays go into files where 64 kB of each are held";
    }
    // A sanitizer keeps what is freed: what little there may be is soon gone.
    if (!testing_support::counts_allocations) return;
    EXPECT_TRUE(entry_with(1e7, request) == held) << "with little memory";
  }

  static Json random_split(const Json& more = Json::object()) {
    Json split = {
        {"name", "drawn"}, {"kind", "random"}, {"parts", {"all"}}, {"test_share", 0.3}, {"seed", 5}};
    split.update(more);
    return split;
  }
  /// Rows of text, each made by row(i).
  template <class Row>
  static std::string text_of(int rows, Row&& row) {
    std::string text;
    for (int i = 0; i < rows; ++i) text += row(i) + "\n";
    return text;
  }
  /// 30,000 rows, so that readers hand on several pieces.
  static std::string libsvm_text(int rows = 30'000) {
    RandomStream random(3, "stored_rows_test");
    return text_of(rows, [&](int i) {
      std::string line = i % 3 == 0 ? "1" : "-1";
      for (int j = 1; j <= 12; ++j)
        if (random.uniform() < 0.6) line += fmt::format(" {}:{:.4f}", j, random.normal());
      return line;
    });
  }

  TemporaryFolder folder;
  Json files = Json::array();
  std::string task = "classification";
};

TEST_F(PreparedInFiles, AreTheSameForEverySplitOfLibsvmRows) {
  add("all.svm", "all", libsvm_text(), {{"kind", "libsvm"}, {"features", 12}, {"rows", 30'000}});
  write_manifest(random_split());
  expect_same_entries();
  expect_same_entries({.name = "toy", .max_train = 1000, .max_test = 77});
  expect_same_entries({.name = "toy", .split_seed = 8});
  write_manifest(random_split({{"sample_rows", 9000}}));
  expect_same_entries();
  write_manifest({{"name", "end"}, {"kind", "last"}, {"parts", {"all"}}, {"test_rows", 500}});
  expect_same_entries();
}

TEST_F(PreparedInFiles, AreTheSameAfterEveryStepOfPreprocessing) {
  add("all.svm", "all", libsvm_text(), {{"kind", "libsvm"}, {"features", 12}});
  for (const Json& step :
       {Json{{"op", "min_max"}, {"low", -1}, {"high", 1}}, Json{{"op", "unit_variance"}},
        Json{{"op", "replace"}, {"value", 0}, {"by", 3}}, Json{{"op", "clip"}, {"low", -1}, {"high", 1}},
        Json{{"op", "add"}, {"value", 0.5}}, Json{{"op", "divide"}, {"by", 3}}, Json{{"op", "unit_length"}},
        Json{{"op", "binary_labels"}, {"positive", 1}}}) {
    write_manifest(random_split(), Json::array({step, Json{{"op", "divide"}, {"by", 1.5}}}));
    expect_same_entries();
  }
}

TEST_F(PreparedInFiles, AreTheSameFromTables) {
  add("all.csv", "all",
      text_of(40'000, [](int i) { return fmt::format("{},{},0,{}", i % 17, i * 0.25, i % 2 == 0 ? 1 : -1); }),
      {{"kind", "delimited"}, {"label", "last"}, {"features", 3}});
  write_manifest(random_split());
  expect_same_entries();
}

TEST_F(PreparedInFiles, AreTheSameFromTablesWithCategoriesAndMissingValues) {
  const auto rows = [](int begin) {
    return text_of(20'000, [&](int i) {
      const int k = begin + i;
      return fmt::format("{},{},{}", k % 11 == 0 ? "?" : std::to_string(k % 101), k % 3 == 0 ? "red" : "blue",
                         k % 2 == 0 ? "yes" : "no");
    });
  };
  const Json format = {{"kind", "delimited"},
                       {"label", "2"},
                       {"missing", "mean"},
                       {"columns", {{"1", "category"}}},
                       {"classes", {"no", "yes"}}};
  Json by_number = format;
  by_number["label"] = 2;
  add("train.csv", "train", rows(0), by_number);
  add("test.csv", "test", rows(7), by_number);
  write_manifest({{"name", "publisher"}, {"kind", "published"}});
  expect_same_entries();
}

TEST_F(PreparedInFiles, AreTheSameFromArff) {
  task = "regression";
  add("all.arff", "all",
      "@relation r\n@attribute a numeric\n@attribute b numeric\n@attribute y numeric\n@data\n" +
          text_of(40'000, [](int i) { return fmt::format("{},{},{}", i % 7, i * 0.5, i * 0.125); }),
      {{"kind", "arff"}, {"label", "y"}});
  write_manifest(random_split());
  expect_same_entries();
}

TEST_F(PreparedInFiles, AreTheSameFromImagesOfTwoPooledParts) {
  const auto word = [](std::uint32_t value) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xff);
    return bytes;
  };
  for (const std::string part : {"train", "test"}) {
    const std::uint32_t rows = part == "train" ? 3000 : 700;
    std::string images = word(0x803) + word(rows) + word(10) + word(10), labels = word(0x801) + word(rows);
    for (std::uint32_t i = 0; i < rows * 100; ++i) images += static_cast<char>(i % 3 == 0 ? 0 : i % 251);
    for (std::uint32_t i = 0; i < rows; ++i) labels += static_cast<char>(i % 10);
    add(part + "-images", part, images, {{"kind", "idx_images"}, {"features", 100}});
    add(part + "-labels", part, labels, {{"kind", "idx_labels"}});
  }
  write_manifest(random_split({{"parts", {"train", "test"}}}),
                 Json::array({{{"op", "divide"}, {"by", 255}}}));
  expect_same_entries();
}

std::string npy_text(const std::string& type, const std::string& shape, const std::string& values,
                     bool by_columns = false) {
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}", type,
                                   by_columns ? "True" : "False", shape);
  while ((header.size() + 11) % 64 != 0) header += ' ';
  header += '\n';
  std::string text("\x93NUMPY\x01\x00", 8);
  text += static_cast<char>(header.size() & 0xff);
  text += static_cast<char>(header.size() >> 8);
  return text + header + values;
}

template <class Number>
std::string bytes_of(const std::vector<Number>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Number)};
}

TEST_F(PreparedInFiles, AreTheSameFromArrays) {
  std::vector<float> values;
  for (int i = 0; i < 30'000; ++i)
    for (int j = 0; j < 5; ++j)
      values.push_back(j == 4 ? static_cast<float>(i % 3) : static_cast<float>(i % (j + 2)));
  add("all.npy", "all", npy_text("<f4", "(30000, 5)", bytes_of(values)),
      {{"kind", "npy"}, {"label", "last"}, {"features", 4}, {"rows", 30'000}});
  write_manifest(random_split());
  expect_same_entries();
}

class NpyRowsTest : public DataFiles {
 protected:
  static FileFormat format(FileFormat::Label label) {
    FileFormat result;
    result.kind = FileFormat::Kind::npy;
    result.label = label;
    return result;
  }
};
using Label = FileFormat::Label;

TEST_F(NpyRowsTest, HaveTheirLabelInAnyColumnOrNone) {
  const std::string text = npy_text("<f8", "(2, 3)", bytes_of<double>({1, 0, 3, 4, 5, 0}));
  EXPECT_THAT(read(text, format(Label::first)).y, ElementsAre(1, 4));
  EXPECT_THAT(dense(read(text, format(Label::first)).x), ElementsAre(ElementsAre(0, 3), ElementsAre(5, 0)));
  EXPECT_THAT(read(text, format(Label::last)).y, ElementsAre(3, 0));
  FileFormat second = format(Label::column);
  second.label_column = 1;
  EXPECT_THAT(read(text, second).y, ElementsAre(0, 5));
  EXPECT_THAT(dense(read(text, format(Label::none)).x),
              ElementsAre(ElementsAre(1, 0, 3), ElementsAre(4, 5, 0)));
  EXPECT_THAT(read(npy_text("|u1", "(3,)", std::string("\1\0\2", 3)), format(Label::only)).y,
              ElementsAre(1, 0, 2));
  EXPECT_THAT(read(Packer::gzip(text), format(Label::last)).y, ElementsAre(3, 0));
}

TEST_F(NpyRowsTest, AreRefusedWithRowAndColumn) {
  const auto complaint = [&](const std::string& text, Label label = Label::first) {
    return refusal(text, format(label));
  };
  using testing::HasSubstr;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(complaint(npy_text("<f8", "(2, 2)", bytes_of<double>({1, 2, 1, nan}))),
              HasSubstr("row 2, column 2 is nan, expected a finite number"));
  EXPECT_THAT(complaint(npy_text("<f8", "(2, 2)", bytes_of<double>({1, 2, 1}))),
              HasSubstr("the array has 24 bytes of values, expected 2 x 2 values of 8"));
  EXPECT_THAT(complaint(npy_text("<f8", "(1, 2)", bytes_of<double>({1, 2, 1, 2}))),
              HasSubstr("the array has 32 bytes of values, expected 1 x 2 values of 8"));
  EXPECT_THAT(complaint(npy_text("<f8", "(2, 2)", bytes_of<double>({1, 2, 1, 2}), true)),
              HasSubstr("column by column"));
  EXPECT_THAT(complaint(npy_text("<f8", "(2, 2)", bytes_of<double>({16777217, 2, 1, 2}))),
              HasSubstr("row 1, column 1: the label is \"16777217\""));
  EXPECT_THAT(complaint(npy_text("<f8", "(2,)", bytes_of<double>({1, 2}))), HasSubstr("one column"));
  EXPECT_THAT(complaint(npy_text("<f8", "(2, 2)", bytes_of<double>({1, 2, 1, 2})), Label::only),
              HasSubstr("2 columns, expected one of labels alone"));
  EXPECT_THAT(complaint(npy_text("<c16", "(2, 2)", "")), HasSubstr("<c16"));
  EXPECT_THAT(complaint("1,2\n"), HasSubstr("this is no array of NumPy's"));
}

TEST_F(PreparedInFiles, AreTheSameFromMembersOfAZipInAnyOrder) {
  const auto rows = [](int begin) {
    return text_of(30'000, [&](int i) { return fmt::format("{},{}", begin + i, i % 2); });
  };
  std::string other;
  for (const bool in_order : {true, false}) {
    files.clear();
    std::vector<Packer::Member> members = {{"a-1.csv", rows(0)}, {"a-2.csv", rows(50'000)}};
    if (!in_order) std::ranges::reverse(members);
    add("all.zip", "all", Packer::zip(members),
        {{"kind", "delimited"}, {"label", "last"}, {"members", "a-*.csv"}});
    write_manifest(random_split());
    expect_same_entries();
  }
}

// 40 million bytes of values and columns go through less than half of that. What is held of each row: its
// label twice (in the pool and in its part), its number, and what the split draws from.
TEST_F(PreparedInFiles, TakeLittleMemory) {
  if (!testing_support::counts_allocations) GTEST_SKIP() << "a sanitizer has an allocator of its own";
  constexpr int rows = 100'000, columns = 50;
  folder.write("mirror/all.csv", "");
  std::vector<std::string> lines(3);
  for (int k = 0; k < 3; ++k)
    for (int j = 0; j < columns; ++j) lines[static_cast<std::size_t>(k)] += fmt::format("{},", j + 1 + k);
  {
    std::ofstream out(folder / "mirror/all.csv");
    for (int i = 0; i < rows; ++i) out << lines[static_cast<std::size_t>(i) % 3] << i % 2 << '\n';
  }
  Json file =
      file_of("all.csv", "all", "", {{"kind", "delimited"}, {"label", "last"}, {"features", columns}});
  file["sha256"] = sha256_file(folder / "mirror/all.csv");
  files.push_back(file);
  write_manifest(random_split(), Json::array({{{"op", "unit_variance"}}}));
  DataPaths paths = local_paths(folder);
  const EnvironmentVariable limit("SKETCHBENCH_MEMORY", fmt::format("{:.0f}", resident_bytes() + 3e7));
  const testing_support::HeapUse use;
  prepare_dataset({.name = "toy"}, paths);
  EXPECT_LT(use.peak(), 16e6 + 32.0 * rows);
  EXPECT_GT(static_cast<double>(std::filesystem::file_size(files_in(paths.cache / "prepared").at(0))),
            8.0 * rows * columns);
}

}  // namespace
}  // namespace sketchbench
