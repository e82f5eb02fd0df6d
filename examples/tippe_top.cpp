// The tippe top: a sphere whose centre of mass lies below its centre, spun about its axis, turns over and
// spins on its stem. Friction at the gliding contact does it.
//
// What holds whatever the friction (Jellett 1872): the angular momentum about the contact point along the
// line to the centre of mass, Jellett's constant J = -L . a, does not change while the top touches, but for
// the error of the scheme, of order one; the energy falls; and the centre of mass ends above the centre. It
// rises until the sphere rolls without sliding, where the stem of a real one touches.
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <vector>

#include "example.hpp"

using namespace nsds;

namespace {

/// The sphere on the plane z = 0: body frame at the centre of mass, the centre of the sphere at (0, 0,
/// eccentricity) in it. Rows: gap, slip velocity along x and y.
class SphereOnPlane final : public MechanicalRelation {
 public:
  SphereOnPlane(double radius, double eccentricity)
      : MechanicalRelation("SphereOnPlane", 3, 6, false), radius_(radius), eccentricity_(eccentricity) {}

 private:
  Vector3 axis(VectorConstRef q) const {
    const double w = q[3], x = q[4], y = q[5], z = q[6];
    return {2.0 * (x * z + w * y), 2.0 * (y * z - w * x), w * w - x * x - y * y + z * z};
  }
  void doOutput(double, VectorConstRef q, VectorRef y) const override {
    y[0] = q[2] + eccentricity_ * axis(q)[2] - radius_;
  }
  void doJacobian(double, VectorConstRef q, MatrixRef H) const override {
    // Velocity of the contact point: v + omega x (e axis - r e_z) with omega = R Omega: d . (omega x a) =
    // Omega . R^T (a x d).
    const double w = q[3], x = q[4], y = q[5], z = q[6];
    Eigen::Matrix3d R;
    R << w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y), 2 * (x * y + w * z),
        w * w - x * x + y * y - z * z, 2 * (y * z - w * x), 2 * (x * z - w * y), 2 * (y * z + w * x),
        w * w - x * x - y * y + z * z;
    const Vector3 arm = eccentricity_ * R.col(2) - radius_ * Vector3::UnitZ();
    const Vector3 directions[3] = {Vector3::UnitZ(), Vector3::UnitX(), Vector3::UnitY()};
    for (Index r = 0; r < 3; ++r) {
      const Vector3& d = directions[r];
      const Vector3 moment(arm[1] * d[2] - arm[2] * d[1], arm[2] * d[0] - arm[0] * d[2],
                           arm[0] * d[1] - arm[1] * d[0]);
      H.row(r).head(3) = d.transpose();
      H.row(r).tail(3) = (R.transpose() * moment).transpose();
    }
  }

  double radius_;
  double eccentricity_;
};

}  // namespace

int simulate(const io::Parameters& parameters) {
  const double r = 0.015, e = 0.003, m = 0.006, g = 9.81;  // Leine, Glocker (2003), tippe top
  const double J1 = 8e-7, J3 = 7e-7;

  Model model(0.0, 2.0);
  // The centre of mass below the centre: the axis, from the one to the other, points up.
  const double tilt = parameters["tilt"];
  Vector q(7);
  q << 0.0, 0.0, r - e * std::cos(tilt), std::cos(0.5 * tilt), std::sin(0.5 * tilt), 0.0, 0.0;
  const double spin = parameters["spin"];  // about the vertical, in the frame of the body:
  auto& top =
      model.add<NewtonEulerDS>(q, Vector{{0.0, 0.0, 0.0, 0.0, spin * std::sin(tilt), spin * std::cos(tilt)}},
                               m, Matrix(Vector{{J1, J1, J3}}.asDiagonal()));
  top.setFExt(Vector{{0.0, 0.0, -m * g}});
  model.link(NewtonImpactFrictionNSL(0.0, 0.0, parameters["mu"], 3), SphereOnPlane(r, e), top);

  TimeStepping simulation(model, TimeDiscretisation(0.0, parameters["h"]), MoreauJeanOSI(0.5),
                          FrictionContact(Solver("auto").set("tolerance", 1e-12)));
  simulation.setNewtonOptions({.tolerance = 1e-9});
  const auto axis = [&top] { return Vector(top.rotation().col(2)); };
  const auto jellett = [&] { return top.angularMomentum().dot(e * axis() - r * Vector(Vector3::UnitZ())); };
  const auto energy = [&] { return top.kineticEnergy() + m * g * top.q()[2]; };
  io::Recorder recorder;
  recorder.column("cosine of the tilt", "", [&] { return axis()[2]; });
  recorder.column("Jellett's constant", "kg m^3/s", jellett);
  recorder.column("energy", "J", energy);
  const double jellettBefore = jellett(), energyBefore = energy();
  io::Run run(simulation, parameters);
  run(recorder);
  save(recorder.trajectory(), parameters);

  const double drift = jellett() / jellettBefore - 1.0;
  std::printf("cosine of the tilt: %.4f at the start, %.4f at the end\n", std::cos(tilt), axis()[2]);
  std::printf("Jellett's constant has changed by %.2e of itself, the energy from %.6f to %.6f J\n", drift,
              energyBefore, energy());
  const bool turned = axis()[2] < -0.6;
  const bool correct = turned && std::abs(drift) < 0.01 && energy() < energyBefore;
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A tippe top turns over.",
                    {{"spin", 180.0, "rad/s", "initial rotation about the vertical", 150.0, 300.0},
                     {"tilt", 0.3, "rad", "initial tilt", 0.05, 1.2},
                     {"mu", 0.3, "", "coefficient of friction", 0.2, 0.4},
                     {"h", 1e-4, "s", "time step", 1e-5, 3e-4}},
                    simulate);
}
