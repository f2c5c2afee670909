#pragma once
#include <barrier>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <sketchbench/core/communicator.hpp>
#include <sketchbench/core/error.hpp>

namespace sketchbench::testing_support {

/// Ranks that are threads of this process. When one throws, the others throw where they next meet it.
class ThreadRanks {
 public:
  /// Calls body(ranks) on each of so many, and throws what the first of them threw.
  static void run(int size, const std::function<void(const Communicator& ranks)>& body) {
    ThreadRanks all(size);
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < size; ++rank)
      threads.emplace_back([&all, &body, rank] {
        try {
          body(One(all, rank));
        } catch (...) {
          all.take_failure(std::current_exception());
        }
        all.meeting_.arrive_and_drop();
      });
    threads.clear();
    if (all.failure_) std::rethrow_exception(all.failure_);
  }

 private:
  class One final : public Communicator {
   public:
    One(ThreadRanks& all, int rank) : all_(all), rank_(rank) {}
    int rank() const override { return rank_; }
    int size() const override { return static_cast<int>(all_.said_.size()); }
    void sum(std::span<double> values) const override {
      const std::vector<std::byte> bytes = gather_bytes(std::as_bytes(values));
      std::vector<double> all(bytes.size() / sizeof(double));
      if (!bytes.empty()) std::memcpy(all.data(), bytes.data(), bytes.size());
      if (all.size() != values.size() * all_.said_.size())
        throw Error("ranks sum different numbers of values");
      for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = all[i];
        for (std::size_t from = 1; from < all_.said_.size(); ++from)
          values[i] += all[from * values.size() + i];
      }
    }
    std::vector<std::byte> gather_bytes(std::span<const std::byte> own) const override {
      all_.said_[static_cast<std::size_t>(rank_)] = own;
      all_.meet();
      std::vector<std::byte> gathered;
      for (const auto& said : all_.said_) gathered.insert(gathered.end(), said.begin(), said.end());
      all_.meet();
      return gathered;
    }

   private:
    ThreadRanks& all_;
    int rank_;
  };

  explicit ThreadRanks(int size) : said_(static_cast<std::size_t>(size)), meeting_(size) {}
  void meet() {
    meeting_.arrive_and_wait();
    const std::lock_guard lock(mutex_);
    if (failure_) throw Error("another rank has failed");
  }
  void take_failure(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
  }

  std::vector<std::span<const std::byte>> said_;
  std::barrier<> meeting_;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace sketchbench::testing_support
