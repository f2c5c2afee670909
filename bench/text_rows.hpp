#pragma once
#include <span>
#include <string>
#include <vector>

#include <sketchbench/core/labeled_rows.hpp>

namespace sketchbench::bench {

/// What generated rows look like: those of a collection of texts. A text of about `words` words (from half to
/// one and a half times as many, uniformly) draws each from the vocabulary, the word of rank r with a density
/// of 1 / (r + offset), and again while the word does not lean to the text's class: with logistic(y s), s of
/// a word normal with deviation `lean`. A word's value is (1 + log count) times the logarithm of its rarity;
/// rows have length 1. Labels are +1 and -1, and turned with probability `turned`.
struct TextShape {
  const char* name;
  const char* title;
  Index vocabulary;
  double words, offset, lean, turned;
};
/// About 75 of 47,000, 450 of 1.36 million and 3,700 of 16.6 million columns are not zero, as in RCV1, news20
/// and webspam's trigrams.
inline constexpr TextShape text_shapes[] = {
    {"rcv1_like", "like RCV1, generated", 47'236, 76, 60, 0.35, 0.02},
    {"news20_like", "like news20, generated", 1'355'191, 463, 100, 0.35, 0.01},
    {"trigrams_like", "like webspam's trigrams, generated", 16'609'143, 3890, 300, 0.2, 0.01}};
/// InputError for a name of none.
const TextShape& text_shape(const std::string& name);

struct TextRows {
  CsrMatrix x;
  std::vector<float> y;
  LabeledRows view() const { return {x.view(), y}; }
};

/// `columns`: of the rows, at least the vocabulary, whose words are scattered among them.
TextRows text_rows(const TextShape& shape, Index rows, Index columns, Seed seed);

}  // namespace sketchbench::bench
