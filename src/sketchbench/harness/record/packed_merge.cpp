#include <sketchbench/harness/record/packed_merge.hpp>

#include <fmt/format.h>
#include <map>

#include <sketchbench/core/error.hpp>
#include <sketchbench/harness/record/packed_file.hpp>
#include <sketchbench/harness/record/packed_writer.hpp>

namespace sketchbench {
namespace {

/// A pack that cannot be looked at is no pack that is not there: a new one in its place would be without its
/// records.
bool is_there(const std::filesystem::path& target) {
  std::error_code error;
  const bool there = std::filesystem::exists(target, error);
  if (error) fail_system("read", target, error.value());
  return there;
}

}  // namespace

void put_into_pack(const std::filesystem::path& target, std::span<const std::string> ids,
                   const std::function<Record(std::size_t i)>& record) {
  PackedWriter writer(target);
  std::size_t next = 0;
  // Both are sorted by id.
  if (is_there(target))
    for_each_packed(target, [&](Record&& there, std::string_view) {
      while (next < ids.size() && ids[next] < there.id) writer.add(record(next++));
      if (next < ids.size() && ids[next] == there.id)
        writer.add(record(next++));
      else
        writer.add(there);
    });
  while (next < ids.size()) writer.add(record(next++));
  writer.commit();
}

namespace {

/// Where as many lines one after the other, or altogether, hold no record, there is none to be hoped for.
constexpr std::size_t most_in_a_row = 1000, most_problems = 10'000;

}  // namespace

PackedSalvage salvage(const std::filesystem::path& file) {
  PackedSalvage found;
  const auto tell = [&found](const std::string& problem) {
    if (found.problems++ == 0) found.problem = problem;
  };
  std::map<std::string, Record> records;
  PackedReader reader(file);
  std::string last;
  std::size_t in_a_row = 0;
  try {
    for (RecordReading reading; reader.next(reading);) {
      if (reading.state != RecordReading::State::good) {
        tell(reading.problem);
        if (++in_a_row < most_in_a_row && found.problems < most_problems) continue;
        found.stopped_at = reader.line();
        break;
      }
      in_a_row = 0;
      std::string id = reading.record.id;
      if (id <= last)
        tell(fmt::format("{}:{}: the record of cell {} stands behind that of {}", file.string(),
                         reader.line(), id, last));
      last = id;
      records.emplace(std::move(id), std::move(reading.record));
    }
  } catch (const InputError& error) {  // the end of what can be read
    tell(error.what());
  }
  for (auto& [id, record] : records) found.records.push_back(std::move(record));
  return found;
}

}  // namespace sketchbench
