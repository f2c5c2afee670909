#include <zlib.h>

#include <sketchbench/data/read/decoder.hpp>

namespace sketchbench {
namespace {

constexpr int gzip_only = 16 + MAX_WBITS;  // gzip's header and checksum, and no other format's

class GzipDecoder final : public Decoder {
 public:
  GzipDecoder() {
    if (inflateInit2(&zlib_, gzip_only) != Z_OK) throw Error("zlib cannot start: out of memory");
  }
  ~GzipDecoder() override { inflateEnd(&zlib_); }
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;

  bool unpack(std::span<const unsigned char>& in, std::span<unsigned char>& out) override {
    zlib_.next_in =
        const_cast<unsigned char*>(in.data());  // never written to; only ZLIB_CONST lets it say so
    zlib_.avail_in = static_cast<uInt>(in.size());
    zlib_.next_out = out.data();
    zlib_.avail_out = static_cast<uInt>(out.size());
    const int status = inflate(&zlib_, Z_NO_FLUSH);
    in = in.last(zlib_.avail_in);
    out = out.last(zlib_.avail_out);
    if (status == Z_MEM_ERROR) throw Error("zlib cannot go on: out of memory");
    // Z_BUF_ERROR says only that there was nothing to do without more input or more room.
    if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
      throw CorruptData(zlib_.msg != nullptr ? zlib_.msg : "not gzip data");
    return status == Z_STREAM_END;
  }
  void restart() override { inflateReset(&zlib_); }

  std::string_view kind() const override { return "gzip"; }
  unsigned char first_byte() const override { return 0x1f; }

 private:
  z_stream zlib_{};
};

}  // namespace

std::unique_ptr<Decoder> make_gzip_decoder() { return std::make_unique<GzipDecoder>(); }

}  // namespace sketchbench
