// Functions of first-order systems and relations that fail in the middle of a run: the error names who, what and when, and
// the state is the one before the step.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <nsds/kernel.hpp>
#include <string>
#include <vector>

namespace nsds::failing_steps_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double fails = 0.45;  // the instant from which a function fails

double failing(double t, double value) {
  return t > fails ? nan : value;
}

struct Failure {
  const char* what;
  std::function<void(Model&)> build;
  std::vector<const char*> says;
};

FirstOrderNonLinearDS& addDecay(Model& model) {
  auto& x = model.add<FirstOrderNonLinearDS>(
      Vector{{1.0}}, [](double, VectorConstRef s, VectorRef f) { f[0] = -s[0]; },
      [](double, VectorConstRef, MatrixRef A) { A(0, 0) = -1.0; });
  x.setName("tank");
  return x;
}

/// y = h(x), r = λ, of which one function fails.
void linkFull(Model& model, const std::string& failed) {
  const auto value = [failed](const char* name, double t, double v) {
    return failed == name ? failing(t, v) : v;
  };
  model
      .link(ComplementarityConditionNSL(),
            FirstOrderNonLinearR(
                1,
                [value](double t, VectorConstRef x, VectorConstRef, VectorRef y) {
                  y[0] = value("y", t, x[0] - 0.2);
                },
                [value](double t, VectorConstRef, VectorConstRef l, VectorRef r) {
                  r[0] = value("r", t, l[0]);
                },
                [value](double t, VectorConstRef, VectorConstRef, MatrixRef C, MatrixRef D) {
                  C(0, 0) = value("C", t, 1.0);
                  D(0, 0) = value("D", t, 0.0);
                },
                [value](double t, VectorConstRef, VectorConstRef, MatrixRef K, MatrixRef B) {
                  K(0, 0) = value("K", t, 0.0);
                  B(0, 0) = value("B", t, 1.0);
                }),
            addDecay(model))
      .setName("valve");
}

std::vector<Failure> failures() {
  std::vector<Failure> all{
      {"f",
       [](Model& model) {
         model
             .add<FirstOrderNonLinearDS>(
                 Vector{{1.0}}, [](double t, VectorConstRef s, VectorRef f) { f[0] = failing(t, -s[0]); })
             .setName("tank");
       },
       {"tank", "f", "nan"}},
      {"A",
       [](Model& model) {
         model
             .add<FirstOrderNonLinearDS>(
                 Vector{{1.0}}, [](double, VectorConstRef s, VectorRef f) { f[0] = -s[0]; },
                 [](double t, VectorConstRef, MatrixRef A) { A(0, 0) = failing(t, -1.0); })
             .setName("tank");
       },
       {"tank", "nan"}},
      {"M",
       [](Model& model) { addDecay(model).setM([](double t, MatrixRef M) { M(0, 0) = failing(t, 1.0); }); },
       {"tank", "nan"}},
      {"a singular M",
       [](Model& model) {
         auto& x = model.add<FirstOrderNonLinearDS>(Vector{{1.0}},
                                                    [](double, VectorConstRef, VectorRef f) { f[0] = 0.0; });
         x.setName("tank");
         x.setM([](double t, MatrixRef M) { M(0, 0) = t > fails ? 0.0 : 1.0; });
       },
       {"tank", "singular"}},
      {"b",
       [](Model& model) {
         auto& x = model.add<FirstOrderLinearDS>(Vector{{1.0}}, Matrix{{-1.0}});
         x.setName("tank");
         x.setB([](double t, VectorRef b) { b[0] = failing(t, 0.0); });
       },
       {"tank", "b", "nan"}},
  };
  for (const char* failed : {"y", "r", "C", "D", "K", "B"})
    all.push_back(
        {failed, [failed](Model& model) { linkFull(model, failed); }, {"FirstOrderNonLinearR", "nan"}});
  return all;
}

TEST(FailingFunction, IsNamedAndLeavesTheStateBeforeTheStep) {
  for (const Failure& failure : failures()) {
    Model model(0.0, 1.0);
    failure.build(model);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
    for (int k = 0; k < 4; ++k) {
      ASSERT_NO_THROW(simulation.computeOneStep()) << failure.what;
      simulation.nextStep();
    }
    const State before = model.state();
    for (int attempt = 0; attempt < 2; ++attempt) {  // and so it is when asked again
      try {
        simulation.computeOneStep();
        FAIL() << failure.what << " is taken";
      } catch (const Error& error) {
        for (const char* part : failure.says)
          EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
              << failure.what << ": " << error.what();
      }
      EXPECT_TRUE(model.state() == before) << failure.what;
    }
  }
}

}  // namespace
}  // namespace nsds::failing_steps_test
