#include "data/catalog.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

#include "base/file.hpp"
#include "base/json.hpp"
#include "base/sha256.hpp"
#include "data/http_server.hpp"
#include "data/inspect.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing_support::message_of;
using testing_support::TemporaryFolder;

/// 40 rows; the only feature of row i is i + 1, so that a row tells where it comes from.
std::string numbered_rows(int first_label) {
  std::string text;
  for (int i = 0; i < 40; ++i)
    text += fmt::format("{} 1:{}\n", i % 2 == 0 ? first_label : -first_label, i + 1);
  return text;
}

/// A data set "toy" with two sources, "best" and "second", in a mirror that may hold either.
class CatalogTest : public testing::Test {
 protected:
  CatalogTest() {
    paths.manifests = folder / "manifests";
    paths.cache = folder / "cache";
    paths.mirror = folder / "mirror";
    paths.network = false;
    write_manifest();
  }

  void write_manifest(const std::vector<std::string>& urls_of_best = {}) const {
    const auto source = [](const std::string& name, const std::string& content,
                           const std::vector<std::string>& urls) {
      return Json{{"name", name},
                  {"files",
                   {{{"name", name + ".svm"},
                     {"part", "all"},
                     {"sha256", sha256_hex(content)},
                     {"urls", urls},
                     {"format", {{"kind", "libsvm"}, {"features", 1}, {"rows", 40}}}}}}};
    };
    const Json manifest = {
        {"name", "toy"},
        {"title", "A toy"},
        {"citation", "nobody"},
        {"licence", "CC0"},
        {"sources", {source("best", best, urls_of_best), source("second", second, {})}},
        {"splits",
         {{{"name", "fifth"}, {"kind", "random"}, {"parts", {"all"}}, {"test_share", 0.2}, {"seed", 1}},
          {{"name", "half"}, {"kind", "random"}, {"parts", {"all"}}, {"test_share", 0.5}, {"seed", 1}}}}};
    folder.write("manifests/toy.json", manifest.dump());
  }

  DatasetInfo prepare(const DatasetRequest& request = {"toy", "", 0}) const {
    return prepare_dataset(request, paths,
                           [this](std::string_view line) { news += fmt::format("{}\n", line); });
  }
  std::vector<std::filesystem::path> entries() const {
    std::vector<std::filesystem::path> result;
    for (const auto& file : std::filesystem::directory_iterator(paths.cache / "prepared"))
      if (file.path().extension() == ".bin") result.push_back(file.path());
    return result;
  }

  const TemporaryFolder folder;
  const std::string best = numbered_rows(1), second = numbered_rows(-1);
  DataPaths paths;
  mutable std::string news;
};

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

TEST_F(CatalogTest, PreparesAgainWhenTheManifestChanges) {
  folder.write("mirror/best.svm", best);
  prepare();
  Json manifest = read_json(folder / "manifests/toy.json");
  manifest["preprocess"] = {{{"op", "divide"}, {"by", 40}}};
  folder.write("manifests/toy.json", manifest.dump());
  const auto dataset = open_dataset({"toy", "", 0}, paths);
  for (Index i = 0; i < dataset->train().x.size(); ++i)
    EXPECT_LE(dataset->train().x.sparse_row(i).value[0], 1.0f);
}

TEST_F(CatalogTest, NeverUsesAMirroredFileWithAWrongHash) {
  folder.write("mirror/best.svm", second);
  folder.write("mirror/second.svm", second);
  const std::string message = message_of<InputError>([&] { prepare(); });
  EXPECT_THAT(message, HasSubstr((folder / "mirror/best.svm").string()));
  EXPECT_THAT(message, HasSubstr(sha256_hex(best)));
  EXPECT_THAT(message, HasSubstr(sha256_hex(second)));
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

TEST_F(CatalogTest, SaysInOneLineWhatIsMissingWhereAndHowToGiveIt) {
  std::filesystem::create_directories(*paths.mirror);
  const std::string message = message_of<DatasetUnavailable>([&] { prepare(); });
  for (const std::string& part :
       {std::string("toy"), std::string("best.svm"), std::string("second.svm"), paths.mirror->string(),
        (paths.cache / "downloads").string(), std::string("--mirror"), std::string("SKETCHBENCH_MIRROR")})
    EXPECT_THAT(message, HasSubstr(part));
  EXPECT_EQ(message.find('\n'), std::string::npos);
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
    manifest = read_json(folder / "manifests/toy.json");
    rows = file("toy.data", "1 2 \n0 4 \n5 0 \n7 8 \n", "none");
    labels = file("toy.labels", "1\n-1\n1\n-1\n", "only");
    too_few = file("few.labels", "1\n-1\n", "only");
  }
  void use_files(const std::vector<Json>& files) {
    manifest["sources"] = {{{"name", "official"}, {"files", files}}};
    folder.write("manifests/toy.json", manifest.dump());
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
  use_files({rows, labels, labels});
  EXPECT_THAT(message_of<InputError>([&] { prepare(); }), HasSubstr("second file with labels"));
}

TEST_F(CatalogTest, RefusesToGenerateFromWhatIsGenerated) {
  Json manifest = read_json(folder / "manifests/toy.json");
  manifest["sources"] =
      Json::parse(R"([{"name": "simulated", "generator": {"type": "gisette_sim", "images": "toy",
    "rows": 10, "informative": 5, "probes": 5, "density": 0.1, "seed": 1}}])");
  folder.write("manifests/toy.json", manifest.dump());
  EXPECT_THAT(message_of<InputError>([&] { prepare(); }), HasSubstr("toy.json"));
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

TEST_F(CatalogTest, VerifiesFilesAndEntries) {
  folder.write("mirror/best.svm", best);
  const DatasetInfo info = prepare();
  const Manifest manifest = find_manifest(paths.manifests, "toy");
  Verification found = verify_dataset(manifest, paths);
  EXPECT_EQ(found.files, 1);
  EXPECT_EQ(found.entries, 1);
  EXPECT_TRUE(found.failures.empty());

  std::string damaged = read_file(entries().at(0));
  damaged.back() =
      static_cast<char>(damaged.back() ^ 1);  // in the last label: only the content hash can tell
  folder.write(std::filesystem::relative(entries().at(0), folder.path()).string(), damaged);
  folder.write("mirror/second.svm", best);
  found = verify_dataset(manifest, paths);
  EXPECT_EQ(found.failures.size(), 2u);
  EXPECT_TRUE(entries().empty()) << "so that it is made again";
  EXPECT_EQ(prepare().content_hash, info.content_hash);
}

TEST_F(CatalogTest, ShowsTheStatusWithoutPreparing) {
  const Manifest manifest = find_manifest(paths.manifests, "toy");
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
