#include "convex_qp/residual/sums.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::convex_qp {

Sums::Sums(const ConvexQp& problem, Arena& arena) {
  for (auto* vector : {&w, &force, &gradient, &constraints}) *vector = arena.take<double>(index(problem.n));
  for (auto* vector : {&u, &map}) *vector = arena.take<double>(index(problem.m));
}

void Sums::evaluate(const ConvexQp& problem, const double* z, const double* xi) {
  std::copy_n(problem.q, problem.n, w.begin());
  for (auto* vector : {&force, &gradient, &constraints, &map}) std::fill(vector->begin(), vector->end(), 0.0);
  for (std::size_t i = 0; i < u.size(); ++i) u[i] = problem.offset(i);
  add_product_and_magnitude(problem.M, z, w.data(), gradient.data());
  if (problem.A != nullptr) {
    add_transposed_and_magnitude(*problem.A, xi, force.data(), constraints.data());
    add_product_and_magnitude(*problem.A, z, u.data(), map.data());
    return;
  }
  for (std::size_t j = 0; j < w.size(); ++j) {
    force[j] = xi[j];
    constraints[j] = std::fabs(xi[j]);
    u[j] += z[j];
    map[j] = std::fabs(z[j]);
  }
}

}  // namespace nsds::numerics::convex_qp
