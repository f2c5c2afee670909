#include "faults/disk.hpp"

#include <algorithm>
#include <stdexcept>

#include <sketchbench/core/system/file.hpp>

namespace sketchbench::faults {
namespace fs = std::filesystem;

Disk::Disk(const fs::path& root) : root_(fs::canonical(root)) {
  folders_[root_];
  for (const auto& entry : fs::recursive_directory_iterator(root_)) {
    Node node;
    if (entry.is_directory()) {
      folders_[entry.path()];
    } else {
      const std::string text = read_file(entry.path());
      node.file = std::make_shared<File>(File{text, text});
    }
    Folder& folder = folders_.at(entry.path().parent_path());
    folder.now[entry.path().filename()] = folder.kept[entry.path().filename()] = node;
  }
}

bool Disk::is_below_root(const fs::path& path) const {
  return std::mismatch(root_.begin(), root_.end(), path.begin(), path.end()).first == root_.end() &&
         path != root_;
}

Disk::Folder& Disk::folder_of(const fs::path& path) {
  const auto found = folders_.find(path.parent_path());
  if (found == folders_.end()) throw std::runtime_error("nobody has made the folder of " + path.string());
  return found->second;
}

void Disk::change(Folder& folder, std::function<void(Names&)> what) {
  what(folder.now);
  folder.pending.push_back(std::move(what));
}

/// The file that the call opens, writes or cuts.
Disk::File& Disk::opened(const Call& call) {
  const auto found = by_inode_.find(call.inode);
  if (found != by_inode_.end()) return *found->second;
  const Names& names = folder_of(call.path).now;
  const auto named = names.find(call.path.filename());
  if (named == names.end() || !named->second.file)
    throw std::runtime_error("nobody has made the file " + call.path.string());
  by_inode_[call.inode] = named->second.file;
  return *named->second.file;
}

void Disk::apply(const Call& call) {
  if (!call.succeeded()) return;
  if (call.kind == CallKind::synchronise) return synchronise(call);
  if (!is_below_root(call.path)) return;
  const std::string name = call.path.filename();
  switch (call.kind) {
    case CallKind::create:
      if (call.has(made_file)) {
        const auto file = by_inode_[call.inode] =
            std::make_shared<File>();  // the number may be a removed file's
        change(folder_of(call.path), [=](Names& names) { names[name] = {file}; });
      } else if (call.has(emptied_file)) {
        opened(call).now.clear();
      }
      break;
    case CallKind::make_folder:
      folders_[call.path] = {};
      change(folder_of(call.path), [=](Names& names) { names[name] = {}; });
      break;
    case CallKind::write: {
      std::string& now = opened(call).now;
      const auto begin = static_cast<std::size_t>(call.offset);
      if (now.size() < begin + call.data.size()) now.resize(begin + call.data.size());
      now.replace(begin, call.data.size(), call.data);
      break;
    }
    case CallKind::truncate:
      opened(call).now.resize(static_cast<std::size_t>(call.offset));
      break;
    case CallKind::rename: {
      if (call.path.parent_path() != call.second_path.parent_path())
        throw std::runtime_error("renamed into another folder: " + call.path.string());
      change(folder_of(call.path), [name, to = call.second_path.filename().string()](Names& names) {
        if (const auto moved = names.extract(name); !moved.empty()) names[to] = moved.mapped();
      });
      break;
    }
    case CallKind::remove:
      change(folder_of(call.path), [=](Names& names) { names.erase(name); });
      break;
    default:
      break;
  }
}

void Disk::synchronise(const Call& call) {
  if (call.has(is_folder)) {
    const auto found = folders_.find(call.path);
    if (found == folders_.end()) return;
    found->second.kept = found->second.now;
    found->second.pending.clear();
  } else if (is_below_root(call.path)) {
    File& file = opened(call);
    file.kept = file.now;
  }
}

void Disk::collect(const fs::path& path, const CutChoice* choice, Files& into) const {
  const Folder& folder = folders_.at(path);
  Names names = choice == nullptr ? folder.now : folder.kept;
  if (choice != nullptr)
    for (const auto& what : folder.pending)
      if (choice->keeps_name()) what(names);
  for (const auto& [name, node] : names) {
    if (!node.file) {
      collect(path / name, choice, into);
      continue;
    }
    const File& file = *node.file;
    std::string text = file.now;
    if (choice != nullptr && file.kept != file.now) {
      const std::size_t common = std::min(file.kept.size(), file.now.size());
      text = file.kept.substr(0, common) +
             file.now.substr(common, choice->keeps_bytes(file.now.size() - common));
    }
    into[fs::relative(path / name, root_)] = std::move(text);
  }
}

Files Disk::after_cut(const CutChoice& choice) const {
  Files files;
  collect(root_, &choice, files);
  return files;
}

Files Disk::in_memory() const {
  Files files;
  collect(root_, nullptr, files);
  return files;
}

}  // namespace sketchbench::faults
