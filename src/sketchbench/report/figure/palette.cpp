#include <sketchbench/report/figure/palette.hpp>

#include <algorithm>
#include <array>
#include <functional>

#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/harness/cell/cell.hpp>

namespace sketchbench {
namespace {

struct Inks {
  const char *light, *dark;
};

/// Lightened for a dark ground where a colour would not stand out from it.
Inks inks_of(Colour colour) {
  switch (colour) {
    case Colour::blue:
      return {"#0072b2", "#4aa8e0"};
    case Colour::sky:
      return {"#56b4e9", "#8fd0f5"};
    case Colour::vermillion:
      return {"#d55e00", "#f0803c"};
    case Colour::green:
      return {"#009e73", "#2fc79b"};
    case Colour::purple:
      return {"#cc79a7", "#e08fbd"};
    case Colour::orange:
      return {"#e69f00", "#f0b429"};
    case Colour::black:
      return {"#222222", "#e6e6e6"};
    case Colour::grey:
      return {"#8a8a8a", "#9a9a9a"};
  }
  return {};
}

constexpr Look exact_look{Colour::black, Symbol::square}, reference_look{Colour::grey, Symbol::pentagon};

// In the order in which maps, and keys of their own, take them.
constexpr std::array<Look, all_colours.size()> first_looks = {{{Colour::blue, Symbol::circle},
                                                               {Colour::sky, Symbol::pentagon},
                                                               {Colour::vermillion, Symbol::triangle},
                                                               {Colour::green, Symbol::triangle_down},
                                                               {Colour::purple, Symbol::diamond},
                                                               {Colour::orange, Symbol::triangle_down},
                                                               {Colour::black, Symbol::circle},
                                                               {Colour::grey, Symbol::triangle}}};

/// Every pair but those that are taken for good: the colours with a symbol each, then the colours again with
/// the next symbols.
std::vector<Look> all_looks() {
  std::vector<Look> looks;
  for (std::size_t round = 0; round < all_symbols.size(); ++round)
    for (const Look& first : first_looks) {
      const auto place = static_cast<std::size_t>(first.symbol) + round;
      const Look look{first.colour, all_symbols[place % all_symbols.size()].second};
      if (look != exact_look && look != reference_look) looks.push_back(look);
    }
  return looks;
}

SeriesStyle style(const Look& look) {
  const Inks inks = inks_of(look.colour);
  return {inks.light, inks.dark, look.symbol};
}

using Looks = std::map<std::string, Look>;

/// The first look that the figure does not use, in a colour of its own as long as there is one. With more
/// keys than looks, the last is used again.
Look unused_look(const Looks& taken) {
  const std::vector<Look> looks = all_looks();
  const auto first_unlike = [&](auto&& alike) {
    return std::ranges::find_if(looks, [&](const Look& look) {
      return std::ranges::none_of(taken, [&](const auto& entry) { return alike(entry.second, look); });
    });
  };
  auto found = first_unlike([](const Look& a, const Look& b) { return a.colour == b.colour; });
  if (found == looks.end()) found = first_unlike(std::equal_to<Look>());
  return found == looks.end() ? looks.back() : *found;
}

/// The keys of a figure, without the prefix of published numbers, with what their data sets ask for.
std::vector<std::pair<std::string, std::optional<Look>>> keys_of(const Figure& figure) {
  std::vector<std::pair<std::string, std::optional<Look>>> keys;
  for (const Panel& panel : figure.panels)
    for (const FigureSeries& series : panel.series)
      if (std::string key(method_of_key(series.key));
          std::ranges::none_of(keys, [&](const auto& known) { return known.first == key; }))
        keys.emplace_back(std::move(key), series.look);
  return keys;
}

}  // namespace

std::string_view name_of(Symbol symbol) { return all_symbols[static_cast<std::size_t>(symbol)].first; }

std::string_view method_of_key(std::string_view key) {
  if (key.starts_with(paper_prefix)) key.remove_prefix(paper_prefix.size());
  return key;
}

Look look_of_map(std::size_t place) {
  const std::vector<Look> looks = all_looks();
  return looks[std::min(place, looks.size() - 1)];
}

std::optional<Look> look_of_method(std::string_view method) {
  if (method == exact_method) return exact_look;
  const auto& kinds = feature_map_kinds();
  const auto found = std::ranges::find(kinds, method, &FeatureMapKind::name);
  if (found == kinds.end()) return std::nullopt;
  return look_of_map(static_cast<std::size_t>(found - kinds.begin()));
}

std::map<std::string, SeriesStyle> styles_for(const Figure& figure) {
  const auto keys = keys_of(figure);
  Looks looks;
  for (const auto& [key, asked] : keys) {
    if (key == reference_key)
      looks.emplace(key, reference_look);
    else if (const auto look = look_of_method(key))
      looks.emplace(key, *look);
  }
  for (const auto& [key, asked] : keys)
    if (asked && std::ranges::none_of(looks, [&](const auto& taken) { return taken.second == *asked; }))
      looks.emplace(key, *asked);
  for (const auto& [key, asked] : keys)
    if (!looks.contains(key)) looks.emplace(key, unused_look(looks));

  std::map<std::string, SeriesStyle> styles;
  for (const auto& [key, look] : looks) {
    styles.emplace(key, style(look));
    SeriesStyle published = style(look);
    published.hollow = true;
    styles.emplace(std::string(paper_prefix) + key, std::move(published));
  }
  return styles;
}

}  // namespace sketchbench
