#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/owned_rows.hpp>

namespace sketchbench {

/// What a map has learned from its training rows, by name: with its request enough to make it again, with the
/// same features to the last bit. What is drawn from the seed is none of it. Files hold maps in this form
/// (models/file/serialized_map.hpp); docs/reference/model-file.md says what each map's parts are.
struct MapParts {
  std::map<std::string, std::vector<float>> single;  ///< finite numbers, such as "directions"
  std::map<std::string, std::vector<double>> real;   ///< in double precision, such as "root"
  std::optional<OwnedRows> rows;                     ///< training rows that features are made from
};

/// Hands out the parts that a map asks for. They may come from a file that somebody has made: a part that is
/// missing, of another length or not finite is an InputError with its name.
class MapPartsReader {
 public:
  explicit MapPartsReader(const MapParts& parts) : parts_(parts) {}

  const std::vector<float>& single(const std::string& name, Index count) const;
  const std::vector<double>& real(const std::string& name, Index count) const;
  /// Rows with so many columns.
  Rows rows(Index columns) const;
  /// So many of them.
  Rows rows(Index columns, Index count) const;

 private:
  const MapParts& parts_;
};

}  // namespace sketchbench
