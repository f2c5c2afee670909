#include <sketchbench/data/manifest_folders.hpp>

#include <fmt/format.h>
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/system/shipped.hpp>
#include <sketchbench/data/manifest.hpp>

namespace sketchbench {

bool is_manifest(const std::filesystem::path& file) {
  const Json json = read_json(file);
  if (!json.is_object() || json.contains("experiment"))
    return false;  // configurations may name "splits" as well
  return json.contains("sources") || json.contains("splits");
}

namespace {

namespace fs = std::filesystem;

constexpr const char* variable = "SKETCHBENCH_DATASETS";
constexpr const char* usual_folder = "datasets";

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

bool can_be_listed(const fs::path& folder) {
  std::error_code error;
  fs::directory_iterator entries(folder, error);
  return !error;
}

bool are_one(const fs::path& a, const fs::path& b) {
  std::error_code error;
  return a == b || fs::equivalent(a, b, error);
}

std::vector<fs::path> json_files(const fs::path& folder) {
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  std::vector<fs::path> files;
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code unknown;
    if (entry->path().extension() == ".json" && entry->is_regular_file(unknown))
      files.push_back(entry->path());
  }
  if (error)
    throw InputError(
        fmt::format("no folder of data set manifests at {}: {}", folder.string(), error.message()));
  return files;
}

/// A file that is no JSON may have been meant as one; reading it says what is wrong.
bool may_be_manifest(const fs::path& file) {
  try {
    return is_manifest(file);
  } catch (const InputError&) {
    return true;
  }
}

void require_any(const ManifestFolders& folders) {
  if (folders.list().empty())
    throw InputError(fmt::format(
        "no folder of data set manifests, expected \"{}\" here or beside the configuration, or one "
        "named by --datasets DIR or {}",
        usual_folder, variable));
}

/// NAME.json of every folder that has it, manifest or not.
std::vector<fs::path> files_called(const ManifestFolders& folders, std::string_view name) {
  require_any(folders);
  std::vector<fs::path> files;
  for (const fs::path& folder : folders.list())
    for (const fs::path& file : json_files(folder))
      if (file.stem() == name) files.push_back(file);
  return files;
}

bool are_alike(const fs::path& a, const fs::path& b) { return are_one(a, b) || read_file(a) == read_file(b); }

std::string letters_of(std::string_view text) {
  std::string letters;
  for (const unsigned char c : text)
    if (std::isalnum(c) != 0) letters += static_cast<char>(std::tolower(c));
  return letters;
}

/// The data set that reports call so: "cpu" of "comp-activ"; empty: none.
std::string name_of_title(const ManifestFolders& folders, std::string_view title) {
  for (const std::string& name : manifest_names(folders))
    for (const fs::path& file : files_called(folders, name)) try {
        const Json manifest = read_json(file);
        if (const auto found = manifest.find("short_title");
            found != manifest.end() && letters_of(found->get<std::string>()) == letters_of(title))
          return name;
      } catch (const std::exception&) {  // whoever reads it says so
      }
  return "";
}

[[noreturn]] void fail_missing(const ManifestFolders& folders, std::string_view name) {
  if (const auto others = files_called(folders, name); !others.empty())
    throw InputError(fmt::format(
        "{}: \"sources\" is missing, expected the manifest of the data set \"{}\", which no other "
        "file describes",
        others.front().string(), name));
  try {
    if (const std::string known = name_of_title(folders, name); !known.empty())
      throw InputError(
          fmt::format("there is no data set in {} called \"{}\"; did you mean \"{}\", whose title "
                      "it is?",
                      folders.display(), name, known));
    fail_unknown(
        fmt::format("data set in {}{} called", folders.list().size() > 1 ? "any of " : "", folders.display()),
        name, manifest_names(folders));
  } catch (const InputError& error) {
    if (folders.closed().empty()) throw;
    throw InputError(fmt::format("{}; {} beside the configuration cannot be listed", error.what(),
                                 folders.closed().front().string()));
  }
}

}  // namespace

ManifestFolders::ManifestFolders(fs::path folder) { folders_.push_back(std::move(folder)); }

void ManifestFolders::add(const fs::path& folder) {
  if (std::none_of(folders_.begin(), folders_.end(),
                   [&](const fs::path& other) { return are_one(folder, other); }))
    folders_.push_back(folder);
}

void ManifestFolders::add_named(std::string_view option, const fs::path& folder) {
  std::error_code error;
  if (!is_folder(folder))
    throw InputError(fmt::format("{} {}: {}, expected a folder of data set manifests", option,
                                 folder.string(),
                                 fs::exists(folder, error) ? "not a folder" : "there is no such folder"));
  add(folder);
}

void ManifestFolders::add_beside(const fs::path& configuration) {
  for (const fs::path& folder : {configuration.parent_path(), folder_of(configuration)}) {
    const fs::path own = folder.empty() ? fs::path(".") : folder;
    if (is_folder(own / usual_folder)) add(own / usual_folder);
    if (can_be_listed(own))
      add(own);
    else if (is_folder(own))
      closed_.push_back(own);
  }
}

void ManifestFolders::add_defaults() {
  if (is_folder(usual_folder)) add(usual_folder);
  if (const auto own = shipped(usual_folder)) add(*own);
}

std::string ManifestFolders::display() const {
  std::string text;
  for (const fs::path& folder : folders_) text += (text.empty() ? "" : ", ") + folder.string();
  return text;
}

ManifestFolders manifest_folders(const ManifestSearch& search) {
  ManifestFolders folders;
  for (const fs::path& file : search.configurations) folders.add_beside(file);
  for (const fs::path& folder : search.named) folders.add_named("--datasets", folder);
  const char* value = std::getenv(variable);
  if (search.named.empty() && value != nullptr && *value != '\0') folders.add_named(variable, value);
  folders.add_defaults();
  return folders;
}

std::vector<fs::path> manifest_files(const ManifestFolders& folders, std::string_view name) {
  std::vector<fs::path> files = files_called(folders, name);
  std::erase_if(files, [](const fs::path& file) { return !may_be_manifest(file); });
  return files;
}

Manifest find_manifest(const ManifestFolders& folders, std::string_view name) {
  const std::vector<fs::path> files = manifest_files(folders, name);
  if (files.empty()) fail_missing(folders, name);
  for (const fs::path& other : files)
    if (!are_alike(files.front(), other))
      throw InputError(
          fmt::format("{}: \"name\" is \"{}\" as in {}, whose contents differ, expected one manifest of that "
                      "name: rename one of the two, with its file",
                      files.front().string(), name, other.string()));
  return read_manifest(files.front());
}

std::vector<std::string> manifest_names(const ManifestFolders& folders) {
  require_any(folders);
  std::set<std::string> names;
  for (const fs::path& folder : folders.list())
    for (const fs::path& file : json_files(folder))
      if (may_be_manifest(file)) names.insert(file.stem().string());
  return {names.begin(), names.end()};
}

bool is_shipped(const Manifest& manifest) {
  const auto own = shipped(usual_folder);
  return own && are_one(*own, manifest.file.parent_path());
}

}  // namespace sketchbench
