// Includes Eigen with one memory layout. Objects of Eigen pass between a program and the libraries of NSDS, and
// one side frees what the other has allocated. How Eigen aligns and allocates depends on flags of the compiler
// (-mavx, -march=native, -fsanitize=address) unless these macros say it. All headers of NSDS include Eigen
// through this one.
#pragma once

#include "nsds/common/cxx20.hpp"

// malloc aligns to 16 bytes on every 64-bit system that Eigen knows, and under the address sanitizer too.
#if defined(__LP64__) || defined(_WIN64)
#define NSDS_EIGEN_MALLOC_ALREADY_ALIGNED 1
#else
#define NSDS_EIGEN_MALLOC_ALREADY_ALIGNED 0
#endif

// Where Eigen has not been included yet, the values can still be chosen. Those that a program has defined
// itself stay and are checked below.
#if !defined(EIGEN_WORLD_VERSION) && !defined(EIGEN_DONT_ALIGN) && !defined(EIGEN_DONT_ALIGN_STATICALLY)
#ifndef EIGEN_MAX_ALIGN_BYTES
#define EIGEN_MAX_ALIGN_BYTES 16
#endif
#ifndef EIGEN_MAX_STATIC_ALIGN_BYTES
#define EIGEN_MAX_STATIC_ALIGN_BYTES 16
#endif
#ifndef EIGEN_MALLOC_ALREADY_ALIGNED
#define EIGEN_MALLOC_ALREADY_ALIGNED NSDS_EIGEN_MALLOC_ALREADY_ALIGNED
#endif
#endif

#include <Eigen/SparseCore>  // and Eigen/Core with it
#include <cstddef>

#if EIGEN_MAX_ALIGN_BYTES != 16 || EIGEN_MAX_STATIC_ALIGN_BYTES != 16 || \
    EIGEN_MALLOC_ALREADY_ALIGNED != NSDS_EIGEN_MALLOC_ALREADY_ALIGNED
#error \
    "Eigen would use another memory layout here than the NSDS libraries, and corrupt memory: include <nsds/...> \
before <Eigen/...>, or compile with -DEIGEN_MAX_ALIGN_BYTES=16 -DEIGEN_MAX_STATIC_ALIGN_BYTES=16 \
-DEIGEN_MALLOC_ALREADY_ALIGNED=1 (0 on 32-bit systems), and without -DEIGEN_DONT_ALIGN."
// An #error does not end the compilation; a header that does not exist does.
#include "nsds stops here, after the error above"
#endif
#undef NSDS_EIGEN_MALLOC_ALREADY_ALIGNED

static_assert(sizeof(Eigen::Index) == sizeof(std::ptrdiff_t),
              "EIGEN_DEFAULT_DENSE_INDEX_TYPE is not that of the NSDS libraries: leave it undefined.");
static_assert(!Eigen::MatrixXd::IsRowMajor,
              "The matrices of NSDS are column-major: leave EIGEN_DEFAULT_TO_ROW_MAJOR undefined.");
static_assert(alignof(Eigen::Vector4d) == 16 && alignof(Eigen::Vector2d) == 16,
              "Eigen aligns short vectors otherwise here than in the NSDS libraries.");
