#include "support/program.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>

namespace sketchbench::testing_support {

Words joined(Words first, const Words& more) {
  first.insert(first.end(), more.begin(), more.end());
  return first;
}

pid_t start_program(const Launch& launch) {
  std::vector<char*> words;
  for (const std::string& word : launch.words) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);

  const pid_t process = ::fork();
  if (process != 0) return process;
  // What runs in the background of a script has these ignored, and the program keeps to that.
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE}) ::signal(signal, SIG_DFL);
  for (const auto& [name, value] : launch.environment)
    static_cast<void>(value ? ::setenv(name.c_str(), value->c_str(), 1) : ::unsetenv(name.c_str()));
  const int out = ::open(launch.output.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0644);
  const int in = ::open("/dev/null", O_RDONLY);
  ::dup2(in, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(out, STDERR_FILENO);
  ::close(in);
  ::close(out);
  if (::chdir(launch.folder.c_str()) == 0) ::execv(words[0], words.data());
  ::_exit(126);
}

int wait_for_program(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace sketchbench::testing_support
