#include <unistd.h>

#include <cerrno>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/move_aside.hpp>
#include <sketchbench/harness/record/cell_claims.hpp>
#include <sketchbench/harness/record/folder_lock.hpp>
#include <sketchbench/harness/record/packed_file.hpp>
#include <sketchbench/harness/record/packing.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

PackedOutcome unpack_file(const Store& store, const fs::path& file, bool keep) {
  PackedOutcome done{.file = file, .bytes_before = state_of(file).bytes};
  for_each_packed(file, [&](Record&& record, std::string_view) {
    ++done.records;
    const RecordReading loose = read_record(store.path_of(record.id));
    if (loose.state == RecordReading::State::good && loose.record.done()) {
      if (loose.record.checksum == record.checksum) return;
      done.differing.push_back(keep ? file : place_aside(store.path_of(record.id), store.damaged()));
      if (!keep) write_record(done.differing.back(), record);
      return;
    }
    store.put(record);
    ++done.moved;
    done.bytes_after += state_of(store.path_of(record.id)).bytes;
  });
  return done;
}

}  // namespace

std::vector<PackedOutcome> unpack(const Store& store, const std::vector<fs::path>& files, bool keep) {
  const auto nobody_else = Claims(store.results()).hold_all();
  store.remove_stale_temporaries();
  // All of them are looked through before anything is written.
  for_each_packed(store.packed_files(), [](Record&&, std::string_view, std::size_t, bool) {});
  std::vector<PackedOutcome> done;
  for (const fs::path& file : files) {
    done.push_back(unpack_file(store, file, keep));
    if (keep) continue;
    if (::unlink(file.c_str()) != 0 && errno != ENOENT) fail_system("remove", file, errno);
    synchronise_folder(store.records());
  }
  return done;
}

}  // namespace sketchbench
