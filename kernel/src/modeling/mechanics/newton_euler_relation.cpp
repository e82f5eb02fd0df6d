#include "nsds/kernel/modeling/mechanics/newton_euler_relation.hpp"

#include <algorithm>
#include <utility>

#include "linalg/rotation.hpp"
#include "modeling/checks.hpp"
#include "modeling/finite_difference.hpp"
#include "nsds/kernel/modeling/newton_euler_ds.hpp"

namespace nsds {

namespace {

// Differences of order four lose s⁴ / 30 of a fifth derivative, and gain 1.5 epsilon / s of rounding: both are below 1e-12
// for functions of rotations, whose derivatives are of their own size. Lengths of a model are not known here, and a shorter
// step is the safer one for obstacles with small radii; distances from the origin say nothing about them.
constexpr double rotationStep = 1.0 / 1024.0;     // [rad]
constexpr double translationStep = 1.0 / 8192.0;  // [m]

/// The same function, of time too.
template <class Argument>
auto atAnyTime(Callable<void(Argument, VectorRef)> function) {
  using InTime = Callable<void(double, Argument, VectorRef)>;
  if (!function) return InTime{};
  return InTime(
      [f = std::move(function)](double, Argument argument, VectorRef result) { f(argument, result); });
}

NewtonEulerR::JacobianInTime atAnyTime(NewtonEulerR::Jacobian jacobian) {
  if (!jacobian) return {};
  return [f = std::move(jacobian)](double, VectorConstRef q, MatrixRef H) { f(q, H); };
}

/// Turns or shifts one body of `at` by s along one of its six degrees of freedom from where it is in q.
void displaceBody(VectorConstRef q, Index body, Index dof, double s, VectorRef at) {
  const double* const from = q.data() + 7 * body;
  double* const to = at.data() + 7 * body;
  if (dof < 3) {
    to[dof] = from[dof] + s;
    return;
  }
  double xi[3] = {};
  xi[dof - 3] = s;
  rotateByExponential(from + 3, load(xi), to + 3);
}

}  // namespace

NewtonEulerR::NewtonEulerR(Index rows, OutputInTime output, OutputOfPosesInTime outputOfPoses,
                           TimeDerivative timeDerivative, JacobianInTime jacobian, bool rheonomous)
    : MechanicalRelation("NewtonEulerR", rows, -1, false),
      output_(std::move(output)),
      outputOfPoses_(std::move(outputOfPoses)),
      timeDerivative_(std::move(timeDerivative)),
      jacobian_(std::move(jacobian)),
      rheonomous_(rheonomous) {
  check::that(output_ || outputOfPoses_, "NewtonEulerR: the output function is empty");
}

NewtonEulerR::NewtonEulerR(Index rows, Output output, Jacobian jacobian)
    : NewtonEulerR(rows, atAnyTime<VectorConstRef>(std::move(output)), {}, {}, atAnyTime(std::move(jacobian)),
                   false) {}

NewtonEulerR::NewtonEulerR(Index rows, OutputOfPoses output, Jacobian jacobian)
    : NewtonEulerR(rows, {}, atAnyTime<Poses>(std::move(output)), {}, atAnyTime(std::move(jacobian)), false) {
}

NewtonEulerR::NewtonEulerR(Index rows, OutputInTime output, TimeDerivative timeDerivative,
                           JacobianInTime jacobian)
    : NewtonEulerR(rows, std::move(output), {}, std::move(timeDerivative), std::move(jacobian), true) {}

NewtonEulerR::NewtonEulerR(Index rows, OutputOfPosesInTime output, TimeDerivative timeDerivative,
                           JacobianInTime jacobian)
    : NewtonEulerR(rows, {}, std::move(output), std::move(timeDerivative), std::move(jacobian), true) {}

NewtonEulerR& NewtonEulerR::setCurvature(CurvatureInTime curvature) {
  check::that(static_cast<bool>(curvature), "NewtonEulerR: the curvature function is empty");
  curvature_ = std::move(curvature);
  operatorsChanged();
  return *this;
}

NewtonEulerR& NewtonEulerR::setCurvature(Curvature curvature) {
  check::that(static_cast<bool>(curvature), "NewtonEulerR: the curvature function is empty");
  return setCurvature(CurvatureInTime([f = std::move(curvature)](double, VectorConstRef q, VectorConstRef v,
                                                                 VectorRef gamma) { f(q, v, gamma); }));
}

void NewtonEulerR::doCheckSystems(std::span<DynamicalSystem* const> systems) const {
  for (const DynamicalSystem* system : systems) {
    check::that(dynamic_cast<const NewtonEulerDS*>(system) != nullptr,
                "{} is for rigid bodies (NewtonEulerDS); {} is none", name(), system->name());
  }
}

void NewtonEulerR::doOutput(double t, VectorConstRef q, VectorRef y) const {
  if (output_) {
    output_(t, q, y);
    return;
  }
  const auto bodies = static_cast<std::size_t>(q.size() / 7);
  if (poses_.size() != bodies) poses_.assign(bodies, Eigen::Isometry3d::Identity());
  for (std::size_t b = 0; b < bodies; ++b) {
    const double* const at = q.data() + 7 * b;
    poses_[b].translation() = Eigen::Vector3d(at[0], at[1], at[2]);
    poses_[b].linear() = Eigen::Quaterniond(at[3], at[4], at[5], at[6]).toRotationMatrix();
  }
  outputOfPoses_(t, poses_, y);
}

void NewtonEulerR::doJacobian(double t, VectorConstRef q, MatrixRef H) const {
  if (jacobian_) {
    jacobian_(t, q, H);
  } else {
    differences(t, q, H);
  }
}

/// Derivatives along the displacements of each body.
void NewtonEulerR::differences(double t, VectorConstRef q, MatrixRef H) const {
  Vector& at = scratch_.at;
  at = q;
  for (Index column = 0; column < H.cols(); ++column) {
    const Index body = column / 6;
    const Index dof = column % 6;
    const double step = dof < 3 ? translationStep : rotationStep;
    addDerivativeAtZero(
        [&](double s, VectorRef value) {
          displaceBody(q, body, dof, s, at);
          doOutput(t, at, value);
        },
        step, 1.0, H.col(column), scratch_.plus);
    at.segment(7 * body, 7) = q.segment(7 * body, 7);
  }
}

void NewtonEulerR::doTimeDerivative(double t, VectorConstRef q, VectorRef rate) const {
  if (timeDerivative_) {
    timeDerivative_(t, q, rate);
  } else if (rheonomous_) {
    timeDifference([&](double at, VectorRef value) { doOutput(at, q, value); }, t, rate, scratch_);
  }
}

void NewtonEulerR::doCurvature(double t, VectorConstRef q, VectorConstRef v, VectorRef gamma) const {
  curvature_(t, q, v, gamma);
}

}  // namespace nsds
