// Steps whose matrix says little of the size of its unknowns: rounding on the diagonal, rows without a diagonal, odd units. Every row
// obeys its law, and multipliers have their signs to the last bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nsds/kernel.hpp>
#include <nsds/theory.hpp>
#include <string>
#include <vector>

namespace nsds::steps_by_contract_test {
namespace {

/// C B has a zero diagonal, which is rounding where the plane is turned: relays at rest on both lines from t = 1 on at the latest, as
/// |x| falls like e^-t and both relays push towards the lines.
TEST(StepsByContract, RelaysInTurnedCoordinatesComeToRest) {
  for (const double angle : {0.0, 0.3, 1.0, 2.5}) {
    for (const char* residual : {"contract", "rows"}) {
      SCOPED_TRACE(std::string(residual) + ", " + std::to_string(angle));
      const Matrix R{{std::cos(angle), -std::sin(angle)}, {std::sin(angle), std::cos(angle)}};
      const Matrix B = R.transpose() * Matrix{{0.0, 1.0}, {-1.0, 0.0}};
      RelaySystem relay({Matrix(-Matrix::Identity(2, 2)), B, R});
      Model model(0.0, 5.0);
      const auto parts = relay.addTo(model, Vector(R.transpose() * Vector{{1.0, 0.5}}));
      TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-2), EulerMoreauOSI(1.0),
                              Relay(Solver("auto").set("residual", residual)));
      int broken = 0;
      simulation.run([&](const Simulation& at) {
        if (at.time() == 0.0) return;
        for (int i = 0; i < 2; ++i) {
          const double y = parts.interaction.y()[i], lambda = parts.interaction.lambda()[i];
          if (std::abs(lambda) > 1.0 || (std::abs(y) > 1e-8 && lambda != (y > 0.0 ? -1.0 : 1.0))) ++broken;
        }
      });
      EXPECT_EQ(broken, 0);
      EXPECT_LT(parts.interaction.y().norm(), 1e-8);
    }
  }
}

/// Two genes: x₁' = −x₁ + 2 f with f = 1 where x₂ < 1, s⁺(x₁ − 1) where 1 < x₂ < 2, 0 beyond; x₂' = ε (−x₂ + 3 s⁺(x₁ − 1)). The matrix of
/// a step has rows without a diagonal, and Filippov's steps go the same way.
TEST(StepsByContract, GenesCycle) {
  constexpr double rate = 0.3;
  const auto surface = [](int i, double c) {
    return FilippovInclusion::Surface{[=](VectorConstRef x) { return x[i] - c; },
                                      [=](VectorConstRef, VectorRef g) {
                                        g.setZero();
                                        g[i] = 1.0;
                                      }};
  };
  const std::vector<FilippovInclusion::Surface> surfaces{surface(0, 1.0), surface(1, 1.0), surface(1, 2.0)};
  std::vector<FilippovInclusion::Field> fields;
  for (int k = 0; k < 8; ++k) {
    const double on = (k & 1) != 0 ? 1.0 : 0.0, f = (k & 4) != 0 ? 0.0 : (k & 2) != 0 ? on : 1.0;
    fields.emplace_back(
        [=](double, VectorConstRef x, VectorRef v) { v << -x[0] + 2.0 * f, rate * (-x[1] + 3.0 * on); });
  }
  const auto periodOf = [&](bool aizerman) {
    Model model(0.0, 60.0);
    std::vector<AizermanPyatnitskiiInclusion::Surface> plain;
    for (const auto& one : surfaces) plain.push_back({one.psi, one.gradient});
    const auto parts = aizerman
                           ? AizermanPyatnitskiiInclusion(2, plain, fields).addTo(model, Vector{{0.5, 0.5}})
                           : FilippovInclusion::ofSigns(2, surfaces, fields).addTo(model, Vector{{0.5, 0.5}});
    TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-2), EulerMoreauOSI(1.0));
    std::vector<double> ups;
    double last = 0.5, lastTime = 0.0;
    simulation.run([&](const Simulation& at) {
      const double x = parts.system.x()[0];
      if (last < 1.0 && x >= 1.0)
        ups.push_back(lastTime + (at.time() - lastTime) * (1.0 - last) / (x - last));
      last = x;
      lastTime = at.time();
    });
    EXPECT_EQ(ups.size(), 10U);
    return (ups.back() - ups[1]) / static_cast<double>(ups.size() - 2);
  };
  EXPECT_NEAR(periodOf(true), 6.48, 2e-3);
  EXPECT_NEAR(periodOf(true), periodOf(false), 1e-6);
}

/// A bridge of ideal diodes behind R = 1 Ω to 100 MΩ, with the capacitor and the load that keep the circuit the same in units of R.
TEST(StepsByContract, DiodesBehindAnyResistorDoNotConductBackwards) {
  for (const double R : {1.0, 1e4, 1e8}) {
    SCOPED_TRACE(R);
    const double C = 0.1 / R, load = 100.0 * R, omega = 100.0 * M_PI, E = 20.0;
    Model model(0.0, 0.05);
    auto& capacitor = model.add<FirstOrderLinearDS>(Vector{{0.0}}, Matrix{{-1.0 / (load * C)}});
    FirstOrderLinearR bridge(Matrix{{1.0}, {1.0}, {0.0}, {0.0}}, Matrix{{1.0 / C, 1.0 / C, 0.0, 0.0}});
    bridge
        .setD(Matrix{{0.0, 0.0, -1.0, 0.0},
                     {0.0, 0.0, 0.0, -1.0},
                     {1.0, 0.0, 1.0 / R, -1.0 / R},
                     {0.0, 1.0, -1.0 / R, 1.0 / R}})
        .setE([=](double t, VectorRef e) {
          const double v = E * std::sin(omega * t);
          e << 0.0, 0.0, -v / R, v / R;
        });
    auto& diodes = model.link(ComplementarityConditionNSL(), bridge, capacitor);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-5), EulerMoreauOSI(1.0));
    double least = 0.0, leastOutput = 0.0, top = 0.0;
    simulation.run([&](const Simulation& at) {
      if (at.time() == 0.0) return;
      least = std::min(least, diodes.lambda().minCoeff());
      leastOutput = std::min(leastOutput, diodes.y().tail(2).minCoeff() * R);
      top = std::max(top, capacitor.x()[0]);
    });
    EXPECT_GE(least, 0.0);
    EXPECT_GE(leastOutput, -1e-8);
    EXPECT_GT(top, 5.0);
  }
}

/// x^(d) = λ, 0 ≤ x ⟂ λ ≥ 0.
void addChain(Model& model, Index degree) {
  Vector x = Vector::Zero(degree);
  x[0] = 1.0;
  x[1] = -2.0;
  Matrix A = Matrix::Zero(degree, degree), B = Matrix::Zero(degree, 1), C = Matrix::Zero(1, degree);
  for (Index i = 0; i + 1 < degree; ++i) A(i, i + 1) = 1.0;
  B(degree - 1, 0) = C(0, 0) = 1.0;
  auto& chain = model.add<FirstOrderLinearDS>(x, A);
  model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(C, B), chain).setName("stop");
}

std::vector<std::string> warningsOf(Model& model) {
  std::vector<std::string> said;
  model.setLogSink([&](LogLevel level, std::string_view sentence) {
    if (level == LogLevel::warning) said.emplace_back(sentence);
  });
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
  simulation.run();
  return said;
}

TEST(StepWarnings, NameAnOutputOfTooHighADegreeOnce) {
  for (const Index degree : {2, 3, 4}) {
    SCOPED_TRACE(degree);
    Model model(0.0, 1.0);
    addChain(model, degree);
    const std::vector<std::string> said = warningsOf(model);
    ASSERT_EQ(said.size(), degree > 2 ? 1U : 0U);
    if (said.empty()) continue;
    EXPECT_NE(said[0].find("stop (row 0)"), std::string::npos) << said[0];
    EXPECT_NE(said[0].find("relative degree " + std::to_string(degree)), std::string::npos) << said[0];
  }
}

/// A chain of differentiations, x₁ = b, x₂ = x₁', x₃ = x₂' and so on: as many equations as its index.
TEST(StepWarnings, NameEquationsOfTooHighAnIndexOnce) {
  for (const Index index : {1, 2, 3, 4}) {
    SCOPED_TRACE(index);
    Model model(0.0, 1.0);
    Matrix M = Matrix::Zero(index + 1, index + 1);
    for (Index i = 0; i + 1 < index; ++i) M(i, i + 1) = 1.0;
    M(index, index) = 1.0;  // an ordinary equation beside them
    auto& chain = model.add<FirstOrderLinearDS>(Vector::Zero(index + 1),
                                                Matrix(-Matrix::Identity(index + 1, index + 1)));
    chain.setM(M);
    chain.setName("filter");
    const std::vector<std::string> said = warningsOf(model);
    ASSERT_EQ(said.size(), index > 2 ? 1U : 0U);
    if (said.empty()) continue;
    EXPECT_NE(said[0].find("filter"), std::string::npos) << said[0];
    EXPECT_NE(said[0].find("index " + std::to_string(index)), std::string::npos) << said[0];
  }
}

/// The option has lost its meaning, which is told once.
TEST(StepWarnings, TellOfAnOptionWithoutAMeaningOnce) {
  for (const char* residual : {"rows", "contract", "class"}) {
    Model model(0.0, 0.3);
    addChain(model, 2);
    std::vector<std::string> said;
    model.setLogSink([&](LogLevel level, std::string_view sentence) {
      if (level == LogLevel::warning) said.emplace_back(sentence);
    });
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0),
                            LCP(Solver("auto").set("residual", residual)));
    simulation.run();
    ASSERT_EQ(said.size(), std::string(residual) == "rows" ? 1U : 0U);
    if (!said.empty()) {
      EXPECT_NE(said[0].find("residual = rows"), std::string::npos) << said[0];
    }
  }
}

/// y = 1 − λ has two solutions of 0 ≤ y ⟂ λ ≥ 0.
TEST(StepWarnings, NameTheRowsOfAMatrixThatIsNoPMatrix) {
  Model model(0.0, 0.2);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{1.0}}, Matrix{{-1.0}});
  FirstOrderLinearTIR relation(Matrix{{1.0}}, Matrix{{0.0}});
  relation.setD(Matrix{{-1.0}});
  model.link(ComplementarityConditionNSL(), relation, x).setName("latch");
  const std::vector<std::string> said = warningsOf(model);
  ASSERT_EQ(said.size(), 1U);
  EXPECT_NE(said[0].find("latch (row 0)"), std::string::npos) << said[0];
  EXPECT_NE(said[0].find("P-matrix"), std::string::npos) << said[0];
}

/// Without a sink, once; with one that does nothing, not at all.
TEST(StepWarnings, GoToStderrUnlessASinkTakesThem) {
  const auto printed = [](bool silenced) {
    Model model(0.0, 1.0);
    addChain(model, 3);
    if (silenced) model.setLogSink([](LogLevel, std::string_view) {});
    testing::internal::CaptureStderr();
    for (int k = 0; k < 2; ++k) {
      model.nsds().log(LogLevel::warning, "at t = " + std::to_string(k) + " something happened");
      model.nsds().log(LogLevel::info, "nothing to see");
    }
    return testing::internal::GetCapturedStderr();
  };
  EXPECT_EQ(printed(false), "nsds: warning: at t = 0 something happened\n");
  EXPECT_EQ(printed(true), "");
}

}  // namespace
}  // namespace nsds::steps_by_contract_test
