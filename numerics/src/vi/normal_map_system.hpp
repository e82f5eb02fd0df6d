// The matrix of a Newton step on the normal map, H = (J + s I - I) P' + I, with J the Jacobian of F, P' one element of the
// derivative of the projection onto K, block by block, and s a shift.
#pragma once

#include <span>

#include "affine/newton_system.hpp"
#include "core/solve_context.hpp"
#include "vi/problem.hpp"

namespace nsds::numerics::vi {

class NormalMapSystem {
 public:
  NormalMapSystem(Inequality& problem, SolveContext& context);

  // Makes H at x: (n), the argument of the projection, with the Jacobian as it was last made.
  void assemble(std::span<const double> x, double shift);

  // d: (n) in: r, out: the solution of (H + added I) d = r. False: singular.
  bool solve(double added, std::span<double> d);

  // y = H'x.
  void multiply_transposed(std::span<const double> x, std::span<double> y) const;

 private:
  // The rows of the entries of H in the columns of the block; they are the same in all of them, unless it is one of rows.
  std::size_t lay_out_block(const Block& block, std::span<std::int32_t> rows);
  void lay_out(Arena& arena);
  void assemble_rows(const Block& block, std::span<const double> x, double shift);
  void assemble_lorentz(const Block& block, std::span<const double> x, double shift);
  // Calls visit(i, value) for the entries of J + s I - I in column j.
  template <class Visit>
  void for_each_in_column(std::size_t j, double shift, const Visit& visit) const;
  // The first entry of column j of H, and where that of row i is.
  double* column(std::size_t j) {
    return values_.data() + (sparse_ ? static_cast<std::size_t>(starts_[j]) : j * n_);
  }
  std::size_t place(std::size_t i) const { return sparse_ ? static_cast<std::size_t>(place_[i]) : i; }

  Inequality& problem_;
  std::size_t n_;
  bool sparse_;
  std::span<std::int32_t> starts_, rows_;  // sparse
  std::span<std::int32_t> place_;  // (n) sparse: of a row among those of the block at hand; else empty
  std::span<double> values_, block_, row_;
  std::span<double> zeros_, ones_;
  affine::Structure H_;
  std::optional<affine::NewtonSystem> system_;
};

}  // namespace nsds::numerics::vi
