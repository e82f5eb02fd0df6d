// Loops have two versions: for every processor, and for those with vectors of four doubles, chosen at run
// time. Both do the same operations in the same order, none fused: the bits are the same. A loop is written
// once, as an NSDS_LOOP, and called from a function that is NSDS_WIDE and from one that is not.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__x86_64__) && defined(__GNUC__)
#define NSDS_WIDE [[gnu::target("avx2")]]
#define NSDS_HAS_WIDE (__builtin_cpu_supports("avx2") != 0)
#else
#define NSDS_WIDE
#define NSDS_HAS_WIDE false
#endif
#define NSDS_LOOP [[gnu::always_inline]] inline

namespace nsds::numerics {

// Four doubles; arithmetic is entry by entry. No template argument: it would lose the alignment.
using Quad [[gnu::vector_size(32), gnu::aligned(8), gnu::may_alias]] = double;

// Four doubles in an array, at any address. A struct, because Clang forgets the alignment that a reference to
// a Quad has and then moves 32 bytes as if they were aligned.
struct [[gnu::may_alias]] QuadPlace {
  Quad v;
};
static_assert(alignof(QuadPlace) == alignof(double) && sizeof(QuadPlace) == sizeof(Quad));

using QuadMask [[gnu::vector_size(32)]] = std::int64_t;  // of comparisons: all bits of an entry, or none
inline constexpr std::size_t quad_size = 4;

// NOLINTNEXTLINE(readability-non-const-parameter): what it returns is written
NSDS_LOOP QuadPlace& quad(double* x) {
  return *reinterpret_cast<QuadPlace*>(x);
}
NSDS_LOOP const QuadPlace& quad(const double* x) {
  return *reinterpret_cast<const QuadPlace*>(x);
}

// sum += |x|, lane by lane.
NSDS_LOOP void add_size(const Quad& x, Quad& sum) {
  constexpr std::int64_t all_but_sign = 0x7fffffffffffffff;
  sum += reinterpret_cast<Quad>(reinterpret_cast<QuadMask>(x) & all_but_sign);
}

inline bool has_wide() noexcept {
  static const bool wide = NSDS_HAS_WIDE;
  return wide;
}

}  // namespace nsds::numerics
