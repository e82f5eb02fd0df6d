// The solvers of frictional contact that use little of W, and those for two dimensions, on random problems
// with one solution: what is called solved is so before the judge, and all agree.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/options.hpp"
#include "numerics/friction/friction_instances.hpp"
#include "truth/contact_claims.hpp"

namespace nsds::test::friction_solvers_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::VectorXd;

constexpr double tight = 1e-11;
constexpr const char* all_solvers[] = {"admm", "interior_point", "extragradient", "fixed_point",
                                       "lcp",  "enumeration"};

bool plane_only(const std::string& solver) {
  return solver == "lcp" || solver == "enumeration";
}

nn::Options options_of(const std::string& solver) {
  return nn::Options(NSDS_CLASS_FRICTION_CONTACT, solver).set("tolerance", tight);
}

struct Outcome {
  VectorXd r, u;
  nsds_report report{};
};

Outcome solve_from(const GivenFriction& given, const nn::Options& options, VectorXd r) {
  Outcome outcome{std::move(r), VectorXd::Zero(given.data.q.size())};
  nsds_report_init(&outcome.report);
  const nsds_status status = nsds_friction_contact_solve(&given.problem, outcome.r.data(), outcome.u.data(),
                                                         options.get(), nullptr, &outcome.report);
  EXPECT_EQ(status, outcome.report.status);
  return outcome;
}

Outcome solve(const GivenFriction& given, const nn::Options& options) {
  return solve_from(given, options, VectorXd::Zero(given.data.q.size()));
}

// What holds whatever the status is: r in the cones, u of r, and OK only where the judge says so.
void expect_honest(const GivenFriction& given, const Outcome& outcome, double tolerance) {
  const VectorXd u = given.data.W * outcome.r + given.data.q;
  EXPECT_LE((outcome.u - u).norm(), 1e-13 * (1.0 + u.norm()));
  const Index d = given.data.dimension;
  for (Index c = 0; c < given.data.contacts(); ++c) {
    const double radius = given.data.mu(c) * outcome.r(d * c);
    EXPECT_LE(outcome.r.segment(d * c + 1, d - 1).norm(), radius + 1e-14 * (1.0 + radius));
  }
  EXPECT_EQ(outcome.report.tolerance, tolerance);
  expect_claim(given.data.judged(), outcome.r, outcome.report);
}

struct Case {
  const char* solver;
  int dimension;
};

std::vector<Case> cases() {
  std::vector<Case> made;
  for (const char* const solver : all_solvers) {
    made.push_back({solver, 2});
    if (!plane_only(solver)) made.push_back({solver, 3});
  }
  return made;
}

class FrictionSolver : public ::testing::TestWithParam<Case> {
 protected:
  static nn::Options options() { return options_of(GetParam().solver); }
  static FrictionInstance instance(int contacts, unsigned seed) {
    return random_friction(GetParam().dimension, contacts, seed);
  }
};

// u is unique for regular W where the solution is.
TEST_P(FrictionSolver, SolvesAndAgreesWithTheDefaultSolver) {
  for (const int contacts : {1, 2, 5, 8}) {
    for (unsigned seed = 1; seed <= 6; ++seed) {
      SCOPED_TRACE(std::to_string(contacts) + " contacts, seed " + std::to_string(seed));
      const GivenFriction given(instance(contacts, seed));
      const Outcome outcome = solve(given, options());
      EXPECT_EQ(outcome.report.status, NSDS_OK) << outcome.report.message;
      EXPECT_STREQ(outcome.report.solver, GetParam().solver);
      expect_honest(given, outcome, tight);
      const Outcome other = solve(given, options_of("auto"));
      EXPECT_EQ(other.report.status, NSDS_OK);
      EXPECT_LE((outcome.u - other.u).norm(), 1e-9);
      EXPECT_LE((outcome.r - other.r).norm(), 1e-9);
    }
  }
}

TEST_P(FrictionSolver, TakesEveryStorage) {
  const FrictionInstance data = instance(6, 11);
  const Outcome dense = solve(GivenFriction(data), options());
  for (const nsds_storage storage : {NSDS_CSC, NSDS_BSR}) {
    const GivenFriction given(data, storage);
    const Outcome outcome = solve(given, options());
    EXPECT_EQ(outcome.report.status, NSDS_OK) << outcome.report.message;
    expect_honest(given, outcome, tight);
    EXPECT_LE((outcome.u - dense.u).norm(), 1e-9);
  }
}

// Contacts that do not touch each other are solved one by one; the norm of FCLIB is a sum over them.
TEST_P(FrictionSolver, SolvesIslandsInBothNorms) {
  FrictionInstance data = instance(8, 3);
  const Index n = data.dimension * Index{4};
  data.W.topRightCorner(n, n).setZero();
  data.W.bottomLeftCorner(n, n).setZero();
  const GivenFriction given(data, NSDS_BSR);
  expect_honest(given, solve(given, options()), tight);
  const Outcome outcome = solve(given, options().set("norm", "fclib"));
  EXPECT_EQ(outcome.report.status, NSDS_OK) << outcome.report.message;
  double fclib = 1.0;
  ASSERT_EQ(nsds_friction_contact_residual_fclib(&given.problem, outcome.r.data(), &fclib), NSDS_OK);
  EXPECT_LE(fclib, tight);
}

// Redundant contacts: the same ones twice. The reactions are not unique, the velocities are.
TEST_P(FrictionSolver, SolvesRedundantContacts) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const FrictionInstance once = instance(3, seed);
    const Index n = once.q.size();
    FrictionInstance twice{once.dimension, Eigen::MatrixXd(2 * n, 2 * n), VectorXd(2 * n), VectorXd(6)};
    twice.W << once.W, once.W, once.W, once.W;
    twice.q << once.q, once.q;
    twice.mu << once.mu, once.mu;
    const GivenFriction given(twice);
    const Outcome outcome = solve(given, options());
    EXPECT_EQ(outcome.report.status, NSDS_OK) << outcome.report.message;
    expect_honest(given, outcome, tight);
    const Outcome other = solve(GivenFriction(once), options_of("auto"));
    EXPECT_LE((outcome.u.head(n) - other.u).norm(), 1e-8);
    EXPECT_LE((outcome.u.tail(n) - other.u).norm(), 1e-8);
  }
}

// Without friction it is an LCP in the normal directions.
TEST_P(FrictionSolver, SolvesContactsWithoutFriction) {
  FrictionInstance data = instance(5, 4);
  data.mu.setZero();
  const GivenFriction given(data);
  const Outcome outcome = solve(given, options());
  EXPECT_EQ(outcome.report.status, NSDS_OK) << outcome.report.message;
  expect_honest(given, outcome, tight);
}

// Units change nothing: a power of two in W and q changes no bit of r but its exponent.
TEST_P(FrictionSolver, UnitsDoNotMatter) {
  const FrictionInstance data = instance(5, 5);
  const Outcome outcome = solve(GivenFriction(data), options());
  FrictionInstance scaled = data;
  scaled.W *= 0x1p40;
  scaled.q *= 0x1p-10;
  const Outcome other = solve(GivenFriction(scaled), options());
  EXPECT_EQ(other.report.status, NSDS_OK) << other.report.message;
  EXPECT_EQ(other.report.iterations, outcome.report.iterations);
  EXPECT_LE((other.r * 0x1p50 - outcome.r).norm(), 1e-13 * outcome.r.norm());
}

TEST_P(FrictionSolver, ReturnsASolutionAtOnce) {
  const GivenFriction given(instance(6, 6));
  const Outcome outcome = solve(given, options());
  ASSERT_EQ(outcome.report.status, NSDS_OK);
  const Outcome again = solve_from(given, options().set("warm_start", true), outcome.r);
  EXPECT_EQ(again.report.status, NSDS_OK);
  EXPECT_EQ(again.report.iterations, 0);
  EXPECT_LE((again.r - outcome.r).norm(), 1e-15 * outcome.r.norm());
}

TEST_P(FrictionSolver, GivesTheSameBitsTwice) {
  const GivenFriction given(instance(6, 7));
  EXPECT_EQ(solve(given, options()).r, solve(given, options()).r);
}

TEST_P(FrictionSolver, ObeysItsLimits) {
  const GivenFriction given(instance(6, 8));
  const Outcome one = solve(given, options().set("max_iterations", 1));
  EXPECT_EQ(one.report.status, NSDS_MAX_ITERATIONS);
  EXPECT_LE(one.report.iterations, 2);  // ADMM: a step and its factorisation
  expect_honest(given, one, tight);
  const Outcome late = solve(given, options().set("time_limit", 0.0));
  EXPECT_EQ(late.report.status, NSDS_TIME_LIMIT);
  expect_honest(given, late, tight);
}

TEST_P(FrictionSolver, StopsWhereTheCallbackAsksAndTellsItsName) {
  struct Seen {
    int calls = 0;
    std::string solver;
  } seen;
  const auto stop_at_second = [](const nsds_progress* progress, void* user) {
    auto& calls = *static_cast<Seen*>(user);
    calls.solver = progress->solver;
    return ++calls.calls == 2 ? 1 : 0;
  };
  const GivenFriction given(instance(6, 9));
  const Outcome outcome = solve(given, options().set_callback(stop_at_second, &seen));
  EXPECT_EQ(outcome.report.status, NSDS_INTERRUPTED);
  EXPECT_EQ(seen.calls, 2);
  EXPECT_EQ(seen.solver, GetParam().solver);
  expect_honest(given, outcome, tight);
}

// A callback hears how far it still is, from the first call on.
TEST_P(FrictionSolver, TellsTheCallbackAFiniteError) {
  std::vector<double> errors;
  const auto note = [](const nsds_progress* progress, void* user) {
    static_cast<std::vector<double>*>(user)->push_back(progress->residual);
    return 0;
  };
  const GivenFriction given(instance(6, 9));
  ASSERT_EQ(solve(given, options().set_callback(note, &errors)).report.status, NSDS_OK);
  ASSERT_FALSE(errors.empty());
  const bool is_pivoting = plane_only(GetParam().solver);  // says nothing
  for (const double error : errors)
    EXPECT_TRUE(std::isfinite(error) || (is_pivoting && std::isnan(error))) << error;
}

// Nothing can push what W does not let move: u_N = q_N < 0 whatever r is.
TEST_P(FrictionSolver, DoesNotClaimASolutionWhereThereIsNone) {
  FrictionInstance data = instance(2, 10);
  data.W.setZero();
  data.q(0) = -1.0;
  const GivenFriction given(data);
  const Outcome nothing = solve(given, options().set("max_iterations", 2000));
  EXPECT_NE(nothing.report.status, NSDS_OK);
  expect_honest(given, nothing, tight);
  data.W(1, 1) = 1.0;
  const GivenFriction tangential(data);
  const Outcome outcome = solve(tangential, options().set("max_iterations", 2000));
  EXPECT_NE(outcome.report.status, NSDS_OK);
  expect_honest(tangential, outcome, tight);
}

INSTANTIATE_TEST_SUITE_P(All, FrictionSolver, ::testing::ValuesIn(cases()), [](const auto& chosen) {
  return std::string(chosen.param.solver) + "_" + std::to_string(chosen.param.dimension) + "d";
});

// A column of bodies pressed together and pushed aside at its foot: W is block tridiagonal, and plain sweeps
// take a number of them that grows with the square of the height.
FrictionInstance column(int dimension, int height) {
  const Index d = dimension, n = d * height;
  FrictionInstance made{dimension, Eigen::MatrixXd::Zero(n, n), VectorXd::Zero(n),
                        VectorXd::Constant(height, 0.4)};
  for (Index c = 0; c < height; ++c) {
    made.W.diagonal().segment(d * c, d).setConstant(c == 0 ? 1.0 : 2.0);
    if (c > 0)
      for (Index i = 0; i < d; ++i)
        made.W(d * c + i, d * (c - 1) + i) = made.W(d * (c - 1) + i, d * c + i) = -1.0;
  }
  made.q(0) = -1.0;  // the weight of the lowest one, the others fall with their supports
  made.q(1) = 0.2;
  return made;
}

TEST(FrictionSweeps, AccelerationFindsTheSameWithAFifthOfTheSweeps) {
  for (const int dimension : {2, 3}) {
    SCOPED_TRACE(dimension);
    const GivenFriction given(column(dimension, 30));
    auto options = options_of("nsgs").set("tolerance", 1e-10);
    const Outcome fast = solve(given, options);
    const Outcome plain = solve(given, options.set("acceleration", false));
    expect_honest(given, fast, 1e-10);
    expect_honest(given, plain, 1e-10);
    ASSERT_EQ(fast.report.status, NSDS_OK) << fast.report.message;
    ASSERT_EQ(plain.report.status, NSDS_OK) << plain.report.message;
    EXPECT_LE((fast.u - plain.u).lpNorm<Eigen::Infinity>(), 1e-7);
    EXPECT_LT(5 * fast.report.iterations, plain.report.iterations);
  }
}

// Every function whose zeros are the law has the same zeros: r is unique here.
TEST(FrictionNewton, FunctionsAgree) {
  const nsds_option_info* const words =
      nsds_option_find(nsds_solver_find(NSDS_CLASS_FRICTION_CONTACT, "newton"), "formulation");
  int compared = 0;
  for (const int dimension : {2, 3}) {
    for (unsigned seed = 1; seed <= 12; ++seed) {
      FrictionInstance data = random_friction(dimension, 8, seed);
      if (seed % 3 == 0) data.mu(seed % 8) = 0.0;
      const GivenFriction given(data);
      const Outcome expected = solve(given, options_of("auto"));
      for (int k = 0; words->choices[k] != nullptr; ++k) {
        SCOPED_TRACE(words->choices[k] + std::string(" seed ") + std::to_string(seed));
        for (const char* const solver : {"newton", "proximal"}) {
          const Outcome found = solve(given, options_of(solver).set("formulation", words->choices[k]));
          ASSERT_EQ(found.report.status, NSDS_OK) << found.report.message;
          expect_honest(given, found, tight);
          EXPECT_LE((found.r - expected.r).norm(), 1e-9);
          ++compared;
        }
      }
    }
  }
  EXPECT_EQ(compared, 2 * 12 * 5 * 2);
}

TEST(FrictionPlaneSolvers, RefuseThreeDimensionsAndManyContacts) {
  const auto expect_refusal = [](const GivenFriction& given, const char* solver) {
    const VectorXd start = VectorXd::LinSpaced(given.data.q.size(), 1.0, 2.0);
    const Outcome outcome = solve_from(given, options_of(solver), start);
    EXPECT_EQ(outcome.report.status, NSDS_NOT_APPLICABLE);
    EXPECT_NE(std::strlen(outcome.report.message), 0U);
    EXPECT_EQ(outcome.r, start);
  };
  const GivenFriction space(random_friction(3, 2, 1));
  expect_refusal(space, "lcp");
  expect_refusal(space, "enumeration");
  expect_refusal(GivenFriction(random_friction(2, 9, 1)), "enumeration");
}

TEST(FrictionLcp, FormsAndSolversAgree) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const GivenFriction given(random_friction(2, 12, seed));
    const Outcome reference = solve(given, options_of("lcp"));
    for (const char* const form : {"symmetric", "slack"}) {
      for (const char* const lcp_solver : {"lemke", "auto"}) {
        const Outcome outcome =
            solve(given, options_of("lcp").set("form", form).set("lcp_solver", lcp_solver));
        EXPECT_EQ(outcome.report.status, NSDS_OK) << form << " " << lcp_solver << outcome.report.message;
        expect_honest(given, outcome, tight);
        EXPECT_LE((outcome.r - reference.r).norm(), 1e-9);
      }
    }
  }
}

// The matrix of the LCP is never a P-matrix: block pivoting solves some problems and refuses the others.
TEST(FrictionLcp, BlockPivotingSolvesOrRefuses) {
  int solved = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const GivenFriction given(random_friction(2, 2, seed));
    const Outcome outcome = solve(given, options_of("lcp").set("lcp_solver", "block_pivoting"));
    if (outcome.report.status == NSDS_OK) {
      ++solved;
      expect_honest(given, outcome, tight);
    } else {
      EXPECT_EQ(outcome.report.status, NSDS_NOT_APPLICABLE);
    }
  }
  EXPECT_GT(solved, 0);
}

struct AdmmCase {
  const char* rule;
  const char* acceleration;
  double rho;
};

class FrictionAdmm : public ::testing::TestWithParam<AdmmCase> {};

// W is well conditioned: every rule and every penalty near its size ends at the solution.
TEST_P(FrictionAdmm, EveryRuleSolves) {
  for (const int dimension : {2, 3}) {
    const GivenFriction given(random_friction(dimension, 20, 13));
    const auto options = options_of("admm")
                             .set("rho_rule", GetParam().rule)
                             .set("acceleration", GetParam().acceleration)
                             .set("rho", GetParam().rho);
    const Outcome outcome = solve(given, options);
    EXPECT_EQ(outcome.report.status, NSDS_OK) << outcome.report.message;
    expect_honest(given, outcome, tight);
    EXPECT_LE((outcome.u - solve(given, options_of("auto")).u).norm(), 1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Rules, FrictionAdmm,
    ::testing::Values(AdmmCase{"balancing", "nesterov", 0.1}, AdmmCase{"balancing", "nesterov", 1e-4},
                      AdmmCase{"balancing", "relaxation", 1e3}, AdmmCase{"spectral", "nesterov", 1.0},
                      AdmmCase{"spectral", "relaxation", 1.0}, AdmmCase{"constant", "nesterov", 1.0},
                      AdmmCase{"constant", "relaxation", 1.0}));

}  // namespace
}  // namespace nsds::test::friction_solvers_test
