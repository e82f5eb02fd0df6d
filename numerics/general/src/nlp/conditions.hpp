// The conditions of optimality of a program, in its units, as nlp.h states them.
#pragma once

#include <span>

#include "nlp/program.hpp"

namespace nsds::numerics::nlp {

// r = gradient - J'multipliers at the point where the program was differentiated last. r: (n) out.
void lagrangian_gradient(const Program& program, std::span<const double> multipliers, std::span<double> r);

// The largest row of the natural map. x, r: (n); c, multipliers: (m + e). NaN where a number is.
double natural_map(const Program& program, std::span<const double> x, std::span<const double> r,
                   std::span<const double> c, std::span<const double> multipliers);

// The sum of |h_i| and of the negative parts of g_i.
double violation(const Program& program, std::span<const double> c);

}  // namespace nsds::numerics::nlp
