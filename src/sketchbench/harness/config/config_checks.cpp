#include <sketchbench/harness/config/config_checks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/harness/cell/external_method.hpp>
#include <sketchbench/harness/config/cells.hpp>
#include <sketchbench/learners/learner.hpp>

namespace sketchbench {
namespace {

bool are_alike(const Kernel& a, const Kernel& b) { return a == b; }
bool are_alike(const MethodEntry& a, const MethodEntry& b) {
  return a.method == b.method && a.parameters == b.parameters && a.learner == b.learner;
}

/// A cell that is asked for twice would be shown twice, and its runs be counted twice.
template <class Entry>
void require_distinct(const Config& config, const char* key, const std::vector<Entry>& entries) {
  for (std::size_t i = 0; i < entries.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (are_alike(entries[j], entries[i]))
        throw InputError(fmt::format("{}: \"{}[{}]\" asks for the same as \"{}[{}]\", expected each once",
                                     config.file.string(), key, i, key, j));
}

/// The same of grid entries, of which "split_seeds" makes many.
void require_distinct_grid(const Config& config) {
  std::map<std::pair<DatasetRequest, bool>, std::size_t> seen;
  for (std::size_t i = 0; i < config.grid.size(); ++i) {
    const GridEntry& entry = config.grid[i];
    const auto [first, is_new] = seen.try_emplace({entry.dataset, entry.d_follows_D}, i);
    if (!is_new)
      throw InputError(fmt::format("{}: \"grid[{}]\" asks for the same as \"grid[{}]\", expected each once",
                                   config.file.string(), i, first->second));
  }
}

/// Throws InputError for a grid entry that leaves out what is no method of the configuration, or all of them.
void require_known_methods_left_out(const Config& config) {
  std::vector<std::string> known;
  for (const MethodEntry& method : config.methods) known.push_back(method.method);
  for (std::size_t i = 0; i < config.grid.size(); ++i) {
    const auto& without = config.grid[i].without;
    try {
      for (const auto& [method, reason] : without)
        if (std::ranges::find(known, method) == known.end())
          fail_unknown("method of this configuration", method, known);
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", place_in_grid(config, i, "without"), error.what()));
    }
    if (std::ranges::all_of(known, [&](const std::string& method) { return without.contains(method); }))
      throw InputError(fmt::format("{} leaves out every method, expected at least one that is run",
                                   place_in_grid(config, i, "without")));
  }
}

/// Two programs by one name would be one line of a table.
void require_one_external_map_a_name(const Config& config) {
  for (std::size_t i = 0; i < config.methods.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const MethodEntry &one = config.methods[i], &other = config.methods[j];
      if (one.method == other.method && !same_external_map(one.external, other.external))
        throw InputError(
            fmt::format("{}: \"methods[{}].name\" is \"{}\" as in \"methods[{}]\", which runs "
                        "something else: expected another name",
                        config.file.string(), i, one.method, j));
    }
}

/// Throws InputError for the first method that, for itself or in that experiment, can do nothing with one of
/// the kernels.
void require_supported_kernels(const Experiment& experiment, const Config& config) {
  for (std::size_t m = 0; m < config.methods.size(); ++m)
    for (std::size_t k = 0; k < config.kernels.size(); ++k) {
      const MethodEntry& entry = config.methods[m];
      try {
        if (entry.method != exact_method)
          require_supported(kind_of_map(entry.method, entry.external), config.kernels[k]);
        else if (experiment.trains)
          require_supported(entry.learner.kind(), config.kernels[k]);
        if (experiment.require_supported != nullptr)
          experiment.require_supported(entry.method, config.kernels[k]);
      } catch (const InputError& error) {
        throw InputError(
            fmt::format("{}: \"kernels[{}]\" does not go with \"methods[{}]\": {}{}", config.file.string(), k,
                        m, error.what(),
                        config.kernels.size() == 1 && config.methods.size() == 1
                            ? ""
                            : "; methods for different kernels are for configurations of their own"));
      }
    }
}

/// Throws InputError for the first method whose learner is for another task than the experiment.
void require_learners_for(const Experiment& experiment, const Config& config) {
  for (std::size_t m = 0; experiment.task && m < config.methods.size(); ++m) {
    const LearnerSpec& learner = config.methods[m].learner;
    try {
      require_task(learner.short_text(), learner.task(),
                   fmt::format("the experiment \"{}\" is", experiment.name), *experiment.task);
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: \"methods[{}].learner\": {}", config.file.string(), m, error.what()));
    }
  }
}

}  // namespace

void require_parts_that_go_together(const Experiment& experiment, const Config& config) {
  require_distinct_grid(config);
  require_distinct(config, "kernels", config.kernels);
  require_one_external_map_a_name(config);  // before they are taken for one and the same
  require_distinct(config, "methods", config.methods);
  require_known_methods_left_out(config);
  require_supported_kernels(experiment, config);
  require_learners_for(experiment, config);
}

}  // namespace sketchbench
