#pragma once
#include <set>
#include <string>
#include <vector>

namespace sketchbench {

/// Lines of cells that line up, two blanks between them; the columns in `numeric` are set to the right. What
/// does not show on a terminal is escaped, so that it counts as it is seen.
std::string plain_table(const std::vector<std::vector<std::string>>& rows,
                        const std::set<std::size_t>& numeric = {});

}  // namespace sketchbench
