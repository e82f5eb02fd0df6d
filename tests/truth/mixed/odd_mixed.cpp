#include "truth/mixed/odd_mixed.hpp"

#include "truth/mixed/mixed_draws.hpp"

namespace nsds::test {
namespace {

constexpr double without_end = std::numeric_limits<double>::infinity();

// w = W x + q of rows over intervals behind contacts.
class RowsMaker : MixedDraws {
 public:
  RowsMaker(const MixedKind& kind, std::uint64_t seed)
      : MixedDraws(kind, seed),
        contacts_(draws_.integer(0, 3)),
        rows_(draws_.integer(contacts_ == 0 ? 1 : 0, 5)),
        first_(d_ * contacts_),
        n_(first_ + rows_),
        x_(VectorXd::Zero(n_)),
        w_(VectorXd::Zero(n_)) {}

  OddMixed make() {
    ContactProblem problem{law_, d_, matrix(), VectorXd(n_), {}, {}, {}, {}};
    draw_coefficients(problem, contacts_);
    for (int c = 0; c < contacts_; ++c) plant_contact(problem, c, x_, w_);
    problem.lower = VectorXd::Constant(rows_, -without_end);
    problem.upper = VectorXd::Constant(rows_, without_end);
    for (int k = 0; k < rows_; ++k) plant_row(problem, k);
    if (rows_ > 1 && one_of(4)) repeat_row(problem);
    problem.q = one_of(4) ? VectorXd(normal(n_, 1)) : VectorXd(w_ - problem.W * x_);
    if (one_of(6)) quieten(problem);
    if (rows_ > 0 && one_of(12)) make_impossible(problem);
    const bool is_ray = rows_ > 1 && one_of(8);
    if (is_ray) pinch(problem);
    OddMixed made{problem, {}, VectorXd::Zero(n_), is_ray || one_of(4)};
    if (is_ray)
      made.start = x_;
    else if (made.warm)
      made.start = one_of(2) ? x_ : VectorXd(power(12) * normal(n_, 1));
    scale(made);
    return made;
  }

 private:
  int any_row() { return draws_.integer(0, rows_ - 1); }

  MatrixXd matrix() {
    MatrixXd made = semidefinite(n_, one_of(4) ? draws_.integer(1, n_) : 2 * n_);
    const MatrixXd B = normal(n_, n_);
    if (one_of(4)) made += B - B.transpose();
    if (one_of(10)) made = B;
    if (one_of(6) && rows_ > 0) made(first_, first_) = 0.0;
    // Entries that are not there, and zeros that were computed.
    if (one_of(3))
      for (int k = 0; k < n_; ++k) {
        const int i = draws_.integer(0, n_ - 1), j = draws_.integer(0, n_ - 1);
        if (i != j) made(i, j) = made(j, i) = one_of(6) ? 1e-17 * draws_.normal() : 0.0;
      }
    if (one_of(10)) {
      const int row = draws_.integer(0, n_ - 1);
      made.row(row).setZero();
      made.col(row).setZero();
    }
    return made;
  }

  // Free, at a bound or between bounds.
  void plant_row(ContactProblem& problem, int k) {
    double &lower = problem.lower[k], &upper = problem.upper[k], &x = x_[first_ + k], &w = w_[first_ + k];
    x = draws_.normal();
    const int kind = draws_.integer(0, 3);
    if (kind == 0) return;
    const bool is_inside = one_of(2);
    if (kind == 1) {
      lower = 0.0;
      x = is_inside ? size() : 0.0;
      w = is_inside ? 0.0 : size();
      return;
    }
    lower = one_of(3) ? 0.0 : -size();
    upper = lower + (one_of(8) ? 0.0 : size());
    if (one_of(6)) lower = -without_end;
    const bool is_low = one_of(2) && lower > -without_end;
    x = is_inside ? std::max(lower, -1e3) * 0.5 + upper * 0.5 : is_low ? lower : upper;
    if (!is_inside) w = is_low ? size() : -size();
    if (one_of(8)) w = 0.0;
  }

  // Rows that say the same twice, as joints that depend on each other.
  void repeat_row(ContactProblem& problem) {
    const int i = any_row(), j = any_row();
    if (i == j) return;
    const double factor = one_of(2) ? 1.0 : power(1);
    problem.W.row(first_ + j) = factor * problem.W.row(first_ + i);
    problem.W.col(first_ + j) = factor * problem.W.col(first_ + i);
    problem.lower[i] = problem.lower[j] = -without_end;
    problem.upper[i] = problem.upper[j] = without_end;
    w_[first_ + i] = w_[first_ + j] = 0.0;
  }

  void quieten(ContactProblem& problem) {
    const double rounding = one_of(3) ? 0.0 : one_of(2) ? 1e-16 : 1e-33;
    for (double& entry : problem.q)
      if (one_of(3)) entry = rounding * draws_.normal();
  }

  // A row that nothing moves.
  void make_impossible(ContactProblem& problem) {
    const int row = first_ + any_row();
    problem.W.row(row).setZero();
    problem.q[row] = one_of(2) ? -1.0 : -1e-16;
  }

  // w_i = x_i - x_j - 1 and w_j = x_j - x_i, far out.
  void pinch(ContactProblem& problem) {
    const int i = first_, j = first_ + 1;
    for (const int row : {i, j}) problem.W.row(row).setZero();
    for (const int row : {i, j}) problem.W.col(row).setZero();
    problem.W(i, i) = problem.W(j, j) = 1.0;
    problem.W(i, j) = problem.W(j, i) = -1.0;
    problem.q[i] = -1.0;
    problem.q[j] = 0.0;
    for (int k = 0; k < 2; ++k) {
      problem.lower[k] = one_of(2) ? 0.0 : -without_end;
      problem.upper[k] = without_end;
    }
    x_[j] = 1e12;
    x_[i] = 1e12 + 0.5;
  }

  void scale(OddMixed& made) {
    ContactProblem& problem = made.judged;
    const int decades = one_of(3) ? 0 : one_of(2) ? 3 : 8;
    const bool is_symmetric = !one_of(4);
    VectorXd velocity = VectorXd::Ones(n_), force = VectorXd::Ones(n_);
    for (int at = 0; at < n_;) {
      const int count = at < first_ ? d_ : 1;
      const double own = power(decades);
      velocity.segment(at, count).setConstant(own);
      force.segment(at, count).setConstant(1.0 / (is_symmetric ? own : power(decades)));
      at += count;
    }
    problem.W = velocity.asDiagonal() * problem.W * force.cwiseInverse().asDiagonal();
    problem.q = velocity.cwiseProduct(problem.q);
    problem.lower = problem.lower.cwiseProduct(force.tail(rows_));
    problem.upper = problem.upper.cwiseProduct(force.tail(rows_));
    made.start = force.cwiseProduct(made.start);
  }

  int contacts_, rows_, first_, n_;
  VectorXd x_, w_;  // between which the laws hold
};

// A problem in global form: bodies with masses, contacts and joints.
class GlobalMaker : MixedDraws {
 public:
  GlobalMaker(const MixedKind& kind, std::uint64_t seed)
      : MixedDraws(kind, seed),
        contacts_(draws_.integer(0, 3)),
        n_(draws_.integer(1, 8)),
        m_(one_of(2) ? 0 : draws_.integer(1, std::min(n_, 2))) {}

  OddMixed make() {
    ContactProblem laws{law_, d_, {}, {}, {}, {}, {}, {}};
    draw_coefficients(laws, contacts_);
    const int count = d_ * contacts_;
    VectorXd r = VectorXd::Zero(count), u = r, lambda = normal(m_, 1);
    for (int c = 0; c < contacts_; ++c) plant_contact(laws, c, r, u);
    parts_ = {mass(), sparse(n_, count), sparse(m_, n_), {}, {}, {}};
    if (m_ > 1 && one_of(3)) parts_.G.row(1) = (one_of(2) ? 1.0 : power(1)) * parts_.G.row(0);
    // Bodies move, or are at rest.
    const VectorXd v = one_of(4) ? VectorXd::Zero(n_) : VectorXd(normal(n_, 1));
    parts_.q = parts_.M * v - parts_.H * r - parts_.G.transpose() * lambda;
    parts_.b = u - parts_.H.transpose() * v;
    parts_.d = parts_.G * v;
    if (one_of(4)) parts_.q = normal(n_, 1);
    if (one_of(4)) parts_.b.setZero();
    if (one_of(12) && m_ > 0) parts_.d = normal(m_, 1);
    if (one_of(8)) quieten();
    const bool is_warm = one_of(4);
    VectorXd start = VectorXd::Zero(count + n_ + m_);
    if (is_warm && one_of(2))
      start << r, v, lambda;
    else if (is_warm)
      start = power(12) * normal(start.size(), 1);
    scale(laws, start);
    return {judged_global(law_, d_, parts_, laws.limit, laws.rolling), parts_, start, is_warm};
  }

 private:
  MatrixXd mass() {
    if (one_of(2)) {
      MatrixXd made = MatrixXd::Zero(n_, n_);
      for (double& entry : made.diagonal()) entry = power(one_of(4) ? 3 : 0) * draws_.uniform(0.5, 2.0);
      return made;
    }
    MatrixXd made = semidefinite(n_, 2 * n_) + 0.1 * MatrixXd::Identity(n_, n_);
    if (one_of(6)) {
      const MatrixXd B = 0.3 * normal(n_, n_);
      made += B - B.transpose();
    }
    return made;
  }

  MatrixXd sparse(Index rows, Index columns) {
    MatrixXd made = normal(rows, columns);
    const int zeros = one_of(2) ? 3 : 100;
    for (double& entry : made.reshaped())
      if (one_of(zeros)) entry = one_of(12) ? 1e-17 * draws_.normal() : 0.0;
    return made;
  }

  void quieten() {
    const double rounding = one_of(3) ? 0.0 : one_of(2) ? 1e-16 : 1e-33;
    for (VectorXd* data : {&parts_.q, &parts_.b, &parts_.d})
      for (double& entry : *data)
        if (one_of(3)) entry = rounding * draws_.normal();
  }

  // Velocities of bodies and contacts, and rows of joints, get units of their own; reactions follow, energies stay.
  void scale(ContactProblem& laws, VectorXd& start) {
    const int decades = one_of(3) ? 0 : one_of(2) ? 3 : 6;
    const auto units = [&](Index size, int together) {
      VectorXd made = VectorXd::Ones(size);
      for (Index at = 0; at < size; at += together) made.segment(at, together).setConstant(power(decades));
      return made;
    };
    const VectorXd of_v = units(n_, 1), of_G = units(m_, 1);
    VectorXd of_u = units(d_ * contacts_, d_);
    for (int c = 0; c < contacts_ && law_ == ContactLaw::rolling; ++c) {
      const double length = power(decades / 2);
      of_u.segment(c * d_ + 1 + tangents_, tangents_) /= length;
      laws.rolling[c] *= length;
    }
    // v = of_v v', u = of_u u', and forces the other way round.
    parts_.M = of_v.cwiseInverse().asDiagonal() * parts_.M * of_v.cwiseInverse().asDiagonal();
    parts_.H = of_v.cwiseInverse().asDiagonal() * parts_.H * of_u.asDiagonal();
    parts_.G = of_G.asDiagonal() * parts_.G * of_v.cwiseInverse().asDiagonal();
    parts_.q = parts_.q.cwiseQuotient(of_v);
    parts_.b = parts_.b.cwiseProduct(of_u);
    parts_.d = parts_.d.cwiseProduct(of_G);
    VectorXd of_all(start.size());
    of_all << of_u.cwiseInverse(), of_v, of_G.cwiseInverse();
    start = start.cwiseProduct(of_all);
  }

  int contacts_, n_, m_;
  GlobalParts parts_;
};

}  // namespace

const std::vector<MixedKind>& mixed_kinds() {
  static const std::vector<MixedKind> all = {
      {"generic_2d", NSDS_CLASS_GENERIC_MECHANICAL, ContactLaw::friction, 2},
      {"generic_3d", NSDS_CLASS_GENERIC_MECHANICAL, ContactLaw::friction, 3},
      {"global_2d", NSDS_CLASS_GLOBAL_FRICTION_CONTACT, ContactLaw::friction, 2},
      {"global_3d", NSDS_CLASS_GLOBAL_FRICTION_CONTACT, ContactLaw::friction, 3},
      {"global_rolling_3", NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT, ContactLaw::rolling, 3},
      {"global_rolling_5", NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT, ContactLaw::rolling, 5}};
  return all;
}

ContactProblem judged_global(ContactLaw law, int dimension, const GlobalParts& parts,
                             const Eigen::VectorXd& mu, const Eigen::VectorXd& rolling) {
  const Eigen::Index count = parts.b.size(), n = parts.q.size(), m = parts.d.size(), rows = n + m;
  ContactProblem made{law, dimension, {}, Eigen::VectorXd(count + rows), mu, rolling, {}, {}};
  made.W = Eigen::MatrixXd::Zero(count + rows, count + rows);
  made.W.block(0, count, count, n) = parts.H.transpose();
  made.W.block(count, 0, n, count) = -parts.H;
  made.W.block(count, count, n, n) = parts.M;
  made.W.block(count, count + n, n, m) = -parts.G.transpose();
  made.W.block(count + n, count, m, n) = parts.G;
  made.q << parts.b, -parts.q, -parts.d;
  made.lower = Eigen::VectorXd::Constant(rows, -without_end);
  made.upper = Eigen::VectorXd::Constant(rows, without_end);
  if (law != ContactLaw::rolling) return made;
  // The diagonal of H' diag(M)^-1 H.
  made.compliance = Eigen::VectorXd::Zero(count);
  for (Eigen::Index i = 0; i < n; ++i)
    if (parts.M(i, i) != 0.0) made.compliance += parts.H.row(i).transpose().cwiseAbs2() / parts.M(i, i);
  return made;
}

OddMixed odd_mixed_problem(const MixedKind& kind, std::uint64_t seed) {
  return kind.is_global() ? GlobalMaker(kind, seed).make() : RowsMaker(kind, seed).make();
}

}  // namespace nsds::test
