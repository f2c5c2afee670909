// The folders are layers, and what a file includes lies in its own layer or in one below; within a layer no
// folders include each other in a circle. The sources are read to see it.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <sketchbench/core/system/file.hpp>
#include "support/sources.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;

/// What the files of a folder may include beside their own folder.
const std::map<std::string, std::set<std::string>>& layers_below() {
  static const std::set<std::string> computing = {"core", "numerics", "kernels", "features", "learners"};
  static const auto with = [](std::set<std::string> some, std::initializer_list<std::string> more) {
    some.insert(more);
    return some;
  };
  static const std::map<std::string, std::set<std::string>> below = {
      {"core", {}},
      {"numerics", {"core"}},
      {"kernels", {"core", "numerics"}},
      {"features", {"core", "numerics", "kernels"}},
      {"learners", {"core", "numerics", "kernels", "features"}},
      {"models", computing},
      {"data", {"core"}},
      {"harness", with(computing, {"data"})},
      {"report", with(computing, {"data", "harness"})},
      {"experiments", with(computing, {"data", "harness", "report"})},
      {"papers", with(computing, {"data", "harness", "report", "experiments"})},
      {"cli", with(computing, {"data", "harness", "report", "experiments", "papers", "models"})}};
  return below;
}

constexpr std::string_view own_sources = "src/sketchbench/";

/// As it is included, without what all own headers begin with: "kernels/gram.hpp",
/// "experiments/bounds/run.hpp".
std::string included_name(const fs::path& file) {
  const std::string name = file.generic_string();
  return name.starts_with(own_sources) ? name.substr(own_sources.size()) : name;
}

std::string layer_of(const fs::path& included) { return included.begin()->string(); }

/// The folder of one experiment or paper, with all below it; empty elsewhere and for what stands beside the
/// folders.
std::string slice_of(const fs::path& included) {
  const std::string layer = layer_of(included);
  if (layer != "experiments" && layer != "papers") return "";
  const fs::path folder = included.parent_path();
  if (folder == layer) return "";
  auto part = folder.begin();
  const fs::path first = *part++;
  return (first / *part).generic_string();
}

/// The types that a file defines for all to see, in full: "sketchbench::kdd13::ClaimCases". Those of unnamed
/// namespaces and of other types are left out; the sources are formatted, so that a definition begins a line.
std::vector<std::string> types_of(const std::string& text) {
  static const std::regex opens("namespace ?([\\w:]*) \\{"), closes("\\}  // namespace.*"),
      defines(
          "(?:struct|class|union|enum class|enum) (?:alignas\\(\\w+\\) )?([\\w:]+)(?: final)?(?: : .*)? "
          "\\{.*");
  std::vector<std::string> types, within;
  std::istringstream lines(text);
  std::smatch found;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, found, opens))
      within.push_back(found[1].str());
    else if (std::regex_match(line, closes) && !within.empty())
      within.pop_back();
    else if (std::ranges::count(within, "") == 0 && std::regex_match(line, found, defines))
      types.push_back(fmt::format("{}::{}", fmt::join(within, "::"), found[1].str()));
  }
  return types;
}

/// All pairs of a file and what it includes of our own.
std::vector<std::pair<std::string, std::string>> arrows() {
  static const std::regex include_line("#include (?:<sketchbench/([^>]+)>|\"([^\"]+)\")");
  std::vector<std::pair<std::string, std::string>> found;
  for (const fs::path& file : testing_support::sources()) {
    const std::string text = read_file(file);
    for (std::sregex_iterator at(text.begin(), text.end(), include_line), end; at != end; ++at)
      found.emplace_back(included_name(file), (*at)[1].matched ? (*at)[1].str() : (*at)[2].str());
  }
  return found;
}

/// The two folders of one folder that the files lie in, at whatever depth; none where one of the files lies
/// in that folder itself.
std::optional<std::pair<std::string, std::string>> sibling_folders(const fs::path& from, const fs::path& to) {
  const fs::path a = from.parent_path(), b = to.parent_path();
  auto [at_a, at_b] = std::ranges::mismatch(a, b);
  if (at_a == a.begin() || at_a == a.end() || at_b == b.end()) return std::nullopt;
  fs::path common;
  for (auto part = a.begin(); part != at_a; ++part) common /= *part;
  return std::pair((common / *at_a).generic_string(), (common / *at_b).generic_string());
}

/// Whether `folder` is that of `file` or one around it.
bool encloses(const fs::path& folder, const fs::path& file) {
  const std::string within = folder.generic_string() + "/";
  return file.generic_string().starts_with(within);
}

using FolderGraph = std::map<std::string, std::set<std::string>>;

/// Which folders need which of their siblings: by what their files include, and by what headers include that
/// lie beside the folders and are included there.
FolderGraph sibling_graph(const std::vector<std::pair<std::string, std::string>>& includes) {
  std::multimap<std::string, std::string> included(includes.begin(), includes.end());
  FolderGraph graph;
  std::set<std::string> files;
  for (const auto& [from, to] : includes) files.insert(from);
  for (const std::string& file : files) {
    std::set<std::string> seen = {file};
    for (std::vector<std::string> open = {file}; !open.empty();) {
      const std::string here = open.back();
      open.pop_back();
      const auto [first, last] = included.equal_range(here);
      for (auto at = first; at != last; ++at) {
        const std::string& to = at->second;
        if (const auto folders = sibling_folders(file, to))
          graph[folders->first].insert(folders->second);
        else if (encloses(fs::path(to).parent_path(), file) && seen.insert(to).second)
          open.push_back(to);
      }
    }
  }
  return graph;
}

std::set<std::string> reached_from(const std::string& start, const FolderGraph& graph) {
  std::set<std::string> reached;
  for (std::vector<std::string> open = {start}; !open.empty();) {
    const auto here = graph.find(open.back());
    open.pop_back();
    if (here == graph.end()) continue;
    for (const std::string& next : here->second)
      if (reached.insert(next).second) open.push_back(next);
  }
  return reached;
}

/// A line for each circle: the folders that need each other.
std::set<std::string> circles_in(const FolderGraph& graph) {
  std::set<std::string> circles;
  for (const auto& [folder, needed] : graph) {
    std::vector<std::string> circle;
    for (const std::string& other : reached_from(folder, graph))
      if (reached_from(other, graph).contains(folder)) circle.push_back(other);
    if (!circle.empty()) circles.insert(fmt::format("{}", fmt::join(circle, ", ")));
  }
  return circles;
}

TEST(Layout, NothingIncludesWhatLiesAbove) {
  std::vector<std::string> upward;
  int seen = 0;
  for (const auto& [from, to] : arrows()) {
    ++seen;
    const std::string own = layer_of(from), other = layer_of(to);
    ASSERT_TRUE(layers_below().contains(own)) << from << " lies in a folder that this test does not know";
    if (own != other && !layers_below().at(own).contains(other)) upward.push_back(from + " includes " + to);
  }
  EXPECT_THAT(upward, IsEmpty());
  EXPECT_GT(seen, 1000) << "the pattern finds nothing any more";
}

TEST(Layout, FoldersOfOneFolderIncludeEachOtherInNoCircle) {
  const FolderGraph graph = sibling_graph(arrows());
  EXPECT_THAT(circles_in(graph), IsEmpty());
  EXPECT_TRUE(graph.at("harness/plan").contains("harness/config")) << "it finds nothing any more";
}

TEST(Layout, CirclesOfFoldersAreSeen) {
  EXPECT_THAT(circles_in(sibling_graph({{"a/x/1.cpp", "a/y/1.hpp"}, {"a/y/1.hpp", "a/z/1.hpp"}})), IsEmpty());
  EXPECT_THAT(circles_in(sibling_graph({{"a/x/1.cpp", "a/y/1.hpp"}, {"a/y/in/2.cpp", "a/x/2.hpp"}})),
              testing::ElementsAre("a/x, a/y"));
  EXPECT_THAT(circles_in(sibling_graph({{"a/all.cpp", "a/x/1.hpp"}, {"a/x/1.hpp", "a/base.hpp"}})), IsEmpty())
      << "a folder's own files may know what is in it";
  EXPECT_THAT(circles_in(sibling_graph(
                  {{"a/x/1.cpp", "a/all.hpp"}, {"a/all.hpp", "a/y/1.hpp"}, {"a/y/1.cpp", "a/x/1.hpp"}})),
              testing::ElementsAre("a/x, a/y"))
      << "through a header beside them";
}

/// A line for each header that a folder within its own includes although it needs that folder itself, be it
/// by others of its own: what stands above may know what is within, or be known there.
std::vector<std::string> needed_within_and_above(
    const std::vector<std::pair<std::string, std::string>>& includes) {
  std::multimap<std::string, std::string> included(includes.begin(), includes.end());
  std::vector<std::string> circles;
  for (const auto& [from, to] : includes) {
    const fs::path above = fs::path(to).parent_path(), folder = fs::path(from).parent_path();
    if (above == folder || !encloses(above, from)) continue;
    const fs::path within = above / *fs::path(from).lexically_relative(above).begin();
    std::set<std::string> seen = {to};
    for (std::vector<std::string> open = {to}; !open.empty();) {
      const auto [first, last] = included.equal_range(open.back());
      open.pop_back();
      for (auto at = first; at != last; ++at)
        if (encloses(within, at->second))
          circles.push_back(fmt::format("{} includes {}, and that {}", from, to, at->second));
        else if (fs::path(at->second).parent_path() == above && seen.insert(at->second).second)
          open.push_back(at->second);
    }
  }
  return circles;
}

TEST(Layout, AFolderAndOneWithinItIncludeEachOtherInNoCircle) {
  EXPECT_THAT(needed_within_and_above(arrows()), IsEmpty());
  EXPECT_THAT(needed_within_and_above({{"a/x/1.cpp", "a/1.hpp"}, {"a/2.cpp", "a/x/1.hpp"}}), IsEmpty());
  EXPECT_THAT(needed_within_and_above(
                  {{"a/x/in/1.cpp", "a/1.hpp"}, {"a/1.hpp", "a/2.hpp"}, {"a/2.hpp", "a/x/2.hpp"}}),
              testing::ElementsAre("a/x/in/1.cpp includes a/1.hpp, and that a/x/2.hpp"));
}

TEST(Layout, AnExperimentKnowsNoOtherAndAPaperNoOther) {
  std::vector<std::string> across;
  for (const auto& [from, to] : arrows()) {
    const std::string own = slice_of(from), other = slice_of(to);
    if (!own.empty() && !other.empty() && own != other && layer_of(from) == layer_of(to))
      across.push_back(from + " includes " + to);
  }
  EXPECT_THAT(across, IsEmpty());
}

// Two types of one name are undefined behaviour in a program that links both, and no tool here says so: the
// linker keeps one of the destructors, and it destroys the other type's members.
TEST(Layout, ATypeIsDefinedOnce) {
  std::map<std::string, std::string> defined_in;
  std::vector<std::string> twice;
  for (const fs::path& file : testing_support::sources()) {
    if (file.filename() == "own_fft.cpp") continue;  // compiled where fftw_fft.cpp is not
    for (const std::string& type : types_of(read_file(file))) {
      const auto [first, is_first] = defined_in.emplace(type, file.generic_string());
      if (!is_first) twice.push_back(type + " in " + first->second + " and in " + file.generic_string());
    }
  }
  EXPECT_THAT(twice, IsEmpty());
  EXPECT_GT(defined_in.size(), 300U) << "the pattern finds nothing any more";
}

TEST(Layout, TypesAreSeenWithTheirNamespaces) {
  EXPECT_THAT(types_of("namespace a {\nstruct X {\n  struct Inner {\n};\n};\nclass Y;\n}  // namespace a\n"
                       "namespace a::b {\nnamespace {\nstruct Own {\n};\n}  // namespace\n"
                       "class Z final : public X {\n};\nenum class E { one };\n}  // namespace a::b\n"),
              testing::ElementsAre("a::X", "a::b::Z", "a::b::E"));
}

}  // namespace
}  // namespace sketchbench
