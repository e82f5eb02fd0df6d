#include "mcp/given_solver.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>

#include "core/guard.hpp"
#include "linalg/dense_loops.hpp"
#include "nsds/numerics/mcp.h"

namespace nsds::numerics::mcp {
namespace {

struct SolverOfCaller final : GivenSolver {
  SolverOfCaller(const char* given_name, nsds_mcp_solver given_solve, void* given_user)
      : GivenSolver(given_name), solve(given_solve), user(given_user) {}

  nsds_mcp_solver solve;
  void* user;
};

// The map behind the C interface, counted. What a callback of the problem throws must not pass through the solver of the user.
class Forwarded {
 public:
  Forwarded(nonlinear::Map& map, const SolveContext& context)
      : map_(map),
        context_(context),
        a_(context.arena->take<double>(map.size())),
        b_(context.arena->take<double>(map.size())) {}

  nsds_map view() {
    const affine::Structure& A = map_.jacobian();
    return {evaluate, differentiate, A.sparse ? A.columns.starts : nullptr,
            A.sparse ? A.columns.rows : nullptr, this};
  }

  void rethrow() const {
    if (failure_) throw nonlinear::CallbackFailed(*failure_);
  }

 private:
  // Moves the point into the bounds, where alone F is defined.
  bool evaluate_at(const double* z) {
    for (std::size_t i = 0; i < a_.size(); ++i) a_[i] = std::clamp(z[i], map_.lower()[i], map_.upper()[i]);
    return all_finite(a_.data(), a_.size()) && map_.evaluate(a_, b_);
  }

  // Fails once the time is over, which a solver that goes on would not notice.
  template <class Body>
  int guarded_body(const Body& body) {
    if (context_.seconds_left() <= 0.0) return NSDS_MAP_FAILED;
    return nonlinear::as_callback(failure_, body);
  }

  static int evaluate(void* user, const double* z, double* F) {
    auto& self = *static_cast<Forwarded*>(user);
    return self.guarded_body([&] {
      if (!self.evaluate_at(z)) return false;
      std::copy(self.b_.begin(), self.b_.end(), F);
      return true;
    });
  }

  static int differentiate(void* user, const double* z, double* values) {
    auto& self = *static_cast<Forwarded*>(user);
    return self.guarded_body([&] {
      if (!self.evaluate_at(z) || !self.map_.linearise(self.a_, self.b_)) return false;
      const affine::Structure& A = self.map_.jacobian();
      const std::size_t n = self.a_.size();
      if (A.sparse) {
        std::copy_n(A.columns.values, A.entries, values);
      } else {
        for (std::size_t j = 0; j < n; ++j)
          std::copy_n(A.dense_column(static_cast<std::int32_t>(j)), n, values + j * n);
      }
      return true;
    });
  }

  nonlinear::Map& map_;
  const SolveContext& context_;
  std::span<double> a_, b_;
  std::optional<nonlinear::CallbackFailed> failure_;
};

}  // namespace

SolverClaim solve_by_given(const GivenSolver& given, nonlinear::Map& map, std::span<double> a,
                           SolveContext& context) {
  const auto& solver = static_cast<const SolverOfCaller&>(given);  // options of this class hold no others
  const nsds_status limit = context.limit(0, infinity);
  if (limit != NSDS_OK) return {limit, 0};
  Forwarded forwarded(map, context);
  nsds_mcp problem;
  nsds_mcp_init(&problem);
  problem.size = static_cast<std::int32_t>(a.size());
  problem.F = forwarded.view();
  problem.lower = map.lower().data();
  problem.upper = map.upper().data();
  const std::span<double> z = context.arena->take<double>(a.size());
  std::copy(a.begin(), a.end(), z.begin());
  const nsds_mcp_limits limits{context.tolerance, context.seconds_left(), context.max_iterations};
  std::int64_t iterations = 0;
  int code = 0;
  try {
    code = solver.solve(solver.user, &problem, &limits, z.data(), &iterations);
  } catch (...) {
    context.sentence.write("the function of solver '{}' has thrown an exception", context.solver);
    code = NSDS_MAP_FAILED;
  }
  forwarded.rethrow();
  if (all_finite(z.data(), z.size()))
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = std::clamp(z[i], map.lower()[i], map.upper()[i]);
  iterations = std::max<std::int64_t>(iterations, 0);
  if (code == 0) return {NSDS_OK, iterations};
  const nsds_status reached = context.limit(iterations, infinity);
  return {reached == NSDS_OK ? NSDS_STALLED : reached, iterations};
}

}  // namespace nsds::numerics::mcp

using namespace nsds::numerics;

nsds_status nsds_mcp_options_set_solver(nsds_options* options, const char* name, nsds_mcp_solver solve,
                                        void* user) {
  return guarded([&] {
    if (options == nullptr) return NSDS_INVALID_ARGUMENT;
    const Sentence error{options->error.data(), options->error.size()};
    if (options->problem_class != NSDS_CLASS_MCP) {
      error.write("The options are of class '{}', a solver of the caller is one of class 'mcp'.",
                  nsds_class_name(options->problem_class));
      return NSDS_INVALID_ARGUMENT;
    }
    const std::size_t length = name == nullptr ? 0 : std::strlen(name);
    if (solve == nullptr || length == 0 || length >= sizeof(nsds_report::solver) ||
        nsds_solver_find(NSDS_CLASS_MCP, name) != nullptr) {
      error.write(
          "A solver of the caller needs a function, and a name of 1 to {} characters that no other has.",
          sizeof(nsds_report::solver) - 1);
      return NSDS_INVALID_ARGUMENT;
    }
    auto given = std::make_shared<mcp::SolverOfCaller>(name, solve, user);
    options->solver = &given->info;
    options->solver_index = 0;
    options->own.clear();
    options->given = std::move(given);
    return NSDS_OK;
  });
}
