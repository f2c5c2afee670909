#include <sketchbench/data/read/line_reader.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/data/read/other_format.hpp>

namespace sketchbench {
namespace {

/// As much as tells a text from what is none, in however small pieces it comes. A long first piece is taken
/// as it is.
std::string beginning_of_text(ByteStream& stream) {
  std::string beginning;
  while (beginning.size() < enough_to_tell_text) {
    const std::span<const char> piece = stream.next();
    if (piece.empty()) break;
    beginning.append(piece.data(), piece.size());
  }
  require_text(beginning, stream.name());
  return beginning;
}

}  // namespace

std::size_t end_of_entry(std::string_view line, std::size_t at) {
  const auto end_of_word = [&](std::size_t start) {
    return std::min(line.find_first_of(" \t", start), line.size());
  };
  const std::size_t end = end_of_word(at);
  if (end - at < 2 || line[end - 1] != ':' ||
      line.substr(at, end - at - 1).find_first_not_of("0123456789") != std::string_view::npos)
    return end;
  const std::size_t value = line.find_first_not_of(" \t", end);
  if (value == std::string_view::npos) return end;
  const std::size_t end_of_value = end_of_word(value);
  return line.substr(value, end_of_value - value).find(':') == std::string_view::npos ? end_of_value : end;
}

void LineReader::fail(std::string_view message) const { fail_input(name(), number_, message); }

bool LineReader::next(std::string_view& line) {
  if (!next_raw(line)) return false;
  if (!std::all_of(line.begin(), line.end(), is_blank)) return true;
  const long blank = number_;
  while (next_raw(line))
    if (!std::all_of(line.begin(), line.end(), is_blank))
      fail_input(name(), blank, "the line is blank, expected a row (blank lines may only end the file)");
  return false;
}

void LineReader::put_back(std::vector<std::string> lines) {
  number_ -= std::ssize(lines);
  again_.insert(again_.begin(), std::move_iterator(lines.begin()), std::move_iterator(lines.end()));
}

bool LineReader::next_raw(std::string_view& line) {
  if (!again_.empty()) {
    put_again_ = std::move(again_.front());
    again_.pop_front();
    line = put_again_;
    ++number_;
    return true;
  }
  std::size_t searched = 0;  // a long line is not searched again from its start after each refill
  for (;;) {
    const char* start = buffer_.data() + begin_;
    const std::size_t length = end_ - begin_;
    const void* newline =
        length > searched ? std::memchr(start + searched, '\n', length - searched) : nullptr;
    if (newline == nullptr) {
      searched = length;
      if (refill()) continue;
      if (length == 0) return false;
      line = {buffer_.data() + begin_, length};
      begin_ = end_;
    } else {
      line = {start, static_cast<std::size_t>(static_cast<const char*>(newline) - start)};
      begin_ += line.size() + 1;
    }
    ++number_;
    if (line.ends_with('\r')) line.remove_suffix(1);
    return true;
  }
}

bool LineReader::refill() {
  if (at_end_) return false;
  std::string beginning;
  std::span<const char> bytes;
  if (std::exchange(at_start_, false)) {
    beginning = beginning_of_text(stream_);
    bytes = without_byte_order_mark(beginning);
  }
  if (bytes.empty()) bytes = stream_.next();
  at_end_ = bytes.empty();
  if (at_end_) return false;
  const std::size_t kept = end_ - begin_;
  if (kept > longest_line_)
    fail_input(name(), number_ + 1,
               fmt::format("the line is longer than {} bytes, expected text", longest_line_));
  if (kept > 0) std::memmove(buffer_.data(), buffer_.data() + begin_, kept);
  begin_ = 0;
  end_ = kept + bytes.size();
  if (buffer_.size() < end_) {
    make_room(buffer_, end_ - buffer_.size(), "a line of this length");
    buffer_.resize(buffer_.capacity());
  }
  std::memcpy(buffer_.data() + kept, bytes.data(), bytes.size());
  return true;
}

}  // namespace sketchbench
