#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <sketchbench/harness/cell/record.hpp>

namespace sketchbench {

/// Bytes that a record takes at most.
inline constexpr std::uintmax_t largest_record = std::uintmax_t{64} << 20;

/// What is wrong with a JSON value, in the library's words without its number for them.
std::string_view reason_in(const Json::exception& error);

/// SHA-256 of the record's canonical text without its key "checksum": what it carries there.
std::string record_checksum(Json record);
/// The record with its checksum, as it stands in a file.
Json sealed(Json record);

/// Throws InputError or Json::exception unless everything that readers rely on is there and can be: the cell
/// of that id, its status, times and memory that are not negative, a result that its experiment takes, which
/// is then in Record::result.
void check_record(Record& record);

/// Writes the record with its checksum: aside, synchronised, renamed. Error for one that readers would
/// refuse.
void write_record(const std::filesystem::path& file, const Record& record);

/// What stands at a record's name.
struct RecordReading {
  enum class State {
    missing,
    good,
    unsealed,   ///< all that can be checked is right, but it has no checksum: made before there were any
    damaged,    ///< the contents are not what a record of that name can hold
    unreadable  ///< the system does not let it be read
  };
  State state = State::missing;
  Record record;           ///< of a good one; of an unsealed one, which nobody may use before it is sealed
  std::string problem;     ///< unsealed, damaged, unreadable: one line with the file and the reason
  std::string what_to_do;  ///< about it
  std::string advice() const { return problem + "; " + what_to_do; }
};

/// Never throws for what it finds, whatever it is; Error when the system fails to read it (a broken disk): a
/// record that is there must not be taken for one that is not.
RecordReading read_record(const std::filesystem::path& file);

/// The record in a text that stands elsewhere, which `place` names in messages: "table1.jsonl.gz:12". Its id
/// is what its cell says. Good, unsealed or damaged.
RecordReading read_record_text(std::string_view text, const std::filesystem::path& place);

}  // namespace sketchbench
