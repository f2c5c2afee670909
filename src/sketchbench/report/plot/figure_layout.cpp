#include <sketchbench/report/plot/figure_layout.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>
#include <ranges>

#include <sketchbench/report/plot/text_width.hpp>

namespace sketchbench {
namespace {

// The sizes of a printed page: one column is 3.5 inches wide, both with the gap between them 7.
constexpr std::array<double, 5> widths = {252, 378, 504, 540, 612};
constexpr double panel_shape = 0.78;  // height / width
constexpr double border = 6, between_panels = 11, between_panel_rows = 3;
constexpr double tick_font = 7, font = 8, smallest_font = 5.5;
constexpr double line_height = 13;
constexpr double tick_strip = 14;  // below a panel
constexpr double tick_length = 6;  // with the space to its label
constexpr double between_tick_labels = 3;
constexpr double label_every_x = 30, label_every_y = 18;
constexpr double last_label = 8;              // half of a tick label that stands at the right end
constexpr std::size_t most_full_entries = 8;  // more would take as much room as the panels
constexpr std::size_t most_end_labels = 6, most_columns_with_end_labels = 2;
constexpr double label_line = 9, label_gap = 4;  // of labels at the ends of lines
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

double widest_label(const AxisScale& scale) {
  double width = 0;
  for (const Tick& tick : scale.ticks) width = std::max(width, text_width_em(tick.label) * tick_font);
  return width;
}

/// Whether two labels below an axis of that length would touch.
bool labels_collide(const AxisScale& scale, double length) {
  std::vector<std::pair<double, double>> ends;
  for (const Tick& tick : scale.ticks)
    if (const double half = text_width_em(tick.label) * tick_font / 2; !tick.label.empty())
      ends.emplace_back(scale.share_of(tick.at) * length - half, scale.share_of(tick.at) * length + half);
  std::ranges::sort(ends);
  for (std::size_t i = 1; i < ends.size(); ++i)
    if (ends[i].first < ends[i - 1].second + between_tick_labels) return true;
  return false;
}

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
      known->of_several |= series.mark == Mark::theory && series.key != known->series->key;
    }
  // What was measured first, then what it is compared with.
  std::stable_sort(entries.begin(), entries.end(), [](const PlacedSample& a, const PlacedSample& b) {
    return a.series->mark < b.series->mark;
  });
  return entries;
}

std::string brief_of(const FigureSeries& series) {
  return series.brief.empty() ? series.label : series.brief;
}

/// Whether its curves can have their labels behind their last points: few lines, and none that stand for what
/// is claimed of another.
bool takes_end_labels(const Panel& panel) {
  std::size_t labels = 0;
  for (const FigureSeries& series : panel.series) {
    if (series.label.empty() || series.points.empty()) continue;
    if (series.mark == Mark::theory || (series.mark == Mark::measured && series.points.size() < 2))
      return false;
    ++labels;
  }
  return labels > 0 && labels <= most_end_labels;
}

double entry_width(const PlacedSample& entry) {
  return legend_sample + sample_to_label + text_width_em(entry.text) * font;
}

class LayoutMaker {
 public:
  explicit LayoutMaker(std::vector<Slot> slots) : slots_(std::move(slots)) {
    for (const Slot& slot : slots_) {
      columns_ = std::max(columns_, slot.column + 1);
      rows_ = std::max(rows_, slot.row + 1);
    }
    shared_x_ = all_same(slots_, [](const Panel& panel) { return panel.x.label; });
    shared_y_ = all_same(slots_, [](const Panel& panel) { return panel.y.label; });
    titled_ = std::any_of(slots_.begin(), slots_.end(),
                          [](const Slot& slot) { return !slot.panel->title.empty(); });
  }

  FigureLayout operator()() {
    layout_.width = widths[std::min(columns_, widths.size()) - 1];
    if (columns_ <= most_columns_with_end_labels &&
        std::ranges::all_of(slots_, [](const Slot& slot) { return takes_end_labels(*slot.panel); })) {
      for (const Slot& slot : slots_)
        for (const FigureSeries& series : slot.panel->series)
          if (!series.label.empty() && !series.points.empty())
            end_strip_ = std::max(end_strip_, label_gap + text_width_em(brief_of(series)) * tick_font);
      if (columns_ > 1) layout_.width = widths[2];  // both columns of a page
    }
    scale_panels();
    size_panels();
    place_legend();
    place_panels();
    place_shared_titles();
    return std::move(layout_);
  }

 private:
  void scale_panels() {
    // How many labels fit depends on the size of a panel, which depends on the labels' width: a guess will
    // do.
    const double guess = layout_.width / static_cast<double>(columns_) - 32;
    left_strip_.assign(columns_, 0);
    for (const Slot& slot : slots_) {
      const Panel& panel = *slot.panel;
      PlacedPanel placed{.panel = &panel};
      const double inner = guess - std::max(end_strip_, last_label);
      auto most = static_cast<int>(guess / label_every_x);
      do placed.x = scale_x(panel, most);
      while (labels_collide(placed.x, inner) && --most > 1);
      placed.y = scale_y(panel, static_cast<int>(panel_shape * guess / label_every_y));
      double& strip = left_strip_[slot.column];
      strip = std::max(strip, widest_label(placed.y) + tick_length + (shared_y_ ? 0 : line_height));
      layout_.panels.push_back(std::move(placed));
    }
  }

  /// More lines of the title leave less room for panels, and these less room for its lines.
  void size_panels() {
    std::size_t lines = 0;
    do {
      lines = y_title_.size();
      fit_panels();
      if (shared_y_) y_title_ = broken(slots_.front().panel->y.label, rows_height_);
    } while (y_title_.size() > lines);
  }

  void fit_panels() {
    left_edge_ = border + (shared_y_ ? line_height * static_cast<double>(y_title_.size()) : 0);
    const double strips = std::accumulate(left_strip_.begin(), left_strip_.end(), 0.0);
    const double gaps = between_panels * static_cast<double>(columns_ - 1);
    panel_width_ = (layout_.width - left_edge_ - strips - gaps - std::max(last_label, end_strip_) - border -
                    end_strip_ * static_cast<double>(columns_ - 1)) /
                   static_cast<double>(columns_);
    panel_height_ = panel_shape * panel_width_;
    size_titles();
    row_height_ = above_ + panel_height_ + tick_strip + (shared_x_ ? 0 : line_height);
    rows_height_ =
        row_height_ * static_cast<double>(rows_) + between_panel_rows * static_cast<double>(rows_ - 1);
  }

  /// One size for the titles of all panels, in two lines where one of them would else be set much smaller.
  void size_titles() {
    above_ = titled_ ? line_height : 4;
    if (!titled_) return;
    const auto size_for = [&](auto&& lines_of) {
      double size = font;
      for (const Slot& slot : slots_)
        for (const std::string& line : lines_of(slot.panel->title))
          size = std::min(size, (panel_width_ + left_strip_[slot.column]) / text_width_em(line));
      return std::max(smallest_font, std::floor(2 * size) / 2);
    };
    title_size_ = size_for([](const std::string& title) { return std::vector<std::string>{title}; });
    if (title_size_ >= font - 1) return;
    const double size = size_for(two_lines);
    if (size <= title_size_) return;
    title_size_ = size;
    in_two_lines_ = true;
    above_ += title_size_ + 2;
  }

  /// Before the last comma outside of brackets, where there is one: "Adult" and "Gaussian, σ = 1" stay whole.
  static std::vector<std::string> two_lines(const std::string& title) {
    const auto comma = title.find(", ");
    if (comma == std::string::npos) return {title};
    return {title.substr(0, comma), title.substr(comma + 2)};
  }

  /// The full labels where they fit a line, brief ones where these do or the entries are many.
  void choose_legend_texts() {
    const double room = layout_.width - 2 * border;
    const auto use = [&](auto&& text_of) {
      double width = -between_entries;
      for (PlacedSample& entry : layout_.legend) {
        entry.text = text_of(*entry.series);
        width += between_entries + entry_width(entry);
      }
      return width;
    };
    const auto in_full = [](const FigureSeries& series) { return series.label; };
    if (use(in_full) <= room || use(brief_of) <= room || layout_.legend.size() > most_full_entries) return;
    use(in_full);
  }

  /// Fills lines from left to right and centres each; with the number of lines the picture's height is known.
  void place_legend() {
    if (end_strip_ == 0) layout_.legend = distinct_entries(slots_);
    choose_legend_texts();
    const double room = layout_.width - 2 * border;
    std::vector<std::vector<PlacedSample*>> lines;
    double used = room;
    for (PlacedSample& entry : layout_.legend) {
      if (used + between_entries + entry_width(entry) > room) {
        lines.emplace_back();
        used = -between_entries;
      }
      lines.back().push_back(&entry);
      used += between_entries + entry_width(entry);
    }
    panels_top_ = border + (shared_x_ ? line_height : 0) + rows_height_;
    double y = panels_top_ + line_height * static_cast<double>(lines.size());
    layout_.height = y + border;
    // One entry a line is a list, and lists are set to the left.
    const bool is_list = layout_.legend.size() == lines.size();
    double widest = 0;
    for (const auto& line : lines) widest = std::max(widest, line_width(line));
    for (const auto& line : lines) {
      y -= line_height;
      place_line(line, (layout_.width - (is_list ? widest : line_width(line))) / 2, y + line_height / 2);
    }
  }

  static double line_width(const std::vector<PlacedSample*>& line) {
    double width = -between_entries;
    for (const PlacedSample* entry : line) width += between_entries + entry_width(*entry);
    return width;
  }

  void place_line(const std::vector<PlacedSample*>& line, double x, double y) {
    for (PlacedSample* entry : line) {
      entry->x = x;
      entry->y = y;
      layout_.texts.push_back({.text = entry->text,
                               .x = x + legend_sample + sample_to_label,
                               .y = y,
                               .size = font,
                               .anchor = Anchor::left});
      x += entry_width(*entry) + between_entries;
    }
  }

  void place_panels() {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      const auto [panel, row, column] = slots_[i];
      double left = left_edge_ + (panel_width_ + between_panels + end_strip_) * static_cast<double>(column);
      for (std::size_t c = 0; c <= column; ++c) left += left_strip_[c];
      const double top = panels_top_ - above_ - (row_height_ + between_panel_rows) * static_cast<double>(row);
      layout_.panels[i].box = {left, top - panel_height_, left + panel_width_, top};
      add_texts(*panel, layout_.panels[i].box, left_strip_[column]);
      if (end_strip_ > 0) add_end_labels(layout_.panels[i]);
    }
  }

  void add_texts(const Panel& panel, const Box& box, double left_strip) {
    const double middle = (box.left + box.right) / 2, room = panel_width_ + left_strip;
    add_title(panel.title, middle, box.top + 0.55 * line_height);
    if (!shared_x_)
      add_text({.text = panel.x.label, .x = middle, .y = box.bottom - tick_strip - line_height / 2}, room);
    if (!shared_y_)
      add_text({.text = panel.y.label,
                .x = box.left - left_strip + line_height / 2,
                .y = (box.bottom + box.top) / 2,
                .upwards = true},
               panel_height_);
  }

  void add_title(const std::string& title, double x, double y) {
    if (title.empty()) return;
    const std::vector<std::string> lines = in_two_lines_ ? two_lines(title) : std::vector<std::string>{title};
    for (std::size_t i = lines.size(); i-- > 0; y += title_size_ + 2)
      layout_.texts.push_back({.text = lines[i], .x = x, .y = y, .size = title_size_});
  }

  /// Behind the curves' last points, moved apart where these are near to each other.
  void add_end_labels(const PlacedPanel& placed) {
    std::vector<PlacedText> labels;
    const Box& box = placed.box;
    for (const FigureSeries& series : placed.panel->series) {
      if (series.label.empty() || series.points.empty()) continue;
      const double share = std::clamp(placed.y.share_of(series.points.back().y), 0.0, 1.0);
      labels.push_back({.text = brief_of(series),
                        .x = box.right + label_gap,
                        .y = box.bottom + share * (box.top - box.bottom),
                        .size = tick_font,
                        .anchor = Anchor::left,
                        .of = &series});
    }
    std::ranges::stable_sort(labels, {}, &PlacedText::y);
    double lowest = box.bottom;
    for (PlacedText& label : labels) {
      label.y = std::max(label.y, lowest);
      lowest = label.y + label_line;
    }
    double highest = box.top;
    for (PlacedText& label : std::views::reverse(labels)) {
      label.y = std::min(label.y, highest);
      highest = label.y - label_line;
    }
    std::ranges::move(labels, std::back_inserter(layout_.texts));
  }

  /// In lines of at most that width, but for a longer word.
  static std::vector<std::string> broken(const std::string& text, double width) {
    std::vector<std::string> lines(1);
    for (std::size_t at = 0, end; at < text.size(); at = end + 1) {
      end = std::min(text.find(' ', at), text.size());
      const std::string longer = lines.back() + (lines.back().empty() ? "" : " ") + text.substr(at, end - at);
      if (lines.back().empty() || text_width_em(longer) * font <= width)
        lines.back() = longer;
      else
        lines.push_back(text.substr(at, end - at));
    }
    return lines;
  }

  void place_shared_titles() {
    const Panel& first = *slots_.front().panel;
    const double left = left_edge_ + left_strip_.front(), right = layout_.width - border - last_label;
    if (shared_x_)
      add_text({.text = first.x.label, .x = (left + right) / 2, .y = border + line_height / 2}, right - left);
    if (!shared_y_) return;
    double x = border + line_height / 2;
    for (const std::string& line : y_title_) {
      add_text({.text = line, .x = x, .y = panels_top_ - rows_height_ / 2, .upwards = true}, rows_height_);
      x += line_height;
    }
  }

  /// A text that would be longer than its place is set smaller, as far as it can be read.
  void add_text(PlacedText text, double room) {
    if (text.text.empty()) return;
    const double width = text_width_em(text.text) * font;
    text.size = width <= room ? font : std::max(smallest_font, std::floor(2 * font * room / width) / 2);
    layout_.texts.push_back(std::move(text));
  }

  std::vector<Slot> slots_;
  std::size_t columns_ = 1, rows_ = 1;
  bool shared_x_ = true, shared_y_ = true;  ///< one axis title for all panels
  bool titled_ = true;                      ///< some panel has a title
  std::vector<double> left_strip_;          ///< for each column: tick labels, and the title of its own axis
  double left_edge_ = 0, panels_top_ = 0;   ///< of the grid
  double end_strip_ = 0;                    ///< behind each panel, for labels of its curves; 0: a legend
  double title_size_ = font;
  bool in_two_lines_ = false;                ///< titles
  std::vector<std::string> y_title_ = {""};  ///< of all vertical axes, in lines
  double panel_width_ = 0, panel_height_ = 0, above_ = 0, row_height_ = 0, rows_height_ = 0;
  FigureLayout layout_;
};

}  // namespace

FigureLayout lay_out(const Figure& figure) {
  std::vector<Slot> slots = slots_of(figure);
  return slots.empty() ? FigureLayout{} : LayoutMaker(std::move(slots))();
}

}  // namespace sketchbench
