#include <sketchbench/core/error.hpp>
#include <sketchbench/harness/worker/mpi_ranks.hpp>

namespace sketchbench {

std::string mpi_library() { return ""; }

std::unique_ptr<const Communicator> join_ranks() { throw Error("this build of sketchbench has no MPI"); }

}  // namespace sketchbench
