#include "support/collection/certificate.hpp"

#include <algorithm>
#include <limits>

namespace nsds::bench {
namespace {

using Eigen::VectorXd;

// u_N - mu |u_T| of a contact.
double depth(const Instance& instance, const VectorXd& u, int contact) {
  const Eigen::Index d = instance.dimension;
  return u[d * contact] - instance.mu[contact] * u.segment(d * contact + 1, d - 1).norm();
}

bool is_strict(const Instance& instance, const VectorXd& v) {
  const VectorXd u = instance.H.transpose() * v + instance.b;
  const VectorXd sizes =
      instance.H.cwiseAbs().transpose() * v.cwiseAbs() + instance.b.cwiseAbs();  // of what is summed
  const Eigen::Index d = instance.dimension;
  for (int c = 0; c < instance.contacts(); ++c) {
    // A thousand roundings of it are far more than were made.
    const double doubt =
        1e3 * std::numeric_limits<double>::epsilon() * (1.0 + instance.mu[c]) * sizes.segment(d * c, d).sum();
    if (!(depth(instance, u, c) > doubt)) return false;
  }
  return true;
}

}  // namespace

VectorXd translation(const Instance& instance,
                     const std::function<Eigen::Vector3d(int, const Eigen::Vector3d&)>& velocity) {
  VectorXd v = VectorXd::Zero(instance.size());
  for (std::size_t i = 0; i < instance.centres.size(); ++i)
    v.segment(instance.body_size * static_cast<Eigen::Index>(i), instance.dimension) =
        velocity(static_cast<int>(i), instance.centres[i]).head(instance.dimension);
  return v;
}

VectorXd expansion(const Instance& instance, double lift) {
  const Eigen::Vector3d up = Eigen::Vector3d::Unit(instance.dimension - 1);
  return translation(instance, [&](int, const Eigen::Vector3d& x) { return Eigen::Vector3d(x + lift * up); });
}

void certify(const VectorXd& direction, Instance& instance) {
  const VectorXd opening = instance.H.transpose() * direction;
  double multiple = 1.0;  // what makes up for b, twice
  for (int c = 0; c < instance.contacts(); ++c) {
    const double gain = depth(instance, opening, c);
    const double loss = -depth(instance, instance.b, c);
    if (gain > 0.0 && loss > 0.0) multiple = std::max(multiple, 2.0 * loss / gain);
  }
  const VectorXd v = multiple * direction;
  // With G of full rank and the interior open, there is a v near by without the rounding.
  const bool kept =
      (instance.G * v - instance.d).lpNorm<Eigen::Infinity>() <= 1e-13 * v.lpNorm<Eigen::Infinity>();
  if (kept && is_strict(instance, v)) {
    instance.certificate = {Existence::strict, v, {}, {}};
    return;
  }
  const bool polyhedral = instance.dimension == 2 || instance.mu.isZero(0.0);
  if (polyhedral && instance.b.isZero(0.0) && instance.d.isZero(0.0))
    instance.certificate = {Existence::polyhedral, VectorXd::Zero(instance.size()), {}, {}};
}

}  // namespace nsds::bench
