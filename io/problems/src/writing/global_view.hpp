// Shows contact problems in global form to their writers in one way, with rolling resistance or without.
#pragma once

#include <cstdint>

#include "nsds/numerics/matrix.h"

namespace nsds::problems {

/// A problem of either class. mu_r: Nullable.
struct GlobalView {
  std::int32_t dimension, contacts, size, constraints;
  const nsds_matrix *M, *H, *G;
  const double *q, *b, *d, *mu, *mu_r;
};

template <class View>
GlobalView globalViewOf(const View& problem) {
  GlobalView made{problem.dimension, problem.contacts, problem.size, problem.constraints,
                  problem.M,         problem.H,        problem.G,    problem.q,
                  problem.b,         problem.d,        problem.mu,   nullptr};
  if constexpr (requires { problem.mu_r; }) made.mu_r = problem.mu_r;
  return made;
}

}  // namespace nsds::problems
