// The transforms of fft.hpp without FFTW, whose licence a wheel could not have without being under it as a
// whole.
#include <sketchbench/numerics/transforms/fft.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/numerics/transforms/lane_butterflies.hpp>
#include <sketchbench/numerics/transforms/lane_fft.hpp>

namespace sketchbench {
namespace own_fft {

constexpr std::size_t alignment = 64;

std::size_t place(Index j) { return static_cast<std::size_t>(j); }

/// Complex numbers, their real parts and their imaginary parts apart.
struct Parts {
  /// With room for a register that begins at the last one.
  explicit Parts(Index n)
      : re(make_fft_buffer<float>(n + lane_count)), im(make_fft_buffer<float>(n + lane_count)) {}
  void set(Index j, Complex z) {
    re[place(j)] = z.real();
    im[place(j)] = z.imag();
  }
  Complex at(Index j) const { return {re[place(j)], im[place(j)]}; }

  FftBuffer<float> re, im;
};

Complex conjugate(Complex z) { return {z.real(), -z.imag()}; }

/// std::complex's own looks for infinities and NaNs.
Complex product(Complex x, Complex y) {
  return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}

/// exp(-2 pi i k / n)
Complex root(Index k, Index n) {
  const Rotation w = rotation(k, n);
  return {w.re, w.im};
}

/// x[j] *= y[j], or the conjugate of that.
template <bool conjugated = false>
void multiply(Parts& x, const Parts& y, Index n) {
  float *const a = x.re.get(), *const b = x.im.get();
  const float *const c = y.re.get(), *const d = y.im.get();
  for (Index j = 0; j < n; ++j) {
    const float re = a[j] * c[j] - b[j] * d[j], im = a[j] * d[j] + b[j] * c[j];
    a[j] = re;
    b[j] = conjugated ? -im : im;
  }
}

/// n complex numbers on as many lanes as divide them: number j is in lane j mod lanes, each lane is
/// transformed by itself, and a short transform goes across the lanes (Cooley & Tukey 1965).
class SplitFft {
 public:
  explicit SplitFft(Index n) : lanes_(lanes(n)), along_(n / lanes_), across_(lanes_) {
    for (Index k = 0; k < along_.size(); ++k) {
      ComplexLanes factor = {};
      for (Index l = 0; l < lanes_; ++l) {
        const Rotation w = rotation(l * k, n);
        factor.re[l] = w.re;
        factor.im[l] = w.im;
      }
      twiddle_.push_back(factor);
    }
  }

  /// The largest divisor of n that a register has room for.
  static Index lanes(Index n) {
    Index most = std::min(lane_count, n);
    while (n % most != 0) --most;
    return most;
  }
  /// Whether that is faster than a convolution of more than twice the length on all lanes.
  static bool takes(Index n) { return (n < 4 || lanes(n) >= 4) && !lane_fft_is_slow(n / lanes(n)); }

  Index size() const { return lanes_ * along_.size(); }
  struct Workspace {
    explicit Workspace(const SplitFft& fft)
        : in(make_fft_buffer<ComplexLanes>(fft.along_.size())),
          scratch(make_fft_buffer<ComplexLanes>(fft.along_.size())) {}
    FftBuffer<ComplexLanes> in, scratch;
  };

  /// In place.
  void forward(Parts& x, Workspace& work) const {
    const Index m = along_.size();
    for (Index j = 0; j < m; ++j)
      work.in[place(j)] = {loaded(x.re.get() + lanes_ * j), loaded(x.im.get() + lanes_ * j)};
    const ComplexLanes* const y = along_.forward(work.in.get(), work.scratch.get());
    for (Index k = 0; k < m; k += lane_count) {
      const Index count = std::min(lane_count, m - k);
      Lanes re[lane_count] = {}, im[lane_count] = {};
      for (Index l = 0; l < count; ++l) {
        const ComplexLanes turned = y[k + l] * twiddle_[place(k + l)];
        re[l] = turned.re;
        im[l] = turned.im;
      }
      transpose_lanes(re);
      transpose_lanes(im);
      ComplexLanes in[lane_count], scratch[lane_count];
      for (Index l = 0; l < lanes_; ++l) in[l] = {re[l], im[l]};
      const ComplexLanes* const z = across_.forward(in, scratch);
      const std::size_t bytes = place(count) * sizeof(float);
      for (Index q = 0; q < lanes_; ++q) {
        std::memcpy(x.re.get() + k + m * q, &z[q].re, bytes);
        std::memcpy(x.im.get() + k + m * q, &z[q].im, bytes);
      }
    }
  }

 private:
  Index lanes_;
  LaneFft along_, across_;
  std::vector<ComplexLanes> twiddle_;
};

/// n complex numbers, for any n: what SplitFft does not take is a convolution with a chirp, which it does
/// (Bluestein 1970).
class AnyLength {
 public:
  explicit AnyLength(Index n)
      : n_(n), fft_(SplitFft::takes(n) ? n : padded(n)), chirp_(n), filter_(fft_.size()) {
    if (is_direct()) return;
    std::fill_n(filter_.re.get(), fft_.size(), 0.0f);
    std::fill_n(filter_.im.get(), fft_.size(), 0.0f);
    const float scale = 1.0f / static_cast<float>(fft_.size());
    for (Index j = 0; j < n; ++j) {
      const Complex chirp = root(j * j % (2 * n), 2 * n);  // exp(-pi i j^2 / n)
      chirp_.set(j, chirp);
      for (const Index at : {j, j == 0 ? 0 : fft_.size() - j}) filter_.set(at, scale * conjugate(chirp));
    }
    SplitFft::Workspace work(fft_);
    fft_.forward(filter_, work);
  }

  Index size() const { return n_; }
  struct Workspace {
    explicit Workspace(const AnyLength& fft) : x(fft.fft_.size()), lanes(fft.fft_) {}
    Parts x;  ///< what is to be transformed, and afterwards what has come of it
    SplitFft::Workspace lanes;
  };

  void forward(Workspace& work) const {
    Parts& x = work.x;
    if (is_direct()) return fft_.forward(x, work.lanes);
    multiply(x, chirp_, n_);
    std::fill(x.re.get() + n_, x.re.get() + fft_.size(), 0.0f);
    std::fill(x.im.get() + n_, x.im.get() + fft_.size(), 0.0f);
    fft_.forward(x, work.lanes);
    // Back by the conjugate of a transform of the conjugate.
    multiply<true>(x, filter_, fft_.size());
    fft_.forward(x, work.lanes);
    for (Index k = 0; k < n_; ++k) x.im[place(k)] = -x.im[place(k)];
    multiply(x, chirp_, n_);
  }

 private:
  bool is_direct() const { return fft_.size() == n_; }

  /// The least multiple of lane_count >= 2 n - 1 whose rest has the factors 2, 3 and 5 alone.
  static Index padded(Index n) {
    for (Index m = (2 * n - 1 + lane_count - 1) / lane_count;; ++m) {
      Index rest = m;
      for (const Index prime : {2, 3, 5})
        while (rest % prime == 0) rest /= prime;
      if (rest == 1) return m * lane_count;
    }
  }

  Index n_;
  SplitFft fft_;
  Parts chirp_, filter_;
};

inline Index checked_length(Index n) {
  if (n < 1) throw InputError(fmt::format("the length of a Fourier transform is {}, expected at least 1", n));
  return n;
}

}  // namespace own_fft
using namespace own_fft;

std::string fft_library() { return {}; }

void* fft_allocate(std::size_t bytes) {
  void* const memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void FftFree::operator()(void* memory) const { std::free(memory); }

/// An even number of reals is transformed as half as many complex numbers, its even places and its odd ones.
struct RealFft::Plan {
  explicit Plan(Index n) : fft(n % 2 == 0 ? n / 2 : n) {
    if (n % 2 == 0)
      for (Index k = 0; k <= n / 2; ++k) twiddle.push_back(root(k, n));
  }
  bool halves() const { return !twiddle.empty(); }

  AnyLength fft;
  std::vector<Complex> twiddle;
};

RealFft::RealFft(Index n) : n_(n), plan_(std::make_unique<const Plan>(checked_length(n))) {}
RealFft::~RealFft() = default;

void RealFft::forward(const float* in, Complex* out) const {
  const Index m = plan_->fft.size();
  AnyLength::Workspace work(plan_->fft);
  for (Index j = 0; j < m; ++j)
    work.x.set(j, plan_->halves() ? Complex{in[2 * j], in[2 * j + 1]} : Complex{in[j], 0});
  plan_->fft.forward(work);
  for (Index k = 0; k < spectrum_size(); ++k) {
    const Complex here = work.x.at(k == m ? 0 : k);
    if (!plan_->halves()) {
      out[k] = here;
      continue;
    }
    const Complex mirrored = conjugate(work.x.at(k == 0 ? 0 : m - k)), difference = here - mirrored;
    const Complex odd = product({difference.imag(), -difference.real()}, plan_->twiddle[place(k)]);
    out[k] = 0.5f * (here + mirrored + odd);
  }
}

void RealFft::inverse(Complex* in, float* out) const {
  const Index m = plan_->fft.size();
  AnyLength::Workspace work(plan_->fft);
  // The conjugate of a transform of conjugates.
  for (Index k = 0; k < m; ++k) {
    if (!plan_->halves()) {
      work.x.set(k, k <= m / 2 ? conjugate(in[k]) : in[m - k]);
      continue;
    }
    const Complex mirrored = conjugate(in[m - k]);
    const Complex odd = product(in[k] - mirrored, conjugate(plan_->twiddle[place(k)]));
    work.x.set(k, conjugate(in[k] + mirrored + Complex{-odd.imag(), odd.real()}));
  }
  plan_->fft.forward(work);
  for (Index j = 0; j < m; ++j) {
    if (plan_->halves()) {
      out[2 * j] = work.x.re[place(j)];
      out[2 * j + 1] = -work.x.im[place(j)];
    } else {
      out[j] = work.x.re[place(j)];
    }
  }
}

struct ComplexFft::Plan : AnyLength {
  using AnyLength::AnyLength;
};

ComplexFft::ComplexFft(Index n) : plan_(std::make_unique<const Plan>(checked_length(n))) {}
ComplexFft::~ComplexFft() = default;

void ComplexFft::forward(const Complex* in, Complex* out) const {
  AnyLength::Workspace work(*plan_);
  for (Index j = 0; j < plan_->size(); ++j) work.x.set(j, in[j]);
  plan_->forward(work);
  for (Index k = 0; k < plan_->size(); ++k) out[k] = work.x.at(k);
}

}  // namespace sketchbench
