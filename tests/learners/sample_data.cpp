#include "sample_data.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include <sketchbench/core/random.hpp>

namespace sketchbench {

LabeledMatrix labelled_by_scores(Index n, Index d, int classes, Seed seed) {
  // The teacher has a stream of its own: samples of different seeds are of one problem.
  RandomStream teacher(7, "teacher");
  std::vector<std::vector<double>> weights(static_cast<std::size_t>(classes));
  for (auto& w : weights)
    for (Index j = 0; j < d; ++j) w.push_back(teacher.normal());

  RandomStream random(seed, "rows");
  LabeledMatrix sample;
  sample.x.d = d;
  for (Index i = 0; i < n; ++i) {
    std::vector<double> score(weights.size());
    for (Index j = 0; i > 0 && j < d; ++j) {
      if (random.sign() < 0) continue;
      const auto value = static_cast<float>(random.normal());
      sample.x.push(j, value);
      for (std::size_t c = 0; c < score.size(); ++c)
        score[c] += weights[c][static_cast<std::size_t>(j)] * value;
    }
    sample.x.end_row();
    for (double& s : score) s += 0.5 * random.normal();
    const auto best = i == 0 ? classes - 1 : std::max_element(score.begin(), score.end()) - score.begin();
    sample.y.push_back(static_cast<float>(classes == 2 ? 2 * best - 1 : 3 + best));
  }
  return sample;
}

LabeledMatrix with_targets(Index n, Index d, Seed seed) {
  LabeledMatrix sample = labelled_by_scores(n, d, 2, seed);
  RandomStream teacher(7, "linear teacher"), noise(seed, "noise");
  std::vector<double> weights;
  for (Index j = 0; j < d; ++j) weights.push_back(teacher.normal());
  for (Index i = 0; i < n; ++i) {
    double target = 3 + 0.5 * noise.normal();
    sample.x.view().for_each_nonzero(
        i, [&](Index j, float value) { target += weights[static_cast<std::size_t>(j)] * value; });
    sample.y[static_cast<std::size_t>(i)] = static_cast<float>(target);
  }
  return sample;
}

std::optional<LabeledMatrix> first_rows_of_adult(const char* file, Index rows) {
  const char* mirror = std::getenv("SKETCHBENCH_MIRROR");
  if (mirror == nullptr) return std::nullopt;
  const auto path = std::filesystem::path(mirror) / file;
  std::ifstream in(path);
  if (!in) return std::nullopt;

  LabeledMatrix sample;
  sample.x.d = 123;
  for (std::string line; sample.x.size() < rows && std::getline(in, line);) {
    std::istringstream fields(line);
    float label = 0, value = 0;
    Index column = 0;
    char colon = 0;
    fields >> label;
    while (fields >> column >> colon >> value) sample.x.push(column - 1, value);
    sample.x.end_row();
    sample.y.push_back(label);
  }
  if (sample.x.size() < rows) throw std::runtime_error(path.string() + " has too few rows");
  return sample;
}

}  // namespace sketchbench
