// The woodpecker toy: a bird on a spring, fixed to a sleeve that hangs on a pole, pecks its way down.
//
// q = (height of the sleeve, angle of the sleeve, angle of the bird), small angles. The sleeve has more play
// than it needs: tilted one way or the other it jams and is held by friction, upright it falls. The bird
// swings, hits the pole with its beak, and so unjams the sleeve. Model and numbers: Pfeiffer (1984), Z.
// angew. Math. Mech. 64; Glocker (1995).
//
// Its motion settles to a limit cycle: state and drop repeat from peck to peck. The energies repeat too, so
// that what impacts and friction take in a cycle is what its weight gives, m g times the drop. (From
// a start much slower or faster it settles to another cycle, of two unequal pecks.)
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <vector>

#include "example.hpp"

using namespace nsds;

namespace {

struct Peck {
  double time;
  double height;
  double taken;  // by impacts and friction so far
};

}  // namespace

int simulate(const io::Parameters& parameters) {
  const double h = parameters["h"], g = 9.81;
  const double m_M = 0.0003, m_S = 0.0045, J_M = 5e-9, J_S = 7e-7, spring = 0.0056;  // sleeve M, bird S
  const double r_O = 0.0025, r_M = 0.0031;                          // radii of pole and sleeve
  const double h_M = 0.0058;                                        // half the sleeve's height
  const double l_M = 0.010, l_G = 0.015, h_S = 0.02, l_S = 0.0201;  // spring; centre and beak of the bird

  Model model(0.0, parameters["T"]);
  const Matrix M{{m_S + m_M, m_S * l_M, m_S * l_G},
                 {m_S * l_M, J_M + m_S * l_M * l_M, m_S * l_M * l_G},
                 {m_S * l_G, m_S * l_M * l_G, J_S + m_S * l_G * l_G}};
  const Matrix K = spring * Matrix{{0.0, 0.0, 0.0}, {0.0, 1.0, -1.0}, {0.0, -1.0, 1.0}};
  auto& bird = model.add<LagrangianLinearTIDS>(Vector{{0.0, -0.1034, -0.2788}},
                                               Vector{{-0.3411, 0.0, -parameters["swing"]}}, M, K);
  bird.setFExt(-g * Vector{{m_S + m_M, m_S * l_M, m_S * l_G}});
  const auto touch = [&](double restitution, const Matrix& H, double offset) -> Interaction& {
    return model.link(NewtonImpactFrictionNSL(restitution, 0.0, 0.3, 2),
                      LagrangianLinearTIR(H, Vector{{offset, 0.0}}), bird);
  };
  Interaction& beak = touch(0.5, Matrix{{0.0, 0.0, -h_S}, {1.0, l_M, l_G - l_S}}, l_M + l_G - l_S - r_O);
  touch(0.0, Matrix{{0.0, h_M, 0.0}, {1.0, r_M, 0.0}}, r_M - r_O);   // the sleeve tilted by a negative angle
  touch(0.0, Matrix{{0.0, -h_M, 0.0}, {1.0, r_M, 0.0}}, r_M - r_O);  // by a positive one

  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5),
                          FrictionContact(Solver("auto").set("tolerance", 1e-12)));
  EnergyBalance energy;
  io::Recorder recorder;
  recorder.stride(static_cast<std::size_t>(parameters.integer("stride")));
  recorder.column("height", "m", [&] { return bird.q()[0]; });
  recorder.column("sleeve", "rad", [&] { return bird.q()[1]; });
  recorder.column("bird", "rad", [&] { return bird.q()[2]; });
  std::vector<Peck> pecks;
  io::Run run(simulation, parameters);
  run.keep("pecks", pecks);
  run(energy, recorder, [&](const Simulation& s) {
    if (beak.lambda()[0] <= 0.0 || (!pecks.empty() && s.time() < pecks.back().time + 0.05)) return;
    pecks.push_back({s.time(), bird.q()[0], -energy.now().normal - energy.now().tangential});
  });
  save(recorder.trajectory(), parameters);

  // Of the last ten cycles: their means, and how far a single one is from these.
  if (pecks.size() < 20) {
    std::printf("the bird pecks %zu times only\n", pecks.size());
    return verdict(false);
  }
  const std::size_t last = pecks.size() - 1, first = last - 10;
  const auto cycles = static_cast<double>(last - first);
  const double period = (pecks[last].time - pecks[first].time) / cycles;
  const double drop = (pecks[first].height - pecks[last].height) / cycles;
  const double taken = (pecks[last].taken - pecks[first].taken) / cycles;
  double periods = 0.0, drops = 0.0;
  for (std::size_t i = first; i < last; ++i) {
    periods = std::max(periods, std::abs((pecks[i + 1].time - pecks[i].time) / period - 1.0));
    drops = std::max(drops, std::abs((pecks[i].height - pecks[i + 1].height) / drop - 1.0));
  }
  const double weight = (m_S + m_M) * g;
  std::printf("%zu pecks; period %.5f s, within %.1e; drop %.5e m, within %.1e\n", pecks.size(), period,
              periods, drop, drops);
  std::printf("a cycle: impacts and friction take %.5e J, the weight gives %.5e J\n", taken, weight * drop);
  const bool correct = periods < 1e-3 && drops < 1e-2 && std::abs(taken / (weight * drop) - 1.0) < 1e-4;
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "The woodpecker toy pecks its way down a pole.",
                    {{"h", 1e-5, "s", "time step", 1e-6, 2e-5},
                     {"T", 6.0, "s", "end of the simulation", 4.0, 20.0},
                     {"swing", 7.4583, "rad/s", "the bird's velocity at the start", 6.8, 8.2},
                     {"stride", 20.0, "1", "steps from one row of the file to the next", 1.0, 1000.0, true}},
                    simulate);
}
