#include "truth/judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace nsds::test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Wide = long double;

constexpr Wide endless = std::numeric_limits<Wide>::infinity();
constexpr Wide eta = 1e3L * std::numeric_limits<double>::epsilon();
constexpr Wide theta = 1e-3L;
constexpr double never = 1.0;  // what fails whatever the tolerance counts at least so much

struct Entry {
  Index row, column;
  Wide value;
};

struct Rows {
  std::vector<Wide> w, terms, violation;
};

Wide relative(Wide violation, Wide terms) {
  if (violation == 0) return 0;
  return terms == 0 ? endless : violation / terms;
}

}  // namespace

// The box K x + k of the conditions: x = (z, lambda, mu).
struct Judge::Prepared {
  JudgedProblem problem;
  Index n, m, e, size;
  std::vector<Entry> K;  // without zeros
  std::vector<double> k, lower, upper;
  std::vector<Index> island;

  explicit Prepared(const JudgedProblem& given)
      : problem(given), n(given.q.size()), m(given.b.size()), e(given.d.size()), size(n + m + e) {
    add(problem.M, [](Index i, Index j, double a, std::vector<Entry>& to) { to.push_back({i, j, a}); });
    add(problem.A, [this](Index i, Index j, double a, std::vector<Entry>& to) {
      to.push_back({n + i, j, a});
      to.push_back({j, n + i, -Wide(a)});
    });
    add(problem.C, [this](Index i, Index j, double a, std::vector<Entry>& to) {
      to.push_back({n + m + i, j, a});
      to.push_back({j, n + m + i, -Wide(a)});
    });
    constexpr double infinite = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < n; ++i) lay(problem.q[i], problem.lower[i], problem.upper[i]);
    for (Index i = 0; i < m; ++i) lay(-problem.b[i], 0.0, infinite);
    for (Index i = 0; i < e; ++i) lay(-problem.d[i], -infinite, infinite);
    find_islands();
  }

  std::size_t at(Index i) const { return static_cast<std::size_t>(i); }

 private:
  template <class Put>
  void add(const Eigen::SparseMatrix<double>& part, Put&& put) {
    for (Index j = 0; j < part.outerSize(); ++j)
      for (Eigen::SparseMatrix<double>::InnerIterator entry(part, j); entry; ++entry)
        if (entry.value() != 0.0) put(entry.row(), entry.col(), entry.value(), K);
  }

  void lay(double datum, double low, double high) {
    k.push_back(datum);
    lower.push_back(low);
    upper.push_back(high);
  }

  Index root(Index i) const {
    while (island[at(i)] != i) i = island[at(i)];
    return i;
  }

  void find_islands() {
    island.resize(at(size));
    std::iota(island.begin(), island.end(), Index{0});
    for (const Entry& entry : K) {
      const Index a = root(entry.row), b = root(entry.column);
      island[at(std::max(a, b))] = std::min(a, b);
    }
    for (Index i = 0; i < size; ++i) island[at(i)] = root(i);
  }
};

namespace {

template <class Prepared>
class Hearing {
 public:
  Hearing(const Prepared& problem, std::vector<double> x, double tolerance, double leeway)
      : p_(problem), x_(std::move(x)), tolerance_(tolerance), leeway_(leeway) {}

  Judgement verdict() {
    if (!is_in_its_sets()) return seen_;
    look_at_rows();
    if (!std::isfinite(sum_of_terms_)) {
      note(Axiom::own_terms, std::numeric_limits<double>::infinity(), 0);
      return seen_;
    }
    forgive_rounding();
    for (Index i = 0; i < p_.size; ++i)
      if (!forgiven_[p_.at(i)])
        note(Axiom::own_terms, double(relative(rows_.violation[p_.at(i)], rows_.terms[p_.at(i)])), i);
    if (p_.problem.has_objective) look_at_the_whole();
    if (seen_.value <= tolerance_) ask_for_accounts();
    if (seen_.value <= tolerance_) seen_.broken = Axiom::none;
    return seen_;
  }

 private:
  void note(Axiom axiom, double value, Index where) {
    if (seen_.worst < 0) seen_.worst = 0;
    if (!(value > seen_.value)) return;
    seen_ = {value, axiom, where};
  }

  // Axiom a, first half.
  bool is_in_its_sets() {
    for (Index i = 0; i < p_.size; ++i) {
      const double x = x_[p_.at(i)];
      if (std::isfinite(x) && x >= p_.lower[p_.at(i)] && x <= p_.upper[p_.at(i)]) continue;
      note(Axiom::sides, std::isfinite(x) ? never : std::numeric_limits<double>::infinity(), i);
    }
    return seen_.broken == Axiom::none;
  }

  // Axioms a, second half, and b.
  void look_at_rows() {
    const std::size_t size = p_.at(p_.size);
    rows_ = {std::vector<Wide>(size), std::vector<Wide>(size), std::vector<Wide>(size)};
    for (std::size_t i = 0; i < size; ++i) {
      rows_.w[i] = p_.k[i];
      rows_.terms[i] = std::fabs(Wide(p_.k[i]));
    }
    for (const Entry& entry : p_.K) {
      const Wide term = entry.value * Wide(x_[p_.at(entry.column)]);
      rows_.w[p_.at(entry.row)] += term;
      rows_.terms[p_.at(entry.row)] += std::fabs(term);
    }
    fails_.assign(size, false);
    forgiven_.assign(size, false);
    for (std::size_t i = 0; i < size; ++i) {
      const bool low = x_[i] == p_.lower[i], high = x_[i] == p_.upper[i];
      const Wide w = rows_.w[i];
      rows_.violation[i] = low && high ? 0
                           : low       ? std::max(-w, Wide(0))
                           : high      ? std::max(w, Wide(0))
                                       : std::fabs(w);
      fails_[i] = rows_.violation[i] > tolerance_ * rows_.terms[i];
      sum_of_terms_ += double(rows_.terms[i]);
    }
  }

  // eta min T_k / |K_kj| over the rows that hold; 0 where there is none.
  std::vector<Wide> unnoticed() const {
    std::vector<Wide> delta(x_.size(), endless);
    for (const Entry& entry : p_.K) {
      const std::size_t row = p_.at(entry.row), column = p_.at(entry.column);
      if (!fails_[row] && rows_.terms[row] > 0)
        delta[column] = std::min(delta[column], leeway_ * eta * rows_.terms[row] / std::fabs(entry.value));
    }
    for (Wide& one : delta)
      if (one == endless) one = 0;
    return delta;
  }

  // Axiom c.
  void forgive_rounding() {
    const std::vector<Wide> delta = unnoticed();
    std::vector<Wide> cancelled(x_.size(), 0), loudest(x_.size(), 0);
    std::vector<bool> has_terms(x_.size(), false);
    for (const Entry& entry : p_.K) {
      const std::size_t row = p_.at(entry.row), column = p_.at(entry.column);
      cancelled[row] += std::fabs(entry.value) * delta[column];
      if (x_[column] != 0.0) has_terms[row] = true;
    }
    for (std::size_t i = 0; i < x_.size(); ++i)
      if (!fails_[i]) {
        Wide& largest = loudest[p_.at(p_.island[i])];
        largest = std::max(largest, rows_.terms[i]);
      }
    for (std::size_t i = 0; i < x_.size(); ++i) {
      const Wide datum = std::fabs(Wide(p_.k[i]));
      forgiven_[i] = fails_[i] && !has_terms[i] && datum <= cancelled[i] &&
                     datum <= leeway_ * eta * loudest[p_.at(p_.island[i])];
    }
  }

  // Axiom d: the gap as the difference of its two objectives.
  void look_at_the_whole() {
    Wide quadratic = 0, linear = 0, right = 0, bounds = 0, price = 0;
    for (const Entry& entry : p_.K)
      if (entry.row < p_.n && entry.column < p_.n)
        quadratic += entry.value * Wide(x_[p_.at(entry.row)]) * Wide(x_[p_.at(entry.column)]);
    for (Index i = 0; i < p_.size; ++i) {
      const std::size_t at = p_.at(i);
      (i < p_.n ? linear : right) += Wide(p_.k[at]) * Wide(x_[at]);
      const bool stands = x_[at] == p_.lower[at] || x_[at] == p_.upper[at];
      if (i < p_.n && stands) bounds += Wide(x_[at]) * rows_.w[at];
      price += std::fabs(Wide(x_[at])) * rows_.violation[at];
    }
    const Wide primal = quadratic / 2 + linear, gap = quadratic + linear + right - bounds;
    note(Axiom::whole, double((std::fabs(gap) + price) / (1 + std::fabs(primal) + std::fabs(primal - gap))),
         seen_.worst);
  }

  // Axiom e.
  void ask_for_accounts() {
    const auto counts = [this](const Entry& entry, Wide term) {
      return !forgiven_[p_.at(entry.row)] && term >= tolerance_ * rows_.terms[p_.at(entry.row)] / leeway_ &&
             term > 0;
    };
    const auto term_of = [this](const Entry& entry) {
      return std::fabs(entry.value * Wide(x_[p_.at(entry.column)]));
    };
    const Wide reach = leeway_ * std::max(theta / tolerance_, Wide(10));
    std::vector<bool> known(x_.size()), has_data(x_.size(), false);
    std::vector<Wide> largest(x_.size());
    for (std::size_t i = 0; i < x_.size(); ++i) {
      known[i] = x_[i] != 0.0 && (x_[i] == p_.lower[i] || x_[i] == p_.upper[i]);
      largest[i] = datum(i);
      if (known[i] || largest[i] > 0) has_data[p_.at(p_.island[i])] = true;
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const Entry& entry : p_.K) {
        const Wide term = term_of(entry);
        const std::size_t row = p_.at(entry.row), column = p_.at(entry.column);
        if (!counts(entry, term)) continue;
        if (!known[column] && term <= reach * largest[row]) known[column] = changed = true;
        if (known[column] && term > largest[row]) {
          largest[row] = term;
          changed = true;
        }
      }
    }
    const std::vector<Wide> delta = unnoticed();
    std::vector<bool> asked(x_.size(), false), seen(x_.size(), false), misses(x_.size(), false);
    for (const Entry& entry : p_.K) {
      const std::size_t row = p_.at(entry.row), column = p_.at(entry.column);
      if (!counts(entry, term_of(entry)) || known[column] || !has_data[p_.at(p_.island[column])] ||
          std::fabs(Wide(x_[column])) <= delta[column])
        continue;
      asked[column] = true;
      const Wide rounding = leeway_ * eta * rows_.terms[row];
      if (rounding / leeway_ <= leeway_ * theta * datum(row)) seen[column] = true;
      if (rows_.violation[row] > rounding) misses[column] = true;
    }
    for (std::size_t j = 0; j < x_.size(); ++j)
      if (asked[j] && (misses[j] || !seen[j])) note(Axiom::accounts, never, static_cast<Index>(j));
  }

  Wide datum(std::size_t i) const { return forgiven_[i] ? 0 : std::fabs(Wide(p_.k[i])); }

  const Prepared& p_;
  std::vector<double> x_;
  Wide tolerance_, leeway_;
  Rows rows_;
  std::vector<bool> fails_, forgiven_;
  double sum_of_terms_ = 0.0;  // not finite where one of them is not
  Judgement seen_;
};

}  // namespace

Judge::Judge(const JudgedProblem& problem) : prepared_(std::make_unique<const Prepared>(problem)) {}
Judge::~Judge() = default;

Judgement Judge::judge(const VectorXd& z, const VectorXd& multipliers, double tolerance,
                       double leeway) const {
  std::vector<double> x(z.begin(), z.end());
  x.insert(x.end(), multipliers.begin(), multipliers.end());
  return Hearing<Prepared>(*prepared_, std::move(x), tolerance, leeway).verdict();
}

double judged(const JudgedProblem& problem, const VectorXd& z, const VectorXd& multipliers,
              double tolerance) {
  return Judge(problem).judge(z, multipliers, tolerance).value;
}

JudgedProblem box_problem(const MatrixXd& M, const VectorXd& q, const VectorXd& lower,
                          const VectorXd& upper) {
  JudgedProblem made{M.sparseView(), q, lower, upper, {}, {}, {}, {}, false};
  made.A.resize(0, q.size());
  made.C.resize(0, q.size());
  return made;
}

}  // namespace nsds::test
