// FC(W, H' v_f + b, mu) out of a problem in global form, and the way back: W = H' M^-1 H, or, with bilateral
// rows, the velocity response of the constrained bodies; v_f is the velocity without contacts.
#pragma once

#include <optional>

#include "core/arena.hpp"
#include "core/deadline.hpp"
#include "core/sentence.hpp"
#include "friction/islands/contact_memory.hpp"
#include "friction/islands/velocity_blocks.hpp"
#include "global_friction/mass/saddle.hpp"
#include "global_friction/problem.hpp"

namespace nsds::numerics::global_friction {

class Reduction {
 public:
  Reduction(const Problem& problem, const Deadline& deadline, Arena& arena)
      : problem_(problem), deadline_(deadline), arena_(arena), saddle_(deadline) {}

  // NSDS_OK, NSDS_NOT_APPLICABLE (W would take more memory than that), NSDS_TIME_LIMIT (it cannot be formed
  // by the deadline) or NSDS_SINGULAR, with a sentence.
  nsds_status form(double most_bytes, const Sentence& sentence);

  // The reduced problem is in the units of the global one, so that the residuals of contacts are the same
  // numbers.
  friction::Problem reduced();

  // Computes v and lambda for reactions r.
  bool recover(const double* r, double* v, double* lambda) const;

 private:
  nsds_status form_blocks(double most_bytes, const Sentence& sentence);
  nsds_status form_dense(double most_bytes, const Sentence& sentence);
  bool solve_bodies(double* X, std::int32_t columns) const;

  const Problem& problem_;
  Deadline deadline_;
  Arena& arena_;
  Saddle saddle_;  // with bilateral rows
  std::optional<nsds_matrix> W_;
  std::optional<friction::VelocityBlocks> velocities_;
  std::span<double> q_;
  friction::ContactMemory memory_;
};

}  // namespace nsds::numerics::global_friction
