// One training of one learner in a process of its own, for bench/peers/run: what it took, what it found, and
// which libraries it ran with. The same program runs Debian's libraries and others of the same name
// (LD_LIBRARY_PATH).
//
// With --write FOLDER it trains nothing and leaves the rows for learners that are not ours: row_start.i64,
// column.i32, value.f32 (sparse) or rows.f32 (dense), and label.f32, of the training rows and, in "test/", of
// the test rows, in native byte order; shape.json says the rest.
//
// With --figure MEASUREMENTS SVG it draws the curves that bench/peers/curves.py has made of measurements.
#include <fmt/format.h>
#include <link.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <span>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/data/catalog.hpp>
#include <sketchbench/data/manifest_facts.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/learners/dual_model.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/report/figure/figure.hpp>
#include <sketchbench/report/plot/draw_figure.hpp>
#include <sketchbench/report/words.hpp>
#include "bench/bare_fft.hpp"
#include "bench/common.hpp"
#include "bench/machine.hpp"
#include "bench/text_rows.hpp"

namespace sketchbench::bench {
namespace {

struct Settings {
  Options options;
  DatasetRequest dataset;
  std::string generate;  ///< a TextShape, in the place of a data set
  Index columns = 0;     ///< of it; 0: the vocabulary
  PolynomialKernel kernel{.degree = 4, .coef0 = 1};
  std::string map, learner;
  Index D = 0, fft = 0;
  int threads = 1;
  bool machine = false;
  std::filesystem::path write, read;
  std::vector<std::filesystem::path> figure;  ///< the measurements and the SVG file
};

// Once more where the first time was short: a process that has just begun has its pages and threads to make.
constexpr double short_run = 2, long_enough = 0.5;  // seconds
constexpr Index fft_rows = 2048;

template <class T>
void write_array(const std::filesystem::path& file, std::span<const T> values) {
  std::ofstream out(file, std::ios::binary);
  const auto bytes = std::as_bytes(values);
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!out.flush()) throw Error(fmt::format("{} cannot be written", file.string()));
}

/// Rows as the learner gets them: the data set's own, or their features.
struct Part {
  Rows x;
  std::span<const float> y;
  DenseMatrix features;
};

Part part_of(const LabeledRows& rows, const FeatureMap* map) {
  Part part{rows.x, rows.y, {}};
  if (map == nullptr) return part;
  part.features = DenseMatrix(rows.x.size(), map->d_out());
  map->transform(rows.x, part.features, 1);
  part.x = part.features.view();
  return part;
}

void write_part(const Part& part, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  write_array(folder / "label.f32", part.y);
  if (!part.x.is_sparse()) {
    std::vector<float> values;
    for (Index i = 0; i < part.x.size(); ++i) {
      const auto row = part.x.dense_row(i);
      values.insert(values.end(), row.begin(), row.end());
    }
    return write_array<float>(folder / "rows.f32", values);
  }
  CsrMatrix rows;
  for (Index i = 0; i < part.x.size(); ++i) {
    part.x.for_each_nonzero(i, [&](Index j, float value) { rows.push(j, value); });
    rows.end_row();
  }
  write_array<std::int64_t>(folder / "row_start.i64", rows.row_start);
  write_array<std::int32_t>(folder / "column.i32", rows.column);
  write_array<float>(folder / "value.f32", rows.value);
}

template <class T>
std::vector<T> read_array(const std::filesystem::path& file) {
  std::vector<T> values(std::filesystem::file_size(file) / sizeof(T));
  std::ifstream in(file, std::ios::binary);
  if (!in.read(reinterpret_cast<char*>(values.data()),
               static_cast<std::streamsize>(values.size() * sizeof(T))))
    throw Error(fmt::format("{} cannot be read", file.string()));
  return values;
}

/// What write_part() has left.
struct WrittenPart {
  std::vector<float> y;
  CsrMatrix sparse;
  Part part;

  WrittenPart(const std::filesystem::path& folder, Index d) : y(read_array<float>(folder / "label.f32")) {
    if (const auto dense = folder / "rows.f32"; std::filesystem::exists(dense)) {
      part.features = DenseMatrix(std::ssize(y), d);
      part.features.value = read_array<float>(dense);
      part.x = part.features.view();
    } else {
      sparse.d = d;
      sparse.row_start = read_array<std::int64_t>(folder / "row_start.i64");
      sparse.column = read_array<std::int32_t>(folder / "column.i32");
      sparse.value = read_array<float>(folder / "value.f32");
      part.x = sparse.view();
    }
    part.y = y;
  }
  WrittenPart(const WrittenPart&) = delete;
  WrittenPart& operator=(const WrittenPart&) = delete;
};

/// The files of the shared libraries that are in the process.
std::set<std::string> loaded_libraries() {
  std::set<std::string> files;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* into) {
        if (*info->dlpi_name != '\0') static_cast<std::set<std::string>*>(into)->insert(info->dlpi_name);
        return 0;
      },
      &files);
  return files;
}

Json to_json(const Seconds& seconds) { return {{"wall", seconds.wall}, {"cpu", seconds.cpu}}; }

/// Does it twice where it is short, and says how long the last time took.
Seconds warmed(const std::function<void()>& work) {
  const Contender contender = timed("", work);
  const Seconds first = contender.once();
  return first.wall < short_run ? contender.once() : first;
}

/// The mean over as many times as a second thread needs for its start to be no part of it, after one time.
Seconds repeated(const std::function<void()>& work) {
  const double once = timed("", work).once().wall;
  const auto times = static_cast<Index>(std::ceil(long_enough / std::max(once, 1e-6)));
  const Seconds all = timed("", [&] {
                        for (Index i = 0; i < times; ++i) work();
                      }).once();
  const double share = 1 / static_cast<double>(times);
  return {.wall = all.wall * share, .cpu = all.cpu * share};
}

/// Summed over the subproblems: of kernel machines from their coefficients in double precision, as LIBSVM
/// prints six decimals; of others what the solver says.
double objective_of(const Trained& trained, const Rows& x, const Kernel& kernel) {
  double sum = 0;
  if (const auto* machines = dynamic_cast<const DualModel*>(trained.model.get())) {
    for (const PairSolution& pair : machines->pairs()) sum += dual_objective(x, kernel, pair);
  } else {
    for (const double value : trained.report.objectives) sum += value;
  }
  return sum;
}

Json train(const Settings& settings, const Part& train, const Part& test) {
  const auto spec = LearnerSpec::parse(Json::parse(settings.learner), "--learner");
  const auto learner = spec.make(settings.kernel, settings.threads);
  Trained trained;
  const Seconds training = warmed([&] { trained = learner->train({train.x, train.y}, 1); });
  std::vector<float> labels;
  const Seconds predicting = warmed([&] { labels = trained.model->predict(test.x, settings.threads); });
  std::ptrdiff_t hits = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) hits += labels[i] == test.y[i] ? 1 : 0;
  return {{"train", to_json(training)},
          {"predict", to_json(predicting)},
          {"accuracy", 100 * static_cast<double>(hits) / static_cast<double>(labels.size())},
          {"objective", objective_of(trained, train.x, settings.kernel)},
          {"converged", trained.report.converged},
          {"support_vectors", trained.report.support_vectors},
          {"version", spec.kind().library == nullptr ? "this program" : spec.kind().library().version}};
}

/// Tensor Sketching, which transforms with FFTW, and the bare transforms, both a row of (1 + <x, y>)^p.
Json transform(const Settings& settings, const Part& part) {
  const Rows x = part.x.slice(0, std::min(fft_rows, part.x.size()));
  DenseMatrix z(x.size(), settings.fft);
  const auto map = make_feature_map(
      settings.map, {.d_in = x.dim(), .kernel = settings.kernel, .D = settings.fft, .seed = 1});
  const BareFft fft(settings.fft);
  const Contender bare = fft.contender();
  const Seconds mapping = repeated([&] { map->transform(x, z, settings.threads); });
  const Seconds transforms = repeated([&] { bare.once(); });
  const double row = 1 / static_cast<double>(x.size()),
               bound = (settings.kernel.degree + 1) / static_cast<double>(fft.transforms());
  return {{"train", {{"wall", mapping.wall * row}, {"cpu", mapping.cpu * row}}},
          {"bare", {{"wall", transforms.wall * bound}, {"cpu", transforms.cpu * bound}}},
          {"n", x.size()},
          {"version", "this program"}};
}

/// Both axes logarithmic: {"name", "title", "caption", "x", "y", "panels": [{"title", "series": [{"key",
/// "label", "points": [{"x", "y"}]}]}]}.
Figure curves(const Json& json) {
  Figure figure{
      .name = json.at("name"), .title = json.at("title"), .caption = json.at("caption"), .columns = 2};
  for (const Json& drawn : json.at("panels")) {
    Panel panel{.title = drawn.at("title"),
                .x = {.label = json.at("x"), .logarithmic = true},
                .y = {.label = json.at("y"), .logarithmic = true}};
    for (const Json& line : drawn.at("series")) {
      FigureSeries series{.key = line.at("key"), .label = title_of_name(line.at("label"))};
      for (const Json& point : line.at("points"))
        series.points.push_back({.x = point.at("x"), .y = point.at("y")});
      panel.series.push_back(std::move(series));
    }
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

/// What is trained and tested on, and what is to be said of it.
struct Problem {
  std::shared_ptr<const Dataset> dataset;
  TextRows train_rows, test_rows;  ///< of no data set
  LabeledRows train, test;
  Json facts;
};

Problem generated(const Settings& settings) {
  const TextShape& shape = text_shape(settings.generate);
  const Index columns = settings.columns > 0 ? settings.columns : shape.vocabulary;
  constexpr Index most_test_rows = 10'000;
  const Index rows = settings.dataset.max_train > 0 ? settings.dataset.max_train : most_test_rows;
  Problem problem;
  problem.train_rows = text_rows(shape, rows, columns, 1);
  problem.test_rows = text_rows(shape, std::min(rows, most_test_rows), columns, 2);
  problem.train = problem.train_rows.view();
  problem.test = problem.test_rows.view();
  problem.facts = {{"title", shape.title}, {"classes", 2}, {"nonzeros", problem.train.x.stored()}};
  return problem;
}

Problem of_dataset(const Settings& settings) {
  Problem problem;
  problem.dataset = open_dataset(settings.dataset, DataPaths::from_environment());
  problem.train = problem.dataset->train();
  problem.test = problem.dataset->test();
  problem.facts = {{"title", ManifestFacts(DataPaths::from_environment()).of(settings.dataset.name).title},
                   {"classes", problem.dataset->info().classes.size()},
                   {"content_hash", problem.dataset->info().content_hash}};
  return problem;
}

/// The figure as that SVG file; nothing where gnuplot is not installed.
void draw(const Figure& figure, const std::filesystem::path& svg) {
  const auto gnuplot = find_gnuplot();
  if (!gnuplot) return;
  const std::filesystem::path folder = std::filesystem::path(svg).concat(".figure");
  for (const std::filesystem::path& file : draw_figure(figure, folder, *gnuplot))
    if (file.extension() == ".svg") write_file_atomically(svg, read_file(file));
  std::filesystem::remove_all(folder);
}

Json run(const Settings& settings) {
  if (settings.machine) return machine_facts();
  if (!settings.figure.empty()) {
    draw(curves(Json::parse(read_file(settings.figure.front()))), settings.figure.back());
    return Json::object();
  }
  if (!settings.read.empty()) {
    Json result = Json::parse(read_file(settings.read / "shape.json"));
    const Index d = result.at("d");
    const WrittenPart training(settings.read, d), testing(settings.read / "test", d);
    result.update(train(settings, training.part, testing.part));
    result["libraries"] = loaded_libraries();
    return result;
  }
  const Problem problem = settings.generate.empty() ? of_dataset(settings) : generated(settings);
  std::unique_ptr<const FeatureMap> map;
  if (!settings.map.empty() && settings.fft == 0)
    map = make_feature_map(
        settings.map, {.d_in = problem.train.x.dim(), .kernel = settings.kernel, .D = settings.D, .seed = 1});
  const Part training = part_of(problem.train, map.get());
  Json result = {{"n", training.x.size()},
                 {"d", training.x.dim()},
                 {"n_test", problem.test.x.size()},
                 {"kernel", display(settings.kernel)}};
  result.update(problem.facts);
  if (settings.fft > 0) {
    result.update(transform(settings, training));
  } else {
    const Part testing = part_of(problem.test, map.get());
    if (!settings.write.empty()) {
      write_part(training, settings.write);
      write_part(testing, settings.write / "test");
      write_file_atomically(settings.write / "shape.json", result.dump(1) + '\n');
      return result;
    }
    result.update(train(settings, training, testing));
  }
  result["libraries"] = loaded_libraries();
  return result;
}

}  // namespace
}  // namespace sketchbench::bench

int main(int argc, char** argv) {
  using namespace sketchbench::bench;
  CLI::App app("One training in a process of its own", "peer_run");
  Settings settings;
  app.add_option("--dataset", settings.dataset.name, "As in datasets/");
  app.add_option("--split", settings.dataset.split, "One of its splits (default: the first)");
  app.add_option("--rows", settings.dataset.max_train, "Training rows (default: all)");
  app.add_option("--generate", settings.generate,
                 "Rows like a collection's (bench/text_rows.hpp) in the place of a data set's");
  app.add_option("--columns", settings.columns, "Of generated rows (default: as many as there are words)");
  app.add_option("--degree", settings.kernel.degree, "Of the kernel (coef0 + <x, y>)^degree")
      ->capture_default_str();
  app.add_option("--coef0", settings.kernel.coef0, "Likewise")->capture_default_str();
  app.add_option("--map", settings.map, "Train on the features of this map (default: on the rows)");
  app.add_option("--D", settings.D, "Its number of features");
  app.add_option("--fft", settings.fft,
                 "Time that map, and bare transforms, with this many features; train nothing");
  app.add_option("--learner", settings.learner, "As in configurations: {\"type\": \"block_smo\"}");
  app.add_option("--threads", settings.threads, "Of the learner")->capture_default_str();
  app.add_option("--write", settings.write, "Write the rows into this folder; train nothing");
  app.add_option("--read", settings.read, "Train on the rows that --write has left in this folder");
  app.add_option("--figure", settings.figure, "Draw the curves of this JSON file as this SVG file")
      ->expected(2);
  app.add_flag("--machine", settings.machine, "What this machine is; train nothing");
  return main_of(app, argc, argv, [&] { fmt::print("{}\n", run(settings).dump()); });
}
