#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/data/read/formats.hpp>

namespace sketchbench {
namespace {

/// Bytes of a stream with their place in the content.
class OffsetReader {
 public:
  explicit OffsetReader(ByteStream& stream) : stream_(stream) {}

  std::int64_t offset() const { return offset_; }
  const std::filesystem::path& name() const { return stream_.name(); }

  /// Up to `most` bytes; empty at the end.
  std::span<const unsigned char> take(std::int64_t most) {
    if (rest_.empty()) rest_ = stream_.next();
    const auto count = static_cast<std::size_t>(std::min(most, static_cast<std::int64_t>(rest_.size())));
    const auto taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    offset_ += static_cast<std::int64_t>(count);
    return {reinterpret_cast<const unsigned char*>(taken.data()), taken.size()};
  }

  /// The next byte of the header.
  std::uint32_t header_byte() {
    const auto byte = take(1);
    if (byte.empty() && offset_ == 0) fail_input(name(), 0, "the file is empty, expected an IDX header");
    if (byte.empty()) fail(offset_, "the file ends inside the IDX header");
    return byte[0];
  }
  std::uint32_t header_word() {
    std::uint32_t word = 0;
    for (int i = 0; i < 4; ++i) word = word << 8 | header_byte();
    return word;
  }
  std::int64_t skip_rest() {
    const std::int64_t start = offset_;
    while (!take(std::numeric_limits<std::int64_t>::max()).empty()) {
    }
    return offset_ - start;
  }

  [[noreturn]] void fail(std::int64_t offset, std::string_view message) const {
    fail_input(name(), 0, fmt::format("byte {}: {}", offset, message));
  }

 private:
  ByteStream& stream_;
  std::span<const char> rest_;
  std::int64_t offset_ = 0;
};

struct IdxHeader {
  Index items = 0;
  Index item_bytes = 1;  ///< product of all dimensions but the first
  std::int64_t total() const { return items * item_bytes; }
};

constexpr std::uint32_t unsigned_bytes = 0x08;

IdxHeader read_header(OffsetReader& in, bool images) {
  const std::uint32_t magic = in.header_word();
  if (magic >> 16 != 0)
    in.fail(0, fmt::format("found 0x{:08x}, expected 0x{:08x}, the start of an IDX file of {}", magic,
                           images ? 0x803u : 0x801u, images ? "images" : "labels"));
  if ((magic >> 8 & 0xff) != unsigned_bytes)
    in.fail(2, fmt::format("values of type 0x{:02x}, expected 0x{:02x} (unsigned bytes)", magic >> 8 & 0xff,
                           unsigned_bytes));
  const std::uint32_t dimensions = magic & 0xff;
  if (images ? dimensions < 2 : dimensions != 1)
    in.fail(3, fmt::format("{} dimension(s), expected {}", dimensions, images ? "3 (images)" : "1 (labels)"));

  IdxHeader header;
  header.items = in.header_word();
  if (header.items == 0) in.fail(4, "the header promises 0 items, expected at least 1: the file is empty");
  for (std::uint32_t k = 1; k < dimensions; ++k) {
    const std::int64_t at = in.offset();
    const Index length = in.header_word();
    if (length == 0) in.fail(at, fmt::format("dimension {} has length 0, expected at least 1", k + 1));
    // Columns are int32, and the total is compared with the file's: neither may wrap around.
    if (__builtin_mul_overflow(header.item_bytes, length, &header.item_bytes) ||
        header.item_bytes > std::numeric_limits<std::int32_t>::max())
      in.fail(at, fmt::format("dimension {} has length {}: a row would have more than {} values", k + 1,
                              length, std::numeric_limits<std::int32_t>::max()));
  }
  return header;
}

/// Before anything is read that would be refused for its number.
void require_items(const OffsetReader& in, const IdxHeader& header, const FileFormat& format) {
  if (format.rows != 0 && header.items != format.rows)
    fail_input(in.name(), 0, fmt::format("the file has {} rows, expected {}", header.items, format.rows));
}

/// Hands all promised bytes to visit(byte) in order, after make_room_for(bytes) for each piece of them:
/// nothing is allocated on the header's word alone.
template <class MakeRoom, class Visit>
void for_each_byte(OffsetReader& in, const IdxHeader& header, MakeRoom&& make_room_for, Visit&& visit) {
  const std::int64_t promised = header.total();
  std::int64_t held = 0;
  while (held < promised) {
    const auto bytes = in.take(promised - held);
    if (bytes.empty()) break;
    make_room_for(static_cast<Index>(bytes.size()));
    for (const unsigned char byte : bytes) visit(byte);
    held += static_cast<std::int64_t>(bytes.size());
  }
  held += in.skip_rest();
  if (held != promised)
    in.fail(in.offset(),
            fmt::format("the file holds {} bytes after its header, expected the {} x {} = {} that the "
                        "header promises",
                        held, header.items, header.item_bytes, promised));
}

}  // namespace

Index idx_items(ByteStream& stream, const FileFormat& format) {
  OffsetReader in(stream);
  return read_header(in, format.kind == FileFormat::Kind::idx_images).items;
}

void read_idx_images(ByteStream& stream, const FileFormat& format, const TakeRows& take) {
  OffsetReader in(stream);
  const IdxHeader header = read_header(in, true);
  require_items(in, header, format);
  if (format.features != 0 && header.item_bytes != format.features)
    fail_input(in.name(), 0,
               fmt::format("the images have {} pixels, expected {}", header.item_bytes, format.features));
  RowsInPieces pieces(take);
  LabeledMatrix& data = pieces.rows;
  data.x.d = header.item_bytes;
  Index column = 0;
  const auto room = [&](Index bytes) { data.x.make_room(bytes, bytes / header.item_bytes + 1); };
  for_each_byte(in, header, room, [&](unsigned char pixel) {
    if (pixel != 0) data.x.push(column, static_cast<float>(pixel));
    if (++column == header.item_bytes) {
      column = 0;
      data.x.end_row();
      pieces.end_row();
    }
  });
  pieces.hand_on();
}

void read_idx_labels(ByteStream& stream, const FileFormat& format, const TakeRows& take) {
  OffsetReader in(stream);
  const IdxHeader header = read_header(in, false);
  require_items(in, header, format);
  RowsInPieces pieces(take);
  LabeledMatrix& data = pieces.rows;
  const std::int64_t start = in.offset();
  const auto room = [&](Index bytes) {
    make_room(data.y, static_cast<std::size_t>(bytes), "a column of labels");
  };
  for_each_byte(in, header, room, [&](unsigned char byte) {
    const auto label = static_cast<float>(byte);
    if (const std::string fault = label_fault(format, std::to_string(byte), label); !fault.empty())
      in.fail(start + pieces.count(), fmt::format("the label {}", fault));
    data.y.push_back(label);
    pieces.end_row();
  });
  pieces.hand_on();
}

}  // namespace sketchbench
