// Holds what quadratic programs and affine variational inequalities share in C++: constraints, solution,
// problem.
#pragma once

#include <optional>
#include <utility>

#include "nsds/common/eigen.hpp"
#include "nsds/numerics/cpp/call.hpp"
#include "nsds/numerics/cpp/matrix.hpp"

namespace nsds::numerics {

// A z ≥ b, C z = d, lower ≤ z ≤ upper; what is left empty is no constraint. The matrices are views.
struct Constraints {
  std::optional<nsds_matrix> A = std::nullopt;
  Eigen::VectorXd b = Eigen::VectorXd();
  std::optional<nsds_matrix> C = std::nullopt;
  Eigen::VectorXd d = Eigen::VectorXd();
  Eigen::VectorXd lower = Eigen::VectorXd();  // (n), may be -infinite
  Eigen::VectorXd upper = Eigen::VectorXd();  // (n), may be infinite

  Eigen::Index rows() const { return b.size() + d.size(); }
};

struct PolyhedronSolution {
  Eigen::VectorXd z;            // (n)
  Eigen::VectorXd multipliers;  // of A z ≥ b, then of C z = d
  Eigen::VectorXd
      certificate;  // (n + rows), of qp where the status is infeasible or unbounded, else empty; see qp.h
  Report report;    // report.status says whether z is a solution

  bool ok() const noexcept { return report.ok(); }
};

// This is qp::Problem and avi::Problem. It keeps copies of its vectors; the matrices are views, and what they
// look at must outlive it. Interface: the functions of C, and how the map M z + q is called there.
template <class Interface>
class PolyhedronProblem {
 public:
  using Vector = Eigen::Ref<const Eigen::VectorXd>;

  // M: (n x n); q: (n). Throws Error where a bound differs in size from q.
  PolyhedronProblem(const nsds_matrix& M, const Vector& q, Constraints constraints)
      : M_(M), q_(q), constraints_(std::move(constraints)) {
    detail::require_fit(is_bound(constraints_.lower) && is_bound(constraints_.upper), "lower or upper is");
  }

  Eigen::Index size() const noexcept { return q_.size(); }
  Eigen::Index rows() const noexcept { return constraints_.rows(); }

  // floor: (n + rows), what each row may be violated by whatever its terms. Throws Error where it has another size.
  void set_floor(const Vector& floor) {
    detail::require_fit(floor.size() == size() + rows(), "floor is");
    floor_ = floor;
  }

  // Solves in place. z: (n), multipliers: (rows) in/out (the start with the option warm_start). Throws Error
  // where the call is refused; any other outcome is in the report. certificate: sized and filled as that of
  // Solution, unless it is null.
  Report solve(Eigen::Ref<Eigen::VectorXd> z, Eigen::Ref<Eigen::VectorXd> multipliers, const Options& options,
               Workspace* workspace = nullptr, Eigen::VectorXd* certificate = nullptr) const {
    require_point(z, multipliers);
    return detail::solve({options, workspace, certificate, size() + rows()}, Interface::solve, view(),
                         z.data(), multipliers.data());
  }

  // Solves from zero and returns the solution by value.
  PolyhedronSolution solve(const Options& options = Options(Interface::problem_class),
                           Workspace* workspace = nullptr) const {
    PolyhedronSolution solution{Eigen::VectorXd::Zero(size()), Eigen::VectorXd::Zero(rows()), {}, {}};
    solution.report = solve(solution.z, solution.multipliers, options, workspace, &solution.certificate);
    return solution;
  }

  // Evaluates the residual of the class at z: (n), multipliers: (rows). Throws Error on arguments that are
  // refused.
  nsds_residual residual(const Vector& z, const Vector& multipliers) const {
    require_point(z, multipliers);
    return detail::residual(
        "the residual needs well-formed matrices of the right sizes, finite vectors and ordered bounds",
        Interface::residual, view(), z.data(), multipliers.data());
  }

  // Gives the problem as the C interface takes it, borrowed from this object.
  auto view() const& {
    auto made = Interface::view(M_, q_.data());
    made.size = static_cast<int32_t>(size());
    made.inequalities = static_cast<int32_t>(constraints_.b.size());
    made.equalities = static_cast<int32_t>(constraints_.d.size());
    made.A = constraints_.A ? &*constraints_.A : nullptr;
    made.b = constraints_.b.data();
    made.C = constraints_.C ? &*constraints_.C : nullptr;
    made.d = constraints_.d.data();
    made.lower = constraints_.lower.size() == 0 ? nullptr : constraints_.lower.data();
    made.upper = constraints_.upper.size() == 0 ? nullptr : constraints_.upper.data();
    if (floor_.size() > 0) made.floor = floor_.data();
    return made;
  }
  auto view() const&& = delete;

 private:
  bool is_bound(const Eigen::VectorXd& bound) const { return bound.size() == 0 || bound.size() == size(); }

  void require_point(const Vector& z, const Vector& multipliers) const {
    detail::require_fit(z.size() == size() && multipliers.size() == rows(), "z or multipliers is");
  }

  nsds_matrix M_;
  Eigen::VectorXd q_;
  Constraints constraints_;
  Eigen::VectorXd floor_;  // empty: none
};

}  // namespace nsds::numerics
