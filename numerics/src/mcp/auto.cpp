// The default of the class: solvers of the table in turn.
#include <algorithm>
#include <cstring>

#include "core/attempts.hpp"
#include "mcp/registry.hpp"
#include "nonlinear/box_map.hpp"

namespace nsds::numerics::mcp {
namespace {

constexpr std::int64_t quick = 30;  // iterations in which Newton succeeds, or hardly ever does

class McpAttempts : private Trials {
 public:
  McpAttempts(nonlinear::Map& map, std::span<double> best, SolveContext& context)
      : map_(map),
        arena_(*context.arena),
        best_(best),
        start_(arena_.take<double>(best.size())),
        trial_(arena_.take<double>(best.size())),
        value_(arena_.take<double>(best.size())),
        attempts_(*this, context, (std::copy(best.begin(), best.end(), trial_.begin()), measure())) {
    std::copy(best.begin(), best.end(), start_.begin());
  }

  enum class From { start, best };

  bool take(const char* name, From from, std::int64_t budget) {
    const Solver& row = *std::find_if(solvers().begin(), solvers().end(), [name](const Solver& solver) {
      return std::strcmp(solver.info.name, name) == 0;
    });
    const std::span<const double> begin = from == From::start ? start_ : best_;
    std::copy(begin.begin(), begin.end(), trial_.begin());
    const std::span<const double> own = default_values(row.info, arena_);
    return attempts_.attempt({row.info.name, own, budget},
                             [&](SolveContext& context) { return row.solve(map_, trial_, context); });
  }

  SolverClaim claim() { return attempts_.claim(); }

 private:
  friend Attempts<McpAttempts>;

  double measure() {
    if (!map_.evaluate(trial_, value_)) return infinity;
    return nonlinear::natural_map(trial_, value_, map_.lower(), map_.upper());
  }
  void keep() { std::copy(trial_.begin(), trial_.end(), best_.begin()); }

  nonlinear::Map& map_;
  Arena& arena_;
  std::span<double> best_, start_, trial_, value_;
  Attempts<McpAttempts> attempts_;
};

}  // namespace

SolverClaim solve_auto(nonlinear::Map& map, std::span<double> a, SolveContext& context) {
  using enum McpAttempts::From;
  McpAttempts attempts(map, a, context);
  static_cast<void>(attempts.take("newton_min", start, quick) || attempts.take("josephy_newton", start, quick) ||
                    attempts.take("newton_fb", start, 300) || attempts.take("josephy_newton", best, 100) ||
                    attempts.take("proximal", start, 200) || attempts.take("newton_fb", best, 300));
  return attempts.claim();
}

}  // namespace nsds::numerics::mcp
