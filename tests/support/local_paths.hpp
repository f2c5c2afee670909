#pragma once
#include <sketchbench/data/catalog.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench::testing_support {

/// Places below a folder of the test's own, as add_libsvm_dataset() fills them, and no network.
inline DataPaths local_paths(const TemporaryFolder& folder) {
  DataPaths paths;
  paths.manifests = folder / "datasets";
  paths.cache = folder / "cache";
  paths.mirror = folder / "mirror";
  paths.network = false;
  return paths;
}

}  // namespace sketchbench::testing_support
