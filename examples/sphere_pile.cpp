// Spheres of different sizes are dropped into a heap on a plane and come to rest.
//
// At rest the plane carries their weight, the energy balance closes, and no contact is violated by more than
// the scheme lets in (a step's way). Nothing brakes a sphere that spins on the spot or rolls alone: rest takes a heap in
// which each leans on others, and time. By chance a few values within the ranges leave one that still moves.
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <random>
#include <vector>

#include "example.hpp"

using namespace nsds;

int simulate(const io::Parameters& parameters) {
  const int n = parameters.integer("n");
  const double g = 9.81;

  Model model(0.0, parameters["T"]);
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, parameters["mu"], 3));
  contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  for (const Vector3& normal : {Vector3(1, 0, 0), Vector3(-1, 0, 0), Vector3(0, 1, 0), Vector3(0, -1, 0)})
    contacts.addStatic(HalfSpace{normal, -1.0});  // walls of a box of 2 m x 2 m
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> draw(0.0, 1.0);
  double weight = 0.0;
  std::vector<NewtonEulerDS*> spheres;
  for (int k = 0; k < n; ++k) {
    const double r = 0.12 + 0.06 * draw(engine);
    const double m = 1000.0 * r * r * r;
    Vector q = Vector::Zero(7);
    const int column = k % 4, row = k / 4 % 4, layer = k / 16;
    q.head(3) << -0.6 + 0.4 * column + 0.05 * draw(engine), -0.6 + 0.4 * row + 0.05 * draw(engine),
        0.2 + 0.4 * layer;
    q[3] = 1.0;
    spheres.push_back(
        &model.add<NewtonEulerDS>(q, Vector::Zero(6), m, Matrix(0.4 * m * r * r * Matrix::Identity(3, 3))));
    spheres.back()->setFExt(Vector{{0.0, 0.0, -m * g}});
    contacts.add(*spheres.back(), Sphere{r});
    weight += m * g;
  }
  const double h = wholeStep(parameters["h"], model.T());
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5),
                          FrictionContact(Solver("auto").set("tolerance", 1e-8)));
  simulation.setInteractionManager(contacts);
  EnergyBalance energy;
  ConstraintViolation violation;
  io::Recorder recorder;
  recorder.column("kinetic energy", "J", [&] { return energy.now().kinetic; });
  recorder.column("contacts", "", [&] { return static_cast<double>(contacts.contacts()); });
  // The impulse of plane and walls, upwards, in the last tenth of the time, and how long that is in whole steps.
  double impulse = 0.0, weighed = 0.0;
  const auto weigh = [&](const Simulation& s) {
    if (s.time() <= 0.9 * model.T()) return;
    weighed += h;
    for (const UnitaryRelation& active : s.indexSet(1)) {
      const Interaction& contact = *active.interaction;
      if (contact.systems().size() != 1) continue;
      const auto& frame = static_cast<const ContactR&>(contact.relation());
      for (Index r = 0; r < 3; ++r) impulse += contact.lambda()[r] * frame.axis(r)[2];
    }
  };
  io::Run run(simulation, parameters);
  run.keep("impulse", impulse).keep("weighed", weighed);
  run(energy, violation, weigh, recorder);
  const double carried = impulse / weighed;
  save(recorder.trajectory(), parameters);

  std::printf("%d spheres, %td contacts, kinetic energy %.3e J at the end\n", n, contacts.contacts(),
              energy.now().kinetic);
  std::printf("plane and walls carry %.9f of the weight\n", carried / weight);
  std::printf("largest penetration %.2e m; energy identity closes to %.1e\n", violation.penetration(),
              energy.worstDefect());
  const bool rests = energy.now().kinetic < 1e-6 * weight;
  if (!rests) std::printf("spheres still move\n");
  return verdict(rests && std::abs(carried / weight - 1.0) < 1e-5 && violation.penetration() < 0.02 &&
                 energy.worstDefect() < 1e-9);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A heap of spheres on a plane, with friction.",
                    {{"n", 55.0, "", "spheres", 45.0, 60.0, true},
                     {"mu", 0.5, "", "coefficient of friction", 0.3, 2.0},
                     {"h", 5e-3, "s", "time step", 2e-3, 7e-3},
                     {"T", 20.0, "s", "end of the simulation", 10.0, 50.0}},
                    simulate);
}
