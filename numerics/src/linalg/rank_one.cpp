#include "linalg/rank_one.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#define NSDS_HAS_WIDE_VECTORS
#endif

namespace nsds::numerics {
namespace {

[[gnu::always_inline]] inline void eliminate(double* values, std::size_t rows, std::size_t stride,
                                             std::size_t column, std::size_t fixed, const double* x) {
  for (std::size_t i = 0; i < rows; ++i) {
    double* const row = values + i * stride;
    const double factor = row[column];
    if (i == fixed || factor == 0.0) continue;
    row[column] = 0.0;
    for (std::size_t j = 0; j < stride; ++j) row[j] += factor * x[j];
  }
}

#ifdef NSDS_HAS_WIDE_VECTORS
[[gnu::target("avx2")]] void eliminate_wide(double* values, std::size_t rows, std::size_t stride,
                                            std::size_t column, std::size_t fixed, const double* x) {
  eliminate(values, rows, stride, column, fixed, x);
}
#endif

}  // namespace

void eliminate_column(double* values, std::size_t rows, std::size_t stride, std::size_t column,
                      std::size_t fixed, const double* x) noexcept {
#ifdef NSDS_HAS_WIDE_VECTORS
  static const bool wide = __builtin_cpu_supports("avx2") != 0;
  if (wide) return eliminate_wide(values, rows, stride, column, fixed, x);
#endif
  eliminate(values, rows, stride, column, fixed, x);
}

}  // namespace nsds::numerics
