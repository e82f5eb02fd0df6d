// Programs over forces that many constraints share, in parts of the largest force.
#pragma once

#include <limits>
#include <utility>

#include "nsds/kernel/types.hpp"
#include "nsds/numerics/cpp/qp.hpp"

namespace nsds {

/// A program over x with rows x >= b, and one unknown more, whose solution is 1: forces are measured in parts of the largest
/// one, while b and the objective may be rounding alone, in which the residual of the class would otherwise count.
struct ForceProgram {
  ForceProgram(const Matrix& givenRows, Vector givenB)
      : rows(givenRows.rows(), givenRows.cols() + 1),
        b(std::move(givenB)),
        metric(Matrix::Zero(rows.cols(), rows.cols())),
        objective(Vector::Zero(rows.cols())),
        upper(Vector::Constant(rows.cols(), std::numeric_limits<double>::infinity())) {
    rows << givenRows, Vector::Zero(b.size());
    metric(rows.cols() - 1, rows.cols() - 1) = 1.0;
    objective[rows.cols() - 1] = -1.0;
  }
  numerics::qp::Solution solve() const;
  /// A program whose residual is rounding alone has been solved as well as its numbers allow.
  static bool isSolved(const numerics::qp::Solution& solution) {
    return solution.ok() || solution.report.status == NSDS_ROUNDOFF_LIMIT;
  }

  Matrix rows;
  Vector b;
  Matrix metric;
  Vector objective;
  Vector upper;
};

/// Finds the (y, s), one vector, with rows y + margins >= inwards s and the largest s <= 10. rows: (c x k), margins: (c), in parts of the
/// largest force; inwards: (c) of 0 and 1.
numerics::qp::Solution farthestInside(const Matrix& rows, const Vector& margins, const Vector& inwards);

}  // namespace nsds
