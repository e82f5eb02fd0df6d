// Complementarity over cones as a variational inequality and back, as a convex program, and of friction without its shift.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "nsds/numerics/cpp/conversion.hpp"
#include "nsds/numerics/cpp/convex_qp.hpp"
#include "nsds/numerics/cpp/friction_contact.hpp"
#include "numerics/linalg/storages.hpp"
#include "numerics/soclcp/soclcp_problems.hpp"

namespace nsds::test::soclcp_conversion_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using nn::soclcp::Cone;
using nn::soclcp::Problem;

double residual_of(const nsds_vi& vi, const VectorXd& z) {
  nn::Report report;
  EXPECT_EQ(nsds_vi_class_residual(&vi, z.data(), nullptr, &report.residual), NSDS_OK);
  return report.residual.value;
}

double residual_of(const nsds_soclcp& soclcp, const VectorXd& z) {
  nn::Report report;
  EXPECT_EQ(nsds_soclcp_class_residual(&soclcp, z.data(), &report.residual), NSDS_OK);
  return report.residual.value;
}

TEST(SoclcpConversion, IsAVariationalInequalityOverConesAndBack) {
  Random random(5);
  for (const nsds_storage storage : stored_storages) {
    SCOPED_TRACE(storage_name(storage));
    const PlantedSoclcp planted = planted_soclcp(Kind::definite, Relation::strict, 6, random);
    const Stored stored(planted.M, storage);
    const Problem problem(stored.view(), planted.q, planted.cones);
    const nsds_soclcp given = problem.view();
    const nn::Conversion there = nn::soclcp_to_vi(given);
    ASSERT_NE(there.vi(), nullptr);
    EXPECT_EQ(there.info().given_class, NSDS_CLASS_SOCLCP);
    EXPECT_EQ(there.info().converted_class, NSDS_CLASS_VI);
    const VectorXd x = there.forward({random.vector(given.size, -1.0, 1.0)}).z;  // in K
    EXPECT_NEAR(residual_of(*there.vi(), x), residual_of(given, x), 1e-14);

    VectorXd z(given.size);
    nn::Report report;
    ASSERT_EQ(nsds_vi_solve(there.vi(), z.data(), nullptr, nullptr,
                            nn::Options(NSDS_CLASS_VI).set("tolerance", 1e-12).get(), nullptr, &report),
              NSDS_OK)
        << report.message;
    EXPECT_LE((there.back({z}).z - planted.z).norm(), 1e-9);

    const nn::Conversion again = nn::vi_to_soclcp(*there.vi());
    ASSERT_NE(again.soclcp(), nullptr);
    MatrixXd M(given.size, given.size);
    for (int j = 0; j < given.size; ++j) {
      const VectorXd unit = VectorXd::Unit(given.size, j);
      nsds_matrix_multiply(again.soclcp()->M, 1.0, unit.data(), 0.0, M.col(j).data());
    }
    EXPECT_EQ(M, planted.M) << "the Jacobian is M itself";
    EXPECT_EQ(Eigen::Map<const VectorXd>(again.soclcp()->q, given.size), planted.q);
    EXPECT_NEAR(residual_of(*again.soclcp(), x), residual_of(given, x), 1e-14);
    EXPECT_LE((again.back({planted.z}).z - planted.z).norm(), 1e-14 * planted.z.norm());
  }
}

TEST(SoclcpConversion, DifferencesStandInForAJacobian) {
  const MatrixXd M = (MatrixXd(3, 3) << 3.0, 1.0, 0.0, -1.0, 2.0, 0.5, 0.0, -0.5, 4.0).finished();
  const Eigen::Vector3d q(-1.0, 2.0, 0.5);
  struct User {
    const MatrixXd& M;
    const Eigen::Vector3d& q;
    double cubic;
  } user{M, q, 0.0};
  const nsds_cone cone{NSDS_CONE_LORENTZ, 3, 0.5, nullptr, nullptr};
  nsds_vi vi;
  nsds_vi_init(&vi);
  vi.size = 3;
  vi.F.evaluate = [](void* data, const double* z, double* F) {
    const User& given = *static_cast<const User*>(data);
    const Eigen::Map<const Eigen::Vector3d> at(z);
    Eigen::Map<Eigen::Vector3d> value(F);
    value = given.M * at + given.q + given.cubic * at.array().cube().matrix();
    return 0;
  };
  vi.F.user = &user;
  vi.set = NSDS_VI_CONES;
  vi.cone_count = 1;
  vi.cones = &cone;
  const nn::Conversion conversion = nn::vi_to_soclcp(vi);
  const nsds_matrix& found = *conversion.soclcp()->M;
  EXPECT_LE((Eigen::Map<const MatrixXd>(found.as.dense.values, 3, 3) - M).norm(), 1e-6);
  EXPECT_EQ(conversion.soclcp()->scale_z, 1.0);

  nsds_conversion* made = nullptr;
  char message[256] = "";
  user.cubic = 1e-3;
  EXPECT_EQ(nsds_vi_to_soclcp(&vi, &made, message, sizeof message), NSDS_NOT_APPLICABLE);
  EXPECT_NE(std::string(message).find("not affine"), std::string::npos) << message;
  vi.set = NSDS_VI_BOX;
  vi.cones = nullptr;
  vi.cone_count = 0;
  EXPECT_EQ(nsds_vi_to_soclcp(&vi, &made, message, sizeof message), NSDS_NOT_APPLICABLE);
  EXPECT_NE(std::string(message).find("no product of cones"), std::string::npos) << message;
  EXPECT_EQ(nsds_vi_to_soclcp(nullptr, &made, message, sizeof message), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(made, nullptr);
}

TEST(SoclcpConversion, OfASymmetricMatrixIsAConvexProgram) {
  Random random(7);
  for (int trial = 0; trial < 20; ++trial) {
    for (const Relation relation : relations) {
      const PlantedSoclcp planted = planted_soclcp(Kind::symmetric, relation, 1 + trial % 7, random);
      const Problem problem = planted.problem();
      const nn::Conversion conversion = nn::soclcp_to_convex_qp(problem.view());
      ASSERT_NE(conversion.convex_qp(), nullptr);
      const Eigen::Index n = planted.z.size();
      EXPECT_EQ(conversion.info().converted_multipliers, n);
      const nn::CarriedPoint there = conversion.forward({planted.z});
      EXPECT_LE((there.multipliers - planted.w).norm(), 1e-13 * (1.0 + planted.w.norm()));

      VectorXd z(n), xi(n);
      nn::Report report;
      ASSERT_EQ(nsds_convex_qp_solve(conversion.convex_qp(), z.data(), xi.data(), nullptr,
                                     nn::Options(NSDS_CLASS_CONVEX_QP).set("tolerance", 1e-12).get(), nullptr,
                                     &report),
                NSDS_OK)
          << report.message;
      const VectorXd back = conversion.back({z}).z;
      for (const char* solver : {"auto", "newton_fb", "normal_map_newton", "smoothing"}) {
        const auto solved = problem.solve(nn::Options(NSDS_CLASS_SOCLCP, solver).set("tolerance", 1e-13));
        EXPECT_TRUE(solved.ok() || solved.report.status == NSDS_ROUNDOFF_LIMIT) << solved.report.message;
        EXPECT_LE((solved.z - back).norm(), 1e-10 * std::max(1.0, planted.z.norm()))
            << solver << " " << trial << " " << name_of(relation);
      }
    }
  }
  nsds_conversion* made = nullptr;
  char message[256] = "";
  const PlantedSoclcp other = planted_soclcp(Kind::definite, Relation::strict, 3, random);
  const Problem problem = other.problem();
  const nsds_soclcp view = problem.view();
  EXPECT_EQ(nsds_soclcp_to_convex_qp(&view, &made, message, sizeof message), NSDS_NOT_APPLICABLE);
  EXPECT_NE(std::string(message).find("M is not symmetric"), std::string::npos) << message;
}

// Two contacts that rest under q_N < 0 and tangential pushes within the cones: no contact slides, so that the shift is zero.
TEST(SoclcpConversion, OfFrictionWithoutSlidingIsTheProblemItself) {
  MatrixXd W = 2.0 * MatrixXd::Identity(6, 6);
  W(0, 3) = W(3, 0) = 0.5;
  VectorXd q(6);
  q << -2.0, 0.2, -0.1, -3.0, 0.1, 0.3;
  const Eigen::Vector2d mu(0.5, 0.7);
  const nsds_matrix view = nn::view(W);
  nsds_friction_contact friction;
  nsds_friction_contact_init(&friction);
  friction.contacts = 2;
  friction.W = &view;
  friction.q = q.data();
  friction.mu = mu.data();
  const nn::Conversion conversion = nn::friction_contact_to_soclcp(friction);
  ASSERT_NE(conversion.soclcp(), nullptr);
  VectorXd z(6), w(6);
  ASSERT_EQ(nsds_soclcp_solve(conversion.soclcp(), z.data(), w.data(), nullptr, nullptr, nullptr), NSDS_OK);
  EXPECT_LE(w.norm(), 1e-8) << "both stick";
  nn::Report report;
  ASSERT_EQ(nsds_friction_contact_residual(&friction, conversion.back({z}).z.data(), &report.residual),
            NSDS_OK);
  EXPECT_LE(report.residual.value, 1e-8);
}

}  // namespace
}  // namespace nsds::test::soclcp_conversion_test
