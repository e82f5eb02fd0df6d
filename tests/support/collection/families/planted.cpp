// Problems with a known solution: the bodies and contacts of another family, with b and q made to fit.
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "support/collection/families.hpp"
#include "support/draws.hpp"

namespace nsds::bench {
namespace {

using Eigen::VectorXd;
using test::Draws;

struct Base {
  const char* of;
  const char* before;  // the size goes between the two
  const char* after;
  int (*contacts)(const Parameters&);
  Instance (*make)(const Parameters&);
};

constexpr Base bases[] = {
    {"stack", "stack:n=", ":mu=1:ratio=1:seed=0", stack_contacts, make_stack},
    {"wall", "wall:height=4:width=", ":mu=1:seed=0", wall_contacts, make_wall},
    {"chair", "chair:chairs=1:feet=", ":mu=1:push=0", chair_contacts, make_chair},
    {"arch", "arch:dim=3:points=2:blocks=", ":mu=1:thickness=0.2:load=0", arch_contacts, make_arch},
    {"packing", "packing:side=", ":mu=1:ratio=1:seed=1", packing_contacts, make_packing},
    {"pit", "pit:faces=8:n=", ":angle=30:factor=2", pit_contacts, make_pit},
    {"pile", "pile:height=5:width=", ":mu=1:flow=0:seed=1", pile_contacts, make_pile},
    {"elastic", "elastic:dim=3:n=", ":modulus=1e6:mu=1:speed=0", elastic_contacts, make_elastic},
};

const Base& base_of(const Parameters& p) {
  for (const Base& base : bases)
    if (p.text("of") == base.of) return base;
  throw std::invalid_argument("planted: there is no base '" + p.text("of") + "'");
}

Parameters base_parameters(const Parameters& p) {
  return Parameters(base_of(p).before + std::to_string(p.count("size")) + base_of(p).after);
}

// A direction of the tangent plane, of length 1: first component cosine.
VectorXd draw_tangent(int dimension, Draws& draws) {
  VectorXd t(dimension - 1);
  if (dimension == 2) {
    t[0] = draws.uniform(0.0, 1.0) < 0.5 ? -1.0 : 1.0;
  } else {
    const double angle = draws.uniform(0.0, 2.0 * std::numbers::pi);
    t << std::cos(angle), std::sin(angle);
  }
  return t;
}

// The contacts are open, stick and slip in turn; weak: every second contact of each kind is at the end of its
// kind, with u = r = 0, or u = 0 and r on the cone, or slip without normal impulse.
void plant(int contact, double mu, double impulse, bool weak, int dimension, Draws& draws,
           Eigen::Ref<VectorXd> r, Eigen::Ref<VectorXd> u) {
  const bool at_the_end = weak && contact / 3 % 2 == 1;
  const VectorXd direction = draw_tangent(dimension, draws);
  const double size = draws.uniform(0.1, 1.0), part = draws.uniform(0.0, 0.95);
  r.setZero();
  u.setZero();
  if (contact % 3 == 0) {
    if (!at_the_end) {
      u[0] = size;
      u.tail(dimension - 1) = part * direction;
    }
  } else if (contact % 3 == 1) {
    r[0] = impulse * size;
    r.tail(dimension - 1) = (at_the_end ? 1.0 : part) * mu * r[0] * direction;
  } else {
    u.tail(dimension - 1) = size * direction;
    if (!at_the_end) {
      r[0] = impulse * (1.1 - size);
      r.tail(dimension - 1) = -mu * r[0] * direction;
    }
  }
}

}  // namespace

int planted_contacts(const Parameters& p) {
  return base_of(p).contacts(base_parameters(p));
}

Instance make_planted(const Parameters& p) {
  Instance instance = base_of(p).make(base_parameters(p));
  const Eigen::Index d = instance.dimension;
  Draws draws(p.seed());
  const double impulse = instance.M.diagonal().mean();  // of the size of a momentum
  const double weak = p.number("weak");
  VectorXd v(instance.size()), r(instance.H.cols()), u(instance.H.cols());
  for (Eigen::Index i = 0; i < v.size(); ++i) v[i] = draws.uniform(-0.5, 0.5);
  instance.mu.setConstant(p.number("mu"));
  for (int c = 0; c < instance.contacts(); ++c)
    plant(c, instance.mu[c], impulse, weak > 0.0, instance.dimension, draws, r.segment(d * c, d),
          u.segment(d * c, d));
  instance.b = u - instance.H.transpose() * v;
  instance.q = instance.M * v - instance.H * r;
  instance.certificate = {Existence::planted, v, r, VectorXd::Zero(0)};
  return instance;
}

}  // namespace nsds::bench
