// Boundary values of the bounded double integrator against its closed form.
#include <gtest/gtest.h>

#include <array>
#include <nsds/kernel/accuracy/order.hpp>
#include <vector>

#include "kernel/theory/boundary_values/double_integrator.hpp"

namespace nsds::bounded_double_integrator_test {
namespace {

using test::DoubleIntegrator;

TEST(BoundedDoubleIntegrator, HasTheClosedForm) {
  const DoubleIntegrator exact;
  EXPECT_NEAR(exact.a(), 0.70711, 5e-6);
  EXPECT_NEAR(exact.cost(), 0.76118, 5e-6);
  EXPECT_NEAR(exact.position(exact.T / 2.0), 0.5, 1e-14);
  const BoundaryValueSolution found = solveBoundaryValues(exact.problem(), DoubleIntegrator::options(4096));
  EXPECT_LE(found.residual, 1e-10);
  EXPECT_NEAR(DoubleIntegrator::costOf(found.trajectory), 0.76118, 1e-3);
  // From where on |u| < U: the width of the unsaturated part is 2 a.
  double inside = 0.0;
  const auto times = found.trajectory.times();
  for (Index k = 1; k <= found.trajectory.intervals(); ++k)
    if (std::abs(found.trajectory.u(k)[0]) < exact.U)
      inside += times[static_cast<std::size_t>(k)] - times[static_cast<std::size_t>(k - 1)];
  EXPECT_NEAR(0.5 * inside, 0.70711, 2e-3);
}

/// The error over two decades of h, in the mean over eight widths of the unsaturated part beside the grid.
TEST(BoundedDoubleIntegrator, IsOfOrderOne) {
  std::vector<double> steps;
  std::vector<double> ofState;
  std::vector<double> ofInput;
  for (const Index intervals : {20, 50, 100, 200, 500, 1000, 2000}) {
    double state = 0.0;
    double input = 0.0;
    for (int phase = 0; phase < 8; ++phase) {
      DoubleIntegrator exact;
      exact.U = 1.2 + 0.02 * phase;
      const DviTrajectory found =
          solveBoundaryValues(exact.problem(), DoubleIntegrator::options(intervals)).trajectory;
      double worstState = 0.0;
      double worstInput = 0.0;
      for (Index k = 1; k <= intervals; ++k) {
        const double t = found.times()[static_cast<std::size_t>(k)];
        worstState = std::max(worstState, std::abs(found.x(k)[0] - exact.position(t)));
        worstInput = std::max(worstInput, std::abs(found.u(k)[0] - exact.control(t)));
      }
      state += worstState / 8.0;
      input += worstInput / 8.0;
    }
    steps.push_back(2.0 / static_cast<double>(intervals));
    ofState.push_back(state);
    ofInput.push_back(input);
  }
  EXPECT_NEAR(fitOrder(steps, ofState).order, 1.0, 0.1);
  EXPECT_NEAR(fitOrder(steps, ofInput).order, 1.0, 0.1);
}

}  // namespace
}  // namespace nsds::bounded_double_integrator_test
