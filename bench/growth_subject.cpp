#include "bench/growth_subject.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include <sketchbench/core/json.hpp>
#include <sketchbench/data/generate/generated.hpp>
#include <sketchbench/data/preprocess.hpp>
#include <sketchbench/features/degree_measure.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/learners/row_blocks.hpp>

namespace sketchbench::bench {
namespace {

constexpr double coef0 = 1;

double real(Index value) { return static_cast<double>(value); }

PolynomialKernel kernel_of(const Size& size) { return {size.p, coef0}; }

/// 2^first, 2^(first + 1) .. 2^last.
std::vector<Index> powers(int first, int last) {
  std::vector<Index> values;
  for (int e = first; e <= last; ++e) values.push_back(Index{1} << e);
  return values;
}

/// Uniform points: no value is zero, so that no map is spared any work.
std::shared_ptr<const DenseMatrix> uniform_points(const Size& size) {
  std::vector<Index> rows(static_cast<std::size_t>(size.n));
  std::iota(rows.begin(), rows.end(), Index{0});
  return std::make_shared<DenseMatrix>(generate_uniform(rows, size.d, 1));
}

Subject map_subject(const std::string& name, bool quick) {
  const Index exact = name == "random_maclaurin_h01" ? 1 : 0;  // H0/1 has D features beside its exact ones
  const auto features = [exact](const Size& size) { return size.D + exact * (1 + size.d); };
  Subject subject;
  subject.name = name;
  subject.base = {.n = quick ? 128 : 1024, .d = 512, .D = 512, .p = 3};
  const int last = quick ? 9 : 12;
  subject.axes = {
      {'n', powers(7, last)}, {'d', powers(6, last)}, {'D', powers(6, last)}, {'p', {1, 2, 3, 4, 6, 8}}};
  subject.prepare = [name, features](const Size& size) {
    const auto x = uniform_points(size);
    const auto z = std::make_shared<DenseMatrix>(size.n, features(size));
    const auto make = [=]() -> std::shared_ptr<const FeatureMap> {
      return make_feature_map(name,
                              {.d_in = size.d, .kernel = kernel_of(size), .D = features(size), .seed = 1});
    };
    return Prepared{
        .work = [x, z, map = make()] { map->transform(x->view(), *z); }, .make = make, .steps = {}};
  };
  return subject;
}

Subject sketch_subject(const std::string& name, bool quick) {
  Subject subject = map_subject(name, quick);
  subject.claim_time = "n p (d + D log₂ D)";
  subject.claim_memory = "p d + D";  // tables, and the factors of the transforms
  subject.time = {[](const Size& s) { return real(s.n) * s.p * real(s.d); },
                  [](const Size& s) { return real(s.n) * s.p * real(s.D) * std::log2(real(s.D)); }};
  subject.memory = {[](const Size& s) { return s.p * real(s.d); }, [](const Size& s) { return real(s.D); }};
  return subject;
}

/// `mean_degree`: of a random feature, for that degree of the kernel.
Subject maclaurin_subject(const std::string& name, double (*mean_degree)(const PolynomialKernel&),
                          bool quick) {
  Subject subject = map_subject(name, quick);
  subject.claim_time = "n d D E[degree]";
  subject.claim_memory = "d D E[degree]";
  const Term signs = [mean_degree](const Size& s) {
    return real(s.d) * real(s.D) * mean_degree(kernel_of(s));
  };
  subject.memory = {signs};
  subject.time = {[signs](const Size& s) { return real(s.n) * signs(s); }};
  return subject;
}

double mean_degree(const DegreeMeasure& measure) {
  double mean = 0;
  for (const DegreeMeasure::Term& term : measure.terms()) mean += term.probability * term.degree;
  return mean;
}

enum class Storage { sparse, dense };
/// What a claim about a learner's time is about.
enum class Claim { of_a_step, of_all };

/// A learner on points that a polynomial of degree 2 has labelled, stored as what it is given in practice.
Subject learner_subject(const std::string& type, const Size& base, std::vector<VariedSize> axes, Claim claim,
                        Storage storage = Storage::sparse) {
  Subject subject;
  subject.name = type;
  subject.base = base;
  subject.axes = std::move(axes);
  subject.prepare = [type, claim, storage](const Size& size) {
    const LabeledMatrix drawn = generate_poly_teacher(
        {.form = PolyTeacherParams::Form::dense, .n = size.n, .d = size.d, .degree = 2, .noise = 0.05}, 1);
    const auto data = std::make_shared<LabeledStore>();
    data->append({drawn.x.view(), drawn.y});
    LabeledStore none_to_test;
    none_to_test.x.d = size.d;
    preprocess({UnitLength{}}, *data, none_to_test);  // so that C = 1 means the same for every d
    const std::shared_ptr<const Learner> learner = LearnerSpec(find_learner(type)).make(kernel_of(size), 1);
    const double most_nonzeros = storage == Storage::dense ? 0 : 1;
    const auto form = std::make_shared<const RowsInForm>(data->x.view(), most_nonzeros);
    const auto steps = std::make_shared<double>(1);
    const auto work = [=] {
      *steps =
          std::max(1.0, static_cast<double>(learner->train({form->view(), data->y}, 1).report.iterations));
    };
    Prepared prepared{.work = work, .make = {}, .steps = {}};
    if (claim == Claim::of_a_step) prepared.steps = [=] { return *steps; };
    return prepared;
  };
  return subject;
}

}  // namespace

Size with(Size size, char axis, Index value) {
  switch (axis) {
    case 'n':
      size.n = value;
      break;
    case 'd':
      size.d = value;
      break;
    case 'D':
      size.D = value;
      break;
    default:
      size.p = static_cast<int>(value);
  }
  return size;
}

std::vector<Subject> growth_subjects(bool quick) {
  std::vector<Subject> subjects = {sketch_subject("tensor_sketch", quick),
                                   sketch_subject("tensor_sketch_fast", quick)};
  subjects.push_back(maclaurin_subject(
      "random_maclaurin_published",
      [](const PolynomialKernel& kernel) { return mean_degree(DegreeMeasure::published(kernel)); }, quick));
  subjects.push_back(maclaurin_subject(
      "random_maclaurin_restricted",
      [](const PolynomialKernel& kernel) { return mean_degree(DegreeMeasure::restricted(kernel)); }, quick));
  Subject h01 = maclaurin_subject(
      "random_maclaurin_h01",
      [](const PolynomialKernel& kernel) { return mean_degree(DegreeMeasure::published(kernel, 2)); }, quick);
  h01.axes.back().values = {2, 3, 4, 6, 8};  // it has no random features at degree 1
  subjects.push_back(std::move(h01));

  const int most = quick ? 9 : 12;
  const std::vector<VariedSize> linear_axes = {{'n', powers(8, most + 1)}, {'d', powers(6, most - 1)}};
  const Size linear_base = {.n = 2048, .d = 256, .D = 0, .p = 2};
  const Term values = [](const Size& s) { return real(s.n) * real(s.d); };
  Subject liblinear = learner_subject("liblinear", linear_base, linear_axes, Claim::of_a_step);
  liblinear.claim_time = "n d a Newton step";
  liblinear.claim_memory = "n d";
  liblinear.time = liblinear.memory = {values};
  subjects.push_back(std::move(liblinear));

  Subject tron = learner_subject("dense_tron", linear_base, linear_axes, Claim::of_a_step, Storage::dense);
  tron.claim_time = "n d a Newton step";
  tron.claim_memory = "n + d beside the rows";
  tron.time = {values};
  tron.memory = {[](const Size& s) { return real(s.n); }, [](const Size& s) { return real(s.d); }};
  subjects.push_back(std::move(tron));

  const Term all_pairs = [](const Size& s) { return real(s.n) * real(s.n); };
  Subject libsvm = learner_subject("libsvm", {.n = 1024, .d = 128, .D = 0, .p = 2},
                                   {{'n', powers(8, most)}, {'d', powers(5, most - 2)}}, Claim::of_all);
  libsvm.claim_time = "n² d";
  libsvm.claim_memory = "n d + n², up to the cache's size";
  libsvm.time = {[](const Size& s) { return real(s.n) * real(s.n) * real(s.d); }};
  libsvm.memory = {values, all_pairs};
  Subject block_smo = learner_subject("block_smo", libsvm.base, libsvm.axes, Claim::of_all);
  block_smo.claim_time = libsvm.claim_time;
  block_smo.time = libsvm.time;
  block_smo.claim_memory = "n² + d, up to the cache's size";
  block_smo.memory = {all_pairs, [](const Size& s) { return real(s.d); }};
  subjects.push_back(std::move(libsvm));
  subjects.push_back(std::move(block_smo));
  return subjects;
}

}  // namespace sketchbench::bench
