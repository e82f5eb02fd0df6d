#include "formulations/interval_problem.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "linalg/numbers.hpp"
#include "nsds/numerics/cpp/lcp.hpp"
#include "nsds/numerics/cpp/relay.hpp"

namespace nsds {

namespace {

/// To rounding, as events decide by the signs of what is left.
numerics::Options closeOptions(nsds_class problemClass) {
  return numerics::Options(problemClass).set("tolerance", 1e-13);
}

/// The rows whose output has one sign wherever the others' multipliers are within their bounds. Their own are at a bound, which
/// is decided here: a residual in units of what a multiplier would have to be takes no notice of bounds that are much nearer.
class DecidedRows {
 public:
  DecidedRows(const Matrix& S, const Vector& q, Vector lower, Vector upper)
      : S_(S), q_(q), lower_(std::move(lower)), upper_(std::move(upper)) {
    for (Index k = 0; k < q.size(); ++k) open_.push_back(k);
    while (decide()) continue;
  }
  const std::vector<Index>& open() const { return open_; }
  /// The multipliers of the others.
  const Vector& lambda() const { return lower_; }

 private:
  bool decide() {
    std::vector<Index> still;
    for (const Index k : open_) {
      const double least = q_[k] + sum(k, lower_, upper_);
      const double most = q_[k] + sum(k, upper_, lower_);
      if (least > 0.0 && std::isfinite(lower_[k])) {
        upper_[k] = lower_[k];
      } else if (most < 0.0 && std::isfinite(upper_[k])) {
        lower_[k] = upper_[k];
      } else {
        still.push_back(k);
      }
    }
    const bool decided = still.size() < open_.size();
    open_ = std::move(still);
    return decided;
  }
  /// Σ_j S_kj λ_j with λ_j the first bound where S_kj > 0, else the second.
  double sum(Index k, const Vector& positive, const Vector& negative) const {
    double total = 0.0;
    for (Index j = 0; j < q_.size(); ++j) {
      const double s = S_(k, j);
      if (s != 0.0) total += s * (s > 0.0 ? positive[j] : negative[j]);
    }
    return total;
  }

  const Matrix& S_;
  const Vector& q_;
  Vector lower_, upper_;
  std::vector<Index> open_;
};

IntervalSolution solveRows(const Matrix& S, const Vector& q, const Vector& lower, const Vector& upper) {
  Vector weights = S.cwiseAbs().rowwise().maxCoeff();
  for (double& weight : weights) weight = weight > 0.0 ? 1.0 / weight : 1.0;
  const Matrix scaled = weights.asDiagonal() * S;
  const Vector right = weights.cwiseProduct(q);
  IntervalSolution solution;
  solution.lambda.setZero(q.size());
  Vector z(q.size());
  const bool orthant = lower.isZero(0.0) && (upper.array() == infinity).all();
  const numerics::Report report = orthant
                                      ? numerics::lcp::Problem(numerics::view(scaled), right)
                                            .solve(solution.lambda, z, closeOptions(NSDS_CLASS_LCP))
                                      : numerics::relay::Problem(numerics::view(scaled), right, lower, upper)
                                            .solve(solution.lambda, z, closeOptions(NSDS_CLASS_RELAY));
  solution.status = static_cast<SolverStatus>(report.status);
  solution.message = report.message;
  return solution;
}

}  // namespace

IntervalSolution solveIntervals(const Matrix& S, const Vector& q, const Vector& lower, const Vector& upper) {
  const DecidedRows decided(S, q, lower, upper);
  const std::vector<Index>& open = decided.open();
  IntervalSolution solution;
  solution.lambda = decided.lambda();
  if (open.empty()) return solution;
  solution.lambda(open).setZero();
  const Vector right = Vector(q + S * solution.lambda)(open);
  const IntervalSolution rest = solveRows(S(open, open), right, lower(open), upper(open));
  solution.status = rest.status;
  solution.message = rest.message;
  solution.lambda(open) = rest.lambda;
  return solution;
}

IntervalSolution solveOrthant(const SparseMatrix& S, const Vector& q) {
  IntervalSolution solution;
  solution.lambda.setZero(q.size());
  if (q.size() == 0) return solution;
  Vector z(q.size());
  const numerics::Report report =
      numerics::lcp::Problem(numerics::view(S), q).solve(solution.lambda, z, closeOptions(NSDS_CLASS_LCP));
  solution.status = static_cast<SolverStatus>(report.status);
  solution.message = report.message;
  return solution;
}

}  // namespace nsds
