// Names and titles of a manifest, which command lines, tables and figures have to show.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/data/manifest.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;
using testing_support::TemporaryFolder;

class ManifestTexts : public testing::Test {
 protected:
  static Json valid() {
    return Json::parse(R"({
      "name": "toy", "title": "A toy", "citation": "nobody", "licence": "CC0",
      "sources": [{"name": "made", "generator": {"type": "uniform", "rows": 9, "features": 3, "seed": 1}}],
      "splits": [{"name": "half", "kind": "random", "parts": ["all"], "test_share": 0.5, "seed": 3}]})");
  }
  std::string complaint(const Json& document) const {
    const std::string file = document.at("name").get<std::string>() + ".json";
    return message_of<InputError>([&] { read_manifest(folder.write(file, document.dump())); });
  }
  std::string complaint_about(const char* pointer, const Json& value) const {
    Json document = valid();
    document[Json::json_pointer(pointer)] = value;
    return complaint(document);
  }

  const TemporaryFolder folder;
};

TEST_F(ManifestTexts, ATitleIsALineThatCanBeRead) {
  for (const char* key : {"/title", "/short_title"}) {
    EXPECT_THAT(complaint_about(key, " \t"), HasSubstr("not blank"));
    EXPECT_THAT(complaint_about(key, std::string(201, 'x')),
                HasSubstr("201 characters, expected at most 200"));
    EXPECT_THAT(complaint_about(key, "a \u202e b"), HasSubstr("the direction of writing"));
    std::string longest;
    for (int i = 0; i < 200; ++i) longest += "漢";
    EXPECT_EQ(complaint_about(key, longest), "") << "characters are counted, not bytes";
  }
  Json document = valid();
  document["title"] = "  A toy \n";
  EXPECT_EQ(read_manifest(folder.write("toy.json", document.dump())).title, "A toy");
}

TEST_F(ManifestTexts, ANameHasNoComma) {
  EXPECT_THAT(complaint_about("/name", "a,b"),
              AllOf(HasSubstr("\"name\" is \"a,b\""), HasSubstr("without a comma")));
}

TEST_F(ManifestTexts, AFileNameHasNoDotInFront) {
  Json document = valid();
  document["sources"][0] = {{"name", "files"}, {"files", {{{"name", ".h.train"}}}}};
  EXPECT_THAT(complaint(document), AllOf(HasSubstr(".h.train"), HasSubstr("without a dot in front")));
}

TEST_F(ManifestTexts, AGeneratorsLimitsAreThoseOfItsKeys) {
  for (const char* type : {"poly_teacher", "poly_regression"}) {
    Json generator = {{"type", type}, {"rows", 50},   {"features", 3},
                      {"degree", 2},  {"noise", 0.1}, {"seed", 1}};
    if (generator["type"] == "poly_teacher") generator["form"] = "dense";
    EXPECT_THAT(complaint_about("/sources/0/generator", generator),
                AllOf(HasSubstr("toy.json: \"sources[0].generator.features\" is 3"), HasSubstr("from 4 to")));
  }
}

}  // namespace
}  // namespace sketchbench
