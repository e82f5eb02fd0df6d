#include "analysis/affine_uniqueness.hpp"

#include <cmath>
#include <vector>

#include "linalg/numbers.hpp"
#include "nsds/numerics/cpp/qp.hpp"

namespace nsds {

namespace {

constexpr double sameNumber =
    1e-9;  // beside the terms of a row: what counts as at a bound, as zero, as another solution
constexpr std::size_t mostDegenerate = 10;

enum class Side { lower, between, upper };

class Neighbours {
 public:
  Neighbours(MatrixConstRef D, VectorConstRef q, const Vector& lower, const Vector& upper, const Vector& u)
      : D_(D), q_(q), lower_(lower), upper_(upper), u_(u), sides_(static_cast<std::size_t>(u.size())) {
    const Vector w = D_ * u + q_;
    const Vector terms = D_.cwiseAbs() * u.cwiseAbs() + q_.cwiseAbs();
    for (Index i = 0; i < u.size(); ++i) {
      sides_[static_cast<std::size_t>(i)] = sideOf(i);
      if (sides_[static_cast<std::size_t>(i)] != Side::between && std::abs(w[i]) <= sameNumber * terms[i])
        degenerate_.push_back(i);
    }
  }

  std::optional<Vector> other() {
    if (degenerate_.size() > mostDegenerate) degenerate_.resize(mostDegenerate);
    const std::size_t count = std::size_t{1} << degenerate_.size();
    for (std::size_t choice = 0; choice < count; ++choice) {
      std::vector<Side> branch = sides_;
      for (std::size_t k = 0; k < degenerate_.size(); ++k)
        if ((choice >> k & 1U) != 0) branch[static_cast<std::size_t>(degenerate_[k])] = Side::between;
      for (const double sign : {1.0, -1.0})
        if (auto found = farthest(branch, sign)) return found;
    }
    return {};
  }

 private:
  Side sideOf(Index i) const {
    const double small = sameNumber * (1.0 + std::abs(u_[i]));
    if (u_[i] <= lower_[i] + small) return Side::lower;
    return u_[i] >= upper_[i] - small ? Side::upper : Side::between;
  }

  /// The point of a branch within a unit of u that is farthest along a direction without special relation to the problem.
  std::optional<Vector> farthest(const std::vector<Side>& branch, double sign) const {
    const Index m = u_.size();
    numerics::Constraints constraints;
    Matrix equations(m, m), inequalities(m, m);
    Vector d(m), b(m);
    constraints.lower = u_;
    constraints.upper = u_;
    Index equal = 0, more = 0;
    Vector direction(m);
    for (Index i = 0; i < m; ++i) {
      direction[i] = sign * (1.0 + 0.5 * std::sin(static_cast<double>(3 * i + 1)));
      const Side side = branch[static_cast<std::size_t>(i)];
      if (side == Side::between) {
        equations.row(equal) = D_.row(i);
        d[equal++] = -q_[i];
        constraints.lower[i] = std::max(lower_[i], u_[i] - 1.0);
        constraints.upper[i] = std::min(upper_[i], u_[i] + 1.0);
      } else {
        const double towards = side == Side::lower ? 1.0 : -1.0;
        inequalities.row(more) = towards * D_.row(i);
        b[more++] = -towards * q_[i];
      }
    }
    if (equal == 0) return {};
    equations.conservativeResize(equal, m);
    inequalities.conservativeResize(more, m);
    constraints.C = numerics::view(equations);
    constraints.d = d.head(equal);
    if (more > 0) constraints.A = numerics::view(inequalities);
    constraints.b = b.head(more);
    const Matrix Q = Matrix::Zero(m, m);
    const auto found = numerics::qp::Problem(numerics::view(Q), -direction, std::move(constraints)).solve();
    if (!found.ok() || (found.z - u_).cwiseAbs().maxCoeff() <= 1e-6) return {};
    return found.z;
  }

  const Matrix D_;
  const Vector q_;
  const Vector& lower_;
  const Vector& upper_;
  const Vector& u_;
  std::vector<Side> sides_;
  std::vector<Index> degenerate_;
};

}  // namespace

std::optional<Vector> otherSolution(MatrixConstRef D, VectorConstRef q, const Vector& lower,
                                    const Vector& upper, const Vector& u) {
  return Neighbours(D, q, lower, upper, u).other();
}

}  // namespace nsds
