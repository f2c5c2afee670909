#include "faults/journal_reader.hpp"

#include <cstdio>
#include <stdexcept>

#include <sketchbench/core/system/file.hpp>

namespace sketchbench::faults {

std::vector<Call> read_journal(const std::filesystem::path& journal) {
  const std::string text = read_file(journal);
  std::vector<Call> calls;
  std::size_t at = 0;
  const auto take = [&](std::size_t bytes) {
    if (bytes > text.size() - at) throw std::runtime_error("the journal ends in the middle of a call");
    at += bytes;
    return text.substr(at - bytes, bytes);
  };
  while (at < text.size()) {
    const std::size_t end = text.find('\n', at);
    const std::string line = take(end == std::string::npos ? text.size() : end + 1 - at);
    unsigned kind = 0, flags = 0, path_bytes = 0, second_bytes = 0;
    long long result = 0, offset = 0;
    unsigned long long inode = 0, written = 0;
    Call call;
    if (std::sscanf(line.c_str(), journal_line, &kind, &call.process, &result, &call.error, &inode, &offset,
                    &flags, &written, &path_bytes, &second_bytes) != 10)
      throw std::runtime_error("not a line of a journal: " + line);
    call.kind = static_cast<CallKind>(kind);
    call.result = result;
    call.inode = inode;
    call.offset = offset;
    call.flags = flags;
    call.path = take(path_bytes);
    call.second_path = take(second_bytes);
    call.data = take(written);
    calls.push_back(std::move(call));
  }
  return calls;
}

}  // namespace sketchbench::faults
