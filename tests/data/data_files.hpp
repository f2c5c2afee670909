#pragma once
#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/data/read/reader.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {

/// A fixture that writes small data files and reads them back.
class DataFiles : public ::testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, std::string_view content) const {
    return folder_.write(name, content);
  }
  LabeledMatrix read(std::string_view content, const FileFormat& format) const {
    return read_data_file(write("data", content), format);
  }
  /// The message of the InputError that reading must end in; it must begin with the file's name and `place`.
  std::string refusal_of_file(const std::filesystem::path& file, const FileFormat& format,
                              std::string_view place = ":") const {
    try {
      read_data_file(file, format);
    } catch (const InputError& error) {
      const std::string message = error.what();
      const std::string start = file.string() + std::string(place);
      EXPECT_EQ(message.substr(0, start.size()), start);
      return message;
    }
    ADD_FAILURE() << file << " was read without an error";
    return {};
  }
  std::string refusal(std::string_view content, const FileFormat& format,
                      std::string_view place = ":") const {
    return refusal_of_file(write("data", content), format, place);
  }

 private:
  testing_support::TemporaryFolder folder_;
};

/// What libarchive makes of some files: a .zip, or one file through a filter.
class Packer {
 public:
  using Member = std::pair<std::string, std::string>;

  static std::string gzip(std::string_view content) { return filtered(ARCHIVE_FILTER_GZIP, content); }
  static std::string bzip2(std::string_view content) { return filtered(ARCHIVE_FILTER_BZIP2, content); }
  static std::string xz(std::string_view content) { return filtered(ARCHIVE_FILTER_XZ, content); }
  static std::string zip(const std::vector<Member>& members) {
    Packer packer(ARCHIVE_FILTER_NONE, &archive_write_set_format_zip);
    for (const auto& [name, content] : members) packer.add(name, content);
    return packer.finish();
  }

 private:
  Packer(int filter, int (*set_format)(archive*)) : handle_(archive_write_new(), &archive_write_free) {
    check(archive_write_add_filter(handle_.get(), filter));
    check(set_format(handle_.get()));
    check(archive_write_set_bytes_in_last_block(handle_.get(), 1));  // no padding at the end
    check(archive_write_open(
        handle_.get(), &packed_, nullptr,
        [](archive*, void* packed, const void* bytes, std::size_t size) {
          static_cast<std::string*>(packed)->append(static_cast<const char*>(bytes), size);
          return static_cast<la_ssize_t>(size);
        },
        nullptr));
  }
  Packer(const Packer&) = delete;
  Packer& operator=(const Packer&) = delete;

  static std::string filtered(int filter, std::string_view content) {
    Packer packer(filter, &archive_write_set_format_raw);
    packer.add("content", content);
    return packer.finish();
  }
  void add(const std::string& name, std::string_view content) {
    const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(),
                                                                              &archive_entry_free);
    archive_entry_set_pathname(entry.get(), name.c_str());
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(content.size()));
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), 0644);
    check(archive_write_header(handle_.get(), entry.get()));
    if (archive_write_data(handle_.get(), content.data(), content.size()) < 0) check(ARCHIVE_FATAL);
  }
  std::string finish() {
    check(archive_write_close(handle_.get()));
    return packed_;
  }
  void check(int status) const {
    if (status != ARCHIVE_OK) throw std::runtime_error(archive_error_string(handle_.get()));
  }

  std::string packed_;  // before the handle, which may still write to it when it is freed
  std::unique_ptr<archive, decltype(&archive_write_free)> handle_;
};

/// The rows with their zeros.
inline std::vector<std::vector<float>> dense(const CsrMatrix& x) {
  std::vector<std::vector<float>> rows(static_cast<std::size_t>(x.size()),
                                       std::vector<float>(static_cast<std::size_t>(x.d)));
  for (Index i = 0; i < x.size(); ++i)
    x.view().for_each_nonzero(i, [&](Index column, float value) {
      rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(column)] = value;
    });
  return rows;
}

inline FileFormat libsvm_format(Index features) {
  FileFormat format;
  format.kind = FileFormat::Kind::libsvm;
  format.features = features;
  return format;
}

inline FileFormat delimited_format(FileFormat::Label label = FileFormat::Label::last) {
  FileFormat format;
  format.kind = FileFormat::Kind::delimited;
  format.label = label;
  return format;
}

inline FileFormat idx_format(FileFormat::Kind kind) {
  FileFormat format;
  format.kind = kind;
  return format;
}

}  // namespace sketchbench
