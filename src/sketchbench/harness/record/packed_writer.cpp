#include <sketchbench/harness/record/packed_writer.hpp>

#include <fmt/format.h>
#include <zlib.h>

#include <new>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/harness/record/record_file.hpp>

namespace sketchbench {
namespace {

constexpr int gzip_format = 16 + MAX_WBITS;
constexpr int most_memory = 9;     // zlib's memory level: the longest memory of what came before
constexpr int of_no_system = 255;  // RFC 1952: unknown
constexpr std::size_t buffer_bytes = std::size_t{1} << 16;

}  // namespace

struct PackedWriter::Contents {
  explicit Contents(const std::filesystem::path& target) : file(target), buffer(buffer_bytes) {
    if (deflateInit2(&zlib, Z_BEST_COMPRESSION, Z_DEFLATED, gzip_format, most_memory, Z_DEFAULT_STRATEGY) !=
        Z_OK)
      throw std::bad_alloc();
    header.os = of_no_system;
    deflateSetHeader(&zlib, &header);
  }
  ~Contents() { deflateEnd(&zlib); }
  Contents(const Contents&) = delete;
  Contents& operator=(const Contents&) = delete;

  void pack(std::string_view text, int flush) {
    zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // never written to
    zlib.avail_in = static_cast<uInt>(text.size());                           // at most largest_record
    do {
      zlib.next_out = buffer.data();
      zlib.avail_out = static_cast<uInt>(buffer.size());
      if (deflate(&zlib, flush) == Z_STREAM_ERROR) throw Error("zlib cannot go on compressing records");
      file.write(buffer.data(), buffer.size() - zlib.avail_out);
    } while (zlib.avail_out == 0);
  }

  AtomicFile file;
  std::vector<unsigned char> buffer;
  z_stream zlib{};
  gz_header header{};
  std::string last;
};

PackedWriter::PackedWriter(const std::filesystem::path& target)
    : contents_(std::make_unique<Contents>(target)) {}
PackedWriter::~PackedWriter() = default;

void PackedWriter::add(const Record& record) {
  if (!record.done() || record.id <= contents_->last)
    throw Error(fmt::format("a {} record of cell {} cannot be packed behind that of {}", record.status,
                            record.id, contents_->last));
  const std::string line = json_text(sealed(record.json)) + "\n";
  if (line.size() > largest_record)
    throw Error(fmt::format("the record of cell {} is too large to be packed", record.id));
  contents_->pack(line, Z_NO_FLUSH);
  contents_->last = record.id;
}

void PackedWriter::commit() {
  contents_->pack("", Z_FINISH);
  contents_->file.commit();
}

}  // namespace sketchbench
