#include <sketchbench/features/tensor_sketch_fast.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/threads.hpp>
#include <sketchbench/features/polynomial_map.hpp>
#include <sketchbench/features/tensor_sketch.hpp>
#include <sketchbench/numerics/transforms/lane_fft.hpp>

namespace sketchbench {
namespace {

// Rows that a thread takes at once: whole batches, few enough to share out small data sets.
constexpr Index rows_per_block = 128;

// A batch of rows with at least this many non-zeros for each column is sketched column by column, all rows
// at a time; a sparser one non-zero by non-zero.
constexpr Index dense_nonzeros_per_column = 2;

}  // namespace

/// What one thread needs to sketch a batch of at most lane_count rows.
class TensorSketchFast::Batch {
 public:
  explicit Batch(const TensorSketchFast& map) : map_(map) {
    if (map.convolution_)
      work_.emplace(*map.convolution_);
    else
      plain_.resize(static_cast<std::size_t>(plain_points()));
  }

  void transform(const Rows& rows, MatrixRef z) {
    by_column_ = rows.stored() >= dense_nonzeros_per_column * rows.dim();
    if (by_column_) gather_columns(rows);
    if (!map_.convolution_) {
      sketch(rows, 0, 1, {plain_points(), {}});
      store_lanes({&plain_.data()->re}, z.d, 1, z.data, z.stride, z.n);
      return;
    }
    const LaneConvolution& convolution = *map_.convolution_;
    for (Index pair = 0; pair < convolution.pairs(); ++pair) {
      sketch(rows, 2 * pair, 2, convolution.pair_places());
      convolution.take_pair(*work_, pair == 0);
    }
    if (convolution.has_single()) {
      sketch(rows, 2 * convolution.pairs(), 1, convolution.single_places());
      convolution.take_single(*work_, convolution.pairs() == 0);
    }
    convolution.finish(*work_, z);
  }

 private:
  /// Of a sketch alone: two values of every row each.
  Index plain_points() const { return (map_.d_out() + 1) / 2; }

  /// columns_[j] = value j of every row.
  void gather_columns(const Rows& rows) {
    if (!rows.is_sparse()) {
      columns_.resize(static_cast<std::size_t>(rows.dim()));
      const float* const first = rows.dense_row(0).data();
      const Index stride = rows.size() > 1 ? rows.dense_row(1).data() - first : rows.dim();
      load_lanes(first, stride, rows.size(), rows.dim(), columns_.data());
      return;
    }
    columns_.assign(static_cast<std::size_t>(rows.dim()), Lanes{});
    for (Index i = 0; i < rows.size(); ++i)
      rows.for_each_nonzero(i,
                            [&](Index j, float value) { columns_[static_cast<std::size_t>(j)][i] = value; });
  }

  /// The sketches first .. first + count - 1 of all rows, at the beginning of the signals. Each bucket adds
  /// up its coordinates in the same order either way.
  void sketch(const Rows& rows, Index first, Index count, const LaneConvolution::Places& places) {
    ComplexLanes* const signals = work_ ? work_->signals.data() : plain_.data();
    std::fill(signals, signals + places.gap.begin, ComplexLanes{});
    std::fill(signals + places.gap.end, signals + places.count, ComplexLanes{});
    const CountSketches& sketches = map_.sketches_;
    auto* const lanes = reinterpret_cast<Lanes*>(signals);
    if (map_.constant_ > 0) {
      const CountSketches::Entry* const entry = sketches.entries(sketches.constant()) + first;
      for (Index k = 0; k < count; ++k) lanes[entry[k].slot / lane_count] += entry[k].sign * map_.constant_;
    }
    if (by_column_) {
      for (Index j = 0; j < rows.dim(); ++j) {
        const CountSketches::Entry* const entry = sketches.entries(j) + first;
        const Lanes column = columns_[static_cast<std::size_t>(j)];
        for (Index k = 0; k < count; ++k) lanes[entry[k].slot / lane_count] += entry[k].sign * column;
      }
      return;
    }
    auto* const floats = reinterpret_cast<float*>(signals);
    for (Index i = 0; i < rows.size(); ++i)
      rows.for_each_nonzero(i, [&](Index j, float value) {
        const CountSketches::Entry* const entry = sketches.entries(j) + first;
        for (Index k = 0; k < count; ++k) floats[entry[k].slot + i] += entry[k].sign * value;
      });
  }

  const TensorSketchFast& map_;
  std::optional<LaneConvolution::Workspace> work_;
  std::vector<ComplexLanes> plain_;  ///< the one sketch of degree 1
  bool by_column_ = false;
  std::vector<Lanes> columns_;
};

TensorSketchFast::TensorSketchFast(Index d_in, const PolynomialKernel& kernel, Index D, Seed seed)
    : FeatureMap(d_in, D),
      constant_(static_cast<float>(std::sqrt(kernel.coef0))),
      sketches_(d_in, D, layouts(D, kernel.degree), seed) {
  if (kernel.degree > 1) convolution_.emplace(D, kernel.degree);
}

std::vector<SignalLayout> TensorSketchFast::layouts(Index D, int degree) {
  LaneConvolution::require_room(D);
  return degree > 1 ? LaneConvolution::layouts(D, degree) : std::vector<SignalLayout>{{0, lane_count}};
}

double TensorSketchFast::memory(Index d_in, const PolynomialKernel& kernel, Index D) {
  return CountSketches::memory(d_in, kernel.degree) +
         (kernel.degree > 1 ? LaneConvolution::memory(D, kernel.degree) : 0);
}

double TensorSketchFast::workspace(Index d_in, const PolynomialKernel& kernel, Index D) {
  const double signals = kernel.degree > 1 ? LaneConvolution::workspace(D, kernel.degree)
                                           : sizeof(Lanes) * (static_cast<double>(D) + 1);
  return signals + sizeof(Lanes) * static_cast<double>(d_in);  // and a batch's columns side by side
}

void TensorSketchFast::require_shape(Index /*d_in*/, const PolynomialKernel& /*kernel*/, Index D) {
  LaneConvolution::require_room(D);
}

void TensorSketchFast::transform(const Rows& x, MatrixRef z, int threads) const {
  check_shapes(x, z);
  const auto on_each_thread = [&]() -> BlockBody {
    return [&, batch = std::make_shared<Batch>(*this)](Index begin, Index end) {
      for (Index at = begin; at < end; at += lane_count) {
        const Index stop = std::min(end, at + lane_count);
        batch->transform(x.slice(at, stop), z.slice(at, stop));
      }
    };
  };
  parallel_blocks_with(x.size(), rows_per_block, threads, on_each_thread);
}

FeatureMapKind tensor_sketch_fast_kind() {
  FeatureMapKind kind = tensor_sketch_kind();  // the same features, made in another way
  kind.fast_form_of = "tensor_sketch";
  kind.name = "tensor_sketch_fast";
  kind.summary = "Tensor Sketching, several rows side by side";
  kind.title = "Tensor Sketching, fast path";
  kind.brief = "TS fast";
  kind.cost_remark = fmt::format(
      "The fast path of Tensor Sketching skips the zeros of sparse rows: where d stands in the operations "
      "that are claimed for it, its time goes by the number of non-zeros. It transforms signals of length D "
      "where D has no prime factor above {}, and longer ones where it has.",
      largest_lane_fft_radix);
  kind.largest_fast_factor = largest_lane_fft_radix;  // FFTW's is another
  kind.make = make_polynomial_map<TensorSketchFast>;
  kind.memory = of_polynomial<TensorSketchFast::memory>;
  kind.workspace = of_polynomial<TensorSketchFast::workspace>;
  kind.require_shape = of_polynomial<TensorSketchFast::require_shape>;
  return kind;
}

}  // namespace sketchbench
