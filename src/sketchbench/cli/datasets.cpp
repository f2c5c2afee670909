#include <sketchbench/cli/commands.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <sketchbench/cli/exit_code.hpp>
#include <sketchbench/cli/options/data_options.hpp>
#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/cli/plain_table.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/core/timer.hpp>
#include <sketchbench/data/cache/inspect.hpp>
#include <sketchbench/data/catalog.hpp>
#include <sketchbench/data/fetch/fetch.hpp>
#include <sketchbench/data/source.hpp>

namespace sketchbench {
namespace {

struct Options {
  std::vector<std::string> names;
  DataOptions data;
};

std::vector<Manifest> manifests(const Options& options, const DataPaths& paths) {
  std::vector<Manifest> result;
  for (const std::string& name : options.names.empty() ? dataset_names(paths) : options.names)
    result.push_back(paths.manifests.find(name));
  return result;
}

/// News on stderr. On a terminal a line about the same file ("adult: fetching a9a, 1.2 of 2.3 MB") replaces
/// the last.
class NewsLine {
 public:
  NewsLine() : terminal_(::isatty(STDERR_FILENO) == 1) {}
  NewsLine(const NewsLine&) = delete;
  NewsLine& operator=(const NewsLine&) = delete;
  ~NewsLine() { end(); }

  void show(std::string_view line) {
    const std::string subject(line.substr(0, line.find(',')));
    if (terminal_ && open_ && subject == subject_)
      std::fputs("\r\033[K", stderr);
    else
      end();
    print_text(line, stderr);
    open_ = true;
    subject_ = subject;
    if (!terminal_) end();
    std::fflush(stderr);
  }

 private:
  void end() {
    if (open_) std::fputc('\n', stderr);
    open_ = false;
  }

  bool terminal_;
  bool open_ = false;
  std::string subject_;
};

std::string_view word_for(Availability available) {
  switch (available) {
    case Availability::generated:
      return "generated";
    case Availability::mirror:
      return "mirror";
    case Availability::beside_manifest:
      return "beside manifest";
    case Availability::downloads:
      return "cache";
    case Availability::missing:
      break;
  }
  return "missing";
}

std::string_view word_for_prepared(const Manifest& manifest, const SplitStatus& status) {
  if (manifest.any_columns()) return "in memory";
  return status.prepared ? "yes" : "no";
}

std::string count_or_dash(Index count) { return count > 0 ? with_commas(count) : "-"; }

/// All that can be shown, whatever is wrong with another manifest.
void list(const Options& options) {
  const DataPaths paths = options.data.paths();
  std::vector<std::vector<std::string>> table = {
      {"name", "rows", "features", "files", "prepared", "source", "manifest"}};
  bool all_well = true;
  for (const std::string& name : options.names.empty() ? dataset_names(paths) : options.names) {
    try {
      const Manifest& manifest = paths.manifests.find(name);
      const SplitStatus status = split_status(manifest, manifest.splits.front(), paths);
      table.push_back({manifest.name, count_or_dash(status.rows), count_or_dash(status.features),
                       std::string(word_for(status.available)),
                       std::string(word_for_prepared(manifest, status)), status.source,
                       is_shipped(manifest) ? "built in" : manifest.file.string()});
    } catch (const MemoryShortage&) {
      throw;
    } catch (const InputError& error) {
      complain(error.what());
      all_well = false;
    }
  }
  if (table.size() > 1) say("{}", plain_table(table, {1, 2}));
  if (!all_well) throw ExitWith{ExitCode::wrong_input};
}

void fetch_one(const Manifest& manifest, const DataPaths& paths) {
  NewsLine news;
  const Timer timer;
  const DatasetInfo info =
      prepare_dataset({manifest.name, "", 0}, paths, [&](std::string_view line) { news.show(line); });
  say("{}: {} training and {} test rows, {} features, from the source \"{}\" ({})\n", info.name,
      with_commas(info.n_train), with_commas(info.n_test), with_commas(info.d), info.source,
      readable_seconds(timer.elapsed().wall));
}

/// Goes on after a data set that is not available: the others may be. The worst exit code stands.
void fetch(const Options& options) {
  const DataPaths paths = options.data.paths();
  ExitCode code = ExitCode::done;
  for (const Manifest& manifest : manifests(options, paths)) {
    try {
      fetch_one(manifest, paths);
    } catch (const InputError& error) {
      complain(error.what());
      code = ExitCode::wrong_input;
    } catch (const DatasetUnavailable& error) {
      complain(error.what());
      if (code == ExitCode::done) code = ExitCode::failed;
    }
  }
  if (code != ExitCode::done) throw ExitWith{code};
}

void verify(const Options& options) {
  const DataPaths paths = options.data.paths();
  bool all_well = true;
  for (const Manifest& manifest : manifests(options, paths)) {
    const Verification found = verify_dataset(manifest, paths);
    say("{}: {} files and {} prepared entries checked, {}\n", manifest.name, found.files, found.entries,
        found.failures.empty() ? "all OK" : fmt::format("{} wrong", found.failures.size()));
    for (const std::filesystem::path& file : found.unknown)
      say("  {}: not checked, for its SHA-256 is not known\n", file.string());
    for (const std::string& failure : found.failures) complain(failure);
    all_well = all_well && found.failures.empty();
  }
  if (!all_well) throw ExitWith{ExitCode::wrong_input};
}

void print_part(std::string_view name, Index rows, Index columns, std::int64_t nonzeros) {
  const double cells = static_cast<double>(rows) * static_cast<double>(columns);
  say("    {:<13} {} rows, {} non-zeros, density {:.2f}%\n", name, with_commas(rows), with_commas(nonzeros),
      100.0 * static_cast<double>(nonzeros) / cells);
}

void print_split(const Manifest& manifest, const SplitStatus& status) {
  say("  split {}: source \"{}\", files: {}\n", status.name, status.source, word_for(status.available));
  if (!status.prepared) {
    say("    not prepared; {} rows, {} features as declared\n", count_or_dash(status.rows),
        count_or_dash(status.features));
    return;
  }
  const DatasetInfo& info = *status.prepared;
  print_part("train", info.n_train, info.d, info.nnz_train);
  print_part("test", info.n_test, info.d, info.nnz_test);
  const bool classes = info.task == Task::classification;
  say("    {:<13} {}\n    {:<13} {}\n", "features",
      with_commas(info.d) + (manifest.any_columns() ? ", or as many as a configuration's \"d\" says" : ""),
      classes ? "classes" : "task",
      classes ? fmt::format("{}", fmt::join(info.classes, ", ")) : std::string(name_of(info.task)));
  if (!info.same_as_paper) say("    {:<13} not the paper's data\n", "stand-in");
  say("    {:<13} {}\n", "content hash", info.content_hash);
}

/// The files of each source that are not here, where they were looked for, and what to do.
void print_missing(const Manifest& manifest, const SplitSpec& split, const DataPaths& paths) {
  bool can_be_checked = false, sum_unknown = false;
  for (const Source& source : manifest.sources)
    for (const SourceFile& file : files_needed(source, split, paths)) {
      if (local_place(file, paths) != Place::nowhere) continue;
      can_be_checked = can_be_checked || !file.digest_is_unknown();
      sum_unknown = sum_unknown || file.digest_is_unknown();
      std::vector<std::string> folders;
      for (const LocalFile& place : local_files(file, paths))
        folders.push_back(place.path.parent_path().string());
      say("    {:<13} {} of the source \"{}\": not in {}; {}\n", "missing", file.name, source.name,
          fmt::join(folders, ", "),
          file.urls.empty() ? "not to be downloaded"
                            : fmt::format("published at {}", fmt::join(file.urls, ", ")));
    }
  if (sum_unknown)
    say("    {:<13} SHA-256 sums are not known: copy {} into a folder of your own, named with --datasets, "
        "and put "
        "what sha256sum prints of your files in the place of \"{}\"\n",
        "what to do", manifest.file.string(), unknown_digest);
  else
    say("    {:<13} \"sketchbench datasets fetch {}\" downloads what is published, or says why it cannot\n",
        "what to do", manifest.name);
  if (can_be_checked)
    say("    {:<13} --mirror DIR or SKETCHBENCH_MIRROR names a folder that holds the files of one source\n",
        "");
}

void info(const Options& options) {
  const DataPaths paths = options.data.paths();
  for (const Manifest& manifest : manifests(options, paths)) {
    say("{}: {}\n", manifest.name, manifest.title);
    if (manifest.short_title != manifest.title) say("  in reports: {}\n", manifest.short_title);
    if (!manifest.stands_for.empty()) say("  stands for: {}\n", manifest.stands_for);
    if (!manifest.shares_rows_with.empty()) say("  shares rows with: {}\n", manifest.shares_rows_with);
    say("  cite: {}\n  licence: {}\n  manifest: {}\n", manifest.citation, manifest.licence,
        manifest.file.string());
    for (const SplitSpec& split : manifest.splits) {
      const SplitStatus status = split_status(manifest, split, paths);
      print_split(manifest, status);
      if (!status.prepared && status.available == Availability::missing)
        print_missing(manifest, split, paths);
    }
  }
}

void add_action(CLI::App& command, const std::string& name, const std::string& description,
                const std::shared_ptr<Options>& options, void (*action)(const Options&)) {
  CLI::App* subcommand = command.add_subcommand(name, description);
  subcommand->add_option("NAME", options->names, "data sets; all of them if none is named");
  add_data_options(*subcommand, options->data);
  set_help_footer(*subcommand);
  subcommand->callback([options, action] { action(*options); });
}

}  // namespace

void add_datasets_command(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("datasets", "list, fetch, check and describe the data sets");
  command->require_subcommand(1);
  set_help_footer(*command);
  add_action(*command, "list", "list data sets and their local status", options, list);
  add_action(*command, "fetch", "fetch and prepare the default split", options, fetch);
  add_action(*command, "verify", "recompute the checksums of files and prepared entries", options, verify);
  add_action(*command, "info", "sizes, classes, content hash, citation and licence", options, info);
  add_datasets_add(*command);
}

}  // namespace sketchbench
