#include <fmt/format.h>
#include <lzma.h>

#include <sketchbench/core/text.hpp>
#include <sketchbench/data/read/decoder.hpp>

namespace sketchbench {
namespace {

/// Through liblzma, which can be told how much memory the data may ask for; libarchive's filter takes any
/// size on the file's word.
class XzDecoder final : public Decoder {
 public:
  XzDecoder() { restart(); }
  ~XzDecoder() override { lzma_end(&lzma_); }
  XzDecoder(const XzDecoder&) = delete;
  XzDecoder& operator=(const XzDecoder&) = delete;

  bool unpack(std::span<const unsigned char>& in, std::span<unsigned char>& out) override {
    lzma_.next_in = in.data();
    lzma_.avail_in = in.size();
    lzma_.next_out = out.data();
    lzma_.avail_out = out.size();
    const lzma_ret status = lzma_code(&lzma_, LZMA_RUN);
    in = in.last(lzma_.avail_in);
    out = out.last(lzma_.avail_out);
    // LZMA_BUF_ERROR says only that there was nothing to do without more input or more room.
    if (status != LZMA_OK && status != LZMA_STREAM_END && status != LZMA_BUF_ERROR) fail(status);
    return status == LZMA_STREAM_END;
  }
  void restart() override {
    if (lzma_stream_decoder(&lzma_, most_xz_memory, LZMA_TELL_UNSUPPORTED_CHECK) != LZMA_OK)
      throw Error("liblzma cannot start: out of memory");
  }

  std::string_view kind() const override { return "xz"; }
  unsigned char first_byte() const override { return 0xfd; }
  bool may_be_padded() const override { return true; }

 private:
  [[noreturn]] void fail(lzma_ret status) const {
    if (status == LZMA_MEM_ERROR) throw Error("liblzma cannot go on: out of memory");
    if (status == LZMA_MEMLIMIT_ERROR)
      throw CorruptData(fmt::format("unpacking needs {} of memory, expected at most {}",
                                    readable_bytes(static_cast<double>(lzma_memusage(&lzma_))),
                                    readable_bytes(static_cast<double>(most_xz_memory))));
    throw CorruptData(status == LZMA_FORMAT_ERROR        ? "this is not the beginning of xz data"
                      : status == LZMA_UNSUPPORTED_CHECK ? "the kind of checksum is not known"
                      : status == LZMA_OPTIONS_ERROR     ? "compressed in a way that is not known"
                                                     : "the data do not fit their checksum or the format");
  }

  lzma_stream lzma_ = LZMA_STREAM_INIT;
};

}  // namespace

std::unique_ptr<Decoder> make_xz_decoder() { return std::make_unique<XzDecoder>(); }

}  // namespace sketchbench
