#include <sketchbench/harness/worker/rank_launch.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string_view>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/worker/mpi_ranks.hpp>
#include <sketchbench/harness/worker/worker_process.hpp>

namespace sketchbench {
namespace {

constexpr int not_found = 127;  // what env ends with
constexpr double meeting_patience_s = 120;

int number_in_environment(const char* name) {
  const char* const text = std::getenv(name);
  int number = -1;
  if (text != nullptr) std::from_chars(text, text + std::string_view(text).size(), number);
  return number;
}

}  // namespace

std::vector<std::string> RankLaunch::words(int of_cell) const {
  std::vector<std::string> all = {"env"};
  all.insert(all.end(), command.begin(), command.end());
  // By its path, which other machines have as well: own_program would be mpirun there.
  const std::string program = std::filesystem::read_symlink(own_program).string();
  for (std::string word : {std::string("-n"), std::to_string(of_cell), program, std::string("worker"),
                           std::string("--mpi"), std::to_string(of_cell)})
    all.push_back(std::move(word));
  return all;
}

int most_ranks_on_a_machine(const RankLaunch& launch) {
  const std::string called = fmt::format("{}", fmt::join(launch.command, " "));
  if (mpi_library().empty())
    throw InputError(
        "--mpi: this build of sketchbench has no MPI. Build it with CMake's -DSKETCHBENCH_MPI=ON, where a "
        "development package of MPI is installed (Debian: libopenmpi-dev and openmpi-bin); without MPI, "
        "\"sketchbench run CONFIG --worker\" on several machines shares out cells (docs/guides/cluster.md)");
  WorkerProcess worker({.meets = true, .ranks = launch.ranks}, launch);
  while (!worker.listen([](const std::string&) {})) {
    if (worker.elapsed() > meeting_patience_s)
      throw InputError(fmt::format("--mpi: {} ranks that \"{}\" starts do not meet within {}", launch.ranks,
                                   called, readable_seconds(meeting_patience_s)));
    std::vector<pollfd> descriptors;
    worker.add_descriptors(descriptors);
    wait_for_news(std::move(descriptors));
  }
  const ChildEnd end = worker.wait();
  const auto& word = worker.last_word();
  if (word && word->kind == Message::Kind::outcome) return word->outcome.result.at("on_a_machine").get<int>();
  if (!word && end.exit_code == not_found)
    throw InputError(
        fmt::format("--mpi: there is no \"{}\" here: install it (Debian: openmpi-bin; on a cluster often "
                    "\"module load openmpi\"), or name another with --mpirun",
                    launch.command.front()));
  throw InputError(fmt::format("--mpi: \"{}\" does not start {} ranks that work together: {}", called,
                               launch.ranks, worker.reason(end)));
}

std::optional<RanksAround> ranks_around() {
  const RanksAround around = {.rank = number_in_environment("OMPI_COMM_WORLD_RANK"),
                              .size = number_in_environment("OMPI_COMM_WORLD_SIZE"),
                              .on_this_machine = number_in_environment("OMPI_COMM_WORLD_LOCAL_SIZE")};
  if (around.rank < 0 || around.size < 1) return std::nullopt;
  return around;
}

void forget_ranks_around() {
  std::vector<std::string> names;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    for (const std::string_view prefix : {"OMPI_", "PMIX_", "ORTE_", "OPAL_"})
      if (text.starts_with(prefix)) names.emplace_back(text.substr(0, text.find('=')));
  }
  for (const std::string& name : names) ::unsetenv(name.c_str());
  if (::geteuid() == 0)
    for (const char* name : {"OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"})
      ::setenv(name, "1", 1);
  ::setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 1);
}

}  // namespace sketchbench
