// The frame around every solver of frictional contact in global form: arguments are checked before it, its
// claim is judged after it.
#include <algorithm>
#include <limits>
#include <optional>

#include "core/call_checks.hpp"
#include "core/guard.hpp"
#include "core/verdict.hpp"
#include "core/workspace.hpp"
#include "friction/cone.hpp"
#include "global_friction/registry.hpp"
#include "lcp/problem.hpp"
#include "linalg/linalg.hpp"
#include "linalg/matrix_claim.hpp"

namespace nsds::numerics {
namespace {

using Given = nsds_global_friction_contact;

// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): an aggregate, of references among others
struct Frame {
  const Given* given;
  double* v;
  double* r;
  double* u;       // Nullable
  double* lambda;  // Nullable where m = 0
  const nsds_options& options;
  nsds_workspace* workspace;  // Nullable
  nsds_report* report;        // Nullable
  Clock::time_point begin;

  // A call that is refused leaves a workspace that remembers nothing.
  nsds_status refuse(nsds_status status, const char* solver = "") const {
    if (workspace != nullptr) workspace->record.valid = false;
    return refused(status, options.tolerance(), report, solver);
  }
};

nsds_status deliver(const Frame& frame, const GlobalPoint& point, nsds_status status, std::int64_t iterations,
                    const char* solver) {
  std::copy(point.v.begin(), point.v.end(), frame.v);
  std::copy(point.r.begin(), point.r.end(), frame.r);
  std::copy(point.lambda.begin(), point.lambda.end(), frame.lambda);
  if (frame.u != nullptr) std::copy(point.u.begin(), point.u.end(), frame.u);
  return finished(status, solver, frame.options.tolerance(), iterations, point.residual, frame.begin,
                  frame.report);
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
void set_start(const Frame& frame, const GlobalProblem& problem, FrictionNorm norm, const double* v_0,
               GlobalPoint& start, Arena& arena) {
  const double tolerance = frame.options.tolerance();
  if (frame.options.warm_start()) {
    std::copy_n(frame.v, start.v.size(), start.v.begin());
    std::copy_n(frame.r, start.r.size(), start.r.begin());
    std::copy_n(frame.lambda, start.lambda.size(), start.lambda.begin());
    project(problem, start.r);
    measure(problem, norm, start, arena);
    if (start.judged.value <= tolerance) return;
    velocities_of(problem, start.r.data(), start.lambda.data(), start.v.data(), arena);
    measure(problem, norm, start, arena);
    if (std::isfinite(start.judged.value)) return;
  }
  std::copy_n(v_0, start.v.size(), start.v.begin());
  std::fill(start.r.begin(), start.r.end(), 0.0);
  std::fill(start.lambda.begin(), start.lambda.end(), 0.0);
  measure(problem, norm, start, arena);
}

nsds_status solve_checked(const Frame& frame, const GlobalProblem& problem, const double* v_0, Arena& arena) {
  const Sentence sentence = sentence_of(frame.report);
  const GlobalFrictionSolver& solver = global_friction_solvers()[index(frame.options.solver_index)];
  const FrictionNorm norm = friction_norm(frame.options.own);
  const double tolerance = frame.options.tolerance();
  GlobalPoint start = take_point(problem, arena);
  set_start(frame, problem, norm, v_0, start, arena);
  if (start.judged.value <= tolerance) {
    sentence.write("The starting point solves the problem.");
    return deliver(frame, start, NSDS_OK, 0, solver.info.name);
  }
  GlobalPoint point = take_point(problem, arena);
  copy_point(start, point);
  char reason[200];
  reason[0] = '\0';
  SolveContext context{frame.options,
                       solver.default_max_iterations(problem.contacts),
                       frame.begin,
                       arena,
                       {reason, sizeof reason}};
  const SolverClaim claim = solver.solve(problem, point, context);
  if (claim.status == NSDS_NOT_APPLICABLE || claim.status == NSDS_SINGULAR) {
    sentence.write("{}", reason);
    return frame.refuse(claim.status, context.solver);
  }
  // What is claimed counts for nothing: the point is measured as it will be returned.
  project(problem, point.r);
  measure(problem, norm, point, arena);
  if (!(point.judged.value <= tolerance) && !(point.judged.value <= start.judged.value))
    copy_point(start, point);
  const nsds_status status = judge(claim.status, point.judged, tolerance, false);
  say(sentence, status, claim, point.judged, context, reason);
  return deliver(frame, point, status, claim.iterations, context.solver);
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

bool check_vector(const char* name, const double* x, std::int32_t size, const Sentence& sentence) {
  if (size > 0 && x == nullptr) {
    sentence.write("problem.{} is null.", name);
    return false;
  }
  const std::int32_t bad = first_not_finite(x, size);
  if (bad >= 0) sentence.write("problem.{}[{}] is {}.", name, bad, x[bad]);
  return bad < 0;
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
  if (!check_vector("q", given->q, n, sentence) || !check_vector("b", given->b, count, sentence) ||
      !check_vector("d", given->d, m, sentence) || !check_vector("mu", given->mu, given->contacts, sentence))
    return false;
  for (std::int32_t c = 0; c < given->contacts; ++c) {
    if (given->mu[c] >= 0.0) continue;
    sentence.write("problem.mu[{}] is {}, it must not be negative.", c, given->mu[c]);
    return false;
  }
  return true;
}

bool check_unknown(const char* name, const double* x, std::int32_t size, bool read,
                   const Sentence& sentence) {
  if (size > 0 && x == nullptr) {
    sentence.write("{} is null.", name);
    return false;
  }
  const std::int32_t bad = read ? first_not_finite(x, size) : -1;
  if (bad >= 0) sentence.write("{}[{}] is {}.", name, bad, x[bad]);
  return bad < 0;
}

bool check_unknowns(const Frame& frame, const Sentence& sentence) {
  const Given& given = *frame.given;
  const bool read = frame.options.warm_start();
  return check_unknown("v", frame.v, given.size, read, sentence) &&
         check_unknown("r", frame.r, given.dimension * given.contacts, read, sentence) &&
         check_unknown("lambda", frame.lambda, given.constraints, read, sentence);
}

bool check_options(const nsds_options& options, const Sentence& sentence) {
  if (options.problem_class == NSDS_CLASS_GLOBAL_FRICTION_CONTACT) return true;
  sentence.write("options are of class '{}', the problem is of class '{}'.",
                 nsds_class_name(options.problem_class), nsds_class_name(NSDS_CLASS_GLOBAL_FRICTION_CONTACT));
  return false;
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

// Factorises M and finds the scales: NSDS_OK, NSDS_SINGULAR or NSDS_INVALID_ARGUMENT. v_0: (n) out, M^-1 q.
nsds_status prepare(GlobalProblem& problem, Saddle& mass, double* v_0, Arena& arena,
                    const Sentence& sentence) {
  problem.blocks = mass_blocks(problem.M, arena);
  if (problem.blocks.largest <= largest_small_block) {
    if (!factorise_blocks(problem.M, problem.blocks, arena, sentence, problem.factors)) return NSDS_SINGULAR;
  } else {
    if (!mass.factorise(problem.M, nullptr, sentence)) return NSDS_SINGULAR;
    problem.mass = &mass;
  }
  problem.scales = global_scales(problem, v_0, arena);
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

nsds_status run(const Frame& frame, Arena& arena) {
  const Sentence sentence = sentence_of(frame.report);
  if (!check_options(frame.options, sentence) || !check_problem(frame.given, sentence) ||
      !check_matrices(*frame.given, frame.workspace, frame.options.reuse(), sentence) ||
      !check_unknowns(frame, sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  if (!has_entries(*frame.given, sentence)) return frame.refuse(NSDS_NOT_APPLICABLE);
  GlobalProblem problem = view_of(*frame.given);
  Saddle mass;
  const auto v_0 = arena.take<double>(index(problem.velocities));
  const nsds_status status = prepare(problem, mass, v_0.data(), arena, sentence);
  if (status != NSDS_OK) return frame.refuse(status);
  return solve_checked(frame, problem, v_0.data(), arena);
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
    Saddle mass;
    const auto v_0 = arena.take<double>(index(problem.velocities));
    const nsds_status status = prepare(problem, mass, v_0.data(), arena, {});
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
  if (report != nullptr && report->struct_size != sizeof(nsds_report)) return NSDS_INVALID_ARGUMENT;
  const nsds_status status = guarded([&] {
    std::optional<nsds_options> fallback;  // made only where it is needed: it allocates
    if (options == nullptr) fallback = default_options(NSDS_CLASS_GLOBAL_FRICTION_CONTACT, 0);
    const Frame frame{problem,   v,      r,           u, lambda, options == nullptr ? *fallback : *options,
                      workspace, report, Clock::now()};
    if (workspace == nullptr) {
      Arena arena;
      return run(frame, arena);
    }
    workspace->arena.rewind();
    return run(frame, workspace->arena);
  });
  if (status == NSDS_OUT_OF_MEMORY) {
    sentence_of(report).write("Memory is exhausted; nothing was written.");
    return refused(status, options == nullptr ? 0.0 : options->tolerance(), report);
  }
  return status;
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
