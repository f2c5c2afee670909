#pragma once
#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include <sketchbench/core/labeled_rows.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/system/memory.hpp>

namespace sketchbench {

// Rows of a data set on their way into the cache, which may be more than there is memory for.

/// Where arrays go that are too large to be held.
struct SpillPlace {
  std::filesystem::path beside;  ///< temporary files have names that begin like this one's
  /// Bytes of an array that are held; with more it goes into a file.
  std::size_t most_held = std::numeric_limits<std::size_t>::max();
};

/// With so much of an array held that some of them leave most of the memory that can be used now, and no more
/// than 64 MB.
SpillPlace spill_place(std::filesystem::path beside);

/// An array that grows at its end: in memory, and from SpillPlace::most_held on in a temporary file, which
/// goes with the array, or with remove_stale_temporaries() where its process was killed. Error for a full
/// disk, MemoryShortage where it is held and there is no more memory.
template <class T>
class SpilledArray {
 public:
  explicit SpilledArray(SpillPlace place = {}) : place_(std::move(place)) {}
  ~SpilledArray() { remove_file(); }
  SpilledArray(SpilledArray&& other) noexcept
      : place_(std::move(other.place_)),
        held_(std::move(other.held_)),
        name_(std::exchange(other.name_, {})),
        file_(std::move(other.file_)),
        written_(std::exchange(other.written_, 0)),
        mapping_(std::move(other.mapping_)) {}
  SpilledArray& operator=(SpilledArray&& other) noexcept {
    std::swap(place_, other.place_);
    std::swap(held_, other.held_);
    std::swap(name_, other.name_);
    std::swap(file_, other.file_);
    std::swap(written_, other.written_);
    std::swap(mapping_, other.mapping_);
    return *this;
  }

  std::size_t size() const { return written_ + held_.size(); }
  bool is_in_file() const { return file_.valid(); }
  const SpillPlace& place() const { return place_; }

  void push_back(T item) {
    make_room(held_, 1, "a matrix of this size");
    held_.push_back(item);
    if (held_.size() * sizeof(T) >= held_bytes()) flush();
  }
  void append(std::span<const T> items) {
    make_room(held_, items.size(), "a matrix of this size");
    held_.insert(held_.end(), items.begin(), items.end());
    if (held_.size() * sizeof(T) >= held_bytes()) flush();
  }
  /// All of them, valid until more are added. Those of a file are mapped.
  std::span<const T> items() {
    if (!is_in_file()) return held_;
    flush();
    if (!mapping_) mapping_ = std::make_unique<MappedFile>(name_);
    return {reinterpret_cast<const T*>(mapping_->bytes().data()), written_};
  }

 private:
  /// A file is written in pieces that are large enough for a disk.
  std::size_t held_bytes() const {
    constexpr std::size_t piece = std::size_t{1} << 20;
    return is_in_file() ? std::min(piece, place_.most_held) : place_.most_held;
  }
  void flush() {
    if (held_.empty()) return;
    mapping_.reset();
    if (!is_in_file()) file_ = make_temporary(place_.beside, 0600, name_);
    write_all(file_, held_.data(), held_.size() * sizeof(T), place_.beside);
    written_ += held_.size();
    held_.clear();
    if (held_.capacity() * sizeof(T) > 2 * held_bytes()) held_.shrink_to_fit();
  }
  void remove_file() {
    std::error_code gone;
    if (!name_.empty()) std::filesystem::remove(name_, gone);
  }

  SpillPlace place_;
  std::vector<T> held_;  ///< what is not in the file
  std::filesystem::path name_;
  Descriptor file_;  ///< its lock says that somebody works on it
  std::size_t written_ = 0;
  std::unique_ptr<MappedFile> mapping_;
};

/// As CsrMatrix; its arrays may be in files.
class StoredMatrix {
 public:
  StoredMatrix() : StoredMatrix(SpillPlace()) {}
  explicit StoredMatrix(const SpillPlace& place) : row_start_(place), column_(place), value_(place) {}

  Index d = 0;
  Index size() const { return rows_; }
  /// Columns of a row must be pushed in ascending order.
  void push(Index column, float value) {
    column_.push_back(static_cast<std::int32_t>(column));
    value_.push_back(value);
  }
  void end_row() {
    if (rows_++ == 0) row_start_.push_back(0);
    row_start_.push_back(static_cast<std::int64_t>(column_.size()));
  }
  void append_row(const SparseRow& row) {
    column_.append(row.column);
    value_.append(row.value);
    end_row();
  }
  /// Valid until more is added.
  Rows view();
  /// None yet, of as many columns and with the same place.
  StoredMatrix empty_like() const;
  const SpillPlace& place() const { return column_.place(); }

 private:
  Index rows_ = 0;
  SpilledArray<std::int64_t> row_start_;
  SpilledArray<std::int32_t> column_;
  SpilledArray<float> value_;
};

/// Rows with their labels, which are held.
struct LabeledStore {
  StoredMatrix x;
  std::vector<float> y;

  LabeledRows view(Task task = Task::classification) { return {x.view(), y, task}; }
  /// Rows behind these. InputError for another number of columns, unless there are none yet.
  void append(const LabeledRows& rows);
  /// Copies of the rows named, in the order given, with the same place.
  LabeledStore taken(std::span<const Index> rows);
};

}  // namespace sketchbench
