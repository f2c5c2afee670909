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

/// Of a contrast of 3 at least with its ground: Okabe and Ito's sky, orange and purple are too pale on white.
Inks inks_of(Colour colour) {
  switch (colour) {
    case Colour::blue:
      return {"#0072b2", "#4aa8e0"};
    case Colour::sky:
      return {"#2f97d3", "#8fd0f5"};
    case Colour::vermillion:
      return {"#d55e00", "#f0803c"};
    case Colour::green:
      return {"#009e73", "#2fc79b"};
    case Colour::purple:
      return {"#c66b9d", "#e08fbd"};
    case Colour::orange:
      return {"#c68200", "#f0b429"};
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

constexpr std::string_view black = "#000000", white = "#ffffff";
constexpr double contrast_of_text = 4.5, contrast_of_marks = 3;

/// The colour, darkened until text in it can be read on white.
std::string for_text(const std::string& colour) {
  std::string text = colour;
  for (double share = 0.05; contrast(text, white) < contrast_of_text; share += 0.05)
    text = mixed(colour, black, share);
  return text;
}

SeriesStyle style(const Look& look) {
  const auto [light, dark] = inks_of(look.colour);
  SeriesStyle style{.light = light, .dark = dark, .symbol = look.symbol};
  if (look.shade == 1) {
    style.light = mixed(light, black, 0.5);
    style.dark = mixed(dark, white, 0.5);
  } else if (look.shade == 2) {
    style.light = mixed(light, white, 0.25);
    if (contrast(style.light, white) < contrast_of_marks) style.light = mixed(light, black, 0.25);
    style.dark = mixed(dark, black, 0.35);
  }
  style.text = for_text(style.light);
  return style;
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

/// The look of a method with parameters of its own: the method's, with another symbol or, where those are
/// gone, in another shade.
Look unlike_those(Look look, const Looks& taken) {
  const auto symbol = static_cast<std::size_t>(look.symbol), shade = static_cast<std::size_t>(look.shade);
  for (std::size_t round = 0; round < shades; ++round) {
    look.shade = static_cast<int>((shade + round) % shades);
    for (std::size_t i = 0; i < all_symbols.size(); ++i) {
      look.symbol = all_symbols[(symbol + i) % all_symbols.size()].second;
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

double contrast(std::string_view a, std::string_view b) {
  const auto luminance = [](std::string_view colour) {
    double sum = 0;
    for (const auto& [at, weight] : {std::pair(1, 0.2126), std::pair(3, 0.7152), std::pair(5, 0.0722)}) {
      const double channel = std::stoi(std::string(colour.substr(at, 2)), nullptr, 16) / 255.0;
      sum += weight * (channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4));
    }
    return sum;
  };
  const auto [darker, lighter] = std::minmax({luminance(a), luminance(b)});
  return (lighter + 0.05) / (darker + 0.05);
}

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
