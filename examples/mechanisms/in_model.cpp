#include "mechanisms/in_model.hpp"

namespace nsds::mechanisms {

LagrangianDS& addTo(Model& model, std::shared_ptr<ConstrainedSystem> mechanism, VectorConstRef q0,
                    VectorConstRef v0) {
  const auto& m = mechanism;
  auto& system = model.add<LagrangianDS>(q0, v0, [m](VectorConstRef q, MatrixRef mass) { m->mass(q, mass); });
  // Internal forces are on the left-hand side.
  system.setFInt([m](double t, VectorConstRef q, VectorConstRef v, VectorRef force) {
    m->force(t, q, v, force);
    force = -force;
  });
  const auto gap = [m](double t, VectorConstRef q, VectorRef y) { m->gap(t, q, y); };
  const auto rate = [m](double t, VectorConstRef q, VectorRef change) { m->timeDerivative(t, q, change); };
  const auto jacobian = [m](double t, VectorConstRef q, MatrixRef H) { m->jacobian(t, q, H); };
  model.link(EqualityConditionNSL(m->constraints()),
             LagrangianRheonomousR(m->constraints(), gap, rate, jacobian)
                 .setCurvature([m](double t, VectorConstRef q, VectorConstRef v, VectorRef gamma) {
                   m->curvature(t, q, v, gamma);
                 }),
             system);
  return system;
}

}  // namespace nsds::mechanisms
