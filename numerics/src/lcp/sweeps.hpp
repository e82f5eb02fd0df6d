// Projected Gauss-Seidel as a way to a starting set: z_i <- max(0, z_i - w_i / M_ii), row after row.
#pragma once

#include <span>

#include "affine/structure.hpp"
#include "lcp/problem.hpp"

namespace nsds::numerics::lcp {

class Sweeps {
 public:
  // inverse_diagonal: (n), 1 / M_ii > 0. z, w: (n), kept up to date as w = M z + q, up to rounding; refresh()
  // fills w.
  Sweeps(const Lcp& problem, const affine::Structure& structure, std::span<const double> inverse_diagonal,
         std::span<double> z, std::span<double> w)
      : problem_(problem), structure_(structure), inverse_diagonal_(inverse_diagonal), z_(z), w_(w) {}

  void refresh() { affine::evaluate(problem_, structure_, z_.data(), w_.data()); }

  // Sweeps once. Returns how many z_i came to be positive or ceased to be.
  int sweep();

  double residual() const { return affine::natural_map(problem_, z_.data(), w_.data()); }

 private:
  int sweep_sparse();

  const Lcp& problem_;
  const affine::Structure& structure_;
  std::span<const double> inverse_diagonal_;
  std::span<double> z_, w_;
};

}  // namespace nsds::numerics::lcp
