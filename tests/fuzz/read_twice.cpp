#include "fuzz/read_twice.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "fuzz/memory_stream.hpp"
#include "fuzz/promise.hpp"

namespace sketchbench::fuzz {
namespace {

struct Outcome {
  std::optional<LabeledMatrix> rows;
  std::string refusal;
};

Outcome outcome_of(const Reader& read, std::string_view text, std::size_t piece, const FileFormat& format) {
  MemoryStream stream(text, piece);
  try {
    return {.rows = read(stream, format), .refusal = {}};
  } catch (const InputError& error) {
    check_refusal(error.what(), stream.name());
    return {.rows = std::nullopt, .refusal = error.what()};
  }
}

bool same(const LabeledMatrix& a, const LabeledMatrix& b) {
  return a.x.d == b.x.d && a.x.row_start == b.x.row_start && a.x.column == b.x.column &&
         a.x.value == b.x.value && a.y == b.y;
}

}  // namespace

std::optional<LabeledMatrix> read_twice(const Reader& read, std::string_view text, const FileFormat& format) {
  constexpr std::size_t small = 5;  // splits words, numbers and line ends
  Outcome at_once = outcome_of(read, text, std::max<std::size_t>(text.size(), 1), format);
  const Outcome in_pieces = outcome_of(read, text, small, format);
  require(at_once.refusal == in_pieces.refusal,
          fmt::format("the same words in pieces: \"{}\" and \"{}\"", at_once.refusal, in_pieces.refusal));
  if (!at_once.rows) return std::nullopt;
  require(same(*at_once.rows, *in_pieces.rows), "the same rows in pieces");
  check_rows(*at_once.rows);
  return std::move(at_once.rows);
}

std::string label_text(float label) {
  return std::trunc(label) == label ? fmt::format("{:.0f}", label) : fmt::format("{}", label);
}

void require_reads_back(const Reader& read, std::string_view text, const FileFormat& format,
                        const LabeledMatrix& rows) {
  const Outcome again = outcome_of(read, text, std::max<std::size_t>(text.size(), 1), format);
  require(again.refusal.empty(),
          fmt::format("what was written from accepted rows is read: {}", again.refusal));
  require(same(*again.rows, rows), "what was written from accepted rows is read as the same rows");
}

}  // namespace sketchbench::fuzz
