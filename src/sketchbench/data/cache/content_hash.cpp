#include <sketchbench/data/cache/content_hash.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include <sketchbench/core/row_checks.hpp>
#include <sketchbench/core/sha256.hpp>

namespace sketchbench {
namespace {

/// Hands a digest few large pieces instead of many small ones, whose calls would take longer than their
/// bytes.
class GatheredSha256 {
 public:
  void update(const void* data, std::size_t bytes) {
    if (used_ + bytes > buffer_.size()) flush();
    if (bytes > buffer_.size() / 8) {
      flush();
      hash_.update(data, bytes);
    } else if (bytes > 0) {
      std::memcpy(buffer_.data() + used_, data, bytes);
      used_ += bytes;
    }
  }
  std::string hex() {
    flush();
    return hash_.hex();
  }

 private:
  void flush() {
    hash_.update(buffer_.data(), used_);
    used_ = 0;
  }

  Sha256 hash_;
  std::vector<char> buffer_ = std::vector<char>(1 << 15);  // stays in the first-level cache
  std::size_t used_ = 0;
};

/// Sign bits, gathered without a branch so that the loop is done for many columns at once: of a column that
/// is negative, and of a difference to the one before it that is not at least 1.
bool columns_ascend(std::span<const std::int32_t> column, Index d) {
  if (column.empty()) return true;
  auto signs = static_cast<std::uint32_t>(column.front());
  for (std::size_t k = 1; k < column.size(); ++k) {
    const auto before = static_cast<std::uint32_t>(column[k - 1]),
               here = static_cast<std::uint32_t>(column[k]);
    signs |= here | (here - before - 1);
  }
  return signs >> 31 == 0 && column.back() < d;
}

/// For a row that is known to be at fault.
std::string fault_of(const SparseRow& row, Index d) {
  std::int32_t previous = -1;
  for (std::size_t k = 0; k < row.column.size(); ++k) {
    const std::int32_t column = row.column[k];
    if (column < 0 || column >= d) return fmt::format("column {}, expected 0 to {}", column, d - 1);
    if (column <= previous)
      return fmt::format("column {} after {}, expected ascending ones", column, previous);
    if (!std::isfinite(row.value[k])) return fmt::format("column {} has the value {}", column, row.value[k]);
    previous = column;
  }
  return {};
}

class Pass {
 public:
  void part(const LabeledRows& part, std::span<const float> classes, std::string_view name) {
    const std::int64_t shape[3] = {part.x.size(), part.x.dim(), part.x.stored()};
    hash_.update(shape, sizeof shape);
    for (Index i = 0; i < part.x.size(); ++i) {
      const SparseRow row = part.x.sparse_row(i);
      if (fault_.empty() && !(columns_ascend(row.column, part.x.dim()) && all_finite(row.value)))
        fault_ = fmt::format("{} row {}: {}", name, i + 1, fault_of(row, part.x.dim()));
      const auto stored = static_cast<std::int64_t>(row.column.size());
      hash_.update(&stored, sizeof stored);
      hash_.update(row.column.data(), row.column.size_bytes());
      hash_.update(row.value.data(), row.value.size_bytes());
    }
    hash_.update(part.y.data(), part.y.size_bytes());
    const auto is_class = [&](float y) { return std::binary_search(classes.begin(), classes.end(), y); };
    const bool labels = part.task == Task::classification;
    for (std::size_t i = 0; i < part.y.size() && fault_.empty(); ++i)
      if (!std::isfinite(part.y[i]) || (labels && !is_class(part.y[i])))
        fault_ = labels
                     ? fmt::format("{} row {}: the label {} is none of the classes", name, i + 1, part.y[i])
                     : fmt::format("{} row {}: the target is {}", name, i + 1, part.y[i]);
  }
  ContentCheck result() { return {hash_.hex(), fault_}; }

 private:
  GatheredSha256 hash_;
  std::string fault_;
};

}  // namespace

ContentCheck check_content(const LabeledRows& train, const LabeledRows& test,
                           std::span<const float> classes) {
  Pass pass;
  pass.part(train, classes, "training");
  pass.part(test, classes, "test");
  return pass.result();
}

std::string content_hash(const LabeledRows& train, const LabeledRows& test) {
  return check_content(train, test, {}).hash;
}

}  // namespace sketchbench
