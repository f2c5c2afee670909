#include <sketchbench/harness/record/packed_merge.hpp>

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

}  // namespace sketchbench
