#include <sketchbench/harness/cell/request_key.hpp>

#include <sketchbench/core/json.hpp>

namespace sketchbench {

RequestKey request_key(const Cell& cell) {
  Json request = describe_request(cell);
  request.erase("seed");
  return {json_text(request), cell.seed};
}

}  // namespace sketchbench
