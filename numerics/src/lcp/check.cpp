// Are the arguments of a solve admissible? Nothing is written but the sentence.
#include "core/call_checks.hpp"
#include "lcp/call.hpp"
#include "linalg/matrix_claim.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics {
nsds_status check_lcp_arguments(const LcpArguments& arguments, const Sentence& sentence) {
  const nsds_lcp* problem = arguments.problem;
  if (problem == nullptr) {
    sentence.write("problem is null.");
    return NSDS_INVALID_ARGUMENT;
  }
  if (!check_struct_size("problem", "nsds_lcp_init", problem->struct_size, sizeof(nsds_lcp), sentence))
    return NSDS_INVALID_ARGUMENT;
  if (!check_shape(problem->size, problem->M, sentence)) return NSDS_INVALID_ARGUMENT;
  if (problem->size > 0 && problem->q == nullptr) {
    sentence.write("problem.q is null.");
    return NSDS_INVALID_ARGUMENT;
  }
  if (arguments.options.problem_class != NSDS_CLASS_LCP) {
    sentence.write("options are of class '{}', the problem is an LCP.",
                   nsds_class_name(arguments.options.problem_class));
    return NSDS_INVALID_ARGUMENT;
  }
  if (!check_finite("problem.q", problem->q, problem->size, sentence)) return NSDS_INVALID_ARGUMENT;
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
  const bool fit = check_unknown("z", z, n, arguments.options.warm_start(), sentence);
  return fit ? NSDS_OK : NSDS_INVALID_ARGUMENT;
}

std::optional<LcpProblem> scaled_problem(const LcpArguments& arguments, const Sentence& sentence) {
  const NamedMatrix matrix{"problem.M", arguments.problem->M};
  const std::optional<double> scale = checked_matrices(
      {NSDS_CLASS_LCP, {&matrix, 1}, arguments.workspace, arguments.options.reuse()},
      [](const MatrixClaim& claim) { return lcp_matrix_scale(*claim.matrices[0].view); }, sentence);
  if (!scale) return std::nullopt;
  const nsds_lcp& given = *arguments.problem;
  return in_its_units({given.size, *given.M, given.q, 0.0, 0.0}, *scale, sentence);
}

}  // namespace nsds::numerics
