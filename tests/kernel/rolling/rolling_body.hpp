// A disk in the plane and a ball in space on a plane that resists rolling, found by contact detection, and what their equations
// of motion say. J = c m R², c = 1/2 of the disk and 2/5 of the ball.
#pragma once

#include <cmath>
#include <memory>
#include <nsds/kernel.hpp>
#include <nsds/kernel/formulations/global_rolling_friction_contact.hpp>
#include <nsds/kernel/formulations/rolling_friction_contact.hpp>
#include <nsds/kernel/modeling/laws/rolling_friction.hpp>

namespace nsds::test {

inline constexpr double g = 9.81;

/// The accuracy that solvers are asked for, and the one that every step has to show.
inline constexpr double asked = 1e-12;
inline constexpr double shown = 1e-10;

inline RollingFrictionContact rollingProblem() {
  return RollingFrictionContact(Solver("auto").set("tolerance", asked));
}

/// How far the impulses of one contact, and its velocities, are from the law, over the largest impulse and velocity: the
/// conditions one by one, in the units of the body, without what solvers call their residual. before: the velocities at the
/// start of the step of length h, gap: the gap there.
inline double lawResidual(const Interaction& contact, const NewtonImpactRollingFrictionNSL& law,
                          VectorConstRef before, double gap, double h, double radius, double mass) {
  const Index d = law.blockSize() / 2;
  const Vector lambda = contact.lambda();
  Vector w = contact.velocity();
  w.segment(1, d) += law.e_t() * before.segment(1, d);
  // The law is that of an impact or, of a contact at rest, that of closing its gap: the one that was solved holds.
  const double impact = w[0] + law.e_n() * before[0], resting = w[0] + std::max(gap, 0.0) / h;
  // Moments and angular velocities are measured as forces and velocities at the surface.
  const Vector T = lambda.segment(1, d), M = lambda.tail(d) / radius;
  const Vector slip = w.segment(1, d), roll = radius * w.tail(d);
  const double r = std::max(lambda.cwiseAbs().maxCoeff(), mass * g * h);
  const double u = std::max({w.cwiseAbs().maxCoeff(), before.cwiseAbs().maxCoeff(), g * h});
  const double N = lambda[0], limit = law.muR() / radius;
  return std::max({-N / r, (T.norm() - law.mu() * N) / r, (M.norm() - limit * N) / r,
                   -std::max(impact, resting) / u,
                   std::min(std::abs(N * impact), std::abs(N * resting)) / (r * u),
                   std::abs(T.dot(slip) + law.mu() * N * slip.norm()) / (r * u),
                   std::abs(M.dot(roll) + limit * N * roll.norm()) / (r * u)});
}

/// The largest of the active contacts of a simulation that has made a step.
inline double lawResidual(const TimeStepping& simulation, const NewtonImpactRollingFrictionNSL& law, double h,
                          double radius, double mass) {
  const FlatVectors& flat = simulation.model().nsds().flat();
  double worst = 0.0;
  for (const UnitaryRelation& relation : simulation.indexSet(1)) {
    worst = std::max(worst, lawResidual(*relation.interaction, law,
                                        VectorView(flat.startRate() + relation.row, relation.rows),
                                        flat.startOutput()[relation.row], h, radius, mass));
  }
  return worst;
}

/// What a body is thrown with: along the slope downhill, and turning the way in which it rolls downhill.
struct Throw {
  double v = 0.0;
  double omega = 0.0;
};

/// On a plane of slope alpha, its frame turned by `turn` about an axis that is none of the plane's.
class RollingBody {
 public:
  RollingBody(bool planar, double alpha, const NewtonImpactRollingFrictionNSL& law, const Throw& start,
              double T, double turn = 0.0)
      : planar_(planar), law_(law), model_(std::make_unique<Model>(0.0, T)), contacts_(law) {
    if (planar) {
      frame_ = Eigen::AngleAxisd(turn, Vector3::UnitZ()).toRotationMatrix();
    } else {
      // Downhill is x, the normal z; rolling downhill turns about y.
      frame_ = Eigen::AngleAxisd(turn, Vector3(1.0, -2.0, 0.7).normalized()).toRotationMatrix();
    }
    const Vector3 weight = mass * g * (std::sin(alpha) * downhill() - std::cos(alpha) * normal());
    const Vector3 x = radius * normal(), v = start.v * downhill();
    contacts_.addStatic(HalfSpace{normal(), 0.0});
    if (planar) {
      auto& disk = model_->add<LagrangianDS>(Vector{{x[0], x[1], 0.3}}, Vector{{v[0], v[1], -start.omega}},
                                             Matrix(Vector{{mass, mass, inertia()}}.asDiagonal()));
      disk.setFExt(Vector{{weight[0], weight[1], 0.0}});
      contacts_.add(disk, Disk{radius});
      body_ = &disk;
    } else {
      Vector q(7), velocity(6);
      q << x, 1.0, 0.0, 0.0, 0.0;
      velocity << v, start.omega * normal().cross(downhill());
      auto& ball = model_->add<NewtonEulerDS>(q, velocity, mass, Matrix(inertia() * Matrix::Identity(3, 3)));
      ball.setFExt(weight);
      contacts_.add(ball, Sphere{radius});
      body_ = &ball;
    }
  }

  /// Steps to the end; look(time) is called after every step.
  template <class Look>
  void run(double h, const Look& look) {
    simulate(h);
    while (simulation_->hasNextEvent()) {
      step();
      look(simulation_->time());
    }
  }
  void run(double h) {
    run(h, [](double) {});
  }
  template <class Problem = RollingFrictionContact>
  void simulate(double h, Problem&& problem = rollingProblem()) {
    simulation_ = std::make_unique<TimeStepping>(*model_, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5),
                                                 std::forward<Problem>(problem));
    simulation_->setInteractionManager(contacts_);
    simulation_->setCheckSolverFunction([this](const SolverOutcome& outcome) {
      residual = std::max(residual, outcome.residual);
      iterations = outcome.iterations;
      return outcome.status == SolverStatus::ok ? SolverAction::accept : SolverAction::stop;
    });
    simulation_->initialize();
  }
  void step() {
    const double h = simulation_->timeStep();
    simulation_->computeOneStep();
    defect = std::max(defect, lawResidual(*simulation_, law_, h, radius, mass));
    simulation_->nextStep();
  }

  double speed() const { return velocity().dot(downhill()); }
  double path() const { return position().dot(downhill()); }
  /// Positive as it rolls downhill.
  double turning() const {
    if (planar_) return -body_->v()[2];
    return angularVelocity().dot(normal().cross(downhill()));
  }
  Vector3 position() const { return {body_->q()[0], body_->q()[1], planar_ ? 0.0 : body_->q()[2]}; }
  Vector3 velocity() const { return {body_->v()[0], body_->v()[1], planar_ ? 0.0 : body_->v()[2]}; }
  Vector3 angularVelocity() const {
    const auto& ball = dynamic_cast<const NewtonEulerDS&>(*body_);
    return ball.rotation() * ball.v().tail<3>();
  }
  double c() const { return planar_ ? 0.5 : 0.4; }
  double inertia() const { return c() * mass * radius * radius; }
  Vector3 downhill() const { return frame_.col(0); }
  Vector3 normal() const { return frame_.col(planar_ ? 1 : 2); }
  const Eigen::Matrix3d& frame() const { return frame_; }
  MechanicalDS& body() { return *body_; }
  Model& model() { return *model_; }
  TimeStepping& simulation() { return *simulation_; }
  CollisionDetection& contacts() { return contacts_; }

  static constexpr double radius = 0.3;
  static constexpr double mass = 2.5;

  double residual = 0.0;        ///< the largest that solvers report
  double defect = 0.0;          ///< the largest lawResidual()
  std::int64_t iterations = 0;  ///< of the last solve

 private:
  bool planar_;
  NewtonImpactRollingFrictionNSL law_;
  std::unique_ptr<Model> model_;
  CollisionDetection contacts_;
  std::unique_ptr<TimeStepping> simulation_;
  Eigen::Matrix3d frame_;
  MechanicalDS* body_ = nullptr;
};

inline constexpr double R = RollingBody::radius;

}  // namespace nsds::test
