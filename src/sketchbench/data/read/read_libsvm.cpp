#include <fmt/format.h>

#include <limits>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/data/read/formats.hpp>
#include <sketchbench/data/read/line_reader.hpp>
#include <sketchbench/data/read/number.hpp>

namespace sketchbench {
namespace {

/// Cuts the next run of non-blank characters off `rest`; empty at the end of the line.
std::string_view next_token(std::string_view& rest) {
  const char* at = rest.data();
  const char* const end = at + rest.size();
  while (at != end && is_blank(*at)) ++at;
  const char* const start = at;
  while (at != end && !is_blank(*at)) ++at;
  rest = {at, static_cast<std::size_t>(end - at)};
  return {start, static_cast<std::size_t>(at - start)};
}

float parse_label(std::string_view token, const LineReader& lines, const FileFormat& format) {
  float label = 0;
  if (!parse_number(token, label))
    lines.fail(fmt::format("the label is {}, expected {}", in_quotes(token), expected_label(format)));
  if (const std::string fault = label_fault(format, token, label); !fault.empty())
    lines.fail(fmt::format("the label {}", fault));
  return label;
}

/// Parses "index:value" into `value`; returns the index, counted from 1.
Index parse_entry(std::string_view token, Index previous, Index features, const LineReader& lines,
                  float& value) {
  const std::size_t colon = token.find(':');
  std::int64_t index = 0;
  if (colon == std::string_view::npos || !parse_number(token.substr(0, colon), index))
    lines.fail(
        fmt::format("found {}, expected index:value with an index from 1 to {}", in_quotes(token), features));
  if (index < 1 || index > features)
    lines.fail(fmt::format("feature index {} in {}, expected 1 to {}", index, in_quotes(token), features));
  if (index == previous)
    lines.fail(fmt::format("feature index {} is repeated in {}, expected ascending indices", index,
                           in_quotes(token)));
  if (index < previous)
    lines.fail(fmt::format("feature index {} comes after {}, expected ascending indices", index, previous));
  if (!parse_number(token.substr(colon + 1), value))
    lines.fail(fmt::format("feature {} has the value {}, expected a finite number", index,
                           in_quotes(token.substr(colon + 1))));
  return index;
}

}  // namespace

LabeledMatrix read_libsvm(ByteStream& stream, const FileFormat& format) {
  if (format.features < 1 || format.features > std::numeric_limits<std::int32_t>::max())
    fail_input(stream.name(), 0,
               fmt::format("{} features declared for a LIBSVM file, expected 1 to {}", format.features,
                           std::numeric_limits<std::int32_t>::max()));
  LabeledMatrix data;
  data.x.d = format.features;
  LineReader lines(stream);
  constexpr std::size_t shortest_entry = 4;  // " 1:1"
  for (std::string_view line; lines.next(line);) {
    data.x.make_room(static_cast<Index>(line.size() / shortest_entry + 1));
    make_room(data.y, 1, "a column of labels");
    data.y.push_back(parse_label(next_token(line), lines, format));
    Index previous = 0;
    for (std::string_view token = next_token(line); !token.empty(); token = next_token(line)) {
      float value = 0;
      previous = parse_entry(token, previous, format.features, lines, value);
      if (value != 0.0f) data.x.push(previous - 1, value);
    }
    data.x.end_row();
  }
  return data;
}

}  // namespace sketchbench
