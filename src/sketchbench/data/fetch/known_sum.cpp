#include <sketchbench/data/fetch/known_sum.hpp>

#include <sys/stat.h>

#include <cerrno>
#include <cstdint>
#include <ctime>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/sha256.hpp>
#include <sketchbench/core/system/file.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

std::int64_t nanoseconds(const timespec& time) { return time.tv_sec * 1'000'000'000 + time.tv_nsec; }

/// What is another after the file was written to, or another was put in its place: a time of modification may
/// be set to what it was, that of the last change may not.
Json state_of(const fs::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) fail_system("read", file, errno);
  return {{"file", fs::absolute(file).string()},
          {"bytes", status.st_size},
          {"modified_ns", nanoseconds(status.st_mtim)},
          {"changed_ns", nanoseconds(status.st_ctim)}};
}

/// Null where there is nothing that can be used.
Json read_kept(const fs::path& kept) {
  try {
    return Json::parse(read_file(kept), nullptr, false);
  } catch (const Error&) {
    return nullptr;
  }
}

}  // namespace

std::string known_sum(const fs::path& file, const fs::path& cache) {
  Json state = state_of(file);
  const fs::path kept =
      cache / "sums" / (sha256_hex(state.at("file").get<std::string>()).substr(0, 16) + ".json");
  if (Json known = read_kept(kept); known.is_object() && known["sha256"].is_string()) {
    std::string sum = known["sha256"];
    known.erase("sha256");
    if (known == state) return sum;
  }
  std::string sum = sha256_file(file);
  if (state_of(file) != state) return sum;  // of a file that is being written
  state["sha256"] = sum;
  try {
    write_file_atomically(kept, json_text(state, 1) + "\n");
  } catch (const Error&) {  // a cache that others have filled can be read alone
  }
  return sum;
}

}  // namespace sketchbench
