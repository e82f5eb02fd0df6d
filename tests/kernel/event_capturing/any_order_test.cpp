// Orders of time stepping of any order through impacts, and through their accumulation to rest.
#include "kernel/event_capturing/exact_problems.hpp"

namespace nsds::test::any_order_test {
namespace {

using Make = Problem (*)(double);
using MakeIntegrator = std::unique_ptr<SmoothIntegrator> (*)();

template <class Integrator>
std::unique_ptr<SmoothIntegrator> make() {
  return std::make_unique<Integrator>();
}

double errorOf(Make problem, double T, double h, MakeIntegrator integrator) {
  Problem p = problem(T);
  AnyOrderTimeStepping simulation(*p.model, TimeDiscretisation(0.0, h), integrator(), nullptr, {});
  return errorL1(p, simulation);
}

struct Method {
  MakeIntegrator make;
  int order;
  double coarsest;
};

class AnyOrder : public ::testing::TestWithParam<Method> {
 protected:
  double order(Make problem, double T) {
    const Method& method = GetParam();
    const Series s = series(method.coarsest, 5, 1e-3, 1e-12,
                            [&](double h) { return errorOf(problem, T, h, method.make); });
    EXPECT_GE(s.h.size(), 3U);
    return fitOrder(s.h, s.error).order;
  }
  void expectOrderOf(Make problem, double T) {
    const double found = order(problem, T);
    EXPECT_GE(found, GetParam().order - 0.3);
    EXPECT_LE(found, GetParam().order + 0.5);
  }
};

TEST_P(AnyOrder, HoldsThroughImpactsOfAnOscillator) {
  expectOrderOf(&problemA, 10.0);
}

TEST_P(AnyOrder, HoldsThroughAnAccumulationToRest) {
  expectOrderOf(&problemC, 20.0);
}

TEST_P(AnyOrder, HoldsForAPendulumWithAStop) {
  expectOrderOf(&problemP, 10.0);
}

/// The method is exact in free fall: only brackets are left, δ = O(H^(p+1)).
TEST_P(AnyOrder, IsOneMoreForABall) {
  EXPECT_GE(order(&problemB, 4.0), GetParam().order + 0.8);
}

INSTANTIATE_TEST_SUITE_P(Methods, AnyOrder,
                         ::testing::Values(Method{&make<Heun2>, 2, 0.1}, Method{&make<Gauss2>, 2, 0.1},
                                           Method{&make<Bs3>, 3, 0.2}, Method{&make<Bh3>, 3, 0.2},
                                           Method{&make<RadauIIA3>, 3, 0.2}, Method{&make<Rkf45>, 4, 0.4},
                                           Method{&make<Bh5>, 4, 0.4}, Method{&make<Gauss4>, 4, 0.4},
                                           Method{&make<Dopri5>, 5, 0.6}, Method{&make<Hem5>, 5, 0.6},
                                           Method{&make<Phem56>, 5, 0.6}, Method{&make<RadauIIA5>, 5, 0.6}));

/// With equal steps of one method the error is that of event-driven simulation, and so is the work: a bracket in place of a root saves
/// a few repeated steps. docs/integrators.md has the figures of which these are two.
TEST(AnyOrder, IsAsAccurateAsEventDrivenSimulationAndCostsAsMuch) {
  const auto forces = [](auto& simulation) {
    return static_cast<double>(simulation.integrator().statistics().forceEvaluations);
  };
  for (const Make problem : {&problemA, &problemC}) {
    const double h = 0.1, T = problem == &problemA ? 10.0 : 20.0;
    double error = 0.0, exactly = 0.0, work = 0.0, exactWork = 0.0;
    for (int i = 0; i < 8; ++i) {
      const double length = h * (1.0 + 0.0137 * i);
      Problem p = problem(T);
      AnyOrderTimeStepping grid(*p.model, TimeDiscretisation(0.0, length), Dopri5());
      error += errorL1(p, grid);
      work += forces(grid);
      Problem other = problem(T);
      SmoothOptions options;
      options.fixedStep = length;
      EventDriven events(*other.model, TimeDiscretisation(0.0, length), Dopri5(options));
      while (events.hasNextEvent()) {
        events.computeOneStep();
        const bool sample = events.event() == EventKind::sampling;
        events.nextStep();
        if (sample)
          exactly += events.lastTimeStep() * std::abs(other.system->q()[0] - other.exact(events.time()));
      }
      exactWork += forces(events);
    }
    EXPECT_NEAR(error / exactly, 1.0, 0.1);
    EXPECT_NEAR(work / exactWork, 1.0, 0.1);
  }
}

}  // namespace
}  // namespace nsds::test::any_order_test
