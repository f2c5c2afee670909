#include "support/page_scripts.hpp"

#include <sketchbench/core/json.hpp>

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <zlib.h>

#include <algorithm>
#include <map>
#include <stdexcept>

namespace sketchbench::testing_support {

std::string unpacked(const std::string& text) {
  std::vector<unsigned char> bytes(text.size());
  const int decoded = EVP_DecodeBlock(bytes.data(), reinterpret_cast<const unsigned char*>(text.data()),
                                      static_cast<int>(text.size()));
  EXPECT_GE(decoded, 0);
  bytes.resize(
      static_cast<std::size_t>(std::max(decoded, 0)));  // with the padding's zeros, which zlib does not read
  std::string plain(1u << 20, '\0');
  uLongf size = plain.size();
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(plain.data()), &size, bytes.data(), bytes.size()), Z_OK);
  plain.resize(size);
  return plain;
}

std::vector<Json> of_column(const Json& column) {
  if (column.is_array()) return column;
  std::vector<Json> values;
  if (column.contains("distinct")) {
    for (const Json& place : column.at("at"))
      values.push_back(column.at("distinct").at(place.get<std::size_t>()));
  } else if (column.contains("lengths")) {
    const std::vector<Json> items = of_column(column.at("items"));
    auto next = items.begin();
    for (const Json& length : of_column(column.at("lengths"))) {
      const auto end = next + length.get<std::ptrdiff_t>();
      values.push_back(Json(std::vector<Json>(next, end)));
      next = end;
    }
    EXPECT_EQ(next, items.end());
  } else {
    std::map<std::string, std::vector<Json>> parts;
    std::map<std::string, std::size_t> used;
    for (const auto& [key, part] : column.at("columns").items()) parts[key] = of_column(part);
    for (const Json& shape : of_column(column.at("shape"))) {
      Json object = Json::object();
      for (const Json& key : column.at("keys").at(shape.get<std::size_t>()))
        object[key.get<std::string>()] = parts.at(key).at(used[key]++);
      values.push_back(std::move(object));
    }
    for (const auto& [key, part] : parts) EXPECT_EQ(used[key], part.size()) << key;
  }
  return values;
}

Json unpacked_json(const std::string& text) { return of_column(Json::parse(unpacked(text))).at(0); }

std::string script_of(const std::string& page, const std::string& id) {
  const auto open = page.find("<script id=\"" + id + "\"");
  if (open == std::string::npos) throw std::out_of_range("no script " + id);
  const auto begin = page.find('>', open) + 1;
  return page.substr(begin, page.find("</script>", begin) - begin);
}

}  // namespace sketchbench::testing_support
