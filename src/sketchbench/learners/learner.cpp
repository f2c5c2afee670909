#include <sketchbench/learners/learner.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/required_members.hpp>
#include <sketchbench/learners/block_smo/block_smo.hpp>
#include <sketchbench/learners/block_smo/block_smo_one_class.hpp>
#include <sketchbench/learners/block_smo/block_smo_svr.hpp>
#include <sketchbench/learners/coordinate_descent/coordinate_descent.hpp>
#include <sketchbench/learners/dense_tron/dense_tron.hpp>
#include <sketchbench/learners/falkon/falkon.hpp>
#include <sketchbench/learners/liblinear/liblinear.hpp>
#include <sketchbench/learners/libsvm/libsvm.hpp>
#include <sketchbench/learners/libsvm/libsvm_one_class.hpp>
#include <sketchbench/learners/libsvm/libsvm_svr.hpp>
#include <sketchbench/learners/ridge/krr.hpp>
#include <sketchbench/learners/ridge/ridge.hpp>
#include <sketchbench/learners/sgd.hpp>

namespace sketchbench {

const std::vector<LearnerKind>& learner_kinds() {
  static const std::vector<LearnerKind> kinds = all_complete<LearnerKind>(
      {liblinear_kind(), libsvm_kind(), dense_tron_kind(), block_smo_kind(), libsvm_svr_kind(), ridge_kind(),
       krr_kind(), falkon_kind(), coordinate_descent_kind(), block_smo_svr_kind(), libsvm_one_class_kind(),
       block_smo_one_class_kind(), sgd_kind()});
  return kinds;
}

void require_complete(const LearnerKind& kind) {
  require_members(kind.type,
                  {{"type", !kind.type.empty()},
                   {"classifiers` or `regressors", !kind.classifiers.empty() || !kind.regressors.empty()},
                   {"read", kind.read != nullptr},
                   {"write", kind.write != nullptr},
                   {"make", kind.make != nullptr},
                   {"memory", kind.memory != nullptr},
                   {"seconds", kind.seconds != nullptr}});
}

namespace {

/// "liblinear with solver 11, 12 or 13, libsvm_svr, ridge or krr".
std::string learners_for(Task task) {
  std::vector<std::string> names;
  for (const LearnerKind& kind : learner_kinds())
    if (const std::string& some = task == Task::regression ? kind.regressors : kind.classifiers;
        !some.empty())
      names.push_back(some);
  const std::string last = names.back();
  names.pop_back();
  return fmt::format("{} or {}", fmt::join(names, ", "), last);
}

}  // namespace

Trained Learner::train_on_blocks(const RowBlocks&, std::span<const float>, std::span<const double>,
                                 Seed) const {
  throw Error("this learner needs its rows in memory");
}

Trained Learner::train_on_gram(const LabeledRows&, Seed) const {
  throw Error("this learner needs rows and a kernel");
}

void require_supported(const LearnerKind& kind, const Kernel& kernel) {
  require_supported(fmt::format("the learner \"{}\"", kind.type), kind.supports, kernel);
}

LearnerSpec::LearnerSpec(const LearnerKind& kind) : kind_(&kind) {
  const Json nothing = Json::object();
  StrictObject keys(nothing, kind.type);
  parameters_ = kind.read(keys);
}

LearnerSpec LearnerSpec::read(StrictObject& object) {
  const std::string type = object.text("type");
  const auto known = std::ranges::find(learner_kinds(), type, &LearnerKind::type);
  if (known != learner_kinds().end()) return {*known, object};
  try {
    static_cast<void>(find_learner(type));
  } catch (const InputError& error) {
    throw InputError(object.place("type") + ": " + error.what());
  }
  return {};
}

LearnerSpec LearnerSpec::parse(const Json& json, const std::string& place) {
  StrictObject object(json, place);
  LearnerSpec spec = read(object);
  object.finish();
  return spec;
}

std::unique_ptr<Learner> LearnerSpec::make(const Kernel& kernel, int threads,
                                           const Communicator& ranks) const {
  if (ranks.size() > 1 && !kind().divides)
    throw Error(fmt::format("{} does not train on rows that are divided among ranks", kind().type));
  return kind().make(parameters_, kernel, threads, ranks);
}

const LearnerKind& LearnerSpec::kind() const {
  if (kind_ == nullptr) throw InputError("the learner is missing, expected one");
  return *kind_;
}

Json LearnerSpec::to_json() const {
  if (is_none()) return nullptr;
  Json json = kind().write(parameters_);
  json["type"] = kind().type;
  return json;
}

LearnerSpec LearnerSpec::with(std::string_view key, const Json& value) const {
  Json json = to_json();
  json[std::string(key)] = value;
  return parse(json);
}

Task LearnerSpec::task() const {
  if (kind().task != nullptr) return kind().task(parameters_);
  return kind().regressors.empty() ? Task::classification : Task::regression;
}

void require_task(std::string_view learner, Task of_learner, std::string_view what, Task of_what) {
  if (of_learner == of_what) return;
  throw InputError(fmt::format("{} {}, and {} for {}: choose {}", learner,
                               of_learner == Task::classification ? "classifies" : "predicts targets", what,
                               name_of(of_what), learners_for(of_what)));
}

const LearnerKind& find_learner(std::string_view type) {
  std::vector<std::string> known;
  for (const LearnerKind& kind : learner_kinds()) {
    if (kind.type == type) return kind;
    known.push_back(kind.type);
  }
  fail_unknown("learner", type, known);
}

}  // namespace sketchbench
