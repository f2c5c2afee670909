#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include <sketchbench/data/catalog.hpp>
#include <sketchbench/data/fetch/download.hpp>
#include <sketchbench/data/manifest.hpp>
#include <sketchbench/data/stored_rows.hpp>

namespace sketchbench {

/// The parts a split is made from: "train" and "test", or the pool of another split.
std::vector<std::string> parts_needed(const SplitSpec& split);

/// Whether some of its tables fill what is missing with means, which are those of the training rows.
bool fills_with_means(const Source& source);

/// The files that those parts of a source are read from; for a generator, the files that it starts from.
std::vector<SourceFile> files_needed(const Source& source, const SplitSpec& split, const DataPaths& paths);

/// Fetches the source's files, reads or generates the rows, divides and subsamples them. Rows of files are
/// not held where there are many, but in files at `place`; what is held of each is its label and its number.
/// What a generator makes is held until it is divided. InputError names the data file, or the manifest where
/// its parts do not fit together.
struct TrainAndTest {
  LabeledStore train, test;
};
TrainAndTest load_source(const Manifest& manifest, const Source& source, const SplitSpec& split,
                         const DatasetRequest& request, const DataPaths& paths, const SpillPlace& place,
                         DeadHosts& dead_hosts, const ProgressSink& progress);

}  // namespace sketchbench
