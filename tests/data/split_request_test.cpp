// A request may draw a random split another way than its manifest does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/data/cache/entry.hpp>
#include <sketchbench/data/manifest.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;

Manifest with_two_splits() {
  const testing_support::TemporaryFolder folder;
  return read_manifest(folder.write("toy.json", R"({
    "name": "toy", "title": "A toy", "citation": "nobody", "licence": "CC0",
    "sources": [{"name": "official", "files": [
      {"name": "train.svm", "part": "train",
       "sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
       "bytes": 10, "urls": ["https://example.org/train.svm"],
       "format": {"kind": "libsvm", "features": 3, "rows": 500, "labels": [-1, 1]}},
      {"name": "test.svm", "part": "test",
       "sha256": "fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210",
       "bytes": 10, "urls": ["https://example.org/test.svm"],
       "format": {"kind": "libsvm", "features": 3, "rows": 500, "labels": [-1, 1]}}]}],
    "splits": [{"name": "published", "kind": "published"},
               {"name": "half", "kind": "random", "parts": ["train", "test"], "test_share": 0.5, "seed": 3}]})"));
}

DatasetRequest asking(const char* split, std::optional<Seed> seed) {
  return {.name = "toy", .split = split, .split_seed = seed};
}

TEST(SplitRequest, DrawsARandomSplitAnotherWay) {
  const Manifest manifest = with_two_splits();
  const SplitSpec own = manifest.split(asking("half", {})), other = manifest.split(asking("half", 8));
  EXPECT_EQ(own.seed, Seed{3}) << "the manifest's";
  EXPECT_EQ(other.seed, Seed{8});
  EXPECT_NE(divide_rows(1000, other).test, divide_rows(1000, own).test);
  EXPECT_EQ(divide_rows(1000, other).test.size(), divide_rows(1000, own).test.size());
}

TEST(SplitRequest, PreparesAFileOfItsOwn) {
  const Manifest manifest = with_two_splits();
  const auto file = [&](std::optional<Seed> seed) {
    return entry_of(manifest, manifest.sources.front(), manifest.split(asking("half", seed)), {}, {}).file;
  };
  EXPECT_NE(file(8), file({}));
  EXPECT_NE(file(8), file(9));
}

TEST(SplitRequest, IsRefusedWhereItChangesNothing) {
  const Manifest manifest = with_two_splits();
  EXPECT_THAT(message_of<InputError>([&] { manifest.split(asking("half", 3)); }),
              HasSubstr("has that seed in its manifest"));
  EXPECT_THAT(
      message_of<InputError>([&] { manifest.split(asking("", 4)); }),
      AllOf(HasSubstr("split_seed of toy is 4"), HasSubstr("\"published\""), HasSubstr("drawn at random")));
}

}  // namespace
}  // namespace sketchbench
