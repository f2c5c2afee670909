#include <sketchbench/harness/record/store_inspection.hpp>

#include <fmt/format.h>

#include <map>
#include <optional>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/record/cell_claims.hpp>
#include <sketchbench/harness/record/folder_lock.hpp>
#include <sketchbench/harness/record/packed_merge.hpp>
#include <sketchbench/harness/record/packed_writer.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using Kind = StoreFinding::Kind;
using State = RecordReading::State;

void inspect_records(const Store& store, std::vector<StoreFinding>& findings) {
  for (const fs::path& file : store.record_files()) {
    RecordReading reading;
    try {
      reading = read_record(file);
    } catch (const Error& error) {
      findings.push_back({Kind::unreadable_record, file, error.what(), false});
    }
    if (reading.state == State::unsealed)
      findings.push_back({Kind::unsealed_record, file, reading.problem});
    else if (reading.state == State::damaged)
      findings.push_back({Kind::damaged_record, file, reading.problem});
    else if (reading.state == State::unreadable)
      findings.push_back({Kind::unreadable_record, file, reading.problem, false});
  }
}

/// What can be read of a packed file; none, with a finding, when that is nothing.
std::optional<PackedSalvage> read_pack(const fs::path& file, std::vector<StoreFinding>& findings) {
  std::error_code error;
  const bool is_file = fs::is_regular_file(file, error);
  try {
    return salvage(file);
  } catch (const Error& reason) {
    findings.push_back(
        {is_file ? Kind::unreadable_record : Kind::damaged_pack, file, reason.what(), !is_file});
    return std::nullopt;
  }
}

void inspect_packs(const Store& store, std::vector<StoreFinding>& findings) {
  struct Seen {
    std::string checksum;
    fs::path file;
  };
  std::map<std::string, Seen> seen;
  for (const fs::path& file : store.packed_files()) {
    const auto found = read_pack(file, findings);
    if (!found) continue;
    if (found->problems > 0)
      findings.push_back(
          {Kind::damaged_pack, file,
           fmt::format(
               "{}{}{}; {} can be read", found->problem,
               found->problems > 1 ? fmt::format(", and {} more", found->problems - 1) : "",
               found->stopped_at > 0 ? fmt::format(", not read beyond line {}", found->stopped_at) : "",
               plural(std::ssize(found->records), "record"))});
    bool told = false;
    for (const Record& record : found->records) {
      const Seen& first = seen.emplace(record.id, Seen{record.checksum, file}).first->second;
      if (first.checksum != record.checksum && !std::exchange(told, true))
        findings.push_back({Kind::conflicting_packs, file,
                            fmt::format("{} and {}: different records of cell {}", first.file.string(),
                                        file.string(), record.id),
                            false});
    }
  }
}

void inspect_claims(const Store& store, std::vector<StoreFinding>& findings) {
  for (Claims::Dead& dead : Claims(store.results()).dead()) {
    findings.push_back({Kind::dead_claim, std::move(dead.file), std::move(dead.problem)});
  }
}

void inspect_temporaries(const Store& store, std::vector<StoreFinding>& findings) {
  for (const fs::path& folder : {store.records(), Claims(store.results()).folder()})
    for (const fs::path& file : stale_temporaries(folder))
      findings.push_back({Kind::stale_temporary, file,
                          fmt::format("{}: left behind by a run that was killed", file.string())});
}

std::string left_alone(const StoreFinding& finding) {
  return fmt::format("{}: left alone: it is not what it was", finding.file.string());
}

std::string seal(const StoreFinding& finding) {
  const RecordReading reading = read_record(finding.file);
  if (reading.state != State::unsealed) return left_alone(finding);
  write_record(finding.file, reading.record);
  return fmt::format("{}: sealed", finding.file.string());
}

std::string move_aside(const Store& store, const StoreFinding& finding) {
  if (read_record(finding.file).state != State::damaged) return left_alone(finding);
  return fmt::format("{}: moved to {}", finding.file.string(), store.set_aside(finding.file).string());
}

/// What can be read takes the file's place once there is a copy of the file: no record is lost meanwhile.
std::string keep_what_can_be_read(const Store& store, const StoreFinding& finding) {
  const fs::path& file = finding.file;
  make_folders(Claims(store.results()).folder());
  const FolderLock nobody_packs(Claims(store.results()).folder());
  if (!nobody_packs.held()) return left_alone(finding);
  std::error_code error;
  if (!fs::is_regular_file(file, error))
    return fmt::format("{}: moved to {}", file.string(), store.set_aside(file).string());
  const PackedSalvage found = salvage(file);
  if (found.problems == 0) return left_alone(finding);
  if (found.records.empty())
    return fmt::format("{}: moved to {}: no record of it can be read", file.string(),
                       store.set_aside(file).string());
  const fs::path copy = store.copy_aside(file);
  PackedWriter writer(file);
  for (const Record& record : found.records) writer.add(record);
  writer.commit();
  return fmt::format("{}: {} kept, and a copy of what it was in {}", file.string(),
                     plural(std::ssize(found.records), "record"), copy.string());
}

std::string remove_temporary(const StoreFinding& finding) {
  return remove_stale_temporary(finding.file) ? fmt::format("{}: removed", finding.file.string())
                                              : left_alone(finding);
}

std::string release(const Store& store, const StoreFinding& finding) {
  return Claims(store.results()).remove_dead(finding.file) ? fmt::format("{}: removed", finding.file.string())
                                                           : left_alone(finding);
}

}  // namespace

std::vector<StoreFinding> inspect(const Store& store) {
  std::vector<StoreFinding> findings;
  inspect_records(store, findings);
  inspect_packs(store, findings);
  inspect_claims(store, findings);
  inspect_temporaries(store, findings);
  return findings;
}

std::string repair(const Store& store, const StoreFinding& finding) {
  switch (finding.kind) {
    case Kind::unsealed_record:
      return seal(finding);
    case Kind::damaged_record:
      return move_aside(store, finding);
    case Kind::damaged_pack:
      return keep_what_can_be_read(store, finding);
    case Kind::stale_temporary:
      return remove_temporary(finding);
    case Kind::dead_claim:
      return release(store, finding);
    case Kind::unreadable_record:
    case Kind::conflicting_packs:
      break;
  }
  return left_alone(finding);
}

}  // namespace sketchbench
