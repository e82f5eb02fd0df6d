// The frame around every solver of frictional contact: arguments are checked before it, its claim is judged
// after it.
#include <algorithm>
#include <limits>

#include "core/call_frame.hpp"
#include "core/verdict.hpp"
#include "friction/coefficients.hpp"
#include "friction/cone.hpp"
#include "friction/contact_memory.hpp"
#include "friction/registry.hpp"
#include "lcp/problem.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/matrix_claim.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics {
namespace {

struct FrictionCall {
  CallArguments common;
  const nsds_friction_contact* given;
  double* r;
  double* u;  // Nullable
};

// A point with what is known of it.
struct Point {
  std::span<double> r, u, magnitude;
  nsds_residual judged;  // that of the class, or the norm of FCLIB in its place
};

nsds_residual class_residual(const FrictionProblem& problem, const Point& point) {
  return friction_residual(problem, point.r.data(), point.u.data(), point.magnitude.data());
}

void measure(const FrictionProblem& problem, FrictionNorm norm, Point& point) {
  friction_velocity(problem, point.r.data(), point.u.data(), point.magnitude.data());
  if (norm == FrictionNorm::scaled) {
    point.judged = class_residual(problem, point);
    return;
  }
  const FclibError error =
      friction_residual_fclib(problem, point.r.data(), point.u.data(), point.magnitude.data());
  point.judged = {sizeof(nsds_residual), error.value, 0.0, 0.0, 0.0, error.roundoff_floor, error.worst};
}

// The report is of the residual of the class, whichever was judged.
nsds_status deliver(const FrictionCall& call, const CallFrame& frame, const FrictionProblem& problem,
                    const Point& point, nsds_status status, std::int64_t iterations, const char* solver) {
  std::copy(point.r.begin(), point.r.end(), call.r);
  if (call.u != nullptr) std::copy(point.u.begin(), point.u.end(), call.u);
  const bool is_judged = friction_norm(frame.options.own) == FrictionNorm::scaled;
  return frame.report(is_judged ? point.judged : class_residual(problem, point), status, iterations, solver);
}

void move_into_cones(const FrictionProblem& problem, std::span<double> r) {
  for (std::int32_t c = 0; c < problem.contacts; ++c) {
    double* const block = &r[index(c) * index(problem.dimension)];
    if (problem.dimension == 2)
      project_on_cone<2>(problem.mu[c], block, block);
    else
      project_on_cone<3>(problem.mu[c], block, block);
  }
}

// Zero, or the starting point of the call, moved into the cones.
void set_start(const FrictionCall& call, const CallFrame& frame, const FrictionProblem& problem,
               std::span<double> r) {
  std::fill(r.begin(), r.end(), 0.0);
  if (!frame.options.warm_start()) return;
  std::copy_n(call.r, r.size(), r.begin());
  move_into_cones(problem, r);
}

bool is_finite(const Point& point) {
  return all_finite(point.r.data(), point.r.size()) && all_finite(point.u.data(), point.u.size());
}

Point take_point(std::size_t size, Arena& arena) {
  return {arena.take<double>(size), arena.take<double>(size), arena.take<double>(size), {}};
}

nsds_status solve_checked(const FrictionCall& call, const CallFrame& frame, const FrictionProblem& problem,
                          Arena& arena) {
  const Sentence sentence = frame.sentence();
  const FrictionSolver& solver = friction_solvers()[index(frame.options.solver_index)];
  const FrictionNorm norm = friction_norm(frame.options.own);
  const double tolerance = frame.tolerance();
  Point start = take_point(problem.size(), arena);
  set_start(call, frame, problem, start.r);
  measure(problem, norm, start);
  if (!is_finite(start)) {  // of a warm start only: zero has u = q
    std::fill(start.r.begin(), start.r.end(), 0.0);
    measure(problem, norm, start);
  }
  if (start.judged.value <= tolerance) {
    sentence.write("The starting point solves the problem.");
    return deliver(call, frame, problem, start, NSDS_OK, 0, solver.info.name);
  }

  Point point = take_point(problem.size(), arena);
  std::copy(start.r.begin(), start.r.end(), point.r.begin());
  SolverRun run(frame, solver.default_max_iterations(problem.contacts), arena);
  SolverClaim claim = solver.solve(problem, point.r.data(), run.context);
  if (claim.status == NSDS_NOT_APPLICABLE) return run.refuse(frame);
  move_into_cones(problem, point.r);  // of which solvers may be a rounding short
  measure(problem, norm, point);
  if (claim.status == NSDS_OK && point.judged.value > tolerance) {
    // Solvers judge in their own packing of W, which rounds otherwise: just above the tolerance that decides.
    run.context.tolerance = 0.5 * tolerance;
    const SolverClaim closer = solver.solve(problem, point.r.data(), run.context);
    run.context.tolerance = tolerance;
    claim = {closer.status, claim.iterations + closer.iterations};
    move_into_cones(problem, point.r);
    measure(problem, norm, point);
  }
  // A failed solve returns the better of its last iterate and its starting point.
  if (!(point.judged.value <= tolerance) && !(point.judged.value <= start.judged.value && is_finite(point)))
    point = start;
  const nsds_status status = judge(claim.status, point.judged, tolerance, false);
  say(sentence, status, claim, point.judged, run.context, run.reason);
  return deliver(call, frame, problem, point, status, claim.iterations, run.context.solver);
}

// Everything but the entries of W.
bool check_problem(const nsds_friction_contact* given, const Sentence& sentence) {
  if (given == nullptr) {
    sentence.write("problem is null.");
    return false;
  }
  if (!check_struct_size("problem", "nsds_friction_contact_init", given->struct_size,
                         sizeof(nsds_friction_contact), sentence))
    return false;
  if (given->dimension != 2 && given->dimension != 3) {
    sentence.write("problem.dimension is {}, it must be 2 or 3.", given->dimension);
    return false;
  }
  if (given->contacts < 0 || given->contacts > std::numeric_limits<std::int32_t>::max() / given->dimension) {
    sentence.write("problem.contacts is {}.", given->contacts);
    return false;
  }
  const std::int32_t size = given->dimension * given->contacts;
  if (given->W == nullptr) {
    sentence.write("problem.W is null.");
    return false;
  }
  if (given->W->rows != size || given->W->cols != size) {
    sentence.write("problem.W is {} x {}, it must be {} x {}: {} rows a contact.", given->W->rows,
                   given->W->cols, size, size, given->dimension);
    return false;
  }
  return true;
}

bool check_vectors(const nsds_friction_contact& given, const Sentence& sentence) {
  return check_vector("q", given.q, given.dimension * given.contacts, sentence) &&
         check_friction(given.mu, given.contacts, sentence);
}

// The problem with its scales, whose matrix has been measured: nothing, and a sentence, where they are no
// units.
std::optional<FrictionProblem> in_units(const nsds_friction_contact& given, double matrix_scale,
                                        ContactMemory* memory, const Sentence& sentence) {
  const double s_w = friction_vector_scale(given.dimension, given.contacts, given.q);
  const double s_r = s_w / matrix_scale;
  if (is_unit(s_w) && is_unit(s_r) && is_unit(matrix_scale))
    return FrictionProblem{
        given.dimension, given.contacts, *given.W, given.q, given.mu, matrix_scale, s_w, s_r, memory};
  sentence.write(
      "problem: the unit of r, max |q_c| / max trace(W_cc) = {:.3g} / {:.3g}, is out of range; measure in "
      "other units.",
      s_w, matrix_scale);
  return std::nullopt;
}

// What a call says of its matrix, and where solvers pack it; nothing of either for residuals.
struct Memories {
  nsds_workspace* workspace = nullptr;
  nsds_reuse reuse = NSDS_REUSE_NONE;
  ContactMemory* contacts = nullptr;
};

std::optional<FrictionProblem> checked_problem(const nsds_friction_contact* given, const Memories& memories,
                                               const Sentence& sentence) {
  if (!check_problem(given, sentence)) return std::nullopt;
  const NamedMatrix matrices[] = {{"problem.W", given->W}};
  const auto measure_2 = [](const MatrixClaim& claim) {
    const nsds_matrix& W = *claim.matrices[0].view;
    return W.storage == NSDS_OPERATOR ? 1.0 : friction_matrix_scale(2, W);
  };
  const auto measure_3 = [](const MatrixClaim& claim) {
    const nsds_matrix& W = *claim.matrices[0].view;
    return W.storage == NSDS_OPERATOR ? 1.0 : friction_matrix_scale(3, W);
  };
  const MatrixClaim claim{NSDS_CLASS_FRICTION_CONTACT, matrices, memories.workspace, memories.reuse,
                          given->dimension};
  if (memories.contacts != nullptr) memories.contacts->keep(effective_reuse(claim));
  const std::optional<double> scale = given->dimension == 2 ? checked_matrices(claim, measure_2, sentence)
                                                            : checked_matrices(claim, measure_3, sentence);
  if (!scale || !check_vectors(*given, sentence)) return std::nullopt;
  return in_units(*given, *scale, memories.contacts, sentence);
}

nsds_status run(const FrictionCall& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  if (!frame.check_class()) return frame.refuse(NSDS_INVALID_ARGUMENT);
  nsds_workspace* const workspace = call.common.workspace;
  ContactMemory own;
  const Memories memories{workspace, frame.options.reuse(),
                          workspace == nullptr ? &own : &ContactMemory::of(*workspace)};
  const std::optional<FrictionProblem> problem = checked_problem(call.given, memories, sentence);
  if (!problem) return frame.refuse(NSDS_INVALID_ARGUMENT);
  const auto size = static_cast<std::int32_t>(problem->size());
  if (!check_unknown("r", call.r, size, frame.options.warm_start(), sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  if (problem->W.storage == NSDS_OPERATOR) {
    sentence.write(
        "the solvers need the entries of W, which is an operator; convert it to dense, CSC or BSR.");
    return frame.refuse(NSDS_NOT_APPLICABLE);
  }
  return solve_checked(call, frame, *problem, arena);
}

// What both residual functions do before they measure.
template <class Measure>
nsds_status measured_at(const nsds_friction_contact* given, const double* r, Measure&& measure) {
  return guarded([&] {
    const std::optional<FrictionProblem> problem = checked_problem(given, {}, {});
    if (!problem || (problem->size() > 0 && r == nullptr)) return NSDS_INVALID_ARGUMENT;
    if (problem->W.storage == NSDS_OPERATOR) return NSDS_NOT_APPLICABLE;
    Arena arena;
    const auto u = arena.take<double>(problem->size());
    const auto magnitude = arena.take<double>(problem->size());
    friction_velocity(*problem, r, u.data(), magnitude.data());
    measure(*problem, u.data(), magnitude.data());
    return NSDS_OK;
  });
}

}  // namespace
}  // namespace nsds::numerics

using namespace nsds::numerics;

void nsds_friction_contact_init(nsds_friction_contact* problem) {
  if (problem == nullptr) return;
  *problem = nsds_friction_contact{};
  problem->struct_size = sizeof(nsds_friction_contact);
  problem->dimension = 3;
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_friction_contact_solve(const nsds_friction_contact* problem, double* r, double* u,
                                        const nsds_options* options, nsds_workspace* workspace,
                                        nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  const FrictionCall call{{NSDS_CLASS_FRICTION_CONTACT, options, workspace, report}, problem, r, u};
  return in_frame(call.common, [&](const CallFrame& frame, Arena& arena) { return run(call, frame, arena); });
}

nsds_status nsds_friction_contact_residual(const nsds_friction_contact* problem, const double* r,
                                           nsds_residual* residual) {
  if (residual == nullptr || residual->struct_size != sizeof(nsds_residual)) return NSDS_INVALID_ARGUMENT;
  return measured_at(problem, r,
                     [&](const FrictionProblem& checked, const double* u, const double* magnitude) {
                       *residual = friction_residual(checked, r, u, magnitude);
                     });
}

nsds_status nsds_friction_contact_residual_fclib(const nsds_friction_contact* problem, const double* r,
                                                 double* value) {
  if (value == nullptr) return NSDS_INVALID_ARGUMENT;
  return measured_at(problem, r,
                     [&](const FrictionProblem& checked, const double* u, const double* magnitude) {
                       *value = friction_residual_fclib(checked, r, u, magnitude).value;
                     });
}
