// Models that cannot be: each is refused before the first step, by a sentence that names it.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nsds/kernel.hpp>
#include <utility>

#include "kernel/error_text.hpp"

namespace nsds::test::bad_models_test {
namespace {

const Vector upright{{0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0}};

NewtonEulerDS& addBody(Model& model, double x) {
  Vector q = upright;
  q[0] = x;
  return model.add<NewtonEulerDS>(q, Vector::Zero(6), 1.0, Matrix::Identity(3, 3));
}

/// A point that is to be 0.8 away from the origin and begins at 1.
struct Pendulum {
  Pendulum()
      : model(0.0, 0.5),
        point(model.add<LagrangianDS>(Vector{{1.0, 0.0}}, Vector::Zero(2), Matrix::Identity(2, 2))) {
    point.setFExt(Vector{{0.0, -10.0}});
    rod = &model.link(EqualityConditionNSL(1), LagrangianScleronomousR(1, length, direction), point);
    rod->setName("rod");
    model.setLogSink([this](LogLevel, std::string_view message) { log.emplace_back(message); });
    simulation = std::make_unique<TimeStepping>(model, TimeDiscretisation(0.0, 1e-3), MoreauJeanOSI(0.5));
  }
  static void length(VectorConstRef q, VectorRef y) { y[0] = q.norm() - 0.8; }
  static void direction(VectorConstRef q, MatrixRef H) { H = q.normalized().transpose(); }

  Model model;
  LagrangianDS& point;
  Interaction* rod;
  std::unique_ptr<TimeStepping> simulation;
  std::vector<std::string> log;
};

TEST(EqualityThatDoesNotHold, IsRefused) {
  Pendulum pendulum;
  const std::string text = errorText([&] { pendulum.simulation->initialize(); });
  EXPECT_TRUE(says(text, "rod: the output of row 0 is 0.19999999999999996 at t = 0")) << text;
  EXPECT_TRUE(says(text, "projectInitialState()")) << text;
}

/// The point moves along the rod; with one body the metric of its mass is the Euclidean one.
TEST(EqualityThatDoesNotHold, IsProjectedOnRequest) {
  Pendulum pendulum;
  pendulum.simulation->projectInitialState();
  pendulum.simulation->initialize();
  EXPECT_NEAR((pendulum.point.q() - Vector{{0.8, 0.0}}).norm(), 0.0, 1e-12);
  EXPECT_NEAR(pendulum.rod->y()[0], 0.0, 1e-12);
  pendulum.simulation->run();
  EXPECT_NEAR(pendulum.point.q().norm(), 0.8, 1e-5);
  EXPECT_THROW(pendulum.simulation->projectInitialState(), InvalidArgument);
}

TEST(EqualityThatDoesNotHold, IsKeptOnRequestWithAWarning) {
  Pendulum pendulum;
  pendulum.simulation->acceptInitialState();
  pendulum.simulation->initialize();
  ASSERT_FALSE(pendulum.log.empty());
  EXPECT_TRUE(says(pendulum.log.back(), "keeps a defect of an equality"));
}

/// Two walls that cannot both be kept out of: the projection fails, and nothing has moved.
TEST(ConstraintsThatContradictEachOther, StayWhereTheyAre) {
  Model model(0.0, 1.0);
  auto& ball = model.add<LagrangianLinearTIDS>(Vector::Zero(1), Vector::Zero(1), Matrix::Identity(1, 1));
  model.link(EqualityConditionNSL(1), LagrangianLinearTIR(Matrix::Identity(1, 1), 1.0), ball);
  model.link(EqualityConditionNSL(1), LagrangianLinearTIR(Matrix::Identity(1, 1), -1.0), ball);
  TimeStepping s(model, TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5));
  s.projectInitialState();
  EXPECT_THROW(s.initialize(), Error);
  EXPECT_EQ(ball.q()[0], 0.0);
}

/// A mass matrix that is not positive definite is refused whether it is a constant or a function, at the start or later.
TEST(MassMatrix, IsPositiveDefinite) {
  EXPECT_TRUE(says(errorText([] { LagrangianDS(Vector::Ones(1), Vector::Zero(1), Matrix{{-1.0}}); }),
                   "LagrangianDS: the mass matrix is not positive definite"));
  EXPECT_TRUE(says(errorText([] {
                     LagrangianDS(Vector::Ones(2), Vector::Zero(2), Matrix{{1.0, 2.0}, {2.0, 1.0}});
                   }),
                   "not positive definite"));
  const auto start = [](const LagrangianDS::MassFunction& mass) {
    return errorText([&] {
      Model model(0.0, 1.0);
      model.add<LagrangianDS>(Vector::Ones(2), Vector::Constant(2, -2.0), mass).setName("arm");
      TimeStepping s(model, TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5));
      s.run();
    });
  };
  EXPECT_TRUE(says(start([](VectorConstRef, MatrixRef M) { M << 1.0, 2.0, 2.0, 1.0; }),
                   "arm: the mass matrix M(q) is not positive definite"));
  EXPECT_TRUE(says(start([](VectorConstRef, MatrixRef M) { M << 1.0, 0.5, 0.0, 1.0; }), "is not symmetric"));
  EXPECT_TRUE(says(start([](VectorConstRef, MatrixRef M) { M << -1.0, 0.0, 0.0, 1.0; }),
                   "M(q) has the entry -1 at (0, 0)"));
  EXPECT_TRUE(says(start([](VectorConstRef q, MatrixRef M) { M << q[0], 0.0, 0.0, 1.0; }),
                   "arm: M(q) has the entry -"));
}

/// The largest principal moment of a body is at most the sum of the others, with equality for plates and rods.
TEST(Inertia, IsThatOfABody) {
  const auto make = [](const Vector& moments, InertiaCheck checks = InertiaCheck::physical) {
    return errorText(
        [&] { NewtonEulerDS(upright, Vector::Zero(6), 1.0, Matrix(moments.asDiagonal()), checks); });
  };
  EXPECT_TRUE(says(make(Vector{{1.0, 1.0, 5.0}}), "no body has the principal moments of inertia 1, 1, 5"));
  EXPECT_EQ(make(Vector{{1.0, 1.0, 5.0}}, InertiaCheck::formal), "");
  EXPECT_EQ(make(Vector{{1.0, 1.0, 2.0}}), "");        // a plate
  EXPECT_EQ(make(Vector{{1.0, 1.0, 1e-12}}), "");      // a rod
  EXPECT_EQ(make(Vector{{0.1, 0.2, 0.1 + 0.2}}), "");  // one whose sum is rounded
  EXPECT_NE(make(Vector{{1.0, 1.0, 2.0 * (1.0 + 2e-9)}}), "");
}

/// Joints hold, stops push, friction is bounded, contacts are unilateral: other laws have no meaning there.
TEST(LawOfARelation, HasAMeaning) {
  Model model(0.0, 1.0);
  auto& body = addBody(model, 0.0);
  const PivotJointR pivot(body, {.anchor = {1.0, 0.0, 0.0}, .axis = {0.0, 0.0, 1.0}});
  const auto link = [&](const auto& law, const auto& relation) {
    return errorText([&] { model.link(law, relation, body); });
  };
  EXPECT_TRUE(says(link(NewtonImpactNSL(0.0), pivot), "PivotJointR does not take the law NewtonImpactNSL"));
  EXPECT_TRUE(
      says(link(EqualityConditionNSL(1), JointStopR(pivot, 0, StopSide::upper, 1.0)), "unilateral laws"));
  EXPECT_TRUE(says(link(NewtonImpactNSL(0.0), JointFrictionR(pivot, 0)), "jointFriction"));
  EXPECT_TRUE(says(link(NewtonImpactNSL(0.0), JointMotorR::withRate(pivot, 0, [](double) { return 1.0; })),
                   "EqualityConditionNSL(1)"));
  EXPECT_TRUE(says(link(NewtonImpactNSL(0.0), CouplerJointR({1.0, pivot.freeCoordinate(0), {0}},
                                                            {2.0, pivot.freeCoordinate(0), {0}})),
                   "EqualityConditionNSL(1)"));
  EXPECT_TRUE(says(errorText([] { CollisionDetection(EqualityConditionNSL(3)); }),
                   "ContactR does not take the law EqualityConditionNSL"));
  EXPECT_TRUE(says(link(NewtonImpactNSL(0.0), ContactR(3, 1)), "a contact is one block"));
  EXPECT_EQ(model.nsds().interactions().size(), 0U);
}

/// A law of the user's own, with any set.
class OwnNSL final : public NonSmoothLaw {
 public:
  OwnNSL(Index rows, AdmissibleSet set) : NonSmoothLaw("OwnNSL", rows), set_(std::move(set)) {}

 private:
  AdmissibleSet doAdmissibleSet() const override { return set_; }
  bool doNeedsVelocity() const override { return true; }

  AdmissibleSet set_;
};

/// Numbers with which an admissible set is none are refused where the law is linked.
TEST(AdmissibleSets, AreSets) {
  Model model(0.0, 1.0);
  auto& point = model.add<LagrangianLinearTIDS>(Vector::Zero(2), Vector::Zero(2), Matrix::Identity(2, 2));
  const auto link = [&](Index rows, const AdmissibleSet& set) {
    return errorText<InvalidArgument>([&] {
      model.link(OwnNSL(rows, set), LagrangianLinearTIR(Matrix(Matrix::Identity(rows, 2))), point);
    });
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(says(link(1, BoxSet{1.0, -1.0}), "OwnNSL: its interval [1, -1] is empty"));
  EXPECT_TRUE(says(link(1, BoxSet{nan, 1.0}), "OwnNSL: its interval [nan, 1]"));
  EXPECT_TRUE(says(link(2, CoulombSet{-1.0}), "OwnNSL: mu = -1 is negative"));
  const Matrix triangle{{1.0, 0.0}, {0.0, 1.0}, {-1.0, -1.0}};
  EXPECT_TRUE(says(link(2, PolyhedronSet{triangle, Vector::Zero(2)}), "OwnNSL: K has 2 entries, 3 expected"));
  EXPECT_TRUE(
      says(link(2, PolyhedronSet{triangle.leftCols(1), Vector::Zero(3)}), "OwnNSL: H is 3 x 1, 3 x 2"));
  EXPECT_TRUE(says(link(2, PolyhedronSet{triangle, Vector{{0.0, nan, 0.0}}}), "OwnNSL: K(1) is nan"));
  EXPECT_EQ(model.nsds().interactions().size(), 0U);
  EXPECT_EQ(link(2, PolyhedronSet{triangle, Vector{{0.0, 0.0, -1.0}}}), "");
}

/// A message about a shape begins with its body, and has the number that is wrong.
TEST(Shapes, AreRefusedByTheirOwner) {
  Model model(0.0, 1.0);
  auto& body = addBody(model, 0.0);
  body.setName("crate");
  CollisionDetection contacts(NewtonImpactNSL(0.0));
  EXPECT_TRUE(says(errorText([&] { contacts.add(body, Sphere{-0.1}); }),
                   "crate: the lengths of a sphere must be positive and finite; one is -0.1"));
  EXPECT_TRUE(says(errorText([&] {
                     contacts.addStatic(HalfSpace{Vector3(0.0, 0.0, 2.0), 0.0}, {.name = "ground"});
                   }),
                   "ground: a half space needs a normal of length 1, not 2"));
}

/// What failed is named by what was linked, not by its rows alone.
TEST(StepThatCannotBeSolved, NamesTheInteractions) {
  Model model(0.0, 1.0);
  auto& slider = model.add<LagrangianLinearTIDS>(Vector::Zero(1), Vector::Zero(1), Matrix::Identity(1, 1));
  const auto rail = [&](double rate, const char* name) {
    auto& link =
        model.link(EqualityConditionNSL(1),
                   LagrangianRheonomousR(
                       1, [rate](double t, VectorConstRef q, VectorRef y) { y[0] = q[0] - rate * t; },
                       [rate](double, VectorConstRef, VectorRef r) { r[0] = -rate; },
                       [](double, VectorConstRef, MatrixRef H) { H(0, 0) = 1.0; }),
                   slider);
    link.setName(name);
  };
  rail(1.0, "drive");
  rail(0.0, "lock");
  TimeStepping s(model, TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5));
  try {
    s.run();
    FAIL() << "nothing was thrown";
  } catch (const SolverError& error) {
    EXPECT_TRUE(says(error.what(), "unknowns, of drive, lock)")) << error.what();
    EXPECT_TRUE(says(error.what(), "cannot hold together")) << error.what();
    EXPECT_EQ(error.problem().interactions, (std::vector<std::string>{"drive", "lock"}));
  }
}

TEST(DetectionOfContacts, TakesBodiesOfItsModel) {
  Model one(0.0, 1.0);
  Model other(0.0, 1.0);
  auto& body = addBody(one, 0.0);
  auto& foreign = addBody(other, 0.0);
  foreign.setName("foreigner");
  CollisionDetection contacts(NewtonImpactNSL(0.0));
  contacts.add(body, Sphere{0.1});
  EXPECT_TRUE(
      says(errorText([&] { contacts.add(foreign, Sphere{0.1}); }), "foreigner belongs to another model"));
  CollisionDetection others(NewtonImpactNSL(0.0));
  others.add(foreign, Sphere{0.1});
  TimeStepping s(one, TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5));
  s.setInteractionManager(others);
  EXPECT_TRUE(says(errorText([&] { s.initialize(); }), "belong to another model than the simulation"));
}

/// M may be singular, M - h theta A not: an algebraic equation without a solution is found when it is compiled, whatever the
/// size of the system.
TEST(SingularIterationMatrix, IsRefusedInFirstOrderSystems) {
  for (const Index n : {2, 9}) {
    const auto run = [n](double last) {
      return errorText([&] {
        Model model(0.0, 1.0);
        Matrix A = -Matrix::Identity(n, n);
        A(n - 1, n - 1) = last;
        A(0, 1) = 0.5;  // not diagonal
        auto& x = model.add<FirstOrderLinearDS>(Vector::Zero(n), A);
        Vector masses = Vector::Ones(n);
        masses[n - 1] = 0.0;
        x.setM(Matrix(masses.asDiagonal()));
        x.setName("circuit");
        TimeStepping s(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
        s.run();
      });
    };
    EXPECT_EQ(run(-1.0), "") << n;
    EXPECT_TRUE(says(run(0.0), "circuit: the iteration matrix is singular")) << n;
  }
}

}  // namespace
}  // namespace nsds::test::bad_models_test
