#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/harness/record/record_file.hpp>
#include <sketchbench/report/record_fields.hpp>
#include "fuzz/choices.hpp"
#include "fuzz/input_file.hpp"
#include "fuzz/promise.hpp"
#include "fuzz/target.hpp"

namespace sketchbench::fuzz {
namespace {

/// The record under the name and with the checksum that it ought to have, so that a change gets past both.
std::string sealed(std::string_view text, InputFile& file) {
  Json record;
  try {
    record = parse_json(text, "input");
  } catch (const InputError&) {
    return std::string(text);
  }
  if (!record.is_object() || !record.contains("cell")) return std::string(text);
  file.rename(cell_id(record.at("cell")) + ".json");
  record["checksum"] = record_checksum(record);
  return json_text(record);
}

/// What reports take from a record, whatever its maker has put there.
void read_fields(const Record& record) {
  for (const char* field :
       {"/run/host/cpu", "/run/program", "/run/started", "/data/source", "/learner/messages"})
    static_cast<void>(printable(text_of(record, field)));
  for (const char* field : {"/result/n_test", "/run/jobs", "/learner/iterations", "/data/nnz_train"})
    static_cast<void>(number_of(record, field, 0));
  static_cast<void>(started(record));
  static_cast<void>(same_as_paper(record));
  static_cast<void>(converged(record));
  for (const char* phase : {"load", "map", "train", "predict"})
    require(record.cpu_seconds(phase) >= 0 && record.wall_seconds(phase) >= 0,
            "no phase takes negative time");
  require(record.peak_rss_bytes() >= 0, "memory is not negative");
}

}  // namespace

// A letter, whether the checksums are put right, then the record.
bool run_record(std::string_view input) {
  static InputFile file("0000000000000000000000000000000000000000000000000000000000000000.json");
  Choices choices(input);
  const bool seal = choices.one_of(std::array{false, true});
  const std::filesystem::path path =
      file.put(seal ? sealed(choices.rest(), file) : std::string(choices.rest()));
  const RecordReading reading = read_record(path);
  using State = RecordReading::State;
  require(reading.state != State::missing && reading.state != State::unreadable, "the file is there");
  if (reading.state != State::good) check_refusal(reading.problem, path);
  if (reading.state == State::damaged) return false;
  const Record& record = reading.record;
  require(record.id == path.stem() && cell_id(record.json.at("cell")) == record.id,
          "a record is called like its cell");
  if (reading.state == State::good)
    require(record.checksum == record_checksum(record.json), "its checksum matches");
  const std::string text = json_text(record.json);
  require(parse_json(text, "record") == record.json, "what is written reads back as the same record");
  read_fields(record);
  if (record.done() && record.cell.experiment == "accuracy") {
    const double accuracy = record.json.at("result").at("accuracy").get<double>();
    require(accuracy >= 0 && accuracy <= 100, "an accuracy is a percentage");
  }
  return reading.state == State::good;
}

}  // namespace sketchbench::fuzz
