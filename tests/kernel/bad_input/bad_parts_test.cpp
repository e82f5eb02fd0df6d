// Constructors and setters of the parts of a model: each wrong argument is named.
#include <cmath>

#include "kernel/bad_input/bad_input.hpp"

namespace nsds::test::bad_parts_test {
namespace {

struct Nothing {};
using Calls = std::vector<BadCall<Nothing>>;

const Vector one = Vector::Ones(1);
const Vector two = Vector::Ones(2);
const Vector notFinite{{0.0, nan}};
const Vector empty;
const Matrix I1 = Matrix::Identity(1, 1);
const Matrix I2 = Matrix::Identity(2, 2);
const Matrix nanMatrix{{1.0, nan}, {nan, 1.0}};

void check(const Calls& calls) {
  Nothing nothing;
  for (const auto& bad : calls) EXPECT_EQ(complaint(bad, nothing), "") << bad.what;
}

TEST(BadSystem, Lagrangian) {
  const auto make = [](const Vector& q, const Vector& v, const Matrix& M) {
    return [=](Nothing&) { LagrangianDS(q, v, M); };
  };
  check({
      {"no coordinates", make(empty, empty, Matrix(0, 0)), {"mechanical system", "empty"}},
      {"v0 too short", make(two, one, I2), {"v0", "1 entries, 2 expected"}},
      {"q0 NaN", make(notFinite, two, I2), {"q0(1)", "nan"}},
      {"v0 infinite", make(two, Vector{{inf, 0.0}}, I2), {"v0(0)", "inf"}},
      {"mass of another size", make(two, two, I1), {"mass", "1 x 1, 2 x 2 expected"}},
      {"mass NaN", make(two, two, nanMatrix), {"mass(1, 0)", "nan"}},
      {"mass zero", make(two, two, Matrix::Zero(2, 2)), {"mass", "zero"}},
      {"mass not symmetric", make(two, two, Matrix{{1.0, 0.5}, {0.0, 1.0}}), {"mass", "not symmetric"}},
      {"mass function empty",
       [](Nothing&) { LagrangianDS(two, two, LagrangianDS::MassFunction()); },
       {"mass function"}},
  });
}

TEST(BadSystem, LagrangianLinear) {
  const auto make = [](const Matrix& M, const Matrix& K, const Matrix& C) {
    return [=](Nothing&) { LagrangianLinearTIDS(two, two, M, K, C); };
  };
  check({
      {"mass indefinite",
       [](Nothing&) {
         LagrangianLinearTIDS(two, two, Matrix{{1.0, 2.0}, {2.0, 1.0}});
       },
       {"mass", "not positive definite"}},
      {"mass negative", make(-I2, I2, I2), {"mass", "not positive definite"}},
      {"stiffness of another size", make(I2, I1, I2), {"stiffness", "1 x 1, 2 x 2 expected"}},
      {"damping of another size", make(I2, I2, Matrix::Zero(2, 3)), {"damping", "2 x 3, 2 x 2 expected"}},
      {"stiffness NaN", make(I2, nanMatrix, I2), {"stiffness(1, 0)", "nan"}},
      {"damping infinite", make(I2, I2, inf * Matrix::Ones(2, 2)), {"damping(0, 0)", "inf"}},
      {"F_int of a linear system",
       [](Nothing&) {
         LagrangianLinearTIDS ds(two, two, I2);
         ds.setFInt([](double, VectorConstRef, VectorConstRef, VectorRef) {});
       },
       {"linear system", "LagrangianDS"}},
      {"F_gyr of a linear system",
       [](Nothing&) {
         LagrangianLinearTIDS ds(two, two, I2);
         ds.setFGyr([](VectorConstRef, VectorConstRef, VectorRef) {});
       },
       {"linear system", "LagrangianDS"}},
  });
}

TEST(BadSystem, FirstOrder) {
  check({
      {"no states",
       [](Nothing&) { FirstOrderLinearDS(empty, Matrix(0, 0)); },
       {"first-order system", "empty"}},
      {"x0 NaN", [](Nothing&) { FirstOrderLinearDS(notFinite, I2); }, {"x0(1)", "nan"}},
      {"A of another size", [](Nothing&) { FirstOrderLinearDS(two, I1); }, {"A is 1 x 1, 2 x 2 expected"}},
      {"A NaN", [](Nothing&) { FirstOrderLinearDS(two, nanMatrix); }, {"A(1, 0)", "nan"}},
      {"A empty function",
       [](Nothing&) { FirstOrderLinearDS(two, FirstOrderLinearDS::MatrixFunction()); },
       {"function A"}},
      {"M of another size", [](Nothing&) { FirstOrderLinearDS(two, I2).setM(I1); }, {"M is 1 x 1"}},
      {"M NaN", [](Nothing&) { FirstOrderLinearDS(two, I2).setM(nanMatrix); }, {"M(1, 0)", "nan"}},
      {"b of another size", [](Nothing&) { FirstOrderLinearDS(two, I2).setB(one); }, {"b has 1 entries"}},
      {"b NaN", [](Nothing&) { FirstOrderLinearDS(two, I2).setB(notFinite); }, {"b(1)", "nan"}},
      {"b empty function",
       [](Nothing&) { FirstOrderLinearDS(two, I2).setB(FirstOrderLinearDS::VectorFunction()); },
       {"function b"}},
      {"x of another size", [](Nothing&) { FirstOrderLinearDS(two, I2).setX(one); }, {"x has 1 entries"}},
      {"x NaN", [](Nothing&) { FirstOrderLinearDS(two, I2).setX(notFinite); }, {"x(1)", "nan"}},
  });
}

TEST(BadRelation, Linear) {
  check({
      {"first order without rows",
       [](Nothing&) { FirstOrderLinearTIR(Matrix(0, 2), Matrix(2, 0)); },
       {"FirstOrderLinearTIR", "0 rows"}},
      {"B not of the size of C^T",
       [](Nothing&) { FirstOrderLinearTIR(Matrix::Ones(1, 2), Matrix::Ones(1, 2)); },
       {"FirstOrderLinearTIR", "B is 1 x 2, 2 x 1 expected"}},
      {"C NaN", [](Nothing&) { FirstOrderLinearTIR(nanMatrix, I2); }, {"C(1, 0)", "nan"}},
      {"B NaN", [](Nothing&) { FirstOrderLinearTIR(I2, nanMatrix); }, {"B(1, 0)", "nan"}},
      {"D of another size", [](Nothing&) { FirstOrderLinearTIR(I2, I2).setD(I1); }, {"D is 1 x 1"}},
      {"D NaN", [](Nothing&) { FirstOrderLinearTIR(I2, I2).setD(nanMatrix); }, {"D(1, 0)", "nan"}},
      {"e of another size", [](Nothing&) { FirstOrderLinearTIR(I2, I2).setE(one); }, {"e has 1 entries"}},
      {"e NaN", [](Nothing&) { FirstOrderLinearTIR(I2, I2).setE(notFinite); }, {"e(1)", "nan"}},
      {"H without rows",
       [](Nothing&) { LagrangianLinearTIR(Matrix(0, 2)); },
       {"LagrangianLinearTIR", "0 rows"}},
      {"H NaN", [](Nothing&) { (void)LagrangianLinearTIR(nanMatrix); }, {"H(1, 0)", "nan"}},
      {"b of another size", [](Nothing&) { LagrangianLinearTIR(I2, one); }, {"b has 1 entries, 2 expected"}},
      {"b scalar for two rows",
       [](Nothing&) { LagrangianLinearTIR(I2, 1.0); },
       {"b has 1 entries, 2 expected"}},
      {"b NaN", [](Nothing&) { LagrangianLinearTIR(I1, nan); }, {"b(0)", "nan"}},
  });
}

TEST(BadRelation, Scleronomous) {
  const auto output = [](VectorConstRef, VectorRef) {};
  check({
      {"no rows",
       [=](Nothing&) { LagrangianScleronomousR(0, output); },
       {"LagrangianScleronomousR", "0 rows"}},
      {"rows negative", [=](Nothing&) { LagrangianScleronomousR(-1, output); }, {"-1 rows"}},
      {"no output",
       [](Nothing&) { LagrangianScleronomousR(1, LagrangianScleronomousR::Output()); },
       {"output function"}},
  });
}

struct Law final : NonSmoothLaw {
  Law(Index blockSize, Index stateSize) : NonSmoothLaw("Law", blockSize, stateSize) {}
  AdmissibleSet doAdmissibleSet() const override { return OrthantSet{}; }
};

TEST(BadLaw, IsNamed) {
  check({
      {"e negative", [](Nothing&) { NewtonImpactNSL(-0.1); }, {"NewtonImpactNSL", "-0.1"}},
      {"e above one", [](Nothing&) { NewtonImpactNSL(1.5); }, {"NewtonImpactNSL", "1.5"}},
      {"e NaN", [](Nothing&) { (void)NewtonImpactNSL(nan); }, {"NewtonImpactNSL", "nan"}},
      {"block size zero", [](Nothing&) { Law(0, 0); }, {"Law", "block size 0"}},
      {"state size negative", [](Nothing&) { Law(1, -1); }, {"Law", "state size -1"}},
  });
}

TEST(BadTime, IsNamed) {
  TimeDiscretisation constant(0.0, 0.1);
  TimeDiscretisation list(std::vector<double>{0.0, 1.0});
  constant.setEnd(1.0);
  list.setEnd(1.0);
  const auto instant = [](const TimeDiscretisation& discretisation, std::int64_t k) {
    return [=](Nothing&) { (void)discretisation.instant(k); };
  };
  check({
      {"interval empty", [](Nothing&) { Model(1.0, 1.0); }, {"Model", "[1, 1]"}},
      {"interval reversed", [](Nothing&) { Model(1.0, 0.0); }, {"Model", "[1, 0]"}},
      {"t0 NaN", [](Nothing&) { Model(nan, 0.0); }, {"Model", "t0", "nan"}},
      {"T infinite", [](Nothing&) { Model(0.0, inf); }, {"Model", "T", "inf"}},
      {"h zero", [](Nothing&) { TimeDiscretisation(0.0, 0.0); }, {"TimeDiscretisation", "h = 0"}},
      {"h negative", [](Nothing&) { TimeDiscretisation(0.0, -1.0); }, {"h = -1"}},
      {"h NaN", [](Nothing&) { TimeDiscretisation(0.0, nan); }, {"h = nan"}},
      {"h infinite", [](Nothing&) { TimeDiscretisation(0.0, inf); }, {"h = inf"}},
      {"t0 of the instants NaN", [](Nothing&) { TimeDiscretisation(nan, 1.0); }, {"t0", "nan"}},
      {"one instant", [](Nothing&) { TimeDiscretisation(std::vector<double>{0.0}); }, {"at least two"}},
      {"instants that stand still",
       [](Nothing&) {
         TimeDiscretisation(std::vector<double>{0.0, 1.0, 1.0});
       },
       {"instant 2"}},
      {"instant NaN",
       [](Nothing&) {
         TimeDiscretisation(std::vector<double>{0.0, nan});
       },
       {"instant", "nan"}},
      {"end before the beginning",
       [](Nothing&) { TimeDiscretisation(1.0, 0.1).setEnd(0.0); },
       {"begins at 1", "ends at 0"}},
      {"end NaN", [](Nothing&) { TimeDiscretisation(1.0, 0.1).setEnd(nan); }, {"nan"}},
      {"end of another list",
       [](Nothing&) {
         TimeDiscretisation(std::vector<double>{0.0, 1.0}).setEnd(2.0);
       },
       {"ends at 1", "model at 2"}},
      {"too many steps",
       [](Nothing&) { TimeDiscretisation(0.0, 1e-300).setEnd(1.0); },
       {"cannot be counted"}},
      {"instant -1", instant(constant, -1), {"no instant -1"}},
      {"instant beyond the end", instant(constant, 11), {"no instant 11", "to 10"}},
      {"instant -1 of a list", instant(list, -1), {"no instant -1"}},
      {"instant beyond a list", instant(list, 2), {"no instant 2", "to 1"}},
      {"step from the last instant of a list", [list](Nothing&) { (void)list.step(1); }, {"no instant 2"}},
      {"instant before the end is known", instant(TimeDiscretisation(0.0, 0.1), 1), {"no instant 1"}},
  });
}

TEST(BadLaw, WithFrictionIsNamed) {
  const auto newton = [](double e_n, double e_t, double mu, Index dimension) {
    return [=](Nothing&) { NewtonImpactFrictionNSL(e_n, e_t, mu, dimension); };
  };
  const auto fremond = [](double e, double mu, Index dimension) {
    return [=](Nothing&) { FremondImpactFrictionNSL(e, mu, dimension); };
  };
  check({
      {"e_n negative", newton(-0.1, 0.0, 0.3, 2), {"NewtonImpactFrictionNSL", "e_n = -0.1"}},
      {"e_n above one", newton(1.1, 0.0, 0.3, 2), {"e_n = 1.1"}},
      {"e_n NaN", newton(nan, 0.0, 0.3, 2), {"e_n = nan"}},
      {"e_t below minus one", newton(0.0, -1.1, 0.3, 2), {"e_t = -1.1"}},
      {"e_t above one", newton(0.0, 1.1, 0.3, 3), {"e_t = 1.1"}},
      {"e_t NaN", newton(0.0, nan, 0.3, 3), {"e_t = nan"}},
      {"mu negative", newton(0.0, 0.0, -0.3, 3), {"NewtonImpactFrictionNSL", "mu = -0.3"}},
      {"mu NaN", newton(0.0, 0.0, nan, 3), {"mu = nan"}},
      {"mu infinite", newton(0.0, 0.0, inf, 3), {"mu = inf"}},
      {"dimension 1", newton(0.0, 0.0, 0.3, 1), {"dimension 1"}},
      {"dimension 4", newton(0.0, 0.0, 0.3, 4), {"dimension 4"}},
      {"dimension 0", newton(0.0, 0.0, 0.3, 0), {"NewtonImpactFrictionNSL", "0"}},
      {"Fremond e", fremond(1.5, 0.3, 2), {"FremondImpactFrictionNSL", "e = 1.5"}},
      {"Fremond e NaN", fremond(nan, 0.3, 2), {"e = nan"}},
      {"Fremond mu", fremond(0.5, -1.0, 2), {"FremondImpactFrictionNSL", "mu = -1"}},
      {"Fremond dimension", fremond(0.5, 0.3, 5), {"dimension 5"}},
  });
}

TEST(BadLaw, WithABoundedMultiplierIsNamed) {
  const auto relay = [](double lower, double upper) { return [=](Nothing&) { RelayNSL(lower, upper); }; };
  const auto cone = [](const Matrix& H, const Vector& K) { return [=](Nothing&) { NormalConeNSL(H, K); }; };
  check({
      {"empty interval", relay(1.0, -1.0), {"RelayNSL", "[1, -1]"}},
      {"NaN below", relay(nan, 1.0), {"nan"}},
      {"NaN above", relay(0.0, nan), {"nan"}},
      {"all at infinity", relay(inf, inf), {"[inf, inf]"}},
      {"all at minus infinity", relay(-inf, -inf), {"[-inf, -inf]"}},
      {"K too short",
       cone(Matrix::Identity(2, 2), Vector::Zero(1)),
       {"NormalConeNSL", "(2 x 2)", "1 numbers"}},
      {"no constraint", cone(Matrix::Zero(0, 2), Vector::Zero(0)), {"(0 x 2)"}},
      {"no unknown", cone(Matrix::Zero(2, 0), Vector::Zero(2)), {"block size 0"}},
      {"H NaN", cone(Matrix::Constant(2, 2, nan), Vector::Zero(2)), {"not finite"}},
      {"K infinite", cone(Matrix::Identity(2, 2), Vector::Constant(2, -inf)), {"not finite"}},
      {"equality without rows", [](Nothing&) { EqualityConditionNSL(0); }, {"EqualityConditionNSL", "0"}},
  });
}

TEST(BadFormulation, IsNamedWithThoseThereAre) {
  check({
      {"unknown formulation",
       [](Nothing&) { (void)makeFormulation("QP"); },
       {"\"QP\"", "LCP", "Equality", "MLCP", "Relay", "FrictionContact", "AVI"}},
      {"unknown solver", [](Nothing&) { (void)FrictionContact(Solver("lemke")); }, {"lemke", "nsgs"}},
      {"unknown option", [](Nothing&) { (void)AVI(Solver("auto").set("mu", 1)); }, {"auto", "mu"}},
      {"reuse", [](Nothing&) { (void)Relay(Solver("auto").set("reuse", "values")); }, {"reuse"}},
  });
}

TEST(BadIntegrator, IsNamed) {
  const auto moreauJean = [](const Activation& activation) {
    return [=](Nothing&) { MoreauJeanOSI(0.5, activation); };
  };
  check({
      {"MJ theta negative", [](Nothing&) { MoreauJeanOSI(-0.1); }, {"MoreauJeanOSI", "theta = -0.1"}},
      {"MJ theta above one", [](Nothing&) { MoreauJeanOSI(1.1); }, {"theta = 1.1"}},
      {"MJ theta NaN", [](Nothing&) { (void)MoreauJeanOSI(nan); }, {"theta = nan"}},
      {"MJ gamma", moreauJean({.gamma = 1.5}), {"gamma = 1.5"}},
      {"MJ resting gap", moreauJean({.restingGap = -1.0}), {"restingGap = -1"}},
      {"MJ velocity threshold", moreauJean({.velocityThreshold = nan}), {"velocityThreshold = nan"}},
      {"MJ restitution threshold", moreauJean({.restitutionThreshold = inf}), {"restitutionThreshold = inf"}},
      {"EM theta", [](Nothing&) { EulerMoreauOSI(2.0); }, {"EulerMoreauOSI", "theta = 2"}},
      {"EM theta NaN", [](Nothing&) { (void)EulerMoreauOSI(nan); }, {"theta = nan"}},
      {"EM gamma zero", [](Nothing&) { EulerMoreauOSI(0.5, 0.0); }, {"gamma = 0"}},
      {"EM gamma NaN", [](Nothing&) { EulerMoreauOSI(0.5, nan); }, {"gamma = nan"}},
  });
}

TEST(BadSolver, IsNamedWithWhatThereIs) {
  const auto lcp = [](const Solver& solver) { return [=](Nothing&) { (void)LCP(solver); }; };
  check({
      {"unknown solver", lcp(Solver("simplex")), {"simplex", "lemke", "least_index", "pgs", "enumeration"}},
      {"no solver", lcp(Solver("")), {"\"\"", "lemke"}},
      {"unknown option", lcp(Solver("lemke").set("tolerence", 1e-8)), {"lemke", "tolerence", "tolerance"}},
      {"tolerance negative", lcp(Solver("lemke").set("tolerance", -1.0)), {"lemke", "tolerance"}},
      {"tolerance NaN", lcp(Solver("lemke").set("tolerance", nan)), {"tolerance"}},
      {"iterations negative", lcp(Solver("pgs").set("max_iterations", -1)), {"pgs", "max_iterations"}},
      {"iterations not an integer", lcp(Solver("pgs").set("max_iterations", 1.5)), {"max_iterations"}},
      {"relaxation too large", lcp(Solver("pgs").set("relaxation", 2.0)), {"pgs", "relaxation"}},
      {"text for a number", lcp(Solver("pgs").set("relaxation", "much")), {"relaxation"}},
      {"option of another solver", lcp(Solver("lemke").set("relaxation", 1.0)), {"lemke", "relaxation"}},
      {"no text", [](Nothing&) { Solver("pgs").set("reuse", static_cast<const char*>(nullptr)); }, {"reuse"}},
      {"setSolver", [](Nothing&) { LCP().setSolver(Solver("simplex")); }, {"simplex", "lemke"}},
      {"copy of a problem before there was one",
       [](Nothing&) { (void)LCP().copyProblem(); },
       {"no problem"},
       false},
  });
}

/// A refused solver leaves the one in use.
TEST(BadSolver, LeavesTheOneInUse) {
  LCP lcp(Solver("pgs").set("relaxation", 1.5));
  EXPECT_THROW(lcp.setSolver(Solver("lemke").set("relaxation", 1.5)), InvalidArgument);
  EXPECT_EQ(lcp.solver().name(), "pgs");
  EXPECT_EQ(lcp.solver().options().size(), 1U);
}

}  // namespace
}  // namespace nsds::test::bad_parts_test
