// A pile in ODE, with its default error reduction and the constraint force mixing of its double build.
#include <ode/ode.h>

#include <algorithm>

#include "benchmarks/peers/piles/pile_engine.hpp"
#include "benchmarks/workloads/pile_scene.hpp"

namespace nsds::bench {
namespace {

class OdePile final : public PileEngine {
 public:
  OdePile(const PileSettings& settings, bool quick) : h_(settings.h), quick_(quick) {
    dInitODE2(0);
    dAllocateODEDataForThread(dAllocateMaskAll);
    world_ = dWorldCreate();
    space_ = dHashSpaceCreate(nullptr);
    contacts_ = dJointGroupCreate(0);
    dWorldSetGravity(world_, 0.0, 0.0, -pile::gravity);
    dCreatePlane(space_, 0.0, 0.0, 1.0, 0.0);
    dRandSetSeed(0);
    for (int i = 0; i < settings.n; ++i) add_body(settings, i);
  }

  void step() override {
    dSpaceCollide(space_, this,
                  [](void* self, dGeomID a, dGeomID b) { static_cast<OdePile*>(self)->join(a, b); });
    if (quick_) {
      dWorldQuickStep(world_, h_);
    } else {
      dWorldStep(world_, h_);
    }
    dJointGroupEmpty(contacts_);
  }

  void read_pose(int body, double* pose) const override {
    const dBodyID id = bodies_[static_cast<std::size_t>(body)];
    std::copy_n(dBodyGetPosition(id), 3, pose);
    std::copy_n(dBodyGetQuaternion(id), 4, pose + 3);
  }

 private:
  void add_body(const PileSettings& settings, int i) {
    const dBodyID body = dBodyCreate(world_);
    const bool cubes = settings.kind == pile::Kind::cubes;
    const double I = pile::inertia(settings.kind), edge = 2.0 * pile::radius;
    dMass mass;
    dMassSetParameters(&mass, pile::mass, 0.0, 0.0, 0.0, I, I, I, 0.0, 0.0, 0.0);
    dBodySetMass(body, &mass);
    dGeomSetBody(cubes ? dCreateBox(space_, edge, edge, edge) : dCreateSphere(space_, pile::radius), body);
    const auto at = pile::start(i, settings.n);
    dBodySetPosition(body, at[0], at[1], at[2]);
    bodies_.push_back(body);
  }

  // Contact joints between two shapes, for the next step alone.
  void join(dGeomID a, dGeomID b) {
    constexpr int most = 8;
    dContact contact[most] = {};
    const int count = dCollide(a, b, most, &contact[0].geom, sizeof(dContact));
    for (int i = 0; i < count; ++i) {
      contact[i].surface.mu = pile::friction;
      dJointAttach(dJointCreateContact(world_, contacts_, &contact[i]), dGeomGetBody(a), dGeomGetBody(b));
    }
  }

  double h_;
  bool quick_;
  dWorldID world_ = nullptr;
  dSpaceID space_ = nullptr;
  dJointGroupID contacts_ = nullptr;
  std::vector<dBodyID> bodies_;
};

}  // namespace

std::unique_ptr<PileEngine> make_ode_pile(const PileSettings& settings, bool quick) {
  return std::make_unique<OdePile>(settings, quick);
}

}  // namespace nsds::bench
