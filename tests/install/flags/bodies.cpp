// What passes between a program and the library, in both directions: vectors that change owner, short vectors
// and quaternions whose alignment flags may change, a relation of the program's own, functions that hold an
// Eigen object, and errors. A box and a ball fall side by side onto a plane; both come to rest, and the plane
// carries their weight.
#include <cmath>
#include <cstdio>
#include <nsds/kernel.hpp>

using namespace nsds;

namespace {

/// The height of a ball over the plane: y = q_2 - r.
class Height : public LagrangianRelation {
 public:
  explicit Height(double radius) : LagrangianRelation("Height", 1, 3, true), offset_(0, 0, 0, radius) {}

 private:
  void doOutput(VectorConstRef q, VectorRef y) const override { y[0] = q[2] - offset_[3]; }
  void doJacobian(VectorConstRef, MatrixRef H) const override { H.row(0) << 0, 0, 1; }
  Eigen::Vector4d offset_;  // aligned
};

}  // namespace

int main() {
  const double h = 5e-3, T = 2.0, g = 9.81;
  Model model(0.0, T);
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 3));
  contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});

  auto& box = model.add<NewtonEulerDS>(Vector{{0, 0, 0.6, 1, 0, 0, 0}}, Vector::Zero(6), 2.0,
                                       Matrix(Vector{{0.2, 0.3, 0.4}}.asDiagonal()));
  auto& ball = model.add<LagrangianLinearTIDS>(Vector{{2.0, 0.0, 0.7}}, Vector::Zero(3),
                                               Matrix(Matrix::Identity(3, 3)));
  contacts.add(box, Box{Vector3(0.2, 0.3, 0.25)});
  const Eigen::Vector4d gravity(0, 0, -g, 0);  // aligned, and copied into a function that the library keeps
  box.setFExt([gravity](double, VectorRef f) { f << 0, 0, 2.0 * gravity[2]; });
  ball.setFExt([gravity](double, VectorRef f) { f << 0, 0, gravity[2]; });
  Interaction& floor = model.link(NewtonImpactNSL(0.0), Height(0.1), ball);

  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5), GenericMechanical());
  simulation.setInteractionManager(contacts);
  simulation.run();

  bool refused = false;
  try {
    ball.setFExt(Vector::Zero(2));
  } catch (const Error& error) {
    std::printf("%s\n", error.what());
    refused = true;
  }
  const Vector q = box.q();
  std::printf("box at %g, ball at %g, impulse %g\n", q[2], ball.q()[2], floor.lambda()[0]);
  const bool correct = std::abs(q[2] - 0.25) < 0.01 && std::abs(ball.q()[2] - 0.1) < 0.01 &&
                       std::abs(floor.lambda()[0] - h * g) < 1e-9 && refused;
  return correct ? 0 : 1;
}
