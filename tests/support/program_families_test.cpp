// The generated programs are what they say: convex, feasible, with the solutions and the structure that the
// families are named after.
#include "support/program_families.hpp"

#include <gtest/gtest.h>

#include "support/decompositions.hpp"
#include "support/program_views.hpp"

namespace nsds::test::program_families_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr const char* small[] = {"hs:35",          "hs:76",        "dense:30:2",    "semidefinite:24:2",
                                 "redundant:32:2", "sparse:60:2",  "linear:40:2",   "degenerate:60:2",
                                 "portfolio:60:2", "svm:40:2",     "lasso:60:2",    "control:60:2",
                                 "isotonic:40:2",  "contact:60:2", "monotone:30:2", "skew:60:2",
                                 "cournot:40:2",   "traffic:72:2", "game:20:2",     "torsion:30:5",
                                 "obstacle:30:1",  "boxes:40:2",   "relay:20:2"};

nsds_class class_of(const Program& program) {
  return program.symmetric ? NSDS_CLASS_QP : NSDS_CLASS_AVI;
}

numerics::PolyhedronSolution solved(const Program& program) {
  const nsds_class problem_class = class_of(program);
  const ProgramViews views(program);
  numerics::Options options(problem_class);
  options.set("tolerance", 1e-11);
  numerics::PolyhedronSolution solution = solve(views, problem_class, options);
  EXPECT_LE(residual(views, problem_class, solution.z, solution.multipliers), 1e-9)
      << program.spec << ": " << solution.report.message;
  return solution;
}

TEST(ProgramFamilies, TheSameTextGivesTheSameBits) {
  for (const char* spec : small) {
    const Program first = make_program(spec), second = make_program(spec);
    EXPECT_EQ(first.dense_Q(), second.dense_Q()) << spec;
    EXPECT_EQ(first.dense_A(), second.dense_A()) << spec;
    EXPECT_EQ(first.p, second.p) << spec;
    EXPECT_EQ(first.b, second.b) << spec;
  }
  EXPECT_NE(make_program("dense:9:3").p, make_program("dense:9:4").p);
  EXPECT_EQ(make_program("dense:9").p, make_program("dense:9:1").p);
}

TEST(ProgramFamilies, EveryMatrixIsMonotoneAndOfTheSizesOfItsVectors) {
  for (const char* spec : small) {
    const Program program = make_program(spec);
    const MatrixXd Q = program.dense_Q();
    ASSERT_EQ(Q.rows(), program.size()) << spec;
    ASSERT_EQ(program.dense_A().rows(), program.inequalities()) << spec;
    ASSERT_EQ(program.dense_C().rows(), program.equalities()) << spec;
    EXPECT_EQ(program.symmetric, (Q - Q.transpose()).norm() <= 1e-14 * Q.norm()) << spec;
    EXPECT_GE(least_eigenvalue_of_symmetric_part(Q), -1e-12 * Q.norm()) << spec;
    EXPECT_TRUE((program.lower.array() <= program.upper.array()).all()) << spec;
  }
}

TEST(ProgramFamilies, EveryOneHasASolutionAndUniqueOnesAreThoseKnown) {
  int known = 0;
  for (const char* spec : small) {
    const Program program = make_program(spec);
    const numerics::PolyhedronSolution solution = solved(program);
    if (!program.solution || !program.unique) continue;
    ++known;
    EXPECT_LE((solution.z - *program.solution).cwiseAbs().maxCoeff(), 1e-7) << spec;
  }
  EXPECT_EQ(known, 11);
}

// Where the solution is not the only one, the planted one has the same objective.
TEST(ProgramFamilies, PlantedSolutionsAreOptimal) {
  for (const char* spec : {"semidefinite:24:2", "linear:40:2"}) {
    const Program program = make_program(spec);
    const MatrixXd Q = program.dense_Q();
    const auto objective = [&](const VectorXd& z) { return 0.5 * z.dot(Q * z) + program.p.dot(z); };
    const double planted = objective(*program.solution), found = objective(solved(program).z);
    EXPECT_NEAR(found, planted, 1e-8 * (1.0 + std::fabs(planted))) << spec;
    EXPECT_GE((program.dense_A() * *program.solution - program.b).minCoeff(), -1e-12) << spec;
  }
}

TEST(ProgramFamilies, PortfoliosAreDiversifiedAndSupportVectorsAreFew) {
  const Program portfolio = make_program("portfolio:200:1");
  const VectorXd x = solved(portfolio).z.head(200);
  EXPECT_NEAR(x.sum(), 1.0, 1e-9);
  EXPECT_GE((x.array() > 1e-6).count(), 3);
  EXPECT_LE((x.array() > 1e-6).count(), 190);
  const VectorXd a = solved(make_program("svm:100:1")).z;
  EXPECT_GE((a.array() > 1.0 - 1e-9).count(), 5);  // in the overlap of the clouds
  EXPECT_GE((a.array() < 1e-9).count(), 5);
  const VectorXd fit = solved(make_program("lasso:150:1")).z;
  EXPECT_GE((fit.head(50).array().abs() > 1e-8).count(), 1);
  EXPECT_GE((fit.head(50).array().abs() < 1e-8).count(), 20);
  EXPECT_LE((fit.segment(50, 50) - fit.head(50).cwiseAbs()).cwiseAbs().maxCoeff(), 1e-8);
}

TEST(ProgramFamilies, ControlSaturatesAndContactsPress) {
  const Program control = make_program("control:240:1");
  const VectorXd z = solved(control).z;
  EXPECT_GE(((z - control.upper).array().abs() < 1e-9).count(), 10);
  EXPECT_GE(((z - control.lower).array().abs() < 1e-9).count(), 10);
  const Program contact = make_program("contact:120:1");
  const numerics::PolyhedronSolution collision = solved(contact);
  EXPECT_GE((collision.multipliers.array() > 1e-6).count(), 10);
  // Without friction nothing turns a disc.
  for (int i = 2; i < contact.size(); i += 3)
    EXPECT_NEAR(collision.z[i], -contact.p[i] / contact.sQ.coeff(i, i), 1e-9);
}

// The game's value from one side is that from the other, and no pure strategy does better.
TEST(ProgramFamilies, GamesHaveAValueAndFlowsReachTheirEnds) {
  const Program game = make_program("game:30:1");
  const VectorXd z = solved(game).z, payoffs = game.Q * z;
  const double value = z.head(15).dot(payoffs.head(15));
  EXPECT_NEAR(payoffs.head(15).minCoeff(), value, 1e-8);
  EXPECT_NEAR(payoffs.tail(15).minCoeff(), -value, 1e-8);
  const Program cournot = make_program("cournot:50:1");
  const VectorXd slack = cournot.dense_A() * solved(cournot).z - cournot.b;
  EXPECT_GE((slack.array() < 1e-9).count(), 1);
  EXPECT_GE((slack.array() > 1e-3).count(), 1);
  const Program traffic = make_program("traffic:200:1");
  EXPECT_NEAR(traffic.d.sum(), 0.0, 1e-12);
  const MatrixXd C = traffic.dense_C();
  EXPECT_LE(C.colwise().sum().cwiseAbs().maxCoeff(), 0.0);  // hence a redundant row
}

TEST(ProgramFamilies, LargeOnesAreSparse) {
  for (const char* spec : {"sparse:100000", "linear:100000", "degenerate:100000", "portfolio:100000",
                           "lasso:100000", "control:100000", "isotonic:100000", "contact:100000",
                           "skew:100000", "cournot:100000", "traffic:100000"}) {
    const Program program = make_program(spec);
    EXPECT_TRUE(program.sparse) << spec;
    EXPECT_GE(program.size(), 90000) << spec;
    EXPECT_LE(program.sQ.nonZeros(), 20L * program.size()) << spec;
    EXPECT_LE(program.sA.nonZeros() + program.sC.nonZeros(), 20L * program.size()) << spec;
  }
}

TEST(ProgramFamilies, WhatNamesNoProgramIsRefusedWithTheFamilies) {
  for (const char* spec : {"", "dense", "nothing:3", "dense:0", "dense:3:1.5", "hs:1", "dense:100000"})
    EXPECT_THROW(make_program(spec), std::invalid_argument) << spec;
  try {
    make_program("nothing:3");
  } catch (const std::invalid_argument& error) {
    for (const std::string& form : program_spec_forms())
      EXPECT_NE(std::string(error.what()).find(form), std::string::npos) << form;
  }
  EXPECT_LT(program_spec_forms(true).size(), program_spec_forms().size());
}

}  // namespace
}  // namespace nsds::test::program_families_test
