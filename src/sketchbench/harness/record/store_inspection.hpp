#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include <sketchbench/harness/record/store.hpp>

namespace sketchbench {

/// Something in a results folder that is not as a run leaves it.
struct StoreFinding {
  enum class Kind {
    unsealed_record,
    damaged_record,
    unreadable_record,  ///< loose or packed
    damaged_pack,
    conflicting_packs,
    dead_claim,
    stale_temporary
  };
  Kind kind;
  std::filesystem::path file;
  std::string problem;     ///< one line with the file, what is wrong and what can be done
  bool repairable = true;  ///< repair() has an answer to it
};

/// Looks at every record, loose or packed, claim and temporary file of the results, changing nothing.
std::vector<StoreFinding> inspect(const Store& store);

/// Seals an unsealed record that passes every other check, moves a damaged one to results/damaged/, puts a
/// copy of a damaged packed file there and leaves in its place what can be read of it, removes a dead claim
/// or a stale temporary file. Nothing of a record is ever deleted. Looks again before it acts: what has
/// changed since the inspection (a run may be going on) is left alone. Returns one line with what was done.
std::string repair(const Store& store, const StoreFinding& finding);

}  // namespace sketchbench
