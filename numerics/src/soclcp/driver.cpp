#include "soclcp/driver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "affine/residual/judging_options.hpp"
#include "core/drive.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "soclcp/contract/cone_contract.hpp"
#include "soclcp/contract/settle.hpp"
#include "soclcp/registry.hpp"
#include "soclcp/solve_parts.hpp"

namespace nsds::numerics::soclcp {
namespace {

constexpr int most_attempts = 4, most_rounds = 8;
constexpr int most_alone = 20;  // parts that are solved one by one in a round
// In that of the attempt before: a solver is asked for what is missing, and may not reach much more.
constexpr double least_of_last = 1e-3, most_of_last = 0.1;
constexpr double above_rounding = 8.0;  // of the class, which solvers do not come below

struct Point {
  std::span<double> z, w;  // in the units of the caller, so that nothing is rounded when they are handed over
  std::span<double> magnitude;
  nsds_residual judged;
};

class Driven : public DrivenProblem {
 public:
  static constexpr const char* overflows = "M z + q";

  Driven(const Call& call, const CallFrame& frame, AffineInequality& problem, Arena& arena)
      : call_(call),
        problem_(problem),
        solver_(solvers()[index(frame.options.solver_index)]),
        by_contract_(affine::is_by_contract(frame.options.own)),
        contract_(problem.given(), frame.tolerance(), affine::absolute_tolerance_of(frame.options.own),
                  arena),
        a_(arena.take<double>(problem.size())),
        scratch_(arena.take<double>(2 * problem.size())) {}

  Point take_point(Arena& arena) const {
    const std::size_t n = problem_.size();
    return {arena.take<double>(n), arena.take<double>(n), arena.take<double>(n), {}};
  }

  // A start that is a solution is returned as it is; others may be moved to the boundary.
  bool set_start(Point& point, bool warm) const {
    std::fill(point.z.begin(), point.z.end(), 0.0);
    if (warm) std::copy_n(call_.z, problem_.size(), point.z.begin());
    put_in_cones(contract_.division(), point.z.data());
    measure(point);
    return all_finite(point.w.data(), point.w.size()) &&
           all_finite(point.magnitude.data(), point.magnitude.size());
  }

  bool is_finite(const Point& point) const {
    return all_finite(point.z.data(), point.z.size()) && all_finite(point.w.data(), point.w.size());
  }

  std::int64_t default_max_iterations() const { return solver_.default_max_iterations; }

  // Solvers judge themselves by the natural map in the units of the class, which may be coarser than what the call asks for. Where they stop
  // above the tolerance they are asked for more, from the point that they have left.
  SolverClaim solve(Point& point, SolveContext& context) const {
    if (!by_contract_) return solve_once(point, context);
    const double tolerance = context.tolerance;
    Arena& arena = *context.arena;
    Tried best{take_point(arena), infinity_of_parts()}, found{point, infinity_of_parts()};
    SolverClaim claim{NSDS_OK, 0};
    for (int attempt = 0; attempt < most_attempts && claim.status == NSDS_OK; ++attempt) {
      const SolverClaim before = claim;
      context.done_before += before.iterations;
      claim = solve_once(found.point, context);
      found.failing = holds(found.point) ? 0 : infinity_of_parts();
      if (!is_refusal(claim.status) && !holds(found.point)) improve(found, claim, context);
      context.done_before -= before.iterations;
      claim.iterations += before.iterations;
      if (is_refusal(claim.status)) break;
      if (attempt == 0 || is_better(found, best)) copy(found, best);
      if (holds(best.point)) break;
      const double last = context.tolerance;
      const double next =
          last * std::clamp(most_of_last * tolerance / best.point.judged.value, least_of_last, most_of_last);
      context.tolerance = std::max(next, above_rounding * class_residual(found.point).roundoff_floor);
      if (!(context.tolerance < last)) break;
    }
    context.tolerance = tolerance;
    point = found.point;
    if (!is_refusal(claim.status)) {
      copy(best, found);
      point.judged = best.point.judged;
    }
    claim.verified = holds(point);
    return claim;
  }

  void deliver(const Point& point) const {
    std::copy(point.z.begin(), point.z.end(), call_.z);
    if (call_.w != nullptr) std::copy(point.w.begin(), point.w.end(), call_.w);
    nsds_report* const report = call_.common.report;
    if (report == nullptr) return;
    const nonlinear::Counts& counts = problem_.inequality().F().counts();
    report->evaluations = counts.evaluations + products_;
    report->jacobians = counts.jacobians;
    report->factorizations = factorizations_;
  }

 private:
  // A point, and in how many parts it fails.
  struct Tried {
    Point point;
    std::size_t failing;
  };

  static std::size_t infinity_of_parts() { return std::numeric_limits<std::size_t>::max(); }

  bool holds(const Point& point) const { return point.judged.value <= contract_.tolerance(); }

  static bool is_better(const Tried& one, const Tried& other) {
    if (one.failing != other.failing) return one.failing < other.failing;
    return one.point.judged.value < other.point.judged.value;
  }

  static void copy(const Tried& from, Tried& to) {
    std::copy(from.point.z.begin(), from.point.z.end(), to.point.z.begin());
    std::copy(from.point.w.begin(), from.point.w.end(), to.point.w.begin());
    std::copy(from.point.magnitude.begin(), from.point.magnitude.end(), to.point.magnitude.begin());
    to.point.judged = from.point.judged;
    to.failing = from.failing;
  }

  SolverClaim solve_once(Point& point, SolveContext& context) const {
    const nonlinear::Map& F = problem_.inequality().F();
    for (std::size_t i = 0; i < a_.size(); ++i) a_[i] = point.z[i] / F.units().of_z(i);
    const Arena::Mark mark = context.arena->mark();
    const SolverClaim claim = solver_.solve(problem_, a_, context);
    context.arena->rewind(mark);
    factorizations_ = context.factorizations();
    if (is_refusal(claim.status)) return claim;
    for (std::size_t i = 0; i < a_.size(); ++i) point.z[i] = F.given(i, a_[i]);
    if (by_contract_) put_in_place(point);
    measure(point);
    return claim;
  }

  void put_in_place(Point& point) const {
    put_in_cones(contract_.division(), point.z.data());
    put_on_boundaries(contract_.division(), contract_.tolerance(), point.z.data());
  }

  // Makes better points of one that is nearly a solution: parts are put where their w says that they stand, and those that fail are solved by
  // themselves, while that helps. claim: of the solver that left it, whose iterations go on.
  void improve(Tried& found, SolverClaim& claim, const SolveContext& context) const {
    if (!is_finite(found.point)) return;
    Arena& arena = *context.arena;
    static_cast<void>(contract_.norms());  // these stay
    const Arena::Mark mark = arena.mark();
    Tried trial{take_point(arena), 0};
    fails_ = arena.take<unsigned char>(contract_.division().parts.size());
    chosen_ = arena.take<unsigned char>(fails_.size());
    lengths_ = arena.take<double>(fails_.size());
    count_failing(found);
    settle(found, trial);
    for (int round = 0; round < most_rounds && !holds(found.point) && !ends_the_call(claim.status); ++round) {
      if (!solve_failing(found, trial, claim.iterations, context)) break;
      settle(found, trial);
    }
    arena.rewind(mark);
  }

  // Judges a point anew, and how many of its parts fail: all of them where something is outside, or a ray.
  void count_failing(Tried& tried) const {
    tried.point.judged = contract_.judge(image_of(tried.point), fails_);
    if (holds(tried.point)) {
      tried.failing = 0;
      return;
    }
    tried.failing = static_cast<std::size_t>(std::count(fails_.begin(), fails_.end(), 1));
    if (tried.failing == 0) tried.failing = fails_.size();
  }

  // True where the trial is better, which takes the place of what was found.
  bool takes(Tried& found, Tried& trial) const {
    evaluate(trial.point);
    count_failing(trial);
    if (!is_better(trial, found)) return false;
    copy(trial, found);
    return true;
  }

  // Puts parts where a step of the natural map does, in the units of the class and in their own, and then tries zero where they fail.
  void settle(Tried& found, Tried& trial) const {
    const double of_class = problem_.units().z / problem_.units().w;
    std::fill(lengths_.begin(), lengths_.end(), of_class);
    for (int turn = 0; turn < 2 && !holds(found.point); ++turn) {
      if (turn == 1) take_own_lengths(of_class);
      natural_step(contract_.division(), found.point.z.data(), found.point.w.data(), lengths_,
                   trial.point.z.data());
      put_on_boundaries(contract_.division(), contract_.tolerance(), trial.point.z.data());
      takes(found, trial);
    }
    if (!holds(found.point)) try_zero(found, trial);
  }

  // Near a solution that is zero all terms are, and parts fail that are no number away from it.
  void try_zero(Tried& found, Tried& trial) const {
    count_failing(found);
    std::copy(found.point.z.begin(), found.point.z.end(), trial.point.z.begin());
    for (std::size_t k = 0; k < fails_.size(); ++k) {
      const Part& part = contract_.division().parts[k];
      if (fails_[k] != 0) std::fill_n(trial.point.z.data() + part.begin, part.rows, 0.0);
    }
    takes(found, trial);
  }

  // The inverse of the largest diagonal entry of each part.
  void take_own_lengths(double otherwise) const {
    std::fill(lengths_.begin(), lengths_.end(), 0.0);
    for_each_diagonal_entry(*problem_.given().M, [&](std::int32_t i, double value) {
      double& largest = lengths_[index(contract_.division().part_of[index(i)])];
      largest = std::max(largest, std::fabs(value));
    });
    for (double& length : lengths_) length = is_unit(1.0 / length) ? 1.0 / length : otherwise;
  }

  // Solves the parts that fail, first together, then one after the other. True where that leaves a better point.
  bool solve_failing(Tried& found, Tried& trial, std::int64_t& iterations,
                     const SolveContext& context) const {
    count_failing(found);
    std::copy(fails_.begin(), fails_.end(), chosen_.begin());
    std::copy(found.point.z.begin(), found.point.z.end(), trial.point.z.begin());
    if (solve_chosen(trial, iterations, context)) {
      put_in_place(trial.point);
      if (takes(found, trial)) return true;
      count_failing(found);
    }
    std::copy(found.point.z.begin(), found.point.z.end(), trial.point.z.begin());
    std::fill(chosen_.begin(), chosen_.end(), static_cast<unsigned char>(0));
    int solved = 0;
    for (std::size_t k = 0; k < fails_.size() && solved < most_alone; ++k) {
      if (fails_[k] == 0) continue;
      chosen_[k] = 1;
      if (solve_chosen(trial, iterations, context)) ++solved;
      chosen_[k] = 0;
    }
    if (solved == 0) return false;
    put_in_place(trial.point);
    return takes(found, trial);
  }

  bool solve_chosen(Tried& trial, std::int64_t& iterations, const SolveContext& context) const {
    SolveContext part = context;
    part.done_before += iterations;
    return solve_parts(problem_.given(), contract_.division(), chosen_, trial.point.z.data(), part,
                       iterations);
  }

  static Image image_of(const Point& point) {
    return {point.z.data(), point.w.data(), point.magnitude.data()};
  }

  void evaluate(Point& point) const {
    ++products_;
    problem_.evaluate(point.z, point.w, point.magnitude);
  }

  nsds_residual class_residual(const Point& point) const {
    return problem_.class_residual(point.z, point.w, point.magnitude, scratch_);
  }

  void measure(Point& point) const {
    evaluate(point);
    point.judged = by_contract_ ? contract_.judge(image_of(point)) : class_residual(point);
  }

  const Call& call_;
  AffineInequality& problem_;
  const Solver& solver_;
  bool by_contract_;
  mutable ConeContract contract_;
  std::span<double> a_, scratch_;
  mutable std::span<unsigned char> fails_, chosen_;  // (parts), while points are improved
  mutable std::span<double> lengths_;
  mutable std::int64_t factorizations_ = 0, products_ = 0;
};

}  // namespace

nsds_status drive_checked(const Call& call, AffineInequality& problem, const CallFrame& frame, Arena& arena) {
  Driven solve(call, frame, problem, arena);
  return drive(solve, frame, arena);
}

}  // namespace nsds::numerics::soclcp
