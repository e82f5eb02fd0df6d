// The linear system of one Newton step on an island: the blocks A_c + B_c W of its matrix, and its right-hand
// side, for the functions of contact_function.hpp.
#pragma once

#include <span>

#include "friction/contact/contact_function.hpp"
#include "friction/factors/block_lu.hpp"
#include "friction/islands/island.hpp"

namespace nsds::numerics::friction {

// Those that a contact with rolling has are the first two.
enum class Formulation : int { alart_curnier, jean_moreau, fischer_burmeister, natural_map, complementarity };

// u: W r + q. shifts: (contacts) or empty, what the factors add to the diagonal of W; rho of contact c is
// rho_factor / (weight + shift). rows: (contacts) out; right: (pad x contacts) out, -F. Returns the squared
// norm of F.
template <int D>
double newton_rows(const Island<D>& island, Formulation formulation, std::span<const double> r,
                   std::span<const double> u, std::span<const double> shifts, double rho_factor,
                   std::span<NewtonRow<D>> rows, std::span<double> right);

}  // namespace nsds::numerics::friction
