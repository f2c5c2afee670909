#include "data/cache.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdint>
#include <fstream>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/random.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

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

class CacheTest : public testing::Test {
 protected:
  void write() const { write_prepared(file, key, some_info(), train, test); }
  /// Flips bits of one byte of the entry where it lies.
  void flip(std::size_t at, char mask) const {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(at));
    const char byte = static_cast<char>(stream.get() ^ mask);
    stream.seekp(static_cast<std::streamoff>(at));
    stream.put(byte);
  }

  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "prepared/toy.bin";
  const std::string key = "{\"made\":\"from this\"}";
  const LabeledMatrix train = random_matrix(7, 5, 1), test = random_matrix(3, 5, 2);
};

TEST_F(CacheTest, TrainingRowsThatWereSetAsideAreThereWhenTheyAreRead) {
  const LabeledMatrix large = random_matrix(9000, 5, 3);  // some pages
  write_prepared(file, key, some_info(), large, test);
  const auto dataset = open_prepared(file, key);
  ASSERT_TRUE(dataset);
  dataset->set_train_aside();
  expect_equal(dataset->train(), large);
  expect_equal(dataset->test(), test);
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
  EXPECT_EQ(info.content_hash, content_hash(dataset->train(), dataset->test()));
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
  write_prepared(file, key, some_info(), empty, empty);
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
  EXPECT_NE(open_prepared(file), nullptr);
  EXPECT_EQ(open_prepared(folder / "missing.bin", key), nullptr);
}

TEST_F(CacheTest, RefusesEveryTruncation) {
  write();
  for (std::uintmax_t length = std::filesystem::file_size(file); length-- > 0;) {
    std::filesystem::resize_file(file, length);
    EXPECT_EQ(open_prepared(file, key), nullptr) << "cut to " << length << " bytes";
  }
}

TEST_F(CacheTest, RefusesAnExtension) {
  write();
  std::filesystem::resize_file(file, std::filesystem::file_size(file) + 1);
  EXPECT_EQ(open_prepared(file, key), nullptr);
}

TEST_F(CacheTest, RefusesEveryFlippedBitOfHeaderAndInformation) {
  write();
  const std::string whole = read_file(file);
  const std::size_t end = whole.rfind("\"split\"");  // the last key of the information
  ASSERT_NE(end, std::string::npos);
  for (std::size_t at = 0; at < end; ++at) {
    const char mask = static_cast<char>(1 << (at % 8));
    flip(at, mask);
    EXPECT_EQ(open_prepared(file, key), nullptr) << "byte " << at;
    flip(at, mask);
  }
  EXPECT_NE(open_prepared(file, key), nullptr);
}

/// Damage to row starts must not lead a reader out of the mapping; damage to values shows in the content
/// hash.
TEST_F(CacheTest, SeesDamageToTheArraysAtOnceOrByTheContentHash) {
  write();
  const std::size_t size = std::filesystem::file_size(file);
  int found_at_once = 0, found_by_hash = 0;
  for (std::size_t at = 128; at < size; ++at) {
    flip(at, 0x40);
    const auto dataset = open_prepared(file, key);
    if (!dataset)
      ++found_at_once;
    else if (content_hash(dataset->train(), dataset->test()) != dataset->info().content_hash)
      ++found_by_hash;
    flip(at, 0x40);
  }
  // Every byte of a column, value or label is in the hash; most damage to row starts is seen at once.
  const std::size_t nonzeros = train.x.value.size() + test.x.value.size();
  EXPECT_GE(found_by_hash, static_cast<int>(8 * nonzeros + 4 * (train.y.size() + test.y.size())));
  EXPECT_GE(found_at_once, static_cast<int>(7 * (train.x.row_start.size() + test.x.row_start.size())));
}

TEST_F(CacheTest, HasAContentHashThatDependsOnEveryPart) {
  const auto hash = [](const LabeledMatrix& a, const LabeledMatrix& b) {
    return content_hash({a.x.view(), a.y}, {b.x.view(), b.y});
  };
  const std::string original = hash(train, test);
  EXPECT_NE(hash(test, train), original);
  LabeledMatrix changed = train;
  changed.y[0] = -changed.y[0];
  EXPECT_NE(hash(changed, test), original);
  changed = train;
  changed.x.value[0] += 1;
  EXPECT_NE(hash(changed, test), original);
  changed = train;
  changed.x.d = 6;
  EXPECT_NE(hash(changed, test), original);
  changed = train;
  changed.x.row_start.assign(changed.x.row_start.size(), changed.x.row_start.back());
  changed.x.row_start[0] = 0;  // the same values, divided into other rows
  EXPECT_NE(hash(changed, test), original);
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
  EXPECT_THROW(write_prepared(folder / "prepared/other.bin", key, some_info(), train, test), Error);
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
