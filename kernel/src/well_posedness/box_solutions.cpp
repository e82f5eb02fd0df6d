#include "nsds/kernel/well_posedness/box_solutions.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/numbers.hpp"
#include "linalg/orthogonal.hpp"
#include "modeling/checks.hpp"
#include "well_posedness/multiplier_sizes.hpp"

namespace nsds {

namespace {

constexpr const char* boxOwner = "boxSolutions";
constexpr double mostBranches = 1048576.0;
constexpr double sameSolution = 1e-9;

/// Walks over all branches, like a counter whose digits are those of the rows.
class Enumeration {
 public:
  Enumeration(MatrixConstRef M, VectorConstRef q, VectorConstRef lower, VectorConstRef upper)
      : M_(M), q_(q), lower_(lower), upper_(upper) {}

  std::vector<BoxSolution> all() {
    branch_.assign(static_cast<std::size_t>(q_.size()), RowBranch::lower);
    visit(0);
    return std::move(found_);
  }

 private:
  void visit(Index row) {
    if (row == q_.size()) {
      tryBranch();
      return;
    }
    for (const RowBranch choice : {RowBranch::lower, RowBranch::between, RowBranch::upper}) {
      if (choice == RowBranch::lower && !std::isfinite(lower_[row])) continue;
      if (choice == RowBranch::upper && !std::isfinite(upper_[row])) continue;
      branch_[static_cast<std::size_t>(row)] = choice;
      visit(row + 1);
    }
  }

  /// The solution of the equations of a branch, if it is admissible and new.
  void tryBranch() {
    std::vector<Index> between;
    Vector lambda(q_.size());
    for (Index row = 0; row < q_.size(); ++row) {
      const RowBranch choice = branch_[static_cast<std::size_t>(row)];
      lambda[row] = choice == RowBranch::lower ? lower_[row] : choice == RowBranch::upper ? upper_[row] : 0.0;
      if (choice == RowBranch::between) between.push_back(row);
    }
    bool isolated = true;
    if (!between.empty()) {
      const Matrix block = M_(between, between);
      const Vector rhs = -(M_ * lambda + q_)(between);
      lambda(between) = leastNorm(block, rhs, pivotRounding(block));
      PivotedQr qr;
      qr.compute(block, pivotRounding(block));
      isolated = qr.rank() == block.rows();
    }
    const Vector w = M_ * lambda + q_;
    if (isAdmissible(lambda, w) && isNew(lambda)) found_.push_back({lambda, w, branch_, isolated});
  }

  bool isAdmissible(const Vector& lambda, const Vector& w) const {
    if (!lambda.allFinite() || !w.allFinite()) return false;
    const Vector terms = termsOf(lambda);
    const Vector sizes = sizesOf(lambda);
    for (Index row = 0; row < w.size(); ++row) {
      const RowBranch choice = branch_[static_cast<std::size_t>(row)];
      const double smallOutput = sameSolution * terms[row];
      const double smallMultiplier = sameSolution * sizes[row];
      if (choice == RowBranch::lower && w[row] < -smallOutput) return false;
      if (choice == RowBranch::upper && w[row] > smallOutput) return false;
      if (choice != RowBranch::between) continue;
      if (std::abs(w[row]) > smallOutput) return false;  // the equations contradict each other
      if (lambda[row] < lower_[row] - smallMultiplier || lambda[row] > upper_[row] + smallMultiplier)
        return false;
    }
    return true;
  }

  /// How large the terms of w are, row by row.
  Vector termsOf(const Vector& lambda) const { return M_.cwiseAbs() * lambda.cwiseAbs() + q_.cwiseAbs(); }

  Vector sizesOf(const Vector& lambda) const { return multiplierSizes(M_, q_, lower_, upper_, lambda); }

  bool isNew(const Vector& lambda) const {
    const Vector sizes = sizesOf(lambda);
    return std::none_of(found_.begin(), found_.end(), [&](const BoxSolution& other) {
      const Vector apart = (lambda - other.lambda).cwiseAbs();
      return (apart.array() <= sameSolution * sizes.cwiseMax(sizesOf(other.lambda)).array()).all();
    });
  }

  const Matrix M_;
  const Vector q_;
  const Vector lower_;
  const Vector upper_;
  std::vector<RowBranch> branch_;
  std::vector<BoxSolution> found_;
};

double branches(VectorConstRef lower, VectorConstRef upper) {
  double count = 1.0;
  for (Index i = 0; i < lower.size(); ++i)
    count *= 1.0 + (std::isfinite(lower[i]) ? 1.0 : 0.0) + (std::isfinite(upper[i]) ? 1.0 : 0.0);
  return count;
}

}  // namespace

Vector multiplierSizes(MatrixConstRef M, VectorConstRef q, VectorConstRef lower, VectorConstRef upper,
                       VectorConstRef lambda) {
  Vector sizes = lambda.cwiseAbs();
  const Vector terms = M.cwiseAbs() * lambda.cwiseAbs() + q.cwiseAbs();
  for (Index row = 0; row < sizes.size(); ++row) {
    if (std::isfinite(lower[row])) sizes[row] = std::max(sizes[row], std::abs(lower[row]));
    if (std::isfinite(upper[row])) sizes[row] = std::max(sizes[row], std::abs(upper[row]));
    if (M(row, row) != 0.0) sizes[row] = std::max(sizes[row], terms[row] / std::abs(M(row, row)));
  }
  return sizes;
}

std::vector<BoxSolution> boxSolutions(MatrixConstRef M, VectorConstRef q, VectorConstRef lower,
                                      VectorConstRef upper) {
  check::shape(boxOwner, "M", M, q.size(), q.size());
  check::size(boxOwner, "lower", lower.size(), q.size());
  check::size(boxOwner, "upper", upper.size(), q.size());
  check::finite(boxOwner, "M", M);
  check::finite(boxOwner, "q", q);
  check::that((lower.array() <= upper.array()).all(), "{}: an interval is empty, or a bound is NaN",
              boxOwner);
  check::that(branches(lower, upper) <= mostBranches,
              "{} would have {:.3g} branches to try, and tries 2^20 at most", boxOwner,
              branches(lower, upper));
  return Enumeration(M, q, lower, upper).all();
}

}  // namespace nsds
