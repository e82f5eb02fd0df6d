// The factors of Newton matrices, by contacts and by velocities, beside dense ones.
#include "friction/factors/newton_lu.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <span>
#include <vector>

#include "support/decompositions.hpp"
#include "support/draws.hpp"
#include "support/numbers.hpp"

namespace nsds::test::newton_lu_test {
namespace {

namespace nn = nsds::numerics;
namespace friction = numerics::friction;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Contacts that touch up to three nodes each, one of them none, and the Newton matrix of rows of all kinds.
// What solvers do not read is NaN.
template <int D>
class RandomNewton {
 public:
  RandomNewton(unsigned seed, bool with_C, bool with_mass = false) : draws_(seed) {
    draw_velocities(with_mass);
    draw_rows(with_C);
  }

  const friction::Island<D>& island() const { return island_; }
  nn::Arena& arena() { return arena_; }
  std::span<const friction::NewtonRow<D>> rows() const { return rows_; }
  std::span<const double> C() const { return C_; }
  Eigen::Index size() const { return Eigen::Index{D} * contacts_; }
  // shifts: of the contacts.
  MatrixXd matrix(std::span<const double> shifts) const {
    const VectorXd diagonal = VectorXd::NullaryExpr(
        size(), [&](Eigen::Index k) { return shifts[static_cast<std::size_t>(k / D)]; });
    return dense_A_ + dense_B_ * (W_ + MatrixXd(diagonal.asDiagonal())) * dense_C_;
  }
  // Between `size` and four times as much, one for each contact.
  std::vector<double> draw_shifts(double size) {
    std::vector<double> shifts(island_.contacts);
    for (double& shift : shifts) shift = size * draws_.uniform(1.0, 4.0);
    return shifts;
  }
  VectorXd draw_vector() {
    return VectorXd::NullaryExpr(size(), [&] { return draws_.normal(); });
  }

 private:
  static constexpr Eigen::Index pad = friction::pad<D>, squared = Eigen::Index{D} * Eigen::Index{D};

  // G and W in the units and the order of the island; the blocks in those of the caller.
  void draw_velocities(bool with_mass) {
    nodes_ = draws_.integer(4, 7);
    contacts_ = 3 * nodes_ + draws_.integer(0, 9);
    original_.resize(static_cast<std::size_t>(contacts_));
    std::iota(original_.begin(), original_.end(), 0);
    draws_.shuffle(original_);
    MatrixXd given = MatrixXd::Zero(friction::node_size * nodes_, size());
    starts_.push_back(0);
    for (int c = 0; c < contacts_; ++c) {
      std::set<int> touched;
      const std::size_t count = c == 3 ? 0 : 1 + draws_.bits() % 3;
      while (touched.size() < count) touched.insert(draws_.integer(0, nodes_ - 1));
      for (const int node : touched) {
        node_of_.push_back(node);
        auto block = given.template block<friction::node_size, D>(friction::node_size * node, D * c);
        for (Eigen::Index j = 0; j < D; ++j)
          for (Eigen::Index i = 0; i < friction::node_size; ++i) {
            block(i, j) = draws_.normal();
            values_.push_back(block(i, j));
          }
      }
      starts_.push_back(static_cast<std::int32_t>(node_of_.size()));
    }
    velocities_ = {nodes_, starts_, node_of_, values_};
    island_.contacts = static_cast<std::size_t>(contacts_);
    island_.s_r = 0.01;
    island_.s_w = 7.0;
    MatrixXd G(given.rows(), given.cols());
    for (Eigen::Index c = 0; c < contacts_; ++c)
      G.middleCols<D>(D * c) = std::sqrt(island_.s_r / island_.s_w) *
                               given.middleCols<D>(D * original_[static_cast<std::size_t>(c)]);
    W_ = with_mass ? MatrixXd(G.transpose() * solve_regular(draw_mass(), G)) : MatrixXd(G.transpose() * G);
    store_W();
  }

  // K, not symmetric, which couples some nodes that no contact does.
  MatrixXd draw_mass() {
    std::vector<std::int32_t> touch_starts(starts_), touched(node_of_);
    const auto nodes = static_cast<std::int32_t>(nodes_);
    for (std::int32_t node = 0; node < nodes; node += 2) {
      touched.push_back(node);
      touched.push_back((node + 1) % nodes);
      touch_starts.push_back(static_cast<std::int32_t>(touched.size()));
    }
    mass_.pattern = friction::node_pattern(touch_starts, touched, static_cast<std::size_t>(nodes), arena_);
    constexpr Eigen::Index size = friction::node_size;
    MatrixXd K = 5.0 * MatrixXd::Identity(size * nodes_, size * nodes_);
    const auto draw_block = [&](std::int32_t row, std::int32_t column, std::vector<double>& to) {
      auto block = K.block<size, size>(size * row, size * column);
      for (Eigen::Index j = 0; j < size; ++j)
        for (Eigen::Index i = 0; i < Eigen::Index{friction::pad<friction::node_size>}; ++i) {
          if (i < size) block(i, j) += 0.2 * draws_.normal();
          to.push_back(i < size ? block(i, j) : 0.0);
        }
    };
    for (std::int32_t node = 0; node < nodes; ++node) {
      draw_block(node, node, mass_diagonal_);
      const auto row = static_cast<std::size_t>(node);
      for (std::int32_t e = mass_.pattern.starts[row]; e < mass_.pattern.starts[row + 1]; ++e)
        draw_block(node, mass_.pattern.columns[static_cast<std::size_t>(e)], mass_blocks_);
    }
    mass_.blocks = mass_blocks_;
    mass_.diagonal = mass_diagonal_;
    mass_.plan = &mass_plan_;
    velocities_.mass = &mass_;
    return K;
  }

  void store_W() {
    block_starts_.push_back(0);
    for (Eigen::Index c = 0; c < contacts_; ++c) {
      for (Eigen::Index other = 0; other < contacts_; ++other) {
        const auto block = W_.template block<D, D>(D * c, D * other);
        if (other != c && block.norm() == 0.0) continue;
        if (other != c) columns_.push_back(static_cast<std::int32_t>(other));
        std::vector<double>& to = other == c ? diagonal_ : blocks_;
        for (Eigen::Index j = 0; j < D; ++j)
          for (Eigen::Index i = 0; i < pad; ++i) to.push_back(i < D ? block(i, j) : 0.0);
      }
      block_starts_.push_back(static_cast<std::int32_t>(columns_.size()));
    }
    island_.starts = block_starts_;
    island_.columns = columns_;
    island_.blocks = blocks_;
    island_.diagonal = diagonal_;
    island_.original = original_;
    island_.velocities = &velocities_;
    island_.plan = &plan_;
  }

  void draw_rows(bool with_C) {
    dense_A_ = dense_B_ = MatrixXd::Zero(size(), size());
    dense_C_ = MatrixXd::Identity(size(), size());
    rows_.resize(static_cast<std::size_t>(contacts_));
    for (Eigen::Index c = 0; c < contacts_; ++c) {
      friction::NewtonRow<D>& row = rows_[static_cast<std::size_t>(c)];
      auto A = dense_A_.template block<D, D>(D * c, D * c), B = dense_B_.template block<D, D>(D * c, D * c);
      row.kind = with_C ? friction::RowKind::full : static_cast<friction::RowKind>(draws_.integer(0, 2));
      std::fill_n(row.A, D * D, nan);
      std::fill_n(row.B, D * D, nan);
      if (row.kind == friction::RowKind::open) A.setIdentity();
      if (row.kind == friction::RowKind::stick) B.setIdentity();
      if (row.kind != friction::RowKind::full) continue;
      A = B = Eigen::Matrix<double, D, D>::Zero();
      for (Eigen::Index k = 0; k < squared; ++k) {
        A(k % D, k / D) = row.A[k] = draws_.normal();
        B(k % D, k / D) = row.B[k] = draws_.normal();
      }
      for (Eigen::Index k = 0; with_C && k < squared; ++k) {
        C_.push_back(draws_.normal());
        dense_C_(D * c + k % D, D * c + k / D) = C_.back();
      }
    }
  }

  Draws draws_;
  nn::Arena arena_;
  friction::FactorPlan plan_{.arena = &arena_}, mass_plan_{.arena = &arena_};
  int nodes_ = 0, contacts_ = 0;
  std::vector<std::int32_t> original_, starts_, node_of_, block_starts_, columns_;
  std::vector<double> values_, blocks_, diagonal_, C_;
  friction::VelocityBlocks velocities_{};
  friction::NodeMatrix mass_{};
  std::vector<double> mass_blocks_, mass_diagonal_;
  friction::Island<D> island_;
  MatrixXd W_, dense_A_, dense_B_, dense_C_;
  std::vector<friction::NewtonRow<D>> rows_;
};

double determinant_sign(const MatrixXd& A) {
  const Eigen::PartialPivLU<MatrixXd> lu(A);
  double sign = lu.permutationP().determinant() > 0 ? 1.0 : -1.0;
  for (Eigen::Index k = 0; k < A.rows(); ++k) sign = lu.matrixLU()(k, k) < 0.0 ? -sign : sign;
  return sign;
}

template <int D, class Factors>
void expect_solution(RandomNewton<D>& problem, Factors& factors, double size) {
  const std::vector<double> shifts = problem.draw_shifts(size);
  const MatrixXd A = problem.matrix(shifts);
  ASSERT_TRUE(factors.factorise(problem.rows(), shifts, problem.C()));
  EXPECT_EQ(factors.determinant_sign(), determinant_sign(A));
  const VectorXd b = problem.draw_vector();
  std::vector<double> padded(problem.island().vector_size(), 0.0);
  const auto at = [](Eigen::Index k) {
    return static_cast<std::size_t>(friction::pad<D>) * static_cast<std::size_t>(k / D) +
           static_cast<std::size_t>(k % D);
  };
  for (Eigen::Index k = 0; k < b.size(); ++k) padded[at(k)] = b[k];
  factors.solve(padded);
  VectorXd x(b.size());
  for (Eigen::Index k = 0; k < b.size(); ++k) x[k] = padded[at(k)];
  EXPECT_LE((A * x - b).norm(), 1e-11 * (A.norm() * x.norm() + b.norm()));
}

template <int D>
void expect_solutions_by_contacts_and_by_velocities() {
  int compared = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    RandomNewton<D> problem(seed, seed % 3 == 0);
    friction::BlockLu<D> by_contacts(problem.island());
    ASSERT_TRUE(by_contacts.fits());
    by_contacts.take_memory(problem.arena());
    expect_solution<D>(problem, by_contacts, 1e-3);
    if (!friction::has_fewer_velocities(problem.island(), problem.arena())) continue;
    friction::VelocityLu<D> by_velocities(problem.island(), problem.arena());
    ASSERT_TRUE(by_velocities.fits());
    by_velocities.take_memory(problem.arena());
    for (const double size : {1e-3, 1e-2}) expect_solution<D>(problem, by_velocities, size);
    ++compared;
  }
  EXPECT_GT(compared, 50);
}

TEST(NewtonLu, SolvesByContactsAndByVelocitiesInThePlane) {
  expect_solutions_by_contacts_and_by_velocities<2>();
}
TEST(NewtonLu, SolvesByContactsAndByVelocitiesInSpace) {
  expect_solutions_by_contacts_and_by_velocities<3>();
}

// Of bodies that are coupled by more than contacts, in any order of those.
template <int D>
void expect_solutions_with_mass() {
  for (unsigned seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    RandomNewton<D> problem(seed, seed % 3 == 0, true);
    friction::VelocityLu<D> factors(problem.island(), problem.arena());
    ASSERT_TRUE(factors.fits());
    factors.take_memory(problem.arena());
    for (const double size : {1e-3, 1e-2}) expect_solution<D>(problem, factors, size);
  }
}

TEST(NewtonLu, SolvesWithAMassThatCouplesNodes) {
  expect_solutions_with_mass<2>();
  expect_solutions_with_mass<3>();
}

// Whichever is chosen.
TEST(NewtonLu, SolvesByWhatItChooses) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    RandomNewton<3> problem(seed, false);
    friction::NewtonLu<3> factors(problem.island(), problem.arena());
    ASSERT_TRUE(factors.fits());
    EXPECT_GT(factors.work(), 0.0);
    expect_solution<3>(problem, factors, 1e-3);
  }
}

// A contact that sticks has no P without a shift.
TEST(NewtonLu, SaysThatItTakesShiftsByVelocities) {
  RandomNewton<3> problem(1, false);
  friction::VelocityLu<3> factors(problem.island(), problem.arena());
  factors.take_memory(problem.arena());
  ASSERT_TRUE(std::any_of(problem.rows().begin(), problem.rows().end(),
                          [](const auto& row) { return row.kind == friction::RowKind::stick; }));
  EXPECT_FALSE(factors.factorise(problem.rows()));
  expect_solution<3>(problem, factors, 1e-3);
}

}  // namespace
}  // namespace nsds::test::newton_lu_test
