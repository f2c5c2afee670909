#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace sketchbench {

/// The content of a data file, decompressed, piece by piece. Damaged or truncated data is an InputError that
/// says how far the reading got, and so is data that unpacks without measure (compressed_stream.hpp);
/// checksums are verified by the time the end is reached. What the system reports while reading is an Error
/// in its words.
class ByteStream {
 public:
  explicit ByteStream(std::filesystem::path name) : name_(std::move(name)) {}
  virtual ~ByteStream() = default;
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;

  /// The next bytes, valid until the next call; empty at the end only.
  virtual std::span<const char> next() = 0;
  /// For messages: the file, or file/member of a .zip.
  const std::filesystem::path& name() const { return name_; }

 private:
  std::filesystem::path name_;
};

/// Opens a file that is plain or compressed by gzip, bzip2, xz or zip, as its first bytes tell. `member`
/// chooses from a .zip with several files and must be empty for everything else.
std::unique_ptr<ByteStream> open_byte_stream(const std::filesystem::path& file,
                                             const std::string& member = {});

/// Calls read(name, stream) for each file of a .zip whose name matches `pattern`, in which * stands for any
/// text, in their order there. `read` takes all of the stream. InputError where it is no .zip.
void for_each_member(const std::filesystem::path& file, const std::string& pattern,
                     const std::function<void(const std::string& name, ByteStream& stream)>& read);

}  // namespace sketchbench
