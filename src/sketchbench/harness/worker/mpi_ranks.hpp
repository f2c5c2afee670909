#pragma once
#include <memory>
#include <string>

#include <sketchbench/core/communicator.hpp>

namespace sketchbench {

// MPI, which nothing else of the program knows. A build without it (SKETCHBENCH_MPI) has no_mpi_ranks.cpp.

/// What is linked: "Open MPI v4.1.4"; empty in a build without MPI.
std::string mpi_library();

/// Joins the processes that mpirun has started with this one, which stay together until the result is
/// destroyed: all of them have to be. Once in a process. Error in a build without MPI.
std::unique_ptr<const Communicator> join_ranks();

}  // namespace sketchbench
