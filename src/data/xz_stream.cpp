#include "data/xz_stream.hpp"

#include <fmt/format.h>
#include <lzma.h>

#include <vector>

#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

namespace sketchbench {
namespace {

constexpr std::size_t buffer_bytes = 1u << 17;

class XzStream final : public ByteStream {
 public:
  explicit XzStream(const std::filesystem::path& file)
      : ByteStream(file), file_(open_for_reading(file)), packed_(buffer_bytes), content_(buffer_bytes) {
    if (lzma_stream_decoder(&decoder_, most_xz_memory, LZMA_CONCATENATED | LZMA_TELL_UNSUPPORTED_CHECK) != LZMA_OK)
      throw Error(fmt::format("{}: liblzma cannot start reading: out of memory", file.string()));
  }
  ~XzStream() override { lzma_end(&decoder_); }

  std::span<const char> next() override {
    decoder_.next_out = content_.data();
    decoder_.avail_out = content_.size();
    while (!finished_ && decoder_.avail_out == content_.size()) {
      if (decoder_.avail_in == 0 && !at_end_) refill();
      const lzma_ret status = lzma_code(&decoder_, at_end_ ? LZMA_FINISH : LZMA_RUN);
      finished_ = status == LZMA_STREAM_END;
      if (status != LZMA_OK && !finished_) fail(status);
    }
    return {reinterpret_cast<const char*>(content_.data()), content_.size() - decoder_.avail_out};
  }

 private:
  void refill() {
    decoder_.next_in = packed_.data();
    decoder_.avail_in = read_some(file_, packed_.data(), packed_.size(), name());
    at_end_ = decoder_.avail_in < packed_.size();
  }

  [[noreturn]] void fail(lzma_ret status) const {
    if (status == LZMA_MEMLIMIT_ERROR)
      fail_input(name(), 0,
                 fmt::format("the xz data needs {} of memory to be unpacked, expected at most {}",
                             readable_bytes(static_cast<double>(lzma_memusage(&decoder_))),
                             readable_bytes(static_cast<double>(most_xz_memory))));
    if (status == LZMA_MEM_ERROR) throw Error(fmt::format("{}: out of memory for xz data", name().string()));
    const char* reason = status == LZMA_BUF_ERROR          ? "the end is missing"
                         : status == LZMA_FORMAT_ERROR     ? "this is not the beginning of xz data"
                         : status == LZMA_UNSUPPORTED_CHECK ? "the kind of checksum is not known"
                         : status == LZMA_OPTIONS_ERROR    ? "compressed in a way that is not known"
                                                           : "the data does not fit its checksum or its format";
    fail_input(name(), 0,
               fmt::format("the xz data is truncated or corrupt after {} decompressed bytes ({})",
                           decoder_.total_out, reason));
  }

  Descriptor file_;
  std::vector<std::uint8_t> packed_, content_;
  lzma_stream decoder_ = LZMA_STREAM_INIT;
  bool at_end_ = false, finished_ = false;
};

}  // namespace

std::unique_ptr<ByteStream> open_xz(const std::filesystem::path& file) { return std::make_unique<XzStream>(file); }

}  // namespace sketchbench
