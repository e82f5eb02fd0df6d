// Conversions of linear complementarity, mixed and relay problems.
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "numerics/conversion/conversion_checks.hpp"
#include "support/numbers.hpp"

namespace nsds::test::map_conversion_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using nn::CarriedPoint;
using nn::Conversion;

using LcpFunction = Conversion (*)(const nsds_lcp&);

void expect_lcp_carried(const char* family, LcpFunction convert, nsds_class target) {
  for (const nsds_storage storage : stored_storages) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      SCOPED_TRACE(std::string(family) + " " + storage_name(storage) + " seed " + std::to_string(seed));
      VectorXd z;
      const Instance instance = with_known_solution(lcp_family(family).make(12, seed), seed, &z);
      const GivenLcp given(instance, storage);
      const Conversion conversion = convert(given.problem);
      EXPECT_EQ(conversion.info().given_class, NSDS_CLASS_LCP);
      EXPECT_EQ(conversion.info().converted_class, target);
      expect_storage(conversion, storage);
      expect_carried(given.problem, conversion, lcp_family(family).known.p_matrix ? &z : nullptr);
    }
  }
}

TEST(LcpConversion, SymmetricBecomesAQuadraticProgram) {
  expect_lcp_carried("spd", nn::lcp_to_qp_symmetric, NSDS_CLASS_QP);
}

TEST(LcpConversion, NonsymmetricBecomesAQuadraticProgram) {
  expect_lcp_carried("pd", nn::lcp_to_qp_nonsymmetric, NSDS_CLASS_QP);
  expect_lcp_carried("spd", nn::lcp_to_qp_nonsymmetric, NSDS_CLASS_QP);
}

// At a solution z'(M z + q) = 0, and nowhere in the feasible set is it less: the value of the converted
// objective is what makes a point a solution.
TEST(LcpConversion, ObjectiveOfTheNonsymmetricProgramIsTheComplementarityGap) {
  Random random(7);
  const Instance instance{random.matrix(6, 6, -1.0, 1.0), random.vector(6, -1.0, 1.0)};
  const GivenLcp given(instance, NSDS_CSC);
  const Conversion conversion = nn::lcp_to_qp_nonsymmetric(given.problem);
  const nsds_qp& qp = *conversion.qp();
  for (int k = 0; k < 20; ++k) {
    const VectorXd z = random.vector(6, 0.0, 3.0);
    VectorXd Qz(6);
    ASSERT_EQ(nsds_matrix_multiply(qp.Q, 1.0, z.data(), 0.0, Qz.data()), NSDS_OK);
    const double objective = 0.5 * z.dot(Qz) + z.dot(Eigen::Map<const VectorXd>(qp.p, 6));
    EXPECT_NEAR(objective, z.dot(instance.M * z + instance.q), 1e-12);
  }
}

TEST(LcpConversion, BecomesAnAvi) {
  expect_lcp_carried("pd", nn::lcp_to_avi, NSDS_CLASS_AVI);
  expect_lcp_carried("murty", nn::lcp_to_avi, NSDS_CLASS_AVI);
}

TEST(LcpConversion, RefusesAMatrixThatIsNotSymmetric) {
  for (const nsds_storage storage : stored_storages) {
    MatrixXd M = MatrixXd::Identity(3, 3);
    M(2, 0) = 1e-9;
    const GivenLcp given({M, VectorXd::Ones(3)}, storage);
    nsds_conversion* made = nullptr;
    char message[200] = "";
    EXPECT_EQ(nsds_lcp_to_qp_symmetric(&given.problem, &made, message, sizeof message), NSDS_NOT_APPLICABLE);
    EXPECT_EQ(made, nullptr);
    EXPECT_NE(std::string(message).find("problem.M is not symmetric: entry (2, 0)"), std::string::npos)
        << message;
  }
}

TEST(MixedConversion, BecomesAnLcp) {
  for (const char* spec : {"obstacle:49:1", "obstacle:49:3", "bearing:36:0.8", "nash:12:1", "diodes:24:1",
                           "monotone:20:1", "monotone:21:2", "sparse:40:1", "sparse:41:2", "qp:32:1"}) {
    const BoxProblem box = make_box(spec);
    for (const nsds_storage storage : stored_storages) {
      SCOPED_TRACE(std::string(spec) + " " + storage_name(storage));
      const GivenMlcp given(box, storage);
      const Conversion conversion = nn::mlcp_to_lcp(given.problem);
      EXPECT_EQ(conversion.info().converted_size, box.complementary().cast<int>().sum());
      expect_storage(conversion, storage);
      expect_carried(given.problem, conversion, box.unique && box.solution ? &*box.solution : nullptr);
    }
  }
}

// By hand: u + v = 1, w = u + 2 v - 3, so that S = 1, s = -2, v = 2 and u = -1.
TEST(MixedConversion, EliminatesByHand) {
  BoxProblem box;
  box.M = (MatrixXd(2, 2) << 1, 1, 1, 2).finished();
  box.q = Eigen::Vector2d(-1, -3);
  box.lower = Eigen::Vector2d(-infinity, 0);
  box.upper = Eigen::Vector2d(infinity, infinity);
  const GivenMlcp given(box, NSDS_DENSE);
  const Conversion conversion = nn::mlcp_to_lcp(given.problem);
  ASSERT_EQ(conversion.lcp()->size, 1);
  EXPECT_DOUBLE_EQ(conversion.lcp()->M->as.dense.values[0], 1.0);
  EXPECT_DOUBLE_EQ(conversion.lcp()->q[0], -2.0);
  const CarriedPoint z = conversion.back({VectorXd::Constant(1, 2.0)});
  EXPECT_DOUBLE_EQ(z.z[0], -1.0);
  EXPECT_DOUBLE_EQ(z.z[1], 2.0);
}

// The rows of the free unknowns alone are singular; in exact arithmetic and by rounding, in any unit.
TEST(MixedConversion, SingularRowsAreRefused) {
  MatrixXd rounded(3, 3);
  rounded << 1, 2, 3, 4, 5, 6, 7, 8, 9;  // of rank two; LU leaves a pivot of rounding
  for (const nsds_storage storage : stored_storages) {
    for (const double unit : {1.0, 1e-12, 1e12}) {
      for (const MatrixXd& block : {MatrixXd(MatrixXd::Zero(3, 3)), rounded}) {
        BoxProblem box;
        box.M = MatrixXd::Identity(5, 5);
        box.M.topLeftCorner(3, 3) = unit * block;
        box.q = VectorXd::Ones(5);
        box.lower = VectorXd::Constant(5, -infinity);
        box.lower.tail(2).setZero();
        box.upper = VectorXd::Constant(5, infinity);
        const GivenMlcp mixed(box, storage);
        const GivenRelay relay(box, storage);
        nsds_conversion* made = nullptr;
        char message[200] = "";
        EXPECT_EQ(nsds_mlcp_to_lcp(&mixed.problem, &made, message, sizeof message), NSDS_SINGULAR);
        EXPECT_NE(std::string(message).find("3 rows"), std::string::npos) << message;
        EXPECT_EQ(nsds_relay_to_lcp(&relay.problem, &made, nullptr, 0), NSDS_SINGULAR);
        EXPECT_EQ(made, nullptr);
      }
    }
  }
}

// Regular rows in units far apart are no singular ones.
TEST(MixedConversion, UnitsDoNotMakeRowsSingular) {
  BoxProblem box;
  box.M = MatrixXd::Identity(3, 3);
  box.M(0, 0) = 1e-14;
  box.M(1, 1) = 1e14;
  box.M(2, 0) = 1.0;
  box.q = Eigen::Vector3d(-1e-14, 2e14, -3.0);
  box.lower = Eigen::Vector3d(-infinity, -infinity, 0.0);
  box.upper = VectorXd::Constant(3, infinity);
  for (const nsds_storage storage : stored_storages) {
    const GivenMlcp given(box, storage);
    const Conversion conversion = nn::mlcp_to_lcp(given.problem);
    const CarriedPoint z = conversion.back(solve(conversion));
    EXPECT_LE((z.z - Eigen::Vector3d(1.0, -2.0, 2.0)).norm(), 1e-12);
  }
}

TEST(RelayConversion, BecomesAnLcpAndAnAvi) {
  for (const char* spec : {"twosided:49", "torsion:36:5", "sliding:8:1", "relay:16:1", "relay:17:2",
                           "boxes:30:1", "boxes:31:2", "boxes:32:3", "sparse:20:1"}) {
    const BoxProblem box = make_box(spec);
    const VectorXd* unique = box.unique && box.solution ? &*box.solution : nullptr;
    for (const nsds_storage storage : stored_storages) {
      SCOPED_TRACE(std::string(spec) + " " + storage_name(storage));
      const GivenRelay given(box, storage);
      const Conversion lcp = nn::relay_to_lcp(given.problem);
      expect_storage(lcp, storage);
      expect_carried(given.problem, lcp, unique);
      const Conversion avi = nn::relay_to_avi(given.problem);
      expect_storage(avi, storage);
      expect_carried(given.problem, avi, unique);
    }
  }
}

// All kinds of bounds, one row each, M = 1: z is where -q is moved to by the bounds.
TEST(RelayConversion, EveryKindOfBound) {
  BoxProblem box;
  box.M = MatrixXd::Identity(8, 8);
  box.q = (VectorXd(8) << -3, 3, -3, -0.5, 3, -3, 3, -7).finished();
  box.lower = (VectorXd(8) << -infinity, -infinity, -1, -1, -1, 2, -infinity, 4).finished();
  box.upper = (VectorXd(8) << infinity, -5, 1, 1, 1, infinity, 1, 4).finished();
  const VectorXd z = (VectorXd(8) << 3, -5, 1, 0.5, -1, 3, -3, 4).finished();
  for (const nsds_storage storage : stored_storages) {
    const GivenRelay given(box, storage);
    const Conversion conversion = nn::relay_to_lcp(given.problem);
    // Rows 1 to 6, and a second bound of rows 2, 3 and 4; the free and the fixed unknown are eliminated.
    EXPECT_EQ(conversion.info().converted_size, 9);
    expect_carried(given.problem, conversion, &z);
    expect_carried(given.problem, nn::relay_to_avi(given.problem), &z);
  }
}

}  // namespace
}  // namespace nsds::test::map_conversion_test
