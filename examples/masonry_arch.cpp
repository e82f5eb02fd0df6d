// A semicircular arch of voussoirs that touch and rub, without mortar, under its own weight.
//
// Couplet (1730), Heyman (1966): with enough friction it stands as long as a thrust line fits into its
// thickness, and else falls as a mechanism of five hinges. For joints along the radii the least thickness is
// 0.1075 of the mean radius (Milankovitch 1907).
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <numbers>
#include <vector>

#include "example.hpp"

using namespace nsds;

namespace {

const double g = 9.81, density = 2000.0, radius = 1.0;

/// What a polygon of a given density, 1 m deep, weighs, where its centre is and its inertia about that.
struct Block {
  double mass = 0.0;
  Vector2 centre = Vector2::Zero();
  double inertia = 0.0;
};
Block blockOf(const std::vector<Vector2>& vertices) {
  Block block;
  double aboutOrigin = 0.0;
  for (std::size_t k = 0; k < vertices.size(); ++k) {  // triangles with the origin
    const Vector2& a = vertices[k];
    const Vector2& b = vertices[(k + 1) % vertices.size()];
    const double m = 0.5 * density * (a[0] * b[1] - a[1] * b[0]);
    block.mass += m;
    block.centre += m * (a + b) / 3.0;
    aboutOrigin += m * (a.squaredNorm() + a.dot(b) + b.squaredNorm()) / 6.0;
  }
  block.centre /= block.mass;
  block.inertia = aboutOrigin - block.mass * block.centre.squaredNorm();
  return block;
}

}  // namespace

int simulate(const io::Parameters& parameters) {
  const double thickness = parameters["thickness"] * radius;
  const int n = parameters.integer("n");

  Model model(0.0, parameters["T"]);
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, parameters["mu"], 2));
  contacts.addStatic(HalfSpace{Vector3::UnitY(), 0.0});
  const auto joint = [&](int k, double r) {
    const double angle = std::numbers::pi * k / n;
    return Vector2(r * std::cos(angle), k == 0 || k == n ? 0.0 : r * std::sin(angle));
  };
  std::vector<LagrangianLinearTIDS*> voussoirs;
  double weight = 0.0;
  for (int k = 0; k < n; ++k) {
    const double inner = radius - 0.5 * thickness, outer = radius + 0.5 * thickness;
    std::vector<Vector2> vertices{joint(k, inner), joint(k, outer), joint(k + 1, outer), joint(k + 1, inner)};
    const Block block = blockOf(vertices);
    for (Vector2& vertex : vertices) vertex -= block.centre;
    voussoirs.push_back(&model.add<LagrangianLinearTIDS>(
        Vector{{block.centre[0], block.centre[1], 0.0}}, Vector::Zero(3),
        Matrix(Vector{{block.mass, block.mass, block.inertia}}.asDiagonal())));
    voussoirs.back()->setFExt(Vector{{0.0, -g * block.mass, 0.0}});
    contacts.add(*voussoirs.back(), Polygon{vertices});
    weight += g * block.mass;
  }
  const LagrangianLinearTIDS& crown = *voussoirs[static_cast<std::size_t>(n / 2)];
  const double height = crown.q()[1];
  const double h = wholeStep(parameters["h"], parameters["T"]);

  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5),
                          FrictionContact(Solver("auto").set("tolerance", 1e-7)));
  simulation.setInteractionManager(contacts);
  io::Recorder recorder;
  recorder.column("crown", "m", [&crown] { return crown.q()[1]; });
  double carried = 0.0, thrust = 0.0;  // what the ground gives, up and towards the middle
  io::Run run(simulation, parameters);
  run.keep("carried", carried).keep("thrust", thrust);
  run(recorder, [&](const Simulation& s) {
    carried = thrust = 0.0;
    for (const UnitaryRelation& active : s.indexSet(1)) {
      const Interaction& contact = *active.interaction;
      if (contact.systems().size() != 1) continue;
      const double side = static_cast<const ContactR&>(contact.relation()).point()[0] > 0.0 ? -1.0 : 1.0;
      carried += contact.lambda()[0] / h;
      thrust += 0.5 * side * contact.lambda()[1] / h;
    }
  });
  save(recorder.trajectory(), parameters);

  const double fallen = height - crown.q()[1];
  std::printf("thickness %g of the radius; the least is 0.1075\n", thickness / radius);
  std::printf("the crown has come down by %.3e m; the ground carries %.9f of the weight, thrust %.4f of it\n",
              fallen, carried / weight, thrust / weight);
  const bool stands = std::abs(fallen) < 1e-6 * radius && std::abs(carried / weight - 1.0) < 1e-6;
  const bool falls = fallen > 0.1 * radius;
  std::printf("it %s\n", stands ? "stands" : falls ? "falls" : "does neither stand nor fall");
  // Hinges open at joints alone: with few of them a little less may do.
  const bool between = thickness > 0.104 * radius && thickness <= 0.1075 * radius;
  const bool correct = between ? stands || falls : thickness > 0.1075 * radius ? stands : falls;
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A semicircular masonry arch: it stands, or falls.",
                    {{"thickness", 0.11, "", "thickness / mean radius", 0.05, 0.4},
                     {"n", 21.0, "", "voussoirs", 5.0, 101.0, true},
                     {"mu", 0.7, "", "coefficient of friction", 0.5, 2.0},
                     {"h", 1e-3, "s", "time step", 1e-4, 1e-2},
                     {"T", 1.0, "s", "end of the simulation", 0.5, 30.0}},
                    simulate);
}
