#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include <sketchbench/core/error.hpp>

namespace sketchbench {

/// The bytes are not what the format allows; the message is the reason and nothing else.
class CorruptData : public Error {
 public:
  using Error::Error;
};

/// Unpacks one compressed format whose data are members one after the other: gzip's members, bzip2's and xz's
/// streams. Knows nothing of files. Checksums are verified by the time a member ends.
class Decoder {
 public:
  virtual ~Decoder() = default;

  /// Unpacks from the front of `in` to the front of `out`, and cuts off both what was used. True when the
  /// member has ended. Stops for want of input or of room. Throws CorruptData.
  virtual bool unpack(std::span<const unsigned char>& in, std::span<unsigned char>& out) = 0;
  /// For the next member.
  virtual void restart() = 0;

  virtual std::string_view kind() const = 0;            ///< "gzip"
  virtual unsigned char first_byte() const = 0;         ///< of every member
  virtual bool may_be_padded() const { return false; }  ///< by zeros between members and at the end
};

std::unique_ptr<Decoder> make_gzip_decoder();
std::unique_ptr<Decoder> make_bzip2_decoder();

/// xz -9 needs 65 MiB. Others ask for more, up to 4 GiB, which would be taken on the file's word.
inline constexpr std::uint64_t most_xz_memory = std::uint64_t{256} << 20;
std::unique_ptr<Decoder> make_xz_decoder();

}  // namespace sketchbench
