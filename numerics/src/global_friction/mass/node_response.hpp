// Tells what W does where it is not formed, because bodies deform or are joined.
#pragma once

#include <span>

#include "core/arena.hpp"
#include "friction/islands/contact_response.hpp"
#include "friction/islands/velocity_blocks.hpp"
#include "global_friction/mass/node_system.hpp"

namespace nsds::numerics::global_friction {

class NodeResponse final : public friction::ContactResponse {
 public:
  // system: factorised, with all rows of the problem.
  NodeResponse(const Problem& problem, const NodeSystem& system, Arena& arena);

  // The contacts in nodes, in the order of the problem, and K.
  const friction::VelocityBlocks& velocities() const { return velocities_; }
  // Responds in units of s_u and s_r.
  void add(std::span<const double> r, std::span<double> u) const override;
  // About trace(W_cc) / dim in those units: (contacts) out. Costs a few solutions.
  void find_weights(std::span<double> weights) const;

 private:
  template <class Visit>
  void for_each_entry_of_H(std::size_t contact, Visit&& visit) const;
  void take_contact_blocks(Arena& arena);
  double stiffening(std::size_t contact) const;

  const Problem& problem_;
  const NodeSystem& system_;
  std::size_t dimension_, padded_;  // numbers a contact, and in a vector of an island
  friction::VelocityBlocks velocities_{};
  mutable std::span<double> v_, lambda_;  // (n), (m)
};

}  // namespace nsds::numerics::global_friction
