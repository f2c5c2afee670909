// What a power cut at any moment leaves, from the calls that commands make. Of what was not synchronised a
// cut may leave anything: nothing, all, or names without what they stand for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include <sketchbench/core/random.hpp>
#include <sketchbench/core/system/file.hpp>
#include "faults/disk.hpp"
#include "faults/final_state.hpp"
#include "faults/study.hpp"
#include "faults/write_order.hpp"

namespace sketchbench::faults {
namespace {

using testing::IsEmpty;
using testing_support::Ended;

struct Scenario {
  std::string name;
  std::vector<Words> before;
  Words command;
  std::size_t files;  ///< that it writes, at least
};

void PrintTo(const Scenario& scenario, std::ostream* to) { *to << scenario.name; }

Files results_of(Files files) {
  std::erase_if(files, [](const auto& file) { return !is_result(file.first); });
  return files;
}

bool changes_the_disk(CallKind kind) {
  constexpr std::uint32_t changing =
      bit(CallKind::create) | bit(CallKind::write) | bit(CallKind::synchronise) | bit(CallKind::rename) |
      bit(CallKind::make_folder) | bit(CallKind::truncate) | bit(CallKind::remove);
  return (bit(kind) & changing) != 0;
}

/// Cuts of three kinds: only what was synchronised is left; all names are, but only synchronised bytes; and
/// any of the two at random.
std::vector<CutChoice> choices(RandomStream& random) {
  const auto none = [](std::size_t) -> std::size_t { return 0; };
  return {{[] { return false; }, none},
          {[] { return true; }, none},
          {[&random] { return random.uniform() < 0.5; },
           [&random](std::size_t bytes) {
             return static_cast<std::size_t>(random.uniform() * static_cast<double>(bytes + 1));
           }}};
}

class PowerCut : public testing::TestWithParam<Scenario> {
 protected:
  PowerCut() {
    for (const Words& words : GetParam().before) run(words);
    disk_ = std::make_unique<Disk>(study_.folder());
    const FaultSession session(study_.folder());
    run(GetParam().command, &session);
    calls_ = read_journal(session.journal());
  }

  void run(const Words& words, const FaultSession* session = nullptr) {
    const Ended ended = study_.run(words, session);
    if (ended.exit_code != 0) throw std::runtime_error(ended.output);
  }

  /// The folder as a cut has left it.
  void restore(const Files& files) const {
    std::filesystem::remove_all(study_.folder());
    for (const auto& [name, text] : files) study_.write(name, text);
    std::filesystem::create_directories(study_ / "tmp");
  }

  Study study_;
  std::unique_ptr<Disk> disk_;
  std::vector<Call> calls_;
};

TEST_P(PowerCut, FilesAreSynchronisedBeforeTheyAreRenamedAndFoldersAfterwards) {
  EXPECT_THAT(broken_rules_of_writing(calls_), IsEmpty());
  const auto renamed = std::count_if(calls_.begin(), calls_.end(), [](const Call& call) {
    return call.kind == CallKind::rename && is_result(call.second_path);
  });
  EXPECT_GE(static_cast<std::size_t>(renamed), GetParam().files);
}

TEST_P(PowerCut, AtAnyMomentLeavesWholeFilesOnlyAndInTheEndAllOfThem) {
  RandomStream random(1, "power cuts");
  std::map<std::string, std::set<std::string>> whole;
  for (const auto& [name, text] : disk_->in_memory()) whole[name].insert(text);
  int moments = 0;
  for (const Call& call : calls_) {
    if (!changes_the_disk(call.kind)) continue;
    disk_->apply(call);
    ++moments;
    if (call.kind == CallKind::rename)
      for (const auto& [name, text] : disk_->in_memory()) whole[name].insert(text);
    for (const CutChoice& choice : choices(random))
      for (const auto& [name, text] : results_of(disk_->after_cut(choice)))
        ASSERT_TRUE(whole[name].contains(text)) << "after " << name_of(call.kind) << " of " << call.path
                                                << ": " << name << " has " << text.size() << " bytes";
  }
  fmt::print("{:<28} {:>6}\n", "moments of a cut", moments);
  const Files in_the_end = results_of(disk_->after_cut(choices(random).front()));
  EXPECT_TRUE(in_the_end == results_of(disk_->in_memory())) << "something that was finished is lost";
  for (const auto& [name, text] : in_the_end)  // the journal has not missed a call
    EXPECT_EQ(text, read_file(study_ / name)) << name;
}

TEST_P(PowerCut, IsNothingThatTheSameCommandDoesNotMend) {
  const FinalState expected = final_state(study_.folder());
  RandomStream random(2, "power cuts");
  const double share = 8.0 / static_cast<double>(calls_.size());  // of the calls; each cut costs a run
  for (const Call& call : calls_) {
    disk_->apply(call);
    if (random.uniform() > share) continue;
    restore(disk_->after_cut(choices(random).back()));
    const Ended again = study_.run(GetParam().command);
    const std::string what =
        fmt::format("cut after {} of {}:\n{}", name_of(call.kind), call.path.string(), again.output);
    EXPECT_EQ(again.exit_code, 0) << what;
    EXPECT_TRUE(final_state(study_.folder()) == expected) << what;
    EXPECT_THAT(temporaries(study_.folder()), IsEmpty()) << what;
  }
}

INSTANTIATE_TEST_SUITE_P(Commands, PowerCut,
                         testing::Values(Scenario{"Run", {}, run_dozen, 16},
                                         Scenario{"Report", older_report(), report_dozen, 7},
                                         Scenario{"Map", older_mapping(), map_points, 1},
                                         Scenario{"Fetch", {}, fetch_points, 1}),
                         [](const auto& scenario) { return scenario.param.name; });

}  // namespace
}  // namespace sketchbench::faults
