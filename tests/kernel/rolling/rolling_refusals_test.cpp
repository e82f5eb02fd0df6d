// What laws, contacts, formulations and simulations of rolling friction refuse, by name.
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "kernel/error_text.hpp"
#include "kernel/rolling/rolling_body.hpp"

namespace nsds::test::rolling_refusals_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

using RollingNSL = NewtonImpactRollingFrictionNSL;
using Parts = std::vector<std::string>;

template <class Call>
void expectRefusal(const Call& call, const Parts& parts) {
  const std::string text = errorText<InvalidArgument>(call);
  for (const std::string& part : parts) EXPECT_TRUE(says(text, part)) << "\"" << text << "\" lacks " << part;
}

TEST(RollingRefusals, OfTheLaw) {
  const std::string name = "NewtonImpactRollingFrictionNSL";
  for (const double e : {-0.1, 1.1, nan})
    expectRefusal([&] { RollingNSL(e, 0.0, 0.1, 0.1, 5); }, {name, "e_n"});
  for (const double e : {-1.1, 1.1, nan})
    expectRefusal([&] { RollingNSL(0.0, e, 0.1, 0.1, 5); }, {name, "e_t"});
  for (const double mu : {-0.1, inf, nan})
    expectRefusal([&] { RollingNSL(0.0, 0.0, mu, 0.1, 5); }, {name, "mu ="});
  for (const double muR : {-0.1, inf, nan})
    expectRefusal([&] { RollingNSL(0.0, 0.0, 0.1, muR, 5); }, {name, "muR ="});
  for (const Index rows : {2, 4, 6})
    expectRefusal([&] { RollingNSL(0.0, 0.0, 0.1, 0.1, rows); }, {name, "neither 3 (plane) nor 5 (space)"});
}

TEST(RollingRefusals, OfContacts) {
  expectRefusal([] { ContactR(4, 1); }, {"ContactR", "4 rows"});
  expectRefusal([] { ContactR(6, 1); }, {"ContactR", "6 rows"});
  expectRefusal([] { ContactR(5, 1, ContactBodies::planar); }, {"ContactR", "5 rows", "in the plane"});
  expectRefusal([] { ContactR(5, 1).checkLaw(RollingNSL(0.0, 0.0, 0.1, 0.1, 3)); },
                {"5 rows", "blocks of 3"});
  expectRefusal([] { ContactR(3, 1).checkLaw(RollingNSL(0.0, 0.0, 0.1, 0.1, 3)); },
                {"does not take the law NewtonImpactRollingFrictionNSL"});
  expectRefusal(
      [] { ContactR(3, 1, ContactBodies::planar).checkLaw(NewtonImpactFrictionNSL(0.0, 0.0, 0.1, 3)); },
      {"in the plane does not take the law NewtonImpactFrictionNSL", "rolling friction"});
}

TEST(RollingRefusals, OfDetection) {
  const auto disk = [](Model& model) -> LagrangianDS& {
    return model.add<LagrangianDS>(Vector{{0.0, 1.0, 0.0}}, Vector::Zero(3), Matrix(Matrix::Identity(3, 3)));
  };
  const auto ball = [](Model& model) -> NewtonEulerDS& {
    return model.add<NewtonEulerDS>(Vector::Unit(7, 3), Vector::Zero(6), 1.0, Matrix(Matrix::Identity(3, 3)));
  };
  Model model(0.0, 1.0);
  CollisionDetection space(RollingNSL(0.0, 0.0, 0.1, 0.1, 5)), plane(RollingNSL(0.0, 0.0, 0.1, 0.1, 3));
  expectRefusal([&] { space.add(disk(model), Disk{0.1}); }, {"in the plane", "blocks of 5"});
  expectRefusal([&] { plane.add(ball(model), Sphere{0.1}); },
                {"in space that resists rolling", "blocks of 3"});
  // Coulomb's law in space has three rows as rolling in the plane has: they are not taken for each other.
  CollisionDetection friction(NewtonImpactFrictionNSL(0.0, 0.0, 0.1, 3));
  expectRefusal([&] { friction.add(disk(model), Disk{0.1}); }, {"in the plane", "blocks of 3"});
  expectRefusal([&] { friction.setLaw("tyre", "road", RollingNSL(0.0, 0.0, 0.1, 0.1, 3)); },
                {R"("tyre" and "road" resists rolling)", "0 is for contacts that do not"});
  expectRefusal([&] { plane.setLaw("tyre", "road", NewtonImpactFrictionNSL(0.0, 0.0, 0.1, 3)); },
                {R"("tyre" and "road" does not resist rolling)"});
  expectRefusal([&] { space.setLaw("tyre", "road", NewtonImpactFrictionNSL(0.0, 0.0, 0.1, 3)); },
                {R"("tyre" and "road" has blocks of 3 rows, that of all other contacts of 5)"});
}

/// Bodies with three coordinates, N, T and M, under laws of their own.
struct Bodies {
  Bodies() : model(0.0, 1.0) {}
  template <class Law>
  Bodies& under(const Law& law, const char* name) {
    auto& body = model.add<LagrangianLinearTIDS>(Vector::Zero(3), Vector::Zero(3), Matrix::Identity(3, 3));
    const Index rows = law.blockSize();
    Matrix H = Matrix::Zero(rows, 3);
    for (Index i = 0; i < rows; ++i) H(i, i % 3) = 1.0;
    model.link(law, LagrangianLinearTIR(H), body).setName(name);
    return *this;
  }
  template <class... Problem>
  void step(Problem... problem) {
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5), std::move(problem)...);
    simulation.initialize();
  }
  Model model;
};

const RollingNSL planar(0.0, 0.0, 0.3, 0.1, 3);
const RollingNSL spatial(0.0, 0.0, 0.3, 0.1, 5);
const NewtonImpactFrictionNSL coulomb(0.0, 0.0, 0.3, 3);

TEST(RollingRefusals, OfFormulations) {
  expectRefusal([] { Bodies().under(planar, "wheel").step(FrictionContact()); },
                {"FrictionContact does not take", "NewtonImpactRollingFrictionNSL of wheel",
                 "RollingFrictionContact, GlobalRollingFrictionContact would"});
  expectRefusal([] { Bodies().under(planar, "wheel").step(GlobalFrictionContact()); },
                {"GlobalFrictionContact does not take", "of wheel"});
  expectRefusal([] { Bodies().under(coulomb, "foot").step(RollingFrictionContact()); },
                {"RollingFrictionContact does not take", "NewtonImpactFrictionNSL of foot"});
  expectRefusal([] { Bodies().under(coulomb, "foot").step(GlobalRollingFrictionContact()); },
                {"GlobalRollingFrictionContact does not take", "of foot"});
  // Three rows are the plane of one law and the space of the other.
  for (const bool global : {false, true}) {
    expectRefusal(
        [&] {
          Bodies bodies;
          bodies.under(planar, "wheel").under(spatial, "ball");
          if (global) {
            bodies.step(GlobalRollingFrictionContact());
          } else {
            bodies.step(RollingFrictionContact());
          }
        },
        {"contacts of one dimension", "of wheel has 3", "of ball has 5"});
  }
  expectRefusal([] { RollingFrictionContact(Solver("lemke")); }, {"lemke"});
  expectRefusal([] { GlobalRollingFrictionContact(Solver("nsgs")); }, {"nsgs"});
  expectRefusal([] { RollingFrictionContact(Solver("auto").set("colour", 1.0)); }, {"colour"});
}

/// Rolling and other laws in one model: what cannot be chosen for is refused with the law that says the same.
TEST(RollingRefusals, OfMixtures) {
  const std::string hint = "NewtonImpactRollingFrictionNSL with muR = 0 is Coulomb's law";
  expectRefusal([] { Bodies().under(planar, "wheel").under(spatial, "ball").step(); },
                {"contacts of one dimension", "of wheel has 3", "of ball has 5"});
  expectRefusal([] { Bodies().under(planar, "wheel").under(coulomb, "foot").step(); },
                {"NewtonImpactRollingFrictionNSL of wheel", "NewtonImpactFrictionNSL of foot", hint});
  expectRefusal([] { Bodies().under(planar, "wheel").under(NewtonImpactNSL(0.5), "stop").step(); },
                {"of wheel", "NewtonImpactNSL of stop", hint});
  expectRefusal([] { Bodies().under(planar, "wheel").under(RelayNSL(), "motor").step(); },
                {"of wheel", "RelayNSL of motor", hint});
}

template <class Simulation>
void expectThatSimulationRefuses(Simulation&& simulation, const Parts& parts) {
  expectRefusal([&] { simulation.initialize(); }, parts);
}

TEST(RollingRefusals, OfSimulations) {
  const std::string law = "NewtonImpactRollingFrictionNSL";
  const TimeDiscretisation grid(0.0, 0.1);
  const auto model = [](Bodies& bodies) -> Model& { return bodies.under(planar, "wheel").model; };
  {
    Bodies bodies;
    expectThatSimulationRefuses(EventDriven(model(bodies), grid, Dopri5()),
                                {"wheel", law, "TimeStepping takes"});
  }
  {
    Bodies bodies;
    expectThatSimulationRefuses(SplittingTimeStepping(model(bodies), grid, Dopri5()), {"wheel", law});
  }
  {
    Bodies bodies;
    expectThatSimulationRefuses(AnyOrderTimeStepping(model(bodies), grid, Dopri5()), {"wheel", law});
  }
  {
    Bodies bodies;
    TimeStepping simulation(model(bodies), grid, MoreauJeanOSI(0.5));
    expectRefusal(
        [&] {
          simulation.setImpactLaw(LZBImpactLaw());
          simulation.initialize();
        },
        {"wheel", law, "without friction"});
  }
}

TEST(RollingRefusals, OfSchemes) {
  const auto refuses = [](auto integrator, const std::string& name) {
    Bodies bodies;
    TimeStepping simulation(bodies.under(planar, "wheel").model, TimeDiscretisation(0.0, 0.1),
                            std::move(integrator));
    expectThatSimulationRefuses(simulation, {name, "NewtonImpactRollingFrictionNSL of wheel"});
  };
  refuses(SchatzmanPaoliOSI(), "SchatzmanPaoliOSI");
  refuses(NonsmoothGeneralizedAlphaOSI(), "NonsmoothGeneralizedAlphaOSI");
  refuses(D1MinusOSI(), "D1MinusOSI");
  refuses(RattleOSI(), "RattleOSI");
}

}  // namespace
}  // namespace nsds::test::rolling_refusals_test
