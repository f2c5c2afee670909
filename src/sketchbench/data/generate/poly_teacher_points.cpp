#include <sketchbench/data/generate/poly_teacher_points.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

struct Group {
  Index first = 0, size = 0;
};

std::vector<Group> draw_groups(Index d, Seed seed) {
  const Index count = std::min<Index>(most_groups, d / 2);
  std::vector<Group> groups(static_cast<std::size_t>(count), Group{0, 2});
  RandomStream random(seed, "poly_teacher/groups");
  // The nested draw favours early groups: like Adult, a few large ones (occupation, country) and many small
  // ones.
  for (Index spare = d - 2 * count; spare > 0; --spare)
    ++groups[random.below(random.below(static_cast<std::uint64_t>(count)) + 1)].size;
  random.shuffle(groups);
  for (std::size_t g = 1; g < groups.size(); ++g) groups[g].first = groups[g - 1].first + groups[g - 1].size;
  return groups;
}

// The categories of a group, most frequent first, with cumulative frequencies 1, 1 + 1/4, 1 + 1/4 + 1/9, ...
class Categories {
 public:
  Categories(const Group& group, RandomStream random) : columns_(static_cast<std::size_t>(group.size)) {
    std::iota(columns_.begin(), columns_.end(), group.first);
    random.shuffle(columns_);
    std::uint64_t sum = 0;
    for (std::size_t rank = 1; rank <= columns_.size(); ++rank)
      cumulative_.push_back(sum += std::max<std::uint64_t>(1, most_frequent / (rank * rank)));
  }
  Index draw(RandomStream& random) const {
    const std::uint64_t at = random.below(cumulative_.back());
    const auto hit = std::upper_bound(cumulative_.begin(), cumulative_.end(), at);
    return columns_[static_cast<std::size_t>(hit - cumulative_.begin())];
  }

 private:
  static constexpr std::uint64_t most_frequent = 1'000'000;
  std::vector<Index> columns_;
  std::vector<std::uint64_t> cumulative_;
};

struct Bump {
  Index centre = 0, half_width = 1;
  // Triangular; `height` at the centre.
  int level(Index column, int height) const {
    const Index distance = std::abs(column - centre);
    return distance >= half_width ? 0 : static_cast<int>(height * (half_width - distance) / half_width);
  }
};

constexpr int bump_count = 12;
constexpr int lowest_bump = 96, highest_level = 255;

std::vector<Bump> draw_bumps(Index d, Seed seed) {
  std::vector<Bump> bumps;
  RandomStream random(seed, "poly_teacher/bumps");
  const Index narrowest = std::max<Index>(1, d / 24), widest = std::max<Index>(2, d / 8);
  for (Index b = 0; b < bump_count; ++b) {
    const Index centre = (2 * b + 1) * d / (2 * bump_count);  // evenly along the columns
    const auto widths = static_cast<std::uint64_t>(widest - narrowest + 1);
    bumps.push_back({centre, narrowest + static_cast<Index>(random.below(widths))});
  }
  return bumps;
}

}  // namespace

TeacherPoints one_hot_points(Index n, Index d, Seed seed) {
  constexpr std::size_t groups_seen = 6;
  TeacherPoints points;
  points.levels.d = d;
  points.unit.assign(static_cast<std::size_t>(d), TeacherPoints::unseen);

  const std::vector<Group> groups = draw_groups(d, seed);
  std::vector<Categories> categories;
  for (std::size_t g = 0; g < groups.size(); ++g)
    categories.emplace_back(groups[g], RandomStream(seed, "poly_teacher/categories", g));
  for (std::size_t g = 0; g < std::min(groups_seen, groups.size()); ++g)
    for (Index c = groups[g].first; c < groups[g].first + groups[g].size; ++c)
      points.unit[static_cast<std::size_t>(c)] = points.units++;

  for (Index i = 0; i < n; ++i) {
    RandomStream random(seed, "poly_teacher/row", static_cast<std::uint64_t>(i));
    points.levels.make_room(most_groups);
    for (const Categories& group : categories) points.levels.push(group.draw(random), 1.0f);
    points.levels.end_row();
  }
  return points;
}

TeacherPoints bump_points(Index n, Index d, Seed seed) {
  constexpr Index segments = 6;
  TeacherPoints points;
  points.levels.d = d;
  points.full_level = highest_level;
  points.units = static_cast<int>(std::min(segments, d));
  for (Index c = 0; c < d; ++c) points.unit.push_back(static_cast<int>(c * points.units / d));

  const std::vector<Bump> bumps = draw_bumps(d, seed);
  std::vector<int> row(static_cast<std::size_t>(d));
  for (Index i = 0; i < n; ++i) {
    RandomStream random(seed, "poly_teacher/row", static_cast<std::uint64_t>(i));
    std::fill(row.begin(), row.end(), 0);
    points.levels.make_room(d);
    for (const Bump& bump : bumps) {
      const bool present = random.below(4) == 0;
      const int height = lowest_bump + static_cast<int>(random.below(highest_level - lowest_bump + 1));
      if (!present) continue;
      for (Index c = std::max<Index>(0, bump.centre - bump.half_width);
           c < std::min(d, bump.centre + bump.half_width); ++c)
        row[static_cast<std::size_t>(c)] += bump.level(c, height);
    }
    for (Index c = 0; c < d; ++c)
      if (const int level = std::min(row[static_cast<std::size_t>(c)], highest_level); level > 0)
        points.levels.push(c, static_cast<float>(level));
    points.levels.end_row();
  }
  return points;
}

}  // namespace sketchbench
