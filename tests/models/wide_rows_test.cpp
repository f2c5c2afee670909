// Sparse rows with many columns, of which few occur: they cost what their non-zeros cost, and every learner
// and map makes of them what it makes of the same rows renumbered by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/proc_file.hpp>
#include <sketchbench/models/file/array_file.hpp>
#include <sketchbench/models/fitted_map.hpp>
#include <sketchbench/models/model_file.hpp>
#include "models/sample_models.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing_support::message_of;

constexpr Index widest = std::numeric_limits<std::int32_t>::max() - 2;  // LIBLINEAR counts two more

/// The place of column k of `of` among `d` columns.
Index place(Index k, Index of, Index d) { return k * (d / of) + (k * 7919) % (d / of); }

/// The same rows with their columns spread over so many.
CsrMatrix spread_out(const CsrMatrix& rows, Index d) {
  CsrMatrix wide = rows;
  wide.d = d;
  for (std::int32_t& column : wide.column) column = static_cast<std::int32_t>(place(column, rows.d, d));
  return wide;
}

/// And with a column behind them that no row has, as the renumbered rows have it.
CsrMatrix by_hand(const CsrMatrix& rows) {
  CsrMatrix same = rows;
  same.d = rows.d + 1;
  return same;
}

LabeledMatrix with_rows(const LabeledMatrix& data, CsrMatrix rows) { return {std::move(rows), data.y}; }

/// Specifications of all learners whose models can be told.
std::vector<LearnerSpec> all_learners() {
  std::vector<LearnerSpec> all;
  for (const LearnerKind& kind : learner_kinds()) all.emplace_back(kind);
  for (const int solver : {0, 1, 5, 7, 11}) all.push_back({{"type", "liblinear"}, {"solver", solver}});
  return all;
}

std::vector<float> features(const ModelState& map, const Rows& x) {
  DenseMatrix z(x.size(), map.map->d_out());
  map.transform(x, z, 2);
  return z.value;
}

/// The most address space that this process has ever had, touched or not.
double most_address_space() { return proc_bytes("/proc/self/status", "VmPeak:").value_or(0); }

TEST(WideRows, EveryLearnerMakesOfThemWhatItMakesOfRenumberedOnes) {
  for (const LearnerSpec& learner : all_learners()) {
    const LabeledMatrix rows = test::rows_for(learner.task(), 60, 12, 5);
    const LabeledMatrix wide = with_rows(rows, spread_out(rows.x, 1'000'000)),
                        same = with_rows(rows, by_hand(rows.x));
    const ModelRequest request{.kernel = test::kernel_for(learner.kind()), .learner = learner};
    const TrainedModel of_wide = train_model(test::view_for(learner.task(), wide), request),
                       of_same = train_model(test::view_for(learner.task(), same), request);
    EXPECT_EQ(of_wide.features(), 1'000'000);
    EXPECT_EQ(of_wide.scores(wide.x.view(), 2), of_same.scores(same.x.view())) << learner.short_text();
    EXPECT_EQ(of_wide.predict(wide.x.view()), of_same.predict(same.x.view())) << learner.short_text();
  }
}

TEST(WideRows, EveryMapMakesOfThemWhatItMakesOfRenumberedOnes) {
  const LabeledMatrix rows = labelled_by_scores(60, 12, 2, 5);
  const LabeledMatrix wide = with_rows(rows, spread_out(rows.x, 1'000'000)),
                      same = with_rows(rows, by_hand(rows.x));
  int seen = 0;
  for (const FeatureMapKind& kind : feature_map_kinds())
    for (const Kernel& kernel : Kernel::one_of_each_family()) {
      std::optional<ModelRequest> of_wide = test::request_with_map(kind, kernel, wide, 4),
                                  of_same = test::request_with_map(kind, kernel, same, 4);
      if (!of_wide || !of_same || of_wide->D != of_same->D) continue;
      ++seen;
      const std::vector<float> found = features(fit_map(wide.x.view(), *of_wide), wide.x.view()),
                               expected = features(fit_map(same.x.view(), *of_same), same.x.view());
      if (of_wide->landmarks == nullptr) {
        EXPECT_EQ(found, expected) << kind.name << ' ' << kernel.display();
        continue;
      }
      // Such a map takes rows with all columns: products of other sums.
      for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_NEAR(found[i], expected[i], 1e-4) << kind.name << ' ' << kernel.display();
    }
  EXPECT_GT(seen, 30);
}

// Probability of a false alarm: 0; what is compared draws nothing.
TEST(WideRows, ColumnsThatTrainingRowsAreWithoutCountInTheKernelsOfNewOnes) {
  for (const Kernel& kernel :
       std::vector<Kernel>{GaussianKernel{2.0}, LaplacianKernel{5.0}, CauchyKernel{3.0},
                           PolynomialKernel{.degree = 2, .coef0 = 1}}) {
    const LabeledMatrix rows = with_targets(50, 10, 3);
    CsrMatrix train = rows.x, test = with_targets(30, 10, 4).x;
    // Columns 7, 8 and 9 are in new rows alone; the latter two often together.
    for (Index i = 0, k = 0; i < train.size(); ++i)
      for (; k < train.row_start[static_cast<std::size_t>(i) + 1]; ++k)
        if (train.column[static_cast<std::size_t>(k)] >= 7) train.value[static_cast<std::size_t>(k)] = 0;
    train = to_sparse(to_dense(train));
    const ModelRequest request{.kernel = kernel, .learner = {{"type", "krr"}, {"lambda", 0.5}}};
    const auto trained_on = [&](const CsrMatrix& x) {
      return train_model({x.view(), rows.y, Task::regression}, request);
    };
    const CsrMatrix wide = spread_out(train, 1'000'000), wide_test = spread_out(test, 1'000'000);
    const std::vector<double> found = trained_on(wide).scores(wide_test.view()),
                              expected = trained_on(train).scores(test.view());
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_NEAR(found[i], expected[i], 1e-5 * (1 + std::abs(expected[i]))) << kernel.display();
  }
}

TEST(WideRows, ALinearModelIgnoresColumnsThatItHasNotSeen) {
  for (const char* type : {"dense_tron", "liblinear"}) {
    const LabeledMatrix rows = labelled_by_scores(60, 12, 3, 5);
    const CsrMatrix wide = spread_out(rows.x, 1'000'000);
    const TrainedModel model = train_model({wide.view(), rows.y}, {.learner = {{"type", type}}});
    CsrMatrix more;
    more.d = wide.d;
    for (Index i = 0; i < wide.size(); ++i) {
      wide.view().for_each_nonzero(i, [&](Index column, float value) { more.push(column, value); });
      more.push(wide.d - 1, 3e38f);
      more.end_row();
    }
    EXPECT_EQ(model.scores(more.view()), model.scores(wide.view())) << type;
  }
}

TEST(WideRows, ModelsAndMapsAreKeptWithTheColumnsThatTheyKnow) {
  for (const LearnerSpec& learner : all_learners()) {
    if (learner.kind().restore == nullptr) continue;
    const LabeledMatrix rows = test::rows_for(learner.task(), 60, 12, 5);
    const LabeledMatrix wide = with_rows(rows, spread_out(rows.x, widest));
    const TrainedModel model = train_model(test::view_for(learner.task(), wide),
                                           {.kernel = test::kernel_for(learner.kind()), .learner = learner});
    const std::string bytes = model_bytes(model);
    EXPECT_LT(bytes.size(), 100'000) << learner.short_text();
    const TrainedModel again = parse_model(bytes, "a.model");
    EXPECT_EQ(again.features(), widest);
    EXPECT_EQ(again.scores(wide.x.view()), model.scores(wide.x.view())) << learner.short_text();
  }
  const LabeledMatrix rows = labelled_by_scores(60, 12, 2, 5);
  const LabeledMatrix wide = with_rows(rows, spread_out(rows.x, 5'000'000));
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    const auto request = test::request_with_map(kind, supported_examples(kind.supports).front(), wide, 4);
    if (!request) continue;
    const ModelState fitted = fit_map(wide.x.view(), *request);
    const std::string bytes = map_bytes(fitted);
    EXPECT_EQ(features(parse_map(bytes, "a.map"), wide.x.view()), features(fitted, wide.x.view()))
        << kind.name;
  }
}

TEST(WideRows, ColumnsOfAFileThatCannotBeAreRefused) {
  const LabeledMatrix rows = labelled_by_scores(60, 12, 2, 5);
  const CsrMatrix wide = spread_out(rows.x, 1'000'000);
  const TrainedModel model = train_model({wide.view(), rows.y}, {.learner = {{"type", "dense_tron"}}});
  for (const bool behind : {false, true}) {
    ArrayFile file = parse_array_file(model_bytes(model), "a.model");
    EXPECT_EQ(file.version, version_of_columns);
    auto& columns = std::get<std::vector<std::int32_t>>(file.arrays.at("columns"));
    if (behind)
      columns.back() = 1'000'000;
    else
      std::swap(columns[0], columns[1]);
    EXPECT_THAT(message_of<InputError>([&] { parse_model(array_file_bytes(file), "a.model"); }),
                HasSubstr("expected to ascend below 1000000"));
  }
}

TEST(WideRows, TakeNoMemoryForTheColumnsThatThereAre) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer takes address space of its own";
#endif
  // One bit for each column would be 268 MB.
  constexpr double most = 200e6;
  const LabeledMatrix narrow = labelled_by_scores(60, 12, 2, 5);
  static_cast<void>(features(fit_map(narrow.x.view(), {.map = "tensor_sketch", .D = 8}), narrow.x.view()));
  const double before = most_address_space();  // with that of threads
  ASSERT_GT(before, 0);
  for (const LearnerSpec& learner : all_learners()) {
    const LabeledMatrix rows = test::rows_for(learner.task(), 60, 12, 5);
    const LabeledMatrix wide = with_rows(rows, spread_out(rows.x, widest));
    const TrainedModel model = train_model(test::view_for(learner.task(), wide),
                                           {.kernel = test::kernel_for(learner.kind()), .learner = learner});
    static_cast<void>(model.predict(wide.x.view()));
    EXPECT_LT(most_address_space(), before + most) << learner.short_text();
  }
  const LabeledMatrix rows = labelled_by_scores(60, 12, 2, 5);
  const LabeledMatrix wide = with_rows(rows, spread_out(rows.x, widest));
  const LabeledMatrix same = with_rows(rows, by_hand(rows.x));
  int seen = 0;
  for (const FeatureMapKind& kind : feature_map_kinds())
    for (const Kernel& kernel : Kernel::one_of_each_family()) {
      std::optional<ModelRequest> request = test::request_with_map(kind, kernel, same, 4);
      if (!request) continue;
      ++seen;
      if (request->landmarks != nullptr) request->landmarks = std::make_shared<CsrMatrix>(wide.x);
      static_cast<void>(features(fit_map(wide.x.view(), *request), wide.x.view()));
      EXPECT_LT(most_address_space(), before + most) << kind.name << ' ' << kernel.display();
    }
  EXPECT_GT(seen, 30);
}

}  // namespace
}  // namespace sketchbench
