// An elastic bar, of linear finite elements, hits a rigid wall with its end and rebounds.
//
// The impact sends a wave of compression into the bar at the speed of sound c = sqrt(E / rho). What it has
// passed is at rest under the force rho c A v0; it comes back from the free end as a wave of relief, and when
// that arrives at the wall, after 2 L / c, all of the bar moves off with v0. The impulse is then
// rho c A v0 2 L / c = 2 m v0: a rebound without loss, though the contact itself has no restitution.
//
// Of the finite elements only the node at the wall is stopped at once. What the step of an impact sees of it
// is the mass 1 / (H W^-1 H^T), W = M + h^2 / 4 K; in a long bar with c h = r l, l = L / n, that is
// sqrt(1/3 + r^2) / (2 n) of the bar's mass, and its kinetic energy is all that is lost. The front is as wide
// as the dispersion of the mesh makes it; r^2 = 1/2 cancels the leading terms of those of mesh and scheme.
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <vector>

#include "example.hpp"

using namespace nsds;

namespace {

/// Of equal elements between nodes in a row, each with (diagonal, beside; beside, diagonal).
Eigen::SparseMatrix<double> assemble(int nodes, double diagonal, double beside) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int k = 0; k + 1 < nodes; ++k) {
    for (const int i : {k, k + 1}) entries.emplace_back(i, i, diagonal);
    entries.emplace_back(k, k + 1, beside);
    entries.emplace_back(k + 1, k, beside);
  }
  Eigen::SparseMatrix<double> matrix(nodes, nodes);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

}  // namespace

int simulate(const io::Parameters& parameters) {
  const int n = parameters.integer("elements");
  const double v0 = parameters["v0"], r = parameters["r"];
  const double L = 1.0, A = 3e-4, E = 210e9, rho = 7800.0;  // a rod of steel
  const double c = std::sqrt(E / rho), l = L / n, m = rho * A * L, duration = 2.0 * L / c, h = r * l / c;

  Model model(0.0, 1.3 * duration);
  const auto M = assemble(n + 1, rho * A * l / 3.0, rho * A * l / 6.0);
  const auto K = assemble(n + 1, E * A / l, -E * A / l);
  auto& bar = model.add<LagrangianLinearTIDS>(Vector::Zero(n + 1), Vector::Constant(n + 1, -v0), M, K);
  Matrix H = Matrix::Zero(1, n + 1);  // the gap to the wall is the displacement of the first node
  H(0, 0) = 1.0;
  Interaction& wall = model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(H), bar);

  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5));
  const auto centre = [&] { return Vector::Ones(n + 1).dot(M * bar.v()) / m; };
  EnergyBalance energy;
  io::Recorder recorder;
  recorder.column("force", "N", [&] { return wall.lambda()[0] / h; });
  recorder.column("velocity of the centre", "m/s", centre);
  recorder.column("gap", "m", [&] { return wall.y()[0]; });
  double impulse = 0.0, left = 0.0;  // the last instant in contact
  io::Run run(simulation, parameters);
  run.keep("impulse", impulse).keep("left", left);
  run(energy, recorder, [&](const Simulation& s) {
    impulse += wall.lambda()[0];
    if (wall.lambda()[0] > 0.0) left = s.time();
  });
  save(recorder.trajectory(), parameters);

  const double before = 0.5 * m * v0 * v0, force = impulse / left;
  const double lost = 1.0 - (energy.now().kinetic + energy.now().elastic) / before;
  const double expected = std::sqrt(1.0 / 3.0 + r * r) / (2.0 * n);
  std::printf("contact for %.5e s, 2 L / c is %.5e s\n", left, duration);
  std::printf("mean force %.4f N, rho c A v0 is %.4f N\n", force, rho * c * A * v0);
  std::printf("velocity of the centre %.5f m/s after %.5f m/s\n", centre(), -v0);
  std::printf("energy lost %.6e of all, the node at the wall has %.6e; identity closes to %.1e\n", lost,
              expected, energy.worstDefect());
  const double mesh = 0.5 * std::pow(n, -2.0 / 3.0);  // width of the front / L
  const bool correct = std::abs(left / duration - 1.0) < mesh &&
                       std::abs(force / (rho * c * A * v0) - 1.0) < mesh &&
                       std::abs(centre() / v0 - 1.0) < mesh && std::abs(lost / expected - 1.0) < 1e-9 &&
                       energy.worstDefect() < 1e-9;
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "An elastic bar hits a rigid wall and rebounds.",
                    {{"elements", 100.0, "1", "finite elements", 20.0, 2000.0, true},
                     {"v0", 0.1, "m/s", "velocity before the impact", 1e-3, 10.0},
                     {"r", 0.7, "1", "way of sound in a step / length of an element", 0.1, 1.0}},
                    simulate);
}
