// Rows of the user's own that a map takes: named by a file, told by its sum.
#include <sketchbench/harness/cell/landmark_file.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/sha256.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/harness/config/cells.hpp>
#include <sketchbench/harness/plan/cell_filter.hpp>
#include <sketchbench/harness/worker/worker.hpp>
#include "harness/worker_round_trip.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;
using testing_support::TemporaryFolder;
using testing_support::through_a_worker;

constexpr const char* configuration = R"({
 "name": "given", "experiment": "regression", "seeds": 3, "learner": {"type": "ridge"},
 "grid":    [{"dataset": "cpu", "D": [2, 3]}],
 "kernels": [{"kernel": "gaussian", "sigma": 1}],
 "methods": [{"method": "nystrom_given", "parameters": {"landmarks": "rows/centres"}}, {"method": "rks"}]
})";
constexpr const char* centres = "0 1:1\n7 2:0.5 3:-1\n0 1:2\n";

class LandmarkFileTest : public testing::Test {
 protected:
  std::vector<Cell> cells() const { return expand(read_config(folder.write("a/given.json", configuration))); }

  TemporaryFolder folder;
};

TEST_F(LandmarkFileTest, AreReadBesideTheConfigurationAndDescribedByTheirSum) {
  folder.write("a/rows/centres", centres);
  const Cell cell = cells().front();
  EXPECT_EQ(cell.map_parameters, (ParameterValues{{"landmarks", sha256_hex(centres)}}));
  EXPECT_EQ(describe(cell).at("method").at("parameters"), Json(cell.map_parameters));
  const MapRequest request = map_request(cell, 5, 100, 0);
  ASSERT_NE(request.landmarks, nullptr);
  EXPECT_EQ(request.landmarks->size(), 3);
  EXPECT_EQ(request.landmarks->d, 3);
  EXPECT_EQ(request.landmarks->value, (std::vector<float>{1, 0.5f, -1, 2}));
}

TEST_F(LandmarkFileTest, OtherContentsAreAnotherCellAndAnotherPlaceIsNot) {
  folder.write("a/rows/centres", centres);
  const std::string id = cell_id(describe(cells().front()));
  folder.write("b/rows/centres", centres);
  EXPECT_EQ(cell_id(describe(expand(read_config(folder.write("b/given.json", configuration))).front())), id);
  folder.write("a/rows/centres", "0 1:1\n0 2:0.5\n0 1:2\n");
  EXPECT_NE(cell_id(describe(cells().front())), id);
}

// 2 D, one cell each: nothing is drawn; rks has three seeds.
TEST_F(LandmarkFileTest, HaveOneCellForAllSeeds) {
  folder.write("a/rows/centres", centres);
  int given = 0, drawn = 0;
  for (const Cell& cell : cells()) {
    EXPECT_EQ(cell.seed.has_value(), cell.method == "rks");
    ++(cell.seed ? drawn : given);
  }
  EXPECT_EQ(given, 2);
  EXPECT_EQ(drawn, 6);
  EXPECT_EQ(count_cells(read_config(folder / "a/given.json")), 8);
}

TEST_F(LandmarkFileTest, HaveNoCellOfASeed) {
  folder.write("a/rows/centres", centres);
  const Config config = read_config(folder.write("a/given.json", configuration));
  const Config second = narrowed(config, {parse_filter("seed=2")});
  EXPECT_EQ(count_cells(second), 2);  // rks at two D
  for (const Cell& cell : expand(second)) {
    EXPECT_EQ(cell.method, "rks");
    EXPECT_EQ(cell.seed, 2u);
  }
  EXPECT_THAT(
      message_of<InputError>([&] {
        require_known_values({parse_filter("method=nystrom_given"), parse_filter("seed=2")}, {config});
      }),
      HasSubstr("no cell of the configurations has all of that"));
}

TEST_F(LandmarkFileTest, AFileThatIsMissingOrWrongIsToldWithItsPlace) {
  EXPECT_THAT(message_of<InputError>([&] { cells(); }),
              AllOf(HasSubstr("given.json: \"methods[0].parameters\""), HasSubstr("rows/centres")));
  folder.write("a/rows/centres", "0 1:1\n0 1:nan\n");
  EXPECT_THAT(message_of<InputError>([&] { cells(); }),
              AllOf(HasSubstr("rows/centres:2"), HasSubstr("expected a finite number")));
}

TEST_F(LandmarkFileTest, TravelToTheWorkerThatChecksThemAgain) {
  folder.write("a/rows/centres", centres);
  const Cell cell = cells().front();
  const auto [text, read] = through_a_worker(cell);
  ASSERT_NE(read.given, nullptr);
  EXPECT_EQ(read.given->rows.value, cell.given->rows.value);
  folder.write("a/rows/centres", "0 1:1\n");
  EXPECT_THAT(message_of<InputError>([&, &sent = text] { parse_assignment(sent); }),
              AllOf(HasSubstr("rows/centres"), HasSubstr("changed")));
}

}  // namespace
}  // namespace sketchbench
