#pragma once
#include <string>

#include <sketchbench/core/json_fwd.hpp>
#include <sketchbench/report/leaderboard/leaderboard.hpp>
#include <sketchbench/report/page/page_records.hpp>

namespace sketchbench {

/// What the page's script reads of a board: names, what stands below it ("notes"), and its rows with numbers
/// to limit and sort by and the texts that are shown. The reader's limits decide which rows there are, so
/// the script ranks them itself; whether two differ ("apart") does not depend on these.
Json leaderboard_json(const Leaderboard& board, const PageRecords& records);

}  // namespace sketchbench
