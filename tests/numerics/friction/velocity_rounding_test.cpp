// Below which size a change of u = W r + q is no more than its rounding.
#include "friction/islands/velocity_rounding.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "friction/islands/contact_response.hpp"
#include "support/draws.hpp"

namespace nsds::test::velocity_rounding_test {
namespace {

namespace friction = numerics::friction;

// A chain of contacts: blocks, q and r over ten orders of magnitude, padding included.
template <int D>
class Chain {
 public:
  Chain(std::size_t contacts, unsigned seed) : draws_(seed) {
    starts_.push_back(0);
    for (std::size_t c = 0; c < contacts; ++c) {
      if (c > 0) columns_.push_back(static_cast<std::int32_t>(c - 1));
      if (c + 1 < contacts) columns_.push_back(static_cast<std::int32_t>(c + 1));
      starts_.push_back(static_cast<std::int32_t>(columns_.size()));
    }
    blocks_ = draw(columns_.size() * friction::block_size<D>);
    diagonal_ = draw(contacts * friction::block_size<D>);
    q_ = draw(contacts * friction::pad<D>);
    r = draw(contacts * friction::pad<D>);
    island.contacts = contacts;
    island.starts = starts_;
    island.columns = columns_;
    island.blocks = blocks_;
    island.diagonal = diagonal_;
    island.q = q_;
  }

  // The largest entry of |q_c| + the sum of |W_cj| |r_j|.
  double magnitude(std::size_t c) const {
    double largest = 0.0;
    for (std::size_t i = 0; i < D; ++i) {
      double sum =
          std::fabs(q_[friction::pad<D> * c + i]) + product(&diagonal_[friction::block_size<D> * c], i, c);
      for (std::size_t e = at(starts_[c]); e < at(starts_[c + 1]); ++e)
        sum += product(&blocks_[friction::block_size<D> * e], i, at(columns_[e]));
      largest = std::max(largest, sum);
    }
    return largest;
  }

  friction::Island<D> island;
  std::vector<double> r;

 private:
  static std::size_t at(std::int32_t k) { return static_cast<std::size_t>(k); }

  double product(const double* W, std::size_t i, std::size_t contact) const {
    double sum = 0.0;
    for (std::size_t j = 0; j < D; ++j)
      sum += std::fabs(W[friction::pad<D> * j + i]) * std::fabs(r[friction::pad<D> * contact + j]);
    return sum;
  }

  std::vector<double> draw(std::size_t count) {
    std::vector<double> values(count);
    for (double& value : values) {
      const double size = std::pow(10.0, draws_.uniform(-5.0, 5.0));
      value = std::copysign(size, draws_.uniform(-1.0, 1.0));
    }
    if (friction::pad < D >> D)
      for (std::size_t k = D; k < count; k += friction::pad<D>) values[k] = 0.0;
    return values;
  }

  Draws draws_;
  std::vector<std::int32_t> starts_, columns_;
  std::vector<double> blocks_, diagonal_, q_;
};

template <int D>
void expect_rounding_of_every_contact() {
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  for (unsigned seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    Chain<D> chain(1 + seed % 5, seed);
    friction::VelocityRounding<D> rounding(chain.island);
    for (const double scale : {1.0, 1e-7, 1e14}) {
      for (double& value : chain.r) value *= scale;
      rounding.set(chain.r);
      for (std::size_t c = 0; c < chain.island.contacts; ++c) {
        EXPECT_TRUE(rounding.hides(c, 7.999 * epsilon * chain.magnitude(c)));
        EXPECT_FALSE(rounding.hides(c, 8.001 * epsilon * chain.magnitude(c)));
        EXPECT_TRUE(rounding.hides(c, 0.0));
        EXPECT_FALSE(rounding.hides(c, std::numeric_limits<double>::quiet_NaN()));
      }
    }
  }
}

TEST(VelocityRounding, IsOfTheMagnitudesThatAreSummed) {
  expect_rounding_of_every_contact<2>();
  expect_rounding_of_every_contact<3>();
}

class NoResponse final : public friction::ContactResponse {
 public:
  void add(std::span<const double>, std::span<double>) const override {}
};

TEST(VelocityRounding, IsNotKnownWithoutBlocks) {
  Chain<3> chain(3, 1);
  const NoResponse response;
  chain.island.blocks = chain.island.diagonal = {};
  chain.island.starts = chain.island.columns = {};
  chain.island.response = &response;
  friction::VelocityRounding<3> rounding(chain.island);
  rounding.set(chain.r);
  EXPECT_FALSE(rounding.hides(0, 0.0));
}

}  // namespace
}  // namespace nsds::test::velocity_rounding_test
