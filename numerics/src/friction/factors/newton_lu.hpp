// The factors of an island's Newton matrices, by contacts or, where that takes much less or W has no blocks,
// by velocities.
#pragma once

#include <optional>
#include <span>

#include "core/arena.hpp"
#include "friction/factors/block_lu.hpp"
#include "friction/factors/velocity_lu.hpp"

namespace nsds::numerics::friction {

// As BlockLu.
template <int D>
class NewtonLu {
 public:
  NewtonLu(const Island<D>& island, Arena& arena) {
    if (island.response != nullptr) {
      by_velocities_.emplace(island, arena);
    } else {
      by_contacts_.emplace(island);
      if (has_fewer_velocities(island, arena)) choose(island, arena);
    }
    if (!fits()) return;
    by_velocities_ ? by_velocities_->take_memory(arena) : by_contacts_->take_memory(arena);
  }

  bool fits() const { return by_velocities_ ? by_velocities_->fits() : by_contacts_->fits(); }
  double work() const { return by_velocities_ ? by_velocities_->work() : by_contacts_->work(); }

  bool factorise(std::span<const NewtonRow<D>> rows, std::span<const double> shifts = {},
                 std::span<const double> C = {}) {
    return by_velocities_ ? by_velocities_->factorise(rows, shifts, C)
                          : by_contacts_->factorise(rows, shifts, C);
  }
  double determinant_sign() const {
    return by_velocities_ ? by_velocities_->determinant_sign() : by_contacts_->determinant_sign();
  }
  void solve(std::span<double> x) const {
    by_velocities_ ? by_velocities_->solve(x) : by_contacts_->solve(x);
  }

 private:
  // Open contacts, of which there may be many, cost nothing among contacts.
  static constexpr double much_less = 2.0;

  void choose(const Island<D>& island, Arena& arena) {
    const Arena::Mark mark = arena.mark();
    by_velocities_.emplace(island, arena);
    const bool cheaper = !by_contacts_->fits() || much_less * by_velocities_->work() < by_contacts_->work();
    if (by_velocities_->fits() && cheaper) return;
    by_velocities_.reset();
    arena.rewind(mark);
  }

  std::optional<BlockLu<D>> by_contacts_;  // where W has blocks
  std::optional<VelocityLu<D>> by_velocities_;
};

}  // namespace nsds::numerics::friction
