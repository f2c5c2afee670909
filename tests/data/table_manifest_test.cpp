// Manifests of tables: types of columns, categories of the training part, ARFF.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/sha256.hpp>
#include "data/data_files.hpp"
#include "data/toy_catalog.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::message_of;

class TableManifest : public ToyCatalog {
 protected:
  /// A data set whose parts are these texts.
  void describe(const Json& format, const std::string& train, const std::string& test) {
    Json files = Json::array();
    for (const auto& [part, text] : {std::pair("train", train), std::pair("test", test)}) {
      folder.write(std::string("mirror/") + part, text);
      files.push_back({{"name", part}, {"part", part}, {"sha256", sha256_hex(text)}, {"format", format}});
    }
    rewrite_manifest({{"name", "toy"},
                      {"title", "A toy"},
                      {"citation", "nobody"},
                      {"licence", "CC0"},
                      {"sources", {{{"name", "own"}, {"files", files}}}},
                      {"splits", {{{"name", "published"}, {"kind", "published"}}}}});
  }
  static std::vector<std::vector<float>> rows_of(const LabeledRows& rows) {
    std::vector<std::vector<float>> all;
    for (Index i = 0; i < rows.x.size(); ++i) {
      std::vector<float>& row = all.emplace_back(static_cast<std::size_t>(rows.x.dim()));
      rows.x.for_each_nonzero(i, [&](Index j, float value) { row[static_cast<std::size_t>(j)] = value; });
    }
    return all;
  }
  std::shared_ptr<const Dataset> open() const {
    prepare();
    return open_dataset({"toy", "", 0}, paths);
  }
  std::string complaint(const Json& format) {
    describe(format, "1,a,x\n2,b,y\n", "1,a,x\n");
    return message_of<InputError>([&] { prepare(); });
  }
};

TEST_F(TableManifest, HasTheCategoriesAndMeansOfItsTrainingPart) {
  describe({{"kind", "delimited"},
            {"separator", ";"},
            {"header", true},
            {"decimal", ","},
            {"label", "y"},
            {"missing", "mean"},
            {"columns", {{"id", "ignored"}, {"zip", "category"}}}},
           "id;a;zip;y\nq;1,5;7;no\nr;2,5;9;yes\n", "y;zip;a;id\nyes;8;;s\nno;9;4;t\n");
  const auto data = open();
  EXPECT_THAT(rows_of(data->train()), ElementsAre(ElementsAre(1.5f, 1, 0), ElementsAre(2.5f, 0, 1)));
  EXPECT_THAT(rows_of(data->test()), ElementsAre(ElementsAre(2, 0, 0), ElementsAre(4, 0, 1)));
  EXPECT_THAT(data->test().y, ElementsAre(1, 0));
  EXPECT_THAT(news, AllOf(HasSubstr("\"8\""), HasSubstr("1 missing value")));
}

TEST_F(TableManifest, TakesMeansOfTrainingRowsHoweverTheyAreDrawn) {
  const std::string rows = "1,0\n?,1\n3,0\n?,1\n100,1\n?,0\n";
  folder.write("mirror/all", rows);
  const Json file = {{"name", "all"},
                     {"part", "all"},
                     {"sha256", sha256_hex(rows)},
                     {"format", {{"kind", "delimited"}, {"missing", "mean"}, {"columns", Json::object()}}}};
  rewrite_manifest(
      {{"name", "toy"},
       {"title", "A toy"},
       {"citation", "nobody"},
       {"licence", "CC0"},
       {"sources", {{{"name", "own"}, {"files", {file}}}}},
       {"splits", {{{"name", "later"}, {"kind", "last"}, {"parts", {"all"}}, {"test_rows", 2}}}}});
  const auto data = open();
  EXPECT_THAT(rows_of(data->train()),
              ElementsAre(ElementsAre(1), ElementsAre(2), ElementsAre(3), ElementsAre(2)));
  EXPECT_THAT(rows_of(data->test()), ElementsAre(ElementsAre(100), ElementsAre(2)));
}

TEST_F(TableManifest, MayListCategoriesAndClasses) {
  describe(
      {{"kind", "delimited"}, {"label", 2}, {"classes", {"y", "x"}}, {"columns", {{"1", {"b", "c", "a"}}}}},
      "1,a,x\n2,b,y\n", "3,c,x\n");
  const auto data = open();
  EXPECT_THAT(rows_of(data->train()), ElementsAre(ElementsAre(1, 0, 0, 1), ElementsAre(2, 1, 0, 0)));
  EXPECT_THAT(rows_of(data->test()), ElementsAre(ElementsAre(3, 0, 1, 0)));
  EXPECT_THAT(data->train().y, ElementsAre(1, 0));
}

TEST_F(TableManifest, OfWekaNeedsNoTypes) {
  const std::string head =
      "@relation toy\n@attribute a real\n@attribute c {p,q}\n@attribute y {no,yes}\n@data\n";
  describe({{"kind", "arff"}, {"label", "last"}, {"features", 3}}, head + "1,p,no\n2,q,yes\n",
           head + "{0 5, 2 yes}\n");
  const auto data = open();
  EXPECT_THAT(rows_of(data->train()), ElementsAre(ElementsAre(1, 1, 0), ElementsAre(2, 0, 1)));
  EXPECT_THAT(rows_of(data->test()), ElementsAre(ElementsAre(5, 1, 0)));
  EXPECT_THAT(data->test().y, ElementsAre(1));
}

TEST_F(TableManifest, RefusesWhatItCannotMean) {
  const Json table = {{"kind", "delimited"}, {"label", "last"}, {"columns", Json::object()}};
  const auto with = [&](const char* key, const Json& value) {
    Json format = table;
    format[key] = value;
    return complaint(format);
  };
  EXPECT_EQ(message_of<InputError>([&] {
              describe(table, "1,a,x\n2,b,y\n", "1,a,x\n");
              open();
              throw InputError("none");
            }),
            "none");
  EXPECT_THAT(with("columns", {{"0", "text"}}), AllOf(HasSubstr("toy.json"), HasSubstr("\"category\"")));
  EXPECT_THAT(with("columns", {{"0", "label"}}), HasSubstr("format.columns"));
  EXPECT_THAT(with("columns", {{"7", "category"}}), HasSubstr("columns 0 to 2"));
  EXPECT_THAT(with("columns", {{"1", "number"}}), AllOf(HasSubstr("train:1:"), HasSubstr("\"a\"")));
  EXPECT_THAT(with("columns", {{"1", {"b", "c"}}}), AllOf(HasSubstr("train:1:"), HasSubstr("b, c")));
  EXPECT_THAT(with("classes", {"x", "z"}), AllOf(HasSubstr("train:2:"), HasSubstr("x, z")));
  EXPECT_THAT(with("classes", {"x"}), HasSubstr("two or more"));
  EXPECT_THAT(with("missing", "median"), HasSubstr("refuse, zero, mean or drop"));
  EXPECT_THAT(with("members", "a*"), HasSubstr("\"member\" in a table"));
  EXPECT_THAT(with("features", 4), HasSubstr("3 features, expected 4"));
  EXPECT_THAT(with("ignore", {1}), HasSubstr("ignore"));
}

}  // namespace
}  // namespace sketchbench
