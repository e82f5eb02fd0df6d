// Includes LAPACKE, with the complex numbers of the standard library, and reads its answers.
#pragma once

#include <complex>
#include <new>

#define LAPACK_COMPLEX_CUSTOM
#define lapack_complex_float std::complex<float>
#define lapack_complex_double std::complex<double>
#include <lapacke.h>

namespace nsds {

/// Tells whether LAPACK has refused sound arguments, which have NaN then, or has not come to an end. Errors: std::bad_alloc.
inline bool failed(lapack_int info) {
  if (info == LAPACK_WORK_MEMORY_ERROR) throw std::bad_alloc();
  return info != 0;
}

}  // namespace nsds
