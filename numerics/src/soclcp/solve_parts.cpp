#include "soclcp/solve_parts.hpp"

#include <algorithm>

#include "affine/affine_problem.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "soclcp/problem.hpp"
#include "vi/registry.hpp"

namespace nsds::numerics::soclcp {
namespace {

constexpr std::size_t most_rows =
    120;  // of a problem that is solved with a dense matrix; more takes too long
constexpr std::int64_t own_newton_steps = 40, own_smoothing_steps = 60;
constexpr double exact = 1e-14;  // the natural map of parts that are solved

// The problem of the chosen parts, in arrays of the arena.
struct OwnProblem {
  std::span<std::int32_t> place;  // (n): of a row among those that are chosen, or -1
  std::span<std::int32_t> row;    // (m): the inverse
  nsds_matrix M;
  nsds_soclcp problem;

  OwnProblem(const nsds_soclcp& given, const Division& division, std::span<const unsigned char> chosen,
             const double* z, Arena& arena)
      : place(arena.take<std::int32_t>(index(given.size), -1)), M{} {
    std::size_t rows = 0, count = 0;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      if (chosen[k] == 0) continue;
      ++count;
      rows += division.parts[k].rows;
    }
    nsds_soclcp_init(&problem);
    problem.size = static_cast<std::int32_t>(rows);
    if (rows == 0 || rows > most_rows) return;
    row = arena.take<std::int32_t>(rows);
    take_cones(division, chosen, arena.take<nsds_cone>(count));
    take_entries(given, z, arena.take<double>(rows * rows, 0.0), arena.take<double>(rows));
  }
  OwnProblem(const OwnProblem&) = delete;
  OwnProblem& operator=(const OwnProblem&) = delete;
  ~OwnProblem() = default;

  bool is_there() const { return problem.M != nullptr; }

 private:
  void take_cones(const Division& division, std::span<const unsigned char> chosen,
                  std::span<nsds_cone> cones) {
    std::size_t next = 0, filled = 0;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      if (chosen[k] == 0) continue;
      const Part& part = division.parts[k];
      const nsds_cone_kind kind = part.kind == PartKind::lorentz ? NSDS_CONE_LORENTZ
                                  : part.kind == PartKind::free  ? NSDS_CONE_FREE
                                                                 : NSDS_CONE_NONNEGATIVE;
      cones[next++] = {kind, static_cast<std::int32_t>(part.rows),
                       part.kind == PartKind::lorentz ? part.mu : 0.0, nullptr, nullptr};
      for (std::size_t i = part.begin; i < part.end(); ++i, ++filled) {
        place[i] = static_cast<std::int32_t>(filled);
        row[filled] = static_cast<std::int32_t>(i);
      }
    }
    problem.cone_count = static_cast<std::int32_t>(cones.size());
    problem.cones = cones.data();
  }

  void take_entries(const nsds_soclcp& given, const double* z, std::span<double> values,
                    std::span<double> q) {
    for (std::size_t i = 0; i < q.size(); ++i) q[i] = given.q[row[i]];
    for_each_entry(*given.M, [&](std::int32_t i, std::int32_t j, double value) {
      const std::int32_t own = place[index(i)], column = place[index(j)];
      if (own < 0) return;
      if (column < 0)
        q[index(own)] += value * z[j];
      else
        values[index(column) * q.size() + index(own)] += value;
    });
    M = nsds_matrix_dense(problem.size, problem.size, values.data(), problem.size);
    problem.M = &M;
    problem.q = q.data();
  }
};

// The better of two points of the problem, by the natural map.
class Nearest {
 public:
  Nearest(AffineInequality& problem, std::span<double> best, Arena& arena)
      : problem_(problem.inequality()), best_(best), values_(arena.take<double>(best.size())) {
    least_ = measure(best);
  }

  bool is_exact() const { return least_ <= exact; }
  void look(std::span<const double> a) {
    const double residual = measure(a);
    if (!(residual < least_)) return;
    least_ = residual;
    std::copy(a.begin(), a.end(), best_.begin());
  }

 private:
  double measure(std::span<const double> a) {
    return problem_.F().evaluate(a, values_) ? problem_.set().natural_map(a, values_) : infinity;
  }

  vi::Inequality& problem_;
  std::span<double> best_, values_;
  double least_ = infinity;
};

// a: (m) in/out, in the units of the problem: the start, and what is nearest to a solution.
std::int64_t solve_own(AffineInequality& problem, std::span<double> a, const SolveContext& context) {
  Arena& arena = *context.arena;
  Nearest nearest(problem, a, arena);
  const std::span<double> trial = arena.take<double>(a.size());
  std::int64_t iterations = 0;
  const auto attempt = [&](vi::Solve solve, std::int64_t steps) {
    if (nearest.is_exact()) return;
    const Arena::Mark mark = arena.mark();
    SolveContext part = context;
    part.tolerance = exact;
    part.sentence = {};
    part.done_before += iterations;
    part.max_iterations = std::min(context.max_iterations, part.done_before + steps);
    iterations += solve(problem.inequality(), trial, part).iterations;
    nearest.look(trial);
    arena.rewind(mark);
  };
  std::copy(a.begin(), a.end(), trial.begin());
  attempt(vi::solve_normal_map_newton, own_newton_steps);
  std::fill(trial.begin(), trial.end(), 0.0);
  attempt(vi::solve_normal_map_newton, own_newton_steps);
  std::fill(trial.begin(), trial.end(), 0.0);
  attempt(vi::solve_smoothing, own_smoothing_steps);
  return iterations;
}

}  // namespace

bool solve_parts(const nsds_soclcp& given, const Division& division, std::span<const unsigned char> chosen,
                 double* z, const SolveContext& context, std::int64_t& iterations) {
  Arena& arena = *context.arena;
  const Arena::Mark mark = arena.mark();
  const OwnProblem own(given, division, chosen, z, arena);
  bool is_solved = false;
  if (own.is_there() && all_finite(own.problem.q, own.row.size())) {
    const double w = affine::vector_scale(own.problem.q, own.problem.size);
    const double unit = w / affine::matrix_scale(own.M);
    if (is_unit(w) && is_unit(unit)) {
      AffineInequality problem(own.problem, {unit, w}, arena);
      const nonlinear::Map& F = problem.inequality().F();
      const std::span<double> a = arena.take<double>(own.row.size());
      for (std::size_t i = 0; i < a.size(); ++i) a[i] = z[own.row[i]] / F.units().of_z(i);
      iterations += solve_own(problem, a, context);
      for (std::size_t i = 0; i < a.size(); ++i) z[own.row[i]] = F.given(i, a[i]);
      is_solved = true;
    }
  }
  arena.rewind(mark);
  return is_solved;
}

}  // namespace nsds::numerics::soclcp
