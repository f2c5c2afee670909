// Kernel PCA, ours and scikit-learn's KernelPCA, on the same dense rows and in turn, and the products with a
// Gram matrix and with what stands in for it; started by bench/beside_sklearn/run, or alone, without
// scikit-learn's rows. Times are CPU seconds of one thread, medians.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/features/kernel_pca/operators/centred.hpp>
#include <sketchbench/features/kernel_pca/operators/gram_matrix.hpp>
#include <sketchbench/kernels/sigma_rule.hpp>
#include <sketchbench/numerics/eigensolvers/eigenpairs.hpp>
#include <sketchbench/numerics/eigensolvers/subspaces.hpp>
#include <sketchbench/report/words.hpp>
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
constexpr double same_share = 0.999;      // what a result is to capture, to be called the same
constexpr double share_of_promise = 0.5;  // of the factor by which storage is smaller, in products' times
constexpr double seconds_of_products = 0.02;
constexpr int products_repeats = 5;  // for each of the others: they take little time
constexpr Seed seed = 1;

struct Settings {
  Options options;
  Index rows = 0;  ///< 0: as the constants say
  std::filesystem::path requests, answers;
};

/// The median, and below it the quartiles.
TableCell spread_cell(const Quartiles& seconds) {
  TableCell cell = text(time_text(seconds.median));
  cell.push_back(
      {.left = {fmt::format("{} – {}", time_text(seconds.q1), time_text(seconds.q3)), Tone::faint}});
  return cell;
}

class Comparison {
 public:
  Comparison(const Settings& settings, DenseMatrix rows, Index train)
      : settings_(settings),
        rows_(std::move(rows)),
        train_(rows_.view().slice(0, train)),
        new_(rows_.view().slice(train, rows_.n)) {
    if (!settings.requests.empty()) sklearn_.emplace(settings.requests, settings.answers);
    results_.document.name = "kernel_pca";
    results_.document.title = "Kernel PCA against scikit-learn's KernelPCA";
    times_.caption = fmt::format("The first {} rows of {}, l components, one thread", with_commas(train),
                                 dataset_title(mnist.name));
    times_.remarks = {
        fmt::format(
            "The same dense arrays in single precision, CPU time, medians of repeats in turn, and below them "
            "the quartiles. \"Fit\": from the rows to the fitted components; \"transform\": the features of "
            "{} further rows, of which sklearn takes as many at a time as it is fastest with. \"×\": the "
            "fastest of sklearn's times over this.",
            with_commas(new_.size())),
        fmt::format(
            "\"Captured\": per cent of the sum of the l largest eigenvalues of the centred Gram matrix that "
            "is in the space of the features of the {} rows; bold where it is less than {:g}, so that the "
            "result is not the same. All is centred, for KernelPCA cannot do without; sparsified and one-bit "
            "matrices, of one draw, have solver = lanczos.",
            with_commas(train), 100 * same_share),
        fmt::format(
            "lanczos, orthogonal_iteration and arpack with tol = {0:g} end at a tolerance of {0:g}, arpack "
            "without it at machine precision; randomised ones make a fixed number of products, sklearn's "
            "more "
            "than ours. eigen_solver = dense, which reduces the whole matrix to a tridiagonal one, is slower "
            "and left out.",
            StoppingRule{}.tolerance)};
    times_.columns = {
        {{"Kernel"}, false}, {{"l"}, true},         {{"Kernel PCA"}, false}, {{"Fit"}, true},
        {{"×"}, true},       {{"Transform"}, true}, {{"×"}, true},           {{"Captured", "%"}, true}};
    products_.caption = "Products with a Gram matrix and with what stands in for it, one thread";
    products_.remarks = {fmt::format(
        "Of the same rows, Gaussian kernel, with l vectors: µs of CPU time for a product of all l, medians, "
        "one product after the other as a solver makes them. \"×\": the time of the dense product over this, "
        "for the dense matrix that is stored by halves and for Eigen's; \"promised\": its bytes over these. "
        "Bold where a product gains less than {:g} of what its storage promises; Eigen's sparse matrices, "
        "with 4 bytes for a column, hold the same entries on both sides of the diagonal and are there to "
        "compare.",
        share_of_promise)};
    products_.columns = {{{"Matrix"}, false},
                         {{"l"}, true},
                         {{"µs"}, true},
                         {{"Stored"}, true},
                         {{"× dense,", "by halves"}, true},
                         {{"promised"}, true},
                         {{"× dense,", "Eigen"}, true},
                         {{"promised"}, true}};
  }

  void add(const Kernel& kernel) {
    const GramMatrix gram(kernel, train_, threads_of_judging);
    const Centred centred(gram, threads_of_judging);
    const ExactEigenpairs exact = exact_eigenpairs(centred, std::ranges::max(components), threads_of_judging);
    if (!exact.converged)
      times_.notes.push_back(
          fmt::format("{}: the exact eigenvalues have a residual of {:.1e} of the largest.", kernel.display(),
                      exact.residual));
    for (const Index l : components) add(kernel, l, centred, exact.values.head(l));
  }

  void add_products(const Kernel& kernel) {
    announce("products");
    std::vector<GramForm> forms = gram_forms();
    std::vector<StoredGram> matrices;
    for (const GramForm& form : forms) matrices.push_back(form.make(kernel, train_));
    for (const Index l : vectors_of_products) add_products(forms, matrices, l);
  }

  void publish() {
    if (sklearn_) {
      const Json versions = sklearn_->versions();
      results_.measurements["versions"] = versions;
      const auto blas = versions.at("blas").get<std::string>();
      times_.notes.push_back(
          fmt::format("scikit-learn {}, numpy {}, scipy {}, Python {}; their matrix products: {}.",
                      versions.at("scikit-learn").get<std::string>(), versions.at("numpy").get<std::string>(),
                      versions.at("scipy").get<std::string>(), versions.at("python").get<std::string>(),
                      blas.empty() ? "the reference BLAS, or another that has no name" : blas));
    }
    results_.document.tables = {std::move(times_), std::move(products_)};
    bench::publish(std::move(results_), settings_.options);
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

    constexpr double none = std::numeric_limits<double>::infinity();
    double sklearn_fit = none, sklearn_transform = none;
    for (std::size_t s = 0; s < subjects.size(); ++s) {
      if (!subjects[s].is_sklearns) continue;
      sklearn_fit = std::min(sklearn_fit, timings[2 * s].cpu.median);
      sklearn_transform = std::min(sklearn_transform, timings[2 * s + 1].cpu.median);
    }
    Json entry = {{"dataset", mnist.name}, {"rows", train_.size()},      {"new_rows", new_.size()},
                  {"d", train_.dim()},     {"kernel", kernel.to_json()}, {"l", l}};
    for (std::size_t s = 0; s < subjects.size(); ++s) {
      const PcaSubject& subject = subjects[s];
      const Timing &fit = timings[2 * s], &transform = timings[2 * s + 1];
      const double share = captured(subject.features(), centred, values);
      const auto gain = [&](double theirs, const Timing& ours) {
        return sklearn_ && !subject.is_sklearns ? ratio(theirs / ours.cpu.median) : text("");
      };
      TableCell captured_cell = number(100 * share, 3);
      captured_cell[0].left.tone = share >= same_share ? Tone::good : Tone::bad;
      times_.rows.push_back({text(s == 0 ? kernel.display() : ""), text(s == 0 ? std::to_string(l) : ""),
                             text(subject.label), spread_cell(fit.cpu), gain(sklearn_fit, fit),
                             spread_cell(transform.cpu), gain(sklearn_transform, transform),
                             std::move(captured_cell)});
      Json measured = {{"name", subject.label},
                       {"seconds", {{"fit", to_json(fit)}, {"transform", to_json(transform)}}},
                       {"captured_share", share}};
      if (subject.facts) {
        measured["facts"] = subject.facts();
        note_convergence(kernel, l, subject.label, measured.at("facts"));
      }
      entry["kernel_pca"].push_back(std::move(measured));
    }
    results_.measurements["cases"].push_back(std::move(entry));
  }

  /// How much of the largest eigenvalues is in the space of these features.
  static double captured(const DenseMatrix& z, const SymmetricOperator& centred,
                         const Eigen::VectorXd& values) {
    const ExtractedComponents found = extracted_components(z.view(), values.size(), true, threads_of_judging);
    return captured_share(centred, found.directions, values, threads_of_judging);
  }

  void note_convergence(const Kernel& kernel, Index l, const std::string& label, const Json& facts) {
    if (!facts.at("converged").get<bool>())
      times_.notes.push_back(
          fmt::format("{}, l = {}: {} ended with a residual of {:.1e} of its matrix's norm.",
                      kernel.display(), l, label, facts.at("residual").get<double>()));
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
      std::vector<TableCell> row = {text(forms[f].title), text(std::to_string(l)), number(1e6 * seconds(f)),
                                    text(readable_bytes(bytes))};
      Json entry = {{"name", forms[f].name},
                    {"l", l},
                    {"rows", train_.size()},
                    {"bytes", matrices[f].bytes},
                    {"products", runs[f]},
                    {"seconds", to_json(timings[f])},
                    {"seconds_of_product", seconds(f)}};
      for (const std::size_t whole : dense) {
        const double gain = seconds(whole) / seconds(f),
                     promise = static_cast<double>(matrices[whole].bytes) / bytes;
        row.push_back(ratio(gain, forms[f].is_eigens ? 0 : share_of_promise * promise));
        row.push_back(ratio(promise));
        entry["beside"][forms[whole].name] = {{"ratio", gain}, {"promised", promise}};
      }
      products_.rows.push_back(std::move(row));
      results_.measurements["products"].push_back(std::move(entry));
    }
  }

  const Settings& settings_;
  DenseMatrix rows_;
  Rows train_, new_;
  std::optional<SklearnWorker> sklearn_;
  Results results_;
  Table times_, products_;
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
