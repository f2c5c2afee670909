#include <sketchbench/cli/commands.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <memory>

#include <sketchbench/cli/options/folder_option.hpp>
#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/cli/options/results_folder.hpp>
#include <sketchbench/cli/plain_table.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/harness/record/packing.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_untrusted_named = 5;

struct PackOptions {
  std::vector<std::string> files;
  fs::path results = default_results;
  bool keep = false, unpack = false, quick = false;
};

std::string records_of(std::size_t count) { return plural(static_cast<std::int64_t>(count), "record"); }

/// In the order in which they claim a cell that several of them ask for.
std::vector<Config> configs_to_pack(const PackOptions& options) {
  const std::vector<fs::path> named(options.files.begin(), options.files.end());
  std::vector<Config> configs = read_configs(named.empty() ? all_configs() : named, options.quick);
  require_distinct_names(configs);
  return configs;
}

void print_files(const std::vector<PackedOutcome>& files, const char* moved) {
  std::vector<std::vector<std::string>> rows = {{"file", "records", moved, "before", "after"}};
  const auto add = [&rows](const std::string& name, const PackedOutcome& of) {
    rows.push_back({name, with_commas(static_cast<std::int64_t>(of.records)),
                    with_commas(static_cast<std::int64_t>(of.moved)),
                    readable_bytes(static_cast<double>(of.bytes_before)),
                    readable_bytes(static_cast<double>(of.bytes_after))});
  };
  PackedOutcome sum;
  for (const PackedOutcome& file : files) {
    add(file.file.filename().string(), file);
    sum.records += file.records;
    sum.moved += file.moved;
    sum.bytes_before += file.bytes_before;
    sum.bytes_after += file.bytes_after;
  }
  if (files.size() > 1) add("all", sum);
  print_rendered(plain_table(rows, {1, 2, 3, 4}));
}

void print_untrusted(const std::vector<std::string>& untrusted) {
  const std::size_t shown = std::min(untrusted.size(), most_untrusted_named);
  for (std::size_t i = 0; i < shown; ++i) complain(untrusted[i]);
  if (shown < untrusted.size()) complain(fmt::format("and {} more", untrusted.size() - shown));
}

void pack_records(const Store& store, const PackOptions& options) {
  const std::vector<Config> configs = configs_to_pack(options);
  require_results(store, configs);
  const PackingOutcome outcome = pack(store, configs, options.keep);
  if (!outcome.files.empty()) print_files(outcome.files, options.keep ? "loose" : "moved");
  for (const auto& [names, count] : outcome.elsewhere)
    say("{} of {} {} in the files of {}, another configuration with {}\n", records_of(count), names.first,
        count == 1 ? "is" : "are", names.second, count == 1 ? "this cell" : "these cells");
  if (outcome.files.empty()) say("nothing to pack: no loose finished record of these configurations\n");
  if (outcome.unfinished > 0)
    say("{} of cells that failed or ran out of time: left loose\n", records_of(outcome.unfinished));
  if (outcome.of_others > 0)
    say("{} of none of these configurations: left loose\n", records_of(outcome.of_others));
  if (outcome.changed > 0)
    say("{} replaced meanwhile: left loose; the same command packs what is new\n",
        records_of(outcome.changed));
  print_untrusted(outcome.untrusted);
}

std::vector<fs::path> files_to_unpack(const Store& store, const PackOptions& options) {
  const std::vector<fs::path> there = store.packed_files();
  if (options.files.empty()) return there;
  std::vector<fs::path> files;
  for (const Config& config : configs_to_pack(options)) {
    const std::size_t before = files.size();
    std::ranges::copy_if(there, std::back_inserter(files),
                         [&](const fs::path& file) { return Store::packed_config_of(file) == config.name; });
    if (files.size() == before)
      throw InputError(fmt::format("{}: is not there, expected the packed records of {}",
                                   store.packed_path_of(config.name, "*").string(), config.name));
  }
  return files;
}

void unpack_records(const Store& store, const PackOptions& options) {
  require_results(store, {});
  const std::vector<PackedOutcome> done = unpack(store, files_to_unpack(store, options), options.keep);
  if (done.empty())
    say("nothing to unpack: no packed records\n");
  else
    print_files(done, "moved");
  for (const PackedOutcome& file : done)
    for (const fs::path& place : file.differing)
      complain(fmt::format("a record of {} differs from the loose one of its cell, which stays: kept in {}",
                           file.file.filename().string(), place.string()));
}

}  // namespace

void add_pack_command(CLI::App& app) {
  const auto options = std::make_shared<PackOptions>();
  CLI::App* command =
      app.add_subcommand("pack", "put finished records into compressed files, one a data set");
  command->add_option("CONFIG", options->files,
                      "configuration files, the first one first; if none is given, all of configs/ and the "
                      "program's own, by their files' names");
  add_folder_option(*command, "--results", "the folder of records", options->results);
  command->add_flag("--keep", options->keep, "leave what was packed, or unpacked, where it is as well");
  command->add_flag("--unpack", options->unpack,
                    "the reverse, of all packed files or those of the CONFIG: a file for each record");
  command->add_flag("--quick", options->quick, "the quick runs of the configurations");
  set_help_footer(
      *command,
      "Packed records are in RESULTS/records/<config>.<data set>.jsonl.gz, which every command "
      "reads beside loose ones,\nas it reads <config>.jsonl.gz, where a cell that is there stays; "
      "pack --unpack and pack again part it.\n"
      "A cell of several configurations goes into the file of the first one.\n");
  command->callback([options] {
    const Store store(options->results);
    if (options->unpack)
      unpack_records(store, *options);
    else
      pack_records(store, *options);
  });
}

}  // namespace sketchbench
