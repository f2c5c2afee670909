#include <sketchbench/harness/record/record_file.hpp>

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <optional>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/sha256.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/harness/cell/experiment.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

constexpr const char* checksum_key = "checksum";

constexpr const char* how_to_seal =
    "\"sketchbench doctor --repair\" seals records made before checksums existed";
constexpr const char* how_to_mend =
    "\"sketchbench run\" computes it again, \"sketchbench doctor --repair\" moves it aside";

void check_seconds(StrictObject record) {
  for (const auto& [phase, clocks] : record.json().items()) {
    StrictObject seconds = record.object(phase);
    constexpr double most = 1e10;  // three centuries
    for (const char* clock : {"wall", "cpu"}) seconds.number(clock, 0, most);
  }
}

void check_host(StrictObject host) {
  for (const char* key : {"cpu", "cpu_model", "governor", "boost"})
    if (host.has(key)) host.text(key);
  if (host.has("load_average")) host.number("load_average", 0, HUGE_VAL);
}

void check_run(StrictObject run, const std::string& status) {
  for (const char* key : {"started", "revision", "instruction_set"})
    if (run.has(key)) run.text(key);
  static_cast<void>(run.boolean_or("dirty", false));
  if (run.has("host")) check_host(run.object("host"));
  for (const char* key : {"jobs", "threads", "ranks"})
    if (run.has(key)) run.integer(key, 1, INT64_MAX);
  // Whether a timeout is worth another try depends on the limit that it ran into.
  if (status == "timeout" || run.has("time_limit_s")) run.number("time_limit_s", 0, HUGE_VAL);
}

/// Everything that readers rely on, but for the checksum. Fills in the record's cell and status, and its id
/// where it has none.
void check_contents(Record& record, const std::string& place) {
  StrictObject object(record.json, place);
  object.integer("format", record_format, record_format);
  const Json& description = object.object("cell").json();
  const std::string id = cell_id(description);
  if (record.id.empty()) record.id = id;
  if (record.id != id)
    throw InputError(place + ": its cell's SHA-256 is not its name: it was changed by hand or renamed");
  record.cell = parse_cell(description);
  record.status = object.text("status");
  constexpr std::array known = {"done", "failed", "timeout"};
  if (std::find(known.begin(), known.end(), record.status) == known.end())
    object.fail("status", "\"done\", \"failed\" or \"timeout\"");
  if (object.has("error")) object.text("error");
  if (object.has("peak_rss_bytes")) object.number("peak_rss_bytes", 0, 1e18);
  if (object.has("seconds")) check_seconds(object.object("seconds"));
  if (record.status == "timeout" || object.has("run")) check_run(object.object("run"), record.status);
  if (object.has("data")) static_cast<void>(object.object("data"));
  if (record.done()) record.result = find_experiment(record.cell.experiment).parse(object.object("result"));
}

/// The same with every error naming the file.
void check_contents_of(Record& record, const fs::path& file) {
  try {
    check_contents(record, file.string());
  } catch (const Json::exception& error) {
    fail_input(file, 0, fmt::format("not a record: {}", reason_in(error)));
  } catch (const Error& error) {
    if (std::string_view(error.what()).starts_with(file.string())) throw;
    fail_input(file, 0, error.what());
  }
}

/// Takes the checksum out of the record and returns it; empty when it has none.
std::string take_checksum(Json& record, const fs::path& file) {
  if (!record.is_object() || !record.contains(checksum_key)) return "";
  const std::string checksum = StrictObject(record, file.string()).text(checksum_key);
  record.erase(checksum_key);
  return checksum;
}

RecordReading failed(RecordReading::State state, const std::string& reason, const char* what_to_do) {
  return {.state = state, .problem = reason, .what_to_do = what_to_do};
}

/// What keeps a name from being that of a regular file; nothing when it is one.
std::optional<RecordReading> not_a_file(const fs::path& file) {
  using State = RecordReading::State;
  struct stat info {};
  if (::lstat(file.c_str(), &info) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return RecordReading{};
    return std::nullopt;  // opening it says what is wrong
  }
  if (S_ISREG(info.st_mode)) return std::nullopt;
  if (S_ISLNK(info.st_mode) && ::stat(file.c_str(), &info) == 0 && S_ISREG(info.st_mode)) return std::nullopt;
  return failed(State::damaged, fmt::format("{}: is not a regular file, expected a record", file.string()),
                how_to_mend);
}

/// `place` stands for the text in messages; `id` is its name, or empty where it has none.
RecordReading reading_of(std::string_view text, const fs::path& place, std::string id) {
  using State = RecordReading::State;
  try {
    RecordReading reading;
    Record& record = reading.record;
    record.id = std::move(id);
    record.json = parse_json(text, place);
    record.checksum = take_checksum(record.json, place);
    check_contents_of(record, place);
    if (record.checksum.empty()) {
      reading.state = State::unsealed;
      reading.problem = fmt::format("{}: has no checksum", place.string());
      reading.what_to_do = how_to_seal;
      return reading;
    }
    if (record_checksum(record.json) != record.checksum)
      fail_input(place, 0, "its contents do not match its checksum: it was changed or damaged");
    reading.state = State::good;
    return reading;
  } catch (const Error& error) {
    return failed(State::damaged, error.what(), how_to_mend);
  }
}

}  // namespace

std::string_view reason_in(const Json::exception& error) {
  const std::string_view text = error.what();
  const std::size_t end = text.starts_with('[') ? text.find("] ") : std::string_view::npos;
  return end == std::string_view::npos ? text : text.substr(end + 2);
}

std::string record_checksum(Json record) {
  record.erase(checksum_key);
  return sha256_hex(json_text(record));
}

Json sealed(Json record) {
  record[checksum_key] = record_checksum(record);
  return record;
}

void check_record(Record& record) { check_contents(record, "record"); }

void write_record(const fs::path& file, const Record& record) {
  Record checked = record;
  check_contents_of(checked, file);
  write_file_atomically(file, json_text(sealed(record.json), 1) + "\n");
}

RecordReading read_record(const fs::path& file) {
  using State = RecordReading::State;
  if (auto other = not_a_file(file)) return *std::move(other);
  try {
    return reading_of(read_file(file, largest_record), file, file.stem().string());
  } catch (const InputError& error) {
    return failed(State::unreadable, error.what(), "make it readable, or remove it");
  }
}

RecordReading read_record_text(std::string_view text, const fs::path& place) {
  return reading_of(text, place, "");
}

}  // namespace sketchbench
