#include "experiments/kept_value.hpp"

#include <optional>
#include <utility>

#include "core/error.hpp"
#include "core/sha256.hpp"
#include "core/system/file.hpp"
#include "harness/record/record_file.hpp"

namespace sketchbench {
namespace {

std::optional<Json> read(const std::filesystem::path& file, const Json& key) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return std::nullopt;
  try {
    Json json = read_json(file);
    if (json.at("checksum") != record_checksum(json) || json.at("key") != key) return std::nullopt;
    return std::move(json.at("value"));
  } catch (const Json::exception&) {
    return std::nullopt;
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

Json kept_value(const std::filesystem::path& cache, const Json& key, const std::function<Json()>& compute) {
  const std::filesystem::path file = cache / "computed" / (sha256_hex(json_text(key)) + ".json");
  if (auto kept = read(file, key)) return std::move(*kept);
  Json value = compute();
  try {
    write_file_atomically(file, json_text(sealed({{"key", key}, {"value", value}}), 1) + "\n");
  } catch (const Error&) {  // it is kept for speed alone
  }
  return value;
}

}  // namespace sketchbench
