#pragma once
#include <string_view>
#include <vector>

namespace sketchbench::fuzz {

/// A reader of what comes from outside, with what it promises of any input. It is fed by libFuzzer
/// (engine.cpp) and, with the inputs that are kept, by an ordinary test (regression_test.cpp).
struct Target {
  std::string_view name;  ///< also of its folders in corpus/ and findings/
  /// Gives the input to the reader: true when it was accepted, false when it was refused as it should be.
  /// Throws BrokenPromise, or whatever the reader threw that it should not have.
  bool (*run)(std::string_view input);
};

const std::vector<Target>& targets();

bool run_archive(std::string_view input);
bool run_baseline(std::string_view input);
bool run_cache(std::string_view input);
bool run_claims(std::string_view input);
bool run_config(std::string_view input);
bool run_delimited(std::string_view input);
bool run_idx_images(std::string_view input);
bool run_idx_labels(std::string_view input);
bool run_json(std::string_view input);
bool run_libsvm(std::string_view input);
bool run_manifest(std::string_view input);
bool run_map_spec(std::string_view input);
bool run_model(std::string_view input);
bool run_packed(std::string_view input);
bool run_paper(std::string_view input);
bool run_record(std::string_view input);
bool run_user_file(std::string_view input);

}  // namespace sketchbench::fuzz
