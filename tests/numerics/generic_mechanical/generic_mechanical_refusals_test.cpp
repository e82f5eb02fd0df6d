// Generic mechanical problems that are not admissible: each fault is named, and nothing is written.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/matrix.hpp"
#include "numerics/generic_mechanical/generic_mechanical_problems.hpp"
#include "support/numbers.hpp"

namespace nsds::test::generic_mechanical_refusals_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Rows: 2 equality, 1 complementarity, 2 box, 3 friction.
MechanicalData sound() {
  MechanicalData data = mechanical(MatrixXd::Identity(8, 8), VectorXd::Constant(8, -1.0),
                                   {{NSDS_BLOCK_EQUALITY, 2},
                                    {NSDS_BLOCK_COMPLEMENTARITY, 1},
                                    {NSDS_BLOCK_BOX, 2},
                                    {NSDS_BLOCK_FRICTION, 3, 0.5}});
  data.lower.segment(3, 2).setConstant(-1.0);
  data.upper.segment(3, 2).setConstant(1.0);
  return data;
}

void expect_refusal(const nsds_generic_mechanical& problem, const std::string& words) {
  SCOPED_TRACE(words);
  VectorXd lambda = VectorXd::Constant(8, 7.0), w = lambda;
  nn::Report report;
  EXPECT_EQ(nsds_generic_mechanical_solve(&problem, lambda.data(), w.data(), nullptr, nullptr, &report),
            NSDS_INVALID_ARGUMENT);
  EXPECT_NE(std::strstr(report.message, words.c_str()), nullptr) << report.message;
  EXPECT_EQ(lambda, VectorXd::Constant(8, 7.0));
  EXPECT_EQ(w, lambda);
  nsds_residual residual;
  nsds_residual_init(&residual);
  EXPECT_EQ(nsds_generic_mechanical_residual(&problem, lambda.data(), &residual), NSDS_INVALID_ARGUMENT);
}

// change(given, problem): spoils it.
template <class Change>
void expect_named(const std::string& words, Change&& change) {
  GivenMechanical given(sound());
  change(given, given.problem);
  expect_refusal(given.problem, words);
}

using Problem = nsds_generic_mechanical;

TEST(GenericMechanicalRefusals, Structure) {
  expect_named("nsds_generic_mechanical_init", [](auto&, Problem& p) { p.struct_size = 1; });
  expect_named("problem.size is -1", [](auto&, Problem& p) { p.size = -1; });
  expect_named("problem.W is null", [](auto&, Problem& p) { p.W = nullptr; });
  expect_named("problem.W is 8 x 8, it must be 7 x 7", [](auto&, Problem& p) { p.size = 7; });
  expect_named("problem.blocks is -1", [](auto&, Problem& p) { p.blocks = -1; });
  expect_named("problem.blocks is 9", [](auto&, Problem& p) { p.blocks = 9; });
  expect_named("problem.blocks is 0, but there are 8 rows", [](auto&, Problem& p) { p.blocks = 0; });
  expect_named("problem.block_starts is null", [](auto&, Problem& p) { p.block_starts = nullptr; });
  expect_named("problem.kinds is null", [](auto&, Problem& p) { p.kinds = nullptr; });
  expect_named("goes from 1 to 8", [](auto& given, Problem&) { given.starts[0] = 1; });
  expect_named("goes from 0 to 5", [](auto&, Problem& p) { p.blocks = 3; });
  expect_named("problem.block_starts[1] is 3 and the next one 3",
               [](auto& given, Problem&) { given.starts[1] = 3; });
  expect_named("problem.block_starts[1] is 4 and the next one 3",
               [](auto& given, Problem&) { given.starts[1] = 4; });
  expect_named("problem.kinds[1] is 4", [](auto& given, Problem&) { given.kinds[1] = 4; });
  expect_named("problem.kinds[2] is -1", [](auto& given, Problem&) { given.kinds[2] = -1; });
  expect_named("block 3 is a contact with friction of 4 rows",
               [](auto& given, Problem&) { given.starts[3] = 4; });
  expect_named("block 1 is a contact with friction of 1 rows",
               [](auto& given, Problem&) { given.kinds[1] = NSDS_BLOCK_FRICTION; });
}

TEST(GenericMechanicalRefusals, Numbers) {
  expect_named("problem.q is null", [](auto&, Problem& p) { p.q = nullptr; });
  expect_named("problem.mu is null", [](auto&, Problem& p) { p.mu = nullptr; });
  expect_named("problem.lower is null", [](auto&, Problem& p) { p.lower = nullptr; });
  expect_named("problem.upper is null", [](auto&, Problem& p) { p.upper = nullptr; });
  expect_named("problem.q[5]", [](auto& given, Problem&) { given.data.q(5) = nan; });
  expect_named("problem.q[0]", [](auto& given, Problem&) { given.data.q(0) = infinity; });
  expect_named("problem.mu[3] is -0.5", [](auto& given, Problem&) { given.mu[3] = -0.5; });
  expect_named("problem.mu[3] is nan", [](auto& given, Problem&) { given.mu[3] = nan; });
  expect_named("problem.mu[3] is 1e+151", [](auto& given, Problem&) { given.mu[3] = 1e151; });
  expect_named("problem.lower[4] is 2", [](auto& given, Problem&) { given.data.lower(4) = 2.0; });
  expect_named("problem.lower[3] is nan", [](auto& given, Problem&) { given.data.lower(3) = nan; });
  expect_named("problem.lower[3] is inf",
               [](auto& given, Problem&) { given.data.lower(3) = given.data.upper(3) = infinity; });
  expect_named("problem.upper[3] is -inf",
               [](auto& given, Problem&) { given.data.lower(3) = given.data.upper(3) = -infinity; });
  MatrixXd broken = MatrixXd::Identity(8, 8);
  broken(2, 3) = nan;
  const nsds_matrix view = nn::view(broken);
  expect_named("problem.W", [&](auto&, Problem& p) { p.W = &view; });
  const MatrixXd tiny = MatrixXd::Identity(8, 8) * 1e-320;
  const nsds_matrix tiny_view = nn::view(tiny);
  expect_named("measure in other units", [&](auto&, Problem& p) { p.W = &tiny_view; });
}

// What the kinds do not read may be anything.
TEST(GenericMechanicalRefusals, WhatIsNotReadIsNotChecked) {
  GivenMechanical given(sound());
  given.mu[0] = nan;
  given.data.lower(0) = nan;
  given.data.upper(6) = -infinity;
  VectorXd lambda = VectorXd::Zero(8);
  nn::Report report;
  EXPECT_EQ(nsds_generic_mechanical_solve(&given.problem, lambda.data(), nullptr, nullptr, nullptr, &report),
            NSDS_OK)
      << report.message;
  GivenMechanical joints(mechanical(MatrixXd::Identity(2, 2), VectorXd::Ones(2), {{NSDS_BLOCK_EQUALITY, 2}}));
  joints.problem.mu = joints.problem.lower = joints.problem.upper = nullptr;
  EXPECT_EQ(nsds_generic_mechanical_solve(&joints.problem, lambda.data(), nullptr, nullptr, nullptr, nullptr),
            NSDS_OK);
}

TEST(GenericMechanicalRefusals, Calls) {
  const GivenMechanical given(sound());
  VectorXd lambda = VectorXd::Zero(8);
  nn::Report report;
  const auto call = [&](const nsds_generic_mechanical* problem, double* unknowns,
                        const nsds_options* options) {
    return nsds_generic_mechanical_solve(problem, unknowns, nullptr, options, nullptr, &report);
  };
  EXPECT_EQ(call(nullptr, lambda.data(), nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_STREQ(report.message, "problem is null.");
  EXPECT_EQ(call(&given.problem, nullptr, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_STREQ(report.message, "lambda is null.");
  const nn::Options warm = mechanical_options("auto").set("warm_start", true);
  lambda(2) = nan;
  EXPECT_EQ(call(&given.problem, lambda.data(), warm.get()), NSDS_INVALID_ARGUMENT);
  EXPECT_NE(std::strstr(report.message, "lambda[2]"), nullptr) << report.message;
  const nn::Options other(NSDS_CLASS_LCP);
  EXPECT_EQ(call(&given.problem, lambda.data(), other.get()), NSDS_INVALID_ARGUMENT);
  EXPECT_NE(std::strstr(report.message, "options are of class 'lcp'"), nullptr) << report.message;
  report.struct_size = 3;
  EXPECT_EQ(call(&given.problem, lambda.data(), nullptr), NSDS_INVALID_ARGUMENT);
  nsds_residual residual;
  nsds_residual_init(&residual);
  EXPECT_EQ(nsds_generic_mechanical_residual(nullptr, lambda.data(), &residual), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_generic_mechanical_residual(&given.problem, nullptr, &residual), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_generic_mechanical_residual(&given.problem, lambda.data(), nullptr), NSDS_INVALID_ARGUMENT);
  ASSERT_EQ(nsds_generic_mechanical_residual(&given.problem, lambda.data(), &residual), NSDS_OK);
  EXPECT_EQ(residual.value, infinity);  // lambda_2 is no number
  nsds_generic_mechanical_init(nullptr);
}

int identity(void*, const double* x, double* y) {
  std::copy_n(x, 8, y);
  return 0;
}

TEST(GenericMechanicalRefusals, OperatorsAndMixedIslandsAreNotApplicable) {
  GivenMechanical given(sound());
  const nsds_matrix op = nsds_matrix_operator(8, 8, identity, nullptr);
  given.problem.W = &op;
  VectorXd lambda = VectorXd::Constant(8, 7.0);
  nn::Report report;
  EXPECT_EQ(nsds_generic_mechanical_solve(&given.problem, lambda.data(), nullptr, nullptr, nullptr, &report),
            NSDS_NOT_APPLICABLE);
  EXPECT_NE(std::strstr(report.message, "operator"), nullptr);
  nsds_residual residual;
  nsds_residual_init(&residual);
  EXPECT_EQ(nsds_generic_mechanical_residual(&given.problem, lambda.data(), &residual), NSDS_NOT_APPLICABLE);

  MechanicalData coupled = sound();
  coupled.W(3, 5) = coupled.W(5, 3) = 0.5;
  const GivenMechanical mixed(coupled);
  EXPECT_EQ(nsds_generic_mechanical_solve(&mixed.problem, lambda.data(), nullptr,
                                          mechanical_options("reduction").get(), nullptr, &report),
            NSDS_NOT_APPLICABLE);
  EXPECT_NE(std::strstr(report.message, "both contacts with friction and boxes"), nullptr) << report.message;
  EXPECT_STREQ(report.solver, "reduction");
  EXPECT_EQ(lambda, VectorXd::Constant(8, 7.0));
}

}  // namespace
}  // namespace nsds::test::generic_mechanical_refusals_test
