// What is known of labels before anything is computed, and may be refused for.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include <sketchbench/data/cache/entry_layout.hpp>
#include "data/toy_catalog.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing::Not;

using LabelsOfAnEntry = ToyCatalog;

// A refusal would blame the manifest for a fault of the disk.
TEST_F(LabelsOfAnEntry, FindsDamagedLabelsBeforeAnythingIsRefusedForThem) {
  folder.write("mirror/best.svm", best);
  const DatasetInfo info = prepare();
  EXPECT_FALSE(info.labels.value().are_unusual());
  const auto entry = entries().at(0);
  const std::string whole = read_file(entry);
  const EntryStart start = parse_entry_start(
      std::string_view(whole).substr(0, entry_start_bytes(whole, whole.size())), whole.size());
  const EntryOffsets at(start.header);
  for (const auto& [part, rows] : {std::pair(at.train, info.n_train), std::pair(at.test, info.n_test)}) {
    std::string zeroed = whole;
    zeroed.replace(part.label, 4 * static_cast<std::size_t>(rows), 4 * static_cast<std::size_t>(rows), '\0');
    folder.write("cache/prepared/" + entry.filename().string(), zeroed);
    EXPECT_EQ(known_dataset({"toy", "", 0}, paths).info.labels, std::nullopt) << "they cannot be known";
    EXPECT_EQ(read_file(entry), zeroed) << "a look changes nothing";
    news.clear();
    const DatasetInfo again = prepare();
    EXPECT_FALSE(again.labels.value().are_unusual());
    EXPECT_EQ(again.content_hash, info.content_hash);
    EXPECT_EQ(read_file(entry), whole);
    EXPECT_THAT(news, HasSubstr("is damaged and is made again"));
  }
}

TEST_F(LabelsOfAnEntry, KnowsLabelsThatAreUnusualInTruth) {
  std::string alike;
  for (int i = 0; i < 40; ++i) alike += fmt::format("1 1:{}\n", i + 1);
  Json manifest = Json::parse(read_file(folder / "datasets/toy.json"));
  manifest["sources"][0]["files"][0]["sha256"] = sha256_hex(alike);
  rewrite_manifest(manifest);
  folder.write("mirror/best.svm", alike);
  for (int time = 0; time < 2; ++time) {  // when it is made, and when it is there
    const LabelFacts facts = prepare().labels.value();
    EXPECT_FALSE(facts.train_differ);
    EXPECT_FALSE(facts.test_differ);
    EXPECT_FALSE(facts.test_all_zero);
  }
  EXPECT_FALSE(known_dataset({"toy", "", 0}, paths).info.labels.value().train_differ);
  EXPECT_THAT(news, Not(HasSubstr("damaged")));
}

}  // namespace
}  // namespace sketchbench
