#pragma once
#include <cstddef>
#include <filesystem>

namespace sketchbench {

/// Where the last words go: called in a signal's handler, so that it may do little more than write(). The
/// text is in pieces, so that nobody has to put it together; `count` of them.
using FatalErrorSink = void (*)(const char* const* pieces, int count);

/// From now on, what would end this process by a signal, and has a reason that can be told, is said to the
/// sink, and the process ends with exit code 1 instead:
///   - a page of a mapped file that cannot be read (SIGBUS): which file it is (remember_mapping()),
///   - a library that was refused memory and crashes (LIBSVM and LIBLINEAR do not look whether they were
///     given any) or gives up (FFTW aborts).
/// Anything else ends as it would have without.
void install_fatal_error_report(FatalErrorSink sink);

/// Which file is mapped where, for the message of a page that cannot be read: the signal that tells of it
/// brings an address. Only the first some dozen mappings that are there at once are remembered.
void remember_mapping(const void* begin, std::size_t bytes, const std::filesystem::path& file);
void forget_mapping(const void* begin);

/// The file's name as it may go to a terminal, at most some hundred bytes of its end; null when the address
/// is in no mapping. May be called in a signal's handler.
const char* file_mapped_at(const void* address);

}  // namespace sketchbench
