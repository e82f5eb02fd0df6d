// The frame around every solver of frictional contact in global form: arguments are checked before it, its
// claim is judged after it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/call_frame.hpp"
#include "core/verdict.hpp"
#include "friction/coefficients.hpp"
#include "friction/cone.hpp"
#include "global_friction/large_mass.hpp"
#include "global_friction/registry.hpp"
#include "lcp/problem.hpp"
#include "linalg/matrix_claim.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics {
namespace {

using Given = nsds_global_friction_contact;

struct GlobalCall {
  CallArguments common;
  const Given* given;
  double* v;
  double* r;
  double* u;       // Nullable
  double* lambda;  // Nullable where m = 0
};

nsds_status deliver(const GlobalCall& call, const CallFrame& frame, const GlobalProblem& problem,
                    const GlobalPoint& point, nsds_status status, std::int64_t iterations, const char* solver,
                    Arena& arena) {
  if (call.u != nullptr) contact_velocities(problem, point.v.data(), call.u, arena);  // may not fit: first
  std::copy(point.v.begin(), point.v.end(), call.v);
  std::copy(point.r.begin(), point.r.end(), call.r);
  std::copy(point.lambda.begin(), point.lambda.end(), call.lambda);
  return frame.report(point.residual, status, iterations, solver);
}

void project(const GlobalProblem& problem, std::span<double> r) {
  for (std::int32_t c = 0; c < problem.contacts; ++c) {
    double* const block = &r[index(c) * index(problem.dimension)];
    if (problem.dimension == 2)
      project_on_cone<2>(problem.mu[c], block, block);
    else
      project_on_cone<3>(problem.mu[c], block, block);
  }
}

// No reactions, with the velocities that belong to them; or the starting point of the call, moved into the
// cones, with its own velocities if those make it a solution.
void set_start(const GlobalCall& call, const CallFrame& frame, const GlobalProblem& problem,
               FrictionNorm norm, GlobalPoint& start, Arena& arena) {
  const double tolerance = frame.tolerance();
  if (frame.options.warm_start()) {
    std::copy_n(call.v, start.v.size(), start.v.begin());
    std::copy_n(call.r, start.r.size(), start.r.begin());
    std::copy_n(call.lambda, start.lambda.size(), start.lambda.begin());
    project(problem, start.r);
    measure(problem, norm, start, arena);
    if (start.judged.value <= tolerance) return;
    velocities_of(problem, start.r.data(), start.lambda.data(), start.v.data(), arena);
    measure(problem, norm, start, arena);
    if (std::isfinite(start.judged.value)) return;
  }
  free_velocities(problem, start.v.data());
  std::fill(start.r.begin(), start.r.end(), 0.0);
  std::fill(start.lambda.begin(), start.lambda.end(), 0.0);
  measure(problem, norm, start, arena);
}

nsds_status solve_checked(const GlobalCall& call, const CallFrame& frame, const GlobalProblem& problem,
                          Arena& arena) {
  const Sentence sentence = frame.sentence();
  const GlobalFrictionSolver& solver = global_friction_solvers()[index(frame.options.solver_index)];
  const FrictionNorm norm = friction_norm(frame.options.own);
  const double tolerance = frame.tolerance();
  GlobalPoint point = take_point(problem, arena);
  set_start(call, frame, problem, norm, point, arena);
  if (point.judged.value <= tolerance) {
    sentence.write("The starting point solves the problem.");
    return deliver(call, frame, problem, point, NSDS_OK, 0, solver.info.name, arena);
  }
  const double before = point.judged.value;
  SolverRun run(frame, solver.default_max_iterations(problem.contacts), arena);
  const SolverClaim claim = solver.solve(problem, point, run.context);
  if (claim.status == NSDS_NOT_APPLICABLE) return run.refuse(frame);
  if (claim.status == NSDS_SINGULAR) {
    sentence.write("{}", run.reason);
    return frame.refuse(NSDS_SINGULAR, run.context.solver);
  }
  // What is claimed counts for nothing: the point is measured as it will be returned.
  project(problem, point.r);
  measure(problem, norm, point, arena);
  const bool is_better = std::isfinite(point.judged.value) && point.judged.value <= before;
  if (!(point.judged.value <= tolerance) && !is_better) set_start(call, frame, problem, norm, point, arena);
  const nsds_status status = judge(claim.status, point.judged, tolerance, false);
  say(sentence, status, claim, point.judged, run.context, run.reason);
  return deliver(call, frame, problem, point, status, claim.iterations, run.context.solver, arena);
}

bool check_sizes(const Given& given, const Sentence& sentence) {
  if (given.dimension != 2 && given.dimension != 3) {
    sentence.write("problem.dimension is {}, it must be 2 or 3.", given.dimension);
    return false;
  }
  // Rows are numbered contacts first, then momentum, then bilateral rows.
  const std::int64_t rows = static_cast<std::int64_t>(given.dimension) * given.contacts + given.size +
                            static_cast<std::int64_t>(given.constraints);
  if (given.contacts >= 0 && given.size >= 0 && given.constraints >= 0 &&
      rows <= std::numeric_limits<std::int32_t>::max())
    return true;
  sentence.write("problem.contacts is {}, size {}, constraints {}.", given.contacts, given.size,
                 given.constraints);
  return false;
}

bool check_matrix(const char* name, const nsds_matrix* A, std::int32_t rows, std::int32_t cols,
                  const Sentence& sentence) {
  if (A == nullptr) {
    sentence.write("problem.{} is null.", name);
    return false;
  }
  if (A->rows == rows && A->cols == cols) return true;
  sentence.write("problem.{} is {} x {}, it must be {} x {}.", name, A->rows, A->cols, rows, cols);
  return false;
}

// Everything but the entries of the matrices.
bool check_problem(const Given* given, const Sentence& sentence) {
  if (given == nullptr) {
    sentence.write("problem is null.");
    return false;
  }
  if (!check_struct_size("problem", "nsds_global_friction_contact_init", given->struct_size, sizeof(Given),
                         sentence) ||
      !check_sizes(*given, sentence))
    return false;
  const std::int32_t n = given->size, m = given->constraints, count = given->dimension * given->contacts;
  if (!check_matrix("M", given->M, n, n, sentence) || !check_matrix("H", given->H, n, count, sentence) ||
      (m > 0 && !check_matrix("G", given->G, m, n, sentence)))
    return false;
  return check_vector("q", given->q, n, sentence) && check_vector("b", given->b, count, sentence) &&
         check_vector("d", given->d, m, sentence) && check_friction(given->mu, given->contacts, sentence);
}

bool check_unknowns(const GlobalCall& call, bool is_read, const Sentence& sentence) {
  const Given& given = *call.given;
  return check_unknown("v", call.v, given.size, is_read, sentence) &&
         check_unknown("r", call.r, given.dimension * given.contacts, is_read, sentence) &&
         check_unknown("lambda", call.lambda, given.constraints, is_read, sentence);
}

bool check_matrices(const Given& given, nsds_workspace* workspace, nsds_reuse reuse,
                    const Sentence& sentence) {
  const NamedMatrix matrices[] = {{"problem.M", given.M},
                                  {"problem.H", given.H},
                                  {"problem.G", given.constraints > 0 ? given.G : nullptr}};
  const auto nothing_to_measure = [](const MatrixClaim&) { return 1.0; };
  return checked_matrices({NSDS_CLASS_GLOBAL_FRICTION_CONTACT, matrices, workspace, reuse},
                          nothing_to_measure, sentence)
      .has_value();
}

bool has_entries(const Given& given, const Sentence& sentence) {
  const nsds_matrix* const G = given.constraints > 0 ? given.G : nullptr;
  const char* name = nullptr;
  if (given.M->storage == NSDS_OPERATOR)
    name = "M";
  else if (given.H->storage == NSDS_OPERATOR)
    name = "H";
  else if (G != nullptr && G->storage == NSDS_OPERATOR)
    name = "G";
  if (name == nullptr) return true;
  sentence.write("the solvers need the entries of {}, which is an operator; convert it to dense, CSC or BSR.",
                 name);
  return false;
}

// Factorises M and finds the scales: NSDS_OK, NSDS_SINGULAR, NSDS_TIME_LIMIT or NSDS_INVALID_ARGUMENT.
nsds_status prepare(GlobalProblem& problem, LargeMass& mass, Arena& arena, const Sentence& sentence) {
  problem.blocks = mass_blocks(problem.M, arena);
  if (problem.blocks.largest <= largest_small_block && problem.blocks.entries <= most_entries_of_blocks) {
    if (!factorise_blocks(problem.M, problem.blocks, arena, sentence, problem.factors)) return NSDS_SINGULAR;
  } else {
    const nsds_status status = mass.factorise(problem, arena, sentence);
    if (status != NSDS_OK) return status;
    problem.mass = &mass;
  }
  problem.scales = global_scales(problem, arena);
  const GlobalScales& scales = problem.scales;
  if (is_unit(scales.s_u) && is_unit(scales.s_r) && is_unit(scales.s_momentum) && is_unit(scales.s_rows) &&
      is_unit(scales.s_u / scales.s_r))
    return NSDS_OK;
  sentence.write("problem: the unit of r, {:.3g}, or of u, {:.3g}, is out of range; measure in other units.",
                 scales.s_r, scales.s_u);
  return NSDS_INVALID_ARGUMENT;
}

GlobalProblem view_of(const Given& given) {
  return {given.dimension,
          given.contacts,
          given.size,
          given.constraints,
          *given.M,
          *given.H,
          given.constraints > 0 ? given.G : nullptr,
          given.q,
          given.b,
          given.d,
          given.mu};
}

nsds_status run(const GlobalCall& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  if (!frame.check_class() || !check_problem(call.given, sentence) ||
      !check_matrices(*call.given, call.common.workspace, frame.options.reuse(), sentence) ||
      !check_unknowns(call, frame.options.warm_start(), sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  if (!has_entries(*call.given, sentence)) return frame.refuse(NSDS_NOT_APPLICABLE);
  GlobalProblem problem = view_of(*call.given);
  LargeMass mass({frame.begin, frame.options.time_limit()});
  const nsds_status status = prepare(problem, mass, arena, sentence);
  if (status != NSDS_OK) return frame.refuse(status);
  return solve_checked(call, frame, problem, arena);
}

// What both residual functions do.
nsds_status measured_at(const Given* given, const double* v, const double* r, const double* lambda,
                        FrictionNorm norm, nsds_residual& residual, double* value) {
  return guarded([&] {
    if (!check_problem(given, {}) || !check_matrices(*given, nullptr, NSDS_REUSE_NONE, {}))
      return NSDS_INVALID_ARGUMENT;
    const bool missing = (given->size > 0 && v == nullptr) || (given->contacts > 0 && r == nullptr) ||
                         (given->constraints > 0 && lambda == nullptr);
    if (missing) return NSDS_INVALID_ARGUMENT;
    if (!has_entries(*given, {})) return NSDS_NOT_APPLICABLE;
    Arena arena;
    GlobalProblem problem = view_of(*given);
    LargeMass mass;
    const nsds_status status = prepare(problem, mass, arena, {});
    if (status != NSDS_OK) return status;
    GlobalPoint point = take_point(problem, arena);
    std::copy_n(v, point.v.size(), point.v.begin());
    std::copy_n(r, point.r.size(), point.r.begin());
    std::copy_n(lambda, point.lambda.size(), point.lambda.begin());
    measure(problem, norm, point, arena);
    residual = point.residual;
    if (value != nullptr) *value = point.judged.value;
    return NSDS_OK;
  });
}

}  // namespace
}  // namespace nsds::numerics

using namespace nsds::numerics;

void nsds_global_friction_contact_init(nsds_global_friction_contact* problem) {
  if (problem == nullptr) return;
  *problem = nsds_global_friction_contact{};
  problem->struct_size = sizeof(nsds_global_friction_contact);
  problem->dimension = 3;
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_global_friction_contact_solve(const nsds_global_friction_contact* problem, double* v,
                                               double* r, double* u, double* lambda,
                                               const nsds_options* options, nsds_workspace* workspace,
                                               nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  const GlobalCall call{
      {NSDS_CLASS_GLOBAL_FRICTION_CONTACT, options, workspace, report}, problem, v, r, u, lambda};
  return in_frame(call.common, [&](const CallFrame& frame, Arena& arena) { return run(call, frame, arena); });
}

nsds_status nsds_global_friction_contact_residual(const nsds_global_friction_contact* problem,
                                                  const double* v, const double* r, const double* lambda,
                                                  nsds_residual* residual) {
  if (residual == nullptr || residual->struct_size != sizeof(nsds_residual)) return NSDS_INVALID_ARGUMENT;
  return measured_at(problem, v, r, lambda, FrictionNorm::scaled, *residual, nullptr);
}

nsds_status nsds_global_friction_contact_residual_fclib(const nsds_global_friction_contact* problem,
                                                        const double* v, const double* r,
                                                        const double* lambda, double* value) {
  if (value == nullptr) return NSDS_INVALID_ARGUMENT;
  nsds_residual residual;
  return measured_at(problem, v, r, lambda, FrictionNorm::fclib, residual, value);
}
