#include "truth/convex/convex_judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace nsds::test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Wide = long double;

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double never = 1.0;

// The program that has of each row of the box the side that its multiplier says, and the point in its unknowns.
struct OneSided {
  JudgedProblem problem;
  VectorXd multipliers;
  std::vector<Index> row;  // of the program, one for each multiplier
  bool is_possible = true;
};

bool is_upper_side(const ConvexProgram& program, Index i, double u, double xi) {
  const double lower = program.lower[i], upper = program.upper[i];
  if (lower == -infinite) return true;
  if (upper == infinite) return false;
  return xi < 0.0 || (xi == 0.0 && upper - u < u - lower);
}

OneSided one_sided(const ConvexProgram& program, const ConvexPoint& point) {
  const Index n = program.q.size(), m = program.b.size();
  const VectorXd u = program.A * point.z + program.b;
  std::vector<Index> sides, equalities;
  OneSided made;
  for (Index i = 0; i < m; ++i) {
    if (program.lower[i] == -infinite && program.upper[i] == infinite)
      made.is_possible = made.is_possible && point.xi[i] == 0.0;
    else
      (program.lower[i] == program.upper[i] ? equalities : sides).push_back(i);
  }
  const auto count = static_cast<Index>(sides.size()), fixed = static_cast<Index>(equalities.size());
  MatrixXd A(count, n), C(fixed, n);
  VectorXd b(count), d(fixed);
  made.multipliers.resize(count + fixed);
  for (Index k = 0; k < count; ++k) {
    const Index i = sides[static_cast<std::size_t>(k)];
    const bool upper = is_upper_side(program, i, u[i], point.xi[i]);
    const double sign = upper ? -1.0 : 1.0;
    A.row(k) = sign * program.A.row(i);
    b[k] = sign * ((upper ? program.upper[i] : program.lower[i]) - program.b[i]);
    made.multipliers[k] = sign * point.xi[i];
    made.row.push_back(i);
  }
  for (Index k = 0; k < fixed; ++k) {
    const Index i = equalities[static_cast<std::size_t>(k)];
    C.row(k) = program.A.row(i);
    d[k] = program.lower[i] - program.b[i];
    made.multipliers[count + k] = point.xi[i];
    made.row.push_back(i);
  }
  made.problem = {program.M.sparseView(),
                  program.q,
                  VectorXd::Constant(n, -infinite),
                  VectorXd::Constant(n, infinite),
                  A.sparseView(),
                  b,
                  C.sparseView(),
                  d,
                  true};
  return made;
}

Judgement judge_box(const ConvexProgram& program, const ConvexPoint& point, double tolerance, double leeway) {
  const OneSided turned = one_sided(program, point);
  if (!turned.is_possible) return {never, Axiom::sides, 0};
  Judgement found = Judge(turned.problem).judge(point.z, turned.multipliers, tolerance, leeway);
  const Index n = program.q.size();
  if (found.worst >= n) found.worst = n + turned.row[static_cast<std::size_t>(found.worst - n)];
  return found;
}

Wide length(const std::vector<Wide>& x) {
  Wide largest = 0, sum = 0;
  for (const Wide value : x) largest = std::max(largest, std::fabs(value));
  if (largest == 0 || !std::isfinite(largest)) return largest;
  for (const Wide value : x) sum += (value / largest) * (value / largest);
  return largest * std::sqrt(sum);
}

// The rows of the gradient, and u as one part behind them.
class PartHearing {
 public:
  PartHearing(const ConvexProgram& program, const ConvexPoint& point, double tolerance, double leeway)
      : p_(program), at_(point), tolerance_(tolerance), leeway_(leeway), n_(program.q.size()) {}

  Judgement verdict() {
    if (!at_.z.allFinite() || !at_.xi.allFinite()) return {infinite, Axiom::own_terms, 0};
    take_gradient();
    take_part();
    forgive();
    for (Index i = 0; i <= n_; ++i)
      if (!forgiven_[at(i)]) note(Axiom::own_terms, relative(v_[at(i)], terms_[at(i)]), i);
    take_whole();
    if (seen_.value <= static_cast<double>(tolerance_)) take_accounts();
    if (seen_.value <= static_cast<double>(tolerance_)) seen_.broken = Axiom::none;
    return seen_;
  }

 private:
  static constexpr Wide eta = 1e3L * std::numeric_limits<double>::epsilon(), part = 1e-3L;
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
  static Wide relative(Wide violation, Wide terms) {
    return violation == 0 ? 0 : terms == 0 ? std::numeric_limits<Wide>::infinity() : violation / terms;
  }
  void note(Axiom axiom, Wide value, Index where) {
    if (!(value > seen_.value)) return;
    seen_ = {static_cast<double>(value), axiom, where};
  }
  // |K_ij| of the problem of norms, and |x_j|.
  Wide entry(Index i, Index j) const {
    return i < n_ && j < n_ ? std::fabs(Wide(p_.M(i, j))) : i == j ? 0 : size_[at(std::min(i, j))];
  }

  void take_gradient() {
    for (Index j = 0; j < n_; ++j) {
      Wide w = p_.q[j], terms = std::fabs(w);
      const auto add = [&](Wide term) {
        w += term;
        terms += std::fabs(term);
      };
      for (Index k = 0; k < n_; ++k) add(Wide(p_.M(j, k)) * at_.z[k]);
      for (Index i = 0; i < p_.b.size(); ++i) add(-Wide(p_.A(i, j)) * at_.xi[i]);
      w_.push_back(w);
      v_.push_back(std::fabs(w));
      terms_.push_back(terms);
      k_.push_back(std::fabs(Wide(p_.q[j])));
      x_.push_back(std::fabs(Wide(at_.z[j])));
      std::vector<Wide> column;
      for (Index i = 0; i < p_.b.size(); ++i) column.push_back(p_.A(i, j));
      size_.push_back(length(column));
    }
  }

  void take_part() {
    const Index m = p_.b.size();
    std::vector<Wide> u(at(m)), b(at(m)), xi(at(m));
    for (Index i = 0; i < m; ++i) {
      b[at(i)] = u[at(i)] = p_.b[i];
      xi[at(i)] = at_.xi[i];
      for (Index j = 0; j < n_; ++j) u[at(i)] += Wide(p_.A(i, j)) * at_.z[j];
    }
    Wide terms = length(b);
    for (Index j = 0; j < n_; ++j) terms += size_[at(j)] * x_[at(j)];
    const Wide norm = length(xi), rho = norm == 0 ? 0 : (terms > 0 ? terms : 1) / norm;
    VectorXd y(m), nearest(m), of_twice(m);
    for (Index i = 0; i < m; ++i) y[i] = static_cast<double>(u[at(i)] - rho * xi[at(i)]);
    p_.project(y, nearest);
    p_.project(2.0 * y, of_twice);
    std::vector<Wide> off(at(m)), own(at(m));
    for (Index i = 0; i < m; ++i) {
      off[at(i)] = u[at(i)] - nearest[i];
      own[at(i)] = Wide(of_twice[i]) - 2 * Wide(nearest[i]);
      slip_ += xi[at(i)] * off[at(i)];
    }
    k_.push_back(length(b) + length(own));
    terms_.push_back(terms + length(own));
    v_.push_back(length(off));
    x_.push_back(norm);
  }

  bool fails(Index i) const { return v_[at(i)] > tolerance_ * terms_[at(i)]; }

  std::vector<Wide> unnoticed() const {
    std::vector<Wide> delta(x_.size(), std::numeric_limits<Wide>::infinity());
    for (Index i = 0; i <= n_; ++i)
      for (Index j = 0; j <= n_; ++j)
        if (!fails(i) && terms_[at(i)] > 0 && entry(i, j) > 0)
          delta[at(j)] = std::min(delta[at(j)], leeway_ * eta * terms_[at(i)] / entry(i, j));
    for (Wide& one : delta)
      if (std::isinf(one)) one = 0;
    return delta;
  }

  std::vector<Index> islands() const {
    std::vector<Index> island(x_.size());
    for (Index i = 0; i <= n_; ++i) island[at(i)] = i;
    for (bool changed = true; changed;) {
      changed = false;
      for (Index i = 0; i <= n_; ++i)
        for (Index j = 0; j <= n_; ++j)
          if (entry(i, j) > 0 && island[at(i)] != island[at(j)]) {
            island[at(i)] = island[at(j)] = std::min(island[at(i)], island[at(j)]);
            changed = true;
          }
    }
    return island;
  }

  // Rule c, which the part has no share in.
  void forgive() {
    forgiven_.assign(x_.size(), false);
    const std::vector<Wide> delta = unnoticed();
    const std::vector<Index> island = islands();
    std::vector<Wide> loudest(x_.size(), 0);
    for (Index i = 0; i <= n_; ++i)
      if (!fails(i)) loudest[at(island[at(i)])] = std::max(loudest[at(island[at(i)])], terms_[at(i)]);
    for (Index i = 0; i < n_; ++i) {
      Wide cancelled = 0;
      bool has_terms = false;
      for (Index j = 0; j <= n_; ++j) {
        cancelled += entry(i, j) * delta[at(j)];
        has_terms = has_terms || (entry(i, j) > 0 && x_[at(j)] > 0);
      }
      forgiven_[at(i)] = fails(i) && !has_terms && k_[at(i)] <= cancelled &&
                         k_[at(i)] <= leeway_ * eta * loudest[at(island[at(i)])];
    }
  }

  void take_whole() {
    Wide primal = 0, gap = slip_, price = x_[at(n_)] * v_[at(n_)];
    for (Index j = 0; j < n_; ++j) {
      Wide Mz = 0;
      for (Index k = 0; k < n_; ++k) Mz += Wide(p_.M(j, k)) * at_.z[k];
      primal += at_.z[j] * (Mz / 2 + p_.q[j]);
      gap += at_.z[j] * w_[at(j)];
      price += x_[at(j)] * v_[at(j)];
    }
    note(Axiom::whole, (std::fabs(gap) + price) / (1 + std::fabs(primal) + std::fabs(primal - gap)),
         std::max<Index>(seen_.worst, 0));
  }

  // Rule e.
  void take_accounts() {
    const Wide reach = leeway_ * std::max(part / tolerance_, Wide(10));
    std::vector<bool> known(x_.size(), false);
    std::vector<Wide> largest(x_.size());
    const auto datum = [&](Index i) { return forgiven_[at(i)] ? Wide(0) : k_[at(i)]; };
    const auto counts = [&](Index i, Index j) {
      const Wide term = entry(i, j) * x_[at(j)];
      return !forgiven_[at(i)] && term > 0 && term >= tolerance_ * terms_[at(i)] / leeway_;
    };
    const std::vector<Index> island = islands();
    std::vector<bool> has_data(x_.size(), false);
    for (Index i = 0; i <= n_; ++i) {
      largest[at(i)] = datum(i);
      if (datum(i) > 0) has_data[at(island[at(i)])] = true;
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (Index i = 0; i <= n_; ++i)
        for (Index j = 0; j <= n_; ++j) {
          if (!counts(i, j)) continue;
          const Wide term = entry(i, j) * x_[at(j)];
          if (!known[at(j)] && term <= reach * largest[at(i)]) known[at(j)] = changed = true;
          if (known[at(j)] && term > largest[at(i)]) {
            largest[at(i)] = term;
            changed = true;
          }
        }
    }
    const std::vector<Wide> delta = unnoticed();
    for (Index j = 0; j <= n_; ++j) {
      if (known[at(j)] || !has_data[at(island[at(j)])] || x_[at(j)] <= delta[at(j)]) continue;
      bool asked = false, seen = false, misses = false;
      for (Index i = 0; i <= n_; ++i) {
        if (!counts(i, j)) continue;
        asked = true;
        seen = seen || eta * terms_[at(i)] <= leeway_ * part * datum(i);
        misses = misses || v_[at(i)] > leeway_ * eta * terms_[at(i)];
      }
      if (asked && (misses || !seen)) note(Axiom::accounts, never, j);
    }
  }

  const ConvexProgram& p_;
  const ConvexPoint& at_;
  Wide tolerance_, leeway_, slip_ = 0;
  Index n_;
  std::vector<Wide> w_, v_, terms_, k_, x_, size_;
  std::vector<bool> forgiven_;
  Judgement seen_{0.0, Axiom::none, 0};
};

}  // namespace

Judgement judge_convex(const ConvexProgram& program, const ConvexPoint& point, double tolerance,
                       double leeway) {
  return program.project ? PartHearing(program, point, tolerance, leeway).verdict()
                         : judge_box(program, point, tolerance, leeway);
}

}  // namespace nsds::test
