// LIBSVM files of one's own in manifests, which are read as people have them, and published ones, which are
// not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "data/data_files.hpp"
#include "data/toy_catalog.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::message_of;

class OwnLibsvm : public ToyCatalog {
 protected:
  /// A data set whose parts are these texts.
  void describe(const std::string& train, const std::string& test,
                const Json& more_of_format = Json::object(), const std::vector<std::string>& urls = {}) {
    Json files = Json::array();
    Json format = {{"kind", "libsvm"}, {"features", 3}};
    format.update(more_of_format);
    for (const auto& [part, text] : {std::pair("train", train), std::pair("test", test)}) {
      folder.write(std::string("mirror/") + part, text);
      files.push_back(
          {{"name", part}, {"part", part}, {"sha256", sha256_hex(text)}, {"format", format}, {"urls", urls}});
    }
    rewrite_manifest({{"name", "toy"},
                      {"title", "A toy"},
                      {"citation", "nobody"},
                      {"licence", "CC0"},
                      {"sources", {{{"name", "own"}, {"files", files}}}},
                      {"splits", {{{"name", "published"}, {"kind", "published"}}}}});
  }
  std::shared_ptr<const Dataset> open() const {
    prepare();
    return open_dataset({"toy", "", 0}, paths);
  }
  static std::vector<std::pair<Index, float>> entries_of(const LabeledRows& rows) {
    std::vector<std::pair<Index, float>> entries;
    for (Index i = 0; i < rows.x.size(); ++i)
      rows.x.for_each_nonzero(i, [&](Index j, float value) { entries.emplace_back(j, value); });
    return entries;
  }
};

TEST_F(OwnLibsvm, HaveCommentsQueriesAndBlankLines) {
  describe("# by hand\n+1 qid:1 1:2 # a row\n\n-1 qid:2 3:4\n", "+1 qid:1 2:5\n");
  const auto data = open();
  EXPECT_THAT(data->train().y, ElementsAre(1, -1));
  EXPECT_THAT(entries_of(data->train()), ElementsAre(std::pair(0, 2), std::pair(2, 4)));
  EXPECT_THAT(news, HasSubstr("train: qid: of 2 rows is ignored"));
}

// The test part has no index 0, and is counted as the training part is.
TEST_F(OwnLibsvm, CountFeaturesAsTheFirstFileDoes) {
  describe("+1 1:2\n-1 0:4 2:1\n", "+1 1:5\n");
  const auto data = open();
  EXPECT_THAT(entries_of(data->train()), ElementsAre(std::pair(1, 2), std::pair(0, 4), std::pair(2, 1)));
  EXPECT_THAT(entries_of(data->test()), ElementsAre(std::pair(1, 5)));
}

TEST_F(OwnLibsvm, CountFeaturesAsTheManifestSays) {
  describe("+1 1:2\n-1 2:4\n", "+1 1:5\n", {{"index_from", 0}});
  EXPECT_THAT(entries_of(open()->train()), ElementsAre(std::pair(1, 2), std::pair(2, 4)));
  describe("+1 1:2\n-1 0:4\n", "+1 1:5\n", {{"index_from", 1}});
  EXPECT_THAT(message_of<InputError>([&] { prepare(); }),
              AllOf(HasSubstr("train:2:"), HasSubstr("\"index_from\"")));
}

TEST_F(OwnLibsvm, HaveNoFeatureBeyondThoseDeclared) {
  for (const char* train : {"+1 1:2\n-1 4:4\n", "+1 0:2\n-1 3:4\n"}) {
    describe(train, "+1 1:5\n");
    EXPECT_THAT(message_of<InputError>([&] { prepare(); }),
                AllOf(HasSubstr("train:2:"), HasSubstr("expected")));
  }
}

TEST_F(OwnLibsvm, AreReadInPieces) {
  std::string rows = "# many\n";
  const int n = 60'000;
  for (int i = 0; i < n; ++i) rows += fmt::format("{} {}:1 3:2\n", i % 2 == 0 ? 1 : -1, i == n - 1 ? 0 : 2);
  describe(rows, "+1 1:5\n", {{"features", 4}});
  const auto data = open();
  ASSERT_EQ(data->train().x.size(), n);
  const auto entries = entries_of(data->train());
  EXPECT_EQ(entries.front(), std::pair(Index{2}, 1.0f));
  EXPECT_EQ(entries[entries.size() - 2], std::pair(Index{0}, 1.0f));
}

TEST_F(OwnLibsvm, AreStrictWhereTheyArePublished) {
  describe("# by whom?\n+1 1:2\n-1 3:4\n", "+1 2:5\n", Json::object(), {"https://example.org/rows"});
  EXPECT_THAT(message_of<InputError>([&] { prepare(); }), AllOf(HasSubstr("train:1:"), HasSubstr("\"#\"")));
  describe("+1 0:2\n-1 2:4\n", "+1 1:5\n", {{"index_from", 0}}, {"https://example.org/rows"});
  EXPECT_THAT(entries_of(open()->train()), ElementsAre(std::pair(0, 2), std::pair(2, 4)));
}

}  // namespace
}  // namespace sketchbench
