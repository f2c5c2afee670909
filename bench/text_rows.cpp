#include "bench/text_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>

namespace sketchbench::bench {
namespace {

// A prime that divides no number of columns here: its multiples scatter the words.
constexpr Index scatter = 2'654'435'761;

/// How much each word leans to the class +1; the same in all collections of that shape.
std::vector<float> leanings(const TextShape& shape) {
  RandomStream random(1, "bench.text_rows.lean");
  std::vector<float> lean(static_cast<std::size_t>(shape.vocabulary));
  for (float& of_word : lean) of_word = static_cast<float>(shape.lean * random.normal());
  return lean;
}

}  // namespace

const TextShape& text_shape(const std::string& name) {
  const auto found = std::ranges::find(text_shapes, name, &TextShape::name);
  if (found == std::end(text_shapes))
    throw InputError(
        fmt::format("no rows \"{}\" are generated, expected rcv1_like, news20_like or trigrams_like", name));
  return *found;
}

TextRows text_rows(const TextShape& shape, Index rows, Index columns, Seed seed) {
  if (columns < shape.vocabulary || columns % scatter == 0)
    throw InputError(fmt::format("{} columns for {} words", columns, shape.vocabulary));
  const std::vector<float> lean = leanings(shape);
  RandomStream random(seed, "bench.text_rows");
  const double ranks = (static_cast<double>(shape.vocabulary) + shape.offset) / shape.offset,
               mass = std::log(ranks);
  TextRows made;
  made.x.d = columns;
  std::vector<Index> words;
  std::vector<std::pair<Index, float>> row;
  for (Index i = 0; i < rows; ++i) {
    const double y = random.sign(), length = shape.words * (0.5 + random.uniform());
    words.clear();
    while (static_cast<double>(words.size()) < length) {
      const auto rank = static_cast<Index>(shape.offset * (std::pow(ranks, random.uniform()) - 1));
      const Index word = std::min(rank, shape.vocabulary - 1);
      if (random.uniform() * (1 + std::exp(-y * lean[static_cast<std::size_t>(word)])) < 1)
        words.push_back(word);
    }
    std::ranges::sort(words);
    row.clear();
    double squares = 0;
    for (auto at = words.begin(); at != words.end();) {
      const auto end = std::find_if(at, words.end(), [&](Index word) { return word != *at; });
      const double rarity = std::log1p((static_cast<double>(*at) + shape.offset) * mass / shape.words),
                   value = (1 + std::log(static_cast<double>(end - at))) * rarity;
      squares += value * value;
      row.emplace_back(*at * scatter % columns, static_cast<float>(value));
      at = end;
    }
    std::ranges::sort(row);
    for (const auto& [column, value] : row)
      made.x.push(column, static_cast<float>(value / std::sqrt(squares)));
    made.x.end_row();
    made.y.push_back(static_cast<float>(random.uniform() < shape.turned ? -y : y));
  }
  return made;
}

}  // namespace sketchbench::bench
