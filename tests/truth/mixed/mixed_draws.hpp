// What the makers of odd problems of rows and contacts draw.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <limits>

#include "support/draws.hpp"
#include "truth/mixed/odd_mixed.hpp"

namespace nsds::test {

class MixedDraws {
 public:
  using Index = Eigen::Index;
  using MatrixXd = Eigen::MatrixXd;
  using VectorXd = Eigen::VectorXd;

  MixedDraws(const MixedKind& kind, std::uint64_t seed)
      : draws_(seed * 7919 + 127 * static_cast<std::uint64_t>(kind.problem_class) +
               static_cast<std::uint64_t>(kind.dimension)),
        law_(kind.law),
        d_(kind.dimension),
        tangents_(law_ == ContactLaw::rolling ? (d_ - 1) / 2 : d_ - 1) {}

 protected:
  bool one_of(int many) { return draws_.integer(1, many) == 1; }
  double power(int decades) { return std::pow(10.0, draws_.uniform(-decades, decades)); }
  double size() { return power(one_of(10) ? 6 : 0) * draws_.uniform(0.3, 3.0); }

  MatrixXd normal(Index rows, Index columns) {
    MatrixXd made(rows, columns);
    for (double& entry : made.reshaped()) entry = draws_.normal();
    return made;
  }
  VectorXd direction(Index size) {
    const VectorXd made = normal(size, 1);
    return made / made.norm();
  }
  MatrixXd semidefinite(Index rows, Index columns) {
    const MatrixXd B = normal(rows, columns);
    return B * B.transpose() / static_cast<double>(columns);
  }

  double coefficient() { return one_of(8) ? 0.0 : one_of(12) ? 1e6 : draws_.uniform(0.05, 0.9); }

  void draw_coefficients(ContactProblem& problem, int contacts) {
    problem.law = law_;
    problem.dimension = d_;
    problem.limit.resize(contacts);
    for (double& limit : problem.limit) limit = coefficient();
    if (law_ != ContactLaw::rolling) return;
    problem.rolling.resize(contacts);
    for (double& limit : problem.rolling) limit = coefficient();
  }

  // A block of r and of u between which the law holds: open, at rest and pressing, or on a limit.
  void plant_contact(const ContactProblem& problem, int c, VectorXd& x, VectorXd& w) {
    auto r = x.segment(c * d_, d_), u = w.segment(c * d_, d_);
    if (one_of(3)) {
      u = normal(d_, 1);
      u[0] = one_of(4) ? 0.0 : size();
      return;
    }
    r[0] = size();
    plant_part(problem.limit[c] * r[0], x.segment(c * d_ + 1, tangents_), w.segment(c * d_ + 1, tangents_));
    if (law_ == ContactLaw::rolling)
      plant_part(problem.rolling[c] * r[0], x.segment(c * d_ + 1 + tangents_, tangents_),
                 w.segment(c * d_ + 1 + tangents_, tangents_));
  }

  void plant_part(double limit, Eigen::Ref<VectorXd> r, Eigen::Ref<VectorXd> u) {
    const VectorXd along = direction(tangents_);
    const bool slides = one_of(2) || limit == 0.0;
    r = limit * (slides ? 1.0 : draws_.uniform(0.0, 0.95)) * along;
    u = slides && !one_of(8) ? VectorXd(-size() * along) : VectorXd::Zero(tangents_);
  }

  Draws draws_;
  ContactLaw law_;
  int d_, tangents_;
};

}  // namespace nsds::test
