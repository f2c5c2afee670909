#pragma once
#if defined(__FMA__)
#include <immintrin.h>
#elif defined(__ARM_FEATURE_FMA) && defined(__aarch64__)
#include <arm_neon.h>
#endif

#include <sketchbench/core/registers.hpp>

namespace sketchbench {

/// a * b + c, rounded once where the instruction set has an instruction for it. Of the expression a compiler
/// makes one instruction or two as the loop around it suggests (GCC's -mtune=znver3 avoids chains of them),
/// so that a sum's bits depend on what is summed beside it: for sums that must not.
inline RegisterFor<double> multiply_add(RegisterFor<double> a, RegisterFor<double> b, RegisterFor<double> c) {
#if defined(__AVX512F__)
  return _mm512_fmadd_pd(a, b, c);
#elif defined(__FMA__) && defined(__AVX2__)
  return _mm256_fmadd_pd(a, b, c);
#elif defined(__ARM_FEATURE_FMA) && defined(__aarch64__)
  return (RegisterFor<double>)vfmaq_f64((float64x2_t)c, (float64x2_t)a, (float64x2_t)b);
#else
  return a * b + c;
#endif
}

/// The same of one lane, with its bits.
inline double multiply_add(double a, double b, double c) {
#if defined(__AVX512F__) || (defined(__FMA__) && defined(__AVX2__)) || \
    (defined(__ARM_FEATURE_FMA) && defined(__aarch64__))
  return __builtin_fma(a, b, c);
#else
  return a * b + c;
#endif
}

}  // namespace sketchbench
