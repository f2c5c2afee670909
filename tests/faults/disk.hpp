#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "faults/journal_reader.hpp"

namespace sketchbench::faults {

/// Contents by path relative to the root.
using Files = std::map<std::string, std::string>;

/// What of the things that were never synchronised a power cut leaves.
struct CutChoice {
  /// Whether a name that was made, renamed or removed since its folder was last synchronised is on the disk
  /// that way.
  std::function<bool()> keeps_name;
  /// How many of so many bytes that were written since the file was last synchronised are on the disk.
  std::function<std::size_t(std::size_t)> keeps_bytes;
};

/// A file system of which only what was synchronised is sure to survive: the bytes that a file had at its
/// last fsync, and the names that a folder had at its last. A rename within a folder is done or not done, as
/// journals see to.
class Disk {
 public:
  /// What is below `root` now is on the disk; so are the folders above.
  explicit Disk(const std::filesystem::path& root);

  /// Repeats a call that succeeded; calls elsewhere and those that change nothing are passed over.
  void apply(const Call& call);

  Files after_cut(const CutChoice& choice) const;
  /// What the programs see without a cut.
  Files in_memory() const;

 private:
  struct File {
    std::string now, kept;
  };
  struct Node {
    std::shared_ptr<File> file;  ///< null for a folder
  };
  using Names = std::map<std::string, Node>;
  struct Folder {
    Names now, kept;
    std::vector<std::function<void(Names&)>> pending;  ///< since it was last synchronised
  };

  bool is_below_root(const std::filesystem::path& path) const;
  Folder& folder_of(const std::filesystem::path& path);
  File& opened(const Call& call);
  void change(Folder& folder, std::function<void(Names&)> what);
  void synchronise(const Call& call);
  void collect(const std::filesystem::path& folder, const CutChoice* choice, Files& into) const;

  std::filesystem::path root_;
  std::map<std::filesystem::path, Folder> folders_;
  std::map<std::uint64_t, std::shared_ptr<File>> by_inode_;
};

}  // namespace sketchbench::faults
