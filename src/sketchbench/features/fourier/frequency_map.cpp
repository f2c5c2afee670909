#include <sketchbench/features/fourier/frequency_map.hpp>

#include <algorithm>
#include <memory>

#include <sketchbench/core/threads.hpp>

namespace sketchbench {
namespace {

// Rows and frequencies whose phases are made at a time: they fit the second-level cache beside the rows.
constexpr Index rows_per_block = 48;
constexpr Index frequencies_per_block = 256;

}  // namespace

FrequencyMap::FrequencyMap(PanelMatrix<float> frequencies, Index D, FourierForm form, Seed seed,
                           const std::string& name)
    : FeatureMap(frequencies.d(), D), frequencies_(std::move(frequencies)), features_(D, form, seed, name) {}

double FrequencyMap::memory(Index d_in, Index D, FourierForm form) {
  return PanelMatrix<float>::memory(d_in, PhaseFeatures::frequencies(D, form)) +
         PhaseFeatures::memory(D, form);
}

double FrequencyMap::workspace() {
  return static_cast<double>(sizeof(float)) * rows_per_block * frequencies_per_block;
}

double FrequencyMap::seconds_of_row(double nonzeros, Index D, FourierForm form) {
  // Factors from a server processor of 2021.
  return static_cast<double>(PhaseFeatures::frequencies(D, form)) * (0.05e-9 * nonzeros + 1e-9);
}

double FrequencyMap::draw_share(const MapRequest& request, Index D, FourierForm form) {
  constexpr double seconds_of_draw = 10e-9;
  return seconds_of_draw * static_cast<double>(request.d_in) *
         static_cast<double>(PhaseFeatures::frequencies(D, form)) /
         static_cast<double>(std::max(request.n_train, request.D));
}

void FrequencyMap::transform(const Rows& x, MatrixRef z, int threads) const {
  check_shapes(x, z);
  const auto on_each_thread = [&]() -> BlockBody {
    return [&, phases = std::make_shared<std::vector<float>>(static_cast<std::size_t>(
                   rows_per_block * frequencies_per_block))](Index begin, Index end) {
      for (Index first = 0; first < frequencies_.count(); first += frequencies_per_block) {
        const Index last = std::min(frequencies_.count(), first + frequencies_per_block);
        frequencies_.multiply(x.slice(begin, end), first, last, phases->data(), frequencies_per_block);
        for (Index i = begin; i < end; ++i)
          features_.write(phases->data() + (i - begin) * frequencies_per_block, first, last, z.row(i));
      }
    };
  };
  parallel_blocks_with(x.size(), rows_per_block, threads, on_each_thread);
}

}  // namespace sketchbench
