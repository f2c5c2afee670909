#pragma once
#include <sketchbench/numerics/transforms/lanes.hpp>

namespace sketchbench {

inline ComplexLanes operator+(const ComplexLanes& a, const ComplexLanes& b) {
  return {a.re + b.re, a.im + b.im};
}
inline ComplexLanes operator-(const ComplexLanes& a, const ComplexLanes& b) {
  return {a.re - b.re, a.im - b.im};
}
inline ComplexLanes operator*(const ComplexLanes& a, float factor) { return {a.re * factor, a.im * factor}; }
inline ComplexLanes operator*(const ComplexLanes& a, const ComplexLanes& b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
inline ComplexLanes times(const ComplexLanes& a, Rotation by) {
  return {a.re * by.re - a.im * by.im, a.re * by.im + a.im * by.re};
}
inline ComplexLanes conjugate(const ComplexLanes& a) { return {a.re, -a.im}; }
inline ComplexLanes times_i(const ComplexLanes& a) { return {-a.im, a.re}; }
inline ComplexLanes times_minus_i(const ComplexLanes& a) { return {a.im, -a.re}; }

/// In place, a[k] = sum_j a[j] exp(-2 pi i j k / radix), for the radices that are worth code of their own.
template <int radix>
void butterfly(ComplexLanes* a);

template <>
inline void butterfly<2>(ComplexLanes* a) {
  const ComplexLanes difference = a[0] - a[1];
  a[0] = a[0] + a[1];
  a[1] = difference;
}

template <>
inline void butterfly<3>(ComplexLanes* a) {
  constexpr float sin60 = 0.866025403784438647f;
  const ComplexLanes sum = a[1] + a[2], turned = times_minus_i((a[1] - a[2]) * sin60);
  const ComplexLanes middle = a[0] - sum * 0.5f;
  a[0] = a[0] + sum;
  a[1] = middle + turned;
  a[2] = middle - turned;
}

template <>
inline void butterfly<4>(ComplexLanes* a) {
  const ComplexLanes even_sum = a[0] + a[2], even_difference = a[0] - a[2];
  const ComplexLanes odd_sum = a[1] + a[3], odd_difference = times_minus_i(a[1] - a[3]);
  a[0] = even_sum + odd_sum;
  a[1] = even_difference + odd_difference;
  a[2] = even_sum - odd_sum;
  a[3] = even_difference - odd_difference;
}

template <>
inline void butterfly<5>(ComplexLanes* a) {
  constexpr float cos72 = 0.309016994374947424f, cos144 = -0.809016994374947424f;
  constexpr float sin72 = 0.951056516295153572f, sin144 = 0.587785252292473129f;
  const ComplexLanes sum1 = a[1] + a[4], sum2 = a[2] + a[3];
  const ComplexLanes difference1 = a[1] - a[4], difference2 = a[2] - a[3];
  const ComplexLanes middle1 = a[0] + sum1 * cos72 + sum2 * cos144;
  const ComplexLanes middle2 = a[0] + sum1 * cos144 + sum2 * cos72;
  const ComplexLanes turned1 = times_minus_i(difference1 * sin72 + difference2 * sin144);
  const ComplexLanes turned2 = times_minus_i(difference1 * sin144 - difference2 * sin72);
  a[0] = a[0] + sum1 + sum2;
  a[1] = middle1 + turned1;
  a[2] = middle2 + turned2;
  a[3] = middle2 - turned2;
  a[4] = middle1 - turned1;
}

template <>
inline void butterfly<8>(ComplexLanes* a) {
  constexpr float cos45 = 0.707106781186547524f;
  ComplexLanes even[4] = {a[0], a[2], a[4], a[6]}, odd[4] = {a[1], a[3], a[5], a[7]};
  butterfly<4>(even);
  butterfly<4>(odd);
  odd[1] = ComplexLanes{odd[1].re + odd[1].im, odd[1].im - odd[1].re} * cos45;
  odd[2] = times_minus_i(odd[2]);
  odd[3] = ComplexLanes{odd[3].im - odd[3].re, -odd[3].re - odd[3].im} * cos45;
  for (int k = 0; k < 4; ++k) {
    a[k] = even[k] + odd[k];
    a[k + 4] = even[k] - odd[k];
  }
}

/// 2 and 5 have no common factor, so no twiddle factors stand between them (Good 1958, Thomas 1963).
template <>
inline void butterfly<10>(ComplexLanes* a) {
  ComplexLanes even[5] = {a[0], a[2], a[4], a[6], a[8]}, odd[5] = {a[5], a[7], a[9], a[1], a[3]};
  butterfly<5>(even);
  butterfly<5>(odd);
  for (int k = 0; k < 5; ++k) {
    a[6 * k % 10] = even[k] + odd[k];
    a[(6 * k + 5) % 10] = even[k] - odd[k];
  }
}

}  // namespace sketchbench
