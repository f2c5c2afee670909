#pragma once
#include <vector>

#include "experiments/accuracy/paper_form.hpp"

namespace sketchbench::kdd13 {

/// Table 1 with Table 2 and what the sampling measure explains; Table 3.
std::vector<PaperForm> forms();

}  // namespace sketchbench::kdd13
