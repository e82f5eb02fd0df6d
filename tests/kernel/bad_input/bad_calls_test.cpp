// Wrong calls on a model in the middle of a run: each gives the named error, and not a byte of the state
// changes.
#include "kernel/bad_input/bad_subject.hpp"

namespace nsds::test::bad_calls_test {
namespace {

const LagrangianLinearTIR oneRow(Matrix{{1.0}});

struct LawWithState final : NonSmoothLaw {
  LawWithState(Index blockSize, double initial) : NonSmoothLaw("Law", blockSize, 1), initial_(initial) {}
  AdmissibleSet doAdmissibleSet() const override { return OrthantSet{}; }
  void doInitialState(VectorRef state) const override { state.setConstant(initial_); }
  double initial_;
};

TEST(BadLink, IsNamedAndChangesNothing) {
  check({
      {"rows not a multiple of the block",
       [](Subject& s) { s.model().link(LawWithState(2, 0.0), oneRow, s.ball); },
       {"LagrangianLinearTIR", "1 rows", "block size 2", "Law"}},
      {"columns that do not fit",
       [](Subject& s) { s.model().link(NewtonImpactNSL(0.5), oneRow, s.rod); },
       {"LagrangianLinearTIR", "1 columns", "2 coordinates"}},
      {"columns that do not fit two systems",
       [](Subject& s) { s.model().link(NewtonImpactNSL(0.5), oneRow, s.ball, s.rod); },
       {"1 columns", "3 coordinates"}},
      {"a first-order relation for Lagrangian systems",
       [](Subject& s) {
         s.model().link(ComplementarityConditionNSL(), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}),
                        s.ball);
       },
       {"ball", "order 2", "FirstOrderLinearTIR", "order 1"}},
      {"an impact law for a first-order relation",
       [](Subject& s) {
         s.model().link(NewtonImpactNSL(0.5), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), s.ball);
       },
       {"NewtonImpactNSL", "first-order", "FirstOrderLinearTIR"}},
      {"a system of another model",
       [](Subject& s) { s.model().link(NewtonImpactNSL(0.5), oneRow, s.foreign); },
       {"foreigner", "does not belong to this model"}},
      {"the same system twice",
       [](Subject& s) {
         s.model().link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix{{1.0, 1.0}}), s.ball, s.ball);
       },
       {"ball", "linked to itself"}},
      {"no system",
       [](Subject& s) { s.model().link(NewtonImpactNSL(0.5), oneRow, std::vector<DynamicalSystem*>{}); },
       {"LagrangianLinearTIR", "at least one system"}},
      {"a null system",
       [](Subject& s) {
         s.model().link(NewtonImpactNSL(0.5), oneRow, std::vector<DynamicalSystem*>{nullptr});
       },
       {"LagrangianLinearTIR", "null"}},
      {"a null law",
       [](Subject& s) {
         s.model().nsds().insert(nullptr, std::make_unique<LagrangianLinearTIR>(oneRow), {&s.ball});
       },
       {"a law"}},
      {"a null relation",
       [](Subject& s) {
         s.model().nsds().insert(std::make_unique<NewtonImpactNSL>(0.5), nullptr, {&s.ball});
       },
       {"a relation"}},
      {"a null system inserted",
       [](Subject& s) { s.model().nsds().insert(std::unique_ptr<DynamicalSystem>()); },
       {"null system"}},
      {"a law with an initial state that is not finite",
       [](Subject& s) { s.model().link(LawWithState(1, nan), oneRow, s.ball); },
       {"Law", "initial state(0)", "nan"}},
  });
}

TEST(BadRemoval, IsNamedAndChangesNothing) {
  check({
      {"a system of another model",
       [](Subject& s) { s.model().remove(s.foreign); },
       {"foreigner", "does not belong"}},
      {"an interaction of another model",
       [](Subject& s) { s.model().remove(s.foreignContact); },
       {"foreign contact", "does not belong"}},
  });
}

/// Once removed, before the change is applied: named, not done twice.
TEST(BadRemoval, OfWhatIsRemovedAlready) {
  Subject s;
  s.model().remove(s.ball);
  const auto expectError = [](const std::function<void()>& call, const std::string& name) {
    try {
      call();
      ADD_FAILURE() << "no error";
    } catch (const InvalidArgument& error) {
      EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("removed"), std::string::npos) << error.what();
    }
  };
  expectError([&] { s.model().remove(s.ball); }, "ball");
  expectError([&] { s.model().remove(s.contact); }, s.contact.name());
  expectError([&] { s.model().link(NewtonImpactNSL(0.5), oneRow, s.ball); }, "ball");
}

TEST(BadSetter, IsNamedAndChangesNothing) {
  check({
      {"q of another size",
       [](Subject& s) { s.rod.setQ(Vector::Ones(1)); },
       {"rod", "q has 1 entries, 2 expected"}},
      {"v of another size",
       [](Subject& s) { s.rod.setV(Vector::Ones(3)); },
       {"rod", "v has 3 entries, 2 expected"}},
      {"q NaN",
       [](Subject& s) {
         s.rod.setQ(Vector{{0.0, nan}});
       },
       {"rod", "q(1)", "nan"}},
      {"v infinite", [](Subject& s) { s.ball.setV(Vector::Constant(1, inf)); }, {"ball", "v(0)", "inf"}},
      {"F_ext of another size", [](Subject& s) { s.rod.setFExt(Vector::Ones(1)); }, {"rod", "F_ext has 1"}},
      {"F_ext NaN",
       [](Subject& s) {
         s.rod.setFExt(Vector{{nan, 0.0}});
       },
       {"rod", "F_ext(0)", "nan"}},
      {"F_ext empty", [](Subject& s) { s.rod.setFExt(LagrangianDS::TimeFunction()); }, {"rod", "F_ext"}},
      {"F_int empty", [](Subject& s) { s.rod.setFInt(LagrangianDS::InternalFunction()); }, {"rod", "F_int"}},
      {"F_gyr empty",
       [](Subject& s) { s.rod.setFGyr(LagrangianDS::GyroscopicFunction()); },
       {"rod", "F_gyr"}},
      {"F_int of a linear system",
       [](Subject& s) { s.ball.setFInt([](double, VectorConstRef, VectorConstRef, VectorRef) {}); },
       {"ball", "linear"}},
      {"scale zero",
       [](Subject& s) {
         s.model().setScales({0.0, 1.0, 1.0});
       },
       {"length 0"}},
      {"scale NaN",
       [](Subject& s) {
         s.model().setScales({1.0, nan, 1.0});
       },
       {"time nan"}},
      {"scale negative",
       [](Subject& s) {
         s.model().setScales({1.0, 1.0, -1.0});
       },
       {"mass -1"}},
      {"Newton tolerance",
       [](Subject& s) { s.simulation().setNewtonOptions({.tolerance = 0.0}); },
       {"tolerance 0"}},
      {"Newton tolerance NaN",
       [](Subject& s) { s.simulation().setNewtonOptions({.tolerance = nan}); },
       {"nan"}},
      {"Newton iterations",
       [](Subject& s) { s.simulation().setNewtonOptions({.maxIterations = 0}); },
       {"0 Newton iterations"}},
      {"index set of level 2", [](Subject& s) { (void)s.simulation().indexSet(2); }, {"level 2"}},
      {"index set of level -1", [](Subject& s) { (void)s.simulation().indexSet(-1); }, {"level -1"}},
      {"check function empty",
       [](Subject& s) { s.simulation().setCheckSolverFunction(std::function<void(int, Simulation&)>()); },
       {"check function is empty"}},
      {"deciding function empty",
       [](Subject& s) {
         s.simulation().setCheckSolverFunction(std::function<SolverAction(const SolverOutcome&)>());
       },
       {"check function is empty"}},
      {"retries negative",
       [](Subject& s) {
         s.simulation().setCheckSolverFunction([](const SolverOutcome&) { return SolverAction::accept; }, -1);
       },
       {"retries -1"}},
      {"unknown solver",
       [](Subject& s) { s.simulation().nonSmoothProblem().setSolver(Solver("simplex")); },
       {"simplex", "lemke"}},
  });
}

TEST(BadSimulation, IsNamedAndChangesNothing) {
  const auto make = [](const TimeDiscretisation& discretisation) {
    return [=](Subject& s) { TimeStepping(s.model(), discretisation, MoreauJeanOSI(0.5), LCP()); };
  };
  check({
      {"another t0", make(TimeDiscretisation(0.5, 0.1)), {"begins at 0.5", "model at 0"}},
      {"another T", make(TimeDiscretisation(std::vector<double>{0.0, 0.5})), {"ends at 0.5", "model at 1"}},
      {"instants beyond T",
       make(TimeDiscretisation(std::vector<double>{0.0, 2.0})),
       {"ends at 2", "model at 1"}},
      {"no integrator",
       [](Subject& s) {
         TimeStepping(s.model(), TimeDiscretisation(0.0, 0.1), std::unique_ptr<OneStepIntegrator>(),
                      std::make_unique<LCP>());
       },
       {"integrator"}},
      {"no problem",
       [](Subject& s) {
         TimeStepping(s.model(), TimeDiscretisation(0.0, 0.1), std::make_unique<MoreauJeanOSI>(0.5),
                      std::unique_ptr<OneStepNSProblem>());
       },
       {"one-step problem"}},
  });
}

}  // namespace
}  // namespace nsds::test::bad_calls_test
