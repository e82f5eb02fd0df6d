// Four contacts at a time beside one after the other.
#include "friction/contact/lane_cone.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "friction/contact/cone.hpp"
#include "friction/contact/natural_maps.hpp"
#include "support/draws.hpp"

namespace nsds::test::lane_cone_test {
namespace {

namespace nn = nsds::numerics;
namespace friction = numerics::friction;

// r and u of contacts that open, stick, slide and none of these, with zeros and over many orders of
// magnitude.
template <int D>
struct Contacts {
  std::size_t count, stride;
  std::vector<double> mu, r, u;

  Contacts(std::size_t contacts, std::size_t stride_between) : count(contacts), stride(stride_between) {
    Draws draws(5);
    const std::array<double, 5> frictions = {0.0, 0.1, 0.5, 1.0, 2.0};
    for (std::size_t c = 0; c < count; ++c) {
      mu.push_back(frictions[draws.bits() % frictions.size()]);
      for (std::vector<double>* x : {&r, &u}) {
        const double size = draws.integer(0, 5) == 0 ? 0.0 : std::pow(10.0, draws.integer(-6, 6));
        std::array<double, 4> block{size * draws.normal(), size * draws.normal(), size * draws.normal(), 0.0};
        if (draws.integer(0, 1) == 0) friction::project_on_cone<D>(mu.back(), block.data(), block.data());
        if (draws.integer(0, 4) == 0) block[1] = block[2] = 0.0;
        for (std::size_t k = 0; k < stride; ++k) x->push_back(k < D ? block[k] : 0.0);
      }
    }
  }

  const double* r_of(std::size_t c) const { return &r[stride * c]; }
  const double* u_of(std::size_t c) const { return &u[stride * c]; }
};

template <int D>
double square_alone(const Contacts<D>& contacts, std::size_t c, double r_unit, double u_unit) {
  double r[D], u[D], map[D];
  for (int k = 0; k < D; ++k) {
    r[k] = r_unit * contacts.r_of(c)[k];
    u[k] = u_unit * contacts.u_of(c)[k];
  }
  return friction::natural_map<D>(contacts.mu[c], r, u, map);
}

template <int D>
void expect_the_bits_of_one(std::size_t stride) {
  for (const std::size_t count : {1, 3, 4, 63, 64, 65, 1001}) {
    const Contacts<D> contacts(count, stride);
    const friction::ContactVectors vectors{
        contacts.mu.data(), contacts.r.data(), contacts.u.data(), stride, 3.0, 0.1};
    std::size_t next = 0;
    friction::for_each_map_square<D>(vectors, count, [&](std::size_t c, double square) {
      EXPECT_EQ(c, next++);
      EXPECT_EQ(square, square_alone(contacts, c, 3.0, 0.1)) << c;
    });
    EXPECT_EQ(next, count);
  }
}

TEST(NaturalMaps, HaveTheBitsOfOneContactAfterTheOther) {
  expect_the_bits_of_one<2>(2);
  expect_the_bits_of_one<3>(3);
  expect_the_bits_of_one<3>(4);
}

TEST(NaturalMaps, KeepWhatIsNotANumberInItsContact) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t bad = 0; bad < 7; ++bad) {
    std::vector<double> mu(7, 0.5), r(21, 1.0), u(21, 0.25);
    (bad % 2 == 0 ? r : u)[3 * bad + bad % 3] = nan;
    const friction::ContactVectors vectors{mu.data(), r.data(), u.data(), 3};
    friction::for_each_map_square<3>(vectors, 7, [&](std::size_t c, double square) {
      EXPECT_EQ(std::isnan(square), c == bad) << c << " of " << bad;
    });
  }
}

template <int D>
void expect_distances_of_one() {
  constexpr std::size_t count = 4000;
  const Contacts<D> contacts(count, D);
  std::size_t inside = 0, outside = 0;
  for (std::size_t first = 0; first < count; first += nn::quad_size) {
    nn::Lanes mu[1], x[D];
    nn::lanes_of_blocks<1>(&contacts.mu[first], 1, nn::quad_size, 1.0, mu);
    nn::lanes_of_blocks<D>(contacts.r_of(first), D, nn::quad_size, 1.0, x);
    const nn::Lanes cone = friction::distances_from_cone<D>(mu[0], x);
    const nn::Lanes dual = friction::distances_from_dual_cone<D>(mu[0], x);
    for (std::size_t l = 0; l < nn::quad_size; ++l) {
      const double* const r = contacts.r_of(first + l);
      const double friction = contacts.mu[first + l];
      double size = 0.0;
      for (int k = 0; k < D; ++k) size = std::max(size, std::fabs(r[k]));
      EXPECT_NEAR(cone.v[l], friction::distance_from_cone<D>(friction, r), 2e-15 * (1.0 + friction) * size);
      EXPECT_NEAR(dual.v[l], friction::distance_from_dual_cone<D>(friction, r),
                  2e-15 * (1.0 + friction) * size);
      ++(cone.v[l] > 0.0 ? outside : inside);
    }
  }
  EXPECT_GT(inside, count / 5);
  EXPECT_GT(outside, count / 5);
}

TEST(LaneCone, DistancesAreThoseOfOneContact) {
  expect_distances_of_one<2>();
  expect_distances_of_one<3>();
}

TEST(LaneCone, LanesThatAreNotUsedAreZero) {
  const std::array<double, 6> x = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
  nn::Lanes taken[3];
  nn::lanes_of_blocks<3>(x.data(), 3, 2, 2.0, taken);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(taken[k].v[0], 2.0 * x[k]);
    EXPECT_EQ(taken[k].v[1], 2.0 * x[3 + k]);
    EXPECT_EQ(taken[k].v[2], 0.0);
    EXPECT_EQ(taken[k].v[3], 0.0);
  }
}

}  // namespace
}  // namespace nsds::test::lane_cone_test
