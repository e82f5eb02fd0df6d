#include "analysis/affine_uniqueness.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "analysis/partition/convex_program.hpp"
#include "linalg/numbers.hpp"
#include "nsds/kernel/well_posedness/box_solutions.hpp"
#include "well_posedness/multiplier_sizes.hpp"

namespace nsds {

namespace {

// Parts of the size of a number: what counts as at a bound or as zero, and what counts as another solution. Programs are solved to 1e-12.
constexpr double sameNumber = 1e-9;
constexpr double anotherNumber = 1e-6;
constexpr std::size_t mostDegenerate = 10;

/// The polyhedron of the solutions on a branch: equations C z = d and inequalities A z ≥ b of its rows, near to u.
class Neighbours {
 public:
  Neighbours(MatrixConstRef D, VectorConstRef q, const Vector& lower, const Vector& upper, const Vector& u)
      : D_(D), q_(q), lower_(lower), upper_(upper), u_(u), sizes_(multiplierSizes(D, q, lower, upper, u)) {
    for (double& size : sizes_)
      if (size == 0.0) size = 1.0;
    const Vector w = D_ * u + q_;
    const Vector terms = D_.cwiseAbs() * u.cwiseAbs() + q_.cwiseAbs();
    for (Index i = 0; i < u.size(); ++i) {
      sides_.push_back(sideOf(i));
      if (sides_.back() != RowBranch::between && std::abs(w[i]) <= sameNumber * terms[i])
        degenerate_.push_back(static_cast<std::size_t>(i));
    }
  }

  std::optional<Vector> other() {
    if (degenerate_.size() > mostDegenerate) degenerate_.resize(mostDegenerate);
    const std::size_t count = std::size_t{1} << degenerate_.size();
    for (std::size_t choice = 0; choice < count; ++choice) {
      std::vector<RowBranch> branch = sides_;
      for (std::size_t k = 0; k < degenerate_.size(); ++k)
        if ((choice >> k & 1U) != 0) branch[degenerate_[k]] = RowBranch::between;
      for (const double sign : {1.0, -1.0})
        if (auto found = farthest(branch, sign)) return found;
    }
    return {};
  }

 private:
  RowBranch sideOf(Index i) const {
    const double small = sameNumber * sizes_[i];
    if (u_[i] <= lower_[i] + small) return RowBranch::lower;
    return u_[i] >= upper_[i] - small ? RowBranch::upper : RowBranch::between;
  }

  /// The point of a branch within its size of u that is farthest along a direction without special relation to the problem.
  std::optional<Vector> farthest(const std::vector<RowBranch>& branch, double sign) const {
    const ConvexProgram program = programOf(branch, sign);
    if (program.d.size() == 0) return {};
    const ProgramSolution found = solveProgram(program);
    if (found.status != ProgramStatus::solved) return {};
    const Vector moved = (found.z - u_).cwiseQuotient(sizes_);
    if (moved.cwiseAbs().maxCoeff() <= anotherNumber) return {};
    return found.z;
  }

  ConvexProgram programOf(const std::vector<RowBranch>& branch, double sign) const {
    std::vector<Index> equal, more;
    ConvexProgram program;
    program.c.resize(u_.size());
    program.lower = program.upper = u_;
    for (Index i = 0; i < u_.size(); ++i) {
      program.c[i] = -sign * (1.0 + 0.5 * std::sin(static_cast<double>(3 * i + 1))) / sizes_[i];
      const bool free = branch[static_cast<std::size_t>(i)] == RowBranch::between;
      (free ? equal : more).push_back(i);
      if (!free) continue;
      program.lower[i] = std::max(lower_[i], u_[i] - sizes_[i]);
      program.upper[i] = std::min(upper_[i], u_[i] + sizes_[i]);
    }
    program.C = D_(equal, Eigen::all);
    program.d = -q_(equal);
    // w ≥ 0 at the lower bound, w ≤ 0 at the upper one
    Vector towards(static_cast<Index>(more.size()));
    for (std::size_t r = 0; r < more.size(); ++r)
      towards[static_cast<Index>(r)] =
          branch[static_cast<std::size_t>(more[r])] == RowBranch::lower ? 1.0 : -1.0;
    program.A = towards.asDiagonal() * Matrix(D_(more, Eigen::all));
    program.b = -towards.cwiseProduct(Vector(q_(more)));
    return program;
  }

  const Matrix D_;
  const Vector q_;
  const Vector& lower_;
  const Vector& upper_;
  const Vector& u_;
  Vector sizes_;
  std::vector<RowBranch> sides_;
  std::vector<std::size_t> degenerate_;
};

}  // namespace

std::optional<Vector> otherSolution(MatrixConstRef D, VectorConstRef q, const Vector& lower,
                                    const Vector& upper, const Vector& u) {
  return Neighbours(D, q, lower, upper, u).other();
}

}  // namespace nsds
