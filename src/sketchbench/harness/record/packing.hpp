#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/harness/record/store.hpp>

namespace sketchbench {

/// A packed file that pack() or unpack() has seen to.
struct PackedOutcome {
  std::filesystem::path file;
  std::size_t records = 0;  ///< in the file
  std::size_t moved = 0;    ///< loose ones that are in it now, or packed ones that are loose now
  /// Records that differ from the finished loose ones of their cells, which stay: where each is now.
  std::vector<std::filesystem::path> differing;
  std::uintmax_t bytes_before = 0;  ///< of the file and of the loose ones, without what is elsewhere
  std::uintmax_t bytes_after = 0;
};

struct PackingOutcome {
  std::vector<PackedOutcome> files;  ///< sorted by name
  /// How many of these loose records the first configuration asks for that have gone into files of the
  /// second.
  std::map<std::pair<std::string, std::string>, std::size_t> elsewhere;
  std::size_t unfinished = 0;          ///< loose records of cells that failed or ran out of time
  std::size_t of_others = 0;           ///< loose and finished, of none of the configurations
  std::vector<std::string> untrusted;  ///< a line for each loose record that cannot be trusted
  std::size_t changed = 0;             ///< loose records that were replaced meanwhile, which stay
};

/// Moves the finished loose records of the configurations into their packed files, which are made or grow. A
/// record goes where its cell is packed already, which it replaces there; otherwise into its data set's file
/// of the first configuration, in the order given, that asks for its cell. Each file is written aside,
/// synchronised and renamed, and read again before the loose ones are removed, unless `keep`: no record is
/// lost, whenever it is interrupted, and the same call goes on from there. Error when a run is going on in
/// the folder; InputError where a packed file is not as it should be.
PackingOutcome pack(const Store& store, const std::vector<Config>& configs, bool keep);

/// The reverse, of all records in the files, which are removed unless `keep`. A loose record that is finished
/// stays as it is: where the packed one is another, that goes to results/damaged/ (and with `keep` stays in
/// its file). Throws as pack() does.
std::vector<PackedOutcome> unpack(const Store& store, const std::vector<std::filesystem::path>& files,
                                  bool keep);

}  // namespace sketchbench
