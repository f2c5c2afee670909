#include <sketchbench/harness/worker/scheduler.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <list>
#include <map>
#include <memory>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/host_identity.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/core/timer.hpp>
#include <sketchbench/harness/plan/time_left.hpp>
#include <sketchbench/harness/worker/cell_record.hpp>
#include <sketchbench/harness/worker/environment.hpp>
#include <sketchbench/harness/worker/interrupt.hpp>
#include <sketchbench/harness/worker/mpi_ranks.hpp>
#include <sketchbench/harness/worker/worker_process.hpp>

namespace sketchbench {
namespace {

using std::chrono::steady_clock;

/// What the estimates weigh against the first measurements: as much as so large a share of the plan.
constexpr double share_believed = 0.05;
/// How often a cell that another run has claimed is looked at again.
constexpr auto look_again_after = std::chrono::seconds(1);
/// A run that has nothing to do but to wait for others says so after this time, and again after that.
constexpr auto say_after = std::chrono::seconds(1), say_again_after = std::chrono::seconds(60);

class Run {
 public:
  Run(const Plan& plan, const Store& store, const ScheduleOptions& options, Progress& progress)
      : store_(store),
        options_(options),
        progress_(progress),
        claims_(store.results(), options.claims),
        finished_(plan.finished),
        total_(plan.finished + plan.to_run.size()),
        facts_(environment_facts()),
        time_left_(share_believed * seconds_of(plan, 1)) {
    for (const PlannedCell& cell : plan.to_run) waiting_.push_back({&cell});
    facts_["id"] = random_hex(8);
    claims_.sweep();
  }

  /// All workers end at once, whatever ended the run, and before the claims on their cells do.
  ~Run() {
    for (const Running& one : running_) one.worker->kill();
    std::vector<std::unique_ptr<Claim>> claims;
    for (Running& one : running_) claims.push_back(std::move(one.claim));
    running_.clear();
    Claim::release(std::move(claims));
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  RunSummary operator()() {
    const InterruptGuard guard;
    while (!waiting_.empty() || !running_.empty()) {
      if (InterruptGuard::interrupted()) {
        summary_.stopped = true;
        store_all_found();
        break;
      }
      start_what_fits();
      if (nothing_but_others_work()) {
        summary_.left = waiting_.size();
        break;
      }
      say_what_is_waited_for();
      show_status();
      std::vector<pollfd> descriptors;
      for (const Running& one : running_) one.worker->add_descriptors(descriptors);
      wait_for_news(std::move(descriptors));
      collect();
      renew_claims();
      tell_what_is_complete();
    }
    progress_.status("");
    return std::move(summary_);
  }

 private:
  struct Waiting {
    const PlannedCell* cell;
    std::string holder = {};  ///< who keeps it from being started; empty for nobody
    bool under_way = false;   ///< that is because the holder computes it
    steady_clock::time_point look_again = {};
    /// What this run found while another one had taken the cell from it: stored once the claim is its own.
    std::optional<Record> found = {};
  };
  struct Running {
    const PlannedCell* cell;
    std::unique_ptr<Claim> claim;
    std::string started;
    std::unique_ptr<WorkerProcess> worker;
  };

  bool fits(const PlannedCell& cell) const {
    if (running_.empty()) return true;
    if (is_exclusive(cell) || is_exclusive(*running_.front().cell)) return false;
    double in_use = 0;
    for (const Running& one : running_) in_use += one.cell->need.bytes;
    return options_.memory_budget <= 0 || in_use + cell.need.bytes <= options_.memory_budget;
  }

  void start_what_fits() {
    const auto now = steady_clock::now();
    for (auto next = waiting_.begin();
         next != waiting_.end() && std::ssize(running_) < options_.jobs && !out_of_room_;) {
      if (now < next->look_again || (is_exclusive(*next->cell) && now < alone_again_) || !fits(*next->cell)) {
        ++next;
        continue;
      }
      if (answered_elsewhere(*next)) {
        next = waiting_.erase(next);
        continue;
      }
      auto taken = claims_.take(next->cell->id, is_exclusive(*next->cell));
      if (const Refusal* refusal = std::get_if<Refusal>(&taken)) {
        if (refusal->reason == Refusal::Reason::folder) return wait_for_folder(refusal->holder);
        next->holder = refusal->holder;
        next->under_way = refusal->reason == Refusal::Reason::claimed;
        next->look_again = now + look_again_after;
        // Who keeps one cell that must be alone waiting keeps all of them.
        if (refusal->reason == Refusal::Reason::exclusive_conflict && is_exclusive(*next->cell))
          alone_again_ = next->look_again;
        ++next;
        continue;
      }
      // Between the look above and the claim another run may have finished it.
      if (answered_elsewhere(*next) || store_found(*next) ||
          start(*next->cell, std::move(std::get<std::unique_ptr<Claim>>(taken))))
        next = waiting_.erase(next);
    }
  }

  /// Each further try would wait in vain for as long as the first.
  void wait_for_folder(const std::string& holder) {
    for (Waiting& one : waiting_) {
      one.holder = holder;
      one.look_again = steady_clock::now() + look_again_after;
    }
  }

  bool nothing_but_others_work() const {
    return !options_.wait && running_.empty() &&
           std::ranges::all_of(waiting_, [](const Waiting& one) { return one.under_way && !one.found; });
  }

  /// Nothing that was found is lost to the end of the run, whoever has its cell.
  void store_all_found() {
    for (const Waiting& one : waiting_)
      if (one.found && !answered_elsewhere(one)) store_found(one);
  }

  /// False where the cell has still to be computed.
  bool store_found(const Waiting& cell) {
    if (!cell.found) return false;
    ++summary_.done;
    ++finished_;
    store_.put(*cell.found);
    tell(*cell.cell, shown_of(*cell.found), "found before");
    return true;
  }

  /// False when there was no room for one more process.
  bool start(const PlannedCell& cell, std::unique_ptr<Claim> claim) {
    const Assignment task{.cell = cell.cell,
                          .paths = options_.paths,
                          .threads = 1,
                          .ranks = cell.ranks,
                          .expected_bytes = cell.need.bytes};
    try {
      running_.push_back(
          {&cell, std::move(claim), utc_now(), std::make_unique<WorkerProcess>(task, options_.launch)});
      without_room_.reset();
      return true;
    } catch (const NoRoomForProcess& error) {
      wait_for_room(error);
      return false;
    }
  }

  void tell_what_is_complete() {
    if (!options_.on_complete || (waiting_.empty() && running_.empty())) return;
    std::size_t first_left = SIZE_MAX;
    for (const Waiting& one : waiting_) first_left = std::min(first_left, one.cell->config);
    for (const Running& one : running_) first_left = std::min(first_left, one.cell->config);
    if (complete_ < first_left) progress_.status("");
    while (complete_ < first_left) options_.on_complete(complete_++);
  }

  /// What the system allows at once is a limit like --jobs, until one ends; the last one may not be started
  /// at all.
  void wait_for_room(const NoRoomForProcess& error) {
    out_of_room_ = true;
    if (!without_room_) without_room_.emplace();
    if (running_.empty() && without_room_->elapsed().wall > options_.patience_s)
      throw Error(fmt::format("{}; not one cell can be run: {}", error.what(), NoRoomForProcess::advice));
    if (room_told_) return;
    room_told_ = true;
    progress_.print(running_.empty()
                        ? fmt::format("{}; waiting for room", error.what())
                        : fmt::format("{}: going on with {} at once", error.what(), running_.size()));
  }

  /// Takes a cell off the list that another run has finished since the plan was made.
  bool answered_elsewhere(const Waiting& waiting) {
    const PlannedCell& cell = *waiting.cell;
    const auto record = answered_since_planned(cell, store_, options_.time_limit_s);
    if (!record || (waiting.found && !record->done())) return false;
    ++finished_;
    ++summary_.elsewhere;
    if (!record->done())
      summary_.failures.push_back(title_of(cell.cell) + ": in another run: " + error_of(*record));
    tell(cell, shown_of(*record), "another run");
    return true;
  }

  void say_what_is_waited_for() {
    const auto now = steady_clock::now();
    if (!running_.empty() || waiting_.empty()) {
      idle_since_ = now;
      return;
    }
    if (now - idle_since_ < say_after || now - waiting_said_ < say_again_after) return;
    std::map<std::string, std::size_t> cells_of;
    for (const Waiting& one : waiting_)
      if (!one.holder.empty()) ++cells_of[one.holder];
    if (cells_of.empty()) return;
    waiting_said_ = now;
    std::vector<std::string> holders;
    for (const auto& [holder, cells] : cells_of) holders.push_back(fmt::format("{} for {}", cells, holder));
    progress_.print(fmt::format("waiting for other runs, {} left: {}", plural(std::ssize(waiting_), "cell"),
                                fmt::join(holders, ", ")));
  }

  /// Ends the worker that has most where all have more than they may.
  void keep_to_memory_limit() {
    if (options_.memory_limit <= 0) return;
    double sum = 0, most = 0;
    WorkerProcess* largest = nullptr;
    for (const Running& one : running_) {
      const double bytes = one.worker->resident_bytes();
      sum += bytes;
      if (bytes <= most) continue;
      most = bytes;
      largest = one.worker.get();
    }
    if (sum > options_.memory_limit && largest != nullptr) largest->kill_for_memory(options_.memory_limit);
  }

  void collect() {
    keep_to_memory_limit();
    for (auto it = running_.begin(); it != running_.end();) {
      WorkerProcess& worker = *it->worker;
      const bool ended = worker.listen([&](const std::string& line) { progress_.print(line); });
      const bool too_long = !ended && options_.time_limit_s > 0 && worker.elapsed() > options_.time_limit_s;
      if (!ended && !too_long) {
        ++it;
        continue;
      }
      if (too_long) worker.kill();
      finish(*it, too_long);
      it = running_.erase(it);
      out_of_room_ = false;
    }
    if (running_.empty()) out_of_room_ = false;
  }

  void renew_claims() {
    if (steady_clock::now() - renewed_ < options_.claims.renewed_every) return;
    renewed_ = steady_clock::now();
    for (auto it = running_.begin(); it != running_.end();) {
      if (it->claim->renew()) {
        ++it;
        continue;
      }
      give_up(*it);
      it = running_.erase(it);
    }
  }

  /// Its cell is another run's now, or free to be claimed again.
  void give_up(const Running& one, std::optional<Record> found = {}) {
    progress_.print(
        fmt::format("{}: left to another run, which took this one for dead", title_of(one.cell->cell)));
    waiting_.push_back({.cell = one.cell, .found = std::move(found)});
  }

  void finish(Running& one, bool too_long) {
    const double wall = one.worker->elapsed();
    const ChildEnd end = one.worker->wait();
    Json facts = facts_;
    facts["started"] = one.started;
    facts["jobs"] = is_exclusive(*one.cell) ? 1 : options_.jobs;
    facts["threads"] = 1;
    if (one.cell->ranks > 1) {
      facts["ranks"] = one.cell->ranks;
      facts["libraries"]["mpi"] = mpi_library();
    }
    facts["time_limit_s"] = options_.time_limit_s;
    const std::string limit_passed =
        too_long ? fmt::format("ended after {} in its phase \"{}\": the limit was {}", readable_seconds(wall),
                               one.worker->phase(), readable_seconds(options_.time_limit_s))
                 : "";
    Record record = make_record(*one.cell, *one.worker, end, std::move(facts), limit_passed);
    if (!one.claim->renew())
      return give_up(one, record.done() ? std::optional(std::move(record)) : std::nullopt);
    ++(record.done() ? summary_.done : record.status == "timeout" ? summary_.timeout : summary_.failed);
    const bool kept = !store_.put(record);
    if (!record.done())
      summary_.failures.push_back(fmt::format("{}: {}{}", title_of(one.cell->cell), error_of(record),
                                              kept ? "; its finished record is kept" : ""));
    ++finished_;
    if (record.done()) time_left_.learn(*one.cell, wall);
    tell(*one.cell, shown_of(record), readable_seconds(wall), left_text(&one));
  }

  void tell(const PlannedCell& cell, const std::string& result, const std::string& time,
            const std::string& left = "") {
    const auto width = std::to_string(total_).size();
    progress_.print(fmt::format("[{:>{}}/{}] {:<66} {:>11}  {:>12}{}", finished_, width, total_,
                                title_of(cell.cell), result, time, left));
  }

  double seconds_left(const Running* without) const {
    std::vector<double> running, waiting;
    for (const Running& one : running_)
      if (&one != without)
        running.push_back(std::max(1.0, time_left_.expect(*one.cell) - one.worker->elapsed()));
    double one_by_one = 0;
    for (const Waiting& one : waiting_)
      if (is_exclusive(*one.cell))
        one_by_one += time_left_.expect(*one.cell);
      else
        waiting.push_back(time_left_.expect(*one.cell));
    return schedule_length(running, waiting, options_.jobs) + one_by_one;
  }

  std::string left_text(const Running* without = nullptr) {
    if (finished_ == total_) return "";
    const double seconds = countdown_.seconds([&] { return seconds_left(without); });
    return fmt::format("   about {} left", about_seconds(seconds));
  }

  void show_status() {
    if (!progress_.on_terminal()) return;
    std::string line = fmt::format("{}/{} done{}", finished_, total_, left_text());
    for (const Running& one : running_)
      line +=
          fmt::format(" | {} {} {}: {} {}", one.cell->cell.dataset.name, one.cell->cell.kernel.display(),
                      one.cell->cell.method, one.worker->phase(), readable_seconds(one.worker->elapsed()));
    progress_.status(line);
  }

  const Store& store_;
  const ScheduleOptions& options_;
  Progress& progress_;
  Claims claims_;
  std::deque<Waiting> waiting_;
  std::list<Running> running_;
  std::size_t finished_, total_;
  std::size_t complete_ = 0;  ///< configurations that were said to be
  Json facts_;
  TimeLeft time_left_;
  Countdown countdown_;
  RunSummary summary_;
  steady_clock::time_point alone_again_, renewed_ = steady_clock::now(), idle_since_ = renewed_,
                                         waiting_said_;
  bool out_of_room_ = false;  ///< no more processes until one ends
  bool room_told_ = false;
  std::optional<Timer> without_room_;  ///< since when not one could be started
};

}  // namespace

RunSummary run_plan(const Plan& plan, const Store& store, const ScheduleOptions& options,
                    Progress& progress) {
  return Run(plan, store, options, progress)();
}

}  // namespace sketchbench
