#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <utility>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/data/read/formats.hpp>
#include <sketchbench/data/read/line_reader.hpp>
#include <sketchbench/data/read/number.hpp>
#include <sketchbench/data/read/table.hpp>
#include <sketchbench/data/read/table_text.hpp>

namespace sketchbench {
namespace {

/// Which columns are what.
struct Layout {
  std::vector<std::pair<Index, Index>> ignored_ranges;  ///< first and last, ascending
  Index ignored = 0;                                    ///< columns in them
  Index features = 0;
  Index label = -1;  ///< column of the label; -1: there is none
  Index width = 0;   ///< all columns

  std::string text() const {
    return fmt::format("{} ({} ignored, {} feature(s), {} label)", width, ignored, features,
                       label < 0 ? 0 : 1);
  }
};

std::string columns_from_0(Index width) { return fmt::format("columns 0 to {}", width - 1); }

/// The label's column, of those that are not ignored; -1: there is none.
Index label_column(const FileFormat& format, const Layout& layout) {
  using Label = FileFormat::Label;
  if (format.label == Label::none) return -1;
  if (format.label == Label::column) return format.label_column;
  const auto& ranges = layout.ignored_ranges;
  Index column = 0;
  if (format.label == Label::first) {
    for (const auto& [first, last] : ranges)
      if (first <= column) column = last + 1;
  } else {
    column = layout.width - 1;
    for (auto range = ranges.rbegin(); range != ranges.rend(); ++range)
      if (range->second >= column) column = range->first - 1;
  }
  return column;
}

/// Takes the number of features from the first row when the format does not give it.
Layout make_layout(const FileFormat& format, std::string_view first_row, const LineReader& lines) {
  using Label = FileFormat::Label;
  Layout layout;
  if (format.ignore_first > 0) layout.ignored_ranges.emplace_back(0, format.ignore_first - 1);
  layout.ignored_ranges.insert(layout.ignored_ranges.end(), format.ignore.begin(), format.ignore.end());
  for (const auto& [first, last] : layout.ignored_ranges) layout.ignored += last - first + 1;
  const Index others = layout.ignored + (format.label == Label::none ? 0 : 1);
  if (format.label != Label::only) {
    const Index columns = count_fields(first_row, format.separator);
    layout.features = format.features != 0 ? format.features : columns - others;
    if (layout.features < 1 || layout.features > std::numeric_limits<std::int32_t>::max())
      lines.fail(
          fmt::format("the row has {} column(s), expected {} or more ({} ignored, {} label, 1 feature)",
                      columns, others + 1, layout.ignored, others - layout.ignored));
  }
  layout.width = others + layout.features;
  if (!layout.ignored_ranges.empty() && layout.ignored_ranges.back().second >= layout.width)
    lines.fail(fmt::format("column {} is to be ignored, the rows have {}",
                           layout.ignored_ranges.back().second, columns_from_0(layout.width)));
  layout.label = label_column(format, layout);
  if (layout.label >= layout.width)
    lines.fail(fmt::format("column {} (from 1) is to be the label, the rows have {}", layout.label + 1,
                           plural(layout.width, "column")));
  return layout;
}

/// Where the first line is of words, it names the columns.
std::string_view header_advice(std::string_view field, const FileFormat& format, const LineReader& lines) {
  const bool is_word = !field.empty() && std::isalpha(static_cast<unsigned char>(field.front())) != 0;
  if (lines.number() > 1 || format.header || !is_word) return "";
  return "; a first line that names the columns is to be declared: --header, or \"header\" in a manifest";
}

float parse_field(std::string_view field, Index column, const FileFormat& format, const LineReader& lines) {
  float value = 0;
  if (!parse_number(field, value))
    lines.fail(fmt::format("column {} is {}, expected {}{}", column + 1, in_quotes(field),
                           expected_number(field), header_advice(field, format, lines)));
  return value;
}

void read_row(std::string_view line, const Layout& layout, const FileFormat& format, const LineReader& lines,
              LabeledMatrix& data) {
  FieldSplitter fields(line, format.separator);
  Index column = 0, feature = 0;
  auto ignored = layout.ignored_ranges.begin();
  for (std::string_view field; column < layout.width && fields.next(field); ++column) {
    if (ignored != layout.ignored_ranges.end() && column >= ignored->first) {
      if (column == ignored->second) ++ignored;
      continue;
    }
    const float value = parse_field(field, column, format, lines);
    if (column == layout.label) {
      if (const std::string fault = label_fault(format, field, value); !fault.empty())
        lines.fail(fmt::format("the label in column {} {}", column + 1, fault));
      data.y.push_back(value);
    } else {
      if (value != 0.0f) data.x.push(feature, value);
      ++feature;
    }
  }
  std::string_view surplus;
  if (column != layout.width || fields.next(surplus))
    lines.fail(fmt::format("the row has {} column(s), expected {}", count_fields(line, format.separator),
                           layout.text()));
  if (format.label != FileFormat::Label::only) data.x.end_row();
}

/// The lines that come before the rows.
void skip_header(LineReader& lines, const FileFormat& format) {
  std::string_view line;
  if (format.header) lines.next(line);
  if (format.header_end.empty()) return;
  while (lines.next_of_header(line))
    if (line == format.header_end) return;
  lines.fail(fmt::format("no line reads {}, where the header should end", in_quotes(format.header_end)));
}

}  // namespace

void read_delimited(ByteStream& stream, const FileFormat& format, FileFindings& findings,
                    const TakeRows& take) {
  if (format.schema != nullptr) return read_table(stream, *format.schema, format, findings, take);
  LineReader lines(stream);
  std::string_view line;
  skip_header(lines, format);
  RowsInPieces pieces(take);
  LabeledMatrix& data = pieces.rows;
  Layout layout;
  while (lines.next(line)) {
    if (layout.width == 0) {
      layout = make_layout(format, line, lines);
      data.x.d = layout.features;
    }
    data.x.make_room(std::min(layout.features, static_cast<Index>(line.size() / 2 + 1)));  // "1,1"
    make_room(data.y, 1, "a column of labels");
    read_row(line, layout, format, lines, data);
    pieces.end_row();
  }
  const bool has_header = format.header || !format.header_end.empty();
  if (layout.width == 0 && has_header && lines.number() > 0)
    fail_input(lines.name(), 0, "the file is empty behind its header, expected at least one row");
  pieces.hand_on();
}

}  // namespace sketchbench
