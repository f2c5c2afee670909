#include <sketchbench/harness/cell/cell.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/sha256.hpp>
#include <sketchbench/features/external/external_map.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/harness/cell/external_method.hpp>
#include <sketchbench/kernels/sigma_rule.hpp>

namespace sketchbench {
namespace {

constexpr int description_format = 1;
constexpr Index no_limit = INT64_MAX;

}  // namespace

Json describe_request(const Cell& cell) {
  Json request = {{"format", description_format},
                  {"experiment", cell.experiment},
                  {"dataset", to_json(cell.dataset)},
                  {"kernel", cell.kernel.to_json()},
                  {"method", {{"method", cell.method}, {"D", cell.D}}},
                  {"learner", cell.learner.to_json()},
                  {"seed", cell.seed ? Json(*cell.seed) : Json()}};
  // Left out where they say nothing, so that the names of records that were made before they existed still
  // hold.
  if (!cell.map_parameters.empty()) request["method"]["parameters"] = cell.map_parameters;
  if (cell.external != nullptr) {
    request["method"][std::string(name_of(cell.external->form))] = cell.external->sha256;
    if (!cell.external->own_kernel.empty()) request["method"]["own_kernel"] = cell.external->own_kernel;
  }
  if (!cell.parameters.empty()) request["parameters"] = cell.parameters;
  return request;
}

Json describe(const Cell& cell, int (*sigma_version)(Sigma::Rule rule)) {
  Json description = describe_request(cell);
  description["dataset"]["content_hash"] = cell.data_hash;
  Json& versions = description["versions"];
  versions["experiment"] = find_experiment(cell.experiment).version;
  if (cell.method != exact_method) versions["map"] = kind_of_map(cell).version;
  if (!cell.learner.is_none()) versions["learner"] = cell.learner.kind().version;
  if (has_sigma_rule(cell.kernel))
    // Not told while it is 1: records of before the rules had versions keep their names.
    if (const int version = sigma_version(cell.kernel.sigma()->rule()); version > 1)
      versions["sigma"] = version;
  return description;
}

std::string cell_id(const Json& description) { return sha256_hex(json_text(description)); }

GroupIds::GroupIds(const Cell& group) : description_(describe(group)) {}

std::string GroupIds::of(std::optional<Seed> seed) {
  const auto text_with = [&](const Json& value) {
    description_["seed"] = value;
    return json_text(description_);
  };
  if (!seed || !std::exchange(asked_, true)) return sha256_hex(text_with(seed ? Json(*seed) : Json()));
  if (before_.empty()) {
    // Where the two texts differ, each in one digit, the seed stands.
    before_ = text_with(1);
    const auto place = std::ranges::mismatch(before_, text_with(2)).in1 - before_.begin();
    after_ = before_.substr(static_cast<std::size_t>(place) + 1);
    before_.resize(static_cast<std::size_t>(place));
  }
  return sha256_hex(fmt::format("{}{}{}", before_, *seed, after_));
}

Cell parse_cell(const Json& description) {
  StrictObject object(description, "cell description");
  object.integer("format", description_format, description_format);
  object.raw("versions");  // checked by the id: a rebuilt description carries today's versions
  Cell cell;
  cell.experiment = object.text("experiment");
  StrictObject dataset = object.object("dataset");
  cell.dataset = parse_dataset_request(dataset);
  cell.data_hash = dataset.text("content_hash");
  dataset.finish();
  StrictObject kernel = object.object("kernel");
  cell.kernel = Kernel::parse(kernel);
  kernel.finish();
  StrictObject method = object.object("method");
  cell.method = method.text("method");
  cell.D = method.integer("D", 0, no_limit);
  if (method.has("parameters")) cell.map_parameters = ParameterValues(method.object("parameters").json());
  for (const auto form : {ExternalMap::Form::program, ExternalMap::Form::plugin})
    if (method.has(name_of(form)))
      cell.external = described_external_map(cell.method, form, method.text(name_of(form)),
                                             method.text_or("own_kernel", ""));
  method.finish();
  if (const Json& learner = object.raw("learner"); !learner.is_null())
    cell.learner = LearnerSpec::parse(learner, "the cell description's learner");
  if (object.has("parameters")) cell.parameters = ParameterValues(object.object("parameters").json());
  if (!object.raw("seed").is_null()) cell.seed = static_cast<Seed>(object.integer("seed", 0, no_limit));
  object.finish();
  return cell;
}

}  // namespace sketchbench
