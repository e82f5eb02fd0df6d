#include "benchmarks/programs/unsolvable.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <sstream>
#include <stdexcept>

#include "support/draws.hpp"

namespace nsds::bench::programs {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using test::Draws;
using Columns = Eigen::SparseMatrix<double>;
using Entries = std::vector<Eigen::Triplet<double>>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int sparse_entries = 4;  // of a row
constexpr int combined = 5;        // rows that contradict each other, at most

int nonzero(Draws& draws) {
  const int size = draws.integer(1, 3);
  return draws.integer(0, 1) == 0 ? size : -size;
}

// Different numbers below n.
std::vector<Index> some(Index count, Index n, Draws& draws) {
  std::vector<Index> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), Index{0});
  draws.shuffle(all);
  all.resize(static_cast<std::size_t>(std::min(count, n)));
  return all;
}

VectorXd random_row(Index n, bool is_dense, Draws& draws) {
  VectorXd row = VectorXd::Zero(n);
  for (int k = 0; k < (is_dense ? static_cast<int>(n) : sparse_entries); ++k)
    row[is_dense ? k : draws.integer(0, static_cast<int>(n) - 1)] = nonzero(draws);
  return row;
}

Columns matrix_of(const std::vector<VectorXd>& rows, Index n) {
  Entries entries;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (Index j = 0; j < n; ++j)
      if (rows[i][j] != 0.0) entries.emplace_back(static_cast<int>(i), static_cast<int>(j), rows[i][j]);
  Columns made(static_cast<Index>(rows.size()), n);
  made.setFromTriplets(entries.begin(), entries.end());
  return made;
}

VectorXd vector_of(const std::vector<double>& values) {
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Index>(values.size()));
}

class Maker {
 public:
  Maker(std::string kind, bool is_dense, Index n, std::uint64_t seed)
      : kind_(std::move(kind)), is_dense_(is_dense), n_(n), draws_(seed), z_(n) {
    for (double& z : z_) z = draws_.integer(-5, 5);
    lower_ = VectorXd::Constant(n, -infinity);
    upper_ = VectorXd::Constant(n, infinity);
  }

  Unsolvable infeasible() {
    draw_objective(some(0, n_, draws_));
    draw_bounds(some(n_ / 2, n_, draws_));
    for (Index i = 0; i + 1 < n_ / 2; ++i) add_inequality(random_row(n_, is_dense_, draws_));
    for (Index i = 0; i + 1 < n_ / 4; ++i) add_equality(random_row(n_, is_dense_, draws_));
    VectorXd lambda = VectorXd::Zero(static_cast<Index>(b_.size()) + 1);
    VectorXd mu = VectorXd::Zero(static_cast<Index>(d_.size()) + 1);
    if (kind_ == "bounds") contradict_bounds(lambda);
    if (kind_ == "rows") contradict(A_, b_, lambda, false);
    if (kind_ == "equalities") contradict(C_, d_, mu, true);
    VectorXd proof = VectorXd::Zero(n_ + static_cast<Index>(b_.size() + d_.size()));
    proof.segment(n_, static_cast<Index>(b_.size())) = lambda.head(static_cast<Index>(b_.size()));
    proof.tail(static_cast<Index>(d_.size())) = mu.head(static_cast<Index>(d_.size()));
    return made(std::move(proof));
  }

  // Every row is turned so that v does not leave it.
  Unsolvable unbounded() {
    const std::vector<Index> moving = some(std::max<Index>(2, n_ / 5), n_, draws_);
    VectorXd v = VectorXd::Zero(n_);
    for (const Index j : moving) v[j] = draws_.integer(0, 1) == 0 ? 1.0 : -1.0;
    draw_objective(moving);
    const double slope = p_.dot(v);
    p_[moving.front()] -= v[moving.front()] * (slope + 1.0);  // p'v = -1
    std::vector<Index> still;
    for (Index j = 0; j < n_; ++j)
      if (v[j] == 0.0) still.push_back(j);
    draw_bounds(still);
    for (const Index j : moving) (v[j] > 0.0 ? lower_ : upper_)[j] = z_[j] - v[j] * draws_.integer(0, 3);
    for (Index i = 0; i < n_ / 2; ++i) {
      const VectorXd row = random_row(n_, is_dense_, draws_);
      add_inequality(row.dot(v) < 0.0 ? VectorXd(-row) : row);
    }
    for (Index i = 0; i < n_ / 4; ++i) {
      VectorXd row = random_row(n_, is_dense_, draws_);
      row[moving.back()] -= v[moving.back()] * row.dot(v);  // now row'v = 0
      add_equality(row);
    }
    VectorXd proof = VectorXd::Zero(n_ + static_cast<Index>(b_.size() + d_.size()));
    proof.head(n_) = v;
    return made(std::move(proof));
  }

 private:
  // Positive semidefinite, and without entries in the rows and columns of `flat`.
  void draw_objective(const std::vector<Index>& flat) {
    p_ = VectorXd(n_);
    for (double& p : p_) p = draws_.integer(-9, 9);
    Q_ = Columns(n_, n_);
    if (kind_ == "linear") return;
    std::vector<VectorXd> factors;
    for (Index k = 0; k < n_; ++k) {
      VectorXd factor = random_row(n_, is_dense_, draws_);
      for (const Index j : flat) factor[j] = 0.0;
      factors.push_back(std::move(factor));
    }
    const Columns F = matrix_of(factors, n_);
    Q_ = F.transpose() * F;
  }

  void draw_bounds(const std::vector<Index>& bounded) {
    for (const Index j : bounded) {
      lower_[j] = z_[j] - draws_.integer(0, 3);
      upper_[j] = z_[j] + draws_.integer(0, 3);
    }
  }

  void add_inequality(const VectorXd& row) {
    b_.push_back(row.dot(z_) - draws_.integer(0, 3));
    A_.push_back(row);
  }
  void add_equality(const VectorXd& row) {
    d_.push_back(row.dot(z_));
    C_.push_back(row);
  }

  // Adds the row minus sum of weights times rows, whose right-hand side makes the weighted sum of all 1.
  void contradict(std::vector<VectorXd>& rows, std::vector<double>& right, VectorXd& weights, bool any_sign) {
    VectorXd last = VectorXd::Zero(n_);
    double sum = 0.0;
    for (const Index i : some(combined, static_cast<Index>(rows.size()), draws_)) {
      const auto at = static_cast<std::size_t>(i);
      weights[i] = any_sign ? nonzero(draws_) : draws_.integer(1, 3);
      last -= weights[i] * rows[at];
      sum += weights[i] * right[at];
    }
    rows.push_back(last);
    right.push_back(1.0 - sum);
    weights[static_cast<Index>(rows.size()) - 1] = 1.0;
  }

  // A row on the bounded unknowns alone, whose right-hand side is 1 above what they can make of it.
  void contradict_bounds(VectorXd& lambda) {
    VectorXd last = VectorXd::Zero(n_);
    double most = 0.0;
    Index taken = 0;
    for (Index j = 0; j < n_ && (is_dense_ || taken < sparse_entries); ++j) {
      if (lower_[j] == -infinity) continue;
      last[j] = nonzero(draws_);
      most += std::max(last[j] * lower_[j], last[j] * upper_[j]);
      ++taken;
    }
    A_.push_back(last);
    b_.push_back(most + 1.0);
    lambda[static_cast<Index>(A_.size()) - 1] = 1.0;
  }

  Unsolvable made(VectorXd proof) const {
    return {
        {Q_, p_, lower_, upper_, matrix_of(A_, n_), vector_of(b_), matrix_of(C_, n_), vector_of(d_), true},
        is_dense_,
        std::move(proof)};
  }

  std::string kind_;
  bool is_dense_;
  Index n_;
  Draws draws_;
  VectorXd z_;  // satisfies every constraint but the one that contradicts others
  Columns Q_;
  VectorXd p_, lower_, upper_;
  std::vector<VectorXd> A_, C_;
  std::vector<double> b_, d_;
};

std::vector<std::string> names_of(const std::vector<std::string>& kinds) {
  std::vector<std::string> names;
  for (const std::string& kind : kinds)
    for (const int seed : {1, 2}) {
      for (const int n : {8, 40, 160}) names.push_back(fmt::format("{}:dense:{}:{}", kind, n, seed));
      for (const int n : {12, 60, 300, 2000}) names.push_back(fmt::format("{}:sparse:{}:{}", kind, n, seed));
    }
  return names;
}

}  // namespace

std::vector<std::string> infeasible_names() {
  return names_of({"rows", "equalities", "bounds"});
}

std::vector<std::string> unbounded_names() {
  return names_of({"linear", "semidefinite"});
}

Unsolvable make_unsolvable(const std::string& name) {
  std::istringstream words(name);
  std::string kind, storage, n, seed;
  std::getline(words, kind, ':');
  std::getline(words, storage, ':');
  std::getline(words, n, ':');
  std::getline(words, seed);
  const bool is_infeasible = kind == "rows" || kind == "equalities" || kind == "bounds";
  if ((!is_infeasible && kind != "linear" && kind != "semidefinite") ||
      (storage != "dense" && storage != "sparse") || n.empty() || seed.empty())
    throw std::invalid_argument("'" + name + "' is no program without a solution: kind:storage:n:seed");
  Maker maker(kind, storage == "dense", std::stoi(n), static_cast<std::uint64_t>(std::stoi(seed)));
  return is_infeasible ? maker.infeasible() : maker.unbounded();
}

}  // namespace nsds::bench::programs
