#include <gtest/gtest.h>
TEST(FrictionStudy, ToCome) {
  SUCCEED();
}
