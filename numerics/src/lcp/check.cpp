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

nsds_reuse effective_reuse(const LcpArguments& arguments) {
  const nsds_workspace* workspace = arguments.workspace;
  if (arguments.options == nullptr || workspace == nullptr) return NSDS_REUSE_NONE;
  const ProblemRecord& record = workspace->record;
  const bool same_shape = record.valid && record.problem_class == NSDS_CLASS_LCP &&
                          record.size == arguments.problem->size &&
                          record.storage == arguments.problem->M->storage;
  return same_shape ? arguments.options->reuse() : NSDS_REUSE_NONE;
}

#ifndef NDEBUG
// Builds with assertions do not take the caller's word.
bool check_claim(const LcpArguments& arguments, nsds_reuse claim, const Sentence& sentence) {
  const ProblemRecord& record = arguments.workspace->record;
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
  if (problem->size > 0 && (problem->q == nullptr || arguments.z == nullptr)) {
    sentence.write("{} is null.", problem->q == nullptr ? "problem.q" : "z");
    return NSDS_INVALID_ARGUMENT;
  }
  const nsds_options* options = arguments.options;
  if (options != nullptr && options->problem_class != NSDS_CLASS_LCP) {
    sentence.write("options are of class '{}', the problem is an LCP.",
                   nsds_class_name(options->problem_class));
    return NSDS_INVALID_ARGUMENT;
  }
  if (!check_vector("problem.q", problem->q, problem->size, sentence)) return NSDS_INVALID_ARGUMENT;
  if (options != nullptr && options->warm_start() && !check_vector("z", arguments.z, problem->size, sentence))
    return NSDS_INVALID_ARGUMENT;

  const LcpSolver& solver =
      lcp_solvers()[options == nullptr ? 0 : static_cast<std::size_t>(options->solver_index)];
  if (problem->M->storage == NSDS_OPERATOR && (solver.info.storages & NSDS_OPERATOR) == 0) {
    sentence.write(
        "solver '{}' needs the entries of problem.M, which is an operator; convert it to dense or CSC.",
        solver.info.name);
    return NSDS_NOT_APPLICABLE;
  }
  return NSDS_OK;
}

std::optional<double> checked_matrix_scale(const LcpArguments& arguments, const Sentence& sentence) {
  const nsds_reuse reuse = effective_reuse(arguments);
  const nsds_matrix& M = *arguments.problem->M;
  char fault[200];
  if (reuse != NSDS_REUSE_VALUES && !well_formed(M, {fault, sizeof fault})) {
    sentence.write("problem.M: {}", fault);
    return std::nullopt;
  }
#ifndef NDEBUG
  if (reuse != NSDS_REUSE_NONE && !check_claim(arguments, reuse, sentence)) return std::nullopt;
#endif
  if (reuse == NSDS_REUSE_VALUES) return arguments.workspace->record.matrix_scale;
  const double scale = lcp_matrix_scale(M);
  remember(arguments, scale);
  return scale;
}

}  // namespace nsds::numerics
