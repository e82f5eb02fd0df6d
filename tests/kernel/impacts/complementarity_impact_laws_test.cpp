// Newton's, Moreau's and Poisson's impact laws: outcomes of Newton's cradle, what they say of energy, a law of the user.
#include <gtest/gtest.h>

#include <nsds/kernel/error.hpp>
#include <nsds/kernel/impacts/complementarity_impact_laws.hpp>
#include <nsds/kernel/modeling/laws/friction.hpp>
#include <nsds/kernel/modeling/laws/impact.hpp>

#include "kernel/error_text.hpp"
#include "kernel/impacts/chains.hpp"

namespace nsds::test::complementarity_impact_laws_test {
namespace {

/// By hand: the balls behind the first move as one, with (1 + e)/n, and the first with that less e.
TEST(ImpactLaws, InNewtonsCradleTheOtherBallsMoveAsOne) {
  for (const Index n : {3, 5}) {
    for (const double e : {0.0, 0.6, 1.0}) {
      const Chain chain = cradle(n, NewtonImpactNSL(e));
      Vector expected = Vector::Constant(n, (1.0 + e) / static_cast<double>(n));
      expected[0] -= e;
      EXPECT_LT((strike(NewtonImpactLaw(), chain).velocities - expected).cwiseAbs().maxCoeff(), 1e-13);
      EXPECT_LT((strike(MoreauImpactLaw(), chain).velocities - expected).cwiseAbs().maxCoeff(), 1e-13);
      EXPECT_LT((strike(PoissonImpactLaw(), chain).velocities - expected).cwiseAbs().maxCoeff(), 1e-13);
    }
  }
}

/// Masses and velocities without a pattern; contacts that separate already are among them.
Chain irregular(const std::vector<double>& restitutions) {
  Chain chain{Vector{{1.0, 3.0, 0.5, 2.0, 0.7, 1.3}}, Vector{{2.0, 1.0, -0.5, 0.3, 0.1, -1.0}}, {}};
  for (const double e : restitutions) chain.laws.push_back(std::make_unique<NewtonImpactNSL>(e));
  return chain;
}

TEST(ImpactLaws, ReportsAreTheChangeOfTheKineticEnergy) {
  const Chain one = irregular({0.6, 0.6, 0.6, 0.6, 0.6});
  const Chain different = irregular({0.1, 0.9, 0.4, 1.0, 0.0});
  const auto check = [](const ImpactLaw& law, const Chain& chain, bool states) {
    const Struck after = strike(law, chain);
    const double change = kineticEnergy(chain, after.velocities) - kineticEnergy(chain, chain.velocities);
    EXPECT_NEAR(after.report.energyChange, change, 1e-13) << law.name();
    ASSERT_EQ(after.report.dissipated.has_value(), states) << law.name();
    EXPECT_NEAR(change + after.report.dissipated.value_or(-change), 0.0, 1e-13) << law.name();
    EXPECT_GE(after.impulses.minCoeff(), 0.0);
  };
  check(NewtonImpactLaw(), one, true);
  check(MoreauImpactLaw(), one, true);
  check(PoissonImpactLaw(), one, true);
  check(NewtonImpactLaw(), different, false);
  check(PoissonImpactLaw(), different, true);
}

TEST(ImpactLaws, PoissonsLawLetsNoContactClose) {
  const Struck after = strike(PoissonImpactLaw(), irregular({0.0, 1.0, 0.0, 1.0, 0.0}));
  for (Index i = 0; i + 1 < after.velocities.size(); ++i)
    EXPECT_GE(after.velocities[i + 1] - after.velocities[i], -1e-13);
}

TEST(ImpactLaws, MoreausLawHasOneRestitution) {
  const std::string text = errorText<InvalidArgument>([] {
    strike(MoreauImpactLaw(), irregular({0.1, 0.1, 0.2, 0.1, 0.1}));
  });
  EXPECT_NE(text.find("0.1 and 0.2"), std::string::npos) << text;
}

TEST(ImpactLaws, BadInputIsNamed) {
  const Chain chain = cradle(3, NewtonImpactNSL(1.0));
  const SparseMatrix W = chain.delassus();
  const std::vector<const NonSmoothLaw*> laws{chain.laws[0].get(), chain.laws[1].get()};
  Vector P(2);
  const auto text = [&](const SparseMatrix& W_, const Vector& U, std::span<const NonSmoothLaw* const> laws_) {
    return errorText<InvalidArgument>([&] { NewtonImpactLaw().solve({W_, U, laws_}, P); });
  };
  EXPECT_NE(text(W, Vector::Zero(3), laws).find("W is 2 x 2"), std::string::npos);
  EXPECT_NE(text(W, Vector::Zero(2), std::span(laws).first(1)).find("laws"), std::string::npos);
  const std::vector<const NonSmoothLaw*> without{laws[0], nullptr};
  EXPECT_NE(text(W, Vector::Zero(2), without).find("contact 1 has no law"), std::string::npos);
  EXPECT_NE(text(W, Vector{{0.0, NAN}}, laws).find("uMinus"), std::string::npos);
  SparseMatrix bad = W;
  bad.coeffRef(0, 0) = INFINITY;
  EXPECT_NE(text(bad, Vector::Zero(2), laws).find("W(0, 0)"), std::string::npos);
  const NewtonImpactFrictionNSL friction(0.5, 0.0, 0.3, 2);
  EXPECT_NE(errorText<InvalidArgument>([&] {
              NewtonImpactLaw().checkContact(friction, "foot");
            }).find("foot: NewtonImpactLaw takes contacts with one row"),
            std::string::npos);
}

/// A law of the user: every contact that approaches is stopped by its own impulse alone.
class EachAlone final : public ImpactLaw {
 public:
  explicit EachAlone(double factor = 1.0) : ImpactLaw("EachAlone"), factor_(factor) {}

 private:
  void doSolve(const ImpactProblem& problem, VectorRef impulses, ImpactReport&) const override {
    const Vector diagonal = problem.W.diagonal();
    impulses = factor_ * (-problem.uMinus).cwiseMax(0.0).cwiseQuotient(diagonal);
  }
  double factor_;
};

/// A law that does not know what it dissipates, and says so by a number.
class Unsure final : public ImpactLaw {
 public:
  Unsure() : ImpactLaw("Unsure") {}

 private:
  void doSolve(const ImpactProblem&, VectorRef, ImpactReport& report) const override {
    report.dissipated = NAN;
  }
};

TEST(ImpactLaws, EnergiesThatAreNoNumbersAreRefused) {
  const std::string text = errorText<Error>([] { strike(Unsure(), cradle(3, NewtonImpactNSL(1.0))); });
  EXPECT_NE(text.find("Unsure: what doSolve says to be dissipated returned nan"), std::string::npos) << text;
}

TEST(ImpactLaws, TheUserDerivesOthers) {
  const Struck after = strike(EachAlone(), cradle(3, NewtonImpactNSL(1.0)));
  EXPECT_EQ(after.velocities, (Vector{{0.5, 0.5, 0.0}}));
  EXPECT_EQ(after.report.energyChange, -0.25);
  EXPECT_FALSE(after.report.dissipated.has_value());
  const std::string text = errorText<Error>([] { strike(EachAlone(NAN), cradle(3, NewtonImpactNSL(1.0))); });
  EXPECT_NE(text.find("EachAlone: doSolve returned nan at index 0"), std::string::npos) << text;
  const std::string pulls =
      errorText<Error>([] { strike(EachAlone(-1.0), cradle(3, NewtonImpactNSL(1.0))); });
  EXPECT_NE(pulls.find("the impulse -0.5 of contact 0, which would pull"), std::string::npos) << pulls;
}

}  // namespace
}  // namespace nsds::test::complementarity_impact_laws_test
