// A leaning column of boxes is dropped a little and comes to rest: it stands as long as it leans less than
// it may.
//
// Each box lies a little to the side of the one below. Above an interface n boxes have their centre of mass
// (n + 1) / 2 such offsets beyond the centre of the box below, which must be within half an edge: the lowest
// box decides. A drop is a push as well, which can topple a column that is close to that. How an interface
// shares its force out to its points is not determined; their sum is, the weight above, and its centre, which
// is below the centre of mass of what is above.
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <vector>

#include "example.hpp"

using namespace nsds;

int simulate(const io::Parameters& parameters) {
  const int n = parameters.integer("boxes");
  const double h = wholeStep(parameters["h"], parameters["T"]);
  const double g = 9.81, edge = 0.2, height = 0.1, drop = parameters["drop"];
  // The lowest box carries n - 1 others.
  const double offset = parameters["lean"] * edge / n;
  const double m = 2.0, along = m / 12.0 * (edge * edge + height * height), about = m / 6.0 * edge * edge;

  Model model(0.0, parameters["T"]);
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 3));
  contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  std::vector<NewtonEulerDS*> boxes;
  for (int k = 0; k < n; ++k) {
    Vector q = Vector::Zero(7);
    q << k * offset, 0.0, (k + 0.5) * height + (k + 1.0) * drop, 1.0, 0.0, 0.0, 0.0;
    boxes.push_back(
        &model.add<NewtonEulerDS>(q, Vector::Zero(6), m, Matrix(Vector{{along, along, about}}.asDiagonal())));
    boxes.back()->setFExt(Vector{{0.0, 0.0, -m * g}});
    contacts.add(*boxes.back(), Box{0.5 * Vector3(edge, edge, height)});
  }
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5),
                          FrictionContact(Solver("auto").set("tolerance", parameters["tolerance"])));
  simulation.setInteractionManager(contacts);
  ConstraintViolation violation;
  EnergyBalance energy;
  io::Recorder recorder;
  recorder.column("top", "m", [&] { return boxes.back()->q()[2]; });
  recorder.column("kinetic energy", "J", [&] { return energy.now().kinetic; });
  io::Run run(simulation, parameters);
  run(energy, violation, recorder);
  save(recorder.trajectory(), parameters);

  const double fallen = n * height - (boxes.back()->q()[2] + 0.5 * height);
  std::printf("%d boxes, offset %g of that which topples: the top is %.2e m below the column's height\n", n,
              parameters["lean"], fallen);
  bool correct = false;
  if (parameters["lean"] > 1.0) {
    correct = fallen > height;
  } else {
    // Below each box: vertical force of the points, and their moment about the y-axis.
    std::vector<double> force(boxes.size(), 0.0), moment(boxes.size(), 0.0);
    for (const UnitaryRelation& active : simulation.indexSet(1)) {
      const Interaction& contact = *active.interaction;
      const auto& place = static_cast<const ContactR&>(contact.relation());
      std::size_t upper = 0;  // a later body is higher
      for (std::size_t k = 0; k < boxes.size(); ++k)
        for (const DynamicalSystem* body : contact.systems())
          if (body == boxes[k]) upper = k;
      const double carried = contact.lambda()[0] * std::abs(place.normal()[2]) / h;
      force[upper] += carried;
      moment[upper] += carried * place.point()[0];
    }
    double heaviest = 0.0, aside = 0.0, mass = 0.0, first = 0.0;  // of the boxes above
    for (std::size_t k = boxes.size(); k-- > 0;) {
      mass += m;
      first += m * boxes[k]->q()[0];
      heaviest = std::max(heaviest, std::abs(force[k] / (mass * g) - 1.0));
      aside = std::max(aside, std::abs(moment[k] / force[k] - first / mass) / edge);
    }
    std::printf("forces are within %.1e of the weights above them, their centres within %.1e edges\n",
                heaviest, aside);
    std::printf("kinetic energy %.1e J, largest penetration %.1e m\n", energy.now().kinetic,
                violation.penetration());
    correct = heaviest < 1e-5 && aside < 1e-5 && energy.now().kinetic < 1e-9 * m * g * height &&
              violation.penetration() < 2.0 * h * std::sqrt(2.0 * g * n * drop) + g * h * h;
  }
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A leaning column of boxes comes to rest, or topples.",
                    {{"boxes", 8.0, "1", "boxes on top of each other", 2.0, 30.0, true},
                     {"lean", 0.8, "1", "offset of a box / offset that topples", 0.0, 1.5},
                     {"drop", 1e-3, "m", "height of the drop of each box", 0.0, 5e-3},
                     {"h", 1e-3, "s", "time step", 1e-4, 5e-3},
                     {"T", 1.0, "s", "end of the simulation", 0.5, 20.0},
                     {"tolerance", 1e-8, "1", "of the friction solver", 1e-12, 1e-7}},
                    simulate);
}
