#include "faults/study.hpp"

#include <stdexcept>

#include <sketchbench/core/system/file.hpp>
#include "support/libsvm_dataset.hpp"
#include "support/quadrants.hpp"

namespace sketchbench::faults {
namespace {

namespace fs = std::filesystem;
using namespace testing_support;

}  // namespace

Study::Study() {
  folder_.write("datasets/tiny.json", R"({
 "name": "tiny", "title": "tiny", "citation": "none", "licence": "none needed",
 "sources": [{"name": "generated", "same_as_paper": false,
              "generator": {"type": "poly_teacher", "form": "sparse_binary", "rows": 300, "features": 20,
                            "degree": 2, "noise": 0.05, "seed": 1}}],
 "splits": [{"name": "generated", "kind": "random", "parts": ["all"], "test_share": 0.3, "seed": 1}]
})");
  add_libsvm_dataset(folder_, "points", quadrants(200, 1), quadrants(600, 2), 8);
  add_libsvm_dataset(folder_, "absent", quadrants(2, 3), quadrants(2, 4), 8);
  fs::remove(folder_ / "mirror/absent");
  folder_.write("configs/pair.json", R"({
 "name": "pair", "experiment": "accuracy", "seeds": 1, "learner": {"type": "liblinear"},
 "grid": [{"dataset": "tiny", "D": [16]}, {"dataset": "absent", "D": [16]}],
 "kernels": [{"kernel": "polynomial", "degree": 2}],
 "methods": [{"method": "exact", "learner": {"type": "libsvm"}}, {"method": "tensor_sketch"}]
})");
  folder_.write("configs/dozen.json", R"({
 "name": "dozen", "experiment": "accuracy", "seeds": 3, "learner": {"type": "liblinear"},
 "figure": {"number": "", "shows": "accuracy"},
 "grid": [{"dataset": "tiny", "D": [8, 16]}, {"dataset": "points", "D": [8, 16]}],
 "kernels": [{"kernel": "polynomial", "degree": 2}],
 "methods": [{"method": "exact", "learner": {"type": "libsvm"}}, {"method": "tensor_sketch"}]
})");
  clear();
}

void Study::add_remote(const std::string& address) {
  add_libsvm_dataset(folder_, "remote", remote_training_rows(), remote_test_rows(), 8, address);
  fs::remove(folder_ / "mirror/remote");
  fs::remove(folder_ / "mirror/remote.t");
  online_ = true;
}

pid_t Study::start(const Words& words, const FaultSession* session) const {
  Launch launch{.words = joined({SKETCHBENCH_PROGRAM}, words),
                .folder = folder_.path(),
                .output = outside_ / "output.txt"};
  if (session != nullptr) launch.environment = session->environment();
  launch.environment["SKETCHBENCH_MIRROR"] = std::nullopt;
  launch.environment["SKETCHBENCH_DATA"] = std::nullopt;
  launch.environment["SKETCHBENCH_DATASETS"] = std::nullopt;
  launch.environment["SKETCHBENCH_OFFLINE"] = online_ ? "0" : "1";
  launch.environment["TMPDIR"] = (folder_ / "tmp").string();
  return start_program(launch);
}

std::string Study::output() const { return read_file(outside_ / "output.txt"); }

Ended Study::run(const Words& words, const FaultSession* session) const {
  Ended ended;
  ended.exit_code = wait_for_program(start(words, session));
  ended.output = output();
  return ended;
}

void Study::must_run(const Words& words, const FaultSession* session) const {
  const Ended ended = run(words, session);
  if (ended.exit_code != 0) throw std::runtime_error("a command that nothing befalls fails: " + ended.output);
}

void copy_folder(const fs::path& from, const fs::path& to) {
  fs::remove_all(to);
  fs::copy(from, to, fs::copy_options::recursive);
}

std::string remote_training_rows() { return quadrants(1200, 5); }
std::string remote_test_rows() { return quadrants(100, 6); }

std::vector<Words> older_report() {
  return {joined(run_dozen, {"--only", "seed=1"}), report_dozen, run_dozen};
}

std::vector<Words> older_mapping() {
  Words other = map_points;
  other[4] = "2";
  return {other};
}

void Study::clear() const {
  for (const char* name : {"results", "datasets/cache", "tmp", "mapped.svm"}) fs::remove_all(folder_ / name);
  fs::create_directories(folder_ / "tmp");
}

}  // namespace sketchbench::faults
