#include <sketchbench/report/expected_data.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include <sketchbench/report/record_fields.hpp>

namespace sketchbench {
namespace {

constexpr std::size_t shown_digits = 12;  // of a hash; as many as reports show elsewhere

/// The records of one content.
struct Contents {
  std::string newest;  ///< when the last of them started
  std::string source;  ///< of the manifest that they were read with; a record of a failure may not say
};

std::string data_mismatch_of(const std::string& name, const std::map<std::string, Contents>& contents,
                             const std::string& shown) {
  std::vector<std::string> hashes;
  for (const auto& [hash, of_hash] : contents) hashes.push_back(hash.substr(0, shown_digits));
  return fmt::format(
      "{}: the records are of {} different contents ({}), and it cannot be told which are meant, because the "
      "data that the manifest stands for are not prepared here. Shown are those of the newest record, {}",
      name, hashes.size(), fmt::join(hashes, ", "), shown.substr(0, shown_digits));
}

}  // namespace

ExpectedData expected_data(const std::vector<const Record*>& records,
                           const std::vector<PreparedContents>& prepared) {
  std::map<std::string, Contents> by_hash;
  for (const Record* record : records) {
    Contents& contents = by_hash[record->cell.data_hash];
    contents.newest = std::max(contents.newest, started(*record));
    if (contents.source.empty()) contents.source = text_of(*record, "/data/source");
  }
  for (const PreparedContents& here : prepared)
    if (by_hash.contains(here.content_hash)) return {.hash = here.content_hash, .by_manifest = true};

  std::erase_if(by_hash, [&](const auto& entry) {
    const std::string& source = entry.second.source;
    return !prepared.empty() &&
           (source.empty() ||
            std::ranges::find(prepared, source, &PreparedContents::source) != prepared.end());
  });
  if (by_hash.empty()) return {.hash = std::nullopt, .by_manifest = true};
  const auto newest = std::ranges::max_element(
      by_hash, {}, [](const auto& entry) -> const std::string& { return entry.second.newest; });
  ExpectedData meant{.hash = newest->first};
  if (by_hash.size() > 1)
    meant.data_mismatch = data_mismatch_of(records.front()->cell.dataset.name, by_hash, newest->first);
  return meant;
}

}  // namespace sketchbench
