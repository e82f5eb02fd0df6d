// Problems that are given to conversions, and what every conversion is held to: what it makes is solved by
// the default solver of its class, and what comes back must solve the given problem.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Core>

#include "nsds/numerics/cpp/conversion.hpp"
#include "numerics/lcp/lcp_instances.hpp"
#include "numerics/linalg/storages.hpp"
#include "support/box_families.hpp"
#include "support/program_instances.hpp"

namespace nsds::test {

inline constexpr double wanted = 1e-8;  // of the given problem

// Given problems with their matrices. They stay where they are.
struct GivenMap {
  GivenMap(const Eigen::MatrixXd& matrix, Eigen::VectorXd vector, nsds_storage storage)
      : M(matrix, storage), q(std::move(vector)), n(static_cast<std::int32_t>(q.size())) {}
  Stored M;
  Eigen::VectorXd q;
  std::int32_t n;
};

struct GivenLcp : GivenMap {
  GivenLcp(const Instance& instance, nsds_storage storage) : GivenMap(instance.M, instance.q, storage) {
    nsds_lcp_init(&problem);
    problem.size = n;
    problem.M = &M.view();
    problem.q = q.data();
  }
  nsds_lcp problem{};
};

struct GivenMlcp : GivenMap {
  GivenMlcp(const BoxProblem& box, nsds_storage storage)
      : GivenMap(box.M, box.q, storage), marks(box.complementary()) {
    nsds_mlcp_init(&problem);
    problem.size = n;
    problem.M = &M.view();
    problem.q = q.data();
    problem.complementary = marks.data();
  }
  BoxProblem::Marks marks;
  nsds_mlcp problem{};
};

struct GivenRelay : GivenMap {
  GivenRelay(const BoxProblem& box, nsds_storage storage)
      : GivenMap(box.M, box.q, storage), lower(box.lower), upper(box.upper) {
    nsds_relay_init(&problem);
    problem.size = n;
    problem.M = &M.view();
    problem.q = q.data();
    problem.lower = lower.data();
    problem.upper = upper.data();
  }
  Eigen::VectorXd lower, upper;
  nsds_relay problem{};
};

struct GivenQp {
  GivenQp(const ProgramInstance& given, nsds_storage storage)
      : instance(given),
        Q(given.Q, storage),
        A(given.A, storage == NSDS_BSR ? NSDS_CSC : storage),
        C(given.C, storage == NSDS_BSR ? NSDS_DENSE : storage) {
    nsds_qp_init(&problem);
    problem.size = static_cast<std::int32_t>(given.p.size());
    problem.inequalities = static_cast<std::int32_t>(given.b.size());
    problem.equalities = static_cast<std::int32_t>(given.d.size());
    problem.Q = &Q.view();
    problem.p = instance.p.data();
    problem.A = &A.view();
    problem.b = instance.b.data();
    problem.C = &C.view();
    problem.d = instance.d.data();
    problem.lower = instance.lower.data();
    problem.upper = instance.upper.data();
  }
  ProgramInstance instance;
  Stored Q, A, C;
  nsds_qp problem{};
};

double residual(const nsds_lcp& problem, numerics::CarriedPoint at);
double residual(const nsds_mlcp& problem, numerics::CarriedPoint at);
double residual(const nsds_relay& problem, numerics::CarriedPoint at);
double residual(const nsds_qp& problem, numerics::CarriedPoint at);
double residual(const nsds_avi& problem, numerics::CarriedPoint at);
double converted_residual(const numerics::Conversion& conversion, const numerics::CarriedPoint& at);

// By the default solver, from zero.
numerics::CarriedPoint solve(const numerics::Conversion& conversion);

// One matrix must not become another kind than said: dense from dense, CSC from sparse.
void expect_storage(const numerics::Conversion& conversion, nsds_storage given);

// Solve there, carry back, compare; then forward and back again. unique: Nullable.
template <class Problem>
void expect_carried(const Problem& given, const numerics::Conversion& conversion,
                    const Eigen::VectorXd* unique) {
  const numerics::CarriedPoint there = solve(conversion);
  const numerics::CarriedPoint found = conversion.back(there);
  EXPECT_LE(residual(given, found), wanted);
  if (unique != nullptr) {
    EXPECT_LE((found.z - *unique).cwiseAbs().maxCoeff(), wanted * (1.0 + unique->cwiseAbs().maxCoeff()));
  }
  const numerics::CarriedPoint again = conversion.forward(found);
  EXPECT_LE(converted_residual(conversion, again), wanted);
  const numerics::CarriedPoint back = conversion.back(again);
  const auto close = [](const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
    EXPECT_LE((a - b).norm(), 1e-9 * (1.0 + b.norm()));
  };
  close(back.z, found.z);
  close(back.multipliers, found.multipliers);
}

}  // namespace nsds::test
