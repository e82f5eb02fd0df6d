// How much slower than a plain build a test may be where a sanitizer watches it. Limits of time that a right solver
// must keep are multiplied by it; what a solver finds is never judged more loosely.
#pragma once

namespace nsds::test {

#if defined(__SANITIZE_THREAD__)
inline constexpr double slowdown = 20.0;
#elif defined(__SANITIZE_ADDRESS__)
inline constexpr double slowdown = 5.0;
#else
inline constexpr double slowdown = 1.0;
#endif

}  // namespace nsds::test
