#pragma once
#include <sys/types.h>

#include <cstddef>
#include <string>
#include <string_view>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/descriptor.hpp>
#include <sketchbench/features/external/external_map.hpp>

namespace sketchbench {

/// The process of an external map, with pipes to its standard streams: lines of JSON and blocks of bytes go
/// either way. Whatever goes wrong with it kills it and is an Error that ends in its last words, what it
/// wrote last to its standard error. It is in this process's group and dies with it. The destructor closes
/// its input, gives it a moment to end, and kills it. For one thread at a time.
class MapProgram {
 public:
  /// Starts it; Error where that cannot be. `map` outlives the object.
  explicit MapProgram(const ExternalMap& map);
  ~MapProgram();
  MapProgram(const MapProgram&) = delete;
  MapProgram& operator=(const MapProgram&) = delete;

  /// What is asked of it, for messages: "while it was told of 100 training rows".
  void now(std::string doing) { doing_ = std::move(doing); }

  /// Writes all of it. Meanwhile the program may write no more than most_unasked bytes.
  void send(std::string_view bytes);
  /// The next line, an object: its keys are the caller's to ask for. `read` takes it; what it throws is a
  /// failure of the program.
  template <class Read>
  auto answer(Read&& read);
  /// So many bytes that follow it.
  void receive(void* to, std::size_t bytes);
  /// Fails where the program has written what nobody asked it for.
  void require_quiet();

  /// `what`: how it goes on behind the program's name: "answered 5 rows".
  [[noreturn]] void fail(const std::string& what);

  static constexpr std::size_t most_unasked = std::size_t{1} << 20;  ///< and the longest line of an answer

 private:
  std::string line();
  /// Waits until the program can be written to (where `to_write`) or has written something, which is taken
  /// in: at most `most` bytes to `to` or, where that is null, to received_. Returns the bytes that went to
  /// `to`.
  std::size_t wait(bool to_write, void* to, std::size_t most);
  void read_errors();
  /// `closed`: what it has done where it has not ended.
  [[noreturn]] void fail_ended(std::string_view closed = "closed its output");
  /// Closes its input and waits for its end so long, or kills it; whether it ended by itself.
  bool stop(double patience_s);

  const ExternalMap& map_;
  std::string doing_ = "when it was started";
  pid_t pid_ = -1;
  Descriptor in_, out_, err_;
  std::string received_, errors_;
  ChildEnd end_;
};

template <class Read>
auto MapProgram::answer(Read&& read) {
  const std::string text = line();
  try {
    const Json json = parse_json(text, "its answer");
    StrictObject object(json, "its answer");
    auto result = read(object);
    object.finish();
    return result;
  } catch (const InputError& error) {
    fail(std::string("answered what it should not: ") + error.what());
  }
}

}  // namespace sketchbench
