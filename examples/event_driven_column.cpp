// A column of equal beads that touch each other falls onto the ground. With equal restitution everywhere
// Newton's law lets the column bounce as one block: the impulse goes through all contacts at once, P_i =
// (1 + e) (n - i) m v at contact i, counted from the ground, and no bead parts from the next. With e = 1 it
// bounces for ever, its bottom at the heights of a single bead. (By shocks that travel through the column one
// after the other the top bead would fly off; that is another law.)
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <vector>

#include "example.hpp"
#include "two_schemes.hpp"

using namespace nsds;

int simulate(const io::Parameters& parameters) {
  const auto beads = static_cast<std::size_t>(parameters["beads"]);
  const double g = 9.81, m = 0.05, R = 0.01, drop = 0.3, e = 1.0;
  const double fall = std::sqrt(2.0 * drop / g), V = g * fall;
  const double T = fall * (2.0 * std::floor(parameters["bounces"]));
  const auto build = [=](Model& model) {
    std::vector<LagrangianLinearTIDS*> column;
    for (std::size_t i = 0; i < beads; ++i) {
      column.push_back(
          &model.add<LagrangianLinearTIDS>(Vector::Constant(1, drop + R + 2.0 * R * static_cast<double>(i)),
                                           Vector::Zero(1), Matrix::Constant(1, 1, m)));
      column.back()->setFExt(Vector::Constant(1, -m * g));
      if (i == 0)
        model.link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix::Ones(1, 1), -R), *column[0]);
      else
        model.link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix{{-1.0, 1.0}}, -2.0 * R), *column[i - 1],
                   *column[i]);
    }
  };

  Model model(0.0, T);
  build(model);
  EventDriven simulation(model, TimeDiscretisation(0.0, T / 200.0), Dopri5());
  std::vector<const LagrangianDS*> column;
  for (const auto& bead : model.nsds().systems())
    column.push_back(dynamic_cast<const LagrangianDS*>(bead.get()));
  io::Recorder recorder;
  recorder.column("bottom", "m", [&] { return column.front()->q()[0] - R; });
  recorder.column("top", "m", [&] { return column.back()->q()[0] + R; });
  int impacts = 0;
  double instants = 0.0, impulses = 0.0, heights = 0.0, shape = 0.0;
  io::Run run(simulation, parameters);
  run.keep("impacts", impacts)
      .keep("instants", instants)
      .keep("impulses", impulses)
      .keep("heights", heights)
      .keep("shape", shape);
  run(recorder, [&](const Simulation& s) {
    if (simulation.event() == EventKind::impact) {
      instants = std::max(instants, std::abs(s.time() - fall * (2.0 * impacts + 1.0)));
      ++impacts;
      for (std::size_t i = 0; i < beads; ++i) {
        const double P = (1.0 + e) * static_cast<double>(beads - i) * m * V;
        impulses =
            std::max(impulses, std::abs(simulation.impulse(*model.nsds().interactions()[i])[0] / P - 1.0));
      }
    }
    const double t = s.time() + fall;  // from the apex before, where it rose from the ground
    const double since = t - 2.0 * fall * std::floor(t / (2.0 * fall));
    const double bottom = V * since - 0.5 * g * since * since;
    heights = std::max(heights, std::abs(column.front()->q()[0] - R - bottom));
    for (std::size_t i = 0; i < beads; ++i)
      shape =
          std::max(shape, std::abs(column[i]->q()[0] - column[0]->q()[0] - 2.0 * R * static_cast<double>(i)));
  });
  save(recorder.trajectory(), parameters);

  std::printf("%d impacts, instants within %.1e s, impulses within %.1e of the exact ones\n", impacts,
              instants, impulses);
  std::printf("bottom within %.1e m of a single bead's, beads within %.1e m of each other\n", heights, shape);
  // One bounce: what rounding leaves between beads is never lost with e = 1, and grows from bounce to bounce
  // where the beads are not taken for touching.
  const double order = orderOfTimeStepping(build, 2.0 * fall, fall / 25.0, fall / 250.0);
  const bool correct = impacts == parameters.integer("bounces") && instants < 1e-12 && impulses < 1e-10 &&
                       heights < 1e-11 && shape < 1e-11 && order > 0.6;
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A column of beads bounces as one block.",
                    {{"beads", 10.0, "1", "in the column", 2.0, 100.0, true},
                     {"bounces", 5.0, "1", "to simulate", 1.0, 20.0, true}},
                    simulate);
}
