#include <sketchbench/data/cache/cache.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/data/cache/content_hash.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing_support::message_of;
using testing_support::TemporaryFolder;

LabeledMatrix random_matrix(Index n, Index d, Seed seed) {
  RandomStream stream(seed, "test");
  LabeledMatrix m;
  m.x.d = d;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < d; ++j)
      if (stream.uniform() < 0.3) m.x.push(j, static_cast<float>(stream.normal()));
    m.x.end_row();
    m.y.push_back(static_cast<float>(stream.sign()));
  }
  return m;
}

LabeledRows rows_of(const LabeledMatrix& data) { return {data.x.view(), data.y}; }

DatasetInfo some_info() {
  DatasetInfo info;
  info.name = "toy";
  info.split = "half";
  info.source = "made up";
  info.same_as_paper = false;
  return info;
}

void expect_equal(const LabeledRows& found, const LabeledMatrix& expected) {
  ASSERT_EQ(found.x.size(), expected.x.size());
  EXPECT_EQ(found.x.dim(), expected.x.d);
  EXPECT_EQ(found.x.stored(), static_cast<Index>(expected.x.value.size()));
  for (Index i = 0; i < found.x.size(); ++i) {
    const SparseRow a = found.x.sparse_row(i), b = expected.x.view().sparse_row(i);
    EXPECT_TRUE(std::equal(a.column.begin(), a.column.end(), b.column.begin(), b.column.end()));
    EXPECT_TRUE(std::equal(a.value.begin(), a.value.end(), b.value.begin(), b.value.end()));
  }
  EXPECT_TRUE(std::equal(found.y.begin(), found.y.end(), expected.y.begin(), expected.y.end()));
}

std::string hash_of(const LabeledMatrix& a, const LabeledMatrix& b) {
  return content_hash({a.x.view(), a.y}, {b.x.view(), b.y});
}

class CacheTest : public testing::Test {
 protected:
  void write() const { write_prepared(file, key, some_info(), rows_of(train), rows_of(test)); }
  /// Flips bits of one byte of the entry where it lies.
  void flip(std::size_t at, char mask) const {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(at));
    const char byte = static_cast<char>(stream.get() ^ mask);
    stream.seekp(static_cast<std::streamoff>(at));
    stream.put(byte);
  }

  /// Whether opening the entry, rows and all, and looking at its header end in DamagedEntry.
  void expect_damaged(const std::string& how) const {
    EXPECT_THROW(open_prepared(file, key), DamagedEntry) << how;
    EXPECT_THROW(prepared_info(file, key), DamagedEntry) << how;
  }

  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "prepared/toy.bin";
  const std::string key = "{\"made\":\"from this\"}";
  const LabeledMatrix train = random_matrix(7, 5, 1), test = random_matrix(3, 5, 2);
};

TEST_F(CacheTest, TrainingRowsThatWereSetAsideAreThereWhenTheyAreRead) {
  const LabeledMatrix large = random_matrix(9000, 5, 3);  // some pages
  write_prepared(file, key, some_info(), rows_of(large), rows_of(test));
  const auto dataset = open_prepared(file, key);
  ASSERT_TRUE(dataset);
  dataset->release_train_pages();
  expect_equal(dataset->train(), large);
  expect_equal(dataset->test(), test);
}

TEST_F(CacheTest, CountsColumnsThatOccurWhereTheyAreFew) {
  write();
  EXPECT_EQ(prepared_info(file, key)->occurring, 0);
  LabeledMatrix wide = train, more = test;
  wide.x.d = more.x.d = 1'000'000;
  wide.x.column.assign(wide.x.column.size(), 7);  // one in a row
  wide.x.row_start.assign(wide.x.row_start.size(), 0);
  for (std::size_t i = 1; i < wide.x.row_start.size(); ++i)
    wide.x.row_start[i] = static_cast<std::int64_t>(std::min(i, wide.x.column.size()));
  wide.x.column.resize(static_cast<std::size_t>(wide.x.row_start.back()));
  wide.x.value.resize(wide.x.column.size());
  wide.x.column.front() = 999'999;
  write_prepared(file, key, some_info(), rows_of(wide), rows_of(more));
  std::set<std::int32_t> expected(wide.x.column.begin(), wide.x.column.end());
  expected.insert(more.x.column.begin(), more.x.column.end());
  EXPECT_EQ(prepared_info(file, key)->occurring, std::ssize(expected));
  EXPECT_EQ(open_prepared(file, key)->info().occurring, std::ssize(expected));
}

TEST_F(CacheTest, GivesBackWhatWasWritten) {
  write();
  const auto dataset = open_prepared(file, key);
  ASSERT_NE(dataset, nullptr);
  expect_equal(dataset->train(), train);
  expect_equal(dataset->test(), test);
  const DatasetInfo& info = dataset->info();
  EXPECT_EQ(info.name, "toy");
  EXPECT_EQ(info.split, "half");
  EXPECT_EQ(info.source, "made up");
  EXPECT_FALSE(info.same_as_paper);
  EXPECT_EQ(info.n_train, 7);
  EXPECT_EQ(info.n_test, 3);
  EXPECT_EQ(info.d, 5);
  EXPECT_EQ(info.nnz_train, static_cast<std::int64_t>(train.x.value.size()));
  EXPECT_EQ(info.nnz_test, static_cast<std::int64_t>(test.x.value.size()));
  EXPECT_EQ(info.classes, (std::vector<float>{-1, 1}));
  EXPECT_EQ(info.content_hash, hash_of(train, test));
}

TEST_F(CacheTest, TellsWhatItHoldsWithoutItsRows) {
  write();
  const auto found = prepared_info(file, key);
  ASSERT_TRUE(found.has_value());
  const DatasetInfo opened = open_prepared(file, key)->info();
  EXPECT_EQ(found->content_hash, opened.content_hash);
  EXPECT_EQ(found->n_train, 7);
  EXPECT_EQ(found->nnz_test, opened.nnz_test);
  EXPECT_EQ(found->classes, (std::vector<float>{-1, 1}));
  EXPECT_FALSE(prepared_info(file, "{}").has_value());
  EXPECT_FALSE(prepared_info(folder / "missing.bin", key).has_value());
}

TEST_F(CacheTest, AlignsItsArrays) {
  write();
  const auto dataset = open_prepared(file, key);
  for (const LabeledRows* part : {&dataset->train(), &dataset->test()}) {
    const SparseRow first = part->x.sparse_row(0);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first.column.data()) % 64, 0u);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first.value.data()) % 64, 0u);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(part->y.data()) % 64, 0u);
  }
}

TEST_F(CacheTest, KeepsRowsAndPartsWithoutNonZeros) {
  LabeledMatrix empty;
  empty.x.d = 5;
  empty.x.end_row();
  empty.y = {1};
  write_prepared(file, key, some_info(), rows_of(empty), rows_of(empty));
  const auto dataset = open_prepared(file, key);
  ASSERT_NE(dataset, nullptr);
  expect_equal(dataset->train(), empty);
}

TEST_F(CacheTest, OutlivesItsFile) {
  write();
  const auto dataset = open_prepared(file, key);
  std::filesystem::remove(file);
  expect_equal(dataset->train(), train);
}

TEST_F(CacheTest, IsNotAnEntryMadeFromSomethingElse) {
  write();
  EXPECT_EQ(open_prepared(file, "{}"), nullptr);
  EXPECT_EQ(open_prepared(file).key, key);
  EXPECT_EQ(open_prepared(folder / "missing.bin", key), nullptr);
}

TEST_F(CacheTest, RefusesEveryTruncation) {
  write();
  for (std::uintmax_t length = std::filesystem::file_size(file); length-- > 0;) {
    std::filesystem::resize_file(file, length);
    expect_damaged(fmt::format("cut to {} bytes", length));
  }
}

TEST_F(CacheTest, RefusesAnExtension) {
  write();
  std::filesystem::resize_file(file, std::filesystem::file_size(file) + 1);
  expect_damaged("a byte more");
}

TEST_F(CacheTest, RefusesEveryFlippedBitOfHeaderAndInformation) {
  write();
  const std::string whole = read_file(file);
  const std::size_t end = whole.rfind("\"split\"");  // the last key of the information
  ASSERT_NE(end, std::string::npos);
  for (std::size_t at = 0; at < end; ++at) {
    const char mask = static_cast<char>(1 << (at % 8));
    flip(at, mask);
    expect_damaged(fmt::format("byte {}", at));
    flip(at, mask);
  }
  EXPECT_NE(open_prepared(file, key), nullptr);
}

/// Only the padding between the arrays may change: nobody reads it.
TEST_F(CacheTest, RefusesEveryFlippedBitOfTheArrays) {
  write();
  const std::string whole = read_file(file);
  const std::size_t begin = whole.rfind("\"split\"") + 1;
  int found = 0;
  for (std::size_t at = begin; at < whole.size(); ++at)
    for (const char mask : {'\x01', '\x10', '\x40', '\x80'}) {
      flip(at, mask);
      try {
        const auto dataset = open_prepared(file, key);
        ASSERT_NE(dataset, nullptr);
        expect_equal(dataset->train(), train);
        expect_equal(dataset->test(), test);
      } catch (const DamagedEntry&) {
        ++found;
      }
      flip(at, mask);
    }
  const auto bytes_of = [](const LabeledMatrix& part) {
    return 8 * part.x.row_start.size() + 8 * part.x.value.size() + 4 * part.y.size();
  };
  EXPECT_GE(found, static_cast<int>(4 * (bytes_of(train) + bytes_of(test))));
}

/// Entries whose checksums are right and whose rows are not: nothing that a broken disk makes, but a hand
/// can.
class CraftedEntry : public CacheTest {
 protected:
  /// The entry of `train` and `test` with one item of a training array changed, and hash and checksum put
  /// right.
  template <class T>
  void craft(std::size_t array, std::size_t item, T value) const {
    write();
    std::string bytes = read_file(file);
    EntryHeader header;
    std::memcpy(&header, bytes.data(), sizeof header);
    const EntryOffsets at(header);
    const std::size_t begin[] = {at.train.row_start, at.train.column, at.train.value, at.train.label};
    std::memcpy(bytes.data() + begin[array] + item * sizeof(T), &value, sizeof value);
    DatasetInfo info =
        parse_entry_start(std::string_view(bytes).substr(0, entry_start_bytes(bytes, bytes.size())),
                          bytes.size())
            .info;
    const auto at_bytes = [&](std::size_t offset) { return bytes.data() + offset; };
    const auto part = [&](const PartOffsets& offsets, const PartSizes& sizes) {
      return LabeledRows{
          Rows::sparse(reinterpret_cast<const std::int64_t*>(at_bytes(offsets.row_start)),
                       reinterpret_cast<const std::int32_t*>(at_bytes(offsets.column)),
                       reinterpret_cast<const float*>(at_bytes(offsets.value)), sizes.rows, header.columns),
          {reinterpret_cast<const float*>(at_bytes(offsets.label)), static_cast<std::size_t>(sizes.rows)}};
    };
    if (array > 0) info.content_hash = content_hash(part(at.train, header.train), part(at.test, header.test));
    const NewEntryStart start = make_entry_start(key, info);
    bytes.replace(0, start.bytes.size(), start.bytes);
    std::ofstream(file, std::ios::binary) << bytes;
  }
  std::string damage() const {
    return message_of<DamagedEntry>([this] { open_prepared(file, key); });
  }
};

TEST_F(CraftedEntry, IsRefusedForWhatAReaderMayNotTrust) {
  constexpr std::size_t row_start = 0, column = 1, value = 2, label = 3;
  const auto& starts = train.x.row_start;
  const std::string first_stored =
      fmt::format("training row {}: ", std::upper_bound(starts.begin(), starts.end(), 0) - starts.begin());
  craft<std::int64_t>(row_start, 1, std::int64_t{1} << 40);
  EXPECT_THAT(damage(), HasSubstr("row starts"));
  craft<std::int64_t>(row_start, 0, -1);
  EXPECT_THAT(damage(), HasSubstr("row starts"));
  craft<std::int32_t>(column, 0, -1);
  EXPECT_THAT(damage(), HasSubstr(first_stored + "column -1, expected 0 to 4"));
  craft<std::int32_t>(column, 0, 1 << 30);
  EXPECT_THAT(damage(), HasSubstr(first_stored + "column 1073741824, expected 0 to 4"));
  craft<std::int32_t>(column, train.x.column.size() - 1, 5);
  EXPECT_THAT(damage(), HasSubstr("column 5, expected 0 to 4"));
  craft<float>(value, 0, std::numeric_limits<float>::infinity());
  EXPECT_THAT(damage(), HasSubstr("has the value inf"));
  craft<float>(value, 0, std::numeric_limits<float>::quiet_NaN());
  EXPECT_THAT(damage(), HasSubstr("has the value nan"));
  craft<float>(label, 0, 3);
  EXPECT_THAT(damage(), HasSubstr("the label 3 is none of the classes"));
  craft<float>(label, 0, std::numeric_limits<float>::quiet_NaN());
  EXPECT_THAT(damage(), HasSubstr("the label nan is none of the classes"));
  craft<float>(value, 0, 0.5f);
  EXPECT_NE(open_prepared(file, key), nullptr) << "another value with its own hash is another data set";
}

// Targets may be any finite numbers; there is no list of them.
TEST_F(CacheTest, HoldsTargets) {
  LabeledMatrix targets = train;
  for (std::size_t i = 0; i < targets.y.size(); ++i) targets.y[i] = 0.125f * static_cast<float>(i) - 3;
  DatasetInfo info = some_info();
  info.task = Task::regression;
  write_prepared(file, key, info, rows_of(targets), rows_of(test));
  EXPECT_EQ(prepared_info(file, key)->task, Task::regression);
  const auto dataset = open_prepared(file, key);
  EXPECT_EQ(dataset->info().task, Task::regression);
  EXPECT_TRUE(dataset->info().classes.empty());
  EXPECT_EQ(dataset->train().task, Task::regression);
  EXPECT_EQ(dataset->test().task, Task::regression);
  expect_equal(dataset->train(), targets);
  EXPECT_EQ(dataset->info().content_hash, hash_of(targets, test));

  targets.y[2] = std::numeric_limits<float>::infinity();
  EXPECT_THAT(message_of<Error>([&] { write_prepared(file, key, info, rows_of(targets), rows_of(test)); }),
              HasSubstr("training row 3: the target is inf"));
}

TEST_F(CacheTest, NeverHoldsWhatIsNotFinite) {
  for (const float bad : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    LabeledMatrix wrong = train;
    wrong.x.value[3] = bad;
    EXPECT_THROW(write_prepared(file, key, some_info(), rows_of(wrong), rows_of(test)), Error);
    wrong = train;
    wrong.y[3] = bad;
    EXPECT_THROW(write_prepared(file, key, some_info(), rows_of(wrong), rows_of(test)), Error);
    EXPECT_FALSE(std::filesystem::exists(file));
  }
}

TEST_F(CacheTest, HasAContentHashThatDependsOnEveryPart) {
  const std::string original = hash_of(train, test);
  EXPECT_NE(hash_of(test, train), original);
  LabeledMatrix changed = train;
  changed.y[0] = -changed.y[0];
  EXPECT_NE(hash_of(changed, test), original);
  changed = train;
  changed.x.value[0] += 1;
  EXPECT_NE(hash_of(changed, test), original);
  changed = train;
  changed.x.d = 6;
  EXPECT_NE(hash_of(changed, test), original);
  changed = train;
  changed.x.row_start.assign(changed.x.row_start.size(), changed.x.row_start.back());
  changed.x.row_start[0] = 0;  // the same values, divided into other rows
  EXPECT_NE(hash_of(changed, test), original);
}

/// A limit on the size of files stands for a full disk: write() fails halfway.
TEST_F(CacheTest, LeavesNothingWhenTheDiskIsFull) {
  write();
  const std::string before = read_file(file);
  const auto old_handler = ::signal(SIGXFSZ, SIG_IGN);
  rlimit unlimited{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &unlimited), 0);
  const rlimit small{before.size() / 2, unlimited.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  EXPECT_THROW(write_prepared(folder / "prepared/other.bin", key, some_info(), rows_of(train), rows_of(test)),
               Error);
  EXPECT_THROW(write(), Error);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &unlimited), 0);
  ::signal(SIGXFSZ, old_handler);
  EXPECT_EQ(read_file(file), before);
  const auto files = std::filesystem::directory_iterator(folder / "prepared");
  EXPECT_EQ(std::distance(begin(files), end(files)), 1)
      << "the entry that was there, and nothing half-written";
}

TEST_F(CacheTest, LeavesNothingWhereItCannotWrite) {
  folder.write("prepared", "a file where a folder should be");
  EXPECT_THROW(write(), Error);
  EXPECT_EQ(read_file(folder / "prepared"), "a file where a folder should be");
}

}  // namespace
}  // namespace sketchbench
