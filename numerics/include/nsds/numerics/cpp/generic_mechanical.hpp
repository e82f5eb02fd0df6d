// Solves generic mechanical problems in C++, over generic_mechanical.h: w = W lambda + q with equality,
// complementarity, box and friction blocks.
#pragma once

#include <limits>
#include <vector>

#include "nsds/common/eigen.hpp"
#include "nsds/numerics/cpp/call.hpp"
#include "nsds/numerics/cpp/matrix.hpp"
#include "nsds/numerics/generic_mechanical.h"

namespace nsds::numerics::generic_mechanical {

using Vector = Eigen::Ref<const Eigen::VectorXd>;

struct Solution {
  Eigen::VectorXd lambda;       // (n) impulses
  Eigen::VectorXd w;            // (n) W lambda + q
  Eigen::VectorXd certificate;  // (n) where the status is infeasible, else empty; see generic_mechanical.h
  Report report;                // report.status says whether lambda is a solution

  bool ok() const noexcept { return report.ok(); }
};

// A problem keeps copies of its vectors; W is a view, and what it looks at must outlive it. Blocks are added
// in the order of their rows until all of them have one:
//
//   Problem problem(W, q);
//   problem.equality(5).friction(3, 0.4).box(lower, upper);
class Problem {
 public:
  // W: (n x n); q: (n).
  Problem(const nsds_matrix& W, const Vector& q)
      : W_(W),
        q_(q),
        lower_(Eigen::VectorXd::Constant(q.size(), -std::numeric_limits<double>::infinity())),
        upper_(Eigen::VectorXd::Constant(q.size(), std::numeric_limits<double>::infinity())) {}

  // Each adds the next rows, and throws Error where fewer are left.
  Problem& equality(Eigen::Index rows) { return add(NSDS_BLOCK_EQUALITY, rows, 0.0); }
  Problem& complementarity(Eigen::Index rows) { return add(NSDS_BLOCK_COMPLEMENTARITY, rows, 0.0); }
  // lower, upper: (rows), may be infinite.
  Problem& box(const Vector& lower, const Vector& upper) {
    if (lower.size() != upper.size())
      throw Error(NSDS_INVALID_ARGUMENT, "lower and upper are of different sizes");
    const Eigen::Index first = starts_.back();
    add(NSDS_BLOCK_BOX, lower.size(), 0.0);
    lower_.segment(first, lower.size()) = lower;
    upper_.segment(first, upper.size()) = upper;
    return *this;
  }
  // dimension: 2 or 3; mu ≥ 0.
  Problem& friction(int dimension, double mu) { return add(NSDS_BLOCK_FRICTION, dimension, mu); }

  // floor: of each row, what it may be violated by whatever its terms. Throws Error where it has another size.
  void set_floor(const Vector& floor) {
    numerics::detail::require_fit(floor.size() == size(), "floor is");
    floor_ = floor;
  }

  Eigen::Index size() const noexcept { return q_.size(); }
  Eigen::Index blocks() const noexcept { return static_cast<Eigen::Index>(kinds_.size()); }

  // Solves in place. lambda: (n) in/out (the start with the option warm_start), w: (n) out. Throws Error where
  // the call is refused; any other outcome is in the report. certificate: sized and filled as that of
  // Solution, unless it is null.
  Report solve(Eigen::Ref<Eigen::VectorXd> lambda, Eigen::Ref<Eigen::VectorXd> w, const Options& options,
               Workspace* workspace = nullptr, Eigen::VectorXd* certificate = nullptr) const {
    numerics::detail::require_fit(lambda.size() == size() && w.size() == size(), "lambda or w is");
    return numerics::detail::solve({options, workspace, certificate, size()}, nsds_generic_mechanical_solve,
                                   view(), lambda.data(), w.data());
  }

  // Solves from zero and returns the solution by value.
  Solution solve(const Options& options = Options(NSDS_CLASS_GENERIC_MECHANICAL),
                 Workspace* workspace = nullptr) const {
    const Eigen::VectorXd zero = Eigen::VectorXd::Zero(size());
    Solution solution{zero, zero, {}, {}};
    solution.report = solve(solution.lambda, solution.w, options, workspace, &solution.certificate);
    return solution;
  }

  // Evaluates what ok means at lambda, at the tolerance of 1e-8: (n). Throws Error on arguments that are refused.
  nsds_residual residual(const Vector& lambda) const {
    numerics::detail::require_fit(lambda.size() == size(), "lambda is");
    return numerics::detail::residual(needs, nsds_generic_mechanical_residual, view(), lambda.data());
  }

  // Evaluates the residual of the class at lambda: (n). Throws Error on arguments that are refused.
  nsds_residual class_residual(const Vector& lambda) const {
    numerics::detail::require_fit(lambda.size() == size(), "lambda is");
    return numerics::detail::residual(needs, nsds_generic_mechanical_class_residual, view(), lambda.data());
  }

  // Gives the problem as the C interface takes it, borrowed from this object.
  nsds_generic_mechanical view() const& {
    nsds_generic_mechanical made;
    nsds_generic_mechanical_init(&made);
    made.size = static_cast<int32_t>(size());
    made.blocks = static_cast<int32_t>(blocks());
    made.W = &W_;
    made.q = q_.data();
    made.block_starts = starts_.data();
    made.kinds = kinds_.data();
    made.mu = mu_.data();
    made.lower = lower_.data();
    made.upper = upper_.data();
    if (floor_.size() > 0) made.floor = floor_.data();
    return made;
  }
  nsds_generic_mechanical view() const&& = delete;

 private:
  static constexpr const char* needs =
      "the residual needs a well-formed W with entries, finite q, admissible blocks";

  Problem& add(nsds_block_kind kind, Eigen::Index rows, double mu) {
    const Eigen::Index end = starts_.back() + rows;
    if (rows < 1 || end > size())
      throw Error(NSDS_INVALID_ARGUMENT, "a block has no rows, or more than are left of the problem");
    starts_.push_back(static_cast<int32_t>(end));
    kinds_.push_back(kind);
    mu_.push_back(mu);
    return *this;
  }

  nsds_matrix W_;
  Eigen::VectorXd q_, lower_, upper_;
  Eigen::VectorXd floor_;  // empty: none
  std::vector<int32_t> starts_{0}, kinds_;
  std::vector<double> mu_;
};

}  // namespace nsds::numerics::generic_mechanical
