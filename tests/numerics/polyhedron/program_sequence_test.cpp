// Programs that follow each other with the same matrices, as in model predictive control: solves that start warm, what a
// workspace keeps between them, and that they allocate nothing.
#include <gtest/gtest.h>

#include <vector>

#include "support/malloc_counter.hpp"
#include "support/program_views.hpp"

namespace nsds::test::program_sequence_test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
namespace nn = nsds::numerics;

// A mass on a line, steered to rest at zero by forces of at most one, with a speed of at most 0.6: forces over a horizon
// minimise sum x_k^2 + v_k^2 + u_k^2 / 10. The state before them is the only thing that changes.
struct Steering {
  static constexpr Index horizon = 24;
  static constexpr double step = 0.2;

  Steering() : Q(horizon, horizon), A(2 * horizon, horizon) {
    // Positions and speeds after each step, of forces and of the first state.
    from_force = MatrixXd::Zero(2 * horizon, horizon);
    from_state = MatrixXd::Zero(2 * horizon, 2);
    for (Index k = 0; k < horizon; ++k) {
      const auto time = static_cast<double>(k + 1) * step;
      from_state.row(k) << 1.0, time;
      from_state.row(horizon + k) << 0.0, 1.0;
      for (Index j = 0; j <= k; ++j) {
        from_force(k, j) = step * step * (static_cast<double>(k - j) + 0.5);
        from_force(horizon + k, j) = step;
      }
    }
    Q = 2.0 * from_force.transpose() * from_force + 0.2 * MatrixXd::Identity(horizon, horizon);
    A << -from_force.bottomRows(horizon), from_force.bottomRows(horizon);
    program.Q = Q;
    program.A = A;
    program.C = MatrixXd(0, horizon);
    program.d = VectorXd(0);
    program.lower = VectorXd::Constant(horizon, -1.0);
    program.upper = VectorXd::Constant(horizon, 1.0);
    start_from(Eigen::Vector2d(3.0, 0.0));
  }

  void start_from(const Eigen::Vector2d& now) {
    state = now;
    program.p = 2.0 * from_force.transpose() * (from_state * state);
    const VectorXd speeds = from_state.bottomRows(horizon) * state;
    program.b = VectorXd::Constant(2 * horizon, -0.6);
    program.b.head(horizon) += speeds;
    program.b.tail(horizon) -= speeds;
  }

  // The first force acts, with a small disturbance.
  void advance(double force, int k) {
    force += 0.01 * std::sin(5.0 * k);
    start_from({state[0] + step * state[1] + 0.5 * step * step * force, state[1] + step * force});
  }

  MatrixXd Q, A, from_force, from_state;
  Eigen::Vector2d state;
  Program program;
};

constexpr const char* const solvers[] = {"auto", "goldfarb_idnani", "semidefinite_active_set",
                                         "proximal_interior_point"};

nn::Options options(const char* solver) {
  return nn::Options(NSDS_CLASS_QP, solver).set("tolerance", 1e-11);
}

nn::Options keeping(const char* solver) {
  return options(solver).set("warm_start", true).set("reuse", "values");
}

class Sequence : public ::testing::TestWithParam<const char*> {};

// The loop is closed: what a solve gets wrong would be seen in all that follow. Few constraints come and go between two
// of its programs, and each of them is all that an active-set method has left to do.
TEST_P(Sequence, WarmSolvesFindWhatColdOnesDo) {
  Steering steering;
  nn::Workspace workspace;
  VectorXd z = VectorXd::Zero(Steering::horizon), multipliers = VectorXd::Zero(2 * Steering::horizon);
  std::int64_t warm_iterations = 0, cold_iterations = 0;
  Index held = 0;  // constraints that hold with equality, in all solutions
  for (int k = 0; k < 40; ++k) {
    const ProgramViews views(steering.program);
    const nn::qp::Problem problem(views.Q(), views.p, views.constraints);
    const nn::Report warm = problem.solve(z, multipliers, keeping(GetParam()), &workspace);
    ASSERT_TRUE(warm.ok()) << k << ": " << warm.message;
    const nn::PolyhedronSolution cold = problem.solve(options(GetParam()));
    ASSERT_TRUE(cold.ok()) << k << ": " << cold.report.message;
    EXPECT_LE((z - cold.z).cwiseAbs().maxCoeff(), 1e-9) << k;
    warm_iterations += warm.iterations;
    cold_iterations += cold.report.iterations;
    held += (z.array().abs() > 1.0 - 1e-9).count() + (multipliers.array() > 1e-9).count();
    steering.advance(z[0], k);
  }
  EXPECT_LE(steering.state.norm(), 0.05);
  EXPECT_GT(held, 100);
  // An interior point method has an active set to try, and starts from the middle where that has changed.
  const bool is_interior = std::string(GetParam()) == "proximal_interior_point";
  EXPECT_LE(warm_iterations, is_interior ? cold_iterations : cold_iterations / 2);
}

#ifdef NSDS_COUNTS_ALLOCATIONS
// Whoever asks for a report of a program whose matrices may have changed has Q looked at anew.
TEST_P(Sequence, AllocatesNothingOnceItRuns) {
  for (const bool keeps : {true, false})
    for (const bool reports : {true, false}) {
      SCOPED_TRACE(keeps);
      SCOPED_TRACE(reports);
      Steering steering;
      nn::Workspace workspace;
      const nn::Options chosen = keeps ? keeping(GetParam()) : options(GetParam());
      VectorXd z = VectorXd::Zero(Steering::horizon), multipliers = VectorXd::Zero(2 * Steering::horizon);
      const ProgramViews views(steering.program);
      const nn::qp::Problem problem(views.Q(), views.p, views.constraints);
      const nsds_qp view = problem.view();
      nn::Report report;
      const auto solve = [&] {
        return nsds_qp_solve(&view, z.data(), multipliers.data(), chosen.get(), workspace.get(),
                             reports ? &report : nullptr);
      };
      // The longest solves come first, and take all the memory that later ones need.
      for (int k = 0; k < 3; ++k) ASSERT_EQ(solve(), NSDS_OK) << report.message;
      const long before = allocations();
      for (int k = 0; k < 20; ++k) {
        steering.program.p *= 0.99;
        steering.program.b[3] -= 1e-3;
        ASSERT_EQ(solve(), NSDS_OK) << report.message;
      }
      EXPECT_EQ(allocations() - before, 0);
    }
}
#endif

// Factors are kept for those who ask for it, and nothing else leaves a trace: without that a workspace that has solved
// other programs gives the bits of a new one, orders of elimination included.
TEST_P(Sequence, OtherProgramsBeforeItChangeNoBit) {
  nn::Workspace workspace;
  for (const char* spec : {"control:120:1", "sparse:60:2", "control:120:3", "dense:24:5", "sparse:60:2"}) {
    SCOPED_TRACE(spec);
    const Program program = make_program(spec);
    const ProgramViews views(program);
    const nn::PolyhedronSolution used = solve(views, NSDS_CLASS_QP, options(GetParam()), &workspace);
    const nn::PolyhedronSolution fresh = solve(views, NSDS_CLASS_QP, options(GetParam()));
    ASSERT_EQ(used.report.status, fresh.report.status);
    EXPECT_EQ(used.z, fresh.z);
    EXPECT_EQ(used.multipliers, fresh.multipliers);
  }
}

// What is kept fits programs with the same matrices alone, also where others of the same size come between.
TEST_P(Sequence, KeptFactorsAreThoseOfTheProgram) {
  nn::Workspace workspace;
  for (const int seed : {1, 2, 1, 3, 1}) {
    const Program program = make_program("dense:24:" + std::to_string(seed));
    const ProgramViews views(program);
    const nn::Options first = options(GetParam()).set("warm_start", true);
    for (const nn::Options& chosen : {first, keeping(GetParam()), keeping(GetParam())}) {
      const nn::PolyhedronSolution found = solve(views, NSDS_CLASS_QP, chosen, &workspace);
      ASSERT_TRUE(found.ok()) << found.report.message;
      EXPECT_LE((found.z - *program.solution).cwiseAbs().maxCoeff(), 1e-8 * program.solution->norm());
    }
  }
}

// From any start, however wrong its active set, the solution is found.
TEST_P(Sequence, AnyStartWillDo) {
  const Program program = make_program("dense:40:7");
  const ProgramViews views(program);
  const nn::qp::Problem problem(views.Q(), views.p, views.constraints);
  nn::Workspace workspace;
  for (int k = 0; k < 8; ++k) {
    const double sign = k % 2 == 0 ? 1.0 : -1.0;
    VectorXd z = sign * 10.0 * VectorXd::LinSpaced(program.size(), 0.5 * k - 2.0, 2.0);
    VectorXd multipliers = VectorXd::Constant(problem.rows(), k < 4 ? 1.0 : 0.0);
    const nn::Report report = problem.solve(z, multipliers, keeping(GetParam()), &workspace);
    ASSERT_TRUE(report.ok()) << report.message;
    EXPECT_LE((z - *program.solution).cwiseAbs().maxCoeff(), 1e-8 * program.solution->norm());
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Sequence, ::testing::ValuesIn(solvers),
                         [](const auto& instance) { return std::string(instance.param); });

}  // namespace
}  // namespace nsds::test::program_sequence_test
