#include <sketchbench/cli/commands.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>

#include <sketchbench/cli/options/folder_option.hpp>
#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/cli/plain_table.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/record/merging.hpp>

namespace sketchbench {
namespace {

struct MergeOptions {
  std::vector<std::string> folders;
  std::optional<std::filesystem::path> into;
  std::string prefer;
};

MergePreference preference_of(const std::string& text) {
  if (text == "first") return MergePreference::first;
  return text == "newest" ? MergePreference::newest : MergePreference::none;
}

MergeOutcome merged(const MergeOptions& options) {
  try {
    return merge_records({options.folders.begin(), options.folders.end()}, *options.into,
                         preference_of(options.prefer));
  } catch (const DifferentRecords& error) {
    throw InputError(std::string(error.what()) + "\n--prefer first or --prefer newest chooses");
  }
}

void merge_folders(const MergeOptions& options) {
  for (const std::string& folder : options.folders)
    if (folder.empty()) throw InputError("\"\" is no name of a folder, expected one of results");
  const MergeOutcome outcome = merged(options);
  std::vector<std::vector<std::string>> rows = {{"folder", "records", "taken", "known", "left out"}};
  const auto text = [](std::size_t count) { return with_commas(static_cast<std::int64_t>(count)); };
  for (const MergedFolder& folder : outcome.folders)
    rows.push_back({folder.folder.string(), text(folder.records), text(folder.taken), text(folder.known),
                    text(folder.left_out)});
  print_rendered(plain_table(rows, {1, 2, 3, 4}));
  say("{} holds {} now\n", options.into->string(),
      plural(static_cast<std::int64_t>(outcome.records), "record"));
}

}  // namespace

void add_merge_command(CLI::App& app) {
  const auto options = std::make_shared<MergeOptions>();
  CLI::App* command = app.add_subcommand("merge", "copy the records of several results folders into one");
  command->add_option("FOLDER", options->folders, "folders of results, which stay as they are")->required();
  add_folder_option(*command, "--into", "the folder of results that gets the records, made if there is none",
                    options->into);
  command->get_option("--into")->required();
  command
      ->add_option("--prefer", options->prefer,
                   "of different finished records of one cell: first, that of the folder named first, behind "
                   "what --into has already; newest, that of the later run")
      ->check(CLI::IsMember({"first", "newest"}));
  set_help_footer(
      *command,
      "Loose records and packed ones. Every record is checked before anything is written, and different\n"
      "records of one cell are an error unless --prefer chooses.\n");
  command->callback([options] { merge_folders(*options); });
}

}  // namespace sketchbench
