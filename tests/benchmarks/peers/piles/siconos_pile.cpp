// A pile in Siconos: contacts by Bullet, frictional contact by block Gauss-Seidel over a block sparse matrix.
#include "benchmarks/peers/piles/pile_engine.hpp"

// Before the kernel: it declares what the kernel's visitors visit.
#include <SiconosBodies.hpp>
//
#include <SiconosKernel.hpp>
//
#include <Friction_cst.h>
#include <SolverOptions.h>

#include <RigidBodyDS.hpp>
#include <SiconosBulletCollisionManager.hpp>
#include <SiconosContactor.hpp>
#include <SiconosShape.hpp>

#include "benchmarks/workloads/pile_scene.hpp"

namespace nsds::bench {
namespace {

std::shared_ptr<RigidBodyDS> make_body(const PileSettings& settings, int i,
                                       const std::shared_ptr<SiconosShape>& shape) {
  const auto at = pile::start(i, settings.n);
  auto q = std::make_shared<SiconosVector>(7);
  auto v = std::make_shared<SiconosVector>(6);
  auto weight = std::make_shared<SiconosVector>(3);
  auto inertia = std::make_shared<SimpleMatrix>(3, 3);
  for (unsigned k = 0; k < 3; ++k) {
    (*q)(k) = at[k];
    (*inertia)(k, k) = pile::inertia(settings.kind);
  }
  (*q)(3) = 1.0;
  (*weight)(2) = -pile::mass * pile::gravity;
  auto body = std::make_shared<RigidBodyDS>(q, v, pile::mass, inertia);
  body->contactors()->push_back(std::make_shared<SiconosContactor>(shape));
  body->setFExtPtr(weight);
  return body;
}

std::shared_ptr<SiconosShape> make_shape(pile::Kind kind, int i) {
  const double edge = 2.0 * pile::radius;
  if (kind == pile::Kind::spheres) return std::make_shared<SiconosSphere>(pile::radius);
  if (kind == pile::Kind::cubes) return std::make_shared<SiconosBox>(edge, edge, edge);
  auto points = std::make_shared<SimpleMatrix>(pile::hull_points, 3);
  const auto hull = pile::hull(i);
  for (unsigned row = 0; row < pile::hull_points; ++row)
    for (unsigned k = 0; k < 3; ++k) (*points)(row, k) = hull[row][k];
  return std::make_shared<SiconosConvexHull>(points);
}

std::shared_ptr<SiconosBulletCollisionManager> make_detection() {
  auto detection = std::make_shared<SiconosBulletCollisionManager>(SiconosBulletOptions());
  detection->insertNonSmoothLaw(std::make_shared<NewtonImpactFrictionNSL>(0.0, 0.0, pile::friction, 3), 0, 0);
  auto ground = std::make_shared<SiconosContactorSet>();
  ground->push_back(std::make_shared<SiconosContactor>(std::make_shared<SiconosPlane>()));
  auto pose = std::make_shared<SiconosVector>(7);
  (*pose)(3) = 1.0;
  detection->insertStaticContactorSet(ground, pose);
  return detection;
}

std::shared_ptr<FrictionContact> make_problem(const PileSettings& settings) {
  auto problem = std::make_shared<FrictionContact>(3, SICONOS_FRICTION_3D_NSGS);
  SolverOptions& options = *problem->numericsSolverOptions();
  options.iparam[SICONOS_IPARAM_MAX_ITER] = 10000;
  options.dparam[SICONOS_DPARAM_TOL] = settings.tolerance;
  problem->setMaxSize(65536);
  problem->setMStorageType(NM_SPARSE_BLOCK);
  problem->setKeepLambdaAndYState(true);  // a warm start
  return problem;
}

class SiconosPile final : public PileEngine {
 public:
  explicit SiconosPile(const PileSettings& settings) {
    auto system = std::make_shared<NonSmoothDynamicalSystem>(0.0, settings.h * (settings.steps + 10));
    for (int i = 0; i < settings.n; ++i) {
      bodies_.push_back(make_body(settings, i, make_shape(settings.kind, i)));
      system->insertDynamicalSystem(bodies_.back());
    }
    simulation_ =
        std::make_shared<TimeStepping>(system, std::make_shared<TimeDiscretisation>(0.0, settings.h));
    simulation_->insertInteractionManager(make_detection());
    simulation_->insertIntegrator(std::make_shared<MoreauJeanOSI>(0.5));
    problem_ = make_problem(settings);
    simulation_->insertNonSmoothProblem(problem_);
    simulation_->setNewtonOptions(SICONOS_TS_LINEAR);
  }

  void step() override {
    simulation_->computeOneStep();
    simulation_->nextStep();
  }

  void read_pose(int body, double* pose) const override {
    const SiconosVector& q = *bodies_[static_cast<std::size_t>(body)]->q();
    for (unsigned k = 0; k < 7; ++k) pose[k] = q(k);
  }

  double residual() const override {
    return problem_->numericsSolverOptions()->dparam[SICONOS_DPARAM_RESIDU];
  }

 private:
  std::vector<std::shared_ptr<RigidBodyDS>> bodies_;
  std::shared_ptr<TimeStepping> simulation_;
  std::shared_ptr<FrictionContact> problem_;
};

}  // namespace

std::unique_ptr<PileEngine> make_siconos_pile(const PileSettings& settings) {
  return std::make_unique<SiconosPile>(settings);
}

}  // namespace nsds::bench
