#pragma once
#include <functional>
#include <utility>
#include <vector>

#include <sketchbench/data/catalog.hpp>
#include <sketchbench/data/manifest_facts.hpp>
#include <sketchbench/harness/record/store.hpp>

namespace sketchbench {

/// What reports are made from: records, what manifests say of the data sets, and which contents these have
/// here. Records are enough by themselves: data sets then go by their names, and their contents are those
/// that the newest records saw. Refers to the store.
struct ReportSources {
  using Contents = std::function<std::vector<PreparedContents>(const DatasetRequest&)>;

  ReportSources(const Store& records, ManifestFacts facts = {}, Contents prepared = {})
      : store(records), datasets(std::move(facts)), contents(std::move(prepared)) {}
  /// What manifests and prepared data in these places say.
  ReportSources(const Store& records, const DataPaths& paths)
      : ReportSources(records, ManifestFacts(paths),
                      [paths](const DatasetRequest& request) { return prepared_contents(request, paths); }) {}

  const Store& store;
  ManifestFacts datasets;
  Contents contents;  ///< prepared_contents(); may be empty
};

}  // namespace sketchbench
