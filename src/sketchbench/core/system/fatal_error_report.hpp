#pragma once

namespace sketchbench {

/// Where the last words go: called in a signal's handler, so that it may do little more than write(). The
/// text is in pieces, so that nobody has to put it together; `count` of them.
using FatalErrorSink = void (*)(const char* const* pieces, int count);

/// From now on, what would end this process by a signal, and has a reason that can be told, is said to the
/// sink, and the process ends with exit code 1 instead:
///   - a page of a mapped file that cannot be read (SIGBUS): which file it is (mapped_ranges.hpp),
///   - a library that was refused memory and crashes (LIBSVM and LIBLINEAR do not look whether they were
///     given any) or gives up (FFTW aborts).
/// Anything else ends as it would have without.
void install_fatal_error_report(FatalErrorSink sink);

}  // namespace sketchbench
