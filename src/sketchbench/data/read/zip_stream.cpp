#include <sketchbench/data/read/compressed_stream.hpp>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <string_view>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/data/read/file_source.hpp>
#include <sketchbench/data/read/number.hpp>
#include <sketchbench/data/read/other_format.hpp>

namespace sketchbench {
namespace {

/// libarchive, reading a .zip through a FileSource. What goes wrong while the file is read is thrown as it
/// stands; what libarchive says of the bytes is an InputError.
class ZipReader {
 public:
  explicit ZipReader(const std::filesystem::path& file) : source_(file), handle_(archive_read_new()) {
    if (handle_ == nullptr) throw Error("libarchive cannot start reading: out of memory");
    // Not the streaming reader: without the directory at its end, a .zip is truncated.
    archive_read_support_format_zip_seekable(handle());
    archive_read_set_callback_data(handle(), this);
    archive_read_set_read_callback(handle(), &read);
    archive_read_set_seek_callback(handle(), &seek);
    if (archive_read_open1(handle()) != ARCHIVE_OK) fail_damaged(file, 0);
  }
  ZipReader(const ZipReader&) = delete;
  ZipReader& operator=(const ZipReader&) = delete;

  std::int64_t packed_bytes() const { return source_.size(); }

  /// Goes to the next file and gives its name; empty when there is none left.
  std::string next_file() {
    for (;;) {
      archive_entry* entry = nullptr;
      const int status = archive_read_next_header(handle(), &entry);
      if (status == ARCHIVE_EOF) return {};
      // A warning is harmless here: a name that the locale cannot show, say.
      if (status != ARCHIVE_OK && status != ARCHIVE_WARN) fail_damaged(source_.file(), 0);
      const char* name = archive_entry_pathname(entry);
      if (archive_entry_filetype(entry) == AE_IFREG)
        return name == nullptr || *name == '\0' ? "(unnamed)" : name;
    }
  }

  void require_known_compression(const std::filesystem::path& name) const {
    const std::string format = archive_format_name(handle());  // "ZIP 2.0 (deflation)"
    for (const char* known : {"(uncompressed)", "(deflation)", "(bzip)"})
      if (format.ends_with(known)) return;
    fail_input(name, 0, fmt::format("the compression is {}, expected none, deflation or bzip2", format));
  }

  /// The next bytes of the file; empty at its end.
  std::span<const char> next_piece(const std::filesystem::path& name, std::int64_t delivered) const {
    for (;;) {
      const void* block = nullptr;
      std::size_t size = 0;
      la_int64_t offset = 0;
      const int status = archive_read_data_block(handle(), &block, &size, &offset);
      if (status == ARCHIVE_EOF) return {};
      // A warning counts as damage: it is how a checksum that does not match is told.
      if (status != ARCHIVE_OK) fail_damaged(name, delivered);
      if (size > 0) return {static_cast<const char*>(block), size};
    }
  }

 private:
  struct Close {
    void operator()(archive* handle) const { archive_read_free(handle); }
  };

  archive* handle() const { return handle_.get(); }

  [[noreturn]] void fail_damaged(const std::filesystem::path& name, std::int64_t delivered) const {
    if (failure_) std::rethrow_exception(failure_);
    const char* text = archive_error_string(handle());
    std::string reason = text == nullptr ? "the end is missing" : text;
    while (reason.ends_with('\n')) reason.pop_back();  // some of libarchive's messages end a line
    fail_input(name, 0,
               fmt::format("the zip data is truncated or corrupt after {} decompressed bytes ({})", delivered,
                           reason));
  }

  // Exceptions must not cross C code: they wait in failure_.
  template <class Action>
  la_int64_t guarded(Action&& action) {
    try {
      return action();
    } catch (...) {
      failure_ = std::current_exception();
      archive_set_error(handle(), EIO, "the file cannot be read");
      return ARCHIVE_FATAL;
    }
  }
  static la_ssize_t read(archive*, void* user, const void** bytes) {
    auto& self = *static_cast<ZipReader*>(user);
    return self.guarded([&] {
      const std::span<const char> piece = self.source_.next();
      *bytes = piece.data();
      return static_cast<la_int64_t>(piece.size());
    });
  }
  static la_int64_t seek(archive*, void* user, la_int64_t offset, int whence) {
    auto& self = *static_cast<ZipReader*>(user);
    return self.guarded([&] {
      FileSource& source = self.source_;
      const std::int64_t from = whence == SEEK_SET   ? 0
                                : whence == SEEK_CUR ? source.position()
                                                     : source.size();
      // A damaged archive may send its reader anywhere.
      const std::int64_t low = -from, high = source.size() - from;
      source.seek(from + std::clamp<std::int64_t>(offset, std::min(low, high), high));
      return source.position();
    });
  }

  FileSource source_;
  std::exception_ptr failure_;
  std::unique_ptr<archive, Close> handle_;  // the first to go: it may still read
};

/// One file of a .zip; `before`: bytes that came out of it already, of other files.
class ZipStream final : public ByteStream {
 public:
  ZipStream(std::filesystem::path name, std::shared_ptr<ZipReader> reader, std::int64_t before = 0)
      : ByteStream(std::move(name)), reader_(std::move(reader)), before_(before) {}

  std::span<const char> next() override {
    const std::span<const char> piece = reader_->next_piece(name(), delivered_);
    delivered_ += static_cast<std::int64_t>(piece.size());
    require_modest_expansion(before_ + delivered_, reader_->packed_bytes(), name());
    return piece;
  }
  std::int64_t delivered() const { return delivered_; }

 private:
  std::shared_ptr<ZipReader> reader_;
  std::int64_t before_, delivered_ = 0;
};

/// Not joined as paths are: a member called "/b" would hide the file's own name.
std::filesystem::path place_of(const std::filesystem::path& file, const std::string& member) {
  return file.string() + "/" + member;
}

/// The file to read: the one that was asked for, or the only one there is.
std::string choose_member(const std::filesystem::path& file, const std::string& member) {
  const std::vector<std::string> names = names_in_zip(file);
  if (!member.empty()) {
    const auto count = std::count(names.begin(), names.end(), member);
    if (count == 0) fail_input(file, 0, fmt::format("the zip has no file {}", in_quotes(member)));
    if (count > 1)
      fail_input(file, 0, fmt::format("the zip has {} files {}, expected one", count, in_quotes(member)));
    return member;
  }
  if (names.empty()) fail_input(file, 0, "the zip holds no file, expected one");
  require_zip_of_texts(names, file);
  if (names.size() == 1) return names.front();
  std::string some;
  for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 5); ++i)
    some.append(" ").append(in_quotes(names[i]));
  fail_input(file, 0,
             fmt::format("the zip holds {} files, expected one:{}{}; unzip takes out the one to read, or a "
                         "manifest names it with \"member\"",
                         names.size(), some, names.size() > 5 ? " ..." : ""));
}

}  // namespace

std::vector<std::string> names_in_zip(const std::filesystem::path& file) {
  ZipReader reader(file);
  std::vector<std::string> names;
  for (std::string name = reader.next_file(); !name.empty(); name = reader.next_file()) names.push_back(name);
  return names;
}

std::unique_ptr<ByteStream> open_zip_member(const std::filesystem::path& file, const std::string& member) {
  const std::string wanted = choose_member(file, member);
  auto reader = std::make_unique<ZipReader>(file);
  std::string name = reader->next_file();
  while (!name.empty() && name != wanted) name = reader->next_file();
  if (name.empty()) fail_input(file, 0, "the zip has changed while it was read");
  const std::filesystem::path place = place_of(file, wanted);
  reader->require_known_compression(place);
  return std::make_unique<ZipStream>(place, std::move(reader));
}

void for_each_zip_member(const std::filesystem::path& file, const std::string& pattern,
                         const std::function<void(const std::string& name, ByteStream& stream)>& read) {
  const auto reader = std::make_shared<ZipReader>(file);
  std::int64_t delivered = 0;
  for (std::string name = reader->next_file(); !name.empty(); name = reader->next_file()) {
    if (!matches(pattern, name)) continue;
    const std::filesystem::path place = place_of(file, name);
    reader->require_known_compression(place);
    ZipStream stream(place, reader, delivered);
    read(name, stream);
    delivered += stream.delivered();
  }
}

bool matches(std::string_view pattern, std::string_view text) {
  // Each piece between two stars is best found as early as it can be.
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  text.remove_prefix(star);
  pattern.remove_prefix(star + 1);
  for (std::size_t next = pattern.find('*'); next != std::string_view::npos; next = pattern.find('*')) {
    const std::size_t at = text.find(pattern.substr(0, next));
    if (at == std::string_view::npos) return false;
    text.remove_prefix(at + next);
    pattern.remove_prefix(next + 1);
  }
  return text.ends_with(pattern);
}

}  // namespace sketchbench
