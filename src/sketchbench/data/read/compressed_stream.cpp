#include <sketchbench/data/read/compressed_stream.hpp>

#include <fmt/format.h>
#include <exception>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/data/read/file_source.hpp>

namespace sketchbench {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 18;

class CompressedStream final : public ByteStream {
 public:
  CompressedStream(const std::filesystem::path& file, std::unique_ptr<Decoder> decoder, DamageIsTold told)
      : ByteStream(file), source_(file), decoder_(std::move(decoder)), told_(told), content_(buffer_bytes) {}

  std::span<const char> next() override {
    if (damage_) std::rethrow_exception(damage_);
    std::span<unsigned char> room = content_;
    try {
      fill(room);
    } catch (const InputError&) {
      if (told_ == DamageIsTold::at_once || room.size() == content_.size()) throw;
      damage_ = std::current_exception();
    }
    return {reinterpret_cast<const char*>(content_.data()), content_.size() - room.size()};
  }

 private:
  void fill(std::span<unsigned char>& room) {
    while (!at_end_ && !room.empty()) {
      if (packed_.empty()) refill();
      const std::size_t packed = packed_.size(), before = room.size();
      const bool ended = unpack(room);
      delivered_ += static_cast<std::int64_t>(before - room.size());
      require_modest_expansion(delivered_, source_.size(), name());
      if (ended)
        find_next_member();
      else if (packed == 0 && before == room.size())
        fail("truncated", "the end is missing");
    }
  }

  bool unpack(std::span<unsigned char>& room) {
    try {
      return decoder_->unpack(packed_, room);
    } catch (const CorruptData& corrupt) {
      fail("corrupt", corrupt.what());
    }
  }

  void find_next_member() {
    do {
      if (packed_.empty() && !refill()) {
        at_end_ = true;
        return;
      }
      while (decoder_->may_be_padded() && !packed_.empty() && packed_.front() == 0)
        packed_ = packed_.subspan(1);
    } while (packed_.empty());
    if (packed_.front() != decoder_->first_byte())
      fail_input(name(), 0,
                 fmt::format("{} bytes follow the end of the {} data, expected the end of the file",
                             source_.size() - source_.position() + static_cast<std::int64_t>(packed_.size()),
                             decoder_->kind()));
    decoder_->restart();
  }

  bool refill() {
    const std::span<const char> bytes = source_.next();
    packed_ = {reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()};
    return !bytes.empty();
  }

  [[noreturn]] void fail(std::string_view how, std::string_view reason) const {
    fail_input(name(), 0,
               fmt::format("the {} data is {} after {} decompressed bytes ({})", decoder_->kind(), how,
                           delivered_, reason));
  }

  FileSource source_;
  std::unique_ptr<Decoder> decoder_;
  std::span<const unsigned char> packed_;  ///< of the source's last piece: not yet used
  DamageIsTold told_;
  std::exception_ptr damage_;  ///< yet to be told
  std::vector<unsigned char> content_;
  std::int64_t delivered_ = 0;
  bool at_end_ = false;
};

}  // namespace

std::unique_ptr<ByteStream> open_compressed(const std::filesystem::path& file,
                                            std::unique_ptr<Decoder> decoder, DamageIsTold damage) {
  return std::make_unique<CompressedStream>(file, std::move(decoder), damage);
}

void require_modest_expansion(std::int64_t unpacked, std::int64_t packed, const std::filesystem::path& name) {
  if (unpacked <= free_expansion || unpacked / most_expansion <= packed) return;
  fail_input(name, 0,
             fmt::format("{} unpack to more than {}, expected at most {} times as much",
                         readable_bytes(static_cast<double>(packed)),
                         readable_bytes(static_cast<double>(unpacked)), most_expansion));
}

}  // namespace sketchbench
