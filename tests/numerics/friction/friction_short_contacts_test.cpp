// A stack of plates on an incline, held by friction, some of whose contacts are a little too short: of the
// four below a plate three carry, and the speed at which the plate tips onto the short one, or away from the
// one opposite to it, is tiny beside those that the contacts prevent. Which three carry must be found all the
// same, for no reactions of four bring the error below a quarter of that speed.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "friction_instances.hpp"
#include "nsds/numerics/cpp/friction_contact.hpp"
#include "support/draws.hpp"
#include "truth/contact_claims.hpp"

namespace nsds::test::friction_short_contacts_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double mu = 0.5, thickness = 0.1, step = 0.0981;  // step: g h
constexpr double short_tolerance = 1e-12;

// Plates of unit mass and edge, z normal to the incline, contact 4 i + k below plate i.
class ShortContacts {
 public:
  // slope: tan(alpha) / mu; relative: the speed of a short contact over g h. Seven of ten plates have one.
  ShortContacts(int plates, double slope, double relative, unsigned seed) {
    const Index rows = 12 * Index{plates};
    H_ = MatrixXd::Zero(rows, 6 * Index{plates});
    VectorXd b = VectorXd::Zero(rows);
    Draws draws(seed);
    for (int plate = 0; plate < plates; ++plate) {
      for (int k = 0; k < 4; ++k) touch(plate, k);
      if (draws.uniform(0.0, 1.0) < 0.7)
        b(3 * (4 * Index{plate} + static_cast<Index>(4.0 * draws.uniform(0.0, 1.0)))) = relative * step;
    }
    const double about_edge = 12.0 / (1.0 + thickness * thickness);
    const double alpha = std::atan(slope * mu);
    VectorXd inverse_mass(6), free(6);
    inverse_mass << 1.0, 1.0, 1.0, about_edge, about_edge, 6.0;
    free << step * std::sin(alpha), 0.0, -step * std::cos(alpha), 0.0, 0.0, 0.0;
    const MatrixXd W = H_ * inverse_mass.replicate(plates, 1).asDiagonal() * H_.transpose();
    data = {3, W, H_ * free.replicate(plates, 1) + b, VectorXd::Constant(4 * Index{plates}, mu)};
    weight = step * std::cos(alpha);
  }

  // Of the contacts below a plate.
  double normal_impulse(const VectorXd& r, int plate) const {
    double sum = 0.0;
    for (Index k = 0; k < 4; ++k) sum += r(3 * (4 * Index{plate} + k));
    return sum;
  }

  FrictionInstance data{};
  double weight = 0.0;  // impulse of one plate's in a step

 private:
  void touch(int plate, int k) {
    const double x = k == 0 || k == 3 ? -0.5 : 0.5, y = k < 2 ? -0.5 : 0.5;
    add(plate, 1.0, 4 * plate + k, {x, y, -0.5 * thickness});
    if (plate > 0) add(plate - 1, -1.0, 4 * plate + k, {x, y, 0.5 * thickness});
  }

  void add(int plate, double sign, int contact, const Vector3d& point) {
    const Vector3d directions[] = {Vector3d::UnitZ(), Vector3d::UnitX(), Vector3d::UnitY()};
    for (Index i = 0; i < 3; ++i) {
      H_.block<1, 3>(3 * Index{contact} + i, 6 * Index{plate}) = sign * directions[i].transpose();
      H_.block<1, 3>(3 * Index{contact} + i, 6 * Index{plate} + 3) =
          sign * point.cross(directions[i]).transpose();
    }
  }

  MatrixXd H_;
};

class ShortContactsSolver : public ::testing::TestWithParam<const char*> {};

void expect_solved(const ShortContacts& stack, int plates, double relative, const char* solver) {
  const GivenFriction given(stack.data);
  nn::Options options(NSDS_CLASS_FRICTION_CONTACT, solver);
  options.set("tolerance", short_tolerance);
  VectorXd r = VectorXd::Zero(stack.data.q.size()), u = r;
  nn::Report report;
  nsds_friction_contact_solve(&given.problem, r.data(), u.data(), options.get(), nullptr, &report);
  EXPECT_EQ(report.status, NSDS_OK) << report.message;
  test::expect_solved(stack.data.judged(), r, short_tolerance);
  // What tips is as slow as the contacts are short.
  for (int plate = 0; plate < plates; ++plate)
    EXPECT_NEAR(stack.normal_impulse(r, plate), (plates - plate) * stack.weight,
                10.0 * plates * relative * step);
}

struct Short {
  double slope, relative;
};

TEST_P(ShortContactsSolver, FindsWhichCarry) {
  // Near the angle of friction contacts stick near the boundaries of their cones.
  for (const auto& [slope, relative] : {Short{0.9, 1e-6}, Short{0.9, 1e-8}, Short{0.9, 1e-9},
                                        Short{0.9, 2e-10}, Short{0.99, 1e-8}, Short{0.99, 1e-9}}) {
    for (const int plates : {1, 2, 5, 10}) {
      for (unsigned seed = 1; seed <= 4; ++seed) {
        SCOPED_TRACE(::testing::Message() << plates << " plates, slope " << slope << ", short by " << relative
                                          << ", seed " << seed);
        expect_solved(ShortContacts(plates, slope, relative, seed), plates, relative, GetParam());
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, ShortContactsSolver, ::testing::Values("auto", "interior_point"));

}  // namespace
}  // namespace nsds::test::friction_short_contacts_test
