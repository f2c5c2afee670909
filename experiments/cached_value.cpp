#include "experiments/cached_value.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/sha256.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/system/host_identity.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/harness/record/record_file.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

std::string name_of(const Json& key) { return sha256_hex(json_text(key)) + ".json"; }

/// Others in the folder are somebody's own.
bool may_be_name(const fs::path& file) {
  constexpr std::size_t digits = 64;
  return file.extension() == ".json" && file.stem().string().size() == digits && is_hex(file.stem().string());
}

/// What is kept in a file that is in order: {"key", "value", ...}.
std::optional<Json> read(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) return std::nullopt;
  try {
    Json json = read_json(file);
    if (json.at("checksum") != record_checksum(json) || name_of(json.at("key")) != file.filename() ||
        !json.contains("value"))
      return std::nullopt;
    return json;
  } catch (const Json::exception&) {
    return std::nullopt;
  } catch (const MemoryShortage&) {
    throw;
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

fs::path cached_values_folder(const fs::path& cache) { return cache / "computed"; }

Json cached_value(const fs::path& cache, const Json& key, const std::function<Json()>& compute) {
  const fs::path file = cached_values_folder(cache) / name_of(key);
  if (auto kept = read(file); kept && kept->at("key") == key) return std::move(kept->at("value"));
  Json value = compute();
  try {
    remove_stale_temporaries(file.parent_path());
    write_file_atomically(file, json_text(sealed({{"key", key}, {"value", value}}), 1) + "\n");
  } catch (const MemoryShortage&) {
    throw;
  } catch (const Error&) {  // it is kept for speed alone
  }
  return value;
}

CachedValues inspect_cached_values(const fs::path& cache) {
  CachedValues found;
  std::error_code error;
  for (auto entry = fs::directory_iterator(cached_values_folder(cache), error);
       !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code unknown;
    if (!may_be_name(entry->path().filename()) || !entry->is_regular_file(unknown)) continue;
    ++found.files;
    if (!read(entry->path())) found.damaged.push_back(entry->path());
  }
  std::ranges::sort(found.damaged);
  return found;
}

}  // namespace sketchbench
