// Chains of balls that touch each other, as impact laws see them.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <nsds/kernel/impacts/impact_law.hpp>
#include <nsds/kernel/modeling/laws/multiple_impact.hpp>
#include <vector>

namespace nsds::test {

/// Balls on a line, contact i between balls i and i + 1: U_i = v_{i+1} - v_i.
struct Chain {
  Vector masses;      // (balls)
  Vector velocities;  // (balls) before
  std::vector<std::unique_ptr<NonSmoothLaw>> laws;

  Index contacts() const { return masses.size() - 1; }
  SparseMatrix delassus() const {
    std::vector<Eigen::Triplet<double, std::int32_t>> entries;
    const auto n = static_cast<std::int32_t>(contacts());
    for (std::int32_t i = 0; i < n; ++i) {
      entries.emplace_back(i, i, 1.0 / masses[i] + 1.0 / masses[i + 1]);
      if (i + 1 == n) break;
      entries.emplace_back(i, i + 1, -1.0 / masses[i + 1]);
      entries.emplace_back(i + 1, i, -1.0 / masses[i + 1]);
    }
    SparseMatrix W(n, n);
    W.setFromTriplets(entries.begin(), entries.end());
    W.makeCompressed();
    return W;
  }
};

/// The first of n equal balls strikes the others with velocity 1.
template <class Law>
Chain cradle(Index n, const Law& law) {
  Chain chain{Vector::Ones(n), Vector::Unit(n, 0), {}};
  for (Index i = 0; i + 1 < n; ++i) chain.laws.push_back(std::make_unique<Law>(law));
  return chain;
}

struct Struck {
  Vector velocities;  // after
  Vector impulses;
  ImpactReport report;
};

inline Struck strike(const ImpactLaw& law, const Chain& chain) {
  const Index n = chain.contacts();
  const SparseMatrix W = chain.delassus();
  const Vector uMinus = chain.velocities.tail(n) - chain.velocities.head(n);
  std::vector<const NonSmoothLaw*> laws;
  for (const auto& one : chain.laws) laws.push_back(one.get());
  Struck after{chain.velocities, Vector::Zero(n), {}};
  after.report = law.solve({W, uMinus, laws}, after.impulses);
  after.velocities.head(n) -= after.impulses.cwiseQuotient(chain.masses.head(n));
  after.velocities.tail(n) += after.impulses.cwiseQuotient(chain.masses.tail(n));
  return after;
}

inline double kineticEnergy(const Chain& chain, const Vector& v) {
  return 0.5 * v.dot(chain.masses.cwiseProduct(v));
}

/// What becomes of contacts that part: a gap opens, which has to be crossed before they meet again; or none, as in the law,
/// in which nothing moves.
enum class Gaps { open, none };

/// The velocities of the balls after the motion of their springs, K δ^η with δ' = -U while δ > 0, in time: by the classical
/// method of Runge and Kutta. steps: in the time in which one contact is compressed. The laws are MultipleImpactNSL, e = 1.
inline Vector throughTime(const Chain& chain, Gaps gaps, int steps) {
  const Index n = chain.contacts();
  const SparseMatrix W = chain.delassus();
  Vector K(n), eta(n);
  for (Index i = 0; i < n; ++i) {
    const auto& spring = dynamic_cast<const MultipleImpactNSL&>(*chain.laws[static_cast<std::size_t>(i)]);
    K[i] = spring.stiffness();
    eta[i] = spring.exponent();
  }
  const double h = std::pow(0.25 * (eta[0] + 1.0) / K[0], 1.0 / (eta[0] + 1.0)) /
                   chain.velocities.cwiseAbs().maxCoeff() / steps;
  // y: compressions δ, impulses P
  const Vector uMinus = chain.velocities.tail(n) - chain.velocities.head(n);
  const auto rates = [&](const Vector& y) {
    Vector dy(2 * n);
    dy.head(n) = -(uMinus + W * y.tail(n));
    for (Index i = 0; i < n; ++i) {
      if (gaps == Gaps::none && y[i] <= 0.0) dy[i] = std::max(dy[i], 0.0);
      dy[n + i] = K[i] * std::pow(std::max(y[i], 0.0), eta[i]);
    }
    return dy;
  };
  Vector y = Vector::Zero(2 * n);
  const auto over = [&] {
    return (y.head(n).array() <= 0.0).all() && ((uMinus + W * y.tail(n)).array() >= 0.0).all();
  };
  do {
    for (int i = 0; i < steps; ++i) {
      const Vector k1 = rates(y);
      const Vector k2 = rates(y + 0.5 * h * k1);
      const Vector k3 = rates(y + 0.5 * h * k2);
      const Vector k4 = rates(y + h * k3);
      y += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
      if (gaps == Gaps::none) y.head(n) = y.head(n).cwiseMax(0.0);
    }
  } while (!over());
  Vector v = chain.velocities;
  v.head(n) -= y.tail(n).cwiseQuotient(chain.masses.head(n));
  v.tail(n) += y.tail(n).cwiseQuotient(chain.masses.tail(n));
  return v;
}

}  // namespace nsds::test
