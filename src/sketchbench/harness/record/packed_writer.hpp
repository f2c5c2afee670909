#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include <sketchbench/harness/cell/record.hpp>

namespace sketchbench {

/// Writes a packed file (packed_file.hpp) aside, which takes its place by commit(): it appears whole or not
/// at all. The same records make the same bytes, with the same version of zlib: no time, name or system is in
/// the header.
class PackedWriter {
 public:
  explicit PackedWriter(const std::filesystem::path& target);
  ~PackedWriter();
  PackedWriter(const PackedWriter&) = delete;
  PackedWriter& operator=(const PackedWriter&) = delete;

  /// A finished record whose id is behind those before it; Error for another, or when it cannot be written.
  void add(const Record& record);
  void commit();

 private:
  struct Contents;
  std::unique_ptr<Contents> contents_;
};

}  // namespace sketchbench
