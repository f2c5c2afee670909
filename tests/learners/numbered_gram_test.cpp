// Kernel matrices in LIBSVM's form: svm-train -t 4.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/kernels/gram.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/learners/numbered_gram.hpp>
#include "sample_data.hpp"
#include "stock_tools.hpp"

namespace sketchbench {
namespace {

/// Rows "0:N 1:K(x_N, y_1) ..." of x's rows from..to.
CsrMatrix numbered(const Eigen::MatrixXd& gram, const std::vector<Index>& rows) {
  CsrMatrix matrix;
  matrix.d = gram.cols() + 1;
  for (const Index i : rows) {
    matrix.push(0, static_cast<float>(i + 1));
    for (Index j = 0; j < gram.cols(); ++j) matrix.push(j + 1, static_cast<float>(gram(i, j)));
    matrix.end_row();
  }
  return matrix;
}

// Machines on the matrix are those on the rows, whose scores need the kernel; of every second row as well.
TEST(NumberedGram, HasTheMachinesOfTheKernel) {
  for (const char* type :
       {"libsvm", "block_smo", "libsvm_svr", "block_smo_svr", "libsvm_one_class", "block_smo_one_class"}) {
    SCOPED_TRACE(type);
    LearnerSpec spec({{"type", type}, {"eps", 1e-5}});
    const bool targets = spec.task() == Task::regression;
    const LabeledMatrix all = targets ? with_targets(160, 6, 1) : labelled_by_scores(160, 6, 3, 1);
    const Eigen::MatrixXd gram = sketchbench::gram(GaussianKernel{1.5}, all.x.view());
    for (const Index step : {1, 2}) {
      std::vector<Index> some, everything;
      std::vector<float> y;
      for (Index i = 0; i < 160; ++i) {
        everything.push_back(i);
        if (i % step != 0) continue;
        some.push_back(i);
        y.push_back(all.y[static_cast<std::size_t>(i)]);
      }
      const CsrMatrix rows = copy_sparse_rows(all.x.view(), some), matrix = numbered(gram, some),
                      test = numbered(gram, everything);
      const Trained of_rows = spec.make(GaussianKernel{1.5}, 1)->train({rows.view(), y, spec.task()}, 1),
                    of_gram =
                        spec.make(kernel_of_units(), 1)->train_on_gram({matrix.view(), y, spec.task()}, 1);
      const std::vector<double> expected = of_rows.model->scores(all.x.view()),
                                scores = of_gram.model->scores(test.view());
      ASSERT_EQ(scores.size(), expected.size());
      for (std::size_t i = 0; i < scores.size(); ++i)
        ASSERT_NEAR(scores[i], expected[i], 1e-3 * std::max(1.0, std::abs(expected[i]))) << i;
      // Kept and made again from its parts.
      const auto again = spec.restore(*of_gram.model->parts(), kernel_of_units(), matrix.d);
      EXPECT_EQ(again->scores(test.view()), scores);
    }
  }
}

// The kernel matrix is one of no kernel of the library's, and not positive definite.
TEST(NumberedGram, IsTrainedOnAsBySvmTrain) {
  const LabeledMatrix all = labelled_by_scores(120, 5, 3, 1);
  const Eigen::MatrixXd gram = sketchbench::gram(GaussianKernel{1}, all.x.view()) -
                               0.5 * sketchbench::gram(GaussianKernel{2}, all.x.view());
  std::vector<Index> train, test;
  std::vector<float> y, y_test;
  for (Index i = 0; i < 120; ++i) {
    (i < 80 ? train : test).push_back(i);
    (i < 80 ? y : y_test).push_back(all.y[static_cast<std::size_t>(i)]);
  }
  const CsrMatrix rows = numbered(gram.leftCols(80), train), others = numbered(gram.leftCols(80), test);
  const LabeledRows data{rows.view(), y, Task::classification},
      rest{others.view(), y_test, Task::classification};
  const double eps = 0x1p-10;
  const auto trained = [&](const LearnerSpec& spec) {
    return spec.make(kernel_of_units(), 1)->train_on_gram({rows.view(), y, spec.task()}, 1);
  };
  const Trained svc = trained({{"type", "libsvm"}, {"C", 2}, {"eps", eps}}),
                ours = trained({{"type", "block_smo"}, {"C", 2}, {"eps", eps}}),
                svr = trained({{"type", "libsvm_svr"}, {"C", 2}, {"eps", eps}, {"p", 0.25}}),
                one = trained({{"type", "libsvm_one_class"}, {"nu", 0.25}, {"eps", eps}});
  const StockResult stock_svc = run_stock_libsvm_on_gram(fmt::format("-c 2 -m 4000 -e {}", eps), data, rest),
                    stock_svr = run_stock_libsvm_on_gram(fmt::format("-s 3 -c 2 -p 0.25 -m 4000 -e {}", eps),
                                                         data, rest),
                    stock_one =
                        run_stock_libsvm_on_gram(fmt::format("-s 2 -n 0.25 -m 4000 -e {}", eps), data, rest);
  EXPECT_EQ(svc.report.messages, stock_svc.messages);
  EXPECT_EQ(svc.model->predict(others.view()), stock_svc.labels);
  EXPECT_EQ(ours.model->predict(others.view()), stock_svc.labels);
  EXPECT_EQ(svr.report.messages, stock_svr.messages);
  const std::vector<float> targets = svr.model->predict(others.view());
  for (std::size_t i = 0; i < targets.size(); ++i) EXPECT_NEAR(targets[i], stock_svr.labels[i], 1e-4);
  EXPECT_EQ(one.report.messages, stock_one.messages);
  EXPECT_EQ(one.model->predict(others.view()), stock_one.labels);
}

TEST(NumberedGram, RefusesNumbersWithoutAColumn) {
  for (const float number : {0.0f, 1.5f, 3.0f, -1.0f}) {
    CsrMatrix matrix;
    matrix.d = 3;
    matrix.push(0, number);
    matrix.push(1, 1);
    matrix.end_row();
    EXPECT_THAT([&] { NumberedGram::of(matrix.view()); },
                testing::ThrowsMessage<InputError>(
                    testing::AllOf(testing::HasSubstr("row 1"), testing::HasSubstr("from 1 to 2"))));
  }
}

}  // namespace
}  // namespace sketchbench
