#include "data/gzip_stream.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <cerrno>
#include <vector>

#include "base/error.hpp"

namespace sketchbench {
namespace {

constexpr unsigned buffer_bytes = 1u << 18;

class GzipStream final : public ByteStream {
 public:
  explicit GzipStream(const std::filesystem::path& file) : ByteStream(file), buffer_(buffer_bytes) {
    errno = 0;
    handle_.reset(gzopen(file.c_str(), "rb"));
    if (handle_ == nullptr) fail_system("read", file, errno != 0 ? errno : ENOMEM);
    gzbuffer(handle_.get(), buffer_bytes);
  }

  std::span<const char> next() override {
    const int count = gzread(handle_.get(), buffer_.data(), buffer_bytes);
    int status = Z_OK;
    const char* reason = gzerror(handle_.get(), &status);
    // Truncation is only a status: zlib hands out what it could still decode as if it were all.
    if (count < 0 || status == Z_BUF_ERROR) fail(status, reason);
    delivered_ += count;
    return {buffer_.data(), static_cast<std::size_t>(count)};
  }

 private:
  [[noreturn]] void fail(int status, const char* reason) const {
    if (status == Z_ERRNO) fail_system("read", name(), errno);
    fail_input(name(), 0,
               fmt::format("the gzip data is {} after {} decompressed bytes ({})",
                           status == Z_BUF_ERROR ? "truncated" : "corrupt", delivered_, reason));
  }

  struct Close {
    void operator()(gzFile handle) const { gzclose(handle); }
  };
  std::unique_ptr<gzFile_s, Close> handle_;
  std::vector<char> buffer_;
  std::int64_t delivered_ = 0;
};

}  // namespace

std::unique_ptr<ByteStream> open_gzip(const std::filesystem::path& file) {
  return std::make_unique<GzipStream>(file);
}

}  // namespace sketchbench
