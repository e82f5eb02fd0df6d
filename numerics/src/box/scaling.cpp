#include "box/scaling.hpp"

#include <algorithm>
#include <cmath>

#include "box/farkas.hpp"
#include "linalg/entries.hpp"
#include "linalg/matrix_in_units.hpp"
#include "linalg/scaling/ruiz.hpp"

namespace nsds::numerics::box {
namespace {

constexpr std::int32_t sweeps = 12;

}  // namespace

ScaledBox::ScaledBox(const Problem& problem, Arena& arena)
    : given_(problem),
      row_(arena.take<double>(index(problem.map.n))),
      col_(arena.take<double>(index(problem.map.n))),
      q_(arena.take<double>(index(problem.map.n))),
      lower_(arena.take<double>(index(problem.map.n))),
      upper_(arena.take<double>(index(problem.map.n))),
      z_unit_(arena.take<double>(index(problem.map.n))),
      w_unit_(arena.take<double>(index(problem.map.n))) {
  find_ruiz_scaling(problem.map.M, sweeps, row_, col_, arena);
  if (is_linear_program()) balance();
  for (std::size_t i = 0; i < row_.size(); ++i) {
    q_[i] = row_[i] * problem.map.q[i];
    lower_[i] = problem.lower[i] / col_[i];
    upper_[i] = problem.upper[i] / col_[i];
    z_unit_[i] = problem.map.s_z / col_[i];
    w_unit_[i] =
        (affine::is_free(problem, static_cast<std::int32_t>(i)) ? problem.s_e : problem.map.s_w) * row_[i];
  }
  matrix_ = matrix_in_units(problem.map.M, row_, col_, arena);
}

// Tells whether no entry of M is between unknowns, which come before the multipliers.
bool ScaledBox::is_linear_program() const {
  if (given_.primal == given_.map.n) return false;
  bool linear = true;
  for_each_entry(given_.map.M, [&](std::int32_t i, std::int32_t j, double value) {
    linear = linear && (value == 0.0 || i >= given_.primal || j >= given_.primal);
  });
  return linear;
}

// Nothing in the matrix of a linear program ties the unit of its multipliers to that of its unknowns: each is
// of the size of its data.
void ScaledBox::balance() {
  const auto primal = index(given_.primal);
  double costs = 0.0;
  double distances = 0.0;
  for (std::size_t i = 0; i < row_.size(); ++i) {
    double& largest = i < primal ? costs : distances;
    largest = std::max(largest, row_[i] * std::fabs(given_.map.q[i]));
    if (i >= primal) continue;
    for (const double bound : {given_.lower[i], given_.upper[i]})
      if (std::isfinite(bound)) distances = std::max(distances, std::fabs(bound) / col_[i]);
  }
  if (!is_unit(costs) || !is_unit(distances)) return;
  const double cost = std::exp2(std::round(std::log2(costs)));
  const double distance = std::exp2(std::round(std::log2(distances)));
  for (std::size_t i = 0; i < row_.size(); ++i) {
    row_[i] /= i < primal ? cost : distance;
    col_[i] *= i < primal ? distance : cost;
  }
}

Problem ScaledBox::problem() const {
  const std::int32_t n = given_.map.n;
  const double s_w = affine::vector_scale(q_.data(), n);
  return {{n, matrix_, q_.data(), s_w, s_w / affine::matrix_scale(matrix_)},
          lower_.data(),
          upper_.data(),
          affine::free_row_unit(n, q_.data(), lower_.data(), upper_.data(), s_w),
          given_.primal,
          z_unit_.data(),
          w_unit_.data()};
}

void ScaledBox::carry_over(std::span<double> z) const {
  for (std::size_t i = 0; i < z.size(); ++i) z[i] /= col_[i];
}

void ScaledBox::carry_back(std::span<double> z) const {
  for (std::size_t i = 0; i < z.size(); ++i) z[i] *= col_[i];
}

// In the units of the given problem, where rounding may be another, a proof is looked at again.
static void carry_proof_back(const Problem& problem, const ScaledBox& scaled, SolveContext& context,
                             std::span<double> scratch, std::span<double> magnitude) {
  scaled.carry_back(context.certificate);
  const auto check = context.certified == Proof::unbounded ? proves_unbounded : proves_empty;
  context.certify(context.certified, check(problem, context.certificate, scratch, magnitude));
}

ScaledSolve::ScaledSolve(const Problem& problem, Solve solve, Arena& arena)
    : problem_(problem),
      solve_(solve),
      scaled_(problem, arena),
      inner_(scaled_.problem()),
      w_(arena.take<double>(index(problem.map.n))),
      magnitude_(arena.take<double>(index(problem.map.n))) {}

SolverClaim ScaledSolve::operator()(double* z, SolveContext& context) const {
  const std::span<double> point(z, w_.size());
  scaled_.carry_over(point);
  const SolverClaim claim = solve_(inner_, z, context);
  scaled_.carry_back(point);
  for (std::size_t i = 0; i < point.size(); ++i)  // which may have rounded it across a bound
    point[i] = affine::project(problem_, static_cast<std::int32_t>(i), point[i]);
  if (context.certified != Proof::none) carry_proof_back(problem_, scaled_, context, w_, magnitude_);
  return claim;
}

}  // namespace nsds::numerics::box
