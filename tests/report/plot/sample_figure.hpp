#pragma once
#include <cmath>

#include <sketchbench/report/figure/figure.hpp>

namespace sketchbench {

/// Two rows of three panels with every kind of mark; text that a careless script would trip over.
inline Figure sample_figure() {
  Figure figure{.name = "sample",
                .number = "Figure 1",
                .title = "A <sample> & its 'quotes'",
                .caption = "Bars: one standard deviation.",
                .columns = 3};
  for (int i = 0; i < 6; ++i) {
    Panel panel{.title = "(1+⟨x,y⟩)⁴ it's 5 % of {a_b^c} `ls` @x ~y \\n $z \"q\"",
                .dataset = "adult",
                .x = {.label = "number of random features D"},
                .y = {.label = "time (s)", .logarithmic = i % 2 == 1}};
    FigureSeries measured{.key = "tensor_sketch", .label = "Tensor Sketching"};
    FigureSeries theory{.key = "tensor_sketch", .label = "Lemma 6", .kernel = {}, .mark = Mark::theory};
    for (int D = 100; D <= 500; D += 100) {
      const double y = (1 + i) / std::sqrt(D);
      measured.points.push_back({.x = 1.0 * D, .y = y, .low = 0.9 * y, .high = 1.2 * y});
      theory.points.push_back({.x = 1.0 * D, .y = 1.05 * y});
    }
    panel.series = {
        measured,
        theory,
        {.key = "exact", .label = "exact kernel", .mark = Mark::level, .points = {{.x = 1, .y = 0.2}}},
        {.key = "paper:tensor_sketch", .label = "the paper", .points = {{.x = 200, .y = 0.1}}}};
    figure.panels.push_back(panel);
  }
  return figure;
}

}  // namespace sketchbench
