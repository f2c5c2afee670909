#include "experiments/cached_value.hpp"

#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include "support/temporary_folder.hpp"
#include "support/temporary_name.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

class CachedValue : public testing::Test {
 protected:
  Json get(const fs::path& cache, const Json& key = {{"data", "abc"}, {"version", 1}}) {
    return cached_value(cache, key, [this] {
      ++computed;
      return Json{{"best", 3}, {"errors", {0.1, 1.0, 1.0 / 3}}};
    });
  }
  fs::path file() const { return fs::directory_iterator(folder.path() / "computed")->path(); }

  testing_support::TemporaryFolder folder;
  int computed = 0;
};

TEST_F(CachedValue, IsComputedOnceAndTheSameToTheBit) {
  const Json first = get(folder.path()), second = get(folder.path());
  EXPECT_EQ(computed, 1);
  EXPECT_EQ(first.dump(), second.dump());
  EXPECT_EQ(second.at("errors").at(2).get<double>(), 1.0 / 3);
}

TEST_F(CachedValue, OfAnotherKeyIsAnother) {
  get(folder.path());
  get(folder.path(), {{"data", "abc"}, {"version", 2}});
  EXPECT_EQ(computed, 2);
}

TEST_F(CachedValue, ThatWasChangedIsComputedAgain) {
  const Json first = get(folder.path());
  for (const char* damage : {"", "{", "[]", R"({"value": {"best": 8}})"}) {
    folder.write("computed/" + file().filename().string(), damage);
    computed = 0;
    EXPECT_EQ(get(folder.path()), first) << damage;
    EXPECT_EQ(computed, 1) << damage;
  }
  Json json = read_json(file());
  json["value"]["best"] = 8;
  folder.write("computed/" + file().filename().string(), json.dump());
  EXPECT_EQ(get(folder.path()), first) << "its checksum is another";
}

TEST_F(CachedValue, SweepsWhatKilledWritersHaveLeft) {
  const auto left = testing_support::write_stale_temporary(folder, "computed/x.json");
  get(folder.path());
  EXPECT_FALSE(fs::exists(left));
}

TEST_F(CachedValue, InspectionFindsWhatNoCellWouldUse) {
  EXPECT_EQ(inspect_cached_values(folder.path()).files, 0u) << "nothing is kept yet";
  get(folder.path());
  const fs::path good = file();
  const auto text = read_json(good).dump();
  const auto misnamed = folder.write("computed/" + std::string(64, '0') + ".json", text),
             half = folder.write("computed/" + std::string(64, '1') + ".json", text.substr(0, 20));
  const CachedValues found = inspect_cached_values(folder.path());
  EXPECT_EQ(found.files, 3u);
  EXPECT_EQ(found.damaged, (std::vector<fs::path>{misnamed, half}));
}

TEST_F(CachedValue, NeedsNoFolderThatCanBeWritten) {
  folder.write("file", "");
  const Json first = get(folder.path() / "file");
  EXPECT_EQ(get(folder.path() / "file"), first);
  EXPECT_EQ(computed, 2);
}

}  // namespace
}  // namespace sketchbench
