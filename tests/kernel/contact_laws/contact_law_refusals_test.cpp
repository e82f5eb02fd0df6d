// What laws of Tresca, of an ellipse and of cohesion refuse, and what refuses them, by name.
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "kernel/contact_laws/block.hpp"
#include "kernel/error_text.hpp"

namespace nsds::test::contact_law_refusals_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

using AnisotropicNSL = NewtonImpactAnisotropicFrictionNSL;
using TrescaNSL = NewtonImpactTrescaFrictionNSL;
using Parts = std::vector<std::string>;

template <class Call>
void expectRefusal(const Call& call, const Parts& parts) {
  const std::string text = errorText<InvalidArgument>(call);
  for (const std::string& part : parts) EXPECT_TRUE(says(text, part)) << "\"" << text << "\" lacks " << part;
}

TEST(ContactLawRefusals, OfNumbers) {
  for (const double e : {-0.1, 1.1, nan}) {
    expectRefusal([&] { AnisotropicNSL(e, 0.0, 0.1, 0.1); }, {"AnisotropicFrictionNSL", "e_n"});
    expectRefusal([&] { TrescaNSL(e, 0.0, 0.1, 2); }, {"TrescaFrictionNSL", "e_n"});
  }
  for (const double e : {-1.1, 1.1, nan}) {
    expectRefusal([&] { AnisotropicNSL(0.0, e, 0.1, 0.1); }, {"e_t"});
    expectRefusal([&] { TrescaNSL(0.0, e, 0.1, 2); }, {"e_t"});
  }
  for (const double x : {-0.1, inf, nan}) {
    expectRefusal([&] { AnisotropicNSL(0.0, 0.0, x, 0.1); }, {"mu1"});
    expectRefusal([&] { AnisotropicNSL(0.0, 0.0, 0.1, x); }, {"mu2"});
    expectRefusal([&] { TrescaNSL(0.0, 0.0, x, 2); }, {"bound of friction"});
    expectRefusal([&] { CohesiveNSL(x, 0.1, 2); }, {"CohesiveNSL", "cohesion"});
    expectRefusal([&] { CohesiveNSL(1.0, x, 2); }, {"mu ="});
  }
  expectRefusal([] { TrescaNSL(0.0, 0.0, 1.0, 1); }, {"neither 2 nor 3"});
  expectRefusal([] { CohesiveNSL(1.0, 0.0, 4); }, {"none of 1, 2 and 3"});
  expectRefusal([] { CohesiveNSL(1.0, 0.1, 1); }, {"without tangents"});
}

template <class Law>
Block loaded(const Law& law) {
  Block block(
      law, 1.0, [n = law.blockSize()](double) { return Vector(-Vector::Unit(n, 0)); },
      Vector::Zero(law.blockSize()));
  block.contact->setName("foot");
  return block;
}

template <class Law>
void expectRefusals(const Law& law, const std::string& name, bool adaptive) {
  const TimeDiscretisation grid(0.0, 0.1);
  const auto refuses = [&](auto make, const Parts& parts) {
    Block block = loaded(law);
    expectRefusal([&] { make(*block.model); }, parts);
  };
  refuses([&](Model& model) { EventDriven(model, grid, Dopri5()).initialize(); },
          {"foot", name, "TimeStepping takes"});
  refuses([&](Model& model) { SplittingTimeStepping(model, grid, Dopri5()).initialize(); }, {"foot", name});
  refuses([&](Model& model) { AnyOrderTimeStepping(model, grid, Dopri5()).initialize(); }, {"foot", name});
  const auto scheme = [&](auto integrator) {
    refuses([&](Model& model) { TimeStepping(model, grid, std::move(integrator)).initialize(); },
            {name, "foot"});
  };
  scheme(SchatzmanPaoliOSI());
  scheme(NonsmoothGeneralizedAlphaOSI());
  scheme(D1MinusOSI());
  scheme(RattleOSI());
  refuses(
      [&](Model& model) {
        TimeStepping simulation(model, grid, MoreauJeanOSI(0.5));
        simulation.setImpactLaw(LZBImpactLaw());
        simulation.initialize();
      },
      {"foot", name, "without friction or cohesion"});
  if (!adaptive)
    refuses([&](Model& model) { AdaptiveTimeStepping(model, grid, MoreauJeanOSI(0.5)).initialize(); },
            {"foot", name, "adaptive time stepping does not take"});
}

TEST(ContactLawRefusals, OfSimulationsAndSchemes) {
  expectRefusals(AnisotropicNSL(0.0, 0.0, 0.3, 0.1), "NewtonImpactAnisotropicFrictionNSL", true);
  for (const Index n : {2, 3})
    expectRefusals(TrescaNSL(0.0, 0.0, 0.3, n), "NewtonImpactTrescaFrictionNSL", false);
  for (const Index n : {1, 2, 3}) expectRefusals(CohesiveNSL(1.0, 0.0, n), "CohesiveNSL", false);
}

TEST(ContactLawRefusals, OfFormulations) {
  const auto takes = [](const auto& law, auto problem, const Parts& parts) {
    Block block = loaded(law);
    expectRefusal([&] { block.simulate(TimeDiscretisation(0.0, 0.1), std::move(problem)); }, parts);
  };
  takes(AnisotropicNSL(0.0, 0.0, 0.3, 0.1), GlobalFrictionContact(),
        {"foot", "FrictionContact, GenericMechanical would"});
  takes(TrescaNSL(0.0, 0.0, 0.3, 3), FrictionContact(), {"foot", "a given bound", "VI would"});
  takes(TrescaNSL(0.0, 0.0, 0.3, 2), FrictionContact(), {"Relay, AVI, VI, GenericMechanical would"});
  takes(CohesiveNSL(1.0, 0.3, 3), VI(), {"foot", "a cone of cohesion"});
  takes(CohesiveNSL(1.0, 0.0, 1), FrictionContact(), {"foot", "LCP"});
}

/// The tangents of detected contacts are no directions of a material, and their bonds would come back.
TEST(ContactLawRefusals, OfDetectedContacts) {
  expectRefusal([] { ContactR(3, 1).checkLaw(AnisotropicNSL(0.0, 0.0, 0.3, 0.1)); },
                {"does not take the law NewtonImpactAnisotropicFrictionNSL"});
  ContactR(3, 1).checkLaw(TrescaNSL(0.0, 0.0, 0.3, 3));
  ContactR(3, 1).checkLaw(CohesiveNSL(1.0, 0.3, 3, Bond::renewed));
  expectRefusal([] { ContactR(3, 1).checkLaw(CohesiveNSL(1.0, 0.3, 3)); },
                {"CohesiveNSL with a brittle bond", "Bond::renewed"});
}

}  // namespace
}  // namespace nsds::test::contact_law_refusals_test
