#include "report/palette.hpp"

#include <algorithm>
#include <array>

namespace sketchbench {
namespace {

struct Colour {
  const char *light, *dark;
};

// Okabe and Ito's colours, lightened for a dark ground where they would not stand out from it. Their yellow
// is left out: thin yellow lines cannot be seen on white.
constexpr Colour black{"#222222", "#e6e6e6"}, blue{"#0072b2", "#4aa8e0"}, vermillion{"#d55e00", "#f0803c"},
    green{"#009e73", "#2fc79b"}, purple{"#cc79a7", "#e08fbd"}, orange{"#e69f00", "#f0b429"},
    sky{"#56b4e9", "#8fd0f5"}, grey{"#8a8a8a", "#9a9a9a"};

struct Entry {
  std::string_view key;
  Colour colour;
  Symbol symbol;
};

constexpr std::array<Entry, 15> known = {{
    {"exact", black, Symbol::square},
    {"tensor_sketch", blue, Symbol::circle},
    {"tensor_sketch_fast", sky, Symbol::pentagon},
    {"random_maclaurin_published", vermillion, Symbol::triangle},
    {"random_maclaurin_restricted", green, Symbol::triangle_down},
    {"random_maclaurin_h01", purple, Symbol::diamond},
    {"reference", grey, Symbol::pentagon},  // what is neither a method nor a data set: a front, an identity
    {"covertype", sky, Symbol::circle},
    {"mnist", purple, Symbol::square},
    {"adult", orange, Symbol::triangle},
    {"gisette", black, Symbol::diamond},
    {"gisette_sim", black, Symbol::pentagon},
    {"poly_teacher_sparse", green, Symbol::triangle_down},
    {"poly_teacher_dense", blue, Symbol::diamond},
    {"uniform", vermillion, Symbol::pentagon},
}};

// In the order in which keys of their own take them.
constexpr std::array<Colour, 8> colours = {{blue, vermillion, green, purple, orange, sky, black, grey}};
constexpr std::array<Symbol, 6> symbols = {Symbol::circle,  Symbol::triangle,      Symbol::square,
                                           Symbol::diamond, Symbol::triangle_down, Symbol::pentagon};

SeriesStyle style(const Colour& colour, Symbol symbol) { return {colour.light, colour.dark, symbol}; }

const Entry* find_known(std::string_view key) {
  const auto found = std::find_if(known.begin(), known.end(), [&](const Entry& e) { return e.key == key; });
  return found == known.end() ? nullptr : &*found;
}

bool same_look(const SeriesStyle& a, const SeriesStyle& b) {
  return a.light == b.light && a.symbol == b.symbol;
}

/// The first pair of colour and symbol that the figure does not use: the colours with a symbol each, then the
/// colours again with the next symbols. With more keys than pairs, the last is used again.
SeriesStyle unused_style(const std::map<std::string, SeriesStyle>& taken) {
  const auto is_taken = [&](auto&& alike) {
    return std::any_of(taken.begin(), taken.end(), [&](const auto& entry) { return alike(entry.second); });
  };
  SeriesStyle candidate;
  for (std::size_t round = 0; round < symbols.size(); ++round)
    for (std::size_t c = 0; c < colours.size(); ++c) {
      candidate = style(colours[c], symbols[(c + round) % symbols.size()]);
      const bool used = is_taken([&](const SeriesStyle& other) {
        // A colour of its own as long as there is one.
        return round == 0 ? other.light == candidate.light : same_look(other, candidate);
      });
      if (!used) return candidate;
    }
  return candidate;
}

}  // namespace

std::string_view name_of(Symbol symbol) {
  static constexpr std::array<std::string_view, 6> names = {"circle",  "square",        "triangle",
                                                            "diamond", "triangle_down", "pentagon"};
  return names[static_cast<std::size_t>(symbol)];
}

std::string_view method_of_key(std::string_view key) {
  if (key.starts_with(paper_prefix)) key.remove_prefix(paper_prefix.size());
  return key;
}

std::map<std::string, SeriesStyle> styles_for(const Figure& figure) {
  std::vector<std::string> keys;
  for (const Panel& panel : figure.panels)
    for (const FigureSeries& series : panel.series)
      if (std::string key(method_of_key(series.key)); std::find(keys.begin(), keys.end(), key) == keys.end())
        keys.push_back(std::move(key));

  std::map<std::string, SeriesStyle> styles;
  for (const std::string& key : keys)
    if (const Entry* entry = find_known(key)) styles.emplace(key, style(entry->colour, entry->symbol));
  for (const std::string& key : keys)
    if (!styles.contains(key)) styles.emplace(key, unused_style(styles));

  for (const std::string& key : keys) {
    SeriesStyle published = styles.at(key);
    published.hollow = true;
    styles.emplace(std::string(paper_prefix) + key, std::move(published));
  }
  return styles;
}

}  // namespace sketchbench
