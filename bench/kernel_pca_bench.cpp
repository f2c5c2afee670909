// Kernel PCA, ours and scikit-learn's KernelPCA, on the same dense rows and in turn, and the products with a
// Gram matrix and with what stands in for it; started by bench/beside_sklearn/run, or alone, without
// scikit-learn's rows. Times are CPU seconds of one thread, medians.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include <sketchbench/core/json.hpp>
#include <sketchbench/features/kernel_pca/operators/centred.hpp>
#include <sketchbench/features/kernel_pca/operators/gram_matrix.hpp>
#include <sketchbench/kernels/sigma_rule.hpp>
#include <sketchbench/numerics/eigensolvers/eigenpairs.hpp>
#include <sketchbench/numerics/eigensolvers/subspaces.hpp>
#include "bench/common.hpp"
#include "bench/gram_forms.hpp"
#include "bench/kernel_pca_subject.hpp"
#include "bench/rows.hpp"
#include "experiments/kernel_pca/exact_eigenpairs.hpp"
#include "experiments/kernel_pca/extracted_components.hpp"

namespace sketchbench::bench {
namespace {

constexpr BenchSet mnist = bench_sets[1];
static_assert(std::string_view(mnist.name) == "mnist");
constexpr Index all_rows = 5000, quick_rows = 1000;
constexpr Index rows_of_a_new_one = 5;  ///< rows that are fitted to for each new row that is mapped
constexpr Index components[] = {10, 50}, vectors_of_products[] = {1, 20};
constexpr double seconds_of_products = 0.02;
constexpr int products_repeats = 5;  // for each of the others: they take little time
constexpr Seed seed = 1;

struct Settings {
  Options options;
  Index rows = 0;  ///< 0: as the constants say
  std::filesystem::path requests, answers;
};

class Comparison {
 public:
  Comparison(const Settings& settings, DenseMatrix rows, Index train)
      : settings_(settings),
        rows_(std::move(rows)),
        train_(rows_.view().slice(0, train)),
        new_(rows_.view().slice(train, rows_.n)) {
    if (!settings.requests.empty()) sklearn_.emplace(settings.requests, settings.answers);
    measurements_["tolerance"] = StoppingRule{}.tolerance;
  }

  void add(const Kernel& kernel) {
    const GramMatrix gram(kernel, train_, threads_of_judging);
    const Centred centred(gram, threads_of_judging);
    const ExactEigenpairs exact = exact_eigenpairs(centred, std::ranges::max(components), threads_of_judging);
    for (const Index l : components) {
      add(kernel, l, centred, exact.values.head(l));
      if (!exact.converged) measurements_["cases"].back()["exact_residual"] = exact.residual;
    }
  }

  void add_products(const Kernel& kernel) {
    announce("products");
    std::vector<GramForm> forms = gram_forms();
    std::vector<StoredGram> matrices;
    for (const GramForm& form : forms) matrices.push_back(form.make(kernel, train_));
    for (const Index l : vectors_of_products) add_products(forms, matrices, l);
  }

  void publish() {
    if (sklearn_) measurements_["versions"] = sklearn_->versions();
    bench::publish("kernel_pca", std::move(measurements_), settings_.options);
  }

 private:
  void add(const Kernel& kernel, Index l, const SymmetricOperator& centred, const Eigen::VectorXd& values) {
    announce(fmt::format("{}, l = {}", kernel.display(), l));
    const PcaProblem problem{.rows = rows_, .train = train_.size(), .kernel = kernel, .l = l};
    std::vector<PcaSubject> subjects = own_subjects(problem);
    if (sklearn_)
      for (PcaSubject& subject : sklearn_subjects(*sklearn_, problem)) subjects.push_back(std::move(subject));
    std::vector<Contender> contenders;
    for (const PcaSubject& subject : subjects)
      contenders.insert(contenders.end(), {subject.fit, subject.transform});
    const std::vector<Timing> timings = interleaved(contenders, settings_.options.repeats);

    Json entry = {{"dataset", mnist.name},          {"rows", train_.size()},
                  {"new_rows", new_.size()},        {"d", train_.dim()},
                  {"kernel", kernel.to_json()},     {"l", l},
                  {"kernel_text", kernel.display()}};
    for (std::size_t s = 0; s < subjects.size(); ++s) {
      const PcaSubject& subject = subjects[s];
      const Timing &fit = timings[2 * s], &transform = timings[2 * s + 1];
      Json measured = {{"name", subject.label},
                       {"seconds", {{"fit", to_json(fit)}, {"transform", to_json(transform)}}},
                       {"sklearn", subject.is_sklearns},
                       {"captured_share", captured(subject.features(), centred, values)}};
      if (subject.facts) measured["facts"] = subject.facts();
      entry["kernel_pca"].push_back(std::move(measured));
    }
    measurements_["cases"].push_back(std::move(entry));
  }

  /// How much of the largest eigenvalues is in the space of these features.
  static double captured(const DenseMatrix& z, const SymmetricOperator& centred,
                         const Eigen::VectorXd& values) {
    const ExtractedComponents found = extracted_components(z.view(), values.size(), true, threads_of_judging);
    return captured_share(centred, found.directions, values, threads_of_judging);
  }

  void add_products(const std::vector<GramForm>& forms, const std::vector<StoredGram>& matrices, Index l) {
    const Eigen::MatrixXf x = normal_matrix(train_.size(), l, seed);
    Eigen::MatrixXf y(train_.size(), l);
    std::vector<Contender> contenders;
    std::vector<int> runs;
    for (std::size_t f = 0; f < forms.size(); ++f) {
      const auto multiply = [&, f] { matrices[f].multiply(x, y, 1); };
      multiply();
      const double once = timed(forms[f].name, multiply).once().cpu;
      runs.push_back(std::max(1, static_cast<int>(std::ceil(seconds_of_products / once))));
      contenders.push_back(timed(forms[f].name, [multiply, count = runs.back()] {
        for (int r = 0; r < count; ++r) multiply();
      }));
    }
    const std::vector<Timing> timings = interleaved(contenders, products_repeats * settings_.options.repeats);
    const auto seconds = [&](std::size_t f) { return timings[f].cpu.median / runs[f]; };
    const auto place_of = [&](std::string_view name) {
      return static_cast<std::size_t>(std::ranges::find(forms, name, &GramForm::name) - forms.begin());
    };
    const std::size_t dense[] = {place_of("gram"), place_of("eigen_dense")};
    for (std::size_t f = 0; f < forms.size(); ++f) {
      const auto bytes = static_cast<double>(matrices[f].bytes);
      Json entry = {{"name", forms[f].name},
                    {"title", forms[f].title},
                    {"of_eigen", forms[f].is_eigens},
                    {"l", l},
                    {"rows", train_.size()},
                    {"bytes", matrices[f].bytes},
                    {"products", runs[f]},
                    {"seconds", to_json(timings[f])},
                    {"seconds_of_product", seconds(f)}};
      for (const std::size_t whole : dense) {
        const double gain = seconds(whole) / seconds(f),
                     promise = static_cast<double>(matrices[whole].bytes) / bytes;
        entry["beside"][forms[whole].name] = {{"ratio", gain}, {"promised", promise}};
      }
      measurements_["products"].push_back(std::move(entry));
    }
  }

  const Settings& settings_;
  DenseMatrix rows_;
  Rows train_, new_;
  std::optional<SklearnWorker> sklearn_;
  Json measurements_;
};

void run(const Settings& settings) {
  const Index train = settings.rows > 0 ? settings.rows : settings.options.quick ? quick_rows : all_rows;
  DenseMatrix rows = load_rows(mnist, train + train / rows_of_a_new_one).dense;
  // To a tenth, so that it can be read; both sides get the same.
  const double sigma = std::round(10 * median_distance(GaussianKernel{}, rows.view().slice(0, train))) / 10;
  const Kernel gaussian = Kernel(GaussianKernel{}).with_sigma(sigma);
  Comparison comparison(settings, std::move(rows), train);
  for (const Kernel& kernel : {gaussian, Kernel(PolynomialKernel{.degree = 2, .coef0 = 1})})
    comparison.add(kernel);
  comparison.add_products(gaussian);
  comparison.publish();
}

}  // namespace
}  // namespace sketchbench::bench

int main(int argc, char** argv) {
  using namespace sketchbench::bench;
  CLI::App app("Kernel PCA against scikit-learn's", "kernel_pca_bench");
  Settings settings;
  settings.options.repeats = 5;
  settings.options.add_to(app);
  app.add_option("--rows", settings.rows, "Rows that are fitted to (default: 5000)")
      ->check(CLI::Range(100, 20'000));
  app.add_option("--sklearn-requests", settings.requests, "Where beside_sklearn/sketch.py reads");
  app.add_option("--sklearn-answers", settings.answers, "Where it writes");
  return main_of(app, argc, argv, [&] { run(settings); });
}
