#include <sketchbench/learners/model.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <sketchbench/core/row_checks.hpp>

namespace sketchbench {
namespace {

/// The prediction for a row of which a model can say nothing.
constexpr float undecided = std::numeric_limits<float>::quiet_NaN();

bool all_finite(std::span<const double> scores) {
  return std::all_of(scores.begin(), scores.end(), [](double score) { return std::isfinite(score); });
}

}  // namespace

std::vector<double> Model::scores(const Rows& x, int threads) const {
  require_valid_columns(x);
  std::vector<double> scores(static_cast<std::size_t>(x.size() * outputs()));
  score(x, threads, scores);
  return scores;
}

std::vector<float> Model::predict(const Rows& x, int threads) const {
  // The scores of hundreds of classes' pairs would fill the memory: 8 MB of them, or what keeps all threads
  // busy.
  constexpr Index values_at_once = Index{1} << 20, rows_for_a_thread = 64;
  const Index rows_at_once = std::max(rows_for_a_thread * threads, values_at_once / outputs());
  std::vector<float> all;
  all.reserve(static_cast<std::size_t>(x.size()));
  Index begin = 0;
  do {  // at least once: a model looks at the rows' width even where there are none
    const Index end = std::min(x.size(), begin + rows_at_once);
    const std::vector<float> some = predictions(scores(x.slice(begin, end), threads));
    all.insert(all.end(), some.begin(), some.end());
    begin = end;
  } while (begin < x.size());
  return all;
}

std::vector<float> Model::predictions(std::span<const double> scores) const {
  const auto count = static_cast<std::size_t>(outputs());
  std::vector<float> predicted;
  predicted.reserve(scores.size() / count);
  for (std::size_t at = 0; at < scores.size(); at += count) {
    const std::span<const double> row = scores.subspan(at, count);
    predicted.push_back(all_finite(row) ? decide(row) : undecided);
  }
  return predicted;
}

float Regressor::decide(std::span<const double> scores) const {
  const auto target = static_cast<float>(scores.front());
  return std::isfinite(target) ? target : undecided;
}

}  // namespace sketchbench
