// A pile in Bullet, in double precision: sequential impulses with the default number of iterations, and no
// body put to sleep.
#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "benchmarks/peers/piles/pile_engine.hpp"
#include "benchmarks/workloads/pile_scene.hpp"

namespace nsds::bench {
namespace {

class BulletPile final : public PileEngine {
 public:
  explicit BulletPile(const PileSettings& settings) : h_(settings.h) {
    world_.setGravity({0.0, 0.0, -pile::gravity});
    add(0.0, ground_, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0});
    const double I = pile::inertia(settings.kind);
    for (int i = 0; i < settings.n; ++i) {
      const auto at = pile::start(i, settings.n);
      shapes_.push_back(shape_of(settings.kind, i));
      add(pile::mass, *shapes_.back(), {I, I, I}, {at[0], at[1], at[2]});
    }
  }

  ~BulletPile() override {
    for (const auto& body : bodies_) world_.removeRigidBody(body.get());
  }

  void step() override { world_.stepSimulation(h_, 0, h_); }

  void read_pose(int body, double* pose) const override {
    const btTransform& frame = bodies_[static_cast<std::size_t>(body) + 1]->getWorldTransform();
    const btVector3& at = frame.getOrigin();
    const btQuaternion turn = frame.getRotation();
    const double values[] = {at.x(), at.y(), at.z(), turn.w(), turn.x(), turn.y(), turn.z()};
    std::copy(std::begin(values), std::end(values), pose);
  }

  // The sum of squares of what its last sweep would change, of the last island.
  double residual() const override { return solver_.m_analyticsData.m_remainingLeastSquaresResidual; }

 private:
  // Hulls have the least margin that is of use to the engine: what is measured is without it.
  static std::unique_ptr<btCollisionShape> shape_of(pile::Kind kind, int i) {
    if (kind == pile::Kind::spheres) return std::make_unique<btSphereShape>(pile::radius);
    if (kind == pile::Kind::cubes)
      return std::make_unique<btBoxShape>(btVector3(pile::radius, pile::radius, pile::radius));
    auto hull = std::make_unique<btConvexHullShape>();
    for (const auto& point : pile::hull(i)) hull->addPoint({point[0], point[1], point[2]}, false);
    hull->setMargin(1e-3);
    hull->recalcLocalAabb();
    return hull;
  }
  void add(double mass, btCollisionShape& shape, const btVector3& inertia, const btVector3& at) {
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, inertia);
    info.m_startWorldTransform.setOrigin(at);
    info.m_friction = std::sqrt(pile::friction);  // a contact has the product of both
    bodies_.push_back(std::make_unique<btRigidBody>(info));
    bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
    world_.addRigidBody(bodies_.back().get());
  }

  double h_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
  btStaticPlaneShape ground_{btVector3(0.0, 0.0, 1.0), 0.0};
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;  // the ground first
};

}  // namespace

std::unique_ptr<PileEngine> make_bullet_pile(const PileSettings& settings) {
  return std::make_unique<BulletPile>(settings);
}

}  // namespace nsds::bench
