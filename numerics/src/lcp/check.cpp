// Are the arguments of a solve admissible? Nothing is written but the sentence.
#include "core/call_checks.hpp"
#include "lcp/call.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics {
namespace {

bool check_shape(const nsds_lcp& problem, const Sentence& sentence) {
  if (problem.size < 0) {
    sentence.write("problem.size is {}, it must be at least 0.", problem.size);
    return false;
  }
  if (problem.M == nullptr) {
    sentence.write("problem.M is null.");
    return false;
  }
  if (problem.M->rows != problem.size || problem.M->cols != problem.size) {
    sentence.write("problem.M is {} x {}, problem.size is {}.", problem.M->rows, problem.M->cols,
                   problem.size);
    return false;
  }
  return true;
}

bool check_vector(const char* name, const double* values, std::int32_t n, const Sentence& sentence) {
  const std::int32_t bad = first_not_finite(values, n);
  if (bad < 0) return true;
  sentence.write("{}[{}] is {}.", name, bad, values[bad]);
  return false;
}

bool same_shape(const ProblemRecord& record, const nsds_lcp& problem) {
  return record.problem_class == NSDS_CLASS_LCP && record.size == problem.size &&
         record.storage == problem.M->storage;
}

// What is left of the caller's claim: nothing about a workspace that remembers nothing, or something of
// another shape.
nsds_reuse effective_reuse(const LcpArguments& arguments) {
  const nsds_workspace* workspace = arguments.workspace;
  if (workspace == nullptr || !workspace->record.valid) return NSDS_REUSE_NONE;
  return same_shape(workspace->record, *arguments.problem) ? arguments.options.reuse() : NSDS_REUSE_NONE;
}

#ifndef NDEBUG
// Builds with assertions do not take the caller's word.
bool check_claim(const LcpArguments& arguments, const Sentence& sentence) {
  const nsds_reuse claim = arguments.options.reuse();
  if (claim == NSDS_REUSE_NONE || arguments.workspace == nullptr || !arguments.workspace->record.valid)
    return true;
  const ProblemRecord& record = arguments.workspace->record;
  if (!same_shape(record, *arguments.problem)) {
    sentence.write("reuse claims an unchanged structure, but size or storage of problem.M have changed.");
    return false;
  }
  if (claim >= NSDS_REUSE_STRUCTURE && record.structure_hash != structure_hash(*arguments.problem->M)) {
    sentence.write("reuse claims an unchanged structure, but the index arrays of problem.M have changed.");
    return false;
  }
  if (claim >= NSDS_REUSE_VALUES && record.value_hash != value_hash(*arguments.problem->M)) {
    sentence.write("reuse claims unchanged values, but the values of problem.M have changed.");
    return false;
  }
  return true;
}
#endif

void remember(const LcpArguments& arguments, double matrix_scale) {
  if (arguments.workspace == nullptr) return;
  const nsds_matrix& M = *arguments.problem->M;
  ProblemRecord& record = arguments.workspace->record;
  record = {true, NSDS_CLASS_LCP, arguments.problem->size, M.storage, 0, 0, matrix_scale};
#ifndef NDEBUG
  record.structure_hash = structure_hash(M);
  record.value_hash = value_hash(M);
#endif
}

// max_i |M_ii| and relatives, of a matrix that has been checked unless the caller says that it is unchanged.
std::optional<double> checked_matrix_scale(const LcpArguments& arguments, const Sentence& sentence) {
  const nsds_reuse reuse = effective_reuse(arguments);
  const nsds_matrix& M = *arguments.problem->M;
  char fault[200];
  if (reuse != NSDS_REUSE_VALUES && !well_formed(M, {fault, sizeof fault})) {
    sentence.write("problem.M: {}", fault);
    return std::nullopt;
  }
#ifndef NDEBUG
  if (!check_claim(arguments, sentence)) return std::nullopt;
#endif
  if (reuse == NSDS_REUSE_VALUES) return arguments.workspace->record.matrix_scale;
  const double scale = lcp_matrix_scale(M);
  remember(arguments, scale);
  return scale;
}

}  // namespace

nsds_status check_lcp_arguments(const LcpArguments& arguments, const Sentence& sentence) {
  const nsds_lcp* problem = arguments.problem;
  if (problem == nullptr) {
    sentence.write("problem is null.");
    return NSDS_INVALID_ARGUMENT;
  }
  if (!check_struct_size("problem", "nsds_lcp_init", problem->struct_size, sizeof(nsds_lcp), sentence))
    return NSDS_INVALID_ARGUMENT;
  if (!check_shape(*problem, sentence)) return NSDS_INVALID_ARGUMENT;
  if (problem->size > 0 && problem->q == nullptr) {
    sentence.write("problem.q is null.");
    return NSDS_INVALID_ARGUMENT;
  }
  if (arguments.options.problem_class != NSDS_CLASS_LCP) {
    sentence.write("options are of class '{}', the problem is an LCP.",
                   nsds_class_name(arguments.options.problem_class));
    return NSDS_INVALID_ARGUMENT;
  }
  if (!check_vector("problem.q", problem->q, problem->size, sentence)) return NSDS_INVALID_ARGUMENT;
  const nsds_solver_info& solver = arguments.solver().info;
  if (problem->M->storage == NSDS_OPERATOR && (solver.storages & NSDS_OPERATOR) == 0) {
    sentence.write(
        "solver '{}' needs the entries of problem.M, which is an operator; convert it to dense or CSC.",
        solver.name);
    return NSDS_NOT_APPLICABLE;
  }
  return NSDS_OK;
}

nsds_status check_lcp_unknowns(const LcpArguments& arguments, const double* z, const Sentence& sentence) {
  const std::int32_t n = arguments.problem->size;
  if (n > 0 && z == nullptr) {
    sentence.write("z is null.");
    return NSDS_INVALID_ARGUMENT;
  }
  const bool fit = !arguments.options.warm_start() || check_vector("z", z, n, sentence);
  return fit ? NSDS_OK : NSDS_INVALID_ARGUMENT;
}

std::optional<LcpProblem> scaled_problem(const LcpArguments& arguments, const Sentence& sentence) {
  const std::optional<double> scale = checked_matrix_scale(arguments, sentence);
  if (!scale) return std::nullopt;
  const nsds_lcp& given = *arguments.problem;
  const double s_w = lcp_vector_scale(given.q, given.size);
  const double s_z = s_w / *scale;
  if (!is_unit(s_w) || !is_unit(s_z)) {
    sentence.write(
        "problem: the unit of z, max |q_i| / max |M_ii| = {:.3g} / {:.3g}, is out of range; measure in other "
        "units.",
        s_w, *scale);
    return std::nullopt;
  }
  return LcpProblem{given.size, *given.M, given.q, s_w, s_z};
}

}  // namespace nsds::numerics
