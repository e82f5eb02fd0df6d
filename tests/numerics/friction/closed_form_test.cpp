// The closed forms of one contact, alone and four at a time, judged by its residual.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "friction/contact/contact.hpp"
#include "global_friction/sweeps/lane_contacts.hpp"
#include "support/draws.hpp"

namespace nsds::test::closed_form_test {
namespace {

namespace nn = nsds::numerics;
namespace friction = numerics::friction;
namespace global_friction = numerics::global_friction;
using Eigen::Matrix3d;
using Eigen::Vector3d;

// W with columns padded to four.
struct Contact {
  std::array<double, 12> padded{};
  Vector3d b;
  double mu;

  Contact(const Matrix3d& W, Vector3d free, double friction) : b(std::move(free)), mu(friction) {
    for (Eigen::Index j = 0; j < 3; ++j)
      for (Eigen::Index i = 0; i < 3; ++i) padded[static_cast<std::size_t>(4 * j + i)] = W(i, j);
  }

  double weight() const { return (padded[0] + padded[5] + padded[10]) / 3.0; }

  // As sweeps do: again from what was found, as long as the forms hold.
  bool solve(int times, Vector3d& r, double& s) const {
    const friction::ContactMatrix<3> matrix(padded.data());
    bool solved = true;
    for (int k = 0; k < times && solved; ++k)
      solved = friction::solve_in_closed_form<3>(matrix, padded.data(), mu, b.data(), &s, r.data());
    return solved;
  }
  double residual(const Vector3d& r) const {
    return friction::contact_residual<3>(padded.data(), weight(), mu, b.data(), r.data());
  }
};

class Draw {
 public:
  explicit Draw(unsigned seed) : draws_(seed) {}

  double number() { return draws_.normal(); }
  Vector3d vector() {
    return Vector3d::NullaryExpr([&] { return number(); });
  }
  Matrix3d matrix() {
    return Matrix3d::NullaryExpr([&] { return number(); });
  }
  Matrix3d definite() {
    const Matrix3d A = matrix();
    return A * A.transpose() + 0.1 * Matrix3d::Identity();
  }

 private:
  Draws draws_;
};

TEST(ClosedForms, SolveDefiniteContactsToRounding) {
  Draw draw(1);
  int slides = 0;
  for (int k = 0; k < 20000; ++k) {
    const Contact contact(draw.definite(), draw.vector(), std::fabs(draw.number()));
    Vector3d r;
    double s = 0.0;
    ASSERT_TRUE(contact.solve(3, r, s)) << k;
    EXPECT_LE(contact.residual(r), 1e-11 * contact.b.norm()) << k;
    slides += s > 0.0 ? 1 : 0;
  }
  EXPECT_GT(slides, 4000);
}

// The step of a slide that is not made leaves the square of 1e-5 times how far phi is from linear.
TEST(ClosedForms, OneSolveIsNearlyExact) {
  Draw draw(2);
  for (int k = 0; k < 20000; ++k) {
    const Contact contact(draw.definite(), draw.vector(), 0.5);
    Vector3d r;
    double s = 0.0;
    ASSERT_TRUE(contact.solve(1, r, s));
    EXPECT_LE(contact.residual(r), 1e-6 * contact.b.norm()) << k;
  }
}

// Where rounding hides on which side of the edge a contact is, the rest of the cascade decides.
TEST(ClosedForms, HoldAtTheEdgeBetweenStickAndSlide) {
  Draw draw(3);
  int tried = 0, refused = 0;
  for (int k = 0; k < 20000; ++k) {
    const Matrix3d W = draw.definite();
    Vector3d b = draw.vector();
    b[0] = -std::fabs(b[0]);
    const Vector3d stick = -W.inverse() * b;
    if (!(stick[0] > 1e-3)) continue;
    ++tried;
    const double edge = stick.tail<2>().norm() / stick[0];
    for (int ulps = 0; ulps < 4; ++ulps) {
      const Contact contact(W, b, edge * (1.0 - ulps * std::numeric_limits<double>::epsilon()));
      Vector3d r;
      double s = 0.0;
      if (!contact.solve(2, r, s)) {
        ++refused;
        continue;
      }
      EXPECT_GE(s, 0.0);
      EXPECT_LE(contact.residual(r), 1e-12 * (b.norm() + W.norm() * stick.norm())) << k << " at " << ulps;
    }
  }
  EXPECT_GT(tried, 5000);
  EXPECT_LE(refused, tried / 500);
}

TEST(ClosedForms, NeverTakeWhatIsNoSolution) {
  Draw draw(4);
  int taken = 0;
  for (int k = 0; k < 200000; ++k) {
    const Contact contact(draw.matrix(), draw.vector(), std::fabs(draw.number()));
    Vector3d r;
    double s = 0.0;
    if (!(contact.weight() > 0.1) || !contact.solve(4, r, s)) continue;
    ++taken;
    EXPECT_GE(s, 0.0);
    EXPECT_LE(contact.residual(r), 1e-8 * (contact.b.norm() + r.norm())) << k;
  }
  EXPECT_GT(taken, 50000);
}

// A tangential block of negative trace, from which a bracket once reached to negative s.
TEST(ClosedForms, SlideAgainstTheReaction) {
  const Matrix3d W{
      {1.638864, 0.587217, 1.608605}, {0.599738, -0.175872, -0.217691}, {0.463893, 0.559957, 0.494370}};
  const Contact contact(W, {-0.0365263, -0.766858, 0.0524342}, 0.968228);
  Vector3d r;
  double s = 0.0;
  const bool solved = contact.solve(4, r, s);
  EXPECT_TRUE(!solved || (s >= 0.0 && contact.residual(r) < 1e-9));
}

TEST(LaneContacts, SolveWhatOneAfterTheOtherSolves) {
  Draw draw(5);
  int refused = 0;
  for (int k = 0; k < 5000; ++k) {
    global_friction::LaneContacts<3> at{};
    std::array<Matrix3d, nn::quad_size> W;
    for (std::size_t l = 0; l < nn::quad_size; ++l) {
      W[l] = draw.definite();
      for (std::size_t j = 0; j < 3; ++j) {
        at.b[j].v[l] = draw.number();
        for (std::size_t i = 0; i < 3; ++i)
          at.W[3 * j + i].v[l] = W[l](static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
      }
      at.mu.v[l] = k % 7 == 0 ? 0.0 : std::fabs(draw.number());
    }
    global_friction::LaneSolution<3> found{};
    for (int sweep = 0; sweep < 4; ++sweep) found = global_friction::solve_lanes(at, found.r);
    for (std::size_t l = 0; l < nn::quad_size; ++l) {
      refused += found.solved.v[l] == 0 ? 1 : 0;
      if (found.solved.v[l] == 0) continue;
      const Contact contact(W[l], {at.b[0].v[l], at.b[1].v[l], at.b[2].v[l]}, at.mu.v[l]);
      const Vector3d r(found.r[0].v[l], found.r[1].v[l], found.r[2].v[l]);
      EXPECT_LE(contact.residual(r), 1e-11 * contact.b.norm()) << k << ' ' << l;
    }
  }
  EXPECT_LE(refused, 2);
}

}  // namespace
}  // namespace nsds::test::closed_form_test
