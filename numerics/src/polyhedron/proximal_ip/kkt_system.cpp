#include "polyhedron/proximal_ip/kkt_system.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"

namespace nsds::numerics::polyhedron::proximal {
namespace {

constexpr int plain_refinements = 3;         // before GMRES
constexpr double enough = 1e-11;             // of the right-hand side; steps of interior points need no more
constexpr double without_directions = 1e-8;  // without GMRES
constexpr double defect_falls = 0.1;         // the defect at every refinement, at least

// Of equations, whose entries are of size one: the least that leaves pivots their signs.
constexpr double regularisations[] = {1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4};

}  // namespace

KktSystem::KktSystem(const Program& program, EliminationOrder* kept, Arena& arena)
    : program_(program),
      factor_(program, kept, arena),
      small_(arena.take<double>(program.n + program.m)),
      b_(arena.take<double>(program.n + program.m)),
      residual_(arena.take<double>(b_.size())),
      previous_(arena.take<double>(b_.size())),
      weight_(arena.take<double>(b_.size())) {
  for (std::span<double>& vector : basis_) vector = arena.take<double>(b_.size());
  for (std::span<double>& vector : steps_) vector = arena.take<double>(b_.size());
}

KktFactor::Outcome KktSystem::factorise(std::span<const double> diagonal, std::span<const unsigned char> held,
                                        const SolveContext& context) {
  diagonal_ = diagonal;
  held_ = held;
  for (std::size_t k = 0; k < weight_.size(); ++k) weight_[k] = 1.0 / std::sqrt(std::max(1.0, diagonal[k]));
  return factor_.factorise(diagonal, held, context);
}

bool KktSystem::factorise_equations(std::span<const unsigned char> held, const SolveContext& context) {
  for (const double size : regularisations) {
    std::fill(small_.begin(), small_.end(), size);
    const KktFactor::Outcome outcome = factorise(small_, held, context);
    if (outcome != KktFactor::Outcome::wrong_sign) return outcome == KktFactor::Outcome::done;
  }
  return false;
}

void KktSystem::clear_held(std::span<double> x) const {
  for (std::size_t k = 0; k < held_.size(); ++k)
    if (held_[k] != 0) x[k] = 0.0;
}

double KktSystem::norm(std::span<const double> r) const {
  double sum = 0.0;
  for (std::size_t k = 0; k < r.size(); ++k) sum += weight_[k] * weight_[k] * r[k] * r[k];
  return std::sqrt(sum);
}

void KktSystem::multiply(std::span<const double> x, std::span<double> product) const {
  const std::size_t n = program_.n;
  for (std::size_t k = 0; k < x.size(); ++k) product[k] = (k < n ? diagonal_[k] : -diagonal_[k]) * x[k];
  add_Q(program_, x.first(n), product.first(n));
  add_A(program_, x.first(n), product.subspan(n));
  const Lines& A = program_.columns;
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = A.begin(j); k < A.end(j); ++k)
      product[j] += A.values[k] * x[n + index(A.indices[k])];
  clear_held(product);
}

// residual_ = b - K x; returns its norm.
double KktSystem::defect(std::span<const double> b, std::span<const double> x) {
  multiply(x, residual_);
  for (std::size_t k = 0; k < b.size(); ++k) residual_[k] = b[k] - residual_[k];
  return norm(residual_);
}

double KktSystem::solve(std::span<double> x) {
  clear_held(x);
  std::copy(x.begin(), x.end(), b_.begin());
  const double size = norm(b_);
  if (size == 0.0) return 0.0;
  factor_.solve(x);
  double error = defect(b_, x);
  for (int step = 0; step < plain_refinements && error > enough * size; ++step) {
    std::copy(x.begin(), x.end(), previous_.begin());
    factor_.solve(residual_);
    for (std::size_t k = 0; k < x.size(); ++k) x[k] += residual_[k];
    const double corrected = defect(b_, x);
    if (!(corrected < error)) {
      std::copy(previous_.begin(), previous_.end(), x.begin());
      error = defect(b_, x);
      break;
    }
    const bool slow = corrected > defect_falls * error;
    error = corrected;
    if (slow) break;
  }
  if (!(error > without_directions * size) || !std::isfinite(error)) return error / size;
  std::copy(x.begin(), x.end(), previous_.begin());
  solve_by_directions(x, size);
  const double corrected = defect(b_, x);
  if (corrected < error) return corrected / size;
  std::copy(previous_.begin(), previous_.end(), x.begin());
  return error / size;
}

// Adds to x, whose defect is residual_, the combination of directions that leaves the least defect.
void KktSystem::solve_by_directions(std::span<double> x, double size) {
  std::array<std::array<double, directions + 1>, directions> H{};  // columns, made triangular by rotations
  std::array<double, directions> cosine{}, sine{};
  std::array<double, directions + 1> g{};
  g[0] = norm(residual_);
  for (std::size_t k = 0; k < x.size(); ++k) basis_[0][k] = weight_[k] * residual_[k] / g[0];
  std::size_t count = 0;
  while (count < directions && std::fabs(g[count]) > enough * size) {
    // The next direction, and its product orthogonal to those before.
    const std::size_t c = count;
    const std::span<double> next = basis_[c + 1];
    for (std::size_t k = 0; k < x.size(); ++k) steps_[c][k] = basis_[c][k] / weight_[k];
    factor_.solve(steps_[c]);
    multiply(steps_[c], next);
    for (std::size_t k = 0; k < x.size(); ++k) next[k] *= weight_[k];
    for (std::size_t i = 0; i <= c; ++i) {
      H[c][i] = dot(basis_[i], next);
      for (std::size_t k = 0; k < x.size(); ++k) next[k] -= H[c][i] * basis_[i][k];
    }
    const double length = std::sqrt(dot(next, next));
    if (!std::isfinite(length)) break;
    if (length > 0.0)
      for (double& value : next) value /= length;
    // Rotations keep H triangular; g[c + 1] is the defect then.
    for (std::size_t i = 0; i < c; ++i) {
      const double above = H[c][i];
      H[c][i] = cosine[i] * above + sine[i] * H[c][i + 1];
      H[c][i + 1] = -sine[i] * above + cosine[i] * H[c][i + 1];
    }
    const double radius = std::hypot(H[c][c], length);
    if (radius == 0.0) break;
    cosine[c] = H[c][c] / radius;
    sine[c] = length / radius;
    H[c][c] = radius;
    g[c + 1] = -sine[c] * g[c];
    g[c] *= cosine[c];
    ++count;
    if (length == 0.0) break;
  }
  for (std::size_t c = count; c-- > 0;) {
    for (std::size_t i = c + 1; i < count; ++i) g[c] -= H[i][c] * g[i];
    g[c] /= H[c][c];
    for (std::size_t k = 0; k < x.size(); ++k) x[k] += g[c] * steps_[c][k];
  }
}

}  // namespace nsds::numerics::polyhedron::proximal
