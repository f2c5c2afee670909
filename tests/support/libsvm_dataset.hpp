#pragma once
#include <string>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/labeled_rows.hpp>
#include <sketchbench/core/sha256.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench::testing_support {

/// Puts a data set of a test's own, of the classes -1 and 1 or for regression, into a folder: mirror/NAME and
/// mirror/NAME.t in LIBSVM format, and datasets/NAME.json that describes them with the one split "publisher".
/// With an address they are also to be had at ADDRESS/NAME and ADDRESS/NAME.t.
inline void add_libsvm_dataset(const TemporaryFolder& folder, const std::string& name,
                               const std::string& train, const std::string& test, int features,
                               const std::string& address = "", Task task = Task::classification) {
  const auto file = [&](const std::string& file_name, const char* part, const std::string& text) {
    folder.write("mirror/" + file_name, text);
    Json described = {{"name", file_name},
                      {"part", part},
                      {"sha256", sha256_hex(text)},
                      {"bytes", text.size()},
                      {"format", {{"kind", "libsvm"}, {"features", features}}}};
    if (task == Task::classification) described["format"]["labels"] = {-1, 1};
    if (!address.empty()) described["urls"] = {address + "/" + file_name};
    return described;
  };
  const Json manifest = {
      {"name", name},
      {"task", name_of(task)},
      {"title", name},
      {"citation", "none"},
      {"licence", "none"},
      {"sources",
       {{{"name", "test"}, {"files", {file(name, "train", train), file(name + ".t", "test", test)}}}}},
      {"splits", {{{"name", "publisher"}, {"kind", "published"}}}}};
  folder.write("datasets/" + name + ".json", manifest.dump(1));
}

}  // namespace sketchbench::testing_support
