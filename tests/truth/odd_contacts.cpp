#include "truth/odd_contacts.hpp"

#include <cmath>

#include "support/draws.hpp"

namespace nsds::test {
namespace {

class ContactMaker {
 public:
  ContactMaker(const ContactKind& kind, std::uint64_t seed)
      : draws_(seed * 7919 + 31 * static_cast<std::uint64_t>(kind.law) +
               static_cast<std::uint64_t>(kind.dimension)),
        law_(kind.law),
        d_(kind.dimension),
        tangents_(law_ == ContactLaw::rolling ? (d_ - 1) / 2 : d_ - 1),
        contacts_(one_of(4) ? 1 : draws_.integer(2, 6)),
        n_(d_ * contacts_),
        force_(VectorXd::Ones(n_)),
        r_(VectorXd::Zero(n_)),
        u_(VectorXd::Zero(n_)) {}

  OddContacts make() {
    ContactProblem problem{law_, d_, matrix(), VectorXd(n_), VectorXd(contacts_), {}, {}, {}};
    draw_coefficients(problem);
    for (int c = 0; c < contacts_; ++c) plant(problem, c);
    bool is_planted = !one_of(3);
    problem.q = is_planted ? VectorXd(u_ - problem.W * r_) : random_data();
    if (one_of(4)) is_planted = quieten(problem) && is_planted;
    if (one_of(12)) is_planted = make_impossible(problem) && is_planted;
    if (one_of(16)) is_planted = pinch(problem) && is_planted;
    const bool is_ray = one_of(8) && drag(problem, is_planted);
    is_planted = is_planted && !is_ray;
    scale(problem);
    OddContacts made{problem, VectorXd::Zero(n_), is_planted ? r_ : VectorXd(), is_ray || one_of(4)};
    if (is_ray)
      made.start = r_;
    else if (made.warm)
      draw_start(made.start);
    return made;
  }

 private:
  using Index = Eigen::Index;
  using MatrixXd = Eigen::MatrixXd;
  using VectorXd = Eigen::VectorXd;

  bool one_of(int many) { return draws_.integer(1, many) == 1; }
  double power(int decades) { return std::pow(10.0, draws_.uniform(-decades, decades)); }
  int any_contact() { return draws_.integer(0, contacts_ - 1); }

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

  // Several contacts of the same bodies at the same places, or nearly: nothing says how they share their load.
  MatrixXd hyperstatic() {
    MatrixXd B = normal(n_, draws_.integer(1, n_));
    const double off = one_of(2) ? 0.0 : std::pow(10.0, -draws_.integer(6, 15));
    for (int c = 1; c < contacts_; ++c)
      if (!one_of(3))
        B.middleRows(c * d_, d_) =
            B.middleRows(draws_.integer(0, c - 1) * d_, d_) + off * normal(d_, B.cols());
    return B * B.transpose();
  }

  // Contacts of a few bodies with each other and with the ground.
  MatrixXd bodies() {
    const int many = draws_.integer(1, 3), velocities = d_ == 2 ? 3 : 2 * d_;
    MatrixXd H = MatrixXd::Zero(n_, many * velocities);
    for (int c = 0; c < contacts_; ++c)
      for (int end = 0; end < 2; ++end)
        if (end == 0 || one_of(2))
          H.block(c * d_, draws_.integer(0, many - 1) * velocities, d_, velocities) = normal(d_, velocities);
    return H * H.transpose();
  }

  MatrixXd alone() {
    MatrixXd made = semidefinite(n_), kept = MatrixXd::Zero(n_, n_);
    for (int c = 0; c < contacts_; ++c)
      kept.block(c * d_, c * d_, d_, d_) = made.block(c * d_, c * d_, d_, d_);
    return kept;
  }

  MatrixXd diagonal() {
    MatrixXd made = MatrixXd::Zero(n_, n_);
    for (double& entry : made.diagonal()) entry = one_of(8) ? 0.0 : power(one_of(4) ? 12 : 1);
    return made;
  }

  MatrixXd clean_matrix() {
    switch (draws_.integer(0, 15)) {
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
        return hyperstatic();
      case 7:
      case 8:
      case 9:
        return bodies();
      case 10:
      case 11:
        return alone();
      case 12:
        return diagonal();
      default:
        return semidefinite(2 * n_) + 0.1 * MatrixXd::Identity(n_, n_);
    }
  }

  MatrixXd matrix() {
    MatrixXd made = clean_matrix();
    if (one_of(8)) made.block(any_contact() * d_, any_contact() * d_, d_, d_).setZero();
    if (one_of(8)) {
      const int row = draws_.integer(0, n_ - 1);
      made.row(row).setZero();
      made.col(row).setZero();
    }
    if (one_of(12)) made.diagonal()[draws_.integer(0, n_ - 1)] *= one_of(2) ? 0.0 : 1e-13;
    if (one_of(12)) made.middleRows(any_contact() * d_, d_) *= one_of(2) ? 1e-13 : 1e-17;
    // Zeros that were computed.
    if (one_of(5)) {
      const double rounding = one_of(2) ? 1e-13 : 1e-17;
      for (double& entry : made.reshaped())
        if (entry == 0.0 && one_of(2)) entry = rounding * draws_.normal();
    }
    return made;
  }

  double coefficient() {
    switch (draws_.integer(0, 11)) {
      case 0:
        return 0.0;
      case 1:
        return 1e-12;
      case 2:
        return 1e6;
      case 3:
        return draws_.uniform(1.0, 5.0);
      default:
        return draws_.uniform(0.05, 0.9);
    }
  }

  void draw_coefficients(ContactProblem& problem) {
    for (double& limit : problem.limit) limit = coefficient();
    if (law_ == ContactLaw::rolling) {
      problem.rolling.resize(contacts_);
      for (double& limit : problem.rolling) limit = coefficient();
    }
    if (law_ != ContactLaw::drucker_prager) return;
    problem.theta.resize(contacts_);
    for (int c = 0; c < contacts_; ++c)
      problem.theta[c] = one_of(3)   ? problem.limit[c]
                         : one_of(2) ? problem.limit[c] * draws_.uniform(0.0, 1.0)
                         : one_of(4) ? coefficient()
                                     : 0.0;
  }

  double size() { return power(one_of(10) ? 6 : 0) * draws_.uniform(0.3, 3.0); }

  // A block of r and of u between which the law holds: open, at rest and pressing, or on a limit.
  void plant(const ContactProblem& problem, int c) {
    auto r = r_.segment(c * d_, d_), u = u_.segment(c * d_, d_);
    const bool has_cone = law_ != ContactLaw::von_mises;
    const double D = law_ == ContactLaw::drucker_prager ? problem.limit[c] - problem.theta[c] : 0.0;
    if (has_cone && one_of(3)) {
      u = normal(d_, 1);
      u[0] = D * u.segment(1, tangents_).norm() + (one_of(4) ? 0.0 : size());
      return;
    }
    r[0] = has_cone ? size() : draws_.normal();
    const double normal = has_cone ? r[0] : 1.0;
    const double opposed = plant_part(1, c, problem.limit[c] * normal);
    u[0] = D * opposed;
    if (law_ == ContactLaw::rolling) plant_part(1 + tangents_, c, problem.rolling[c] * normal);
  }

  // Returns the speed that is opposed to the part.
  double plant_part(int first, int c, double limit) {
    const VectorXd along = direction(tangents_);
    const bool slides = one_of(2), is_degenerate = one_of(8);
    const double speed = (slides || limit == 0.0) && !is_degenerate ? size() : 0.0;
    r_.segment(c * d_ + first, tangents_) =
        limit * (slides || is_degenerate ? 1.0 : draws_.uniform(0.0, 0.95)) * along;
    u_.segment(c * d_ + first, tangents_) = -speed * along;
    return speed;
  }

  // Most of these contacts approach.
  VectorXd random_data() {
    VectorXd made = normal(n_, 1);
    for (int c = 0; c < contacts_; ++c)
      if (one_of(2)) made[c * d_] = -std::fabs(made[c * d_]);
    return made;
  }

  // Data of rounding, and none. Returns whether a planted solution still is one.
  bool quieten(ContactProblem& problem) {
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

  // A contact approaches, and nothing moves it. Returns whether a planted solution still is one.
  bool make_impossible(ContactProblem& problem) {
    const int row = any_contact() * d_;
    if (one_of(2)) {
      problem.W.row(row).setZero();
    } else {
      problem.W(row, row) = 0.0;
    }
    problem.q[row] = -std::fabs(draws_.normal());
    return false;
  }

  // Two contacts press against each other, the more the farther: a ray. Returns whether a planted solution still is one.
  bool pinch(ContactProblem& problem) {
    if (contacts_ < 2) return true;
    const int a = 0, b = d_;
    for (const int row : {a, b}) {
      problem.W.row(row).setZero();
      problem.W(row, row) = 1.0;
      problem.W(row, a + b - row) = -1.0;
      problem.q[row] = one_of(2) ? -draws_.uniform(0.1, 1.0) : 0.0;
    }
    return false;
  }

  // The first two contacts see no other, and press against each other, or drag each other along far below a limit, or twist each
  // other: r is on a ray, along which everything holds beside its terms. Returns whether there are two.
  bool drag(ContactProblem& problem, bool is_planted) {
    if (contacts_ < 2) return false;
    const Index n = 2 * d_, parts = law_ == ContactLaw::rolling ? 3 : 2;
    const Index part = draws_.integer(0, static_cast<int>(parts) - 1), row = part == 2 ? 1 + tangents_ : part;
    problem.W.topRows(n).setZero();
    problem.W.leftCols(n).setZero();
    problem.W.topLeftCorner(n, n).setIdentity();
    problem.W(row, d_ + row) = problem.W(d_ + row, row) = -1.0;
    if (is_planted) problem.q.tail(n_ - n) = (u_ - problem.W * r_).tail(n_ - n);
    problem.q.head(n).setZero();
    r_.head(n).setZero();
    const double far = std::pow(10.0, draws_.uniform(8.5, 12.0)) * (row == 0 || one_of(2) ? 1.0 : -1.0);
    if (row > 0) {
      VectorXd& limit = part == 1 ? problem.limit : problem.rolling;
      limit.head(2).setConstant(1e14);
      problem.q[0] = problem.q[d_] = -1.0;
      r_[0] = r_[d_] = 1.0;
    }
    const double gap = draws_.uniform(0.1, 1.0);
    problem.q[row] = -gap;
    r_[row] = far + 0.5 * gap;
    r_[d_ + row] = far;
    return true;
  }

  // Units of velocity, force and length of all contacts, of islands and of each.
  void scale(ContactProblem& problem) {
    const int decades = draws_.integer(0, 3) == 0 ? 10 : draws_.integer(0, 1) * 4;
    if (decades == 0) return;
    const bool is_symmetric = !one_of(3), is_each = one_of(2);
    VectorXd velocity(n_), force(n_);
    const double all_velocities = power(decades), all_forces = power(decades), all_lengths = power(decades);
    for (int c = 0; c < contacts_; ++c) {
      const double own = is_each ? power(decades) : 1.0;
      const double other = is_symmetric ? own : is_each ? power(decades) : 1.0;
      velocity.segment(c * d_, d_).setConstant(all_velocities * own);
      force.segment(c * d_, d_).setConstant(all_forces / other);
      if (law_ == ContactLaw::rolling) measure_moments(problem, c, all_lengths, velocity, force);
      if (law_ == ContactLaw::von_mises) problem.limit[c] *= force[c * d_];
    }
    problem.W = velocity.asDiagonal() * problem.W * force.cwiseInverse().asDiagonal();
    problem.q = velocity.cwiseProduct(problem.q);
    r_ = force.cwiseProduct(r_);
    force_ = force;
  }

  void measure_moments(ContactProblem& problem, int c, double length, VectorXd& velocity, VectorXd& force) {
    const double own = one_of(2) ? length * power(3) : length;
    velocity.segment(c * d_ + 1 + tangents_, tangents_) /= own;
    force.segment(c * d_ + 1 + tangents_, tangents_) *= own;
    problem.rolling[c] *= own;
  }

  // Far along what may be a ray, anywhere, outside of the cones, on their boundary, or the planted one with other contacts open.
  void draw_start(VectorXd& start) {
    const double far = one_of(2) ? power(12) : 1.0;
    const bool is_near = one_of(2), is_along = one_of(4);
    for (int c = 0; c < contacts_; ++c) {
      auto block = start.segment(c * d_, d_);
      if (is_along) {
        block[0] = 1e12 * force_[c * d_];
        continue;
      }
      if (is_near) {
        if (!one_of(4)) block = r_.segment(c * d_, d_);
        if (one_of(4)) block.tail(d_ - 1) *= -1.0;
        continue;
      }
      if (one_of(3)) continue;
      block = far * normal(d_, 1);
      if (one_of(2)) block[0] = std::fabs(block[0]);
      if (one_of(3)) block.tail(d_ - 1) = block[0] * direction(d_ - 1);
    }
  }

  Draws draws_;
  ContactLaw law_;
  int d_, tangents_, contacts_, n_;
  VectorXd force_;  // the units of reactions
  VectorXd r_, u_;  // between which the law holds
};

}  // namespace

const std::vector<ContactKind>& contact_kinds() {
  static const std::vector<ContactKind> all = {
      {"friction_2d", NSDS_CLASS_FRICTION_CONTACT, ContactLaw::friction, 2},
      {"friction_3d", NSDS_CLASS_FRICTION_CONTACT, ContactLaw::friction, 3},
      {"rolling_3", NSDS_CLASS_ROLLING_FRICTION_CONTACT, ContactLaw::rolling, 3},
      {"rolling_5", NSDS_CLASS_ROLLING_FRICTION_CONTACT, ContactLaw::rolling, 5},
      {"drucker_prager", NSDS_CLASS_CONE_PLASTICITY, ContactLaw::drucker_prager, 3},
      {"von_mises", NSDS_CLASS_CONE_PLASTICITY, ContactLaw::von_mises, 3}};
  return all;
}

OddContacts odd_contact_problem(const ContactKind& kind, std::uint64_t seed) {
  return ContactMaker(kind, seed).make();
}

}  // namespace nsds::test
