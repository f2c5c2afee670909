#pragma once
#include <algorithm>
#include <vector>

namespace sketchbench {

/// The items in lists of those that belong together; lists, and items in them, in the order of their first.
/// `together(a, b)` is an equivalence.
template <class Item, class Together>
std::vector<std::vector<Item>> partitioned(const std::vector<Item>& items, Together&& together) {
  std::vector<std::vector<Item>> parts;
  for (const Item& item : items) {
    const auto known =
        std::ranges::find_if(parts, [&](const auto& part) { return together(part.front(), item); });
    if (known != parts.end())
      known->push_back(item);
    else
      parts.push_back({item});
  }
  return parts;
}

}  // namespace sketchbench
