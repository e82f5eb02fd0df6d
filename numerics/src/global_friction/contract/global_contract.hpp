// Says whether velocities, reactions and multipliers solve a problem in global form by the contract of docs/ok.md, and removes
// what is rounding of them.
#pragma once

#include "friction/contract/contact_contract.hpp"
#include "global_friction/contract/global_form.hpp"

namespace nsds::numerics::global_friction {

using friction::ContactContract;

// As friction::judge_contacts; worst counts as global_friction_contact.h says.
nsds_residual judge_global(const GlobalForm& form, const ContactContract& contract, const Point& point);

// Puts to exactly 0 what no row can tell from 0. unnoticed: what of its terms a row cannot tell. Reactions may leave their cones by it.
void remove_rounding(const GlobalForm& form, double unnoticed, const Point& point, Arena& arena);

// Puts reactions into their cones, and onto limits that are nearer than any row notices.
void move_into_cones(const Problem& problem, double tolerance, double* r);

}  // namespace nsds::numerics::global_friction
