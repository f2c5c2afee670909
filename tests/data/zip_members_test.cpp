#include <gmock/gmock.h>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/sha256.hpp>
#include <sketchbench/data/catalog.hpp>
#include <sketchbench/data/read/compressed_stream.hpp>
#include "data/data_files.hpp"
#include "support/local_paths.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ZipMembers : public DataFiles {
 protected:
  ZipMembers() {
    format.members = "test-*.csv";
    format.header = true;
  }
  LabeledMatrix read_zip(const std::vector<Packer::Member>& members) const {
    return read(Packer::zip(members), format);
  }
  std::string refusal_of_zip(const std::vector<Packer::Member>& members,
                             std::string_view place = ": ") const {
    return refusal(Packer::zip(members), format, place);
  }

  FileFormat format = delimited_format();
};

TEST_F(ZipMembers, AreJoinedInTheOrderOfTheirNames) {
  const LabeledMatrix data = read_zip({{"test-3.csv", "a,b,y\n5,6,3\n"},
                                       {"train.csv", "a,b,y\nthis,is,skipped\n"},
                                       {"test-1.csv", "a,b,y\n0,2,1\n3,4,2\n"},
                                       {"test-2.txt", ""}});
  EXPECT_THAT(data.y, ElementsAre(1, 2, 3));
  EXPECT_THAT(dense(data.x), ElementsAre(ElementsAre(0, 2), ElementsAre(3, 4), ElementsAre(5, 6)));
}

TEST_F(ZipMembers, CountTheirRowsTogether) {
  format.rows = 2;
  EXPECT_EQ(read_zip({{"test-1.csv", "a,y\n1,2\n"}, {"test-2.csv", "a,y\n1,2\n"}}).x.size(), 2);
  EXPECT_THAT(refusal_of_zip({{"test-1.csv", "a,y\n1,2\n"}}),
              HasSubstr("the files that match have 1 rows, expected 2"));
}

TEST_F(ZipMembers, MayHaveLabelsOnly) {
  format.label = FileFormat::Label::only;
  format.header = false;
  EXPECT_THAT(read_zip({{"test-2.csv", "3\n"}, {"test-1.csv", "1\n2\n"}}).y, ElementsAre(1, 2, 3));
}

TEST_F(ZipMembers, RefuseWhatDoesNotFit) {
  const Packer::Member good{"test-1.csv", "a,b,y\n1,2,3\n"};
  EXPECT_THAT(refusal_of_zip({{"train.csv", "a,y\n1,2\n"}}),
              HasSubstr("the zip has no file that matches \"test-*.csv\""));
  EXPECT_THAT(refusal_of_zip({good, {"test-2.csv", "a,y\n1,2\n"}}),
              AllOf(HasSubstr("\"test-1.csv\" has 2 columns"), HasSubstr("\"test-2.csv\" has 1")));
  EXPECT_THAT(refusal_of_zip({good, {"test-2.csv", "a,b,y\n"}}, "/test-2.csv: "), HasSubstr("empty"));
  EXPECT_THAT(refusal_of_zip({good, {"test-2.csv", "a,b,y\n1,x,2\n"}}, "/test-2.csv:2: "),
              HasSubstr("column 2 is \"x\""));
  EXPECT_THAT(refusal_of_zip({good, good}), HasSubstr("the zip has two files \"test-1.csv\""));
  EXPECT_THAT(refusal("a,b,y\n1,2,3\n", format),
              HasSubstr("is not a .zip, but its members \"test-*.csv\" were asked for"));
  EXPECT_THAT(refusal(std::string("PK\5\6") + std::string(18, '\0'), format), HasSubstr("holds no file"));
  const std::string whole = Packer::zip({good, {"test-2.csv", "a,b,y\n4,5,6\n"}});
  for (std::size_t size = 4; size < whole.size(); size += 7)
    EXPECT_THAT(refusal(whole.substr(0, size), format, ""), HasSubstr("truncated or corrupt")) << size;
}

TEST(ZipPattern, StarsStandForAnyText) {
  for (const char* text : {"ab.csv", "a.csv", "aXb.csv.csv"}) EXPECT_TRUE(matches("a*.csv", text)) << text;
  for (const char* text : {"b.csv", "a.csv2", "acsv", ""}) EXPECT_FALSE(matches("a*.csv", text)) << text;
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("*a*b*", "xaxbx"));
  EXPECT_TRUE(matches("a**b", "ab"));
  EXPECT_FALSE(matches("*ab*ab", "ab")) << "no letter is used twice";
  EXPECT_TRUE(matches("*ab*ab", "abab"));
  EXPECT_TRUE(matches("same", "same"));
  EXPECT_FALSE(matches("same", "other"));
  EXPECT_FALSE(matches("", "a"));
}

/// A data set whose training and test part come from one .zip.
class PartsOfAZip : public testing::Test {
 protected:
  PartsOfAZip() {
    const std::string zip =
        Packer::zip({{"a-1.csv", "1,1\n2,-1\n"}, {"a-2.csv", "3,1\n4,-1\n"}, {"b-1.csv", "5,1\n6,-1\n"}});
    folder.write("mirror/both.zip", zip);
    for (const char* part : {"train", "test"})
      files.push_back({{"name", "both.zip"},
                       {"part", part},
                       {"sha256", sha256_hex(zip)},
                       {"format", {{"kind", "delimited"}, {"label", "last"}, {"features", 1}}}});
  }
  /// The message of the refusal; empty where the data set can be prepared. An empty key: nothing is named.
  std::string refusal_of(const std::pair<std::string, std::string>& train,
                         const std::pair<std::string, std::string>& test,
                         const ProgressSink& progress = {}) const {
    Json both = files;
    if (!train.first.empty()) both[0]["format"][train.first] = train.second;
    if (!test.first.empty()) both[1]["format"][test.first] = test.second;
    const Json manifest = {{"name", "both"},
                           {"title", "Both"},
                           {"citation", "nobody"},
                           {"licence", "CC0"},
                           {"sources", {{{"name", "zip"}, {"files", both}}}},
                           {"splits", {{{"name", "publisher"}, {"kind", "published"}}}}};
    folder.write("datasets/both.json", manifest.dump());
    return testing_support::message_of<InputError>([&] {
      prepare_dataset({"both", "", 0}, testing_support::local_paths(folder), progress);
    });
  }

  testing_support::TemporaryFolder folder;
  Json files = Json::array();
};

TEST_F(PartsOfAZip, AreDifferentFilesOfIt) {
  EXPECT_EQ(refusal_of({"member", "a-1.csv"}, {"member", "a-2.csv"}), "");
  EXPECT_EQ(refusal_of({"members", "a-*.csv"}, {"members", "b-*.csv"}), "");
  EXPECT_EQ(refusal_of({"member", "b-1.csv"}, {"members", "a-*.csv"}), "");
}

TEST_F(PartsOfAZip, AreReadFromItWithOneWord) {
  std::vector<std::string> lines;
  const auto note = [&](std::string_view line) {
    if (line.find("reading") != std::string_view::npos) lines.emplace_back(line);
  };
  EXPECT_EQ(refusal_of({"member", "a-1.csv"}, {"members", "b-*.csv"}, note), "");
  EXPECT_THAT(lines, ElementsAre(HasSubstr("reading both.zip")));
}

// Rows that are trained on are not tested on.
TEST_F(PartsOfAZip, ShareNoFileOfIt) {
  const std::pair<std::string, std::string> one = {"member", "a-1.csv"}, all = {"members", "a-*.csv"},
                                            whole = {"", ""};
  for (const auto& [train, test] : {std::pair(one, all), std::pair(all, one), std::pair(one, one),
                                    std::pair(all, all), std::pair(whole, one), std::pair(all, whole)})
    EXPECT_THAT(refusal_of(train, test), AllOf(HasSubstr("both.json"), HasSubstr("both.zip is given twice")));
  EXPECT_THAT(refusal_of(all, {"members", "*-1.csv"}),
              AllOf(HasSubstr("both.zip"), HasSubstr("\"a-1.csv\""), HasSubstr("\"a-*.csv\""),
                    HasSubstr("\"*-1.csv\""), HasSubstr("both.json")));
}

}  // namespace
}  // namespace sketchbench
