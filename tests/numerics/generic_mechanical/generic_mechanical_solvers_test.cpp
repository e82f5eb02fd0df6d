// Every solver of generic mechanical problems on random ones with planted solutions: what is called solved
// has the residual, and nothing that does not matter, units, order, tangents, storage, an earlier solve,
// matters.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "numerics/generic_mechanical/generic_mechanical_problems.hpp"
#include "support/draws.hpp"

namespace nsds::test::generic_mechanical_solvers_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double asked_for = 1e-9;

class MechanicalSolver : public ::testing::TestWithParam<int> {
 protected:
  static std::string name() { return nsds_solver_at(NSDS_CLASS_GENERIC_MECHANICAL, GetParam())->name; }
  static nn::Options options() { return mechanical_options(name(), asked_for); }
  // Sweeps converge slowly where W is singular or nearly so: they may end at their limit.
  static bool is_exact() { return name() != "nsgs"; }
  static PlantedRules rules() {
    PlantedRules made;
    made.boxes = name() != "reduction";  // which takes none beside friction
    return made;
  }
};

void expect_solved(const GivenMechanical& given, const nn::Options& options, bool surely) {
  const MechanicalOutcome outcome = solve(given, options);
  expect_honest(given, outcome, asked_for);
  if (surely) {
    EXPECT_EQ(outcome.report.status, NSDS_OK) << outcome.report.message;
  }
}

TEST_P(MechanicalSolver, SolvesPlantedProblems) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    PlantedRules chosen = rules();
    chosen.blocks = 1 + static_cast<int>(seed % 14);
    expect_solved(GivenMechanical(planted(chosen, seed).data), options(), is_exact());
  }
}

TEST_P(MechanicalSolver, SolvesRedundantJoints) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(seed);
    PlantedRules chosen = rules();
    chosen.redundant = true;
    expect_solved(GivenMechanical(planted(chosen, seed).data), options(), is_exact());
  }
}

// Without contacts and equalities but with boxes, and of one kind each.
TEST_P(MechanicalSolver, SolvesFewerKinds) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    expect_solved(GivenMechanical(planted({9, false, true, true, true}, seed).data), options(), is_exact());
    expect_solved(GivenMechanical(planted({9, false, true, false, false}, seed).data), options(), is_exact());
    expect_solved(GivenMechanical(planted({9, true, false, false, false}, seed).data), options(), is_exact());
  }
}

// Sweeps solve what is well conditioned: W + I.
TEST_P(MechanicalSolver, SolvesWellConditionedProblems) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    Planted problem = planted(rules(), seed);
    problem.data.W += MatrixXd::Identity(problem.data.size(), problem.data.size());
    problem.data.q -= problem.lambda;
    expect_solved(GivenMechanical(problem.data), options(), true);
  }
}

// One unit a contact, one a row elsewhere, from 1e-3 to 1e3.
VectorXd random_units(const MechanicalData& data, unsigned seed) {
  Draws draws(seed);
  VectorXd d(data.size());
  Index first = 0;
  for (const MechanicalBlock& block : data.blocks) {
    for (Index i = first; i < first + block.rows; ++i)
      d(i) = block.kind == NSDS_BLOCK_FRICTION && i > first ? d(first)
                                                            : std::pow(10.0, draws.uniform(-3.0, 3.0));
    first += block.rows;
  }
  return d;
}

TEST_P(MechanicalSolver, UnitsDoNotMatter) {
  for (unsigned seed = 1; seed <= 15; ++seed) {
    SCOPED_TRACE(seed);
    const Planted problem = planted(rules(), seed);
    const VectorXd d = random_units(problem.data, seed);
    MechanicalData other = in_other_units(problem.data, d);
    const double energy = 1e7;  // of W and of q
    other.W *= energy;
    other.lower /= energy;
    other.upper /= energy;
    const GivenMechanical given(problem.data), changed(other);
    const VectorXd lambda = problem.lambda.array() + 0.3;
    nsds_residual before, after;
    nsds_residual_init(&before);
    nsds_residual_init(&after);
    const VectorXd in_units = lambda.cwiseQuotient(d) / energy;
    ASSERT_EQ(nsds_generic_mechanical_class_residual(&given.problem, lambda.data(), &before), NSDS_OK);
    ASSERT_EQ(nsds_generic_mechanical_class_residual(&changed.problem, in_units.data(), &after), NSDS_OK);
    EXPECT_NEAR(before.value, after.value, 1e-12 * before.value);
    EXPECT_NEAR(before.primal, after.primal, 1e-12 * before.value);
    EXPECT_NEAR(before.dual, after.dual, 1e-12 * before.value);
    EXPECT_EQ(before.worst, after.worst);
    expect_solved(changed, options(), is_exact());
  }
}

// Rows without a positive diagonal are measured by those that have one.
TEST(MechanicalUnits, DoNotMatterWhereADiagonalIsZeroEither) {
  MatrixXd W(4, 4);
  W << 0.0, 2.0, 0.0, 0.5, -2.0, 3.0, 1.0, 0.0, 0.0, 1.0, -1.0, 0.0, -0.5, 0.0, 0.0, 5.0;
  const MechanicalData data = mechanical(W, Eigen::Vector4d(1.0, -2.0, 3.0, 0.5),
                                         {{NSDS_BLOCK_EQUALITY, 1}, {NSDS_BLOCK_COMPLEMENTARITY, 3}});
  const Eigen::Vector4d lambda(0.3, 0.2, 0.1, -0.4), d(1e-3, 50.0, 2e4, 7.0);
  const GivenMechanical given(data), changed(in_other_units(data, d));
  const VectorXd there = lambda.cwiseQuotient(d);
  nsds_residual before, after;
  nsds_residual_init(&before);
  nsds_residual_init(&after);
  ASSERT_EQ(nsds_generic_mechanical_class_residual(&given.problem, lambda.data(), &before), NSDS_OK);
  ASSERT_EQ(nsds_generic_mechanical_class_residual(&changed.problem, there.data(), &after), NSDS_OK);
  EXPECT_NEAR(before.value, after.value, 1e-13 * before.value);
  // Row 2: a = |W_21| / sqrt(W_11) = 1 / sqrt(3), row 0: 2 / sqrt(3); s is that of row 2, 3 sqrt(3).
  const double s = 3.0 * std::sqrt(3.0);
  const VectorXd w = W * lambda + data.q;
  const double rows[] = {w(0) * std::sqrt(3.0) / 2.0,
                         std::min(lambda(1) * std::sqrt(3.0), w(1) / std::sqrt(3.0)),
                         std::min(lambda(2) / std::sqrt(3.0), w(2) * std::sqrt(3.0)),
                         std::min(lambda(3) * std::sqrt(5.0), w(3) / std::sqrt(5.0))};
  double worst = 0.0;
  for (const double row : rows) worst = std::max(worst, std::fabs(row) / s);
  EXPECT_NEAR(before.value, worst, 1e-14);
}

// No solution in one island does not keep the others from being solved.
TEST(MechanicalIslands, AContradictionInOneIsKnown) {
  const Planted some = planted({6, true, false, true, false}, 2);
  const Index n = some.data.size();
  MechanicalData data = mechanical(MatrixXd::Zero(n + 2, n + 2), VectorXd(n + 2), {{NSDS_BLOCK_EQUALITY, 2}});
  data.W.topLeftCorner(2, 2).setOnes();
  data.W.bottomRightCorner(n, n) = some.data.W;
  data.q << 1.0, -1.0, some.data.q;
  data.blocks.insert(data.blocks.end(), some.data.blocks.begin(), some.data.blocks.end());
  const GivenMechanical given(data), alone(some.data);
  const MechanicalOutcome outcome = solve(given, mechanical_options("auto", asked_for));
  EXPECT_EQ(outcome.report.status, NSDS_INFEASIBLE) << outcome.report.message;
  EXPECT_EQ(outcome.report.residual.worst, 0);
  EXPECT_LE(naive_mechanical_residual(some.data, outcome.lambda.tail(n)), 10.0 * asked_for);
}

TEST_P(MechanicalSolver, OrderAndTangentsDoNotMatter) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    const Planted problem = planted(rules(), seed);
    std::vector<std::size_t> order(problem.data.blocks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Draws(seed).shuffle(order);
    std::vector<Index> rows;
    MechanicalData other = in_other_order(problem.data, order, rows);
    MatrixXd T = MatrixXd::Identity(other.size(), other.size());
    Index first = 0;
    for (const MechanicalBlock& block : other.blocks) {
      if (block.kind == NSDS_BLOCK_FRICTION && block.rows == 3)
        T.block<2, 2>(first + 1, first + 1) << 0.6, -0.8, 0.8, 0.6;
      if (block.kind == NSDS_BLOCK_FRICTION && block.rows == 2) T(first + 1, first + 1) = -1.0;
      first += block.rows;
    }
    other = turned(other, T);
    const GivenMechanical given(problem.data), changed(other);
    const VectorXd lambda = problem.lambda.array() + 0.3;
    const VectorXd there = T * lambda(rows);
    nsds_residual before, after;
    nsds_residual_init(&before);
    nsds_residual_init(&after);
    ASSERT_EQ(nsds_generic_mechanical_class_residual(&given.problem, lambda.data(), &before), NSDS_OK);
    ASSERT_EQ(nsds_generic_mechanical_class_residual(&changed.problem, there.data(), &after), NSDS_OK);
    EXPECT_NEAR(before.value, after.value, 1e-11 * before.value);
    expect_solved(changed, options(), is_exact());
  }
}

TEST_P(MechanicalSolver, TakesEveryStorageAndSolvesIslands) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(seed);
    const Planted one = planted(rules(), seed), two = planted(rules(), seed + 100);
    const Index n = one.data.size(), m = two.data.size();
    MechanicalData both = mechanical(MatrixXd::Zero(n + m, n + m), VectorXd(n + m), one.data.blocks);
    both.W.topLeftCorner(n, n) = one.data.W;
    both.W.bottomRightCorner(m, m) = two.data.W;
    both.q << one.data.q, two.data.q;
    both.lower << one.data.lower, two.data.lower;
    both.upper << one.data.upper, two.data.upper;
    both.blocks.insert(both.blocks.end(), two.data.blocks.begin(), two.data.blocks.end());
    VectorXd lambda;
    for (const nsds_storage storage : stored_storages) {
      SCOPED_TRACE(storage_name(storage));
      const GivenMechanical given(both, storage);
      const MechanicalOutcome outcome = solve(given, options());
      expect_honest(given, outcome, asked_for);
      if (lambda.size() == 0) lambda = outcome.lambda;
      EXPECT_EQ(outcome.lambda, lambda);
    }
  }
}

TEST_P(MechanicalSolver, AStartAtTheSolutionReturnsAtOnce) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const Planted problem = planted(rules(), seed);
    const GivenMechanical given(problem.data);
    const MechanicalOutcome outcome = solve(given, options().set("warm_start", true), problem.lambda);
    EXPECT_EQ(outcome.report.status, NSDS_OK) << outcome.report.message;
    EXPECT_EQ(outcome.report.iterations, 0);
    EXPECT_LE((outcome.lambda - problem.lambda).norm(), 1e-14);
    EXPECT_STREQ(outcome.report.message, "The starting point solves the problem.");
  }
}

TEST_P(MechanicalSolver, ASecondSolveWithAWorkspaceHasTheSameBits) {
  nn::Workspace workspace;
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const GivenMechanical given(planted(rules(), seed).data);
    const VectorXd zero = VectorXd::Zero(given.data.size());
    const MechanicalOutcome first = solve(given, options());
    const MechanicalOutcome second = solve(given, options(), zero, workspace.get());
    const MechanicalOutcome third = solve(given, options().set("reuse", "values"), zero, workspace.get());
    EXPECT_EQ(first.lambda, second.lambda);
    EXPECT_EQ(first.lambda, third.lambda);
    EXPECT_EQ(first.report.iterations, second.report.iterations);
  }
}

// From near to the solution the default tolerance is reached too, and nothing is worse than the start.
TEST_P(MechanicalSolver, StartsFromAGivenPoint) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    const Planted problem = planted(rules(), seed);
    const GivenMechanical given(problem.data);
    const VectorXd start = problem.lambda * 1.01;
    const MechanicalOutcome outcome = solve(given, options().set("warm_start", true), start);
    expect_honest(given, outcome, asked_for);
    const JudgedMechanical seen = judged(problem.data);
    EXPECT_LE(outcome.report.residual.value, judged_contacts(seen.problem, seen.ordered(start)));
  }
}

int stop_at_once(const nsds_progress* progress, void* user) {
  ++*static_cast<int*>(user);
  EXPECT_GE(progress->iteration, 0);
  return 1;
}

TEST_P(MechanicalSolver, LimitsAndTheCallbackAreRespected) {
  const GivenMechanical given(planted({12, true, rules().boxes, true, true}, 5).data);
  MechanicalOutcome outcome = solve(given, options().set("max_iterations", 1).set("tolerance", 0.0));
  expect_honest(given, outcome, 0.0);
  EXPECT_LE(outcome.report.iterations, 1);
  EXPECT_TRUE(outcome.report.status == NSDS_MAX_ITERATIONS || outcome.report.status == NSDS_ROUNDOFF_LIMIT)
      << outcome.report.message;
  outcome = solve(given, options().set("time_limit", 0.0));
  EXPECT_EQ(outcome.report.status, NSDS_TIME_LIMIT);
  int calls = 0;
  outcome = solve(given, options().set_callback(stop_at_once, &calls));
  EXPECT_EQ(outcome.report.status, NSDS_INTERRUPTED);
  EXPECT_EQ(calls, 1);
  expect_honest(given, outcome, asked_for);
}

INSTANTIATE_TEST_SUITE_P(All, MechanicalSolver,
                         ::testing::Range(0, nsds_solver_count(NSDS_CLASS_GENERIC_MECHANICAL)),
                         [](const auto& row) {
                           return std::string(nsds_solver_at(NSDS_CLASS_GENERIC_MECHANICAL, row.param)->name);
                         });

// A chain of bodies joined one to the next, every third of which lies on the ground: sparse, and long enough
// for the sparse factorisation.
MechanicalData chain(Index bodies) {
  const Index joints = bodies - 1, contacts = (bodies + 2) / 3, n = 2 * joints + 2 * contacts;
  MatrixXd J = MatrixXd::Zero(n, 2 * bodies);
  std::vector<MechanicalBlock> blocks;
  for (Index k = 0; k < joints; ++k) {
    J.block<2, 2>(2 * k, 2 * k) = -MatrixXd::Identity(2, 2);
    J.block<2, 2>(2 * k, 2 * k + 2) = MatrixXd::Identity(2, 2);
    blocks.push_back({NSDS_BLOCK_EQUALITY, 2});
  }
  VectorXd v(2 * bodies);
  for (Index k = 0; k < bodies; ++k) v.segment(2 * k, 2) << std::sin(1.0 + static_cast<double>(k)), -1.0;
  for (Index c = 0; c < contacts; ++c) {
    J(2 * joints + 2 * c, 6 * c + 1) = 1.0;
    J(2 * joints + 2 * c + 1, 6 * c) = 1.0;
    blocks.push_back({NSDS_BLOCK_FRICTION, 2, 0.1});
  }
  return mechanical(J * J.transpose(), J * v, std::move(blocks));
}

TEST(MechanicalChain, SparseAndDenseMatricesAgree) {
  for (const Index bodies : {5, 90}) {
    const MechanicalData data = chain(bodies);
    const GivenMechanical given(data, NSDS_CSC);
    for (const char* const solver : {"auto", "newton", "reduction"}) {
      const MechanicalOutcome outcome = solve(given, mechanical_options(solver, asked_for));
      EXPECT_EQ(outcome.report.status, NSDS_OK) << solver << ": " << outcome.report.message;
      expect_honest(given, outcome, asked_for);
      // One body: it comes to rest in y, and moves along x as friction lets it.
      EXPECT_LE(outcome.w.cwiseAbs().head(2 * (bodies - 1)).maxCoeff(), 1e-7);
    }
  }
}

}  // namespace
}  // namespace nsds::test::generic_mechanical_solvers_test
