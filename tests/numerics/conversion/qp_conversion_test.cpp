// Conversions of quadratic programs.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <limits>
#include <string>

#include "numerics/conversion/conversion_checks.hpp"
#include "support/numbers.hpp"

namespace nsds::test::qp_conversion_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::VectorXd;
using nn::CarriedPoint;
using nn::Conversion;

using QpFunction = Conversion (*)(const nsds_qp&);

void expect_qp_carried(const ProgramInstance& instance, QpFunction convert) {
  for (const nsds_storage storage : stored_storages) {
    SCOPED_TRACE(instance.name + " " + storage_name(storage));
    const GivenQp given(instance, storage);
    const Conversion conversion = convert(given.problem);
    EXPECT_EQ(conversion.info().given_multipliers, instance.b.size() + instance.d.size());
    expect_storage(conversion, storage);
    expect_carried(given.problem, conversion, instance.unique ? &instance.z : nullptr);
  }
}

TEST(QpConversion, HockSchittkowski) {
  for (const ProgramInstance& instance : hock_schittkowski()) {
    expect_qp_carried(instance, nn::qp_to_mlcp);
    expect_qp_carried(instance, nn::qp_to_avi);
    if (instance.Q.ldlt().vectorD().minCoeff() > 1e-9) expect_qp_carried(instance, nn::qp_to_dual);
  }
}

TEST(QpConversion, PlantedSolutions) {
  const Planting plantings[] = {{12, 8, 3, Curvature::definite, true},
                                {15, 0, 0, Curvature::definite, true},
                                {10, 12, 2, Curvature::definite, false},
                                {12, 6, 0, Curvature::definite, true, true}};
  for (const Planting& planting : plantings) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const ProgramInstance instance = planted_program(planting, seed);
      expect_qp_carried(instance, nn::qp_to_mlcp);
      expect_qp_carried(instance, nn::qp_to_dual);
      expect_qp_carried(instance, nn::qp_to_avi);
    }
  }
}

TEST(QpConversion, SemidefiniteBecomesMixed) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const ProgramInstance instance = planted_program({10, 12, 2, Curvature::semidefinite, true}, seed);
    expect_qp_carried(instance, nn::qp_to_mlcp);
  }
}

// Bounds of every kind: z_j is -p_j moved into its bounds.
TEST(QpConversion, EveryKindOfBound) {
  ProgramInstance instance("bounds", 8, 0, 0);
  instance.Q.setIdentity();
  instance.p << -3, 3, -3, -0.5, 3, -3, 3, -7;
  instance.lower << -infinity, -infinity, -1, -1, -1, 2, -infinity, 4;
  instance.upper << infinity, -5, 1, 1, 1, infinity, 1, 4;
  instance.z << 3, -5, 1, 0.5, -1, 3, -3, 4;
  expect_qp_carried(instance, nn::qp_to_mlcp);
  expect_qp_carried(instance, nn::qp_to_dual);
  const GivenQp given(instance, NSDS_CSC);
  // A bound is a row of the dual, two that are equal one equation; a diagonal Q leaves G as sparse as it was:
  // ten entries on the diagonal, and two for each of the three unknowns with two bounds.
  const Conversion dual = nn::qp_to_dual(given.problem);
  ASSERT_EQ(dual.qp()->size, 10);
  EXPECT_EQ(dual.qp()->Q->as.csc.column_starts[10], 10 + 2 * 3);
}

// Weak duality with equality at the solution: the dual's minimum is minus the primal's, up to 1/2 p'Q^-1 p.
TEST(QpConversion, DualHasTheOppositeValue) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const ProgramInstance instance = planted_program({9, 6, 2, Curvature::definite, true}, seed);
    const GivenQp given(instance, NSDS_DENSE);
    const Conversion conversion = nn::qp_to_dual(given.problem);
    const CarriedPoint x = solve(conversion);
    VectorXd Gx(x.z.size());
    nsds_matrix_multiply(conversion.qp()->Q, 1.0, x.z.data(), 0.0, Gx.data());
    const double dual = x.z.dot(0.5 * Gx + Eigen::Map<const VectorXd>(conversion.qp()->p, x.z.size()));
    const double primal = instance.z.dot(0.5 * instance.Q * instance.z + instance.p);
    const double constant = 0.5 * instance.p.dot(instance.Q.ldlt().solve(instance.p));
    EXPECT_NEAR(primal, -dual - constant, 1e-8 * (1.0 + std::fabs(primal) + constant));
  }
}

TEST(QpConversion, DualNeedsADefiniteMatrix) {
  nsds_conversion* made = nullptr;
  char message[200] = "";
  for (const nsds_storage storage : stored_storages) {
    const GivenQp flat(planted_program({6, 3, 0, Curvature::semidefinite, true}, 1), storage);
    EXPECT_EQ(nsds_qp_to_dual(&flat.problem, &made, message, sizeof message), NSDS_NOT_APPLICABLE);
    EXPECT_NE(std::string(message).find("not positive definite"), std::string::npos) << message;
    const GivenQp skew(planted_program({6, 3, 0, Curvature::nonsymmetric, true}, 1), storage);
    EXPECT_EQ(nsds_qp_to_dual(&skew.problem, &made, message, sizeof message), NSDS_NOT_APPLICABLE);
    EXPECT_NE(std::string(message).find("problem.Q is not symmetric"), std::string::npos) << message;
  }
  EXPECT_EQ(made, nullptr);
}

}  // namespace
}  // namespace nsds::test::qp_conversion_test
