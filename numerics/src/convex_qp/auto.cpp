// The default takes, where A is the identity, the projected gradients, which need no factorisation, for as
// long as they are likely to be the shorter way; then admm; then what is left, each from the best point so
// far. It believes only the residual.
#include <algorithm>

#include "convex_qp/options.hpp"
#include "convex_qp/registry.hpp"
#include "convex_qp/residual/evaluation.hpp"
#include "core/attempts.hpp"

namespace nsds::numerics::convex_qp {
namespace {

class Auto : Trials {
 public:
  Auto(const ConvexQp& problem, Point point, SolveContext& context)
      : problem_(problem),
        best_(point),
        trial_{context.arena->take<double>(point.z.size()), context.arena->take<double>(point.xi.size())},
        evaluate_(problem, *context.arena),
        attempts_(*this, context, evaluate_(point.z.data(), point.xi.data()).value) {}

  SolverClaim solve() {
    static constexpr auto admm = default_values(admm_options);
    static constexpr auto gradient = default_values(projected_gradient_options);
    static constexpr auto accelerated = default_values(accelerated_gradient_options);
    static constexpr auto extragradient = default_values(extragradient_options);
    const bool over_unknowns = problem_.A == nullptr;
    // Gradients come first: where they do converge they are far cheaper than what factorises.
    const Turn turns[] = {
        {over_unknowns, {"projected_gradient", gradient, 500}, solve_projected_gradient},
        {over_unknowns, {"accelerated_gradient", accelerated, 3000}, solve_accelerated_gradient},
        {true, {"admm", admm, 50000}, solve_admm},
        {over_unknowns, {"accelerated_gradient", accelerated, 20000}, solve_accelerated_gradient},
        {over_unknowns, {"projected_gradient", gradient, 20000}, solve_projected_gradient},
        {true, {"extragradient", extragradient, 20000}, solve_extragradient}};
    for (const Turn& turn : turns)
      if (turn.when && ends_with(turn)) break;
    return attempts_.claim();
  }

 private:
  friend Attempts<Auto>;

  struct Turn {
    bool when = false;
    Attempt attempt;
    Solve run = nullptr;
  };

  bool ends_with(const Turn& turn) {
    std::copy(best_.z.begin(), best_.z.end(), trial_.z.begin());
    std::copy(best_.xi.begin(), best_.xi.end(), trial_.xi.begin());
    return attempts_.attempt(turn.attempt,
                             [&](SolveContext& context) { return turn.run(problem_, trial_, context); });
  }

  double measure() { return evaluate_(trial_.z.data(), trial_.xi.data()).value; }

  // NOLINTNEXTLINE(readability-make-member-function-const): it writes through spans
  void keep() {
    std::copy(trial_.z.begin(), trial_.z.end(), best_.z.begin());
    std::copy(trial_.xi.begin(), trial_.xi.end(), best_.xi.begin());
  }

  const ConvexQp& problem_;
  Point best_;  // the point of the call
  Point trial_;
  Evaluation evaluate_;
  Attempts<Auto> attempts_;
};

}  // namespace

SolverClaim solve_auto(const ConvexQp& problem, Point point, SolveContext& context) {
  return Auto(problem, point, context).solve();
}

}  // namespace nsds::numerics::convex_qp
