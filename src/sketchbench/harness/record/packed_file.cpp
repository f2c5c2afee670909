#include <sketchbench/harness/record/packed_file.hpp>

#include <fmt/format.h>

#include <map>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/data/read/compressed_stream.hpp>
#include <sketchbench/data/read/line_reader.hpp>

namespace sketchbench {
namespace {

constexpr const char* how_to_salvage = "\"sketchbench doctor --repair\" keeps the records that can be read";

std::filesystem::path place_in(const std::filesystem::path& file, long line) {
  return fmt::format("{}:{}", file.string(), line);
}

}  // namespace

struct PackedReader::Contents {
  explicit Contents(std::filesystem::path name)
      : file(std::move(name)),
        // Each line has a checksum of its own, so that what stands before the damage can be believed.
        stream(open_compressed(file, make_gzip_decoder(), DamageIsTold::after_what_is_before)),
        lines(*stream, largest_record) {}

  std::filesystem::path file;
  std::unique_ptr<ByteStream> stream;
  LineReader lines;
  std::string_view text;
};

PackedReader::PackedReader(std::filesystem::path file)
    : contents_(std::make_unique<Contents>(std::move(file))) {}
PackedReader::~PackedReader() = default;

std::string_view PackedReader::text() const { return contents_->text; }
long PackedReader::line() const { return contents_->lines.number(); }

bool PackedReader::next(RecordReading& reading) {
  const std::string name = contents_->file.string();
  try {
    if (!contents_->lines.next_of_header(contents_->text)) return false;  // a blank line is no record
  } catch (const InputError& error) {
    // What the stream has to say is of the file as a whole: "file: the gzip data is truncated ...".
    const std::string_view said = error.what();
    if (!said.starts_with(name + ": ")) throw;
    fail_input(contents_->file, line() + 1,
               fmt::format("{}; expected the next record or the file's end; {}", said.substr(name.size() + 2),
                           how_to_salvage));
  }
  const std::filesystem::path place = place_in(contents_->file, line());
  reading = read_record_text(contents_->text, place);
  using State = RecordReading::State;
  if (reading.state == State::good && !reading.record.done()) {
    reading.state = State::damaged;
    reading.problem = fmt::format("{}: its status is \"{}\"", place.string(), reading.record.status);
  }
  if (reading.state != State::good) {
    reading.state = State::damaged;
    // JSON has its own lines, and this is one of them.
    reading.problem = replaced(reading.problem, place.string() + ":1: ", place.string() + ": ");
    reading.what_to_do = fmt::format("expected a finished record with its checksum; {}", how_to_salvage);
  }
  return true;
}

void for_each_packed(const std::filesystem::path& file, const PackedVisit& visit) {
  PackedReader reader(file);
  std::string last;
  for (RecordReading reading; reader.next(reading);) {
    if (reading.state != RecordReading::State::good) throw InputError(reading.advice());
    if (reading.record.id <= last)
      fail_input(file, reader.line(),
                 fmt::format("the record of cell {} stands behind that of {}, expected ids that ascend; {}",
                             reading.record.id, last, how_to_salvage));
    last = reading.record.id;
    visit(std::move(reading.record), reader.text());
  }
}

void for_each_packed(const std::vector<std::filesystem::path>& files, const PacksVisit& visit) {
  struct Seen {
    std::string checksum;
    std::size_t file;
  };
  std::map<std::string, Seen> seen;
  for (std::size_t i = 0; i < files.size(); ++i)
    for_each_packed(files[i], [&](Record&& record, std::string_view text) {
      const auto [before, first] = seen.emplace(record.id, Seen{record.checksum, i});
      if (before->second.checksum != record.checksum)
        throw InputError(
            fmt::format("{} and {}: different records of cell {}, expected the same or one of them; move "
                        "the file away whose record is not meant",
                        files[before->second.file].string(), files[i].string(), record.id));
      visit(std::move(record), text, i, !first);
    });
}

}  // namespace sketchbench
