#pragma once
#include "features/panel_matrix.hpp"

namespace sketchbench {

/// The frequencies of a map.
using FrequencyMatrix = PanelMatrix<float>;

}  // namespace sketchbench
