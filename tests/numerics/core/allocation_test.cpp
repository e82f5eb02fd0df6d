// A repeated solve with a workspace allocates nothing: counted at malloc, which is also where Eigen, LAPACK
// and operator new end up.
#include <gtest/gtest.h>

#include "nsds/numerics/convex_qp.h"
#include "nsds/numerics/cpp/factorization.hpp"
#include "nsds/numerics/cpp/lcp.hpp"
#include "nsds/numerics/mlcp.h"
#include "nsds/numerics/relay.h"
#include "numerics/affine/affine_problems.hpp"
#include "numerics/friction/friction_instances.hpp"
#include "numerics/generic_mechanical/generic_mechanical_problems.hpp"
#include "numerics/lcp/lcp_instances.hpp"
#include "numerics/linalg/storages.hpp"
#include "numerics/plasticity/plasticity_instances.hpp"
#include "numerics/rolling_friction/rolling_instances.hpp"
#include "support/malloc_counter.hpp"

namespace nsds::test::allocation_test {
namespace {

namespace nn = nsds::numerics;

TEST(Allocation, IsSeen) {
  const long before = allocations();
  Eigen::VectorXd vector(100);
  vector.setZero();
  EXPECT_GE(allocations() - before, 1) << vector.sum();
}

TEST(Allocation, ARepeatedSolveWithAWorkspaceHasNone) {
  for (int solver = 0; solver < nsds_solver_count(NSDS_CLASS_LCP); ++solver) {
    const nn::Options options(NSDS_CLASS_LCP, nsds_solver_at(NSDS_CLASS_LCP, solver)->name);
    const std::string name = options.solver();
    for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
      for (const int n : {1, 2, 12, 60}) {
        if (n > 12 && name == "enumeration") continue;
        SCOPED_TRACE(::testing::Message() << name << " " << storage_name(storage) << " n = " << n);
        const Instance lcp = lcp_family("spd").make(n, 3);
        const Stored M(lcp.M, storage);
        const nn::lcp::Problem posed(M.view(), lcp.q);
        const nsds_lcp problem = posed.view();
        Eigen::VectorXd z(n);
        Eigen::VectorXd w(n);
        nn::Workspace workspace;
        nn::Report report;
        nsds_lcp_solve(&problem, z.data(), w.data(), options.get(), workspace.get(), &report);
        const long before = allocations();
        for (int repeat = 0; repeat < 3; ++repeat)
          nsds_lcp_solve(&problem, z.data(), w.data(), options.get(), workspace.get(), &report);
        EXPECT_EQ(allocations() - before, 0) << report.message;
      }
    }
  }
}

// Whether the matrix is said to be the same or everything is analysed anew, plans of factorisations included.
TEST(Allocation, ARepeatedSolveOfContactsHasNone) {
  for (const char* solver :
       {"auto", "nsgs", "newton", "proximal", "admm", "interior_point", "extragradient"}) {
    for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
      SCOPED_TRACE(::testing::Message() << solver << " " << storage_name(storage));
      const GivenFriction given(random_friction(3, 12, 7), storage);
      for (const char* reuse : {"values", "structure", "none"}) {
        const auto options = nn::Options(NSDS_CLASS_FRICTION_CONTACT, solver).set("reuse", reuse);
        Eigen::VectorXd r(36), u(36);
        nn::Workspace workspace;
        nn::Report report;
        const auto solve = [&] {
          return nsds_friction_contact_solve(&given.problem, r.data(), u.data(), options.get(),
                                             workspace.get(), &report);
        };
        ASSERT_EQ(solve(), NSDS_OK) << report.message;
        const long before = allocations();
        for (int repeat = 0; repeat < 3; ++repeat) solve();
        EXPECT_EQ(allocations() - before, 0) << reuse << ": " << report.message;
      }
    }
  }
}

TEST(Allocation, ARepeatedSolveOfRollingContactsHasNone) {
  const RollingInstance instance = random_rolling(5, 8, 80, 0.1, 0.1, 7);
  const auto posed = instance.posed();
  const nsds_rolling_friction_contact problem = posed.view();
  for (const char* solver : {"auto", "nsgs", "newton", "proximal", "admm", "extragradient"}) {
    for (const char* reuse : {"values", "structure", "none"}) {
      SCOPED_TRACE(::testing::Message() << solver << " " << reuse);
      const auto options = nn::Options(NSDS_CLASS_ROLLING_FRICTION_CONTACT, solver).set("reuse", reuse);
      Eigen::VectorXd r(40), u(40);
      nn::Workspace workspace;
      nn::Report report;
      const auto solve = [&] {
        return nsds_rolling_friction_contact_solve(&problem, r.data(), u.data(), options.get(),
                                                   workspace.get(), &report);
      };
      ASSERT_EQ(solve(), NSDS_OK) << report.message;
      const long before = allocations();
      for (int repeat = 0; repeat < 3; ++repeat) solve();
      EXPECT_EQ(allocations() - before, 0) << report.message;
    }
  }
}

TEST(Allocation, ARepeatedSolveOfPlasticFlowHasNone) {
  for (const Flow flow : {Flow::dilating, Flow::von_mises}) {
    const PlasticityInstance instance = random_plasticity(flow, 8, 7);
    const auto posed = instance.posed();
    const nsds_cone_plasticity problem = posed.view();
    for (const char* solver : {"auto", "nsgs", "newton", "proximal", "admm"}) {
      for (const char* reuse : {"values", "structure", "none"}) {
        SCOPED_TRACE(::testing::Message() << static_cast<int>(flow) << " " << solver << " " << reuse);
        const auto options = nn::Options(NSDS_CLASS_CONE_PLASTICITY, solver).set("reuse", reuse);
        Eigen::VectorXd r(24), u(24);
        nn::Workspace workspace;
        nn::Report report;
        const auto solve = [&] {
          return nsds_cone_plasticity_solve(&problem, r.data(), u.data(), options.get(), workspace.get(),
                                            &report);
        };
        ASSERT_EQ(solve(), NSDS_OK) << report.message;
        const long before = allocations();
        for (int repeat = 0; repeat < 3; ++repeat) solve();
        EXPECT_EQ(allocations() - before, 0) << report.message;
      }
    }
  }
}

// Sweeps and dense Newton steps; the default solvers of other classes that the reduction hands over to keep
// what they pack in memory of their own.
TEST(Allocation, ARepeatedSolveOfAMechanismHasNone) {
  for (const char* solver : {"nsgs", "newton"}) {
    for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
      SCOPED_TRACE(::testing::Message() << solver << " " << storage_name(storage));
      const GivenMechanical given(planted({8, true, true, true, true}, 7).data, storage);
      const auto options = nn::Options(NSDS_CLASS_GENERIC_MECHANICAL, solver).set("max_iterations", 2000);
      const auto n = given.data.size();
      Eigen::VectorXd lambda(n), w(n);
      nn::Workspace workspace;
      nn::Report report;
      const auto solve = [&] {
        return nsds_generic_mechanical_solve(&given.problem, lambda.data(), w.data(), options.get(),
                                             workspace.get(), &report);
      };
      solve();
      EXPECT_GT(report.iterations, 0);
      const long before = allocations();
      for (int repeat = 0; repeat < 3; ++repeat) solve();
      EXPECT_EQ(allocations() - before, 0) << report.message;
    }
  }
}

// The ways of the default solver: banded, sparse, dense, pivoting, two-block. Few enough rows that a BLAS
// with threads does not share the factorisation among them, for which it would allocate by itself.
TEST(Allocation, ARepeatedSolveOfAnyStructureHasNone) {
  for (const char* family : {"spd", "pd", "column", "network", "degenerate", "kkt", "game", "copositive"}) {
    for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
      SCOPED_TRACE(::testing::Message() << family << " " << storage_name(storage));
      const Instance lcp = lcp_family(family).make(60, 3);
      const Stored M(lcp.M, storage);
      const nn::lcp::Problem posed(M.view(), lcp.q);
      const nsds_lcp problem = posed.view();
      Eigen::VectorXd z(60);
      nn::Workspace workspace;
      nn::Report report;
      EXPECT_EQ(nsds_lcp_solve(&problem, z.data(), nullptr, nullptr, workspace.get(), &report), NSDS_OK);
      const long before = allocations();
      nsds_lcp_solve(&problem, z.data(), nullptr, nullptr, workspace.get(), &report);
      EXPECT_EQ(allocations() - before, 0) << report.solver;
    }
  }
}

// Failures are steady states too: a loop that retries must not leak or grow.
TEST(Allocation, ARepeatedFailureHasNone) {
  const nn::Options options(NSDS_CLASS_LCP, "lemke");
  const Instance lcp = lcp_family("infeasible").make(6, 3);
  const nsds_matrix M = nn::view(lcp.M);
  const nn::lcp::Problem posed(M, lcp.q);
  const nsds_lcp problem = posed.view();
  Eigen::VectorXd z(6);
  nn::Workspace workspace;
  nn::Report report;
  EXPECT_EQ(nsds_lcp_solve(&problem, z.data(), nullptr, options.get(), workspace.get(), &report),
            NSDS_INFEASIBLE);
  const long before = allocations();
  nsds_lcp_solve(&problem, z.data(), nullptr, options.get(), workspace.get(), &report);
  EXPECT_EQ(allocations() - before, 0);
}

// The first call of a process makes the default options.
TEST(Allocation, ASmallSolveWithoutAWorkspaceHasNone) {
  const Instance lcp = lcp_family("spd").make(4, 3);
  const nsds_matrix M = nn::view(lcp.M);
  const nn::lcp::Problem posed(M, lcp.q);
  const nsds_lcp problem = posed.view();
  Eigen::VectorXd z(4);
  ASSERT_EQ(nsds_lcp_solve(&problem, z.data(), nullptr, nullptr, nullptr, nullptr), NSDS_OK);
  const long before = allocations();
  EXPECT_EQ(nsds_lcp_solve(&problem, z.data(), nullptr, nullptr, nullptr, nullptr), NSDS_OK);
  EXPECT_EQ(allocations() - before, 0);
}

// The nonnegative orthant behind a projector of the user.
int project_orthant(void* user, const double* x, double* projection) {
  const auto count = *static_cast<const int*>(user);
  for (int i = 0; i < count; ++i) projection[i] = x[i] > 0.0 ? x[i] : 0.0;
  return 0;
}

// Projectors, boxes and linear maps, dense: what is factorised lies in the workspace too.
TEST(Allocation, ARepeatedConvexQpWithAWorkspaceHasNone) {
  for (int solver = 0; solver < nsds_solver_count(NSDS_CLASS_CONVEX_QP); ++solver) {
    const nn::Options options(NSDS_CLASS_CONVEX_QP, nsds_solver_at(NSDS_CLASS_CONVEX_QP, solver)->name);
    for (int n : {3, 60}) {
      for (const bool map : {false, true}) {
        for (const bool box : {false, true}) {
          if (map && options.solver().find("gradient") != std::string::npos &&
              options.solver() != "extragradient")
            continue;
          SCOPED_TRACE(::testing::Message()
                       << options.solver() << " n = " << n << (map ? " A" : "") << (box ? " box" : ""));
          const Instance lcp = lcp_family("spd").make(n, 3);
          const nsds_matrix M = nn::view(lcp.M);
          const Eigen::VectorXd lower = Eigen::VectorXd::Zero(n), upper = Eigen::VectorXd::Constant(n, 0.5);
          nsds_convex_qp problem;
          nsds_convex_qp_init(&problem);
          problem.size = problem.rows = n;
          problem.M = &M;
          problem.q = lcp.q.data();
          problem.A = map ? &M : nullptr;
          problem.lower = lower.data();
          problem.upper = upper.data();
          problem.project = box ? nullptr : project_orthant;
          problem.user = &n;
          Eigen::VectorXd z(n), xi(n);
          nn::Workspace workspace;
          nn::Report report;
          nsds_convex_qp_solve(&problem, z.data(), xi.data(), nullptr, options.get(), workspace.get(),
                               &report);
          EXPECT_GT(report.iterations, 0);
          const long before = allocations();
          nsds_convex_qp_solve(&problem, z.data(), xi.data(), nullptr, options.get(), workspace.get(),
                               &report);
          EXPECT_EQ(allocations() - before, 0) << report.message;
        }
      }
    }
  }
}

// Allocations of the last two of four equal solves; the second is the first that has a set to try.
long repeated_allocations(const AffineProblem& given, const nn::Options& options) {
  const Eigen::Matrix<unsigned char, Eigen::Dynamic, 1> marks =
      (given.lower.array() == 0.0).cast<unsigned char>();
  const nsds_matrix M = nn::view(given.M);
  const auto n = static_cast<int32_t>(given.size());
  Eigen::VectorXd z = Eigen::VectorXd::Zero(n), w = z;
  nn::Workspace workspace;
  nn::Report report;
  nsds_mlcp mixed;
  nsds_mlcp_init(&mixed);
  nsds_relay relay;
  nsds_relay_init(&relay);
  mixed.size = relay.size = n;
  mixed.M = relay.M = &M;
  mixed.q = relay.q = given.q.data();
  mixed.complementary = marks.data();
  relay.lower = given.lower.data();
  relay.upper = given.upper.data();
  const auto solve = [&] {
    const nsds_status status =
        given.problem_class == NSDS_CLASS_MLCP
            ? nsds_mlcp_solve(&mixed, z.data(), w.data(), options.get(), workspace.get(), &report)
            : nsds_relay_solve(&relay, z.data(), w.data(), options.get(), workspace.get(), &report);
    EXPECT_EQ(status, NSDS_OK) << report.message;
  };
  solve();
  solve();
  const long before = allocations();
  solve();
  solve();
  return allocations() - before;
}

TEST(Allocation, ARepeatedSolveOverABoxHasNone) {
  for (const ClassSolver& row : solvers_of({NSDS_CLASS_MLCP, NSDS_CLASS_RELAY})) {
    for (const int n : {1, 3, 9, 60}) {
      if (n > 9 && row.solver == "enumeration") continue;
      for (const char* scaling : {"none", "ruiz"}) {
        for (const int sets : {0, 3}) {
          SCOPED_TRACE(::testing::Message()
                       << row.name() << " n = " << n << ", scaling " << scaling << ", sets " << sets);
          const nn::Options options = row.options().set("scaling", scaling).set("remembered_sets", sets);
          EXPECT_EQ(repeated_allocations(easy_problem(row.problem_class, n, 3), options), 0);
        }
      }
    }
  }
}

TEST(Allocation, ADenseRefactorisationHasNone) {
  const Instance lcp = lcp_family("spd").make(30, 3);
  const nsds_matrix M = nn::view(lcp.M);
  Eigen::MatrixXd B = Eigen::MatrixXd::Ones(30, 2);
  nn::Factorization factorization;
  for (const nsds_factorization_kind kind : {NSDS_LU, NSDS_CHOLESKY}) {
    factorization.factorize(M, kind);
    factorization.solve(B);
    const long before = allocations();
    factorization.factorize(M, kind, 0.0, NSDS_REUSE_STRUCTURE);
    factorization.solve(B);
    EXPECT_EQ(allocations() - before, 0);
  }
}

}  // namespace
}  // namespace nsds::test::allocation_test
