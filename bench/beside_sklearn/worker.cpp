#include "bench/beside_sklearn/worker.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <span>

#include <sketchbench/core/error.hpp>

#include <sketchbench/core/json.hpp>

namespace sketchbench::bench {
namespace {

std::filesystem::path temporary_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "sketchbench-bench-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw Error(fmt::format("no temporary folder {} can be made", name));
  return name;
}

template <class T>
void write_array(const std::filesystem::path& file, const std::vector<T>& values) {
  std::ofstream out(file, std::ios::binary);
  const auto bytes = std::as_bytes(std::span(values));
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!out.flush()) throw Error(fmt::format("{} cannot be written", file.string()));
}

Seconds seconds_in(const Json& answer) {
  return {answer.at("wall").get<double>(), answer.at("cpu").get<double>()};
}

}  // namespace

SklearnWorker::SklearnWorker(const std::filesystem::path& requests, const std::filesystem::path& answers)
    : requests_(requests), answers_(answers), folder_(temporary_folder()) {
  if (!requests_ || !answers_)
    throw InputError(fmt::format("{} and {} cannot be opened: start bench/beside_sklearn/run",
                                 requests.string(), answers.string()));
}

SklearnWorker::~SklearnWorker() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

Json SklearnWorker::versions() { return ask({{"do", "versions"}}); }

SklearnWorker::Best SklearnWorker::load(const BenchRows& rows, bool sparse, const Kernel& kernel, Index D,
                                        Seed seed) {
  if (sparse) {
    write_array(folder_ / "row_start.i64", rows.sparse.row_start);
    write_array(folder_ / "column.i32", rows.sparse.column);
    write_array(folder_ / "value.f32", rows.sparse.value);
  } else {
    write_array(folder_ / "dense.f32", rows.dense.value);
  }
  const Json answer = ask({{"do", "load"},
                           {"folder", folder_.string()},
                           {"n", rows.dense.n},
                           {"d", rows.dense.d},
                           {"sparse", sparse},
                           {"kernel", kernel.to_json()},
                           {"D", D},
                           {"seed", seed}});
  return {answer.at("chunk").get<Index>(), answer.at("form").get<std::string>()};
}

Seconds SklearnWorker::time() { return seconds_in(ask({{"do", "time"}})); }

DenseMatrix SklearnWorker::features(Index rows, Index D, Seed seed) {
  return written({{"do", "write"}, {"rows", rows}, {"seed", seed}}, rows, D);
}

void SklearnWorker::load_pca(const DenseMatrix& rows, Index train, const Kernel& kernel, Index l, Seed seed) {
  write_array(folder_ / "dense.f32", rows.value);
  ask({{"do", "load_pca"},
       {"folder", folder_.string()},
       {"n", rows.n},
       {"d", rows.d},
       {"train", train},
       {"kernel", kernel.to_json()},
       {"l", l},
       {"seed", seed}});
}

Seconds SklearnWorker::fit_pca(const std::string& name, const Json& arguments) {
  return seconds_in(ask({{"do", "fit_pca"}, {"name", name}, {"arguments", arguments}}));
}

Seconds SklearnWorker::transform_pca(const std::string& name) {
  return seconds_in(ask({{"do", "transform_pca"}, {"name", name}}));
}

DenseMatrix SklearnWorker::features_of_pca(const std::string& name, Index train, Index l) {
  return written({{"do", "write_pca"}, {"name", name}}, train, l);
}

/// What the request has written to the file that is added to it.
DenseMatrix SklearnWorker::written(Json request, Index rows, Index D) {
  const std::filesystem::path file = folder_ / "features.f32";
  request["file"] = file.string();
  ask(request);
  DenseMatrix z(rows, D);
  const auto bytes = std::as_writable_bytes(std::span(z.value));
  std::ifstream in(file, std::ios::binary);
  if (!in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size())))
    throw Error(fmt::format("{} does not hold {} x {} values", file.string(), rows, D));
  return z;
}

Json SklearnWorker::ask(const Json& request) {
  requests_ << request.dump() << std::endl;
  std::string line;
  if (!std::getline(answers_, line))
    throw Error(
        "scikit-learn's side has ended; what it said stands above (the packages of "
        "scripts/install-dependencies bench are needed)");
  return Json::parse(line);
}

}  // namespace sketchbench::bench
