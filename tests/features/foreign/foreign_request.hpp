#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <sketchbench/features/foreign/foreign_map.hpp>

namespace sketchbench::testing_support {

/// tests/features/foreign/some_map.py with that failure, or none.
inline std::shared_ptr<ForeignMap> some_program(const std::string& failure = "") {
  auto map = std::make_shared<ForeignMap>();
  map->kind = foreign_kind("some_map", ForeignMap::Form::program);
  map->command = {"python3", std::filesystem::absolute("tests/features/foreign/some_map.py").string()};
  if (!failure.empty()) map->command.push_back(failure);
  map->file = "/usr/bin/python3";
  return map;
}

inline MapRequest foreign_request(std::shared_ptr<const ForeignMap> map, Index d_in, Index D) {
  return {.d_in = d_in,
          .kernel = PolynomialKernel{.degree = 1, .coef0 = 0},
          .D = D,
          .seed = 7,
          .foreign = std::move(map)};
}

}  // namespace sketchbench::testing_support
