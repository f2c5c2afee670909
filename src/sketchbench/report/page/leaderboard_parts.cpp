#include <sketchbench/report/page/leaderboard_parts.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

/// Of a time that was taken on another processor than those that are ranked.
constexpr std::string_view other_processor_mark = "¶";

std::string number_text(const Leaderboard& board, const LeaderboardRow& row) {
  return board.number->per_cent() ? percent_text(row.number) : significant_text(row.number);
}

std::string method_text(const LeaderboardRow& row) { return row.title + process_mark(row.runs); }
std::string time_of(const LeaderboardRow& row) {
  return row.seconds ? time_text(row.seconds->mean) + time_marks(row.runs) : "";
}
std::string memory_of(const LeaderboardRow& row) { return row.bytes ? readable_bytes(*row.bytes) : ""; }

bool has_times(const Leaderboard& board) {
  return std::ranges::any_of(board.rows, [](const LeaderboardRow& row) { return row.seconds.has_value(); });
}
bool has_memory(const Leaderboard& board) {
  return std::ranges::any_of(board.rows, [](const LeaderboardRow& row) { return row.bytes.has_value(); });
}
bool has_learners(const Leaderboard& board) {
  return std::ranges::any_of(
      board.rows, [&](const LeaderboardRow& row) { return row.learner != board.rows.front().learner; });
}

/// What a run of this experiment is: a cell, or one of the maps that a cell draws.
std::string_view counted(const Leaderboard& board) { return board.experiment->seeded ? "Runs" : "Maps"; }

std::string costs_note(const Leaderboard& board) {
  if (!has_times(board)) return "These records tell no time and no memory of a method's own.";
  std::string text = fmt::format("CPU time: of {}.", cost_quantity(*board.experiment, Form::seconds)->cost);
  if (has_memory(board))
    text += fmt::format(" Memory: the peak of {}, in the largest run.",
                        cost_quantity(*board.experiment, Form::bytes)->cost);
  else
    text += " The records tell no memory of a method's own.";
  return text;
}

std::vector<std::string> notes_of(const Leaderboard& board) {
  std::vector<std::string> notes = {
      fmt::format("Mean ± one standard deviation over the {}; {} is better. {}",
                  board.experiment->seeded ? "runs" : "maps",
                  board.number->ranking->better == Better::larger ? "larger" : "smaller", costs_note(board)),
      fmt::format(
          "Results share a rank (=) where Welch's interval of their difference from the best of them "
          "holds 0, at {:.5g} % each, so that with 95 % the truly best result is among those of rank 1. "
          "Results whose scatter is not known have no rank (–).",
          100 * board.confidence),
      "On the front: no other result shown is at least as good in the mean, D, CPU time and memory, as far "
      "as the records tell them, and better in one of these. The exact kernel has no D; it counts as more "
      "than any."};
  if (board.processors().size() > 1 ||
      std::ranges::any_of(board.rows, [](const LeaderboardRow& row) { return !row.processor; }))
    notes.push_back(
        fmt::format("{} Taken on another processor, or on several: such times are neither "
                    "compared nor limited, so whether the result is on the front is not told.",
                    other_processor_mark));
  RunGroupPointers groups;
  for (const LeaderboardRow& row : board.rows) groups.push_back(&row.runs);
  if (std::ranges::any_of(groups, [](const RunGroup* group) { return group->side_by_side(); }))
    notes.push_back(fmt::format("{} Taken while other runs shared the machine.", side_by_side_mark));
  std::ranges::copy(process_notes(groups), std::back_inserter(notes));
  return notes;
}

Json number_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json row_json(const Leaderboard& board, const LeaderboardRow& row, const PageRecords& records) {
  Json places = Json::array();
  for (const Record& record : row.runs.done)
    if (const auto place = records.find(record.id)) places.push_back(*place);
  return {{"method", row.runs.method},
          {"title", method_text(row)},
          {"learner", row.learner},
          {"mean", row.number.mean},
          {"number", number_text(board, row)},
          {"runs", row.number.n},
          {"D", row.runs.D},
          {"seconds", row.seconds ? Json(row.seconds->mean) : Json()},
          {"time", time_of(row)},
          {"bytes", number_or_null(row.bytes)},
          {"memory", memory_of(row)},
          {"processor", row.processor ? Json(name_of_origin(*row.processor)) : Json()},
          {"records", std::move(places)}};
}

}  // namespace

Json leaderboard_json(const Leaderboard& board, const PageRecords& records) {
  Json rows = Json::array(), processors = Json::array();
  for (const LeaderboardRow& row : board.rows) rows.push_back(row_json(board, row, records));
  for (const std::string& name : board.processors()) processors.push_back(name_of_origin(name));
  return {{"dataset", board.dataset_title()},
          {"kernel", board.kernel()},
          {"number", board.number_title},
          {"larger_is_better", board.number->ranking->better == Better::larger},
          {"counted", counted(board)},
          {"has_times", has_times(board)},
          {"has_memory", has_memory(board)},
          {"has_learners", has_learners(board)},
          {"processors", std::move(processors)},
          {"notes", notes_of(board)},
          {"apart", board.apart},
          {"rows", std::move(rows)}};
}

}  // namespace sketchbench
