// The contacts of a problem as the solvers see them, island by island, and what stays of that from one call
// to the next: all but q and mu where the caller says that W is unchanged, order and pattern and the plans of
// factorisations where it has the same pattern by contacts.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "core/workspace.hpp"
#include "friction/fronts/fronts.hpp"
#include "friction/islands/contact_graph.hpp"
#include "friction/islands/island.hpp"
#include "friction/problem.hpp"

namespace nsds::numerics::friction {

// An island with the arrays that it shows.
template <int D>
struct PackedIsland {
  Island<D> island;
  IslandPattern pattern;
  std::span<double> blocks, diagonal, weights, q, lengths, length_ratios;
  std::span<Coefficients<D>> mu;
  FactorPlan plan;
};

// The contacts that touch no other as one island: islands are packed by size, their arrays lie one after the
// other, and those of one contact have the same units. There are no blocks beside the diagonal, all starts
// are zero, and there is no plan of factorisations. No contacts where there are none of that kind.
template <int D>
Island<D> isolated_contacts(std::span<const PackedIsland<D>> packed);

class ContactMemory final : public ClassMemory {
 public:
  // Gives the memory of a workspace, which is made where it has none yet.
  static ContactMemory& of(nsds_workspace& workspace);

  // Says what of the problem packed last is that of the problem to come. It is to be said of every problem,
  // whether it is packed then or not.
  void keep(nsds_reuse unchanged);

  // D: the rows of an island of the problem, see island.hpp. What is returned is good until the next call.
  template <int D>
  std::span<PackedIsland<D>> pack(const Problem& problem, Arena& scratch);

 private:
  template <int D>
  std::span<PackedIsland<D>>& islands();
  template <int D>
  void plan(const Problem& problem, Arena& scratch);
  template <int D>
  bool is_packed_alike(const Problem& problem);

  Arena arena_;
  nsds_reuse kept_ = NSDS_REUSE_NONE;
  double matrix_scale_ = 0.0;  // of the problem packed last
  std::span<PackedIsland<2>> flat_;
  std::span<PackedIsland<3>> spatial_;
  std::span<PackedIsland<rolling_rows>> rolling_;
};

}  // namespace nsds::numerics::friction
