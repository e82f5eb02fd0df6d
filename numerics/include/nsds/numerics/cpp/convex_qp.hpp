// Solves convex quadratic programs in C++, over convex_qp.h: min 1/2 z'M z + q'z subject to A z + b in C.
#pragma once

#include <exception>
#include <functional>
#include <optional>
#include <utility>

#include "nsds/common/eigen.hpp"
#include "nsds/numerics/convex_qp.h"
#include "nsds/numerics/cpp/call.hpp"
#include "nsds/numerics/cpp/matrix.hpp"

namespace nsds::numerics::convex_qp {

using Vector = Eigen::Ref<const Eigen::VectorXd>;

// The point of C nearest to x: (m), written to projection: (m). What it throws comes out of the solve.
using Projector = std::function<void(const Vector& x, Eigen::Ref<Eigen::VectorXd> projection)>;

namespace detail {

// The projector of one call, and what it has thrown.
struct Projecting {
  const Projector& projector;
  Eigen::Index rows;
  std::exception_ptr thrown = nullptr;

  // The projector as C calls it. user: what is projecting.
  static int project(void* user, const double* x, double* projection) {
    Projecting& call = *static_cast<Projecting*>(user);
    try {
      call.projector(Eigen::Map<const Eigen::VectorXd>(x, call.rows),
                     Eigen::Map<Eigen::VectorXd>(projection, call.rows));
    } catch (...) {
      call.thrown = std::current_exception();
      return 1;
    }
    return 0;
  }

  // A function of C that throws what the projector threw.
  template <class Function>
  auto rethrowing(Function function) const {
    return [this, function](auto... arguments) {
      const nsds_status status = function(arguments...);
      if (thrown) std::rethrow_exception(thrown);
      return status;
    };
  }
};

}  // namespace detail

struct Solution {
  Eigen::VectorXd z;   // (n)
  Eigen::VectorXd xi;  // (m) the multiplier
  Eigen::VectorXd u;   // (m) A z + b
  Report report;       // report.status says whether (z, xi) is a solution

  bool ok() const noexcept { return report.ok(); }
};

// A problem keeps copies of its vectors and of the projector; M and A are views, and what they look at must
// outlive it. Moves and copies.
class Problem {
 public:
  // C is what the projector projects onto. Without A: the identity.
  Problem(const nsds_matrix& M, const Vector& q, Projector projector) : Problem(M, q, q.size()) {
    projector_ = std::move(projector);
  }
  Problem(const nsds_matrix& M, const Vector& q, const nsds_matrix& A, const Vector& b, Projector projector)
      : Problem(M, q, b.size()) {
    A_ = A;
    b_ = b;
    projector_ = std::move(projector);
  }
  // C is a box; the bounds may be infinite.
  Problem(const nsds_matrix& M, const Vector& q, const Vector& lower, const Vector& upper)
      : Problem(M, q, q.size()) {
    set_box(lower, upper);
  }
  Problem(const nsds_matrix& M, const Vector& q, const nsds_matrix& A, const Vector& b, const Vector& lower,
          const Vector& upper)
      : Problem(M, q, b.size()) {
    A_ = A;
    b_ = b;
    set_box(lower, upper);
  }

  // The units of z and of M z + q in which the residual of the class is measured; without, each block is by its own terms.
  Problem& set_scales(double z, double w) {
    scale_z_ = z;
    scale_w_ = w;
    return *this;
  }

  // floor: of each row of the gradient, then of u, what it may be violated by whatever its terms. Throws Error where it has another size.
  void set_floor(const Vector& floor) {
    numerics::detail::require_fit(floor.size() == size() + rows(), "floor is");
    floor_ = floor;
  }

  Eigen::Index size() const noexcept { return q_.size(); }
  Eigen::Index rows() const noexcept { return rows_; }

  // Solves in place. z: (n), xi: (m) in/out (in only with the option warm_start), u: (m) out. Throws Error
  // where the call is refused, and what the projector threw; any other outcome is in the report.
  Report solve(Eigen::Ref<Eigen::VectorXd> z, Eigen::Ref<Eigen::VectorXd> xi, Eigen::Ref<Eigen::VectorXd> u,
               const Options& options, Workspace* workspace = nullptr) const {
    numerics::detail::require_fit(z.size() == size() && xi.size() == rows() && u.size() == rows(),
                                  "z, xi or u is");
    detail::Projecting call{projector_, rows()};
    return numerics::detail::solve({options, workspace}, call.rethrowing(nsds_convex_qp_solve), view(call),
                                   z.data(), xi.data(), u.data());
  }

  // Solves from zero and returns the solution by value.
  Solution solve(const Options& options = Options(NSDS_CLASS_CONVEX_QP),
                 Workspace* workspace = nullptr) const {
    Solution solution{
        Eigen::VectorXd::Zero(size()), Eigen::VectorXd::Zero(rows()), Eigen::VectorXd::Zero(rows()), {}};
    solution.report = solve(solution.z, solution.xi, solution.u, options, workspace);
    return solution;
  }

  // Evaluates what ok means at z: (n), xi: (m), at the tolerance of 1e-8. Throws Error on arguments that are refused, and what the projector
  // threw.
  nsds_residual residual(const Vector& z, const Vector& xi) const {
    return evaluated(nsds_convex_qp_residual, z, xi);
  }

  // The same of the residual of the class.
  nsds_residual class_residual(const Vector& z, const Vector& xi) const {
    return evaluated(nsds_convex_qp_class_residual, z, xi);
  }

 private:
  Problem(const nsds_matrix& M, const Vector& q, Eigen::Index rows) : M_(M), q_(q), rows_(rows) {}

  template <class Function>
  nsds_residual evaluated(Function function, const Vector& z, const Vector& xi) const {
    numerics::detail::require_fit(z.size() == size() && xi.size() == rows(), "z or xi is");
    detail::Projecting call{projector_, rows()};
    return numerics::detail::residual(
        "the residual needs a symmetric positive semidefinite M with entries, finite vectors, "
        "ordered bounds or a projector that does not fail",
        call.rethrowing(function), view(call), z.data(), xi.data());
  }

  void set_box(const Vector& lower, const Vector& upper) {
    numerics::detail::require_fit(lower.size() == rows_ && upper.size() == rows_, "lower or upper is");
    lower_ = lower;
    upper_ = upper;
  }

  nsds_convex_qp view(detail::Projecting& call) const {
    nsds_convex_qp made;
    nsds_convex_qp_init(&made);
    made.size = static_cast<int32_t>(size());
    made.rows = static_cast<int32_t>(rows());
    made.M = &M_;
    made.q = q_.data();
    made.A = A_ ? &*A_ : nullptr;
    made.b = A_ ? b_.data() : nullptr;
    made.lower = lower_.data();
    made.upper = upper_.data();
    made.project = projector_ ? detail::Projecting::project : nullptr;
    made.user = &call;
    made.scale_z = scale_z_;
    made.scale_w = scale_w_;
    if (floor_.size() > 0) made.floor = floor_.data();
    return made;
  }

  nsds_matrix M_;
  Eigen::VectorXd q_;
  Eigen::Index rows_;
  std::optional<nsds_matrix> A_;
  Eigen::VectorXd b_, lower_, upper_;
  Projector projector_;
  double scale_z_ = 0.0;
  double scale_w_ = 0.0;
  Eigen::VectorXd floor_;  // empty: none
};

}  // namespace nsds::numerics::convex_qp
