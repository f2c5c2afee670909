#include "report/plot/figure_layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "report/plot/text_width.hpp"

namespace sketchbench {
namespace {

// The sizes of a printed page: one column is 3.5 inches wide, both with the gap between them 7.
constexpr std::array<double, 5> widths = {252, 378, 504, 540, 612};
constexpr double panel_shape = 0.78;  // height / width
constexpr double border = 6, between_columns = 11, between_rows = 3;
constexpr double tick_font = 7, font = 8, smallest_font = 5.5;
constexpr double line_height = 13;
constexpr double tick_strip = 14;  // below a panel
constexpr double tick_length = 6;  // with the space to its label
constexpr double label_every_x = 30, label_every_y = 18;
constexpr double last_label = 8;  // half of a tick label that stands at the right end
constexpr double between_entries = 14, sample_to_label = 5;

/// A panel and its place in the grid.
struct Slot {
  const Panel* panel = nullptr;
  std::size_t row = 0, column = 0;
};

/// The number of true ones before each.
std::vector<std::size_t> renumbered(const std::vector<bool>& used) {
  std::vector<std::size_t> number(used.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < used.size(); ++i) number[i] = used[i] ? next++ : next;
  return number;
}

/// The panels that have points. One without leaves its place blank, so that rows and columns keep their
/// meaning, unless the whole row or column is.
std::vector<Slot> slots_of(const Figure& figure) {
  const auto columns = static_cast<std::size_t>(std::max(figure.columns, 1));
  std::vector<bool> row_used(figure.panels.size() / columns + 1), column_used(columns);
  std::vector<Slot> slots;
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    if (!has_points(figure.panels[i])) continue;
    slots.push_back({&figure.panels[i], i / columns, i % columns});
    row_used[i / columns] = column_used[i % columns] = true;
  }
  const std::vector<std::size_t> row = renumbered(row_used), column = renumbered(column_used);
  for (Slot& slot : slots) slot = {slot.panel, row[slot.row], column[slot.column]};
  return slots;
}

template <class Of>
bool all_same(const std::vector<Slot>& slots, Of&& text) {
  return std::all_of(slots.begin(), slots.end(),
                     [&](const Slot& slot) { return text(*slot.panel) == text(*slots.front().panel); });
}

/// A text that would be longer than its place is set smaller, as far as it can be read.
PlacedText fitted(PlacedText text, double room) {
  const double width = text_width_em(text.text) * font;
  text.size = width <= room ? font : std::max(smallest_font, std::floor(2 * font * room / width) / 2);
  return text;
}

std::vector<double> x_values(const Panel& panel) {
  std::vector<double> values;
  for (const FigureSeries& series : panel.series)
    if (series.mark != Mark::level)
      for (const FigurePoint& point : series.points) values.push_back(point.x);
  return values;
}

std::vector<double> y_values(const Panel& panel) {
  std::vector<double> values;
  for (const FigureSeries& series : panel.series)
    for (const FigurePoint& point : series.points) {
      values.push_back(point.y);
      if (point.low) values.push_back(*point.low);
      if (point.high) values.push_back(*point.high);
      if (series.mark == Mark::level) break;
    }
  return values;
}

double widest_label(const AxisScale& scale) {
  double width = 0;
  for (const Tick& tick : scale.ticks) width = std::max(width, text_width_em(tick.label) * tick_font);
  return width;
}

/// The grid of panels while it is being laid out.
struct Grid {
  std::size_t columns = 1, rows = 1;
  bool shared_x = true, shared_y = true;  ///< one axis title for all panels
  bool titled = true;                     ///< some panel has a title
  std::vector<double> left_strip;         ///< for each column: tick labels, and the title of its own axis

  double below() const { return tick_strip + (shared_x ? 0 : line_height); }
  double above() const { return titled ? line_height : 4; }
};

std::vector<PlacedSample> distinct_entries(const std::vector<Slot>& slots) {
  std::vector<PlacedSample> entries;
  for (const Slot& slot : slots)
    for (const FigureSeries& series : slot.panel->series) {
      if (series.label.empty() || series.points.empty()) continue;
      auto known = std::find_if(entries.begin(), entries.end(), [&](const PlacedSample& entry) {
        return entry.series->label == series.label;
      });
      if (known == entries.end()) known = entries.insert(entries.end(), PlacedSample{.series = &series});
      known->joined |= series.mark != Mark::measured || series.points.size() > 1;
    }
  return entries;
}

double entry_width(const PlacedSample& entry) {
  return legend_sample + sample_to_label + text_width_em(entry.series->label) * font;
}

/// Fills lines of the legend from left to right and centres each; returns the number of lines.
std::size_t place_legend(FigureLayout& layout) {
  const double room = layout.width - 2 * border;
  std::vector<std::vector<PlacedSample*>> lines;
  double used = room;
  for (PlacedSample& entry : layout.legend) {
    const double width = entry_width(entry);
    if (lines.empty() || used + between_entries + width > room) {
      lines.emplace_back();
      used = -between_entries;
    }
    lines.back().push_back(&entry);
    used += between_entries + width;
  }
  double y = -line_height / 2;  // from the top of the picture, whose height is not known yet
  for (const auto& line : lines) {
    double total = -between_entries;
    for (const PlacedSample* entry : line) total += between_entries + entry_width(*entry);
    double x = (layout.width - total) / 2;
    for (PlacedSample* entry : line) {
      entry->x = x;
      entry->y = y;
      x += entry_width(*entry) + between_entries;
    }
    y -= line_height;
  }
  return lines.size();
}

void add_texts_of_panel(const PlacedPanel& placed, const Grid& grid, double left_strip,
                        std::vector<PlacedText>& texts) {
  const Box& box = placed.box;
  const double middle = (box.left + box.right) / 2;
  const double title_room = box.right - box.left + left_strip;
  if (!placed.panel->title.empty())
    texts.push_back(
        fitted({.text = placed.panel->title, .x = middle, .y = box.top + 0.55 * line_height}, title_room));
  if (!grid.shared_x && !placed.panel->x.label.empty())
    texts.push_back(
        fitted({.text = placed.panel->x.label, .x = middle, .y = box.bottom - tick_strip - line_height / 2},
               title_room));
  if (!grid.shared_y && !placed.panel->y.label.empty())
    texts.push_back(fitted({.text = placed.panel->y.label,
                            .x = box.left - left_strip + line_height / 2,
                            .y = (box.bottom + box.top) / 2,
                            .upwards = true},
                           box.top - box.bottom));
}

}  // namespace

FigureLayout lay_out(const Figure& figure) {
  const std::vector<Slot> slots = slots_of(figure);
  FigureLayout layout;
  if (slots.empty()) return layout;

  Grid grid;
  for (const Slot& slot : slots) {
    grid.columns = std::max(grid.columns, slot.column + 1);
    grid.rows = std::max(grid.rows, slot.row + 1);
  }
  grid.shared_x = all_same(slots, [](const Panel& panel) { return panel.x.label; });
  grid.shared_y = all_same(slots, [](const Panel& panel) { return panel.y.label; });
  grid.titled =
      std::any_of(slots.begin(), slots.end(), [](const Slot& slot) { return !slot.panel->title.empty(); });
  layout.width = widths[std::min(grid.columns, widths.size()) - 1];

  // How many labels fit depends on the size of a panel, which depends on the labels' width; a guess is
  // enough.
  const double guess = layout.width / static_cast<double>(grid.columns) - 32;
  grid.left_strip.assign(grid.columns, 0);
  for (const Slot& slot : slots) {
    const Panel& panel = *slot.panel;
    PlacedPanel placed{.panel = &panel};
    placed.x = scale_axis(panel.x, x_values(panel), static_cast<int>(guess / label_every_x));
    placed.y = scale_axis(panel.y, y_values(panel), static_cast<int>(panel_shape * guess / label_every_y));
    double& strip = grid.left_strip[slot.column];
    strip = std::max(strip, widest_label(placed.y) + tick_length + (grid.shared_y ? 0 : line_height));
    layout.panels.push_back(std::move(placed));
  }

  const double shared_y_strip = grid.shared_y ? line_height : 0,
               shared_x_strip = grid.shared_x ? line_height : 0;
  const double strips = std::accumulate(grid.left_strip.begin(), grid.left_strip.end(), 0.0);
  const double gaps = between_columns * static_cast<double>(grid.columns - 1);
  const double panel_width = (layout.width - 2 * border - shared_y_strip - strips - gaps - last_label) /
                             static_cast<double>(grid.columns);
  const double panel_height = panel_shape * panel_width;

  layout.legend = distinct_entries(slots);
  const double legend_height = line_height * static_cast<double>(place_legend(layout));
  const double row_height = grid.above() + panel_height + grid.below();
  const double rows_height =
      row_height * static_cast<double>(grid.rows) + between_rows * static_cast<double>(grid.rows - 1);
  layout.height = 2 * border + legend_height + rows_height + shared_x_strip;
  for (PlacedSample& entry : layout.legend) entry.y += layout.height - border;

  const double panels_top = layout.height - border - legend_height;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const auto [panel, row, column] = slots[i];
    double left = border + shared_y_strip + (panel_width + between_columns) * static_cast<double>(column);
    for (std::size_t c = 0; c <= column; ++c) left += grid.left_strip[c];
    const double top = panels_top - grid.above() - (row_height + between_rows) * static_cast<double>(row);
    layout.panels[i].box = {left, top - panel_height, left + panel_width, top};
    add_texts_of_panel(layout.panels[i], grid, grid.left_strip[column], layout.texts);
  }
  const Panel& first = *slots.front().panel;
  const double first_left = border + shared_y_strip + grid.left_strip[0];
  const double centre = (first_left + layout.width - border) / 2;
  if (grid.shared_x && !first.x.label.empty())
    layout.texts.push_back(fitted({.text = first.x.label, .x = centre, .y = border + line_height / 2},
                                  layout.width - border - first_left));
  if (grid.shared_y && !first.y.label.empty())
    layout.texts.push_back(fitted({.text = first.y.label,
                                   .x = border + line_height / 2,
                                   .y = panels_top - rows_height / 2,
                                   .upwards = true},
                                  rows_height));
  for (const PlacedSample& entry : layout.legend)
    layout.texts.push_back({.text = entry.series->label,
                            .x = entry.x + legend_sample + sample_to_label,
                            .y = entry.y,
                            .size = font,
                            .anchor = Anchor::left});
  return layout;
}

}  // namespace sketchbench
