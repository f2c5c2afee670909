#pragma once
// For headers that only pass JSON on: the document itself is in core/json.hpp.
#include <nlohmann/json_fwd.hpp>

namespace sketchbench {

using Json = nlohmann::json;  // objects keep their keys sorted, so dump() is canonical
class StrictObject;

}  // namespace sketchbench
