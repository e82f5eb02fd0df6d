// The conditions of optimality, by the default solver of mixed complementarity problems.
#include "mcp/registry.hpp"
#include "nlp/kkt_map.hpp"
#include "nlp/registry.hpp"

namespace nsds::numerics::nlp {

SolverClaim solve_kkt_newton(Program& program, std::span<double> y, SolveContext& context) {
  const char* const name = context.solver;
  KktMap kkt(program, *context.arena);
  for (std::size_t i = 0; i < program.inequalities(); ++i)
    y[program.size() + i] = std::max(0.0, y[program.size() + i]);
  try {
    const SolverClaim claim = mcp::solve_auto(kkt.map(), y, context);
    context.solver = name;
    return claim;
  } catch (const nonlinear::CallbackFailed&) {
    kkt.rethrow();
    throw;
  }
}

}  // namespace nsds::numerics::nlp
