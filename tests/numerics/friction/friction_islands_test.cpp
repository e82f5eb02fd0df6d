// Frictional contact: islands are solved as each alone, however W is stored.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <limits>
#include <string>

#include "friction_oracle.hpp"
#include "truth/contact_claims.hpp"

namespace nsds::test::friction_islands_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double island_tolerance = 1e-10;

nn::Options island_options(const std::string& solver) {
  return nn::Options(NSDS_CLASS_FRICTION_CONTACT, solver).set("tolerance", island_tolerance);
}

TEST(FrictionIslands, CopiesHaveTheSameBits) {
  const FrictionData data = random_friction(3, 5, 25, 0.0, 9);
  FrictionData twice{3, MatrixXd::Zero(30, 30), VectorXd(30), VectorXd(10)};
  twice.W.topLeftCorner(15, 15) = data.W;
  twice.W.bottomRightCorner(15, 15) = data.W;
  twice.q << data.q, data.q;
  twice.mu << data.mu, data.mu;
  const auto one = solve(data, island_options("auto"));
  const auto two = solve(twice, island_options("auto"));
  ASSERT_TRUE(one.ok() && two.ok());
  EXPECT_EQ(two.r.head(15), one.r);
  EXPECT_EQ(two.r.tail(15), one.r);
}

// W without the blocks between contacts whose numbers differ modulo `islands`.
FrictionData apart(FrictionData data, Index islands) {
  const Index d = data.dimension;
  for (Index c = 0; c < data.contacts(); ++c)
    for (Index o = 0; o < data.contacts(); ++o)
      if (c % islands != o % islands) data.W.block(d * c, d * o, d, d).setZero();
  return data;
}

FrictionData contact_alone(const FrictionData& data, Index c) {
  const Index d = data.dimension;
  return {data.dimension, data.W.block(d * c, d * c, d, d), data.q.segment(d * c, d), data.mu.segment(c, 1)};
}

TEST(FrictionIslands, ContactsThatTouchNoOtherAreSolvedAsEachAlone) {
  for (const int d : {2, 3}) {
    const FrictionData data = apart(random_friction(d, 30, 90, 0.1, 21), 30);
    const auto found = solve(data, island_options("auto"));
    ASSERT_TRUE(found.ok()) << found.report.message;
    EXPECT_EQ(found.report.iterations, 1);
    for (Index c = 0; c < data.contacts(); ++c) {
      const FrictionData alone = contact_alone(data, c);
      const auto one = solve(alone, island_options("auto"));
      ASSERT_TRUE(one.ok());
      EXPECT_LE((one.r - found.r.segment(d * c, d)).norm(), 1e-13 * (1.0 + one.r.norm())) << c;
    }
  }
}

// One that has no solution costs the others nothing, be it the worst of all or not, whatever is known of it.
TEST(FrictionIslands, AContactWithoutSolutionLeavesTheOthersSolved) {
  for (const int d : {2, 3}) {
    const FrictionData whole = apart(random_friction(d, 12, 36, 0.1, 22), 9);  // three of them touch another
    const auto all = solve(whole, island_options("auto"));
    ASSERT_TRUE(all.ok());
    for (const double approach : {-1.0, -1e3}) {
      for (const bool warm : {false, true}) {
        const Index lost = 4;
        FrictionData data = whole;
        data.W.row(d * lost).setZero();
        data.W.col(d * lost).setZero();
        data.q[d * lost] = approach;
        nn::Options options = island_options("auto");
        options.set("max_iterations", 1000).set("warm_start", warm ? 1 : 0);
        nsds_matrix W;
        const auto problem = view(data, W);
        VectorXd r = VectorXd::Zero(data.q.size()), u = r;
        r[d * lost] = 1.0;
        const nn::Report report = problem.solve(r, u, options);
        EXPECT_EQ(report.status, NSDS_MAX_ITERATIONS);
        EXPECT_EQ(report.iterations, 1000);
        for (Index c = 0; c < data.contacts(); ++c) {
          if (c == lost) continue;
          const auto expected =
              all.r.segment(d * c, d);  // the unit of the island_tolerance is |q_c| of the lost one
          EXPECT_LE((expected - r.segment(d * c, d)).norm(), 1e-5 * (1.0 + expected.norm())) << c;
        }
      }
    }
  }
}

// Nor do islands without solution keep the time from those that are solved at once.
TEST(FrictionIslands, AnIslandWithoutSolutionLeavesContactsThatTouchNoOtherSolved) {
  for (const int d : {2, 3}) {
    FrictionData data = apart(random_friction(d, 12, 36, 0.1, 23), 9);
    const Index lost = 0;  // and 9, which it touches
    data.W.row(d * lost).setZero();
    data.W.col(d * lost).setZero();
    data.W(d * lost + 1, d * 9) = data.W(d * 9, d * lost + 1) = 1e-3;
    data.q[d * lost] = -1e3;
    nn::Options options = island_options("auto");
    options.set("max_iterations", 300);
    const auto found = solve(data, options);
    EXPECT_EQ(found.report.status, NSDS_MAX_ITERATIONS);
    for (Index c = 3; c < 9; ++c) {
      const auto alone = solve(contact_alone(data, c), island_options("auto"));
      ASSERT_TRUE(alone.ok());
      EXPECT_LE((alone.r - found.r.segment(d * c, d)).norm(), 1e-8 * (1.0 + alone.r.norm())) << c;
    }
  }
}

// Numbers of contacts beside multiples of what is read at once, and columns with gaps.
TEST(FrictionStorage, DenseMatricesAreReadByTheirBlocks) {
  for (const int d : {2, 3}) {
    for (const int contacts : {1, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15, 16, 63, 64, 65, 70}) {
      SCOPED_TRACE(contacts);
      FrictionData data = apart(random_friction(d, contacts, 3 * d * contacts, 0.1, 12), 7);
      if (contacts > 7) {  // one entry of a block between zeros, each of them in turn
        const Index row = contacts % d, column = contacts / d % d;
        const double entry = data.W(7 * d + row, column);
        data.W.block(7 * d, 0, d, d).setZero();
        data.W.block(0, 7 * d, d, d).setZero();
        data.W(7 * d + row, column) = data.W(column, 7 * d + row) = entry;
      }
      const Index n = data.W.rows();
      for (const Index gap : {0, 3}) {
        MatrixXd stored = MatrixXd::Constant(n + gap, n, std::numeric_limits<double>::quiet_NaN());
        stored.topRows(n) = data.W;
        const nsds_matrix W = nsds_matrix_dense(static_cast<int>(n), static_cast<int>(n), stored.data(),
                                                static_cast<int>(n + gap));
        nsds_matrix* columns = nullptr;
        ASSERT_EQ(nsds_matrix_convert(&W, NSDS_CSC, 1, &columns), NSDS_OK);
        const auto dense = nn::friction_contact::Problem(d, W, data.q, data.mu).solve(island_options("auto"));
        const auto sparse =
            nn::friction_contact::Problem(d, *columns, data.q, data.mu).solve(island_options("auto"));
        nsds_matrix_free(columns);
        ASSERT_TRUE(dense.ok()) << dense.report.message;
        EXPECT_EQ(dense.r, sparse.r);
      }
    }
  }
}

// W_ij without W_ji: what is solved is W as it is given.
TEST(FrictionStorage, ADenseMatrixNeedNotHaveBothBlocksOfAPair) {
  for (const int d : {2, 3}) {
    FrictionData data = apart(random_friction(d, 6, 6 * 3 * d, 1.0, 13), 3);
    data.W.block(0, Index{3} * d, d, d).setZero();
    const auto found = solve(data, island_options("nsgs"));
    ASSERT_TRUE(found.ok()) << found.report.message;
    expect_claim(data.judged(), found.r, found.report);
  }
}

TEST(FrictionStorage, DenseColumnsAndBlocksGiveTheSameVelocities) {
  const FrictionData data = random_friction(3, 7, 40, 0.1, 11);
  const auto dense = solve(data, island_options("auto"));
  nsds_matrix W;
  const auto problem = view(data, W);
  (void)problem;
  for (const nsds_storage storage : {NSDS_CSC, NSDS_BSR}) {
    nsds_matrix* converted = nullptr;
    ASSERT_EQ(nsds_matrix_convert(&W, storage, 3, &converted), NSDS_OK);
    const auto found =
        nn::friction_contact::Problem(3, *converted, data.q, data.mu).solve(island_options("auto"));
    nsds_matrix_free(converted);
    EXPECT_EQ(found.r, dense.r);
  }
}

}  // namespace
}  // namespace nsds::test::friction_islands_test
