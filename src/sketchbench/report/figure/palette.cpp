#include <sketchbench/report/figure/palette.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/harness/cell/cell.hpp>

namespace sketchbench {
namespace {

constexpr std::size_t shades = 3;

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
    case Colour::brown:
      return {"#6b3d16", "#c79a72"};
  }
  return {};
}

constexpr Look exact_look{Colour::black, Symbol::square}, reference_look{Colour::grey, Symbol::pentagon};

Colour colour_of(MapFamily family) {
  switch (family) {
    case MapFamily::sketch:
      return Colour::blue;
    case MapFamily::maclaurin:
      return Colour::vermillion;
    case MapFamily::fourier:
      return Colour::orange;
    case MapFamily::structured:
      return Colour::purple;
    case MapFamily::embedding:
      return Colour::sky;
    case MapFamily::nystrom:
      return Colour::green;
    case MapFamily::components:
      return Colour::brown;
    case MapFamily::other:
      break;
  }
  return Colour::grey;
}

/// The symbol at a place in a family. Families begin at symbols of their own, for prints without colour.
Symbol symbol_of(MapFamily family, std::size_t place) {
  return all_symbols[(static_cast<std::size_t>(family) + place) % all_symbols.size()].second;
}

// In the order in which keys of their own take colours.
constexpr std::array<Look, all_colours.size()> first_looks = {{{Colour::blue, Symbol::circle},
                                                               {Colour::vermillion, Symbol::triangle},
                                                               {Colour::green, Symbol::triangle_down},
                                                               {Colour::purple, Symbol::diamond},
                                                               {Colour::sky, Symbol::pentagon},
                                                               {Colour::orange, Symbol::triangle_down},
                                                               {Colour::brown, Symbol::square},
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

/// "#rrggbb" with a share of another such colour.
std::string mixed(std::string_view colour, std::string_view with, double share) {
  std::string text = "#";
  for (const std::size_t at : {1, 3, 5}) {
    const auto channel = [at](std::string_view ink) {
      return std::stoi(std::string(ink.substr(at, 2)), nullptr, 16);
    };
    text += fmt::format("{:02x}", std::lround((1 - share) * channel(colour) + share * channel(with)));
  }
  return text;
}

SeriesStyle style(const Look& look) {
  const Inks inks = inks_of(look.colour);
  constexpr std::string_view black = "#000000", white = "#ffffff";
  switch (look.shade) {
    case 1:
      return {mixed(inks.light, black, 0.4), mixed(inks.dark, white, 0.5), look.symbol};
    case 2:
      return {mixed(inks.light, white, 0.4), mixed(inks.dark, black, 0.35), look.symbol};
    default:
      return {inks.light, inks.dark, look.symbol};
  }
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

/// The look of a method with parameters of its own: the method's, in another shade or, where those are gone,
/// with another symbol.
Look unlike_those(Look look, const Looks& taken) {
  const auto symbol = static_cast<std::size_t>(look.symbol), shade = static_cast<std::size_t>(look.shade);
  for (std::size_t round = 0; round < all_symbols.size(); ++round) {
    look.symbol = all_symbols[(symbol + round) % all_symbols.size()].second;
    for (std::size_t i = 0; i < shades; ++i) {
      look.shade = static_cast<int>((shade + i) % shades);
      if (std::ranges::none_of(taken, [&](const auto& entry) { return entry.second == look; })) return look;
    }
  }
  return look;
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

std::optional<Look> look_of_method(std::string_view method) {
  if (method == exact_method) return exact_look;
  std::map<MapFamily, std::size_t> before;
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    const std::size_t place = before[kind.family]++;
    if (kind.name == method)
      return Look{colour_of(kind.family), symbol_of(kind.family, place), static_cast<int>(place % shades)};
  }
  return std::nullopt;
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
    if (!looks.contains(key))
      if (const auto look = look_of_method(std::string_view(key).substr(0, key.find('['))))
        looks.emplace(key, unlike_those(*look, looks));
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
