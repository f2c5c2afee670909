#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/core/json.hpp>
#include <sketchbench/report/report.hpp>

namespace sketchbench {

/// The records behind all reports of a page, each once though several reports may use it; tables and figures
/// refer to them by their place in the list.
class PageRecords {
 public:
  void add(const Report& report);

  /// The place of a record; none for one that no report on the page uses.
  std::optional<std::size_t> find(const std::string& id) const;
  std::size_t size() const { return list_.size(); }

  /// A list of the records as they stand in their files, but for fractions, which have nine digits, each with
  /// what the page adds under "page": id, headline, kernel as people write it, the reports that use it, the
  /// command that runs it again.
  const Json& json() const { return list_; }

 private:
  void add(const Report& report, const Record& record);

  Json list_ = Json::array();
  std::map<std::string, std::size_t> place_;
};

}  // namespace sketchbench
