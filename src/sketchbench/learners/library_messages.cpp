#include <sketchbench/learners/library_messages.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

constexpr std::size_t note_room = 64;  // for the line that says how much is missing

LibraryMessages*& active_capture() {
  static LibraryMessages* active = nullptr;
  return active;
}

bool is_progress(std::string_view line) { return line.find_first_not_of(".*#=") == std::string_view::npos; }

}  // namespace

void BoundedLines::add(std::string_view line) {
  const std::size_t share = (limit_ - std::min(limit_, note_room)) / 2;
  if (!head_full_ && head_.size() + line.size() + 1 <= share) {
    head_.append(line).push_back('\n');
    return;
  }
  head_full_ = true;
  tail_.append(line).push_back('\n');
  // In strides of a share, so that a line costs O(its length) however many there are.
  if (tail_.size() > 2 * share) drop_oldest_of_tail(share);
}

void BoundedLines::drop_oldest_of_tail(std::size_t keep) {
  const std::size_t surplus = tail_.size() - keep;
  const std::size_t line_end = tail_.find('\n', surplus - 1);
  // A single line longer than the room is cut in the middle of the line.
  const std::size_t dropped = line_end + 1 < tail_.size() ? line_end + 1 : surplus;
  left_out_ += dropped;
  tail_.erase(0, dropped);
}

std::string BoundedLines::text() const {
  if (left_out_ == 0 && head_.size() + tail_.size() <= limit_) return head_ + tail_;
  BoundedLines shortened = *this;
  const std::size_t share = (limit_ - std::min(limit_, note_room)) / 2;
  if (shortened.tail_.size() > share) shortened.drop_oldest_of_tail(share);
  return shortened.head_ + fmt::format("[... {} bytes left out ...]\n", shortened.left_out_) +
         shortened.tail_;
}

LibraryMessages::LibraryMessages(SetPrinter set_printer, LineSink on_line)
    : set_printer_(set_printer), on_line_(std::move(on_line)) {
  if (active_capture() != nullptr) throw Error("a library's messages are being captured already");
  active_capture() = this;
  set_printer_(&LibraryMessages::receive);
}

LibraryMessages::~LibraryMessages() {
  set_printer_(nullptr);  // both libraries go back to stdout then
  active_capture() = nullptr;
}

void LibraryMessages::receive(const char* text) { active_capture()->append(text); }

void LibraryMessages::append(std::string_view text) {
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    partial_.append(text.substr(0, end));
    end_line();
    text.remove_prefix(end + 1);
  }
  partial_.append(text);
}

void LibraryMessages::end_line() {
  if (!is_progress(partial_)) {
    lines_.add(partial_);
    on_line_(partial_);
  }
  partial_.clear();
}

}  // namespace sketchbench
