#include <bzlib.h>

#include <sketchbench/data/read/decoder.hpp>

namespace sketchbench {
namespace {

class Bzip2Decoder final : public Decoder {
 public:
  Bzip2Decoder() { start(); }
  ~Bzip2Decoder() override { BZ2_bzDecompressEnd(&bzip2_); }
  Bzip2Decoder(const Bzip2Decoder&) = delete;
  Bzip2Decoder& operator=(const Bzip2Decoder&) = delete;

  bool unpack(std::span<const unsigned char>& in, std::span<unsigned char>& out) override {
    bzip2_.next_in = const_cast<char*>(reinterpret_cast<const char*>(in.data()));  // never written to
    bzip2_.avail_in = static_cast<unsigned>(in.size());
    bzip2_.next_out = reinterpret_cast<char*>(out.data());
    bzip2_.avail_out = static_cast<unsigned>(out.size());
    const int status = BZ2_bzDecompress(&bzip2_);
    in = in.last(bzip2_.avail_in);
    out = out.last(bzip2_.avail_out);
    if (status == BZ_MEM_ERROR) throw Error("libbz2 cannot go on: out of memory");
    if (status == BZ_DATA_ERROR_MAGIC) throw CorruptData("this is not the beginning of bzip2 data");
    if (status != BZ_OK && status != BZ_STREAM_END)
      throw CorruptData("the data do not fit their checksum or the format");
    return status == BZ_STREAM_END;
  }
  void restart() override {
    BZ2_bzDecompressEnd(&bzip2_);
    start();
  }

  std::string_view kind() const override { return "bzip2"; }
  unsigned char first_byte() const override { return 'B'; }

 private:
  void start() {
    bzip2_ = {};
    if (BZ2_bzDecompressInit(&bzip2_, 0, 0) != BZ_OK) throw Error("libbz2 cannot start: out of memory");
  }

  bz_stream bzip2_{};
};

}  // namespace

std::unique_ptr<Decoder> make_bzip2_decoder() { return std::make_unique<Bzip2Decoder>(); }

}  // namespace sketchbench
