#include <fmt/format.h>

#include <iterator>
#include <limits>
#include <string>

#include <sketchbench/data/read/formats.hpp>
#include "fuzz/choices.hpp"
#include "fuzz/promise.hpp"
#include "fuzz/read_twice.hpp"
#include "fuzz/target.hpp"

namespace sketchbench::fuzz {
namespace {

std::string written(const LabeledMatrix& rows) {
  std::string text;
  for (Index i = 0; i < rows.x.size(); ++i) {
    text += label_text(rows.y[static_cast<std::size_t>(i)]);
    rows.x.view().for_each_nonzero(
        i, [&](Index j, float v) { fmt::format_to(std::back_inserter(text), " {}:{}", j + 1, v); });
    text += '\n';
  }
  return text;
}

}  // namespace

// Two letters, the number of features and the labels that are declared, then the text.
bool run_libsvm(std::string_view input) {
  Choices choices(input);
  FileFormat format;
  format.features =
      choices.one_of(std::array<Index, 4>{123, 1, 10, std::numeric_limits<std::int32_t>::max()});
  format.labels = choices.one_of(std::array<std::vector<float>, 3>{{{}, {-1, 1}, {0, 1, 2}}});
  const auto rows = read_twice(without_findings(read_libsvm), choices.rest(), format);
  if (!rows) return false;
  require(rows->x.size() == static_cast<Index>(rows->y.size()), "every row has a label");
  for (const float label : rows->y) require(is_declared_label(format, label), "labels are declared");
  require_reads_back(without_findings(read_libsvm), written(*rows), format, *rows);
  return true;
}

}  // namespace sketchbench::fuzz
