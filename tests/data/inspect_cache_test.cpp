#include <gmock/gmock.h>

#include <map>

#include <sketchbench/core/json.hpp>
#include <sketchbench/data/cache/cache.hpp>
#include <sketchbench/data/cache/inspect.hpp>
#include <sketchbench/data/fetch/file_lock.hpp>
#include "data/toy_catalog.hpp"
#include "support/as_nobody.hpp"
#include "support/temporary_name.hpp"

namespace sketchbench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::AsNobody;
using Kind = CacheFault::Kind;

constexpr const char* lock_of_somebody = "0123abcd 4711\n";

class InspectCacheTest : public ToyCatalog {
 protected:
  std::map<std::filesystem::path, CacheFault> faults() const {
    std::map<std::filesystem::path, CacheFault> result;
    for (const CacheFault& fault : inspect_cache(paths).faults) result.emplace(fault.file, fault);
    return result;
  }
};

TEST_F(InspectCacheTest, VerifiesFilesAndEntries) {
  folder.write("mirror/best.svm", best);
  const DatasetInfo info = prepare();
  const Manifest manifest = paths.manifests.find("toy");
  Verification found = verify_dataset(manifest, paths);
  EXPECT_EQ(found.files, 1);
  EXPECT_EQ(found.entries, 1);
  EXPECT_TRUE(found.failures.empty());

  flip(entries().at(0), 1);  // in the last label: only the content hash can tell
  folder.write("mirror/second.svm", best);
  found = verify_dataset(manifest, paths);
  EXPECT_EQ(found.failures.size(), 2u);
  EXPECT_EQ(entries().size(), 1u) << "a look changes nothing";
  EXPECT_EQ(prepare().content_hash, info.content_hash);
}

TEST_F(InspectCacheTest, FindsNothingWhereAllIsInOrder) {
  EXPECT_TRUE(faults().empty()) << "no cache at all";
  folder.write("mirror/best.svm", best);
  prepare();
  prepare({"toy", "half", 5});
  const CacheInspection found = inspect_cache(paths);
  EXPECT_TRUE(found.faults.empty()) << found.faults.front().what;
  EXPECT_EQ(found.manifests, 1);
  EXPECT_EQ(found.files, 1);
  EXPECT_EQ(found.entries, 2);
}

TEST_F(InspectCacheTest, NamesEachFaultAndRepairsIt) {
  write_manifest({"https://example.org/best.svm"});
  folder.write("mirror/best.svm", best);
  const DatasetInfo info = prepare();
  const auto entry = entries().at(0);
  flip(entry, 1);
  const auto download = folder.write("cache/downloads/best.svm", second),
             part = folder.write("cache/downloads/best.svm.part", "1 1:"),
             lock = folder.write("cache/prepared/toy.bin.lock", lock_of_somebody),
             temporary = testing_support::write_stale_temporary(folder, "cache/prepared/toy.bin");
  const auto found = faults();
  ASSERT_EQ(found.size(), 5u);
  EXPECT_EQ(found.at(entry).kind, Kind::damaged_entry);
  EXPECT_EQ(found.at(entry).bytes, std::filesystem::file_size(entry));
  EXPECT_EQ(found.at(download).kind, Kind::wrong_file);
  EXPECT_THAT(found.at(download).what, HasSubstr(sha256_hex(best)));
  EXPECT_EQ(found.at(part).kind, Kind::useless_download);
  EXPECT_EQ(found.at(part).bytes, 4u);
  EXPECT_EQ(found.at(lock).kind, Kind::stale_lock);
  EXPECT_EQ(found.at(temporary).kind, Kind::stale_temporary);
  for (const auto& [file, fault] : found) {
    EXPECT_TRUE(fault.repairable) << file;
    EXPECT_TRUE(repair(fault)) << file;
    EXPECT_FALSE(std::filesystem::exists(file)) << file;
    EXPECT_FALSE(repair(fault)) << "nothing is left to do for " << file;
  }
  EXPECT_TRUE(faults().empty());
  EXPECT_EQ(inspect_cache(paths).set_aside.size(), 3u) << "what is no lock and no temporary file is kept";
  EXPECT_EQ(prepare().content_hash, info.content_hash);
}

TEST_F(InspectCacheTest, LeavesTheMirrorAndTheManifestsToTheUser) {
  const auto file = folder.write("mirror/best.svm", second),
             manifest = folder.write("datasets/bad.json", "{");
  const auto found = faults();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found.at(file).kind, Kind::wrong_file);
  EXPECT_EQ(found.at(manifest).kind, Kind::unreadable_manifest);
  for (const auto& [path, fault] : found) {
    EXPECT_FALSE(fault.repairable);
    EXPECT_THROW(repair(fault), Error);
    EXPECT_TRUE(std::filesystem::exists(path));
  }
}

TEST_F(InspectCacheTest, NamesEntriesThatNoManifestHereDescribesAndLeavesThemAlone) {
  folder.write("mirror/best.svm", best);
  prepare();
  const auto old = entries().at(0);
  Json manifest = read_json(folder / "datasets/toy.json");
  manifest["preprocess"] = {{{"op", "divide"}, {"by", 40}}};
  rewrite_manifest(manifest);
  prepare();
  const CacheInspection found = inspect_cache(paths);
  EXPECT_TRUE(found.faults.empty()) << "another folder's manifests may describe it";
  EXPECT_THAT(found.undescribed, ElementsAre(old));
  EXPECT_EQ(found.undescribed_bytes, std::filesystem::file_size(old));
  folder.write("datasets/toy.json", "{");
  paths.manifests = folder / "datasets";
  EXPECT_THAT(inspect_cache(paths).undescribed, IsEmpty())
      << "who knows what a manifest that cannot be read describes";
}

TEST_F(InspectCacheTest, SaysNothingAgainstWhatItMayNotRead) {
  const auto file = folder.write("mirror/best.svm", best);
  prepare();
  const auto entry = entries().at(0);
  for (const auto& path : {file, entry}) {
    std::filesystem::permissions(path, std::filesystem::perms::none);
    {
      const AsNobody nobody(folder.path());
      const auto found = faults();
      for (const auto& [other, fault] : found) EXPECT_EQ(other, path) << fault.what;
      ASSERT_EQ(found.size(), 1u);
      EXPECT_EQ(found.at(path).kind, Kind::unreadable);
      EXPECT_THROW(repair(found.at(path)), Error);
    }
    EXPECT_TRUE(std::filesystem::exists(path));
    std::filesystem::permissions(path, std::filesystem::perms(0644));
  }
}

TEST_F(InspectCacheTest, AnotherUsersLeftoversAreNoHindrance) {
  const auto mine = folder.write("cache/prepared/a.bin.lock", lock_of_somebody),
             another = folder.write("cache/prepared/b.bin.lock", lock_of_somebody);
  std::filesystem::permissions(another, std::filesystem::perms::none);
  {
    const AsNobody nobody(folder.path());
    EXPECT_NO_THROW(remove_leftovers(paths));
  }
  remove_leftovers(paths);
  EXPECT_FALSE(std::filesystem::exists(mine));
}

TEST_F(InspectCacheTest, TouchesNothingThatIsInUseOrInOrderAgain) {
  folder.write("mirror/best.svm", best);
  prepare();
  const auto entry = entries().at(0);
  flip(entry, 1);
  const CacheFault damaged = faults().at(entry);
  open_dataset({"toy", "", 0}, paths);
  EXPECT_FALSE(repair(damaged)) << "made again meanwhile";
  EXPECT_TRUE(std::filesystem::exists(entry));

  const auto part = folder.write("cache/downloads/best.svm.part", "1 1:");
  const CacheFault useless = faults().at(part);
  const FileLock lock(folder / "cache/downloads/best.svm.lock");
  EXPECT_FALSE(faults().contains(part));
  EXPECT_FALSE(repair(useless));
  EXPECT_TRUE(std::filesystem::exists(part));
}

TEST_F(InspectCacheTest, ADownloadThatTheNextOneGoesOnFromIsNoFault) {
  write_manifest({"https://example.org/best.svm"});
  const auto part = folder.write("cache/downloads/best.svm.part", "1 1:"),
             strange = folder.write("cache/downloads/strange.part", "1 1:");
  CacheInspection found = inspect_cache(paths);
  ASSERT_EQ(found.unfinished.size(), 2u);
  EXPECT_EQ(found.unfinished[0].file, part);
  EXPECT_EQ(found.unfinished[0].bytes, 4u);
  EXPECT_TRUE(found.unfinished[0].described);
  EXPECT_EQ(found.unfinished[1].file, strange);
  EXPECT_FALSE(found.unfinished[1].described) << "a manifest in another folder may want it";
  EXPECT_TRUE(found.faults.empty());
  folder.write("cache/downloads/strange", "1 1:1\n");
  EXPECT_TRUE(faults().empty()) << "somebody's own, for all that is known";
  std::filesystem::remove(folder / "cache/downloads/strange");

  folder.write("cache/downloads/best.svm", best);
  EXPECT_EQ(faults().at(part).kind, Kind::useless_download) << "the whole file is there";
  std::filesystem::remove(folder / "cache/downloads/best.svm");
  folder.write("datasets/bad.json", "{");
  found = inspect_cache(paths);
  EXPECT_EQ(found.unfinished.size(), 2u) << "who knows what a manifest that cannot be read wants fetched";
}

}  // namespace
}  // namespace sketchbench
