#include "faults/write_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "faults/final_state.hpp"

namespace sketchbench::faults {
namespace {

namespace fs = std::filesystem;

bool is_below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

class Inspection {
 public:
  void see(const Call& call) {
    if (!call.succeeded()) return;
    switch (call.kind) {
      case CallKind::create:
        if (call.has(made_file)) dirty_.erase(call.inode);
        if (call.has(made_file)) goes_on(call);
        if (call.has(made_file) || call.has(emptied_file)) changes(call);
        break;
      case CallKind::write:
      case CallKind::truncate:
        changes(call);
        break;
      case CallKind::map:
        if (call.has(shared_writable)) tell(call, "is written through a mapping");
        break;
      case CallKind::make_folder:
        unsynchronised_folders_.insert(call.path);
        break;
      case CallKind::synchronise:
        synchronised(call);
        break;
      case CallKind::rename:
        renamed(call);
        break;
      case CallKind::message:
        goes_on(call);
        break;
      default:
        break;
    }
  }

  std::vector<std::string> finish() {
    for (const auto& [process, path] : unsynchronised_names_)
      tell(path, "its folder is not synchronised after it");
    return std::move(broken_);
  }

 private:
  void tell(const fs::path& path, std::string_view what) {
    broken_.push_back(fmt::format("{}: {}", path.string(), what));
  }
  void tell(const Call& call, std::string_view what) { tell(call.path, what); }

  void changes(const Call& call) {
    dirty_.insert(call.inode);
    if (is_result(call.path)) tell(call, "is written under its final name");
  }

  void synchronised(const Call& call) {
    dirty_.erase(call.inode);
    if (!call.has(is_folder)) return;
    std::erase_if(unsynchronised_folders_,
                  [&](const fs::path& folder) { return folder.parent_path() == call.path; });
    const auto name = unsynchronised_names_.find(call.process);
    if (name != unsynchronised_names_.end() && name->second.parent_path() == call.path)
      unsynchronised_names_.erase(name);
  }

  void renamed(const Call& call) {
    goes_on(call);
    if (!is_result(call.second_path)) return;
    if (dirty_.contains(call.inode)) tell(call, "is renamed before it is synchronised");
    for (const fs::path& folder : unsynchronised_folders_)
      if (is_below(call.second_path, folder))
        tell(call.second_path, "its folder's own name is not synchronised");
    unsynchronised_names_[call.process] = call.second_path;
  }

  /// To another file or to its parent: what it has renamed should be safe by now.
  void goes_on(const Call& call) {
    const auto name = unsynchronised_names_.find(call.process);
    if (name == unsynchronised_names_.end()) return;
    tell(name->second, "the process goes on before its folder is synchronised");
    unsynchronised_names_.erase(name);
  }

  std::set<std::uint64_t> dirty_;  ///< inodes of files that were written since they were last synchronised
  std::set<fs::path> unsynchronised_folders_;
  std::map<int, fs::path> unsynchronised_names_;  ///< by process
  std::vector<std::string> broken_;
};

}  // namespace

std::vector<std::string> broken_rules_of_writing(const std::vector<Call>& calls) {
  Inspection inspection;
  for (const Call& call : calls) inspection.see(call);
  return inspection.finish();
}

}  // namespace sketchbench::faults
