#include <sketchbench/harness/record/packed_index.hpp>

#include <chrono>

#include <sketchbench/core/error.hpp>
#include <sketchbench/harness/record/packed_file.hpp>
#include <sketchbench/harness/results_layout.hpp>

namespace sketchbench {
namespace {

/// A folder that has just been changed may be changed again without a later time to show it.
bool is_settled(const FileState& folder) {
  constexpr std::int64_t settled_after_ns = 1'000'000'000;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::nanoseconds(now).count() - folder.changed_ns > settled_after_ns;
}

}  // namespace

std::optional<Record> PackedIndex::find(const std::string& id) {
  refresh();
  const auto place = places_.find(id);
  if (place == places_.end()) return std::nullopt;
  const std::string_view text(text_.data() + place->second.begin, place->second.bytes);
  RecordReading reading = read_record_text(text, folder_ / (id + ".json"));
  if (reading.state != RecordReading::State::good) throw Error(reading.problem);  // it was good when read
  return std::move(reading.record);
}

void PackedIndex::add_ids(std::unordered_set<std::string>& to) {
  refresh();
  for (const auto& [id, place] : places_) to.insert(id);
}

void PackedIndex::refresh() {
  // A folder in which no file was made, renamed or removed has the files that it had.
  FileState folder = state_of(folder_);
  if (folder_state_ == folder && is_settled(folder)) return;
  const std::vector<std::filesystem::path> files = files_ending_in(folder_, packed_ending);
  if (std::vector<FileState> states = states_of(files); states != states_ || !folder_state_) {
    folder_state_.reset();  // nothing is known where reading fails
    read(files);
    states_ = std::move(states);
  }
  folder_state_ = std::move(folder);
}

void PackedIndex::read(const std::vector<std::filesystem::path>& files) {
  text_.clear();
  places_.clear();
  for_each_packed(files, [&](Record&& record, std::string_view text, std::size_t, bool again) {
    if (again) return;
    places_.emplace(std::move(record.id), Place{text_.size(), text.size()});
    text_ += text;
  });
}

}  // namespace sketchbench
