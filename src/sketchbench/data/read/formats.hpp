#pragma once
#include <algorithm>
#include <string>
#include <string_view>

#include <sketchbench/data/read/byte_stream.hpp>
#include <sketchbench/data/read/reader.hpp>

namespace sketchbench {

/// Puts pieces together; what comes first is not copied.
void append_piece(LabeledMatrix& all, LabeledMatrix&& piece);

/// Rows as a reader makes them, which are handed on whenever they are many.
class RowsInPieces {
 public:
  explicit RowsInPieces(const TakeRows& take) : take_(take) {}

  LabeledMatrix rows;  ///< that were not handed on yet
  /// Rows, or labels, that there were so far.
  Index count() const { return before_ + held(); }
  /// After each row.
  void end_row() {
    constexpr std::size_t many = std::size_t{1} << 17;
    if (rows.x.value.size() + rows.x.row_start.size() + rows.y.size() >= many) hand_on();
  }
  /// At the end.
  void hand_on();

 private:
  Index held() const { return std::max(rows.x.size(), static_cast<Index>(rows.y.size())); }

  const TakeRows& take_;
  Index before_ = 0;
};

// One function for each kind of file, called by read_data_file, which checks the number of rows.
void read_libsvm(ByteStream& stream, const FileFormat& format, FileFindings& findings, const TakeRows& take);
void read_idx_images(ByteStream& stream, const FileFormat& format, const TakeRows& take);
void read_idx_labels(ByteStream& stream, const FileFormat& format, const TakeRows& take);
/// What the header of either promises.
Index idx_items(ByteStream& stream, const FileFormat& format);
void read_delimited(ByteStream& stream, const FileFormat& format, FileFindings& findings,
                    const TakeRows& take);
/// Rows of a .npy file of two dimensions with a column of labels or none, or labels alone.
void read_npy_rows(ByteStream& stream, const FileFormat& format, const TakeRows& take);
void read_arff(ByteStream& stream, const FileFormat& format, FileFindings& findings, const TakeRows& take);

/// Whether the format declares this label.
bool is_declared_label(const FileFormat& format, float label);

/// What is wrong with a label that was parsed from `token`, as the end of a message: "...is "7", expected one
/// of -1, 1"; empty when nothing is. A label that is a whole number must be what it was: classes must not be
/// merged.
std::string label_fault(const FileFormat& format, std::string_view token, float label);

/// "one of -1, 1", or "a finite number" when the format declares none.
std::string expected_label(const FileFormat& format);

}  // namespace sketchbench
