#include <fmt/format.h>

#include <string>

#include <sketchbench/data/read/formats.hpp>
#include "fuzz/choices.hpp"
#include "fuzz/promise.hpp"
#include "fuzz/read_twice.hpp"
#include "fuzz/target.hpp"

namespace sketchbench::fuzz {
namespace {

using Label = FileFormat::Label;

/// Rows of nothing but their labels and features.
std::string written(const LabeledMatrix& rows, const FileFormat& format) {
  std::string text;
  const Index count = format.label == Label::only ? static_cast<Index>(rows.y.size()) : rows.x.size();
  const DenseMatrix dense = to_dense(rows.x);
  for (Index i = 0; i < count; ++i) {
    std::string line;
    const auto append = [&](const std::string& value) {
      if (!line.empty()) line += format.separator;
      line += value;
    };
    const auto label = [&] { return label_text(rows.y[static_cast<std::size_t>(i)]); };
    if (format.label == Label::first || format.label == Label::only) append(label());
    for (Index j = 0; format.label != Label::only && j < dense.d; ++j)
      append(fmt::format("{}", dense.row(i)[j]));
    if (format.label == Label::last) append(label());
    text += line + '\n';
  }
  return text;
}

}  // namespace

// A separator and five letters: header, place of the label, columns left out, features and labels declared.
bool run_delimited(std::string_view input) {
  Choices choices(input);
  FileFormat format{.kind = FileFormat::Kind::delimited};
  format.separator = choices.byte();
  enum class Header { none, line, up_to_a_line };
  const Header header = choices.one_of(std::array{Header::none, Header::line, Header::up_to_a_line});
  format.header = header == Header::line;
  if (header == Header::up_to_a_line) format.header_end = "@data";
  format.label =
      choices.one_of(std::array{Label::last, Label::first, Label::none, Label::only, Label::column});
  format.label_column = 2;
  constexpr Index some_ranges = -1;
  format.ignore_first = choices.one_of(std::array<Index, 4>{0, 1, 2'147'483'647, some_ranges});
  if (format.ignore_first == some_ranges) {
    format.ignore_first = 0;
    format.ignore = {{1, 1}, {4, 6}};
  }
  format.features = choices.one_of(std::array<Index, 4>{0, 1, 5, 2'147'483'647});
  format.labels = choices.one_of(std::array<std::vector<float>, 2>{{{}, {-1, 1}}});
  const auto rows = read_twice(without_findings(read_delimited), choices.rest(), format);
  if (!rows) return false;
  const bool only = format.label == Label::only;
  require(only ? rows->x.size() == 0
               : format.label == Label::none || rows->x.size() == static_cast<Index>(rows->y.size()),
          "every row has a label where there are labels");
  if (format.features != 0 && rows->x.size() > 0)
    require(rows->x.d == format.features, "as many features as declared");
  for (const float label : rows->y) require(is_declared_label(format, label), "labels are declared");

  FileFormat plain = format;
  plain.separator = format.separator == ' ' ? ' ' : ',';
  plain.header = false;
  plain.header_end.clear();
  plain.ignore_first = 0;
  plain.ignore.clear();
  if (plain.label == Label::column) plain.label = Label::last;
  if (rows->x.size() > 0 || !rows->y.empty())
    require_reads_back(without_findings(read_delimited), written(*rows, plain), plain, *rows);
  return true;
}

}  // namespace sketchbench::fuzz
