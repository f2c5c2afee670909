#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <sketchbench/core/rows.hpp>
#include <sketchbench/learners/learner.hpp>

namespace sketchbench {

/// Rows as LIBLINEAR and LIBSVM read them: a list of (index from 1, value) for each row, ended by index -1.
/// Node is feature_node or svm_node. All lists lie in one allocation, 16 bytes a non-zero and 16 more a row;
/// zeros are left out.
template <class Node>
class NodeLists {
 public:
  /// With `bias`, every row ends in one more column d + 1 of that value.
  explicit NodeLists(const Rows& x, std::optional<double> bias = std::nullopt)
      : nodes_(std::make_unique_for_overwrite<Node[]>(nodes_needed(x, bias.has_value()))) {
    lists_.reserve(static_cast<std::size_t>(x.size()));
    Node* next = nodes_.get();
    for (Index i = 0; i < x.size(); ++i) {
      lists_.push_back(next);
      x.for_each_nonzero(i, [&](Index column, float value) {
        if (value == 0.0f) return;  // sparse rows may store zeros
        *next++ = {static_cast<int>(column) + 1, static_cast<double>(value)};
      });
      if (bias) *next++ = {static_cast<int>(x.dim()) + 1, *bias};
      *next++ = {-1, 0.0};
    }
  }

  /// Of dense rows all values, with indices from 0: for a kernel matrix, whose values the library finds by
  /// their place.
  static NodeLists whole(const Rows& x) {
    NodeLists lists;
    lists.nodes_ = std::make_unique_for_overwrite<Node[]>(static_cast<std::size_t>(x.size() * (x.dim() + 1)));
    Node* next = lists.nodes_.get();
    for (Index i = 0; i < x.size(); ++i) {
      lists.lists_.push_back(next);
      for (int column = 0; const float value : x.dense_row(i))
        *next++ = {column++, static_cast<double>(value)};
      *next++ = {-1, 0.0};
    }
    return lists;
  }

  /// As many rows as there are numbers, each the row of that number.
  void take_rows(std::span<const int> rows) {
    std::vector<Node*> taken;
    taken.reserve(rows.size());
    for (const int row : rows) taken.push_back(lists_[static_cast<std::size_t>(row)]);
    lists_ = std::move(taken);
  }

  /// One pointer a row, in the form of problem::x; the lists are this object's.
  Node** lists() { return lists_.data(); }

 private:
  NodeLists() = default;

  static std::size_t nodes_needed(const Rows& x, bool bias) {
    std::size_t count = static_cast<std::size_t>(x.size()) * (bias ? 2 : 1);
    for (Index i = 0; i < x.size(); ++i)
      x.for_each_nonzero(i, [&](Index, float value) { count += value != 0.0f; });
    return count;
  }

  std::unique_ptr<Node[]> nodes_;
  std::vector<Node*> lists_;
};

/// Bytes of a data set's lists, with a pointer a row.
inline double node_list_bytes(const TrainingShape& shape) {
  return 16 * (shape.nonzeros() + shape.rows()) + sizeof(void*) * shape.rows();
}

}  // namespace sketchbench
