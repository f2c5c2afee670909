#include "harness/record/store_inspection.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/system/file.hpp"
#include "harness/worker/claims.hpp"

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

void inspect_claims(const Store& store, std::vector<StoreFinding>& findings) {
  for (Claims::Dead& dead : Claims(store.results()).dead()) {
    std::error_code error;
    const bool removable = !fs::is_directory(dead.file, error) || fs::is_empty(dead.file, error);
    findings.push_back({Kind::dead_claim, std::move(dead.file), std::move(dead.problem), removable});
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
    case Kind::stale_temporary:
      return remove_temporary(finding);
    case Kind::dead_claim:
      return release(store, finding);
    case Kind::unreadable_record:
      break;
  }
  return left_alone(finding);
}

}  // namespace sketchbench
