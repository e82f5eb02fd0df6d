// Extragradient method for monotone problems: with P the projection on the box and F(z) = M z + q,
//
//   y = P(z - tau F(z)),   z <- P(z - tau F(y))        [Korpelevich 1976, Ekonomika i Mat. Metody 12],
//
// tau shrinking until tau |F(z) - F(y)| <= nu |z - y|, and growing again where that holds easily [Khobotov
// 1987, USSR Comput. Math. Math. Phys. 27]. Each unknown is measured in its unit. It needs products with M
// only.
//
// Default max_iterations: 100000.
#include <cmath>

#include "affine/stationary.hpp"
#include "box/registry.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::box {
namespace {

constexpr double contraction = 0.9;  // nu
constexpr double easily = 0.4;       // below this ratio tau may grow
constexpr double growth = 1.5;
constexpr double shrinkage = 0.7;
constexpr double least_step = 1e-14;

class Extragradient {
 public:
  Extragradient(const Problem& problem, double* z, SolveContext& context)
      : problem_(problem),
        iteration_(problem, problem.map, z, context),
        z_(iteration_.z()),
        w_(iteration_.w()),
        y_(context.arena->take<double>(z_.size())),
        w_at_y_(context.arena->take<double>(z_.size())) {}

  SolverClaim solve() {
    return iteration_.run([this] { step(); }, true);
  }

 private:
  void step() {
    const double ratio = predict();
    move(w_at_y_, z_);
    if (ratio < easily) tau_ *= growth;
  }

  // y and F(y) for a tau that is small enough. Returns tau |F(z) - F(y)| / |z - y|.
  double predict() {
    for (;;) {
      move(w_, y_);
      std::copy_n(problem_.map.q, problem_.map.n, w_at_y_.begin());
      add_product(problem_.map.M, 1.0, y_.data(), w_at_y_.data());
      const double ratio = contraction_ratio();
      if (ratio <= contraction || tau_ < least_step) return ratio;
      tau_ *= shrinkage * std::min(1.0, 1.0 / ratio);
    }
  }

  // point = P(z - tau w)
  void move(std::span<const double> w, std::span<double> point) const {
    const double step = tau_ * problem_.map.s_z / problem_.map.s_w;
    for (std::size_t i = 0; i < z_.size(); ++i)
      point[i] = affine::project(problem_, static_cast<std::int32_t>(i), z_[i] - step * w[i]);
  }

  double contraction_ratio() const {
    double change = 0.0;
    double distance = 0.0;
    for (std::size_t i = 0; i < z_.size(); ++i) {
      const double by_w = (w_[i] - w_at_y_[i]) / problem_.map.s_w;
      const double by_z = (z_[i] - y_[i]) / problem_.map.s_z;
      change += by_w * by_w;
      distance += by_z * by_z;
    }
    return distance == 0.0 ? 0.0 : tau_ * std::sqrt(change / distance);
  }

  const Problem& problem_;
  affine::StationaryIteration<Problem> iteration_;
  std::span<double> z_, w_, y_, w_at_y_;
  double tau_ = 1.0;
};

}  // namespace

SolverClaim solve_extragradient(const Problem& problem, double* z, SolveContext& context) {
  return Extragradient(problem, z, context).solve();
}

}  // namespace nsds::numerics::box
