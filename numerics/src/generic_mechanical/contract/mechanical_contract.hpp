// Says whether multipliers solve a generic mechanical problem by the contract of docs/ok.md, and puts them where they stand
// before they are judged.
#pragma once

#include "friction/contract/contact_contract.hpp"
#include "generic_mechanical/contract/mechanical_form.hpp"

namespace nsds::numerics::generic_mechanical {

using friction::ContactContract;

// w, magnitude: W lambda + q and |W| |lambda| + |q|. As friction::judge_contacts; worst is a block of the caller.
nsds_residual judge_mechanical(const MechanicalForm& form, const ContactContract& contract,
                               const double* lambda, const double* w, const double* magnitude);

// Judges by sums of absolute terms alone. fails: (form.blocks()) out.
nsds_residual judge_mechanical_quickly(const MechanicalForm& form, const ContactContract& contract,
                                       const double* lambda, const double* w, const double* magnitude,
                                       std::span<unsigned char> fails);

// Moves into the boxes and cones, and onto limits that are nearer than any row notices. lambda: in/out.
void move_into_sets(const MechanicalProblem& problem, double tolerance, double* lambda);

// Puts rows on bounds, and to 0, where no row can tell them from that. lambda: in/out, in the sets.
void settle(const MechanicalProblem& problem, double tolerance, double* lambda, Arena& arena);

// Solves blocks that fail one after the other by themselves, with the others as they are.
class Correction {
 public:
  // They must outlive it.
  Correction(const MechanicalProblem& problem, const MechanicalForm& form, Arena& arena)
      : problem_(problem), form_(form), arena_(arena) {}

  // fails: (form.blocks()). lambda: in/out. Returns whether anything has moved.
  bool run(std::span<const unsigned char> fails, double* lambda);

 private:
  const MechanicalProblem& problem_;
  const MechanicalForm& form_;
  Arena& arena_;
};

}  // namespace nsds::numerics::generic_mechanical
