#pragma once
#include <optional>
#include <string>
#include <vector>

namespace sketchbench {

/// How a cell is computed by several processes, the ranks: mpirun starts them in the place of its worker, and
/// ends all of them when one ends badly. Nothing else of a run knows of MPI.
struct RankLaunch {
  int ranks = 1;                                  ///< for each cell; 1: without MPI
  std::vector<std::string> command = {"mpirun"};  ///< before -n N: "mpirun --hostfile hosts", "srun"
  int on_a_machine = 1;                           ///< of them, at most: what most_ranks_on_a_machine() tells

  /// The command that starts so many ranks, whose file is /usr/bin/env.
  std::vector<std::string> words(int of_cell) const;
};

/// Starts the ranks once, and returns how many of them one machine has at most. InputError, with what to do,
/// where they cannot work together: this build has no MPI, there is no such command, it has no room for so
/// many or is of another MPI, or machines have different programs or instruction sets, with which ranks would
/// decide differently.
int most_ranks_on_a_machine(const RankLaunch& launch);

/// Of the mpirun that this process was started by, with OMPI_COMM_WORLD_RANK and its like.
struct RanksAround {
  int rank = 0, size = 1, on_this_machine = 1;
};
std::optional<RanksAround> ranks_around();

/// Takes what that mpirun says to its processes out of the environment, so that an inner one starts as if
/// there were no other; it may do what the outer one was allowed to (root, more ranks than cores).
void forget_ranks_around();

}  // namespace sketchbench
