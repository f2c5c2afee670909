#include <sstream>

#include <sketchbench/core/json.hpp>
#include <sketchbench/harness/record/packed_file.hpp>
#include <sketchbench/harness/record/packed_merge.hpp>
#include "fuzz/choices.hpp"
#include "fuzz/input_file.hpp"
#include "fuzz/promise.hpp"
#include "fuzz/target.hpp"
#include "support/gzip_file.hpp"

namespace sketchbench::fuzz {
namespace {

/// Each line that is JSON with the checksum that it ought to have, so that a change gets past it.
std::string sealed_lines(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::string out, line;
  while (std::getline(in, line)) {
    try {
      Json record = parse_json(line, "input");
      if (record.is_object()) line = json_text(sealed(std::move(record)));
    } catch (const InputError&) {
    }
    out += line + "\n";
  }
  return out;
}

}  // namespace

// A letter: the file as it is, or lines that are packed here, or lines whose checksums are put right as well.
bool run_packed(std::string_view input) {
  static InputFile file("packed.jsonl.gz");
  enum class Form { whole_file, lines, sealed_lines };
  Choices choices(input);
  const Form form = choices.one_of(std::array{Form::whole_file, Form::lines, Form::sealed_lines});
  const std::filesystem::path path = file.put(form == Form::whole_file ? choices.rest() : "");
  if (form != Form::whole_file)
    testing_support::write_gzip(
        path, form == Form::lines ? std::string(choices.rest()) : sealed_lines(choices.rest()));

  std::vector<std::string> ids;
  const bool accepted = accepts(path, [&] {
    for_each_packed(path, [&](Record&& record, std::string_view text) {
      require(record.done(), "a packed record is finished");
      require(record.checksum == record_checksum(record.json), "its checksum matches");
      require(cell_id(record.json.at("cell")) == record.id, "a record is called like its cell");
      require(ids.empty() || ids.back() < record.id, "ids ascend");
      require(text.find('\n') == std::string_view::npos, "a record is a line");
      ids.push_back(record.id);
    });
  });
  const PackedSalvage found = salvage(path);
  require(accepted == (found.problems == 0), "a file is refused where there is something to salvage");
  if (!accepted) check_refusal(found.problem, path);
  require(found.records.size() >= ids.size(), "what was read before the damage is salvaged");
  if (accepted) require(found.records.size() == ids.size(), "nothing else is in the file");
  return accepted;
}

}  // namespace sketchbench::fuzz
