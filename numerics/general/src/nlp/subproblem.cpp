#include "nlp/subproblem.hpp"

#include <algorithm>
#include <cmath>

#include "affine/box_problem.hpp"
#include "linalg/entries.hpp"
#include "polyhedron/kkt.hpp"
#include "polyhedron/registry.hpp"

namespace nsds::numerics::nlp {
namespace {

constexpr double content = 1e-13;  // residual that a solver of quadratic programs is asked for, in its units
constexpr double acceptable = 1e-7;  // residual with which a solution is taken
constexpr double bend = 1e-4;        // curvature of the price of a violation, of the largest of B

std::int32_t as_index(std::size_t n) {
  return static_cast<std::int32_t>(n);
}

}  // namespace

// An equation is violated in two ways.
Subproblem::Subproblem(const Program& program, Arena& arena)
    : program_(program),
      n_(program.size()),
      rows_(program.rows()),
      inequalities_(program.inequalities()),
      elastic_(n_ + inequalities_ + 2 * (rows_ - inequalities_)),
      b_(arena.take<double>(rows_)),
      lower_(arena.take<double>(elastic_)),
      upper_(arena.take<double>(elastic_)),
      z_(arena.take<double>(elastic_)),
      arena_(arena) {}

void Subproblem::set_box(std::span<const double> x) {
  for (std::size_t j = 0; j < elastic_; ++j) {
    lower_[j] = j < n_ ? program_.lower()[j] - x[j] : 0.0;
    upper_[j] = j < n_ ? program_.upper()[j] - x[j] : infinity;
  }
}

bool Subproblem::solve(const Data& data, std::span<double> d, std::span<double> multipliers,
                       SolveContext& context) {
  set_box(data.x);
  for (std::size_t i = 0; i < rows_; ++i) b_[i] = -data.c[i];
  return run(n_, data.B, data.p, data.J, d, multipliers, context);
}

bool Subproblem::solve_elastic(const Data& data, double price, std::span<double> d,
                               std::span<double> multipliers, SolveContext& context) {
  if (Q_.empty()) {
    Q_ = arena_.take<double>(elastic_ * elastic_);
    p_ = arena_.take<double>(elastic_);
    J_ = arena_.take<double>(rows_ * elastic_);
  }
  double largest = 0.0;
  for (std::size_t j = 0; j < n_; ++j) largest = std::max(largest, data.B[j * n_ + j]);
  std::fill(Q_.begin(), Q_.end(), 0.0);
  std::fill(J_.begin(), J_.end(), 0.0);
  for (std::size_t j = 0; j < n_; ++j) std::copy_n(data.B.data() + j * n_, n_, Q_.data() + j * elastic_);
  std::copy(data.J.begin(), data.J.end(), J_.begin());
  std::copy(data.p.begin(), data.p.end(), p_.begin());
  for (std::size_t k = n_; k < elastic_; ++k) {
    // The columns of violations: of g, of h upwards, of h downwards.
    const std::size_t row = k - n_ < rows_ ? k - n_ : inequalities_ + (k - n_ - rows_);
    J_[k * rows_ + row] = k - n_ < rows_ ? 1.0 : -1.0;
    Q_[k * elastic_ + k] = bend * largest;
    p_[k] = price;
  }
  set_box(data.x);
  for (std::size_t i = 0; i < rows_; ++i) b_[i] = -data.c[i];
  if (!run(elastic_, Q_, p_, J_, z_, multipliers, context)) return false;
  std::copy_n(z_.begin(), n_, d.begin());
  return true;
}

bool Subproblem::run(std::size_t n, std::span<const double> Q, std::span<const double> p,
                     std::span<const double> J, std::span<double> z, std::span<double> multipliers,
                     SolveContext& context) {
  Arena& arena = *context.arena;
  const Arena::Mark mark = arena.mark();
  const std::size_t m = inequalities_, e = rows_ - m;
  const std::int32_t stride = std::max(as_index(rows_), 1);
  const nsds_matrix Q_view = nsds_matrix_dense(as_index(n), as_index(n), Q.data(), std::max(as_index(n), 1));
  const nsds_matrix A = nsds_matrix_dense(as_index(m), as_index(n), J.data(), stride);
  const nsds_matrix C = nsds_matrix_dense(as_index(e), as_index(n), J.data() + m, stride);
  const polyhedron::Problem given{
      NSDS_CLASS_QP, "Q", "p",           as_index(n),   as_index(m),   as_index(e), &Q_view, p.data(), &A,
      b_.data(),     &C,  b_.data() + m, lower_.data(), upper_.data(), nullptr};
  const std::optional<box::Problem> kkt = polyhedron::kkt_problem(given, nullptr, NSDS_REUSE_NONE, arena, {});
  if (!kkt) {
    arena.rewind(mark);
    return false;
  }
  const std::span<const double> units = kkt->caller->unknowns;
  const std::span<double> u = arena.take<double>(n + rows_);
  for (std::size_t j = 0; j < n; ++j) u[j] = std::clamp(0.0, kkt->lower[j], kkt->upper[j]);
  for (std::size_t i = 0; i < rows_; ++i)
    u[n + i] = std::max(multipliers[i] / units[n + i], kkt->lower[n + i]);

  SolveContext inner = context;
  inner.tolerance = content;
  inner.max_iterations = 10000 + 20 * static_cast<std::int64_t>(n + rows_);
  inner.done_before = 0;
  inner.callback = nullptr;
  inner.own = {};
  inner.reuse = NSDS_REUSE_NONE;
  inner.workspace = nullptr;
  inner.certificate = arena.take<double>(n + rows_);
  inner.sentence = {};
  const SolverClaim claim = polyhedron::solve_qp_auto(*kkt, u.data(), inner);
  bool found = claim.status == NSDS_OK;
  if (!found && inner.certified == Proof::none) {
    const std::span<double> w = arena.take<double>(n + rows_), magnitude = arena.take<double>(n + rows_);
    found = affine::box_residual(*kkt, u.data(), w.data(), magnitude.data()).value <= acceptable;
  }
  if (found) {
    for (std::size_t j = 0; j < n; ++j) z[j] = std::clamp(u[j] * units[j], lower_[j], upper_[j]);
    for (std::size_t i = 0; i < rows_; ++i) multipliers[i] = u[n + i] * units[n + i];
  }
  context.note_factorization();
  arena.rewind(mark);
  return found;
}

}  // namespace nsds::numerics::nlp
