// A cell's name, and the request for its map.
#include <sketchbench/harness/cell/cell.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include <sketchbench/features/map_parameter.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/harness/worker/environment.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing_support::message_of;

Cell mapped() {
  Cell cell;
  cell.experiment = "kernel_error";
  cell.kernel = PolynomialKernel{.degree = 2, .coef0 = 1};
  cell.method = "tensor_sketch";
  cell.D = 32;
  return cell;
}

TEST(CellId, IsTheSameWhetherADefaultIsGivenOrLeftOut) {
  const std::vector<FieldInfo> known = {
      {.name = "q", .meaning = "order", .low = 1, .high = 9, .default_value = 2}};
  const auto id_with = [&](const std::string& parameters) {
    Cell cell = mapped();
    const Json json = parse_json(parameters, "a.json");
    cell.map_parameters = read_map_parameters(StrictObject(json, "a.json"), known);
    return cell_id(describe(cell));
  };
  EXPECT_EQ(id_with(R"({"q": 2})"), id_with("{}"));
  EXPECT_EQ(id_with("{}"), cell_id(describe(mapped())));
  EXPECT_NE(id_with(R"({"q": 3})"), id_with("{}"));
}

TEST(CellId, TellsTheSeedOfASplitWhereOneIsAskedFor) {
  const Json plain = describe(mapped());
  EXPECT_FALSE(plain.at("dataset").contains("split_seed")) << "records of before keep their names";
  Cell cell = mapped();
  cell.dataset.split_seed = 7;
  const Json other = describe(cell);
  EXPECT_EQ(other.at("dataset").at("split_seed"), 7);
  EXPECT_NE(cell_id(other), cell_id(plain));
  EXPECT_EQ(parse_cell(other).dataset, cell.dataset);
  EXPECT_FALSE(parse_cell(plain).dataset.split_seed.has_value());
  cell.dataset.split_seed = 0;
  EXPECT_EQ(parse_cell(describe(cell)).dataset.split_seed, Seed{0}) << "0 is a seed like any other";
}

TEST(CellId, TellsTheTestRowsWhereTheyAreLimited) {
  const Json plain = describe(mapped());
  EXPECT_FALSE(plain.at("dataset").contains("max_test")) << "records of before keep their names";
  Cell cell = mapped();
  cell.dataset.max_test = 2000;
  const Json other = describe(cell);
  EXPECT_EQ(other.at("dataset").at("max_test"), 2000);
  EXPECT_NE(cell_id(other), cell_id(plain));
  EXPECT_EQ(parse_cell(other).dataset, cell.dataset);
  EXPECT_EQ(parse_cell(plain).dataset, mapped().dataset);
}

TEST(CellId, TellsTheVersionOfARuleForSigmaWhereItIsAboveOne) {
  const auto described = [](const Sigma& sigma, int (*version)(Sigma::Rule)) {
    Cell cell = mapped();
    cell.kernel = GaussianKernel{.sigma = sigma};
    return describe(cell, version);
  };
  const auto one = [](Sigma::Rule) { return 1; };
  const auto another = [](Sigma::Rule rule) { return rule == Sigma::Rule::median ? 2 : 3; };
  for (const auto& [rule, version] :
       {std::pair(Sigma::Rule::median, 2), std::pair(Sigma::Rule::cross_validation, 3)}) {
    const Json before = described(Sigma(rule), one), after = described(Sigma(rule), another);
    EXPECT_FALSE(before.at("versions").contains("sigma")) << "records of before keep their names";
    EXPECT_EQ(after.at("versions").at("sigma"), version);
    EXPECT_NE(cell_id(before), cell_id(after));
    EXPECT_EQ(parse_cell(after).kernel, parse_cell(before).kernel);
  }
  EXPECT_EQ(described(0.5, another), described(0.5, one)) << "a number follows no rule";
  EXPECT_EQ(describe(mapped(), another), describe(mapped())) << "nor does a kernel without a sigma";
}

// The number of features may depend on the number of training rows (d_out of a map that looks at data).
TEST(MapRequestOfACell, HasTheRowsThatTheMapIsMadeFrom) {
  const MapRequest request = map_request(mapped(), 7, 40, 5);
  EXPECT_EQ(request.d_in, 7);
  EXPECT_EQ(request.n_train, 40);
  EXPECT_EQ(request.seed, 5u);
  EXPECT_EQ(request.threads, 1);
  EXPECT_EQ(map_request(mapped(), 7, 40, 5, 3).threads, 3);
  FeatureMapKind kind = find_feature_map("tensor_sketch");
  EXPECT_EQ(features_of(kind, request), 32);
  kind.d_out = [](const MapRequest& asked) { return std::min(asked.D, asked.n_train); };
  EXPECT_EQ(features_of(kind, request), 32);
  EXPECT_EQ(features_of(kind, map_request(mapped(), 7, 20, 5)), 20);
}

TEST(ExperimentList, OneThatLacksAMemberIsRefusedByName) {
  for (const Experiment& experiment : experiments()) EXPECT_NO_THROW(require_complete(experiment));
  Experiment experiment = find_experiment("accuracy");
  experiment.headline = nullptr;
  EXPECT_EQ(message_of<Error>([&] { require_complete(experiment); }), "accuracy: `headline` is missing");
}

TEST(Environment, NamesTheLibrariesWithTheirVersions) {
  std::vector<std::string> names;
  const Json facts = environment_facts();
  for (const auto& [name, version] : facts.at("libraries").items()) {
    names.push_back(name);
    EXPECT_FALSE(version.get<std::string>().empty()) << name;
  }
  EXPECT_THAT(names, testing::ElementsAre("eigen", "fftw", "fmt", "libarchive", "libcurl", "liblinear",
                                          "libsvm", "nlohmann_json", "openssl"));
}

}  // namespace
}  // namespace sketchbench
