// Models and predictions are the same for every number of threads, so they cannot tell whether more than one
// works. Whether more than one is started can.
#include <gtest/gtest.h>

#include <sketchbench/learners/learner.hpp>
#include "sample_data.hpp"
#include "support/thread_starts.hpp"

namespace sketchbench {
namespace {

using testing_support::counts_threads;
using testing_support::ThreadStarts;

TEST(Learners, ShareTheirWorkAmongAsManyThreadsAsTheyAreGiven) {
  if (!counts_threads) GTEST_SKIP() << "a sanitizer starts threads itself";
  for (const LearnerKind& kind : learner_kinds()) {
    const LearnerSpec spec(kind);
    const bool classifies = spec.task() == Task::classification;
    const LabeledMatrix sample = classifies ? labelled_by_scores(1500, 5, 2, 1) : with_targets(1500, 5, 1);
    const LabeledRows rows = classifies ? view(sample) : targets_view(sample);
    for (const int threads : {1, 3}) {
      const ThreadStarts training;
      const Trained trained = spec.make(PolynomialKernel{2, 1}, threads)->train(rows, 1);
      const bool own = kind.library == nullptr;  // the stock libraries use one thread whatever it is
      EXPECT_EQ(training.count() > 0, own && threads > 1) << kind.type << " on " << threads;
      const ThreadStarts predicting;
      static_cast<void>(trained.model->scores(rows.x, threads));
      EXPECT_EQ(predicting.count() > 0, threads > 1) << kind.type << " on " << threads;
    }
  }
}

}  // namespace
}  // namespace sketchbench
