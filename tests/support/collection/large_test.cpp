// The large instances of the collection are well formed too.
#include <gtest/gtest.h>

#include "support/collection/well_formed.hpp"

namespace nsds::bench::large_test {
namespace {

TEST(LargeCollection, InstancesAreWellFormed) {
  expect_all_well_formed(collection(), SizeClass::large, true);
}

}  // namespace
}  // namespace nsds::bench::large_test
