#pragma once
#include <sketchbench/cli/exit_code.hpp>

namespace CLI {
class App;
}

namespace sketchbench {

// The command line, and what adds each of its subcommands to it.

/// Does what the command line asks for: one of the subcommands, help or the version. Throws what a subcommand
/// does (exit_code.hpp).
ExitCode run_command_line(int argc, char** argv);

/// sketchbench reproduce [tables|figures|PAPER|all] (papers/reproduction.hpp): runs what tables and figures
/// need, writes both into results/<config>/ and prints the tables. All of a paper comes with the overview of
/// all accuracy results and the page, and ends with the paper's claims.
void add_reproduce_command(CLI::App& app);

/// sketchbench run CONFIG...
void add_run_command(CLI::App& app);

/// sketchbench plan CONFIG...: the cells of configurations, as a table or for other engines.
void add_plan_command(CLI::App& app);

/// sketchbench submit CONFIG... --slurm: cells to a cluster, in arrays of jobs, and the hidden commands that
/// these jobs run (harness/cluster).
void add_submit_commands(CLI::App& app);

/// sketchbench status: how far what was submitted is; --watch, --cancel.
void add_status_command(CLI::App& app);

/// sketchbench report [CONFIG...]
void add_report_command(CLI::App& app);

/// sketchbench check BASELINE.json
void add_check_command(CLI::App& app);

/// sketchbench claims [PAPER]: what was measured of each claim of a paper, from records alone, with a
/// verdict. Exit code 1 when one that was committed as one that holds no longer does.
void add_claims_command(CLI::App& app);

/// sketchbench compare A B: two results folders side by side.
void add_compare_command(CLI::App& app);

/// sketchbench merge A B... --into C: the records of several results folders in one.
void add_merge_command(CLI::App& app);

/// sketchbench export --sqlite FILE: the records for other tools.
void add_export_command(CLI::App& app);

/// sketchbench pack: the finished records of a configuration into one compressed file, and out of it again.
void add_pack_command(CLI::App& app);

/// sketchbench quote FILE...: fills what documents quote with what the records say, or with --check says what
/// differs and ends with 1.
void add_quote_command(CLI::App& app);

/// sketchbench doctor: what is damaged, stale or in the way, and with --repair what can be put right.
void add_doctor_command(CLI::App& app);

/// sketchbench datasets list|fetch|verify|info [NAME...]
void add_datasets_command(CLI::App& app);

/// "datasets add FILE": a manifest of a file of the user's own beside it, and a configuration that compares
/// maps on it.
void add_datasets_add(CLI::App& datasets);

/// sketchbench map --map SPEC.json|NAME ... INPUT OUTPUT: a feature map for the user's own LIBSVM file.
///
/// A specification is {"map": NAME, "D": N, "seed": N, "kernel": FAMILY, "parameters": {...}} with the
/// kernel's parameters ("degree", "coef0", "sigma": a number, or "median", of the training rows); all but
/// "map" may be left out, and the command line takes precedence (read_map_spec).
void add_map_command(CLI::App& app);

/// sketchbench train [--map NAME|SPEC.json ...] --learner NAME ... DATA MODEL: a model of the user's own
/// data, in a file for sketchbench predict. Options with several values make a grid, of which --folds chooses
/// the best.
void add_train_command(CLI::App& app);

/// sketchbench predict MODEL DATA [OUT]: what a model of sketchbench train tells of other rows, and how good
/// that is where the rows have labels.
void add_predict_command(CLI::App& app);

/// sketchbench maps|learners|kernels [NAME]: what is registered, or one of it with its parameters.
void add_maps_command(CLI::App& app);
void add_learners_command(CLI::App& app);
void add_kernels_command(CLI::App& app);

/// sketchbench completion [bash|zsh|fish]: prints what completes its command lines. `app` has every other
/// command.
void add_completion_command(CLI::App& app);

/// The hidden subcommand that worker processes run (harness/worker/worker.hpp).
void add_worker_command(CLI::App& app);

}  // namespace sketchbench
