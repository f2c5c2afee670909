#include "data/archive_stream.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "data/number.hpp"

namespace sketchbench {
namespace {

constexpr std::size_t block_bytes = 1u << 18;

struct CloseArchive {
  void operator()(archive* handle) const { archive_read_free(handle); }
};
using ArchiveHandle = std::unique_ptr<archive, CloseArchive>;

ArchiveHandle new_archive() {
  ArchiveHandle handle(archive_read_new());
  if (handle == nullptr) throw Error("libarchive cannot start reading: out of memory");
  return handle;
}

std::string reason(archive* handle) {
  const char* text = archive_error_string(handle);
  std::string reason = text == nullptr ? "the end is missing" : text;
  while (reason.ends_with('\n')) reason.pop_back();  // some of libarchive's messages end a line
  return reason;
}

[[noreturn]] void fail_damaged(archive* handle, const std::filesystem::path& name, std::string_view kind,
                               std::int64_t delivered) {
  fail_input(name, 0,
             fmt::format("the {} data is truncated or corrupt after {} decompressed bytes ({})", kind,
                         delivered, reason(handle)));
}

/// The data of the entry whose header was read last.
class EntryStream final : public ByteStream {
 public:
  EntryStream(std::filesystem::path name, std::string_view kind, ArchiveHandle handle)
      : ByteStream(std::move(name)), kind_(kind), handle_(std::move(handle)) {}

  std::span<const char> next() override {
    for (;;) {
      const void* block = nullptr;
      std::size_t size = 0;
      la_int64_t offset = 0;
      const int status = archive_read_data_block(handle_.get(), &block, &size, &offset);
      if (status == ARCHIVE_EOF) return {};
      // A warning counts as damage: it is how a checksum that does not match is told.
      if (status != ARCHIVE_OK) fail_damaged(handle_.get(), name(), kind_, delivered_);
      if (size == 0) continue;
      delivered_ += static_cast<std::int64_t>(size);
      return {static_cast<const char*>(block), size};
    }
  }

 private:
  std::string_view kind_;
  ArchiveHandle handle_;
  std::int64_t delivered_ = 0;
};

class EmptyStream final : public ByteStream {
 public:
  using ByteStream::ByteStream;
  std::span<const char> next() override { return {}; }
};

ArchiveHandle open_zip(const std::filesystem::path& file) {
  ArchiveHandle handle = new_archive();
  // Not the streaming reader: without the directory at its end, a .zip is truncated.
  archive_read_support_format_zip_seekable(handle.get());
  if (archive_read_open_filename(handle.get(), file.c_str(), block_bytes) != ARCHIVE_OK)
    fail_damaged(handle.get(), file, "zip", 0);
  return handle;
}

/// libarchive unpacks more kinds, but some with as much memory as the file says.
void require_known_compression(archive* handle, const std::filesystem::path& name) {
  const std::string format = archive_format_name(handle);  // "ZIP 2.0 (deflation)"
  for (const char* known : {"(uncompressed)", "(deflation)", "(bzip)"})
    if (format.ends_with(known)) return;
  fail_input(name, 0, fmt::format("the compression is {}, expected none, deflation or bzip2", format));
}

/// The name of the next file in the archive; empty when there is none left.
std::string next_file(archive* handle, const std::filesystem::path& file) {
  for (;;) {
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(handle, &entry);
    if (status == ARCHIVE_EOF) return {};
    // A warning is harmless here: a name that the locale cannot show, say.
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN) fail_damaged(handle, file, "zip", 0);
    const char* name = archive_entry_pathname(entry);
    if (archive_entry_filetype(entry) == AE_IFREG)
      return name == nullptr || *name == '\0' ? "(unnamed)" : name;
  }
}

std::string only_file(const std::filesystem::path& file) {
  const ArchiveHandle handle = open_zip(file);
  std::vector<std::string> names;
  for (std::string name = next_file(handle.get(), file); !name.empty(); name = next_file(handle.get(), file))
    names.push_back(name);
  if (names.empty()) fail_input(file, 0, "the zip holds no file, expected one");
  if (names.size() == 1) return names.front();
  std::string some;
  for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 5); ++i)
    some.append(" ").append(in_quotes(names[i]));
  fail_input(file, 0,
             fmt::format("the zip holds {} files, expected the name of the one to read:{}{}", names.size(),
                         some, names.size() > 5 ? " ..." : ""));
}

}  // namespace

std::unique_ptr<ByteStream> open_raw(const std::filesystem::path& file, Compression compression) {
  ArchiveHandle handle = new_archive();
  std::string_view kind = "plain";
  int expected_filter = ARCHIVE_FILTER_NONE;
  if (compression == Compression::bzip2) {
    kind = "bzip2";
    expected_filter = ARCHIVE_FILTER_BZIP2;
    archive_read_support_filter_bzip2(handle.get());
  }
  archive_read_support_format_raw(handle.get());
  archive_read_support_format_empty(handle.get());
  if (archive_read_open_filename(handle.get(), file.c_str(), block_bytes) != ARCHIVE_OK)
    fail_damaged(handle.get(), file, kind, 0);
  // libarchive passes data through as it stands when too little is there for the filter to recognise it.
  if (archive_filter_code(handle.get(), 0) != expected_filter) fail_damaged(handle.get(), file, kind, 0);
  archive_entry* entry = nullptr;
  const int status = archive_read_next_header(handle.get(), &entry);
  if (status == ARCHIVE_EOF) return std::make_unique<EmptyStream>(file);
  if (status != ARCHIVE_OK) fail_damaged(handle.get(), file, kind, 0);
  return std::make_unique<EntryStream>(file, kind, std::move(handle));
}

std::unique_ptr<ByteStream> open_zip_member(const std::filesystem::path& file, const std::string& member) {
  const std::string wanted = member.empty() ? only_file(file) : member;
  ArchiveHandle handle = open_zip(file);
  for (std::string name = next_file(handle.get(), file); !name.empty(); name = next_file(handle.get(), file))
    if (name == wanted) {
      // Not joined as paths are: a member called "/b" would hide the file's own name.
      const std::filesystem::path place = file.string() + "/" + wanted;
      require_known_compression(handle.get(), place);
      return std::make_unique<EntryStream>(place, "zip", std::move(handle));
    }
  fail_input(file, 0, fmt::format("the zip has no file {}", in_quotes(wanted)));
}

}  // namespace sketchbench
