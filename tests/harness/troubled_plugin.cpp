// A plug-in that never comes to tell its version: it crashes, goes on for ever or ends the process as soon as
// it is loaded, by the definition TROUBLE.
#include <unistd.h>

#include <csignal>
#include <cstdlib>

namespace {

struct Trouble {
  Trouble() {
#if TROUBLE == 1
    std::raise(SIGILL);
#elif TROUBLE == 2
    for (;;) ::pause();
#else
    std::_Exit(0);
#endif
  }
};

const Trouble trouble;

}  // namespace
