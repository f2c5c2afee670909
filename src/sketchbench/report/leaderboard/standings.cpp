#include <sketchbench/report/leaderboard/standings.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace sketchbench {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// Whether nothing is known of how a row compares with any other.
bool is_unjudged(const Leaderboard& board, std::size_t row) {
  for (std::size_t other = 0; other < board.rows.size(); ++other)
    if (other != row && board.compare(std::min(row, other), std::max(row, other)) != Significance::not_judged)
      return false;
  return board.rows.size() > 1;
}

void set_ranks(const Leaderboard& board, std::vector<Standing>& all) {
  std::vector<std::size_t> left;
  for (std::size_t row = 0; row < board.rows.size(); ++row)
    if (!is_unjudged(board, row)) left.push_back(row);
  int ranked = 0;
  while (!left.empty()) {
    const std::size_t best = left.front();
    std::vector<std::size_t> tied = {best}, further;
    for (auto row = left.begin() + 1; row != left.end(); ++row) {
      const Significance told = board.compare(best, *row);
      if (told == Significance::no) tied.push_back(*row);
      if (told == Significance::yes) further.push_back(*row);
    }
    for (const std::size_t row : tied) all[row] = {.rank = ranked + 1, .tied = tied.size() > 1};
    ranked += static_cast<int>(tied.size());
    left = std::move(further);
  }
}

/// What a front is of, less is better.
std::array<double, 4> burdens_of(const LeaderboardRow& row, const GroupQuantity& number) {
  return {-number.ranking->merit(row.number.mean),
          row.runs.D > 0 ? static_cast<double>(row.runs.D) : unlimited,
          row.seconds ? row.seconds->mean : unlimited, row.bytes.value_or(unlimited)};
}

bool dominates(const std::array<double, 4>& a, const std::array<double, 4>& b) {
  return a != b && std::ranges::equal(a, b, std::ranges::less_equal());
}

void set_front(const Leaderboard& board, const std::string& processor, std::vector<Standing>& all) {
  for (std::size_t row = 0; row < all.size(); ++row) {
    if (board.rows[row].processor != processor) continue;
    const auto own = burdens_of(board.rows[row], *board.number);
    all[row].on_front = std::ranges::none_of(board.rows, [&](const LeaderboardRow& other) {
      return other.processor == processor && dominates(burdens_of(other, *board.number), own);
    });
  }
}

}  // namespace

std::vector<Standing> standings(const Leaderboard& board, const std::string& processor) {
  std::vector<Standing> all(board.rows.size());
  set_ranks(board, all);
  set_front(board, processor, all);
  return all;
}

}  // namespace sketchbench
