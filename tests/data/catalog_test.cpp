#include <sketchbench/data/catalog.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/sha256.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/data/cache/inspect.hpp>
#include <sketchbench/data/fetch/file_lock.hpp>
#include "data/http_server.hpp"
#include "data/toy_catalog.hpp"
#include "support/temporary_folder.hpp"
#include "support/temporary_name.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing_support::message_of;

using CatalogTest = ToyCatalog;

TEST_F(CatalogTest, PreparesFromTheMirrorAndThenFromTheCacheAlone) {
  const auto file = folder.write("mirror/best.svm", best);
  const DatasetInfo info = prepare();
  EXPECT_EQ(info.split, "fifth");
  EXPECT_EQ(info.source, "best");
  EXPECT_EQ(info.n_train, 32);
  EXPECT_EQ(info.n_test, 8);
  std::filesystem::remove(file);
  paths.mirror.reset();
  EXPECT_EQ(prepare().content_hash, info.content_hash);
}

TEST_F(CatalogTest, GivesTheSameRowsWhereverTheyArePrepared) {
  folder.write("mirror/best.svm", best);
  const DatasetInfo info = prepare();
  paths.cache = folder / "another cache";
  EXPECT_EQ(prepare().content_hash, info.content_hash);
}

TEST_F(CatalogTest, FallsBackToTheNextSourceAndSaysSo) {
  folder.write("mirror/second.svm", second);
  EXPECT_EQ(prepare().source, "second");
  folder.write("mirror/best.svm", best);
  EXPECT_EQ(prepare().source, "best")
      << "a preferred source that is at hand goes before a prepared later one";
}

TEST_F(CatalogTest, KeepsEntriesOfSplitsAndSubsamplesApart) {
  folder.write("mirror/best.svm", best);
  const DatasetInfo fifth = prepare(), half = prepare({"toy", "half", 0}), few = prepare({"toy", "half", 5});
  EXPECT_EQ(half.n_train, 20);
  EXPECT_EQ(few.n_train, 5);
  EXPECT_EQ(few.n_test, 20);
  EXPECT_EQ(entries().size(), 3u);
  EXPECT_EQ(prepare().content_hash, fifth.content_hash);
  EXPECT_EQ(prepare({"toy", "half", 1000}).content_hash, half.content_hash) << "more than there is means all";
}

TEST_F(CatalogTest, SubsamplesOnlyTheTrainingPart) {
  folder.write("mirror/best.svm", best);
  const auto whole = open_dataset({"toy", "half", 0}, paths), few = open_dataset({"toy", "half", 5}, paths);
  const auto numbers = [](const LabeledRows& part) {
    std::vector<float> result;
    for (Index i = 0; i < part.x.size(); ++i) result.push_back(part.x.sparse_row(i).value[0]);
    return result;
  };
  EXPECT_EQ(numbers(few->test()), numbers(whole->test()));
  const auto chosen = numbers(few->train()), all = numbers(whole->train());
  EXPECT_TRUE(std::includes(all.begin(), all.end(), chosen.begin(), chosen.end()));
}

TEST_F(CatalogTest, RefusesANegativeSubsample) { EXPECT_THROW(prepare({"toy", "", -1}), InputError); }

TEST_F(CatalogTest, PreparesAgainWhatIsDamaged) {
  folder.write("mirror/best.svm", best);
  const DatasetInfo info = prepare();
  const auto entry = entries().at(0);
  const std::string whole = read_file(entry);
  for (const std::size_t length : {std::size_t{0}, std::size_t{100}, whole.size() / 2, whole.size() - 1}) {
    std::filesystem::resize_file(entry, length);
    EXPECT_EQ(prepare().content_hash, info.content_hash);
    EXPECT_EQ(read_file(entry), whole) << "after truncation to " << length;
  }
}

TEST_F(CatalogTest, PreparesAgainAndSaysSoWhereABitOfARowHasFlipped) {
  folder.write("mirror/best.svm", best);
  const DatasetInfo info = prepare();
  const auto entry = entries().at(0);
  const std::string whole = read_file(entry);
  const std::string name = std::filesystem::relative(entry, folder.path()).string();
  // A label, a value, a column and a row start, counted from the end: eight test rows of one value each.
  for (const std::size_t from_end : {1, 8 * 4 + 32 + 1, 8 * 4 + 2 * 32 + 32 + 1}) {
    std::string damaged = whole;
    damaged[damaged.size() - from_end] ^= 0x40;
    folder.write(name, damaged);
    EXPECT_EQ(prepare().content_hash, info.content_hash) << "planning reads the header, which is whole";
    EXPECT_EQ(read_file(entry), damaged);
    news.clear();
    const auto dataset = open_dataset({"toy", "", 0}, paths,
                                      [this](std::string_view line) { news += fmt::format("{}\n", line); });
    EXPECT_EQ(dataset->info().content_hash, info.content_hash);
    EXPECT_EQ(read_file(entry), whole) << from_end << " bytes from the end";
    EXPECT_THAT(news, HasSubstr(entry.filename().string() + " is damaged and is made again: "));
  }
}

TEST_F(CatalogTest, SaysThatADamagedEntryCannotBeMadeAgainWithoutItsFiles) {
  const auto file = folder.write("mirror/best.svm", best);
  prepare();
  std::string damaged = read_file(entries().at(0));
  damaged.back() ^= 1;
  folder.write(std::filesystem::relative(entries().at(0), folder.path()).string(), damaged);
  std::filesystem::remove(file);
  EXPECT_THAT(message_of<DatasetUnavailable>([&] {
                open_dataset({"toy", "", 0}, paths);
              }),
              HasSubstr("best.svm is missing"));
}

TEST_F(CatalogTest, PreparesAgainWhenTheManifestChanges) {
  folder.write("mirror/best.svm", best);
  prepare();
  Json manifest = read_json(folder / "datasets/toy.json");
  manifest["preprocess"] = {{{"op", "divide"}, {"by", 40}}};
  rewrite_manifest(manifest);
  const auto dataset = open_dataset({"toy", "", 0}, paths);
  for (Index i = 0; i < dataset->train().x.size(); ++i)
    EXPECT_LE(dataset->train().x.sparse_row(i).value[0], 1.0f);
}

// The same rows as targets are another entry; that of the classes keeps the name it had.
TEST_F(CatalogTest, KeepsClassesAndTargetsApart) {
  folder.write("mirror/best.svm", best);
  const DatasetInfo classes = prepare();
  const auto of_classes = entries();
  Json manifest = read_json(folder / "datasets/toy.json");
  manifest["task"] = "classification";
  rewrite_manifest(manifest);
  prepare();
  EXPECT_EQ(entries(), of_classes);
  manifest["task"] = "regression";
  rewrite_manifest(manifest);
  EXPECT_EQ(known_dataset({"toy", "", 0}, paths).info.task, Task::regression);
  const DatasetInfo targets = prepare();
  EXPECT_EQ(entries().size(), 2u);
  EXPECT_EQ(targets.task, Task::regression);
  EXPECT_TRUE(targets.classes.empty());
  EXPECT_EQ(classes.classes, (std::vector<float>{-1, 1}));
  EXPECT_EQ(targets.content_hash, classes.content_hash);
  EXPECT_EQ(known_dataset({"toy", "", 0}, paths).info.task, Task::regression);
  EXPECT_EQ(open_dataset({"toy", "", 0}, paths)->train().task, Task::regression);
}

TEST_F(CatalogTest, NeverUsesAMirroredFileWithAWrongHash) {
  folder.write("mirror/best.svm", second);
  folder.write("mirror/second.svm", second);
  const std::string message = message_of<InputError>([&] { prepare(); });
  EXPECT_THAT(message, HasSubstr((folder / "mirror/best.svm").string()));
  EXPECT_THAT(message, HasSubstr(sha256_hex(best)));
  EXPECT_THAT(message, HasSubstr(sha256_hex(second)));
}

TEST_F(CatalogTest, NeverReadsAFileWhoseSumNobodyKnows) {
  Json manifest = Json::parse(read_file(folder / "datasets/toy.json"));
  for (Json& source : manifest["sources"]) source["files"][0]["sha256"] = "unknown";
  rewrite_manifest(manifest);
  folder.write("mirror/best.svm", best);
  EXPECT_EQ(known_dataset({"toy", "", 0}, paths).readiness, Readiness::unavailable);
  EXPECT_THAT(message_of<DatasetUnavailable>([&] { prepare(); }),
              AllOf(HasSubstr("best.svm: its SHA-256 is not known"), HasSubstr("sha256sum"),
                    Not(HasSubstr("--mirror"))))
      << "no mirror would help";

  const auto copy = folder.write("cache/downloads/best.svm", best);
  const Verification verified = verify_dataset(paths.manifests.find("toy"), paths);
  EXPECT_EQ(verified.files, 0);
  EXPECT_THAT(verified.failures, testing::IsEmpty());
  EXPECT_THAT(verified.unknown, testing::ElementsAre(folder / "mirror/best.svm", copy));
  const CacheInspection inspection = inspect_cache(paths);
  EXPECT_THAT(inspection.faults, testing::IsEmpty()) << "so that no repair removes the user's file";
  EXPECT_EQ(inspection.unknown, verified.unknown);
}

TEST_F(CatalogTest, PassesOverAWrongMirroredFileAloudWhenThereIsADownload) {
  folder.write("mirror/best.svm", second);
  folder.write("cache/downloads/best.svm", best);
  EXPECT_EQ(prepare().source, "best");
  EXPECT_THAT(news, HasSubstr("not used"));
}

TEST_F(CatalogTest, DownloadsFromTheSecondAddressWhenTheFirstFails) {
  const HttpServer server([&](const HttpRequest& r) {
    return r.path == "/right" ? reply_with_ranges(best, r) : HttpReply{404, "", {}, ""};
  });
  write_manifest({server.url("/wrong"), server.url("/right")});
  paths.network = true;
  EXPECT_EQ(prepare().source, "best");
  EXPECT_EQ(read_file(folder / "cache/downloads/best.svm"), best);
  prepare({"toy", "half", 0});
  EXPECT_EQ(server.requests().size(), 2u) << "downloaded once, used for both splits";
}

TEST_F(CatalogTest, UsesWhatIsAtHandBeforeTheNetwork) {
  const HttpServer server([&](const HttpRequest& r) { return reply_with_ranges(best, r); });
  write_manifest({server.url("/best")});
  paths.network = true;
  folder.write("mirror/second.svm", second);
  EXPECT_EQ(prepare().source, "second");
  EXPECT_TRUE(server.requests().empty());
}

TEST_F(CatalogTest, ReportsAWrongDownloadAndDoesNotKeepIt) {
  const HttpServer server([&](const HttpRequest& r) { return reply_with_ranges(second, r); });
  write_manifest({server.url("/best")});
  paths.network = true;
  EXPECT_THAT(message_of<InputError>([&] { prepare(); }), HasSubstr(server.url("/best")));
  EXPECT_FALSE(std::filesystem::exists(folder / "cache/downloads/best.svm"));
}

TEST_F(CatalogTest, SaysInAShortLineWhatIsMissingAndBelowItWhereAndHowToGiveIt) {
  std::filesystem::create_directories(*paths.mirror);
  const std::string message = message_of<DatasetUnavailable>([&] { prepare(); });
  for (const std::string& part :
       {std::string("toy"), std::string("best.svm"), std::string("second.svm"), paths.mirror->string(),
        (paths.cache / "downloads").string(), std::string("--mirror"), std::string("SKETCHBENCH_MIRROR")})
    EXPECT_THAT(message, HasSubstr(part));
  const std::string first = message.substr(0, message.find('\n'));
  EXPECT_EQ(first, "the data set toy is not here: best.svm is missing");
  for (std::size_t end = message.find('\n'); end != std::string::npos; end = message.find('\n', end + 1))
    EXPECT_EQ(message.substr(end + 1, 3), "  (") << "further lines belong to the first, also in one with it";
}

/// As Gisette is published: values separated by spaces, one at the end of each line too, and labels in a file
/// of their own.
class JoinedFiles : public CatalogTest {
 protected:
  JoinedFiles() {
    const auto file = [&](const std::string& name, const std::string& content, const std::string& label) {
      folder.write("mirror/" + name, content);
      return Json{{"name", name},
                  {"part", "all"},
                  {"sha256", sha256_hex(content)},
                  {"format", {{"kind", "delimited"}, {"separator", " "}, {"label", label}}}};
    };
    manifest = read_json(folder / "datasets/toy.json");
    rows = file("toy.data", "1 2 \n0 4 \n5 0 \n7 8 \n", "none");
    labels = file("toy.labels", "1\n-1\n1\n-1\n", "only");
    too_few = file("few.labels", "1\n-1\n", "only");
  }
  void use_files(const std::vector<Json>& files) {
    manifest["sources"] = {{{"name", "official"}, {"files", files}}};
    rewrite_manifest(manifest);
  }
  Json manifest, rows, labels, too_few;
};

TEST_F(JoinedFiles, GiveRowsWithTheirLabels) {
  use_files({rows, labels});
  const auto dataset = open_dataset({"toy", "half", 0}, paths);
  EXPECT_EQ(dataset->info().n_train, 2);
  EXPECT_EQ(dataset->info().d, 2);
  for (const LabeledRows* part : {&dataset->train(), &dataset->test()})
    for (Index i = 0; i < 2; ++i) {
      const float first = part->x.sparse_row(i).value[0];
      EXPECT_EQ(part->y[static_cast<std::size_t>(i)], first == 1 || first == 5 ? 1.0f : -1.0f);
    }
}

TEST_F(JoinedFiles, MustBeOneOfEachAndOfEqualLength) {
  use_files({rows});
  EXPECT_THAT(message_of<InputError>([&] { prepare(); }), HasSubstr("4 rows and 0 labels"));
  use_files({rows, too_few});
  EXPECT_THAT(message_of<InputError>([&] { prepare(); }), HasSubstr("4 rows and 2 labels"));
  use_files({rows, labels, too_few});
  EXPECT_THAT(message_of<InputError>([&] { prepare(); }), HasSubstr("second file with labels"));
}

TEST_F(CatalogTest, RefusesToGenerateFromWhatIsGenerated) {
  Json manifest = read_json(folder / "datasets/toy.json");
  manifest["sources"] =
      Json::parse(R"([{"name": "simulated", "generator": {"type": "gisette_sim", "images": "toy",
    "rows": 10, "informative": 5, "probes": 5, "density": 0.1, "seed": 1}}])");
  rewrite_manifest(manifest);
  EXPECT_THAT(message_of<InputError>([&] { prepare(); }), HasSubstr("toy.json"));
}

TEST_F(CatalogTest, RemovesWhatKilledProcessesHaveLeft) {
  folder.write("mirror/best.svm", best);
  folder.write("cache/downloads/whole.svm", best);
  const auto lock = folder.write("cache/prepared/other.bin.lock", "0badcafe 1\n"),
             of_download = folder.write("cache/downloads/best.svm.lock", "0badcafe 2\n"),
             notes = folder.write("cache/downloads/notes.lock", "of somebody's own\n"),
             whole = folder.write("cache/downloads/whole.svm.part", "1 1"),
             begun = folder.write("cache/downloads/second.svm.part", "1 1"),
             temporary = testing_support::write_stale_temporary(folder, "cache/prepared/toy.bin");
  const FileLock held(folder / "cache/prepared/held.bin.lock");
  prepare();
  for (const auto& file : {lock, of_download, temporary}) EXPECT_FALSE(std::filesystem::exists(file)) << file;
  for (const auto& file : {begun, whole, notes})
    EXPECT_TRUE(std::filesystem::exists(file)) << "a download may go on from it, or it is somebody's own";
  EXPECT_TRUE(FileLock::is_held(folder / "cache/prepared/held.bin.lock"));
  EXPECT_EQ(entries().size(), 1u);
}

TEST_F(CatalogTest, SaysWhereAndWhyPreprocessingFails) {
  folder.write("mirror/best.svm", best);
  Json manifest = read_json(folder / "datasets/toy.json");
  manifest["preprocess"] = {{{"op", "divide"}, {"by", 1e-30}}, {{"op", "divide"}, {"by", 1e-30}}};
  rewrite_manifest(manifest);
  EXPECT_THAT(message_of<InputError>([&] { prepare(); }),
              AllOf(HasSubstr("toy.json: \"preprocess[1]\" (divide): training row 1, column 1: "),
                    HasSubstr("beyond single precision")));
  EXPECT_TRUE(entries().empty()) << "no mapped file ever holds an infinity";
}

TEST_F(CatalogTest, SaysThatTheMirrorIsNotAFolder) {
  paths.mirror = folder / "nowhere";
  EXPECT_THAT(message_of<DatasetUnavailable>([&] { prepare(); }), HasSubstr("not a folder"));
}

TEST_F(CatalogTest, SaysWhereItCannotWrite) {
  folder.write("mirror/best.svm", best);
  paths.cache = folder.write("a file", "");
  EXPECT_THAT(message_of<Error>([&] { prepare(); }), HasSubstr("a file"));
}

TEST_F(CatalogTest, MayPrepareTheSameEntryInManyThreads) {
  folder.write("mirror/best.svm", best);
  std::vector<std::string> hashes(8);
  {
    std::vector<std::jthread> threads;
    for (std::string& hash : hashes)
      threads.emplace_back([&] { hash = prepare_dataset({"toy", "", 0}, paths).content_hash; });
  }
  EXPECT_EQ(hashes, std::vector<std::string>(8, hashes[0]));
  EXPECT_EQ(entries().size(), 1u);
}

TEST_F(CatalogTest, KnowsADataSetWithoutFetchingOrPreparingIt) {
  const HttpServer server([&](const HttpRequest& r) { return reply_with_ranges(best, r); });
  write_manifest({server.url("/best")});
  KnownDataset known = known_dataset({"toy", "half", 15}, paths);
  EXPECT_EQ(known.readiness, Readiness::unavailable) << "the network is switched off";
  EXPECT_EQ(known.missing, "best.svm");
  EXPECT_EQ(known.info.name, "toy");
  EXPECT_EQ(known.info.split, "half");
  EXPECT_EQ(known.info.n_train, 15);
  EXPECT_EQ(known.info.n_test, 20);
  EXPECT_EQ(known.info.d, 1);
  EXPECT_EQ(known.info.nnz_test, 20);
  EXPECT_EQ(known.info.content_hash, "");

  paths.network = true;
  known = known_dataset({"toy", "half", 0}, paths);
  EXPECT_EQ(known.readiness, Readiness::download);
  EXPECT_EQ(known.missing, "best.svm");
  EXPECT_EQ(known.info.n_train, 20);

  folder.write("mirror/second.svm", second);
  known = known_dataset({"toy", "half", 0}, paths);
  EXPECT_EQ(known.readiness, Readiness::local);
  EXPECT_EQ(known.info.source, "second");
  EXPECT_FALSE(std::filesystem::exists(paths.cache)) << "nothing is written";
  EXPECT_TRUE(server.requests().empty());

  const DatasetInfo prepared = prepare({"toy", "half", 0});
  known = known_dataset({"toy", "half", 0}, paths);
  EXPECT_EQ(known.readiness, Readiness::prepared);
  EXPECT_EQ(known.info.content_hash, prepared.content_hash);
  EXPECT_THROW(known_dataset({"tyo", "", 0}, paths), InputError);
}

TEST_F(CatalogTest, ShowsTheStatusWithoutPreparing) {
  const Manifest manifest = paths.manifests.find("toy");
  EXPECT_EQ(split_status(manifest, manifest.split(""), paths).available, Availability::missing);
  folder.write("mirror/second.svm", second);
  SplitStatus status = split_status(manifest, manifest.split(""), paths);
  EXPECT_EQ(status.available, Availability::mirror);
  EXPECT_EQ(status.source, "second");
  EXPECT_EQ(status.rows, 40);
  EXPECT_EQ(status.features, 1);
  EXPECT_FALSE(status.prepared.has_value());
  prepare();
  status = split_status(manifest, manifest.split(""), paths);
  ASSERT_TRUE(status.prepared.has_value());
  EXPECT_EQ(status.prepared->n_train, 32);
}

}  // namespace
}  // namespace sketchbench
