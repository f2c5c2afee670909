#include <sketchbench/features/map_request.hpp>

#include <fmt/format.h>

#include <sketchbench/core/error.hpp>

namespace sketchbench {

void require_training_rows(const MapRequest& request) {
  if (request.D > request.n_train)
    throw InputError(fmt::format("D is {}, but there are {} training rows: expected D of at most {}",
                                 request.D, request.n_train, request.n_train));
}

}  // namespace sketchbench
