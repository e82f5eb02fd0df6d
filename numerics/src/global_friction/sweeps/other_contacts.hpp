// Contacts that packs do not take, of any shape: one after the other, in one thread.
#pragma once

#include <span>

#include "core/arena.hpp"
#include "global_friction/mass/packed.hpp"
#include "global_friction/problem.hpp"

namespace nsds::numerics::global_friction {

// The step of acceleration that is made on the way, as in pack_sweep.hpp.
struct AccelerationStep {
  bool accelerates;  // changes are kept
  bool is_set;       // there are changes of an earlier sweep
  double beta;       // 0: no step
};

template <int D>
class OtherContacts {
 public:
  // order: which contacts, in which order.
  OtherContacts(const Problem& problem, const ColumnView& H, std::span<const std::int32_t> order,
                Arena& arena);

  // r: (D contacts) in this order. Returns the largest change, as in VelocitySweeps.
  double sweep(double relaxation, const AccelerationStep& step, double* w, double* r);

 private:
  const Problem& problem_;
  std::span<const std::int32_t> order_;
  PackedBlocks contacts_;
  std::span<double> W_;                   // (D x D) a contact
  std::span<double> slip_;                // (contacts): s of the last slide of each
  std::span<double> direction_, change_;  // (D contacts)
};

}  // namespace nsds::numerics::global_friction
