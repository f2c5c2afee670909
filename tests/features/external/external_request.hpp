#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <sketchbench/features/external/external_map.hpp>

namespace sketchbench::testing_support {

/// tests/features/external/some_map.py with that failure, or none.
inline std::shared_ptr<ExternalMap> some_program(const std::string& failure = "") {
  auto map = std::make_shared<ExternalMap>();
  map->kind = external_kind("some_map", ExternalMap::Form::program);
  map->command = {"python3", std::filesystem::absolute("tests/features/external/some_map.py").string()};
  if (!failure.empty()) map->command.push_back(failure);
  map->file = "/usr/bin/python3";
  return map;
}

inline MapRequest external_request(std::shared_ptr<const ExternalMap> map, Index d_in, Index D) {
  return {.d_in = d_in,
          .kernel = PolynomialKernel{.degree = 1, .coef0 = 0},
          .D = D,
          .seed = 7,
          .external = std::move(map)};
}

}  // namespace sketchbench::testing_support
