#pragma once
#include <array>
#include <string_view>
#include <utility>

namespace sketchbench {

// How things look in figures, so that manifests can say it.

/// Okabe and Ito's colours, "Color Universal Design" (2008), which readers with any of the common forms of
/// colour blindness can tell apart, without their yellow, since
/// thin yellow lines cannot be seen on white, the palest darker, and with a dark brown.
enum class Colour { blue, sky, vermillion, green, purple, orange, black, grey, brown };
inline constexpr std::array<std::pair<std::string_view, Colour>, 9> all_colours = {
    {{"blue", Colour::blue},
     {"sky", Colour::sky},
     {"vermillion", Colour::vermillion},
     {"green", Colour::green},
     {"purple", Colour::purple},
     {"orange", Colour::orange},
     {"black", Colour::black},
     {"grey", Colour::grey},
     {"brown", Colour::brown}}};

/// The shape of a point. Symbols differ as well as colours do, for prints without colour.
enum class Symbol { circle, triangle, square, diamond, triangle_down, pentagon };
inline constexpr std::array<std::pair<std::string_view, Symbol>, 6> all_symbols = {
    {{"circle", Symbol::circle},
     {"triangle", Symbol::triangle},
     {"square", Symbol::square},
     {"diamond", Symbol::diamond},
     {"triangle_down", Symbol::triangle_down},
     {"pentagon", Symbol::pentagon}}};

struct Look {
  Colour colour = Colour::blue;
  Symbol symbol = Symbol::circle;
  int shade = 0;  ///< 0: as it is, 1: darker (on a dark ground lighter), 2: another
  friend bool operator==(const Look&, const Look&) = default;
};

}  // namespace sketchbench
