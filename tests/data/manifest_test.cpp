#include <sketchbench/data/manifest.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/data/cache/entry.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;
using testing_support::TemporaryFolder;

/// A valid manifest with one file that holds all rows.
Json valid() {
  return Json::parse(R"({
    "name": "toy", "title": "A toy", "citation": "nobody", "licence": "CC0",
    "sources": [{"name": "official", "files": [
      {"name": "toy.svm", "part": "all", "sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
       "bytes": 10, "urls": ["https://example.org/toy.svm"],
       "format": {"kind": "libsvm", "features": 3, "rows": 4, "labels": [-1, 1]}}]}],
    "preprocess": [{"op": "min_max", "low": 0, "high": 1, "columns": [0, 1]}, {"op": "divide", "by": 2}],
    "splits": [{"name": "half", "kind": "random", "parts": ["all"], "test_share": 0.5, "seed": 3}]})");
}

Json of_targets() {
  Json document = valid();
  document["task"] = "regression";
  document["sources"][0]["files"][0]["format"].erase("labels");
  return document;
}

class ManifestTest : public testing::Test {
 protected:
  Manifest read(const Json& document) const {
    return read_manifest(folder.write("toy.json", document.dump()));
  }
  std::string complaint(const Json& document) const {
    return message_of<InputError>([&] { read(document); });
  }
  /// The complaint after one value is set (or, with null, removed).
  std::string complaint_about(const char* pointer, const Json& value) const {
    Json document = valid();
    const Json::json_pointer at(pointer);
    if (value.is_null())
      document.at(at.parent_pointer()).erase(at.back());
    else
      document[at] = value;
    return complaint(document);
  }

  const TemporaryFolder folder;
};

TEST_F(ManifestTest, ReadsAllOfIt) {
  const Manifest manifest = read(valid());
  EXPECT_EQ(manifest.name, "toy");
  EXPECT_EQ(manifest.licence, "CC0");
  ASSERT_EQ(manifest.sources.size(), 1u);
  EXPECT_TRUE(manifest.sources[0].same_as_paper);
  ASSERT_EQ(manifest.sources[0].files.size(), 1u);
  const SourceFile& file = manifest.sources[0].files[0];
  EXPECT_EQ(file.name, "toy.svm");
  EXPECT_EQ(file.bytes, 10);
  EXPECT_EQ(file.urls, (std::vector<std::string>{"https://example.org/toy.svm"}));
  EXPECT_EQ(file.format.kind, FileFormat::Kind::libsvm);
  EXPECT_EQ(file.format.features, 3);
  EXPECT_EQ(file.format.labels, (std::vector<float>{-1, 1}));
  ASSERT_EQ(manifest.preprocess.size(), 2u);
  const auto& scale = std::get<MinMax>(manifest.preprocess[0]);
  EXPECT_EQ(scale.columns, (std::pair<Index, Index>{0, 1}));
  EXPECT_EQ(std::get<Divide>(manifest.preprocess[1]).by, 2);
  EXPECT_EQ(manifest.split("").name, "half");
  EXPECT_EQ(manifest.split("half").test_share, 0.5);
  EXPECT_EQ(manifest.split("half").seed, 3u);
}

TEST_F(ManifestTest, ReadsTheStepsThatItsDocumentShows) {
  const std::string document = read_file("datasets/README.md");
  const std::size_t begin = document.find("[{\"op\""), end = document.find("```", begin);
  ASSERT_LT(begin, end);
  Json manifest = valid();
  manifest["preprocess"] = Json::parse(document.substr(begin, end - begin));
  const auto steps = read(manifest).preprocess;
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(std::get<Replace>(steps[0]).columns, (std::pair<Index, Index>{0, 0}));
  EXPECT_EQ(std::get<MinMax>(steps[1]).columns, (std::pair<Index, Index>{1, 2}));
  EXPECT_TRUE(std::holds_alternative<UnitLength>(steps[2]));
}

TEST_F(ManifestTest, SaysWhatReportsShow) {
  const Manifest plain = read(valid());
  EXPECT_EQ(plain.short_title, "A toy") << "the title where there is no other";
  EXPECT_EQ(plain.stands_for, "");
  EXPECT_EQ(plain.shares_rows_with, "");
  EXPECT_FALSE(plain.look.has_value());

  Json document = valid();
  document["short_title"] = "Toy";
  document["stands_for"] = "adult";
  document["shares_rows_with"] = "covertype";
  document["look"] = {{"colour", "sky"}, {"symbol", "triangle_down"}};
  const Manifest manifest = read(document);
  EXPECT_EQ(manifest.short_title, "Toy");
  EXPECT_EQ(manifest.stands_for, "adult");
  EXPECT_EQ(manifest.shares_rows_with, "covertype");
  EXPECT_EQ(manifest.look, (Look{Colour::sky, Symbol::triangle_down}));
  document["title"] = "";
  document.erase("short_title");
  EXPECT_EQ(read(document).short_title, "toy") << "the name where there is no title either";
}

TEST_F(ManifestTest, RefusesWhatCannotBeShown) {
  EXPECT_THAT(complaint_about("/short_title", ""),
              AllOf(HasSubstr("\"short_title\" is \"\""), HasSubstr("not empty")));
  const auto look = [&](const Json& value) { return complaint_about("/look", value); };
  EXPECT_THAT(look({{"colour", "red"}, {"symbol", "circle"}}),
              AllOf(HasSubstr("toy.json: \"look.colour\" is \"red\""), HasSubstr("\"vermillion\"")));
  EXPECT_THAT(look({{"colour", "blue"}, {"symbol", "star"}}),
              AllOf(HasSubstr("\"look.symbol\" is \"star\""), HasSubstr("\"triangle_down\"")));
  EXPECT_THAT(look({{"colour", "blue"}}), HasSubstr("\"look.symbol\" is missing"));
  EXPECT_THAT(look({{"colour", "blue"}, {"symbol", "circle"}, {"size", 3}}), HasSubstr("look.size"));
}

// Prepared files and records are named after what the rows depend on.
TEST_F(ManifestTest, WhatReportsShowIsNoPartOfWhatTheRowsDependOn) {
  const Manifest plain = read(valid());
  Json document = valid();
  document["short_title"] = "Toy";
  document["stands_for"] = "adult";
  document["shares_rows_with"] = "covertype";
  document["look"] = {{"colour", "sky"}, {"symbol", "circle"}};
  const Manifest manifest = read(document);
  EXPECT_EQ(manifest.sources[0].identity, plain.sources[0].identity);
  EXPECT_EQ(manifest.preprocess_identity, plain.preprocess_identity);
  const auto entry = [](const Manifest& of) {
    return entry_of(of, of.sources[0], of.split(""), {}, DataPaths()).file;
  };
  EXPECT_EQ(entry(manifest), entry(plain));
}

TEST_F(ManifestTest, NamesAreGivenOnceAndFitIntoFileNames) {
  for (const char* list : {"sources", "splits"}) {
    Json twice = valid();
    twice[list].push_back(twice[list][0]);
    EXPECT_THAT(complaint(twice),
                AllOf(HasSubstr(list), HasSubstr("two entries called"), HasSubstr("toy.json")));
  }
  EXPECT_THAT(complaint_about("/splits/0/name", std::string(81, 'a')), HasSubstr("at most 80 characters"));
}

TEST_F(ManifestTest, AFileIsNotForTrainingAndTestingAtOnce) {
  Json document = valid();
  Json& files = document["sources"][0]["files"];
  files.push_back(files[0]);
  files[0]["part"] = "train";
  files[1]["part"] = "test";
  document["splits"] = Json::parse(R"([{"name": "published", "kind": "published"}])");
  EXPECT_THAT(complaint(document), AllOf(HasSubstr("toy.svm is given twice"), HasSubstr("official")));
  document["sources"][0]["files"][1]["name"] = "copy.svm";
  EXPECT_THAT(complaint(document), AllOf(HasSubstr("toy.svm and copy.svm have the same contents (SHA-256 "),
                                         HasSubstr("expected each file for one part")));
}

TEST_F(ManifestTest, ReadsWhichColumnsAndMembersAreRead) {
  Json document = of_targets();
  Json& file = document["sources"][0]["files"][0];
  file["format"] = Json::parse(R"({"kind": "delimited", "members": "toy-*.csv", "label": 3, "ignore_first": 1,
                                   "ignore": [1, [4, 6]]})");
  const FileFormat format = read(document).sources[0].files[0].format;
  EXPECT_EQ(format.members, "toy-*.csv");
  EXPECT_EQ(format.label, FileFormat::Label::column);
  EXPECT_EQ(format.label_column, 3);
  EXPECT_EQ(format.ignore, (std::vector<std::pair<Index, Index>>{{1, 1}, {4, 6}}));

  const auto with = [&](const char* key, const Json& value) {
    Json changed = document;
    changed["sources"][0]["files"][0]["format"][key] = value;
    return complaint(changed);
  };
  EXPECT_THAT(with("member", "toy-1.csv"), HasSubstr("either \"member\" or \"members\""));
  for (const Json& wrong : {Json(-1), Json(2.5), Json("middle"), Json(true)})
    EXPECT_THAT(with("label", wrong), HasSubstr("format.label"));
  for (const int ignored : {0, 1, 5})
    EXPECT_THAT(with("label", ignored), HasSubstr("a column that is not ignored"));
  EXPECT_THAT(with("ignore", {0}), HasSubstr("columns behind the first 1"));
  for (const Json& wrong :
       {Json(1), Json::parse("[[5, 4]]"), Json::parse("[2, 2]"), Json::parse("[[2, 5], 4]"),
        Json::parse("[[1, 2, 3]]"), Json::parse("[-1]"), Json::parse("[1e20]")})
    EXPECT_THAT(with("ignore", wrong), HasSubstr("a list of columns, from 0 and ascending"));
}

TEST_F(ManifestTest, AFileMayGiveAMemberForEachPart) {
  Json document = valid();
  Json& files = document["sources"][0]["files"];
  files.push_back(files[0]);
  files[0]["part"] = "train";
  files[1]["part"] = "test";
  document["splits"] = Json::parse(R"([{"name": "published", "kind": "published"}])");
  files[0]["format"]["member"] = "train.svm";
  files[1]["format"]["members"] = "test-*.svm";
  EXPECT_EQ(read(document).sources[0].files.size(), 2u);
}

TEST_F(ManifestTest, ReadsStepsThatScaleAndReplace) {
  Json document = of_targets();
  document["preprocess"] = Json::parse(R"([{"op": "target", "transform": "log1p"},
    {"op": "replace", "value": 100, "by": -105, "columns": [0, 1]}, {"op": "add", "value": 0.5},
    {"op": "unit_variance", "columns": [1, 2]}])");
  const auto steps = read(document).preprocess;
  ASSERT_EQ(steps.size(), 4u);
  EXPECT_TRUE(std::holds_alternative<TargetTransform>(steps[0]));
  EXPECT_EQ(std::get<Replace>(steps[1]).value, 100);
  EXPECT_EQ(std::get<Replace>(steps[1]).by, -105);
  EXPECT_EQ(std::get<Replace>(steps[1]).columns, (std::pair<Index, Index>{0, 1}));
  EXPECT_EQ(std::get<Add>(steps[2]).value, 0.5);
  EXPECT_FALSE(std::get<Add>(steps[2]).columns.has_value());
  EXPECT_EQ(std::get<UnitVariance>(steps[3]).columns, (std::pair<Index, Index>{1, 2}));
  document["preprocess"][0]["transform"] = "sqrt";
  EXPECT_THAT(complaint(document), HasSubstr("\"log1p\""));
}

TEST_F(ManifestTest, IdentifiesASourceByWhatItsRowsDependOn) {
  Json moved = valid(), changed = valid();
  moved["sources"][0]["files"][0]["urls"] = {"https://example.org/elsewhere"};
  changed["sources"][0]["files"][0]["format"]["features"] = 4;
  const Json identity = read(valid()).sources[0].identity;
  EXPECT_EQ(read(moved).sources[0].identity, identity);
  EXPECT_NE(read(changed).sources[0].identity, identity);
}

TEST_F(ManifestTest, ReadsGenerators) {
  Json document = valid();
  document["sources"][0] = Json::parse(R"({"name": "made", "same_as_paper": false, "generator":
    {"type": "poly_teacher", "form": "dense", "rows": 50, "features": 6, "degree": 3, "noise": 0.1, "seed": 9}})");
  const Manifest manifest = read(document);
  const Source& source = manifest.sources[0];
  EXPECT_FALSE(source.same_as_paper);
  const auto& params = std::get<PolyTeacherParams>(source.generator->params);
  EXPECT_EQ(params.form, PolyTeacherParams::Form::dense);
  EXPECT_EQ(params.n, 50);
  EXPECT_EQ(params.degree, 3);
  EXPECT_EQ(source.generator->seed, 9u);
}

TEST_F(ManifestTest, NamesFileKeyValueAndExpectation) {
  const std::string message = complaint_about("/sources/0/files/0/format/kind", "libvsm");
  EXPECT_THAT(message, HasSubstr("toy.json"));
  EXPECT_THAT(message, HasSubstr("sources[0].files[0].format.kind"));
  EXPECT_THAT(message, HasSubstr("libvsm"));
  EXPECT_THAT(message, HasSubstr("\"libsvm\""));
}

TEST_F(ManifestTest, RefusesUnknownKeysEverywhere) {
  for (const char* pointer :
       {"/titel", "/sources/0/nam", "/sources/0/files/0/sha", "/sources/0/files/0/format/rowz",
        "/preprocess/0/column", "/preprocess/1/columns", "/splits/0/sed"})
    EXPECT_THAT(complaint_about(pointer, 1), HasSubstr("not a known key")) << pointer;
}

TEST_F(ManifestTest, RefusesMissingKeys) {
  for (const char* pointer :
       {"/name", "/title", "/citation", "/licence", "/sources", "/splits", "/sources/0/files",
        "/sources/0/files/0/sha256", "/sources/0/files/0/format/features", "/preprocess/1/by",
        "/splits/0/test_share", "/splits/0/seed"})
    EXPECT_NE(complaint_about(pointer, nullptr), "") << pointer;
}

TEST_F(ManifestTest, RefusesWrongValues) {
  EXPECT_NE(complaint_about("/name", "other"), "") << "the file is called toy.json";
  EXPECT_NE(complaint_about("/sources", Json::array()), "");
  EXPECT_NE(complaint_about("/splits", Json::array()), "");
  EXPECT_NE(complaint_about("/sources/0/files/0/name", "../toy.svm"), "") << "leads out of the cache";
  EXPECT_NE(complaint_about("/sources/0/files/0/name", ".."), "");
  EXPECT_NE(complaint_about("/sources/0/files/0/sha256", "0123"), "");
  EXPECT_NE(complaint_about("/sources/0/files/0/urls/0", "ftp://example.org/toy.svm"), "");
  EXPECT_NE(complaint_about("/preprocess/0/high", 0), "") << "not above low";
  EXPECT_NE(complaint_about("/preprocess/0/columns", {1, 0}), "");
  EXPECT_NE(complaint_about("/preprocess/1/by", 0), "");
  EXPECT_NE(complaint_about("/splits/0/test_rows", 2), "") << "beside test_share";
  EXPECT_NE(complaint_about("/splits/0/parts", Json::array()), "");
  EXPECT_NE(complaint_about("/splits/0/parts", {"all", "all"}), "") << "the same rows in both parts";
  EXPECT_NE(complaint_about("/splits/0/name", "a/b"), "") << "becomes part of a file name";
}

TEST_F(ManifestTest, AllowsHttpForThisMachineOnly) {
  for (const char* url : {"https://example.org/a", "HTTPS://example.org/a", "http://127.0.0.1:8080/a",
                          "http://[::1]/a", "http://localhost/a"}) {
    Json document = valid();
    document["/sources/0/files/0/urls/0"_json_pointer] = url;
    EXPECT_EQ(read(document).sources[0].files[0].urls[0], url);
  }
  for (const char* url :
       {"http://example.org/a", "http://127.0.0.1.example.org/a", "http://localhost@example.org/a",
        "http://127.0.0.1:80@example.org/", "http://10.0.0.1/a", "ftp://localhost/a", "file:///etc/passwd",
        "https://", "localhost", "", "javascript:1"})
    EXPECT_THAT(complaint_about("/sources/0/files/0/urls/0", url),
                AllOf(HasSubstr("toy.json: \"sources[0].files[0].urls\", entry 1, is \""),
                      HasSubstr("expected an address that begins with https://"), HasSubstr("127.0.0.1")))
        << url;
}

TEST_F(ManifestTest, RefusesNamesThatAreNotOfOneFile) {
  for (const std::string& name :
       {std::string("a\0b", 3), std::string("a\nb"), std::string("\x1b[2J"), std::string(201, 'a'),
        std::string("a/b"), std::string(".a"), std::string()}) {
    EXPECT_THAT(complaint_about("/sources/0/files/0/name", name), HasSubstr("sources[0].files[0].name"));
    EXPECT_THAT(complaint_about("/splits/0/name", name), HasSubstr("splits[0].name"));
  }
}

TEST_F(ManifestTest, RefusesLabelsThatSinglePrecisionDoesNotHold) {
  const char* at = "/sources/0/files/0/format/labels/0";
  for (const Json& label :
       {Json(16777217), Json(-16777217), Json(1e300), Json(9007199254740993), Json(16777217.0)})
    EXPECT_THAT(complaint_about(at, label), HasSubstr("numbers that single precision holds"));
  Json document = valid();
  for (const Json& label : {Json(16777216), Json(0.1), Json(-0.5)}) {
    document[Json::json_pointer(at)] = label;
    EXPECT_EQ(read(document).sources[0].files[0].format.labels[0], label.get<float>());
  }
}

TEST_F(ManifestTest, NumbersBeyondDoublePrecisionAreTheUsersMistake) {
  std::string text = valid().dump();
  text.replace(text.find("0.5"), 3, "1e999");
  EXPECT_THAT(message_of<InputError>([&] { read_manifest(folder.write("toy.json", text)); }),
              HasSubstr("toy.json:1"));
}

TEST_F(ManifestTest, RefusesEveryTruncation) {
  const std::string text = valid().dump();
  for (std::size_t length = 0; length < text.size(); ++length)
    EXPECT_THROW(read_manifest(folder.write("toy.json", text.substr(0, length))), InputError) << length;
}

TEST_F(ManifestTest, RefusesASplitThatASourceCannotGive) {
  const std::string message = complaint_about("/splits/0/parts/0", "train");
  EXPECT_THAT(message, HasSubstr("half"));
  EXPECT_THAT(message, HasSubstr("official"));
}

TEST_F(ManifestTest, NamesTheSplitsThereAre) {
  const Manifest manifest = read(valid());
  EXPECT_THAT(message_of<InputError>([&] { manifest.split("quarter"); }), HasSubstr("half"));
}

TEST_F(ManifestTest, ReadsItsTask) {
  EXPECT_EQ(read(valid()).task, Task::classification);
  Json said = valid();
  said["task"] = "classification";
  EXPECT_EQ(read(said).task, Task::classification);
  EXPECT_EQ(read(said).sources[0].files[0].format.task, Task::classification);
  const Manifest targets = read(of_targets());
  EXPECT_EQ(targets.task, Task::regression);
  EXPECT_EQ(targets.sources[0].files[0].format.task, Task::regression);
  for (const Json& wrong : {Json("ranking"), Json("Regression"), Json(1), Json::array()})
    EXPECT_THAT(complaint_about("/task", wrong), AllOf(HasSubstr("toy.json"), HasSubstr("task")));
  EXPECT_THAT(complaint_about("/task", "ranking"),
              AllOf(HasSubstr("\"classification\""), HasSubstr("\"regression\"")));
}

TEST_F(ManifestTest, TargetsHaveNoClassesAndClassesNoTargets) {
  EXPECT_THAT(complaint_about("/task", "regression"),
              AllOf(HasSubstr("toy.json"), HasSubstr("\"sources[0].files[0].format.labels\""),
                    HasSubstr("\"task\" is \"regression\"")));
  Json binary = of_targets();
  binary["preprocess"].push_back({{"op", "binary_labels"}, {"positive", 1}});
  EXPECT_THAT(complaint(binary), AllOf(HasSubstr("toy.json"), HasSubstr("\"preprocess[2].op\"")));

  Json logarithms = valid();
  logarithms["preprocess"].push_back({{"op", "target"}, {"transform", "log1p"}});
  EXPECT_THAT(complaint(logarithms), AllOf(HasSubstr("\"preprocess[2].op\""), HasSubstr("changes targets")));

  const Json teacher = {{"type", "poly_regression"},
                        {"rows", 100},
                        {"features", 8},
                        {"degree", 2},
                        {"noise", 0.1},
                        {"seed", 1}};
  const Json classes = {{"type", "uniform"}, {"rows", 100}, {"features", 8}, {"seed", 1}};
  const auto generated = [](Json document, const Json& generator) {
    document["sources"] = {{{"name", "made"}, {"generator", generator}}};
    document["preprocess"] = Json::array();
    return document;
  };
  EXPECT_EQ(
      std::get<PolyRegressionParams>(read(generated(of_targets(), teacher)).sources[0].generator->params)
          .noise,
      0.1);
  EXPECT_THAT(complaint(generated(valid(), teacher)),
              AllOf(HasSubstr("\"sources[0].generator.type\""), HasSubstr("generator of targets")));
  EXPECT_THAT(complaint(generated(of_targets(), classes)),
              AllOf(HasSubstr("\"sources[0].generator.type\""), HasSubstr("generator of classes")));
}

}  // namespace
}  // namespace sketchbench
