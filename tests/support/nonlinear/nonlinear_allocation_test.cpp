// Maps and Jacobians allocate nothing once each has been evaluated, so that measured times and counts are the
// solver's.
#include <gtest/gtest.h>

#include "support/malloc_counter.hpp"
#include "support/nonlinear/nonlinear_problem.hpp"

namespace nsds::test::nonlinear_allocation_test {
namespace {

TEST(NonlinearAllocation, EvaluationsAllocateNothing) {
  for (const std::string& name : nonlinear_names()) {
    const auto problem = make_nonlinear(name);
    ASSERT_TRUE(problem.has_value()) << name;
    const Eigen::VectorXd z = problem->starts[1];
    Eigen::VectorXd F(problem->size()), values(problem->values());
    bool inside = problem->F(z, F) && problem->J(z, values);
    const long before = allocations();
    inside = problem->F(z, F) && problem->J(z, values) && inside;
    EXPECT_EQ(allocations(), before) << name;
    EXPECT_TRUE(inside) << name;
  }
}

}  // namespace
}  // namespace nsds::test::nonlinear_allocation_test
