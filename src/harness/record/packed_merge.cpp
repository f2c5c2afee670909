#include "harness/record/packed_merge.hpp"

#include "harness/record/file_state.hpp"
#include "harness/record/packed_file.hpp"
#include "harness/record/packed_writer.hpp"

namespace sketchbench {

void put_into_pack(const std::filesystem::path& target, std::span<const std::string> ids,
                   const std::function<Record(std::size_t i)>& record) {
  PackedWriter writer(target);
  std::size_t next = 0;
  // Both are sorted by id.
  if (state_of(target).inode != 0)
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

}  // namespace sketchbench
