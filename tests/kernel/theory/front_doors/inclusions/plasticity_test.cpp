// Chains of elasto-plastic bars against Prandtl-Ishlinskii hysteresis, limit loads and the balance of energy.
#include "nsds/theory/first_order/plasticity.hpp"

#include "kernel/theory/front_doors/runs.hpp"

namespace nsds::plasticity_test {
namespace {

/// A path that turns at whole numbers: 0, 1, -0.6, 0.9, -1, 1, with memory of every depth.
double path(double t) {
  constexpr double corners[] = {0.0, 1.0, -0.6, 0.9, -1.0, 1.0};
  const auto k = std::min(4, static_cast<int>(t));
  return corners[k] + (t - k) * (corners[k + 1] - corners[k]);
}

struct Hysteresis {
  Hysteresis(const ElastoPlasticChain& chain, double h)
      : model(0.0, 5.0),
        parts(chain.addTo(model)),
        simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI(1.0)) {
    simulation.initialize();
    Solver exact("auto");
    exact.set("tolerance", 1e-13);
    simulation.nonSmoothProblem().setSolver(exact);
  }
  Model model;
  ElastoPlasticChain::Parts parts;
  TimeStepping simulation;
};

/// Three bars in parallel under a prescribed elongation: their forces are stops, the sum is Σ E_i stop_i(l). Exact at instants.
TEST(Plasticity, BarsInParallelAreThePrandtlIshlinskiiOperator) {
  const Vector stiffness{{3.0, 2.0, 1.0}};
  const Vector radii{{0.2, 0.5, 0.8}};
  std::vector<ElastoPlasticBar> bars;
  for (Index i = 0; i < 3; ++i)
    bars.push_back({.from = 0, .to = 1, .stiffness = stiffness[i], .upper = stiffness[i] * radii[i]});
  ElastoPlasticChain chain(1, bars);
  chain.setDisplacement(path);
  Hysteresis run(chain, 0.0625);
  EXPECT_EQ(run.parts.equilibrium, nullptr);
  Vector elongation(81);
  for (Index k = 0; k <= 80; ++k) elongation[k] = path(0.0625 * static_cast<double>(k));
  const Vector exact = prandtlIshlinskii(stiffness, radii, elongation);
  double dissipated = 0.0;
  double work = 0.0;
  double before = 0.0;
  run.simulation.run([&](const Simulation& s) {
    const Index k = s.step();
    EXPECT_NEAR(run.parts.bars.y().sum(), exact[k], 1e-12) << s.time();
    dissipated -= 0.0625 * run.parts.bars.y().dot(run.parts.bars.lambda());
    const double force = run.parts.bars.y().sum();
    work += 0.5 * (force + before) * (elongation[k] - elongation[k - 1]);
    before = force;
  });
  // Work is stored or dissipated; the trapezoidal rule misses it by O(h) where bars begin to yield within steps.
  const double stored = 0.5 * run.parts.bars.y().cwiseAbs2().cwiseQuotient(stiffness).sum();
  EXPECT_GT(dissipated, 1.0);
  EXPECT_NEAR(work, stored + dissipated, 0.02 * work);
}

/// Cells in series under a force: an elastic bar k beside a plastic one (E, r) extends by F/(k + E) + E/(k (k + E)) play of half
/// width r (k + E)/E. The chain is their sum, exact at instants, though its nodes' equilibrium couples all of them.
TEST(Plasticity, CellsInSeriesAddTheirPlays) {
  struct Cell {
    double k, E, r;
  };
  const std::vector<Cell> cells{{1.0, 2.0, 0.3}, {0.5, 1.0, 0.1}, {2.0, 1.0, 0.2}};
  std::vector<ElastoPlasticBar> bars;
  for (Index i = 0; i < 3; ++i) {
    const Cell& cell = cells[static_cast<std::size_t>(i)];
    bars.push_back({.from = i, .to = i + 1, .stiffness = cell.k});
    bars.push_back({.from = i, .to = i + 1, .stiffness = cell.E, .upper = cell.r});
  }
  ElastoPlasticChain chain(3, bars);
  chain.setForce(3, path);
  Hysteresis run(chain, 0.125);
  Vector force(41);
  for (Index k = 0; k <= 40; ++k) force[k] = path(0.125 * static_cast<double>(k));
  Vector exact = Vector::Zero(41);
  for (const Cell& cell : cells)
    exact += force / (cell.k + cell.E) +
             cell.E / (cell.k * (cell.k + cell.E)) * playOperator(cell.r * (cell.k + cell.E) / cell.E, force);
  run.simulation.run([&](const Simulation& s) {
    const Vector displacements = run.parts.system.x().tail(3);
    EXPECT_NEAR(displacements[2], exact[s.step()], 1e-11) << s.time();
    for (Index i = 0; i < 3; ++i)
      EXPECT_NEAR(run.parts.bars.y().segment(2 * i, 2).sum(), force[s.step()], 1e-11) << s.time();
  });
  // A closed loop of the force, from 1 over -1 to 1 again, ends where it began, whatever was before 1.
  EXPECT_NEAR(exact[40] - exact[8], 0.0, 1e-12);
}

/// Displacement and force together: a middle node is pulled by F while the end is held at 0. Two equal bars share it until the one
/// that is pressed or pulled more yields; both do at the limit load 2 r, where the step has no solution.
TEST(Plasticity, LimitLoadsEndTheRun) {
  ElastoPlasticChain chain(2, {{.from = 0, .to = 1, .stiffness = 2.0, .upper = 0.5},
                               {.from = 1, .to = 2, .stiffness = 2.0, .upper = 0.5}});
  chain.setDisplacement([](double) { return 0.0; });
  chain.setForce(1, [](double t) { return 0.4 * t; });
  Hysteresis run(chain, 0.05);
  EXPECT_THROW(run.simulation.run([&](const Simulation& s) {
    const double F = 0.4 * s.time();
    EXPECT_NEAR(run.parts.bars.y()[0], 0.5 * F, 1e-10);
    EXPECT_NEAR(run.parts.bars.y()[1], -0.5 * F, 1e-10);
    EXPECT_NEAR(run.parts.system.x()[2], F / 4.0, 1e-10);
  }),
               Error);
  EXPECT_NEAR(run.simulation.time(), 2.5, 0.1);
}

/// Loads that are there at once are a jump: elastic here, to half the displacement of each bar.
TEST(Plasticity, SuddenLoadsJump) {
  ElastoPlasticChain chain(2, {{.from = 0, .to = 1, .stiffness = 1.0, .upper = 5.0},
                               {.from = 1, .to = 2, .stiffness = 1.0, .upper = 5.0}});
  chain.setDisplacement([](double) { return 1.0; });
  Hysteresis run(chain, 0.5);
  EXPECT_NEAR(run.parts.system.x()[2], 0.5, 1e-12);
  run.simulation.run();
  EXPECT_LT((run.parts.bars.y() - Vector{{0.5, 0.5}}).norm(), 1e-11);
}

/// A limit on one side alone: a bar that yields in tension at ½ and never in compression.
TEST(Plasticity, ABarMayYieldOnOneSideAlone) {
  ElastoPlasticChain chain(1, {{.from = 0, .to = 1, .stiffness = 1.0, .upper = 0.5, .lower = -kNoBound}});
  chain.setDisplacement([](double t) { return t < 1.0 ? t : 2.0 - t; });
  Hysteresis run(chain, 0.125);
  run.simulation.run([&](const Simulation& s) {
    const double t = s.time();
    EXPECT_NEAR(run.parts.bars.y()[0], t < 1.0 ? std::min(t, 0.5) : 1.5 - t, 1e-12) << t;
  });
}

TEST(PlasticityInput, IsRefusedByName) {
  const ElastoPlasticBar bar{.from = 0, .to = 1, .stiffness = 1.0, .upper = 1.0};
  const auto refused = [](Index nodes, std::vector<ElastoPlasticBar> bars, const std::string& part) {
    expectPart(test::errorText<InvalidArgument>([&] { ElastoPlasticChain(nodes, bars); }), part);
  };
  refused(0, {bar}, "0 nodes");
  refused(1, {}, "0 bars");
  refused(2, {bar}, "hangs");
  refused(1, {{.from = 0, .to = 2, .stiffness = 1.0}}, "bar 0");
  refused(1, {{.from = 1, .to = 1, .stiffness = 1.0}}, "bar 0");
  refused(1, {{.from = 0, .to = 1, .stiffness = 0.0}}, "stiffness");
  refused(1, {{.from = 0, .to = 1, .stiffness = 1.0, .upper = -1.0}}, "limits");
  refused(1, {{.from = 0, .to = 1, .stiffness = 1.0, .upper = 1.0, .lower = 0.5}}, "limits [0.5, 1]");
  ElastoPlasticChain chain(1, {bar});
  expectPart(test::errorText<InvalidArgument>([&] { chain.setDisplacement({}); }), "empty");
  expectPart(test::errorText<InvalidArgument>([&] { chain.setForce(2, path); }), "not free");
  chain.setDisplacement(path);
  expectPart(test::errorText<InvalidArgument>([&] { chain.setForce(1, path); }), "not free");
  EXPECT_THROW(playOperator(-1.0, Vector{{0.0}}), InvalidArgument);
  EXPECT_THROW(playOperator(1.0, Vector()), InvalidArgument);
  EXPECT_THROW(prandtlIshlinskii(Vector{{1.0}}, Vector{{1.0, 2.0}}, Vector{{0.0}}), InvalidArgument);
}

}  // namespace
}  // namespace nsds::plasticity_test
