// Published files beside the manifest that names them.
#include <gmock/gmock.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/data/cache/inspect.hpp>
#include <sketchbench/data/manifest.hpp>
#include "data/toy_catalog.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;

class BesideManifest : public ToyCatalog {
 protected:
  BesideManifest() { paths.mirror.reset(); }
  SplitStatus status() const {
    const Manifest toy = paths.manifests.find("toy");
    return split_status(toy, toy.splits.front(), paths);
  }
};

TEST_F(BesideManifest, AFileIsTakenAsOneOfAMirror) {
  folder.write("datasets/best.svm", best);
  EXPECT_EQ(status().available, Availability::beside_manifest);
  EXPECT_EQ(known_dataset({"toy", "", 0}, paths).readiness, Readiness::local);
  EXPECT_EQ(prepare().source, "best");
}

TEST_F(BesideManifest, TheMirrorGoesBeforeAndTheDownloadsBehind) {
  folder.write("cache/downloads/best.svm", best);
  EXPECT_EQ(status().available, Availability::downloads);
  folder.write("datasets/best.svm", best);
  EXPECT_EQ(status().available, Availability::beside_manifest);
  paths.mirror = folder / "mirror";
  folder.write("mirror/best.svm", best);
  EXPECT_EQ(status().available, Availability::mirror);
}

TEST_F(BesideManifest, AMirrorMayHaveFolders) {
  paths.mirror = folder / "mirror";
  folder.write("mirror/derived/best.svm", best);
  folder.write("mirror/another/best.svm", second);
  EXPECT_EQ(status().available, Availability::mirror);
  EXPECT_EQ(prepare().source, "best") << "the file of the right sum";
}

TEST_F(BesideManifest, IsAmongThePlacesThatAMessageNames) {
  EXPECT_THAT(message_of<DatasetUnavailable>([&] { prepare(); }),
              HasSubstr("not in " + (folder / "datasets").string() + ", beside the manifest"));
}

TEST_F(BesideManifest, AnotherFileOfThatNameIsRefusedWithBothChecksums) {
  const auto file = folder.write("datasets/best.svm", second);
  EXPECT_THAT(message_of<InputError>([&] {
                prepare({"toy", "", 0});
              }),
              AllOf(HasSubstr(file.string()), HasSubstr(sha256_hex(second)), HasSubstr(sha256_hex(best))));
}

TEST_F(BesideManifest, IsNoticedWhereItHasChangedSinceItsRowsWerePrepared) {
  const auto file = folder.write("datasets/best.svm", best);
  prepare();
  folder.write("datasets/best.svm", best);
  EXPECT_EQ(prepare().source, "best") << "touched alone";
  const auto time = std::filesystem::last_write_time(file);
  folder.write("datasets/best.svm", second);
  std::filesystem::last_write_time(file, time);
  const auto refusal = AllOf(HasSubstr(file.string()), HasSubstr(sha256_hex(second)),
                             HasSubstr("as in " + (folder / "datasets/toy.json").string()),
                             HasSubstr("datasets add " + file.string() + " --replace"));
  for (int time_of_look : {1, 2})
    EXPECT_THAT(message_of<InputError>([&] { prepare(); }), refusal) << time_of_look;
  folder.write("mirror/best.svm", best);
  paths.mirror = folder / "mirror";
  EXPECT_EQ(prepare().source, "best") << "the mirror has the right one";
  paths.mirror.reset();
  std::filesystem::remove(file);
  EXPECT_EQ(prepare().source, "best") << "nothing says that it has changed";
}

TEST_F(BesideManifest, IsCheckedAndNeverTouched) {
  const auto file = folder.write("datasets/best.svm", second);
  const CacheInspection found = inspect_cache(paths);
  ASSERT_EQ(found.faults.size(), 1u);
  EXPECT_EQ(found.faults[0].file, file);
  EXPECT_EQ(found.faults[0].kind, CacheFault::Kind::wrong_file);
  EXPECT_FALSE(found.faults[0].repairable);
  paths.mirror = folder / "datasets";
  EXPECT_EQ(inspect_cache(paths).faults.size(), 1u)
      << "a mirror that is the manifest's own folder is one place";
}

}  // namespace
}  // namespace sketchbench
