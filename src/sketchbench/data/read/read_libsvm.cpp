#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/data/read/formats.hpp>
#include <sketchbench/data/read/line_reader.hpp>
#include <sketchbench/data/read/number.hpp>
#include <sketchbench/data/read/rounding.hpp>
#include <sketchbench/data/read/table_text.hpp>

namespace sketchbench {
namespace {

/// Cuts the next word or entry off `rest`; empty at the end of the line.
std::string_view next_token(std::string_view& rest) {
  const char* at = rest.data();
  const char* const end = at + rest.size();
  while (at != end && is_blank(*at)) ++at;
  const char* const start = at;
  while (at != end && !is_blank(*at)) ++at;
  if (at != start && at[-1] == ':')
    at = start + end_of_entry({start, static_cast<std::size_t>(end - start)}, 0);
  rest = {at, static_cast<std::size_t>(end - at)};
  return {start, static_cast<std::size_t>(at - start)};
}

float parse_label(std::string_view token, const LineReader& lines, const FileFormat& format) {
  float label = 0;
  if (!parse_number(token, label))
    lines.fail(fmt::format("the label is {}, expected {}", in_quotes(token),
                           !format.labels.empty() ? expected_label(format)
                           : format.as_found      ? expected_number(token) + "; name classes by numbers here"
                                                  : expected_number(token)));
  if (const std::string fault = label_fault(format, token, label); !fault.empty())
    lines.fail(fmt::format("the label {}", fault));
  return label;
}

/// The indices that entries may have.
struct IndexRange {
  Index first = 1, last = 0;
  bool zero_too = false;    ///< whatever `first` is
  bool open_ended = false;  ///< whatever `last` is
  std::string_view advice_for_zero = {};
};

/// What stands behind the colon of an entry.
std::string_view value_text(std::string_view token, std::size_t colon) {
  token.remove_prefix(colon + 1);
  while (token.starts_with(' ') || token.starts_with('\t')) token.remove_prefix(1);
  return token;
}

/// Parses "index:value" into `value`; returns the index.
Index parse_entry(std::string_view token, Index previous, const IndexRange& range, const LineReader& lines,
                  float& value) {
  const std::size_t colon = token.find(':');
  std::int64_t index = 0;
  if (colon == std::string_view::npos || !parse_number(token.substr(0, colon), index))
    lines.fail(fmt::format("found {}, expected index:value with an index from {} to {}", in_quotes(token),
                           range.first, range.last));
  if (index < (range.zero_too ? 0 : range.first) || (index > range.last && !range.open_ended))
    lines.fail(fmt::format("feature index {} in {}, expected {} to {}{}", index, in_quotes(token),
                           range.first, range.last, index == 0 ? range.advice_for_zero : ""));
  if (index == previous)
    lines.fail(fmt::format("feature index {} is repeated in {}, expected ascending indices", index,
                           in_quotes(token)));
  if (index < previous)
    lines.fail(fmt::format("feature index {} comes after {}, expected ascending indices", index, previous));
  const std::string_view text = value_text(token, colon);
  if (!parse_number(text, value))
    lines.fail(fmt::format(
        "feature {} has the value {}, expected {}{}", index, in_quotes(text), expected_number(text),
        is_missing(text) ? "; where a value is missing, leave its entry out, which is 0" : ""));
  return index;
}

/// Reads a file as it is found.
class FoundLibsvm {
 public:
  FoundLibsvm(LineReader& lines, const FileFormat& format, FileFindings& findings, const TakeRows& take)
      : lines_(lines), format_(format), findings_(findings), pieces_(take) {
    data_.x.d = format.features;
    range_.first = format.index_from.value_or(1);
    range_.last = limit() - 1 + range_.first;
    range_.zero_too = !format.index_from;
    range_.open_ended = format.drop_unseen;
    range_.advice_for_zero =
        " as in training; --index-from 0, or \"index_from\" in a manifest, says that the first feature is 0";
  }

  void read() {
    for (std::string_view line; lines_.next_of_header(line);) {
      take_line(line.substr(0, line.find('#')));
    }
    finish();
    pieces_.hand_on();
  }

 private:
  void take_line(std::string_view line) {
    std::string_view token = next_token(line);
    if (token.empty()) {  // a comment, or nothing
      findings_.skipped.push_back(pieces_.count());
      return;
    }
    constexpr std::size_t shortest_entry = 4;  // " 1:1"
    data_.x.make_room(static_cast<Index>(line.size() / shortest_entry + 2));
    if (take_label(token)) token = next_token(line);
    if (token.starts_with("qid:")) {
      ++findings_.query_ids;
      token = next_token(line);
    }
    if (format_.kernel_matrix && !token.starts_with("0:")) fail_as_kernel_values(token);
    const Index unseen = findings_.unseen;
    for (Index previous = -1; !token.empty(); token = next_token(line))
      previous = take_entry(token, previous);
    if (findings_.unseen > unseen) ++findings_.unseen_rows;
    data_.x.end_row();
    rounding_.end_row();
    // Otherwise columns are known once all rows have been seen.
    if (format_.features > 0 && format_.index_from) pieces_.end_row();
  }

  [[noreturn]] void fail_as_kernel_values(std::string_view token) const {
    lines_.fail(fmt::format(
        "found {}, expected 0:N first, as a row of a kernel matrix has it: LABEL 0:N 1:K(x,x1) 2:K(x,x2) ...",
        in_quotes(token)));
  }

  /// False where the row begins with an entry: then no row has a label.
  bool take_label(std::string_view token) {
    const bool has_label = token.find(':') == std::string_view::npos;
    if (has_labels_.value_or(has_label) != has_label)
      lines_.fail(
          has_label ? fmt::format("the row has the label {}, and those before it have none", in_quotes(token))
                    : fmt::format("the row begins with {} and has no label, and those before it have one",
                                  in_quotes(token)));
    has_labels_ = has_label;
    if (!has_label) return false;
    if (format_.kernel_matrix && token.find(',') != std::string_view::npos) fail_as_kernel_values(token);
    if (token.find(',') != std::string_view::npos)
      lines_.fail(
          fmt::format("the label is {}, which looks like several labels of one row; expected one: "
                      "learn from a file for each label, with 1 where a row has it and -1 elsewhere",
                      in_quotes(token)));
    make_room(data_.y, 1, "a column of labels");
    data_.y.push_back(parse_label(token, lines_, format_));
    if (format_.task == Task::regression) findings_.targets.push_back(written_number(token, data_.y.back()));
    return true;
  }

  Index take_entry(std::string_view token, Index previous) {
    float value = 0;
    const Index index = parse_entry(token, previous, range_, lines_, value);
    if (index == 0 && zero_line_ == 0) {
      zero_line_ = lines_.number();
      findings_.has_index_0 = true;
    }
    if (index > range_.last) {
      if (value != 0.0f) ++findings_.unseen;
      return index;
    }
    if (index > largest_) {
      largest_ = index;
      largest_line_ = lines_.number();
    }
    if (value != 0.0f) data_.x.push(index - range_.first, value);
    rounding_.add(index, value, [=] { return written_number(value_text(token, token.find(':')), value); });
    return index;
  }

  /// Which index is the first is known once all have been seen.
  void finish() {
    if (format_.kernel_matrix && format_.features > 0 && largest_ != format_.features - 1)
      fail_input(
          lines_.name(), 0,
          fmt::format("the rows have kernel values up to that of index {}, expected {}: one for each row "
                      "of the matrix in training",
                      largest_, format_.features - 1));
    if (format_.features == 0 && largest_ < 0 && pieces_.count() > 0)
      fail_input(lines_.name(), 0, "no row has a feature, expected index:value behind the label");
    if (range_.zero_too && zero_line_ > 0) {
      if (largest_ == limit())
        fail_input(lines_.name(), largest_line_,
                   fmt::format("feature index {}, expected 0 to {}, since line {} has the index 0", largest_,
                               limit() - 1, zero_line_));
      for (std::int32_t& column : data_.x.column) ++column;
      range_.first = 0;
    }
    data_.x.d = format_.features > 0 ? format_.features : std::max<Index>(1, largest_ - range_.first + 1);
    findings_.index_from = range_.first;
    for (const auto& [index, rounding] : rounding_.columns())
      if (rounding.loss() > 0 && !format_.kernel_matrix)  // from whose values nothing can be subtracted
        findings_.rounded.push_back(text_of_rounding(rounding, fmt::format("feature {}", index)));
  }

  Index limit() const {
    return format_.features > 0 ? format_.features : std::numeric_limits<std::int32_t>::max();
  }

  LineReader& lines_;
  const FileFormat& format_;
  FileFindings& findings_;
  RowsInPieces pieces_;
  LabeledMatrix& data_ = pieces_.rows;
  std::optional<bool> has_labels_;  ///< of the rows so far
  IndexRange range_;
  SparseRounding rounding_;
  Index largest_ = -1;
  long largest_line_ = 0, zero_line_ = 0;
};

}  // namespace

void read_libsvm(ByteStream& stream, const FileFormat& format, FileFindings& findings, const TakeRows& take) {
  constexpr Index most = std::numeric_limits<std::int32_t>::max();
  if (format.features < (format.as_found ? 0 : 1) || format.features > most)
    fail_input(
        stream.name(), 0,
        fmt::format("{} features declared for a LIBSVM file, expected 1 to {}", format.features, most));
  LineReader lines(stream);
  if (format.as_found) return FoundLibsvm(lines, format, findings, take).read();
  RowsInPieces pieces(take);
  LabeledMatrix& data = pieces.rows;
  data.x.d = format.features;
  const Index first = format.index_from.value_or(1);
  const IndexRange range{.first = first, .last = format.features - 1 + first};
  constexpr std::size_t shortest_entry = 4;  // " 1:1"
  for (std::string_view line; lines.next(line);) {
    data.x.make_room(static_cast<Index>(line.size() / shortest_entry + 1));
    make_room(data.y, 1, "a column of labels");
    data.y.push_back(parse_label(next_token(line), lines, format));
    Index previous = first - 1;
    for (std::string_view token = next_token(line); !token.empty(); token = next_token(line)) {
      float value = 0;
      previous = parse_entry(token, previous, range, lines, value);
      if (value != 0.0f) data.x.push(previous - first, value);
    }
    data.x.end_row();
    pieces.end_row();
  }
  pieces.hand_on();
}

}  // namespace sketchbench
