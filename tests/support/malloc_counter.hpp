// Counts allocations at malloc, which is where Eigen, LAPACK and operator new all end up. Linking
// malloc_counter.cpp into a test executable takes the place of the C library's functions; sanitizers do that
// themselves, so such tests are left out of their builds.
#pragma once

namespace nsds::test {

/// Allocations since the start of the program, by any thread.
long allocations();

}  // namespace nsds::test
