#include <sketchbench/data/read/rounding.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sketchbench {

bool Rounding::is_narrow(float value) {
  if (wide_) return false;
  constexpr double narrow = 1.0 / 256;  // of the largest, which is rounded by 2^-25 on average
  const auto number = double{value};
  low_ = count_ == 0 ? number : std::min(low_, number);
  high_ = count_ == 0 ? number : std::max(high_, number);
  wide_ = high_ - low_ > narrow * std::max(std::abs(low_), std::abs(high_));
  return !wide_;
}

void Rounding::add(double written, float kept) {
  if (count_++ == 0) first_ = written;
  const double beyond = written - first_, error = written - double{kept};
  sum_ += beyond;
  squares_ += beyond * beyond;
  errors_ += error * error;
}

double Rounding::loss() const {
  constexpr double worth_a_word = 1e-3;
  if (wide_ || count_ == 0) return 0;
  const auto n = static_cast<double>(count_);
  const double variance = squares_ / n - sum_ / n * (sum_ / n);
  if (!(variance > 0)) return 0;
  const double loss = std::sqrt(errors_ / n / variance);
  return loss > worth_a_word ? loss : 0;
}

std::string text_of_rounding(const Rounding& rounding, std::string_view what) {
  return fmt::format(
      "single precision rounds {} by {:.3g} % of the standard deviation: subtract a constant such as {}",
      what, 100 * rounding.loss(), rounding.first());
}

}  // namespace sketchbench
