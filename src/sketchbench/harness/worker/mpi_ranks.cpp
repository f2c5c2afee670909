#include <sketchbench/harness/worker/mpi_ranks.hpp>

#include <mpi.h>

#include <algorithm>
#include <array>
#include <numeric>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

// MPI counts with int: larger messages go in parts.
constexpr std::size_t most_at_once = std::size_t{1} << 27;

class MpiRanks final : public Communicator {
 public:
  explicit MpiRanks(MPI_Comm ranks) : ranks_(ranks) {
    MPI_Comm_rank(ranks_, &rank_);
    MPI_Comm_size(ranks_, &size_);
  }
  ~MpiRanks() override { MPI_Finalize(); }
  MpiRanks(const MpiRanks&) = delete;
  MpiRanks& operator=(const MpiRanks&) = delete;

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  void sum(std::span<double> values) const override {
    for (std::size_t begin = 0; begin < values.size(); begin += most_at_once) {
      const auto part = values.subspan(begin, std::min(most_at_once, values.size() - begin));
      MPI_Allreduce(MPI_IN_PLACE, part.data(), static_cast<int>(part.size()), MPI_DOUBLE, MPI_SUM, ranks_);
    }
  }

  /// By a broadcast of each rank's, in parts: MPI_Allgatherv counts all of them with one int.
  std::vector<std::byte> gather_bytes(std::span<const std::byte> own) const override {
    std::vector<long long> sizes(static_cast<std::size_t>(size_));
    const auto size_of_own = static_cast<long long>(own.size());
    MPI_Allgather(&size_of_own, 1, MPI_LONG_LONG, sizes.data(), 1, MPI_LONG_LONG, ranks_);
    std::vector<std::byte> all(static_cast<std::size_t>(std::accumulate(sizes.begin(), sizes.end(), 0LL)));
    std::size_t at = 0;
    for (int from = 0; from < size_; ++from) {
      const auto bytes = static_cast<std::size_t>(sizes[static_cast<std::size_t>(from)]);
      if (from == rank_) std::ranges::copy(own, all.data() + at);
      for (std::size_t begin = 0; begin < bytes; begin += most_at_once)
        MPI_Bcast(all.data() + at + begin, static_cast<int>(std::min(most_at_once, bytes - begin)), MPI_BYTE,
                  from, ranks_);
      at += bytes;
    }
    return all;
  }

 private:
  MPI_Comm ranks_;
  int rank_ = 0, size_ = 1;
};

}  // namespace

std::string mpi_library() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  const std::string whole(text.data(), static_cast<std::size_t>(length));
  return whole.substr(0, whole.find_first_of(",\n"));
}

std::unique_ptr<const Communicator> join_ranks() {
  int level = 0;
  // Threads compute, and one of them speaks.
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS)
    throw Error("MPI cannot be started");
  return std::make_unique<MpiRanks>(MPI_COMM_WORLD);
}

}  // namespace sketchbench
