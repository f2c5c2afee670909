// What a cell works on.
#include <sketchbench/harness/cell/cell_data.hpp>

#include <gtest/gtest.h>

#include <utility>

#include <sketchbench/features/external/external_map.hpp>
#include <sketchbench/harness/cell/landmark_file.hpp>

namespace sketchbench {
namespace {

LabeledMatrix rows_with(std::vector<std::vector<std::int32_t>> columns, Index d, std::vector<float> y) {
  LabeledMatrix rows{.x = {}, .y = std::move(y)};
  rows.x.d = d;
  float value = 0;
  for (const auto& of_row : columns) {
    for (const std::int32_t column : of_row) rows.x.push(column, ++value);
    rows.x.end_row();
  }
  return rows;
}

std::shared_ptr<const Dataset> dataset_of(const LabeledMatrix& train, const LabeledMatrix& test) {
  DatasetInfo info;
  info.d = train.x.d;
  return std::make_shared<const Dataset>(info, LabeledRows{train.x.view(), train.y, Task::regression},
                                         LabeledRows{test.x.view(), test.y, Task::regression}, nullptr);
}

TEST(WithOccurringColumns, TrainingAndTestRowsAreRenumberedTogether) {
  const LabeledMatrix train = rows_with({{5, 80'000}, {7}}, 100'000, {1, 2}),
                      test = rows_with({{}, {6, 7, 99'999}}, 100'000, {3, 4});
  const auto found = with_occurring_columns(dataset_of(train, test), Cell());
  EXPECT_EQ(found->info().d, 100'000);  // as published
  const LabeledMatrix known_train = rows_with({{0, 3}, {2}}, 6, {}),
                      known_test = rows_with({{}, {1, 2, 4}}, 6, {});
  for (const auto& [part, expected, given] :
       {std::tuple(&found->train(), &known_train, &train), std::tuple(&found->test(), &known_test, &test)}) {
    EXPECT_EQ(part->task, Task::regression);
    EXPECT_EQ(std::vector<float>(part->y.begin(), part->y.end()), given->y);
    ASSERT_EQ(part->x.size(), expected->x.size());
    EXPECT_EQ(part->x.dim(), 6);
    for (Index i = 0; i < part->x.size(); ++i) {
      std::vector<std::pair<Index, float>> a, b;
      part->x.for_each_nonzero(i, [&](Index column, float value) { a.emplace_back(column, value); });
      expected->x.view().for_each_nonzero(i,
                                          [&](Index column, float value) { b.emplace_back(column, value); });
      EXPECT_EQ(a, b);
    }
  }
}

TEST(WithOccurringColumns, OthersStayAsTheyAre) {
  const LabeledMatrix wide = rows_with({{5, 80'000}}, 100'000, {1}), narrow = rows_with({{5, 6}}, 9'000, {1});
  const auto data = dataset_of(wide, wide), few = dataset_of(narrow, narrow);
  EXPECT_EQ(with_occurring_columns(few, Cell()), few);
  Cell external, given;
  external.external = std::make_shared<const ExternalMap>();
  given.given = std::make_shared<const LandmarkFile>();
  for (const Cell& cell : {external, given}) {
    EXPECT_EQ(with_occurring_columns(data, cell), data);
    EXPECT_EQ(with_occurring_columns(DatasetInfo{.d = 100'000, .occurring = 2}, cell).d, 100'000);
  }
  EXPECT_EQ(with_occurring_columns(DatasetInfo{.d = 100'000, .occurring = 2}, Cell()).d, 3);
  EXPECT_EQ(with_occurring_columns(DatasetInfo{.d = 100'000}, Cell()).d, 100'000);
}

}  // namespace
}  // namespace sketchbench
