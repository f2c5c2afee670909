#pragma once
#include <algorithm>
#include <any>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/communicator.hpp>
#include <sketchbench/core/fields.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/labeled_rows.hpp>
#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/learners/model.hpp>

namespace sketchbench {

class RowBlocks;

/// What a solver said of its own run. Goes into the record, never onto the screen.
struct TrainingReport {
  std::int64_t iterations = 0;       ///< summed over the solver's subproblems
  std::vector<double> objectives;    ///< final objective value of each subproblem, in the solver's order
  bool converged = true;             ///< false when any subproblem stopped short of its tolerance
  std::int64_t support_vectors = 0;  ///< kernel machines only
  std::string messages;  ///< the library's own lines (shortened in the middle when longer than 16 kB)
  /// What a learner chose for itself, and how: {"lambda": 0.1, "loo_rmse": 2.5, ...}. Null: it had no choice.
  Json chosen;
};

struct Trained {
  std::unique_ptr<Model> model;
  TrainingReport report;
};

class Learner {
 public:
  virtual ~Learner() = default;
  /// Throws InputError when data.task is not the learner's, and when a classifier's labels have fewer than
  /// two classes. `seed` sets the process-wide rand() that the libraries draw from; not thread-safe for that
  /// reason.
  virtual Trained train(const LabeledRows& data, Seed seed) const = 0;
  /// Likewise on rows that need not be in memory all at once; y has one label a row, `weights` one weight, or
  /// none (LabeledRows::weights). Throws Error unless the kind's `streams` says that this learner can.
  virtual Trained train_on_blocks(const RowBlocks& rows, std::span<const float> y,
                                  std::span<const double> weights, Seed seed) const;
  /// Likewise on rows of a kernel matrix, numbered as LIBSVM has them (numbered_gram.hpp), in the place of
  /// rows with a kernel: the model is on such rows, with the linear kernel. Throws Error unless the kind's
  /// `takes_gram` says that this learner can.
  virtual Trained train_on_gram(const LabeledRows& numbered, Seed seed) const;
  /// Whether such rows are better renumbered (ColumnSelection) before it trains on them.
  virtual bool gains_by_renumbering(const LabeledRows& data) const { return data.x.is_sparse(); }
};

/// What a data set looks like to a learner's cost model.
struct TrainingShape {
  Index n = 0, d = 0;
  double nonzeros_per_row = 0;
  Index n_test = 0;
  int classes = 2;

  double rows() const { return static_cast<double>(n); }
  double nonzeros() const { return rows() * nonzeros_per_row; }
  double predicted_nonzeros() const { return static_cast<double>(n_test) * nonzeros_per_row; }
  /// Rows of the largest pair of classes: half as many again as with classes of equal size.
  double largest_pair() const { return std::min(rows(), 1.5 * rows() * 2 / std::max(2, classes)); }
};

/// A library that a learner comes from, and which one is linked.
struct Library {
  std::string name;     ///< as records call it: "liblinear"
  std::string version;  ///< "LIBLINEAR 2.30"
};

/// A kind of learner as configurations name it ("learner": {"type": ...}). What it does is made for a struct
/// of its parameters (typed_learner.hpp), and is called through a LearnerSpec, which holds one.
struct LearnerKind {
  std::string type;  ///< "liblinear", "libsvm"
  int version = 1;
  bool uses_kernel =
      false;  ///< trains on the raw rows with the cell's kernel (libsvm), or on mapped features
  /// Whether it can train on that kernel; null for a learner that uses none.
  bool (*supports)(const Kernel& kernel) = nullptr;
  bool takes_gram = false;  ///< trains on a kernel matrix that is given as well (Learner::train_on_gram)
  /// Learns what the training rows are like, whatever their labels: it classifies rows as like them, 1, or
  /// not, -1.
  bool one_class = false;
  /// Goes through its rows in their order, as often as it has to: where they are in a file, they need not fit
  /// into memory.
  bool passes_over_rows = false;
  /// Which of its specifications are for which task, for messages ("liblinear with solver 11, 12 or 13");
  /// empty where none is.
  std::string classifiers, regressors;
  std::string title = {};     ///< in reports: "LIBLINEAR", "dense TRON"
  std::string citation = {};  ///< who published it: authors, year, title, venue
  /// A value of the canonical form where "C = 1" would not do: "no bias term"; empty where it does. Null: it
  /// always does.
  std::string (*in_words)(std::string_view key, const Json& value) = nullptr;
  /// What helps, beside other data, where training leaves the numbers that it can compute with: "lower C";
  /// empty where nothing does.
  std::string advice = {};
  /// The operations that are claimed for training on n rows, and for predicting a row, in words: "n D^2" for
  /// a learner on D features, "n^3" for one on a kernel of d columns; empty where none are claimed.
  std::string claim = {}, claim_of_row = {};
  /// Their numbers; null where there is no claim.
  double (*claimed_operations)(const TrainingShape& shape) = nullptr;
  double (*claimed_operations_of_row)(const TrainingShape& shape) = nullptr;
  /// The library that trains, with its version, as records name it; null where the project trains itself.
  Library (*library)() = nullptr;
  /// The type of a learner that solves the same problem many times as fast, from the same canonical keys and
  /// with every kernel that this one knows: a quick run trains it in the place of this one. Empty: none.
  std::string faster = {};

  std::vector<FieldInfo> parameters = {};  ///< what a specification may say beside "type"
  /// From the keys of a specification, checked, with defaults. Whoever calls it has read "type", and finishes
  /// the object.
  std::any (*read)(StrictObject& spec) = nullptr;
  /// The canonical form for records, from which they are read to the same.
  Json (*write)(const std::any& parameters) = nullptr;
  /// Whether features are asked for that are recomputed in every pass and never held all at once; null: this
  /// kind cannot.
  bool (*streams)(const std::any& parameters) = nullptr;
  /// For which task they are; null for a kind that is for one alone.
  Task (*task)(const std::any& parameters) = nullptr;
  /// `threads` changes no result; the stock libraries use one whatever it is. `ranks`: see `divides`.
  std::unique_ptr<Learner> (*make)(const std::any& parameters, const Kernel& kernel, int threads,
                                   const Communicator& ranks) = nullptr;
  /// Whether training rows can be divided among ranks: each trains on its own rows, in their order, and has
  /// the model of all. False: with one rank alone.
  bool divides = false;
  /// Makes a model that was kept from its parts, with the parameters and the kernel that it was trained with;
  /// `features`: columns of its rows. InputError for parts that are not such a model's. Null: models of this
  /// kind cannot be kept, and have no parts().
  std::unique_ptr<Model> (*restore)(const ModelParts& parts, const std::any& parameters, const Kernel& kernel,
                                    Index features) = nullptr;
  /// Whether scores are log-odds, of each class against the rest, or of the first of two: what probabilities
  /// are made of. Null: never.
  bool (*scores_are_log_odds)(const std::any& parameters) = nullptr;
  /// Peak bytes beyond the rows themselves, and a rough number of seconds on one core (train + predict).
  double (*memory)(const std::any& parameters, const TrainingShape& shape) = nullptr;
  double (*seconds)(const std::any& parameters, const Kernel& kernel, const TrainingShape& shape) = nullptr;
  /// How messages call it: "liblinear with solver 2". Null: by its type.
  std::string (*short_text)(const std::any& parameters) = nullptr;
};

/// A learner with its parameters, as a value: what configurations and records write as {"type": "ridge",
/// "lambda": 0.1}.
class LearnerSpec {
 public:
  LearnerSpec() = default;  ///< of no learner: that of an experiment that trains nothing
  /// With its defaults; of learner_kinds().
  explicit LearnerSpec(const LearnerKind& kind);
  /// "type" and the keys of that kind. InputError names place, key, value and what was expected; whoever
  /// calls it finishes the object.
  static LearnerSpec read(StrictObject& object);
  static LearnerSpec parse(const Json& json, const std::string& place = "the learner");
  /// As in a configuration: {{"type", "ridge"}, {"lambda", 0.1}}.
  LearnerSpec(Json::initializer_list_t keys) : LearnerSpec(parse(keys)) {}
  /// The canonical form, with "type"; null of no learner.
  Json to_json() const;
  /// The same but for one key of the canonical form, "type" among them. InputError as parse().
  LearnerSpec with(std::string_view key, const Json& value) const;

  bool is_none() const { return kind_ == nullptr; }
  const LearnerKind& kind() const;  ///< InputError where there is none
  Task task() const;
  bool streams() const { return kind().streams != nullptr && kind().streams(parameters_); }
  bool scores_are_log_odds() const {
    return kind().scores_are_log_odds != nullptr && kind().scores_are_log_odds(parameters_);
  }
  std::string short_text() const {
    return kind().short_text == nullptr ? kind().type : kind().short_text(parameters_);
  }
  /// Error for several ranks where the kind does not divide rows.
  std::unique_ptr<Learner> make(const Kernel& kernel, int threads,
                                const Communicator& ranks = Communicator::alone()) const;
  std::unique_ptr<Model> restore(const ModelParts& parts, const Kernel& kernel, Index features) const {
    return kind().restore(parts, parameters_, kernel, features);
  }
  double memory(const TrainingShape& shape) const { return kind().memory(parameters_, shape); }
  double seconds(const Kernel& kernel, const TrainingShape& shape) const {
    return kind().seconds(parameters_, kernel, shape);
  }
  /// Whether they have the same canonical form.
  bool operator==(const LearnerSpec& other) const { return to_json() == other.to_json(); }

 private:
  LearnerSpec(const LearnerKind& kind, StrictObject& keys) : kind_(&kind), parameters_(kind.read(keys)) {}

  const LearnerKind* kind_ = nullptr;
  std::any parameters_;
};

/// Throws Error for a kind that lacks a member it must have: its type, what typed_learner() makes, or a task.
void require_complete(const LearnerKind& kind);

const std::vector<LearnerKind>& learner_kinds();
const LearnerKind& find_learner(std::string_view type);
/// Throws InputError, with the kernels that it supports, where that kind does not train on this one.
void require_supported(const LearnerKind& kind, const Kernel& kernel);
/// Throws InputError where `learner`, which is for one task, meets `what` that is for the other: "liblinear
/// with solver 2 classifies, and the data set cpu is for regression: choose liblinear with solver 11, 12 or
/// 13, libsvm_svr, ridge or krr".
void require_task(std::string_view learner, Task of_learner, std::string_view what, Task of_what);

}  // namespace sketchbench
