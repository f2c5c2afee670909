#include <sketchbench/data/read/expansion.hpp>

#include <fmt/format.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>

namespace sketchbench {

void require_modest_expansion(std::int64_t unpacked, std::int64_t packed, const std::filesystem::path& name) {
  if (unpacked <= free_expansion || unpacked / most_expansion <= packed) return;
  fail_input(name, 0,
             fmt::format("{} unpack to more than {}, expected at most {} times as much",
                         readable_bytes(static_cast<double>(packed)),
                         readable_bytes(static_cast<double>(unpacked)), most_expansion));
}

}  // namespace sketchbench
