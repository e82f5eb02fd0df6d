// Solves generalised equations in C++, over generalized_equation.h: 0 ∈ F(z) + T(z), T by its resolvent.
#pragma once

#include <exception>
#include <functional>
#include <utility>

#include "nsds/common/eigen.hpp"
#include "nsds/numerics/cpp/call.hpp"
#include "nsds/numerics/cpp/nonlinear_map.hpp"
#include "nsds/numerics/generalized_equation.h"

namespace nsds::numerics::generalized_equation {

using Vector = Eigen::Ref<const Eigen::VectorXd>;

// (I + rho T)⁻¹ x: (n), written to out: (n). What it throws comes out of the solve.
using ResolventFunction = std::function<void(double rho, const Vector& x, Eigen::Ref<Eigen::VectorXd> out)>;

struct Solution {
  Eigen::VectorXd z;  // (n)
  Eigen::VectorXd w;  // (n) F(z)
  Report report;      // report.status says whether z is a solution

  bool ok() const noexcept { return report.ok(); }
};

// A problem keeps copies of the map and of the resolvent. Moves and copies.
class Problem {
  // The callbacks of one call, and what they have thrown.
  class Call {
   public:
    explicit Call(const Problem& problem) : problem_(problem), F_(problem.F_, problem.size_) {}
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    ~Call() = default;

    nsds_generalized_equation view() {
      nsds_generalized_equation made;
      nsds_generalized_equation_init(&made);
      made.size = static_cast<int32_t>(problem_.size_);
      made.F = F_.view();
      made.resolvent = problem_.resolvent_ ? resolve : nullptr;
      made.user = this;
      made.scale_z = problem_.scale_z_;
      made.scale_w = problem_.scale_w_;
      return made;
    }

    template <class Function>
    auto rethrowing(Function function) const {
      return [this, function](auto... arguments) {
        const nsds_status status = F_.rethrowing(function)(arguments...);
        if (thrown_) std::rethrow_exception(thrown_);
        return status;
      };
    }

   private:
    static int resolve(void* user, double rho, const double* x, double* out) {
      Call& call = *static_cast<Call*>(user);
      const Eigen::Index n = call.problem_.size_;
      try {
        call.problem_.resolvent_(rho, Eigen::Map<const Eigen::VectorXd>(x, n),
                                 Eigen::Map<Eigen::VectorXd>(out, n));
      } catch (...) {
        call.thrown_ = std::current_exception();
        return 1;
      }
      return 0;
    }

    const Problem& problem_;
    NonlinearMap::Call F_;
    std::exception_ptr thrown_ = nullptr;
  };

 public:
  // z: (size).
  Problem(NonlinearMap F, ResolventFunction resolvent, Eigen::Index size)
      : F_(std::move(F)), resolvent_(std::move(resolvent)), size_(size) {}

  // What one of an unknown and of an F_i is, in which the residual is measured.
  Problem& set_scales(double z, double w) {
    scale_z_ = z;
    scale_w_ = w;
    return *this;
  }

  Eigen::Index size() const noexcept { return size_; }

  // Solves in place. z: (n) in/out (the start with the option warm_start), w: (n) out. Throws Error where the call is
  // refused, and what the map or the resolvent threw; any other outcome is in the report.
  Report solve(Eigen::Ref<Eigen::VectorXd> z, Eigen::Ref<Eigen::VectorXd> w, const Options& options,
               Workspace* workspace = nullptr) const {
    numerics::detail::require_fit(z.size() == size() && w.size() == size(), "z or w is");
    Call call(*this);
    return numerics::detail::solve({options, workspace}, call.rethrowing(nsds_generalized_equation_solve),
                                   call.view(), z.data(), w.data());
  }

  // Solves from a starting point, (n), and returns the solution by value.
  Solution solve(const Vector& start, const Options& options = Options(NSDS_CLASS_GENERALIZED_EQUATION),
                 Workspace* workspace = nullptr) const {
    Solution solution{start, Eigen::VectorXd::Zero(size()), {}};
    Options from_start = options;
    from_start.set("warm_start", true);
    solution.report = solve(solution.z, solution.w, from_start, workspace);
    return solution;
  }

  // Evaluates what ok means at z: (n), at the tolerance of 1e-8. Throws Error on arguments that are refused, and what the map or the
  // resolvent threw.
  nsds_residual residual(const Vector& z) const { return evaluated(nsds_generalized_equation_residual, z); }

  // The same of the residual of the class.
  nsds_residual class_residual(const Vector& z) const {
    return evaluated(nsds_generalized_equation_class_residual, z);
  }

 private:
  template <class Function>
  nsds_residual evaluated(Function function, const Vector& z) const {
    numerics::detail::require_fit(z.size() == size(), "z is");
    Call call(*this);
    return numerics::detail::residual("the residual needs a finite z where F is defined",
                                      call.rethrowing(function), call.view(), z.data());
  }

  NonlinearMap F_;
  ResolventFunction resolvent_;
  Eigen::Index size_;
  double scale_z_ = 0.0, scale_w_ = 0.0;  // 0: 1
};

}  // namespace nsds::numerics::generalized_equation
