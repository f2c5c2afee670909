#include <fmt/format.h>

#include <sketchbench/data/manifest_parts.hpp>

#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

/// "columns": [first, last]; all where there is none.
ColumnRange columns_of(StrictObject& step) {
  if (!step.has("columns")) return std::nullopt;
  const Json& pair = step.raw("columns");
  const bool valid = pair.is_array() && pair.size() == 2 && pair[0].is_number_unsigned() &&
                     pair[1].is_number_unsigned() && pair[0] <= pair[1] && pair[1] < max_columns;
  if (!valid) step.fail("columns", "[first, last], columns counted from 0, both included");
  return std::pair(pair[0].get<Index>(), pair[1].get<Index>());
}

}  // namespace

PreprocessStep parse_step(StrictObject step) {
  enum class Op { binary_labels, target, min_max, unit_variance, replace, clip, add, divide, unit_length };
  const Op op = choose(
      step, "op",
      std::array{Choice<Op>{"binary_labels", Op::binary_labels}, Choice<Op>{"target", Op::target},
                 Choice<Op>{"min_max", Op::min_max}, Choice<Op>{"unit_variance", Op::unit_variance},
                 Choice<Op>{"replace", Op::replace}, Choice<Op>{"clip", Op::clip}, Choice<Op>{"add", Op::add},
                 Choice<Op>{"divide", Op::divide}, Choice<Op>{"unit_length", Op::unit_length}});
  PreprocessStep result;
  switch (op) {
    case Op::binary_labels:
      result = BinaryLabels{static_cast<float>(step.number("positive", -1e6, 1e6))};
      break;
    case Op::min_max: {
      MinMax scale;
      scale.low = step.number("low", -1e6, 1e6);
      scale.high = step.number("high", -1e6, 1e6);
      if (!(scale.low < scale.high)) step.fail("high", fmt::format("a number above \"low\" ({})", scale.low));
      scale.columns = columns_of(step);
      result = scale;
      break;
    }
    case Op::target:
      result = TargetTransform{
          choose(step, "transform",
                 std::array{Choice<TargetTransform::Function>{"log1p", TargetTransform::Function::log1p}})};
      break;
    case Op::unit_variance:
      result = UnitVariance{columns_of(step)};
      break;
    case Op::replace: {
      const auto value = static_cast<float>(step.number("value", -1e30, 1e30));
      result = Replace{value, static_cast<float>(step.number("by", -1e30, 1e30)), columns_of(step)};
      break;
    }
    case Op::clip: {
      Clip clip;
      clip.low = static_cast<float>(step.number("low", -1e30, 1e30));
      clip.high = static_cast<float>(step.number("high", -1e30, 1e30));
      if (!(clip.low < clip.high)) step.fail("high", fmt::format("a number above \"low\" ({})", clip.low));
      clip.columns = columns_of(step);
      result = clip;
      break;
    }
    case Op::add:
      result = Add{step.number("value", -1e30, 1e30), columns_of(step)};
      break;
    case Op::divide:
      result = Divide{step.number("by", 1e-30, 1e30)};
      break;
    case Op::unit_length:
      result = UnitLength{};
      break;
  }
  step.finish();
  return result;
}

}  // namespace sketchbench
