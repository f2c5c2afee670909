#include "fuzz/target.hpp"

namespace sketchbench::fuzz {

const std::vector<Target>& targets() {
  static const std::vector<Target> all = {
      {"archive", run_archive},       {"baseline", run_baseline},     {"cache", run_cache},
      {"claims", run_claims},         {"config", run_config},         {"delimited", run_delimited},
      {"idx_images", run_idx_images}, {"idx_labels", run_idx_labels}, {"json", run_json},
      {"libsvm", run_libsvm},         {"manifest", run_manifest},     {"map_spec", run_map_spec},
      {"model", run_model},           {"packed", run_packed},         {"paper", run_paper},
      {"record", run_record},         {"user_file", run_user_file},
  };
  return all;
}

}  // namespace sketchbench::fuzz
