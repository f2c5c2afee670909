// Renumbered columns.
#include <sketchbench/core/column_selection.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;

/// n rows with about so many non-zeros among d columns.
CsrMatrix random_rows(Index n, Index d, Index nonzeros, Seed seed) {
  RandomStream random(seed, "column_selection_test");
  CsrMatrix rows;
  rows.d = d;
  for (Index i = 0; i < n; ++i) {
    std::set<Index> columns;
    for (Index k = 0; k < nonzeros; ++k)
      columns.insert(static_cast<Index>(random.uniform() * static_cast<double>(d)));
    for (const Index column : columns) rows.push(column, static_cast<float>(random.normal()));
    rows.end_row();
  }
  return rows;
}

std::set<std::int32_t> all_columns(const CsrMatrix& rows) { return {rows.column.begin(), rows.column.end()}; }

TEST(OccurringColumns, AreThoseOfAnyRow) {
  for (const Index d : {50, 1000, 200'000, 2'000'000'000}) {  // marked, and sorted
    const CsrMatrix a = random_rows(20, d, 9, 1), b = random_rows(5, d, 3, 2);
    std::set<std::int32_t> expected = all_columns(a);
    expected.merge(all_columns(b));
    EXPECT_THAT(occurring_columns(std::vector<Rows>{a.view(), b.view()}),
                testing::ElementsAreArray(expected));
    const Rows some = a.view().slice(3, 7);
    std::set<std::int32_t> of_some;
    for (Index i = 0; i < some.size(); ++i)
      some.for_each_nonzero(i,
                            [&](Index column, float) { of_some.insert(static_cast<std::int32_t>(column)); });
    EXPECT_THAT(occurring_columns(std::vector<Rows>{some}), testing::ElementsAreArray(of_some));
  }
}

TEST(ColumnSelection, RenumbersEachColumnByItsPlaceAmongThem) {
  for (const Index d : {20'000, 3'000'000, 2'147'483'647}) {
    const CsrMatrix train = random_rows(40, d, 11, 3), test = random_rows(30, d, 11, 4);
    const auto selection = ColumnSelection::of(train.view());
    ASSERT_TRUE(selection);
    const std::set<std::int32_t> known = all_columns(train);
    EXPECT_THAT(selection->columns(), testing::ElementsAreArray(known));
    EXPECT_EQ(selection->d_in(), d);
    EXPECT_EQ(selection->d_out(), std::ssize(known) + 1);
    for (const CsrMatrix* rows : {&train, &test}) {
      const CsrMatrix renumbered = selection->apply(rows->view());
      ASSERT_EQ(renumbered.size(), rows->size());
      EXPECT_EQ(renumbered.d, selection->d_out());
      for (Index i = 0; i < rows->size(); ++i) {
        std::vector<std::pair<Index, float>> expected, found;
        rows->view().for_each_nonzero(i, [&](Index column, float value) {
          const auto at = known.find(static_cast<std::int32_t>(column));
          if (at != known.end()) expected.emplace_back(std::distance(known.begin(), at), value);
        });
        renumbered.view().for_each_nonzero(
            i, [&](Index column, float value) { found.emplace_back(column, value); });
        EXPECT_EQ(found, expected);
      }
    }
  }
}

TEST(ColumnSelection, JoinsTheValuesOfOtherColumnsBehindAllOthers) {
  CsrMatrix rows;
  rows.d = 100'000;
  rows.push(7, 1);
  rows.push(70'000, 2);
  rows.end_row();
  const ColumnSelection selection({5, 70'000}, rows.d);
  const auto sum = [](std::span<const float> values) {
    return std::accumulate(values.begin(), values.end(), 10.0f);
  };
  const CsrMatrix joined = selection.apply(rows.view(), sum), dropped = selection.apply(rows.view());
  EXPECT_THAT(joined.column, testing::ElementsAre(1, 2));
  EXPECT_THAT(joined.value, testing::ElementsAre(2, 11));
  EXPECT_THAT(dropped.column, testing::ElementsAre(1));
  const DenseMatrix dense = to_dense(rows);
  EXPECT_EQ(selection.apply(dense.view(), sum).column, joined.column);
}

TEST(ColumnSelection, IsNotMadeWhereItWouldNotPay) {
  EXPECT_FALSE(ColumnSelection::of(random_rows(10, 10'000, 5, 1).view()));      // few columns
  EXPECT_FALSE(ColumnSelection::of(random_rows(4'000, 20'000, 20, 1).view()));  // most of them occur
  const DenseMatrix dense(2, 30'000);
  EXPECT_FALSE(ColumnSelection::of(dense.view()));
  CsrMatrix empty;
  empty.d = 30'000;
  EXPECT_FALSE(ColumnSelection::of(empty.view()));
  empty.end_row();
  EXPECT_FALSE(ColumnSelection::of(empty.view()));
  const CsrMatrix wide = random_rows(10, 30'000, 5, 1);
  EXPECT_TRUE(ColumnSelection::of(wide.view()));
  EXPECT_FALSE(ColumnSelection::of(std::vector<Rows>{wide.view(), dense.view()}));
}

TEST(ColumnSelection, RefusesColumnsThatCannotBe) {
  using testing_support::message_of;
  for (const std::vector<std::int32_t>& columns :
       std::vector<std::vector<std::int32_t>>{{3, 3}, {4, 2}, {-1}, {50'000}})
    EXPECT_THAT(message_of<InputError>([&] { ColumnSelection(columns, 50'000); }), HasSubstr("ascend"));
  CsrMatrix rows = random_rows(3, 20'000, 4, 1);
  rows.column[2] = 20'000;
  EXPECT_THAT(message_of<InputError>([&] { ColumnSelection::of(rows.view()); }), HasSubstr("column 20000"));
  const ColumnSelection selection({1, 5}, 20'000);
  EXPECT_THAT(message_of<InputError>([&] { selection.apply(rows.view()); }), HasSubstr("column 20000"));
  EXPECT_THAT(message_of<InputError>([&] { selection.apply(random_rows(1, 30'000, 2, 1).view()); }),
              HasSubstr("30000 features, expected 20000"));
}

}  // namespace
}  // namespace sketchbench
