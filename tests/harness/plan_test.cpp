#include <sketchbench/harness/plan/plan.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/harness/config/cells.hpp>
#include <sketchbench/harness/plan/time_left.hpp>
#include "support/as_nobody.hpp"
#include "support/libsvm_dataset.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::AsNobody;
using testing_support::message_of;
using testing_support::TemporaryFolder;

constexpr const char* text = R"({
 "name": "small", "experiment": "accuracy", "seeds": 2, "learner": {"type": "liblinear"},
 "grid":    [{"dataset": "large", "D": 500}, {"dataset": "little", "D": 100}],
 "kernels": [{"kernel": "polynomial", "degree": 2}],
 "methods": [{"method": "exact", "learner": {"type": "libsvm"}}, {"method": "tensor_sketch"}]
})";

DatasetInfo info(const DatasetRequest& request) {
  DatasetInfo result;
  result.name = request.name;
  result.content_hash = std::string(64, request.name == "large" ? 'a' : 'b');
  result.n_train = request.name == "large" ? 100'000 : 1'000;
  result.n_test = 100;
  result.d = 50;
  result.nnz_train = result.n_train * 10;
  result.nnz_test = 1000;
  result.classes = {-1, 1};
  return result;
}

class PlanTest : public testing::Test {
 protected:
  Plan plan(const PlanOptions& options = {}) { return make_plan({config}, store, options, info); }
  void finish(const PlannedCell& cell, const std::string& status, double limit = 0) {
    store.put({.id = cell.id,
               .cell = cell.cell,
               .status = status,
               .json = {{"format", record_format},
                        {"cell", describe(cell.cell)},
                        {"status", status},
                        {"result", {{"accuracy", 50.0}}},
                        {"run", {{"time_limit_s", limit}}}}});
  }

  TemporaryFolder folder;
  Config config = read_config(folder.write("config.json", text));
  Store store{folder / "results"};
};

TEST_F(PlanTest, IdsOfCellsThatDifferBySeedAreThoseOfTheirDescriptions) {
  Cell cell = expand(config).back();
  cell.map_parameters = {{"seed", 1}, {"text", "\"seed\":1"}};
  for (const std::optional<Seed> own : {std::optional<Seed>(), std::optional<Seed>(1)}) {
    cell.seed = own;
    GroupIds ids(cell);
    Cell other = cell;
    for (const std::optional<Seed> seed :
         {std::optional<Seed>(), std::optional<Seed>(0), std::optional<Seed>(1), std::optional<Seed>(2),
          std::optional<Seed>(10), std::optional<Seed>(INT64_MAX)}) {
      other.seed = seed;
      EXPECT_EQ(ids.of(seed), cell_id(describe(other)));
    }
  }
}

TEST_F(PlanTest, CheapCellsComeFirst) {
  const Plan result = plan();
  EXPECT_EQ(result.to_run.size(), 2u * (1 + 2));
  EXPECT_TRUE(std::is_sorted(result.to_run.begin(), result.to_run.end(),
                             [](const auto& a, const auto& b) { return a.need.seconds < b.need.seconds; }));
  EXPECT_EQ(result.to_run.front().cell.dataset.name, "little");
}

TEST_F(PlanTest, CellsThatMustRunAloneComeLastHoweverCheap) {
  const Config timed = read_config(folder.write("timed.json", R"({
 "name": "timed", "experiment": "construction_time", "parameters": {"rows": 100, "repeats": 1},
 "grid":    [{"dataset": "little", "D": [200, 10]}],
 "kernels": [{"kernel": "polynomial", "degree": 2}],
 "methods": [{"method": "tensor_sketch"}]
})"));
  const Plan result = make_plan({timed, config}, store, {}, info);
  ASSERT_EQ(result.to_run.size(), 8u);
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_EQ(result.to_run[i].cell.experiment, i < 6 ? "accuracy" : "construction_time");
  EXPECT_LT(result.to_run[6].need.seconds, result.to_run[5].need.seconds);
  EXPECT_LE(result.to_run[6].need.seconds, result.to_run[7].need.seconds) << "cheap ones first among them";
}

TEST_F(PlanTest, ConfigurationsInTurnComeOneAfterAnotherAndSharedCellsWithTheFirst) {
  Config small = config, large = config;
  small.name = "first";
  small.grid.resize(1);  // the large data set
  const Plan result = make_plan({small, large}, store, {.in_turn = true}, info);
  ASSERT_EQ(result.to_run.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(result.to_run[i].config, i < 3 ? 0u : 1u);
    EXPECT_EQ(result.to_run[i].cell.dataset.name, i < 3 ? "large" : "little");
  }
  EXPECT_LE(result.to_run[0].need.seconds, result.to_run[2].need.seconds) << "cheap ones first in each";
}

TEST_F(PlanTest, AFinishedCellIsNotPlannedAgainUnlessForced) {
  const Plan before = plan();
  finish(before.to_run.front(), "done");
  const Plan after = plan();
  EXPECT_EQ(after.to_run.size(), before.to_run.size() - 1);
  EXPECT_EQ(after.finished, 1u);
  EXPECT_EQ(plan({.force = true}).to_run.size(), before.to_run.size());
}

TEST_F(PlanTest, FailuresAreTriedAgainAndTimeoutsOnlyWithMoreTime) {
  const Plan before = plan();
  finish(before.to_run[0], "failed");
  finish(before.to_run[1], "timeout", 60);
  EXPECT_EQ(plan({.time_limit_s = 60}).to_run.size(), before.to_run.size() - 1);
  EXPECT_EQ(plan({.time_limit_s = 60}).timed_out, 1u) << "has a record, and no result";
  EXPECT_EQ(plan({.time_limit_s = 61}).to_run.size(), before.to_run.size());
  EXPECT_EQ(plan().to_run.size(), before.to_run.size());
}

TEST_F(PlanTest, MissingDataSkipsOnlyItsOwnCells) {
  const Plan result = make_plan({config}, store, {}, [](const DatasetRequest& request) {
    if (request.name == "large") throw DatasetUnavailable("large: no such file");
    return info(request);
  });
  EXPECT_EQ(result.to_run.size(), 3u);
  EXPECT_EQ(count_cells(result.skips.at("small")), 3u);
  ASSERT_EQ(result.skips.at("small").size(), 2u) << "exact, and the two seeds of the map";
  EXPECT_EQ(result.skips.at("small")[0].reason, "large: no such file");
  EXPECT_THAT(result.missing_data, ElementsAre("large"));
  EXPECT_EQ(result.total(), 6u);
}

TEST_F(PlanTest, ACellThatDoesNotFitIsSkippedWithTheEstimate) {
  const Plan result = plan({.memory_budget = 150e6});
  ASSERT_FALSE(result.skips.at("small").empty());
  for (const Skip& skip : result.skips.at("small")) {
    EXPECT_EQ(skip.cell.dataset.name, "large");
    EXPECT_THAT(skip.reason, HasSubstr("150.0 MB are free"));
  }
}

TEST_F(PlanTest, AMapThatCannotBeIsToldBeforeAnythingRuns) {
  const auto plan_of = [&](const char* counts) {
    const Config exact_terms = read_config(folder.write("exact_terms.json", fmt::format(R"({{
 "name": "exact_terms", "experiment": "accuracy", "learner": {{"type": "liblinear"}},
 "grid":    [{{"dataset": "little", "D": {}}}],
 "kernels": [{{"kernel": "polynomial", "degree": 2, "coef0": 1}}],
 "methods": [{{"method": "random_maclaurin_h01"}}]
}})",
                                                                                        counts)));
    return make_plan({exact_terms}, store, {}, info);
  };
  // "little" has 50 features: with the constant 51 exact terms, so 52 leave room for one random feature.
  EXPECT_THAT(message_of<InputError>([&] { plan_of("[52, 51]"); }),
              testing::AllOf(HasSubstr("exact_terms.json"), HasSubstr("little"), HasSubstr("D = 51"),
                             HasSubstr("D of at least 52")));
  EXPECT_EQ(plan_of("[52]").to_run.size(), 1u);
}

TEST_F(PlanTest, OnlyKeepsWhatIsAskedFor) {
  EXPECT_EQ(
      plan({.only = {parse_filter("method=tensor_sketch"), parse_filter("dataset=little")}}).to_run.size(),
      2u);
  EXPECT_EQ(plan({.only = {parse_filter("D=100,500")}}).to_run.size(), 4u);
  EXPECT_EQ(plan({.only = {parse_filter("coef0=0")}}).to_run.size(), 6u);
  EXPECT_EQ(plan({.only = {parse_filter("seed=2")}}).to_run.size(), 2u);
  EXPECT_THAT(message_of<InputError>([] { parse_filter("degre=2"); }), HasSubstr("degree"));
  EXPECT_THAT(message_of<InputError>([] { parse_filter("degree"); }), HasSubstr("KEY=VALUE"));
  EXPECT_THAT(message_of<InputError>([] { parse_filter("degree="); }), HasSubstr("KEY=VALUE"));
}

TEST_F(PlanTest, NumbersInAFilterAreComparedAsNumbers) {
  EXPECT_EQ(plan({.only = {parse_filter("coef0=0.0"), parse_filter("D=1e2")}}).to_run.size(), 2u);
  EXPECT_EQ(plan({.only = {parse_filter("D=0")}}).to_run.size(), 2u) << "exact draws no features";
  config.kernels[0] = Kernel(PolynomialKernel{2, 0.33333333});
  EXPECT_EQ(plan({.only = {parse_filter("coef0=0.33333333")}}).to_run.size(), 6u) << "to the last digit";
  EXPECT_THAT(message_of<InputError>([] { parse_filter("D=many"); }), HasSubstr("not a number"));
  EXPECT_THAT(message_of<InputError>([] { parse_filter("dataset=little,"); }), HasSubstr("empty"));
}

TEST_F(PlanTest, OnlyChoosesAmongKernelsOfEveryFamily) {
  Json families = Json::parse(text);
  families["kernels"].push_back({{"kernel", "gaussian"}, {"sigma", 0.5}});
  families["kernels"].push_back({{"kernel", "gaussian"}, {"sigma", 2}});
  families["methods"].erase(1);  // a map for polynomial kernels
  config = read_config(folder.write("families.json", families.dump()));
  const auto cells = [&](const char* filter) { return plan({.only = {parse_filter(filter)}}).to_run.size(); };
  EXPECT_EQ(cells("dataset=large,little"), 6u);
  EXPECT_EQ(cells("kernel=gaussian"), 4u);
  EXPECT_EQ(cells("kernel=polynomial"), 2u);
  EXPECT_EQ(cells("sigma=0.50"), 2u);
  EXPECT_EQ(cells("sigma=0.5,2"), 4u);
  EXPECT_EQ(cells("degree=2"), 2u) << "a kernel without a degree is none of degree 2";
  const auto error_of = [&](const char* filter) { return message_of<InputError>([&] { cells(filter); }); };
  EXPECT_THAT(error_of("kernel=gausian"), HasSubstr("did you mean \"gaussian\"?"));
  EXPECT_THAT(error_of("sigma=3"), HasSubstr("there are 0.5, 2"));
  EXPECT_THAT(error_of("sigma=wide"), HasSubstr("not a number"));
  EXPECT_THAT(error_of("sigma=median"), HasSubstr("there are 0.5, 2"));
  families["kernels"].push_back({{"kernel", "gaussian"}, {"sigma", "median"}});
  config = read_config(folder.write("rules.json", families.dump()));
  EXPECT_EQ(cells("sigma=median"), 2u);
  EXPECT_EQ(cells("sigma=median,2"), 4u);
}

TEST_F(PlanTest, AValueThatNoConfigurationHasIsAnErrorWithTheNearestOrAllKnown) {
  const auto error_of = [&](std::vector<std::string> texts) {
    PlanOptions options;
    for (const std::string& filter : texts) options.only.push_back(parse_filter(filter));
    return message_of<InputError>([&] { plan(options); });
  };
  EXPECT_THAT(error_of({"dataset=littel"}),
              AllOf(HasSubstr("filter dataset=littel"), HasSubstr("did you mean \"little\"?")));
  EXPECT_THAT(error_of({"method=tensor_sketch,tensor_sketsch"}),
              HasSubstr("did you mean \"tensor_sketch\"?"));
  EXPECT_THAT(error_of({"dataset=zzz"}), AllOf(HasSubstr("large"), HasSubstr("little")));
  EXPECT_THAT(error_of({"D=101"}), AllOf(HasSubstr("101"), HasSubstr("500, 100")));
  EXPECT_THAT(error_of({"degree=3"}), HasSubstr("there are 2"));
  EXPECT_THAT(error_of({"coef0=1"}), HasSubstr("there are 0"));
  EXPECT_THAT(error_of({"seed=3"}), HasSubstr("there are 1, 2"));
  EXPECT_THAT(error_of({"method=exact", "seed=1"}),
              HasSubstr("no cell of the configurations has all of that"));
}

TEST_F(PlanTest, AFilterThatLeavesFinishedCellsOnlyIsNoError) {
  for (const PlannedCell& cell : plan({.only = {parse_filter("seed=1")}}).to_run) finish(cell, "done");
  const Plan again = plan({.only = {parse_filter("seed=1")}});
  EXPECT_TRUE(again.to_run.empty());
  EXPECT_EQ(again.finished, 2u);
}

TEST_F(PlanTest, MoreCellsThanCanBePlannedAreRefusedBeforeTheyAreMade) {
  Json many = Json::parse(text);
  many["seeds"] = 100'000;
  many["grid"][0]["D"] = Json::array();
  for (int D = 1; D <= 1000; ++D) many["grid"][0]["D"].push_back(D);
  config = read_config(folder.write("many.json", many.dump()));
  const std::string error = message_of<InputError>([&] { plan(); });
  EXPECT_THAT(error, AllOf(HasSubstr("many.json"),
                           HasSubstr("2 grid entries with 1,001 D x 1 kernel x 2 methods x "
                                     "100,000 seeds"),
                           HasSubstr("1,000,000"), HasSubstr("a filter")));
  EXPECT_THAT(message_of<InputError>([&] { expand(config); }), HasSubstr("100,000 seeds")) << "so do reports";
  EXPECT_EQ(plan({.only = {parse_filter("seed=99999"), parse_filter("D=7")}}).to_run.size(), 1u);
}

TEST_F(PlanTest, TheCountOfCellsIsThatOfTheirList) {
  EXPECT_DOUBLE_EQ(count_cells(config), static_cast<double>(expand(config).size()));
  for (const char* filter : {"seed=2", "D=100", "D=0", "method=exact", "dataset=large"}) {
    const Config part = narrowed(config, {parse_filter(filter)});
    EXPECT_DOUBLE_EQ(count_cells(part), static_cast<double>(expand(part).size())) << filter;
  }
}

TEST_F(PlanTest, UnknownDataAndSplitsNameTheConfigurationAndTheKey) {
  testing_support::add_libsvm_dataset(folder, "large", "+1 1:1\n-1 2:1\n", "+1 1:1\n", 2);
  EXPECT_THAT(message_of<InputError>([&] { require_known_data({config}, folder / "datasets"); }),
              AllOf(HasSubstr("config.json: \"grid[1].dataset\""), HasSubstr("little")));
  testing_support::add_libsvm_dataset(folder, "little", "+1 1:1\n-1 2:1\n", "+1 1:1\n", 2);
  require_known_data({config}, folder / "datasets");
  config.grid[0].dataset.split = "papr";
  EXPECT_THAT(message_of<InputError>([&] { require_known_data({config}, folder / "datasets"); }),
              AllOf(HasSubstr("config.json: \"grid[0].split\""), HasSubstr("papr"), HasSubstr("publisher")));
}

TEST_F(PlanTest, DataForTheOtherTaskNameTheConfigurationAndTheKey) {
  testing_support::add_libsvm_dataset(folder, "large", "+1 1:1\n-1 2:1\n", "+1 1:1\n", 2);
  testing_support::add_libsvm_dataset(folder, "little", "0.5 1:1\n2 2:1\n", "1 1:1\n", 2, "",
                                      Task::regression);
  EXPECT_THAT(message_of<InputError>([&] { require_known_data({config}, folder / "datasets"); }),
              AllOf(HasSubstr("config.json: \"grid[1].dataset\""),
                    HasSubstr("the data set little is for regression, and the experiment \"accuracy\" for "
                              "classification; choose \"regression\"")));
  Json errors = Json::parse(text);
  errors["experiment"] = "regression";
  errors["learner"] = {{"type", "ridge"}};
  errors["methods"] = {{{"method", "tensor_sketch"}}};
  config = read_config(folder.write("errors.json", errors.dump()));
  EXPECT_THAT(message_of<InputError>([&] { require_known_data({config}, folder / "datasets"); }),
              AllOf(HasSubstr("errors.json: \"grid[0].dataset\""), HasSubstr("choose \"accuracy\"")));
  config.grid.erase(config.grid.begin());
  EXPECT_NO_THROW(require_known_data({config}, folder / "datasets"));
}

TEST_F(PlanTest, WrongDataNameTheConfigurationAndTheKey) {
  const std::string error = message_of<InputError>([&] {
    make_plan({config}, store, {}, [](const DatasetRequest& request) -> PlannedData {
      if (request.name == "little") throw InputError("little.libsvm:3: no such label");
      return info(request);
    });
  });
  EXPECT_THAT(error, AllOf(HasSubstr("config.json: \"grid[1].dataset\""), HasSubstr("little.libsvm:3")));
}

TEST_F(PlanTest, DataThatAreNotPreparedArePlannedAsFarAsTheyAreKnown) {
  const Plan result = make_plan({config}, store, {}, [](const DatasetRequest& request) {
    PlannedData data(info(request));
    data.prepared = false;
    data.info.content_hash.clear();
    if (request.name == "large") data.info.n_train = 0;  // not declared
    return data;
  });
  ASSERT_EQ(result.to_run.size(), 6u);
  for (const PlannedCell& cell : result.to_run) {
    EXPECT_FALSE(cell.prepared);
    EXPECT_EQ(cell.need.bytes > 0, cell.cell.dataset.name == "little");
  }
}

TEST_F(PlanTest, ADamagedRecordIsMadeAgainAndAnUnsealedOneOnlyWhenForced) {
  const Plan before = plan();
  finish(before.to_run[0], "done");
  finish(before.to_run[1], "done");
  const std::filesystem::path damaged = store.path_of(before.to_run[0].id),
                              unsealed = store.path_of(before.to_run[1].id);
  std::ofstream(damaged, std::ios::app) << "x";
  Json json = read_json(unsealed);
  json.erase("checksum");
  std::ofstream(unsealed) << json.dump();

  const Plan after = plan();
  EXPECT_EQ(after.to_run.size(), before.to_run.size() - 1);
  EXPECT_THAT(after.damaged, ElementsAre(HasSubstr(damaged.filename().string())));
  EXPECT_THAT(after.unsealed,
              ElementsAre(AllOf(HasSubstr(unsealed.filename().string()), HasSubstr("doctor"))));
  EXPECT_EQ(after.finished, 0u);
  EXPECT_EQ(plan({.force = true}).to_run.size(), before.to_run.size());
}

TEST_F(PlanTest, ARecordThatMayNotBeReadIsMadeAgainOnlyWhenForced) {
  const Plan before = plan();
  finish(before.to_run[0], "done");
  const std::filesystem::path record = store.path_of(before.to_run[0].id);
  std::filesystem::permissions(record, std::filesystem::perms::none);
  const AsNobody nobody(folder.path());
  const Plan after = plan();
  EXPECT_EQ(after.to_run.size(), before.to_run.size() - 1);
  EXPECT_EQ(after.total(), before.total());
  EXPECT_THAT(after.damaged, IsEmpty());
  EXPECT_THAT(after.unreadable,
              ElementsAre(AllOf(HasSubstr(record.filename().string()), HasSubstr("make it readable"))));
  EXPECT_EQ(plan({.force = true}).to_run.size(), before.to_run.size());
}

TEST_F(PlanTest, ACellOfTwoConfigurationsIsPlannedOnce) {
  Config other = config;
  other.name = "other";
  EXPECT_EQ(make_plan({config, other}, store, {}, info).to_run.size(), plan().to_run.size());
}

TEST(TimeLeft, ScalesItsEstimatesByWhatItHasSeen) {
  PlannedCell cell;
  cell.cell.dataset.name = "adult";
  cell.cell.method = "exact";
  cell.need.seconds = 10;
  TimeLeft left;
  EXPECT_DOUBLE_EQ(left.expect(cell), 10);
  left.learn(cell, 21);  // a second to start, and twice as long as estimated
  EXPECT_DOUBLE_EQ(left.expect(cell), 21);
  cell.cell.method = "tensor_sketch";
  EXPECT_DOUBLE_EQ(left.expect(cell), 21);  // no cell of its own group yet: as far off as the others
  left.learn(cell, 6);
  EXPECT_DOUBLE_EQ(left.expect(cell), 6);
  cell.cell.dataset.name = "mnist";
  // Twice and half as long: the geometric mean is as estimated; and a second to start, as for the other data.
  EXPECT_DOUBLE_EQ(left.expect(cell), 11);
}

TEST(TimeLeft, AScheduleIsNeverShorterThanItsLongestCell) {
  EXPECT_DOUBLE_EQ(schedule_length({}, {1, 1, 10}, 2), 11);
  EXPECT_DOUBLE_EQ(schedule_length({5}, {1, 1}, 2), 5);
  EXPECT_DOUBLE_EQ(schedule_length({5, 3}, {}, 2), 5);
  EXPECT_DOUBLE_EQ(schedule_length({}, {}, 4), 0);
}

}  // namespace
}  // namespace sketchbench
