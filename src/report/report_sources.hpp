#pragma once
#include <utility>

#include "data/manifest_facts.hpp"
#include "harness/record/store.hpp"

namespace sketchbench {

/// What reports are made from: records, and what manifests say of the data sets. Records are enough by
/// themselves: data sets then go by their names. Refers to the store.
struct ReportSources {
  ReportSources(const Store& records, ManifestFacts facts = {})
      : store(records), datasets(std::move(facts)) {}

  const Store& store;
  ManifestFacts datasets;
};

}  // namespace sketchbench
