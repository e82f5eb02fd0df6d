// A ball between a rigid roof, on whose far side it starts, and a compliant floor, y = q_0 - 0.1 + D f.
//
// The reference has a formula of its own for the floor. In a step of length h, with p its impulse,
//
//   0 <= (theta (H W^-1 H^T + D) + D / h) p
//        + theta h H v_free + (1 - theta) h H v_k + H (q_k + h v_k) + b  _|_  p >= 0,
//
// where y_{k+1} + D p / h would have h theta H W^-1 H^T and H q_k, as compliant relations of the library do:
// it moves the ball by the whole of h v_k and then again, and adds a velocity to a length. It differs from
// that by O(h) where D / h is large. So the floor is a plain relation here, and the formulation is written by
// the test as a user would, with the reference's formula; everything else of the step is the library's.
#include <algorithm>
#include <nsds/kernel.hpp>

#include "reference/cases.hpp"

namespace nsds::test {
namespace {

constexpr double h = 5e-4;
constexpr double theta = 0.5;
constexpr double D = 0.01;  // [m/N]

/// Two rows, roof and floor, of which at most one is active: the ball is small.
class LegacyCompliance final : public OneStepNSProblem {
 public:
  explicit LegacyCompliance(const Interaction& floor) : floor_(&floor) {}
  std::string name() const override { return "LegacyCompliance"; }
  void checkLaw(const Interaction&) const override {}
  const Solver& solver() const override { return solver_; }
  void setSolver(const Solver& solver) override { solver_ = solver; }
  ProblemCopy copyProblem() const override { return {}; }
  void clearWorkspaces() override {}

  /// q_k and v_k, before each step.
  void begin(double q, double v) { predicted_ = (1.0 - theta) * h * v + q + h * v; }

  SolverOutcome solve(const CondensedOperator& condensed, const IndexSet& active, ProblemChange,
                      const double* w, double* lambda) override {
    if (active.size() != 1) throw Error("roof and floor at once");
    const UnitaryRelation& relation = active.front();
    const CondensedInteraction& interaction =
        condensed.interactions[static_cast<std::size_t>(relation.interactionIndex)];
    const CondensedTerm& term = condensed.terms[static_cast<std::size_t>(interaction.firstTerm)];
    double W = 0.0;  // H W^-1 H^T
    for (std::int32_t j = 0; j < term.size; ++j)
      W += condensed.pool[static_cast<std::size_t>(term.left + j)] *
           condensed.pool[static_cast<std::size_t>(term.right + j)];
    const bool onFloor = relation.interaction == floor_;
    const double matrix = onFloor ? theta * (W + D) + D / h : W;
    const double vector = onFloor ? theta * h * w[0] + predicted_ - 0.1 : w[0];
    lambda[0] = std::max(0.0, -vector / matrix);
    SolverOutcome outcome;
    outcome.solver = "closed form";
    outcome.islands = 1;
    return outcome;
  }

 private:
  Solver solver_{"closed form"};
  const Interaction* floor_;
  double predicted_ = 0.0;
};

}  // namespace

/// t, q_0, v_0, p_0, impulse of the roof.
Rows bouncingBallOnCompliance() {
  Model model(0.0, 10.0);
  auto& ball = model.add<LagrangianLinearTIDS>(Vector{{1.0, 0.0, 0.0}}, Vector::Zero(3),
                                               Matrix(Vector{{1.0, 1.0, 0.004}}.asDiagonal()));
  ball.setFExt(Vector{{-9.81, 0.0, 0.0}});
  const auto& roof =
      model.link(NewtonImpactNSL(1.0), LagrangianLinearTIR(Matrix{{-1.0, 0.0, 0.0}}, 0.7), ball);
  const auto& floor =
      model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix{{1.0, 0.0, 0.0}}, -0.1), ball);
  TimeStepping simulation(model, TimeDiscretisation(0.0, h),
                          MoreauJeanOSI(theta, {.gamma = 0.5, .restingGap = 0.0}), LegacyCompliance(floor));
  simulation.acceptInitialState();
  Rows rows;
  const auto record = [&] {
    rows.push_back({simulation.time(), ball.q()[0], ball.v()[0], ball.p()[0], roof.lambda()[0]});
  };
  simulation.initialize();
  auto& formulation = static_cast<LegacyCompliance&>(simulation.nonSmoothProblem());
  record();
  while (simulation.hasNextEvent()) {
    formulation.begin(ball.q()[0], ball.v()[0]);
    simulation.computeOneStep();
    simulation.nextStep();
    record();
  }
  return rows;
}

}  // namespace nsds::test
