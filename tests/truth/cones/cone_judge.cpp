#include "truth/cones/cone_judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace nsds::test::cone_judging {
namespace {

using Eigen::Index;
using Real = long double;
using RealVector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using RealMatrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

constexpr double ulp = std::numeric_limits<double>::epsilon();

// The numbers of the page.
constexpr Real boundary_width = 8.0L * ulp;  // by what share of mu z_N a block is on the boundary
constexpr Real noise = 1e3L * ulp;           // η of rules c and e
constexpr Real visible = 1e-3L;              // beside what share of a datum noise is none
constexpr Real far_out = 1e5L;  // how many times its datum the terms of a part are that asks for rule e

// Rows that are measured together.
struct ConePart {
  ConeShape shape;
  Index first, rows;
  Real mu;
};

enum class Spot { outside, apex, interior, boundary };

std::vector<ConePart> parts_of(const ConeProblem& problem) {
  std::vector<ConePart> parts;
  Index row = 0;
  for (const ConeBlock& cone : problem.cones) {
    if (cone.shape == ConeShape::lorentz && cone.size > 1) {
      parts.push_back({cone.shape, row, cone.size, cone.mu});
      row += cone.size;
      continue;
    }
    // A Lorentz cone of one row is a half-line.
    const ConeShape shape = cone.shape == ConeShape::free ? cone.shape : ConeShape::nonnegative;
    for (int k = 0; k < cone.size; ++k) parts.push_back({shape, row++, 1, 0});
  }
  return parts;
}

class ConeHearing {
 public:
  ConeHearing(const ConeProblem& problem, const Eigen::VectorXd& z, double tolerance, double leeway)
      : problem_(problem), parts_(parts_of(problem)), given_(z), tolerance_(tolerance), leeway_(leeway) {
    data_.resize(count());
    entries_.resize(count(), count());
    const RealMatrix M = problem.M.cast<Real>();
    for (Index p = 0; p < count(); ++p) {
      data_[p] = of_part(p, problem.q.cast<Real>().eval()).norm();
      for (Index k = 0; k < count(); ++k)
        entries_(p, k) = M.block(part(p).first, part(k).first, part(p).rows, part(k).rows).norm();
    }
    find_islands();
  }

  Judgement verdict() {
    if (!measure() || !is_admissible()) return seen_;
    forgive();
    for (Index p = 0; p < count(); ++p)
      if (!is_forgiven(p)) note(Axiom::own_terms, static_cast<double>(relative(p, violation_[p])), p);
    if (seen_.value <= tolerance_) ask_for_accounts();
    if (seen_.value <= tolerance_) seen_.broken = Axiom::none;
    return seen_;
  }

 private:
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
  Index count() const { return static_cast<Index>(parts_.size()); }
  const ConePart& part(Index p) const { return parts_[at(p)]; }
  RealVector of_part(Index p, const RealVector& x) const { return x.segment(part(p).first, part(p).rows); }
  bool is_forgiven(Index p) const { return forgiven_[at(p)]; }
  bool fails(Index p) const { return violation_[p] > tolerance_ * terms_[p]; }

  void note(Axiom axiom, double value, Index p) {
    const Index row = count() == 0 ? -1 : part(p).first;
    if (seen_.worst < 0) seen_.worst = row;
    if (value > seen_.value) seen_ = {value, axiom, row};
  }

  void find_islands() {
    island_.resize(at(count()));
    std::iota(island_.begin(), island_.end(), Index{0});
    for (Index p = 0; p < count(); ++p)
      for (Index k = 0; k < count(); ++k) {
        if (entries_(p, k) == 0) continue;
        const Index one = island_[at(p)], other = island_[at(k)];
        std::replace(island_.begin(), island_.end(), std::max(one, other), std::min(one, other));
      }
  }

  // All terms are numbers of the format that the library has, too.
  bool measure() {
    const double none = std::numeric_limits<double>::infinity();
    if (!given_.allFinite()) {
      note(Axiom::sides, none, 0);
      return false;
    }
    z_ = given_.cast<Real>();
    w_ = problem_.M.cast<Real>() * z_ + problem_.q.cast<Real>();
    size_.resize(count());
    violation_.setZero(count());
    for (Index p = 0; p < count(); ++p) size_[p] = of_part(p, z_).norm();
    terms_ = data_ + entries_ * size_;
    if (count() > 0 && !std::isfinite(static_cast<double>(terms_.sum()))) {
      note(Axiom::own_terms, none, 0);
      return false;
    }
    // A block that is on the boundary with a leeway and inside without is taken for what is better.
    for (Index p = 0; p < count(); ++p) {
      violation_[p] = std::min(left_by(p, spot_of(p, leeway_ * boundary_width)),
                               left_by(p, spot_of(p, boundary_width / leeway_)));
      if (violation_[p] <= floor_of(p)) violation_[p] = 0;
    }
    return true;
  }

  Real floor_of(Index p) const {
    if (problem_.floor.size() == 0) return 0;
    return leeway_ * of_part(p, problem_.floor.cast<Real>()).maxCoeff();
  }

  Spot spot_of(Index p, Real width) const {
    const Real first = z_[part(p).first];
    if (part(p).shape == ConeShape::free) return Spot::interior;
    if (part(p).shape == ConeShape::nonnegative)
      return first < 0 ? Spot::outside : first == 0 ? Spot::apex : Spot::interior;
    const Real tangent = of_part(p, z_).tail(part(p).rows - 1).norm(), limit = part(p).mu * first;
    if (size_[p] == 0) return Spot::apex;
    if (first <= 0 || tangent > limit * (1 + width)) return Spot::outside;
    return tangent >= limit * (1 - width) ? Spot::boundary : Spot::interior;
  }

  // Rule a.
  bool is_admissible() {
    for (Index p = 0; p < count(); ++p)
      if (spot_of(p, leeway_ * boundary_width) == Spot::outside) note(Axiom::sides, 1.0, p);
    return seen_.broken == Axiom::none;
  }

  // The distance of the block of w from what the block of z allows: nothing, the dual cone, or one ray of its boundary.
  Real left_by(Index p, Spot spot) const {
    const RealVector w = of_part(p, w_);
    if (spot == Spot::interior || spot == Spot::outside) return w.norm();
    if (part(p).shape == ConeShape::nonnegative) return std::max(-w[0], Real(0));
    const Index tangents = part(p).rows - 1;
    const Real mu = part(p).mu, sliding = w.tail(tangents).norm();
    if (spot == Spot::apex) {
      if (mu * sliding <= w[0]) return 0;
      if (sliding <= -mu * w[0]) return w.norm();
      return (mu * sliding - w[0]) / std::sqrt(1 + mu * mu);
    }
    RealVector ray(1 + tangents);
    ray[0] = mu;
    const RealVector along = of_part(p, z_).tail(tangents);
    if (along.norm() == 0) return std::fabs(w[0]);  // mu is 0: each direction is reflected
    ray.tail(tangents) = -along / along.norm();
    ray /= ray.norm();
    return (w - std::max(w.dot(ray), Real(0)) * ray).norm();
  }

  Real relative(Index p, Real violation) const {
    if (violation == 0) return 0;
    return terms_[p] == 0 ? std::numeric_limits<Real>::infinity() : violation / terms_[p];
  }

  // δ: how far an unknown moves before a part that holds sees more than rounding.
  RealVector unnoticed() const {
    RealVector delta = RealVector::Zero(count());
    for (Index k = 0; k < count(); ++k) {
      bool is_seen = false;
      for (Index p = 0; p < count(); ++p) {
        if (fails(p) || terms_[p] == 0 || entries_(p, k) == 0) continue;
        const Real reach = leeway_ * noise * terms_[p] / entries_(p, k);
        delta[k] = is_seen ? std::min(delta[k], reach) : reach;
        is_seen = true;
      }
    }
    return delta;
  }

  // Rule c.
  void forgive() {
    forgiven_.assign(at(count()), false);
    const RealVector moves = entries_ * unnoticed(), noticed = entries_ * size_;
    for (Index p = 0; p < count(); ++p) {
      if (!fails(p) || noticed[p] > 0) continue;
      Real loudest = 0;
      for (Index k = 0; k < count(); ++k)
        if (!fails(k) && island_[at(k)] == island_[at(p)]) loudest = std::max(loudest, terms_[k]);
      forgiven_[at(p)] = data_[p] <= moves[p] && data_[p] <= leeway_ * noise * loudest;
    }
  }

  Real datum(Index p) const { return is_forgiven(p) ? 0 : data_[p]; }
  Real term(Index p, Index k) const { return entries_(p, k) * size_[k]; }
  bool counts(Index p, Index k, Real width) const {
    return !is_forgiven(p) && term(p, k) > 0 && term(p, k) >= tolerance_ * terms_[p] * width;
  }

  // Rule e is asked where the norm of the sums of absolute terms, which is no more than the terms, is far above the datum, or the terms are
  // and the part needs them.
  bool is_far_out() const {
    const RealVector sums =
        problem_.M.cast<Real>().cwiseAbs() * z_.cwiseAbs() + problem_.q.cast<Real>().cwiseAbs();
    for (Index p = 0; p < count(); ++p) {
      const Real sum = of_part(p, sums).norm();
      const Real asked = violation_[p] > leeway_ * tolerance_ * sum ? terms_[p] : sum;
      if (asked > leeway_ * far_out * data_[p]) return true;
    }
    return false;
  }

  // Which unknowns the data account for.
  std::vector<bool> accounted() const {
    const Real reach = leeway_ * std::max(visible / tolerance_, Real(10));
    std::vector<bool> known(at(count()), false);
    RealVector largest(count());
    for (Index p = 0; p < count(); ++p) largest[p] = datum(p);
    for (bool changed = true; changed;) {
      changed = false;
      for (Index p = 0; p < count(); ++p)
        for (Index k = 0; k < count(); ++k) {
          if (!counts(p, k, 1 / leeway_)) continue;
          if (!known[at(k)] && term(p, k) <= reach * largest[p]) known[at(k)] = changed = true;
          if (!known[at(k)] || term(p, k) <= largest[p]) continue;
          largest[p] = term(p, k);
          changed = true;
        }
    }
    return known;
  }

  bool has_data(Index k) const {
    for (Index p = 0; p < count(); ++p)
      if (island_[at(p)] == island_[at(k)] && datum(p) > 0) return true;
    return false;
  }

  // Whether the size of an unknown that nothing accounts for is what the data ask for, as in an ill-conditioned system.
  bool is_asked_for(Index k) const {
    bool is_asked = false, is_seen = false;
    for (Index p = 0; p < count(); ++p) {
      const Real rounding = noise * terms_[p];
      if (counts(p, k, 1 / leeway_) && rounding <= leeway_ * visible * datum(p)) is_seen = true;
      if (!counts(p, k, leeway_)) continue;
      is_asked = true;
      if (violation_[p] > leeway_ * rounding) return false;
    }
    return is_seen || !is_asked;  // what counts nowhere is seen nowhere
  }

  // Rule e.
  void ask_for_accounts() {
    if (!is_far_out()) return;
    const std::vector<bool> known = accounted();
    const RealVector delta = unnoticed();
    for (Index k = 0; k < count(); ++k)
      if (!known[at(k)] && has_data(k) && size_[k] > delta[k] && !is_asked_for(k))
        note(Axiom::accounts, 1.0, k);
  }

  const ConeProblem& problem_;
  const std::vector<ConePart> parts_;
  const Eigen::VectorXd given_;
  const Real tolerance_, leeway_;
  RealVector z_, w_;                            // (rows)
  RealVector data_, size_, terms_, violation_;  // (parts); violations below their floors are 0
  RealMatrix entries_;                          // (parts x parts)
  std::vector<Index> island_;                   // (parts): the first part of those that entries tie together
  std::vector<bool> forgiven_;                  // (parts)
  Judgement seen_;
};

}  // namespace
}  // namespace nsds::test::cone_judging

namespace nsds::test {

using cone_judging::ConeHearing;

Judgement judge_cones(const ConeProblem& problem, const Eigen::VectorXd& z, double tolerance, double leeway) {
  const Judgement strict = ConeHearing(problem, z, tolerance, 1.0).verdict();
  if (leeway <= 1.0 || strict.value <= tolerance) return strict;
  const Judgement wide = ConeHearing(problem, z, tolerance, leeway).verdict();
  return wide.value < strict.value ? wide : strict;
}

double judged_cones(const ConeProblem& problem, const Eigen::VectorXd& z, double tolerance) {
  return judge_cones(problem, z, tolerance).value;
}

}  // namespace nsds::test
