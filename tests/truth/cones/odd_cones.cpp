#include "truth/cones/odd_cones.hpp"

#include <cmath>

#include "support/draws.hpp"

namespace nsds::test::cone_making {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

class ConeMaker {
 public:
  explicit ConeMaker(std::uint64_t seed) : draws_(seed * 6007 + 17) {
    const int count = one_of(4) ? 1 : draws_.integer(2, 6);
    for (int k = 0; k < count; ++k) add_cone();
    force_ = VectorXd::Ones(n_);
    z_ = w_ = VectorXd::Zero(n_);
  }

  OddCones make() {
    ConeProblem problem{matrix(), VectorXd(n_), cones_, {}};
    for (std::size_t k = 0; k < cones_.size(); ++k) plant(k);
    bool is_planted = !one_of(3);
    problem.q = is_planted ? VectorXd(w_ - problem.M * z_) : random_data();
    if (one_of(4)) is_planted = quieten(problem) && is_planted;
    if (one_of(12)) is_planted = make_impossible(problem) && is_planted;
    if (one_of(16)) is_planted = pinch(problem) && is_planted;
    scale(problem);
    OddCones made{problem, VectorXd::Zero(n_), is_planted ? z_ : VectorXd(), one_of(4)};
    if (made.warm) draw_start(made.start);
    return made;
  }

 private:
  bool one_of(int many) { return draws_.integer(1, many) == 1; }
  double power(int decades) { return std::pow(10.0, draws_.uniform(-decades, decades)); }
  std::size_t any_cone() {
    return static_cast<std::size_t>(draws_.integer(0, static_cast<int>(cones_.size()) - 1));
  }

  double aperture() {
    switch (draws_.integer(0, 13)) {
      case 0:
        return 0.0;
      case 1:
        return 1e-12;
      case 2:
        return 1e6;
      case 3:
      case 4:
        return 1.0;
      default:
        return draws_.uniform(0.05, 3.0);
    }
  }

  void add_cone() {
    const int kind = draws_.integer(0, 7);
    const ConeShape shape = kind == 0   ? ConeShape::free
                            : kind == 1 ? ConeShape::nonnegative
                                        : ConeShape::lorentz;
    const int size = shape == ConeShape::lorentz ? draws_.integer(1, 5) : draws_.integer(1, 2);
    cones_.push_back({shape, size, shape == ConeShape::lorentz ? aperture() : 0.0});
    first_.push_back(n_);
    n_ += size;
  }

  MatrixXd normal(Index rows, Index columns) {
    MatrixXd made(rows, columns);
    for (double& entry : made.reshaped()) entry = draws_.normal();
    return made;
  }

  VectorXd direction(Index size) {
    VectorXd made = normal(size, 1);
    return made / made.norm();
  }

  MatrixXd semidefinite(Index columns) {
    const MatrixXd B = normal(n_, columns);
    return B * B.transpose() / static_cast<double>(columns);
  }

  MatrixXd skew() {
    const MatrixXd B = normal(n_, n_);
    return B - B.transpose();
  }

  // Blocks that say what others say, or nearly: nothing tells how they share z.
  MatrixXd duplicated() {
    MatrixXd B = normal(n_, draws_.integer(1, n_));
    const double off = one_of(2) ? 0.0 : std::pow(10.0, -draws_.integer(6, 15));
    for (std::size_t k = 1; k < cones_.size(); ++k) {
      const std::size_t other = static_cast<std::size_t>(draws_.integer(0, static_cast<int>(k) - 1));
      const int rows = std::min(cones_[k].size, cones_[other].size);
      if (!one_of(3))
        B.middleRows(first_[k], rows) = B.middleRows(first_[other], rows) + off * normal(rows, B.cols());
    }
    return B * B.transpose();
  }

  MatrixXd alone() {
    const MatrixXd made = semidefinite(n_);
    MatrixXd kept = MatrixXd::Zero(n_, n_);
    for (std::size_t k = 0; k < cones_.size(); ++k) {
      const int size = cones_[k].size;
      kept.block(first_[k], first_[k], size, size) = made.block(first_[k], first_[k], size, size);
    }
    return kept;
  }

  MatrixXd diagonal() {
    MatrixXd made = MatrixXd::Zero(n_, n_);
    for (double& entry : made.diagonal()) entry = one_of(8) ? 0.0 : power(one_of(4) ? 12 : 1);
    return made;
  }

  MatrixXd clean_matrix() {
    switch (draws_.integer(0, 13)) {
      case 0:
        return semidefinite(draws_.integer(1, n_));
      case 1:
        return semidefinite(n_) + skew();
      case 2:
        return skew() + MatrixXd(power(14) * MatrixXd::Identity(n_, n_));
      case 3:
        return normal(n_, n_);
      case 4:
        return one_of(2) ? MatrixXd::Zero(n_, n_) : skew();
      case 5:
      case 6:
        return duplicated();
      case 7:
      case 8:
        return alone();
      case 9:
        return diagonal();
      default:
        return semidefinite(2 * n_) + 0.1 * MatrixXd::Identity(n_, n_);
    }
  }

  MatrixXd matrix() {
    MatrixXd made = clean_matrix();
    if (one_of(8)) {
      const std::size_t k = any_cone();
      made.block(first_[k], first_[k], cones_[k].size, cones_[k].size).setZero();
    }
    if (one_of(8)) {
      const int row = draws_.integer(0, n_ - 1);
      made.row(row).setZero();
      made.col(row).setZero();
    }
    if (one_of(12)) made.diagonal()[draws_.integer(0, n_ - 1)] *= one_of(2) ? 0.0 : 1e-13;
    if (one_of(12)) {
      const std::size_t k = any_cone();
      made.middleRows(first_[k], cones_[k].size) *= one_of(2) ? 1e-13 : 1e-17;
    }
    // Zeros that were computed.
    if (one_of(5)) {
      const double rounding = one_of(2) ? 1e-13 : 1e-17;
      for (double& entry : made.reshaped())
        if (entry == 0.0 && one_of(2)) entry = rounding * draws_.normal();
    }
    return made;
  }

  double size() { return power(one_of(10) ? 6 : 0) * draws_.uniform(0.3, 3.0); }

  // A block of z and of w that are complementary: at the apex, inside, on the boundary of both cones, or degenerate.
  void plant(std::size_t k) {
    const ConeBlock& cone = cones_[k];
    auto z = z_.segment(first_[k], cone.size), w = w_.segment(first_[k], cone.size);
    if (cone.shape == ConeShape::free) {
      z = normal(cone.size, 1);
      return;
    }
    if (cone.shape == ConeShape::nonnegative || cone.size == 1) {
      for (int i = 0; i < cone.size; ++i) (one_of(2) ? z : w)[i] = one_of(8) ? 0.0 : size();
      return;
    }
    const int tangents = cone.size - 1;
    const VectorXd along = direction(tangents);
    const int choice = draws_.integer(0, 4);
    const bool is_degenerate = one_of(6);
    if (choice == 0 || choice == 4) {
      w.tail(tangents) = size() * along;
      w[0] = cone.mu * w.tail(tangents).norm() + (is_degenerate ? 0.0 : size());
      if (one_of(10)) w.setZero();
      return;
    }
    z[0] = size();
    const bool is_inside = choice == 1;
    z.tail(tangents) = cone.mu * z[0] * (is_inside ? draws_.uniform(0.0, 0.95) : 1.0) * along;
    if (is_inside || is_degenerate) return;
    w.tail(tangents) = -size() * along;
    w[0] = cone.mu * w.tail(tangents).norm();
  }

  // Most of these push their blocks away from zero.
  VectorXd random_data() {
    VectorXd made = normal(n_, 1);
    for (const int first : first_)
      if (one_of(2)) made[first] = -std::fabs(made[first]);
    return made;
  }

  // Data of rounding, and none. Returns whether a planted solution still is one.
  bool quieten(ConeProblem& problem) {
    const double rounding = one_of(3) ? 0.0 : one_of(2) ? 1e-16 : 1e-33;
    if (one_of(5)) {
      problem.q.setZero();
      return false;
    }
    bool is_same = true;
    for (double& entry : problem.q) {
      if (!one_of(4)) continue;
      const double before = entry;
      entry = rounding * draws_.normal();
      is_same = is_same && entry == before;
    }
    return is_same;
  }

  // A block that is pushed, and that nothing moves. Returns whether a planted solution still is one.
  bool make_impossible(ConeProblem& problem) {
    const std::size_t k = any_cone();
    if (one_of(2)) {
      problem.M.middleRows(first_[k], cones_[k].size).setZero();
    } else {
      problem.M.block(first_[k], first_[k], cones_[k].size, cones_[k].size).setZero();
    }
    problem.q[first_[k]] = -std::fabs(draws_.normal());
    return false;
  }

  // Two blocks press against each other, the more the farther: a ray. Returns whether a planted solution still is one.
  bool pinch(ConeProblem& problem) {
    if (cones_.size() < 2) return true;
    const int a = first_[0], b = first_[1];
    for (const int row : {a, b}) {
      problem.M.row(row).setZero();
      problem.M(row, row) = 1.0;
      problem.M(row, a + b - row) = -1.0;
      problem.q[row] = one_of(2) ? -draws_.uniform(0.1, 1.0) : 0.0;
    }
    return false;
  }

  // Units of w and z of all blocks, and of each.
  void scale(ConeProblem& problem) {
    const int decades = draws_.integer(0, 3) == 0 ? 10 : draws_.integer(0, 1) * 4;
    if (decades == 0) return;
    const bool is_symmetric = !one_of(3), is_each = one_of(2);
    const double all_w = power(decades), all_z = power(decades);
    VectorXd speed(n_);
    for (std::size_t k = 0; k < cones_.size(); ++k) {
      const double own = is_each ? power(decades) : 1.0;
      const double other = is_symmetric ? own : is_each ? power(decades) : 1.0;
      speed.segment(first_[k], cones_[k].size).setConstant(all_w * own);
      force_.segment(first_[k], cones_[k].size).setConstant(all_z / other);
    }
    problem.M = speed.asDiagonal() * problem.M * force_.cwiseInverse().asDiagonal();
    problem.q = speed.cwiseProduct(problem.q);
    z_ = force_.cwiseProduct(z_);
  }

  // Far along what may be a ray, anywhere, outside of the cones, on their boundary, or the planted one with other blocks at zero.
  void draw_start(VectorXd& start) {
    const double far = one_of(2) ? power(12) : 1.0;
    const bool is_near = one_of(2), is_along = one_of(4);
    for (std::size_t k = 0; k < cones_.size(); ++k) {
      const ConeBlock& cone = cones_[k];
      auto block = start.segment(first_[k], cone.size);
      if (is_along) {
        block[0] = 1e12 * force_[first_[k]];
        continue;
      }
      if (is_near) {
        if (!one_of(4)) block = z_.segment(first_[k], cone.size);
        if (one_of(4)) block.tail(cone.size - 1) *= -1.0;
        continue;
      }
      if (one_of(3)) continue;
      block = far * normal(cone.size, 1);
      if (one_of(2)) block[0] = std::fabs(block[0]);
      if (cone.size > 1 && one_of(3))
        block.tail(cone.size - 1) = cone.mu * block[0] * direction(cone.size - 1);
    }
  }

  Draws draws_;
  int n_ = 0;
  std::vector<ConeBlock> cones_;
  std::vector<int> first_;  // (cones): the first row
  VectorXd force_;          // the units of z
  VectorXd z_, w_;          // complementary
};

}  // namespace
}  // namespace nsds::test::cone_making

namespace nsds::test {

OddCones odd_cone_problem(std::uint64_t seed) {
  return cone_making::ConeMaker(seed).make();
}

}  // namespace nsds::test
