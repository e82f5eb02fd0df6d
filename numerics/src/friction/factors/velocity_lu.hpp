// LU factorisation of the Newton matrices A + B (W + S) C of an island whose W is G' K^-1 G, S = diag(s_c I),
// in the space of velocities: with P = A + B S C, blocks of contacts, what is factorised is
//   K + G C P^-1 B G',
// of the size and the pattern of the bodies, where K is the identity if they are rigid. Redundant contacts,
// which make W singular, cost nothing there; but where P is small x = P^-1 (b - B G' v) is a difference of
// larger numbers, and its residual is that of rounding times W / P.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/arena.hpp"
#include "friction/factors/block_lu.hpp"
#include "friction/fronts/fronts.hpp"
#include "friction/fronts/node_pattern.hpp"
#include "friction/islands/island.hpp"

namespace nsds::numerics::friction {

// Tells whether there are velocities, fewer of them than reactions, and few at each contact.
template <int D>
bool has_fewer_velocities(const Island<D>& island, Arena& arena);

template <int D>
class VelocityLu {
 public:
  // island.velocities is not null. Orders and analyses.
  VelocityLu(const Island<D>& island, Arena& arena);
  VelocityLu(const VelocityLu&) = delete;
  VelocityLu& operator=(const VelocityLu&) = delete;

  bool fits() const { return lu_->fits(); }
  // Counts in products of two d x d blocks.
  double work() const;

  // Is called before the first factorisation, where the factors fit.
  void take_memory(Arena& arena);

  // As BlockLu. False also where a block P is singular, as that of a contact that sticks is without a shift.
  bool factorise(std::span<const NewtonRow<D>> rows, std::span<const double> shifts = {},
                 std::span<const double> C = {});
  double determinant_sign() const { return sign_ * lu_->determinant_sign(); }
  void solve(std::span<double> x) const;

 private:
  static constexpr std::size_t reactions = D, numbers = reactions * reactions;

  void copy_blocks(Arena& arena);
  void multiply_B(std::size_t c, const double* x, double* y) const;
  void multiply_C(std::size_t c, const double* x, double* y) const;
  void clear();
  bool factorise_P(std::size_t c);
  void find_response(std::size_t c, double* response) const;
  void add_contact(std::size_t c, const double* response);
  void drive(std::size_t c, const double* impulse) const;
  void velocity_at(std::size_t c, double* velocity) const;

  const Island<D>& island_;
  const NodeMatrix* mass_;  // K, null: the identity
  FactorPlan plan_;
  Island<node_size> matrix_;  // whose contacts are nodes
  std::optional<BlockLu<node_size>> lu_;
  double sign_ = 1.0;
  std::span<std::int32_t> starts_, node_of_;  // (contacts + 1), (blocks)
  std::span<double> values_;                  // (pad<3> d x blocks): G
  NodePattern pattern_;
  std::span<double> blocks_, diagonal_;  // of matrix_
  std::span<double> factors_;            // (d d x contacts): of P
  std::span<RowOrder<D>> orders_;        // (contacts)
  // The nodes as rows of the matrix as it stands, or as open ones where only open contacts touch them.
  std::span<NewtonRow<node_size>> touched_;
  mutable std::span<double> v_;  // (pad<3> x nodes)
  std::span<const NewtonRow<D>> rows_;
  std::span<const double> shifts_;
  std::span<const double> right_factors_;  // C
};

}  // namespace nsds::numerics::friction
