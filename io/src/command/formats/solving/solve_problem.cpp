// Solves a problem of each class from zero.
#include <fmt/core.h>

#include "command/formats/solving/solve.hpp"
#include "command/formats/solving/storage_names.hpp"

namespace nsds::command {

namespace {

bool touchesUnknowns(nsds_status status) {
  return status != NSDS_INVALID_ARGUMENT && status != NSDS_NOT_APPLICABLE && status != NSDS_OUT_OF_MEMORY;
}

std::vector<double> zeros(std::int32_t count) {
  std::vector<double> values(static_cast<std::size_t>(count), 0.0);
  return values;
}

// Runs solve(report), which calls the function of a class. Returns whether the unknowns are a result. proof: (n)
// room for what proves that there is none, n as the header of the class says.
template <class Solve>
bool run(Solved& solved, const Solve& solve, std::vector<double>* proof = nullptr) {
  nsds_report_init(&solved.report);
  if (proof != nullptr) solved.report.certificate = proof->data();
  const nsds_status status = solve(&solved.report);
  solved.report.certificate = nullptr;
  return touchesUnknowns(status);
}

bool isProved(const Solved& solved) {
  return solved.report.status == NSDS_INFEASIBLE || solved.report.status == NSDS_UNBOUNDED;
}

// Solves a problem of a class whose unknowns are z and w = M z + q, from zero. proofName: of its certificate, as in
// the header of the class.
template <class Problem, class Solve>
Solved solveFromZero(const Problem& problem, Solve solve, const char* proofName,
                     const nsds_options* options) {
  Solved solved;
  solved.description = fmt::format("n = {}, {}", problem.size, storageName(problem.M->storage));
  std::vector<double> z = zeros(problem.size);
  std::vector<double> w = zeros(problem.size);
  std::vector<double> proof = zeros(problem.size);
  const auto call = [&](nsds_report* report) {
    return solve(&problem, z.data(), w.data(), options, nullptr, report);
  };
  if (run(solved, call, &proof)) solved.solution = {{"z", std::move(z)}, {"w", std::move(w)}};
  if (isProved(solved)) solved.certificate = {{proofName, std::move(proof)}};
  return solved;
}

// Solves a problem of a class whose unknowns are z and the multipliers of A z ≥ b and C z = d, from zero.
template <class Problem, class Solve>
Solved solveProgram(const Problem& problem, const nsds_matrix& M, Solve solve, const nsds_options* options) {
  Solved solved;
  solved.description = fmt::format("n = {}, inequalities {}, equalities {}, {}", problem.size,
                                   problem.inequalities, problem.equalities, storageName(M.storage));
  std::vector<double> z = zeros(problem.size);
  std::vector<double> multipliers = zeros(problem.inequalities + problem.equalities);
  std::vector<double> proof = zeros(problem.size + problem.inequalities + problem.equalities);
  const auto call = [&](nsds_report* report) {
    return solve(&problem, z.data(), multipliers.data(), options, nullptr, report);
  };
  if (run(solved, call, &proof))
    solved.solution = {{"z", std::move(z)}, {"multipliers", std::move(multipliers)}};
  if (isProved(solved)) {
    const auto behind = proof.begin() + problem.size;
    solved.certificate = {{"z", {proof.begin(), behind}}, {"multipliers", {behind, proof.end()}}};
  }
  return solved;
}

Solved solveOne(const problems::Lcp& problem, const nsds_options* options) {
  Solved solved = solveFromZero(problem.view(), nsds_lcp_solve, "y", options);
  if (!solved.solution) return solved;
  double residual = 0.0;
  nsds_lcp_residual_fclib(&problem.view(), solved.solution->front().second.data(), &residual);
  solved.residualFclib = residual;
  return solved;
}

Solved solveOne(const problems::Mlcp& problem, const nsds_options* options) {
  return solveFromZero(problem.view(), nsds_mlcp_solve, "v", options);
}

Solved solveOne(const problems::Relay& problem, const nsds_options* options) {
  return solveFromZero(problem.view(), nsds_relay_solve, "v", options);
}

Solved solveOne(const problems::Qp& problem, const nsds_options* options) {
  const nsds_qp& qp = problem.view();
  Solved solved = solveProgram(qp, *qp.Q, nsds_qp_solve, options);
  if (solved.solution) solved.objective = solved.report.objective;
  return solved;
}

// The inequality is about w = M z + q, which is shown beside z.
Solved solveOne(const problems::Avi& problem, const nsds_options* options) {
  const nsds_avi& avi = problem.view();
  Solved solved = solveProgram(avi, *avi.M, nsds_avi_solve, options);
  if (!solved.solution) return solved;
  const std::vector<double>& z = solved.solution->front().second;
  std::vector<double> w(avi.q, avi.q + avi.size);
  nsds_matrix_multiply(avi.M, 1.0, z.data(), 1.0, w.data());
  solved.solution->insert(solved.solution->begin() + 1, {"w", std::move(w)});
  return solved;
}

Solved solveOne(const problems::Equality& problem, const nsds_options* options) {
  const nsds_equality& equality = problem.view();
  Solved solved;
  solved.description = fmt::format("n = {}, {}", equality.size, storageName(equality.M->storage));
  std::vector<double> z = zeros(equality.size);
  std::vector<double> proof = z;
  const auto call = [&](nsds_report* report) {
    return nsds_equality_solve(&equality, z.data(), options, nullptr, report);
  };
  if (run(solved, call, &proof)) solved.solution = {{"z", std::move(z)}};
  if (isProved(solved)) solved.certificate = {{"v", std::move(proof)}};
  return solved;
}

// Solves a problem of blocks of reactions by the functions of its class. description: of its sizes.
template <class Problem, class Solve, class Residual>
Solved solveBlocks(const Problem& problem, std::int32_t size, std::string description, Solve solve,
                   Residual residualFclib, const nsds_options* options) {
  Solved solved;
  solved.description = std::move(description);
  std::vector<double> r = zeros(size);
  std::vector<double> u = r;
  const auto call = [&](nsds_report* report) {
    return solve(&problem, r.data(), u.data(), options, nullptr, report);
  };
  if (!run(solved, call)) return solved;
  double residual = 0.0;
  residualFclib(&problem, r.data(), &residual);
  solved.residualFclib = residual;
  solved.solution = {{"r", std::move(r)}, {"u", std::move(u)}};
  return solved;
}

// Solves a problem reduced to contacts by the functions of its class.
template <class Problem, class Solve, class Residual>
Solved solveContacts(const Problem& problem, Solve solve, Residual residualFclib,
                     const nsds_options* options) {
  return solveBlocks(problem, problem.dimension * problem.contacts,
                     fmt::format("d = {}, nc = {}, {}", problem.dimension, problem.contacts,
                                 storageName(problem.W->storage)),
                     solve, residualFclib, options);
}

Solved solveOne(const problems::ConePlasticity& owned, const nsds_options* options) {
  const nsds_cone_plasticity& problem = owned.view();
  return solveBlocks(
      problem, 3 * problem.points,
      fmt::format("{}, nc = {}, {}", problem.law == NSDS_DRUCKER_PRAGER ? "Drucker-Prager" : "von Mises",
                  problem.points, storageName(problem.M->storage)),
      nsds_cone_plasticity_solve, nsds_cone_plasticity_residual_fclib, options);
}

Solved solveOne(const problems::FrictionContact& owned, const nsds_options* options) {
  return solveContacts(owned.view(), nsds_friction_contact_solve, nsds_friction_contact_residual_fclib,
                       options);
}

Solved solveOne(const problems::RollingFrictionContact& owned, const nsds_options* options) {
  return solveContacts(owned.view(), nsds_rolling_friction_contact_solve,
                       nsds_rolling_friction_contact_residual_fclib, options);
}

// Solves a problem in global form by the functions of its class. The multipliers of bilateral constraints are printed
// where there are some.
template <class Problem, class Solve, class Residual>
Solved solveGlobal(const Problem& problem, Solve solve, Residual residualFclib, const nsds_options* options) {
  Solved solved;
  solved.description =
      fmt::format("dim = {}, nc = {}, n = {}, constraints {}, {}", problem.dimension, problem.contacts,
                  problem.size, problem.constraints, storageName(problem.M->storage));
  std::vector<double> v = zeros(problem.size);
  std::vector<double> r = zeros(problem.dimension * problem.contacts);
  std::vector<double> u = r;
  std::vector<double> lambda = zeros(problem.constraints);
  const auto call = [&](nsds_report* report) {
    return solve(&problem, v.data(), r.data(), u.data(), lambda.data(), options, nullptr, report);
  };
  if (!run(solved, call)) return solved;
  double residual = 0.0;
  residualFclib(&problem, v.data(), r.data(), lambda.data(), &residual);
  solved.residualFclib = residual;
  solved.solution = {{"v", std::move(v)}, {"r", std::move(r)}, {"u", std::move(u)}};
  if (problem.constraints > 0) solved.solution->emplace_back("lambda", std::move(lambda));
  return solved;
}

Solved solveOne(const problems::GlobalFrictionContact& owned, const nsds_options* options) {
  return solveGlobal(owned.view(), nsds_global_friction_contact_solve,
                     nsds_global_friction_contact_residual_fclib, options);
}

Solved solveOne(const problems::GlobalRollingFrictionContact& owned, const nsds_options* options) {
  return solveGlobal(owned.view(), nsds_global_rolling_friction_contact_solve,
                     nsds_global_rolling_friction_contact_residual_fclib, options);
}

Solved solveOne(const problems::GenericMechanical& owned, const nsds_options* options) {
  const nsds_generic_mechanical& problem = owned.view();
  Solved solved;
  solved.description =
      fmt::format("n = {}, blocks {}, {}", problem.size, problem.blocks, storageName(problem.W->storage));
  std::vector<double> lambda = zeros(problem.size);
  std::vector<double> w = lambda, proof = lambda;
  const auto call = [&](nsds_report* report) {
    return nsds_generic_mechanical_solve(&problem, lambda.data(), w.data(), options, nullptr, report);
  };
  if (run(solved, call, &proof)) solved.solution = {{"lambda", std::move(lambda)}, {"w", std::move(w)}};
  if (isProved(solved)) solved.certificate = {{"v", std::move(proof)}};
  return solved;
}

Solved solveOne(const problems::Soclcp& owned, const nsds_options* options) {
  const nsds_soclcp& problem = owned.view();
  Solved solved;
  solved.description =
      fmt::format("n = {}, cones {}, {}", problem.size, problem.cone_count, storageName(problem.M->storage));
  std::vector<double> z = zeros(problem.size);
  std::vector<double> w = z;
  const auto call = [&](nsds_report* report) {
    return nsds_soclcp_solve(&problem, z.data(), w.data(), options, nullptr, report);
  };
  if (run(solved, call)) solved.solution = {{"z", std::move(z)}, {"w", std::move(w)}};
  return solved;
}

}  // namespace

Solved solveProblem(const problems::AnyProblem& problem, const nsds_options* options) {
  return std::visit([options](const auto& one) { return solveOne(one, options); }, problem);
}

}  // namespace nsds::command
