#include "cli/workbench.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "base/file.hpp"
#include "base/random.hpp"
#include "support/libsvm_dataset.hpp"

namespace sketchbench::testing_support {
namespace {

/// Points of the square [-1, 1]^2 with a few idle coordinates, labelled by the sign of x1 * x2.
std::string quadrants(int rows, Seed seed) {
  RandomStream random(seed, "quadrants");
  std::string text;
  for (int i = 0; i < rows; ++i) {
    double x[8];
    for (double& v : x) v = 2 * random.uniform() - 1;
    text += x[0] * x[1] > 0 ? "+1" : "-1";
    for (int j = 0; j < 8; ++j) text += fmt::format(" {}:{:.6f}", j + 1, x[j]);
    text += '\n';
  }
  return text;
}

}  // namespace

Workbench::Workbench(int rows) {
  add_libsvm_dataset(folder_, "quadrants", quadrants(rows, 1), quadrants(200, 2), 8);
  write("configs/small.json", R"({
 "name": "small", "experiment": "accuracy", "seeds": 4, "learner": {"type": "liblinear"},
 "grid":    [{"dataset": "quadrants", "D": [50, 100]}],
 "kernels": [{"kernel": "polynomial", "degree": 2}, {"kernel": "polynomial", "degree": 2, "coef0": 1}],
 "methods": [{"method": "exact", "learner": {"type": "libsvm"}},
             {"method": "tensor_sketch"}, {"method": "random_maclaurin_restricted"}]
})");
}

std::string Workbench::read(std::string_view name) const { return read_file(folder_ / name); }

std::vector<std::string> Workbench::files(std::string_view below) const {
  std::vector<std::string> names;
  const auto root = folder_ / below;
  if (!std::filesystem::exists(root)) return names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root))
    if (entry.is_regular_file()) names.push_back(std::filesystem::relative(entry.path(), root).string());
  std::sort(names.begin(), names.end());
  return names;
}

pid_t Workbench::start(const std::vector<std::string>& arguments) const {
  std::vector<std::string> words = {SKETCHBENCH_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const std::string output = (folder_ / "output.txt").string();

  const pid_t process = ::fork();
  if (process != 0) return process;
  ::unsetenv("SKETCHBENCH_MIRROR");
  ::unsetenv("SKETCHBENCH_DATA");
  ::setenv("SKETCHBENCH_OFFLINE", "1", 1);
  const int out = ::open(output.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0644);
  const int in = ::open("/dev/null", O_RDONLY);
  ::dup2(in, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(out, STDERR_FILENO);
  if (::chdir(folder_.path().c_str()) == 0) ::execv(argv[0], argv.data());
  ::_exit(126);
}

int Workbench::wait(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool Workbench::has_printed(std::string_view text) const {
  return std::filesystem::exists(folder_ / "output.txt") &&
         read("output.txt").find(text) != std::string::npos;
}

Ended Workbench::run(const std::vector<std::string>& arguments) const {
  Ended ended;
  ended.exit_code = wait(start(arguments));
  ended.output = read("output.txt");
  return ended;
}

}  // namespace sketchbench::testing_support
