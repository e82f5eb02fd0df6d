// Solves nonlinear programs in C++, over nlp.h: min f(x) subject to g(x) ≥ 0, h(x) = 0, lower ≤ x ≤ upper.
#pragma once

#include <exception>
#include <functional>
#include <limits>
#include <type_traits>
#include <utility>

#include "nsds/common/eigen.hpp"
#include "nsds/numerics/cpp/call.hpp"
#include "nsds/numerics/nlp.h"

namespace nsds::numerics::nlp {

using Vector = Eigen::Ref<const Eigen::VectorXd>;
using VectorOut = Eigen::Ref<Eigen::VectorXd>;
using MatrixOut = Eigen::Ref<Eigen::MatrixXd>;
using Sparse = Eigen::SparseMatrix<double>;

struct Solution {
  Eigen::VectorXd x;            // (n)
  Eigen::VectorXd multipliers;  // (m + e) of g, then of h
  Report report;                // report.status says whether x satisfies the conditions of optimality

  bool ok() const noexcept { return report.ok(); }
};

// A problem keeps its functions and copies of its vectors. Functions return nothing, or a bool: false where x is outside the
// domain. What they throw comes out of the call. Moves and copies.
//
//   Problem rosenbrock(2, [](const auto& x, double& f) { ... }, [](const auto& x, auto gradient) { ... });
class Problem {
  // A problem in use, and what one of its functions has thrown.
  struct Call {
    const Problem& problem;
    std::exception_ptr thrown = nullptr;

    template <class Function>
    auto rethrowing(Function function) const {
      return [this, function](auto... arguments) {
        const nsds_status status = function(arguments...);
        if (thrown) std::rethrow_exception(thrown);
        return status;
      };
    }
    // A callback of C: function(problem, x) answers whether x is in the domain.
    template <class Function>
    static int run(void* user, const double* x, const Function& function) {
      Call& call = *static_cast<Call*>(user);
      try {
        const bool inside = function(call.problem, Eigen::Map<const Eigen::VectorXd>(x, call.problem.size_));
        return inside ? NSDS_MAP_EVALUATED : NSDS_MAP_OUTSIDE;
      } catch (...) {
        call.thrown = std::current_exception();
        return NSDS_MAP_FAILED;
      }
    }
  };

 public:
  // objective(x, f), gradient(x, g), g: (n).
  template <class Objective, class Gradient>
  Problem(Eigen::Index size, Objective objective, Gradient gradient)
      : size_(size),
        objective_(answering<double&>(std::move(objective))),
        gradient_(answering<VectorOut>(std::move(gradient))) {}

  // constraints(x, c), c: (inequalities + equalities), g before h; jacobian(x, J) writes all of the dense (rows x n) J.
  template <class Constraints, class Jacobian>
  Problem& set_constraints(Eigen::Index inequalities, Eigen::Index equalities, Constraints constraints,
                           Jacobian jacobian) {
    set_rows(inequalities, equalities, std::move(constraints));
    auto dense = answering<MatrixOut>(std::move(jacobian));
    jacobian_ = [dense = std::move(dense), rows = rows()](const Vector& x, double* values) {
      return dense(x, Eigen::Map<Eigen::MatrixXd>(values, rows, x.size()));
    };
    jacobian_pattern_ = {};
    return *this;
  }
  // jacobian(x, values) writes the entries of the pattern, column by column: values: (pattern.nonZeros()).
  template <class Constraints, class Jacobian>
  Problem& set_constraints(Eigen::Index inequalities, Eigen::Index equalities, Constraints constraints,
                           const Sparse& pattern, Jacobian jacobian) {
    numerics::detail::require_fit(pattern.rows() == inequalities + equalities && pattern.cols() == size_,
                                  "pattern is");
    set_rows(inequalities, equalities, std::move(constraints));
    jacobian_pattern_ = compressed(pattern);
    auto entries = answering<VectorOut>(std::move(jacobian));
    jacobian_ = [entries = std::move(entries), count = jacobian_pattern_.nonZeros()](const Vector& x,
                                                                                     double* values) {
      return entries(x, Eigen::Map<Eigen::VectorXd>(values, count));
    };
    return *this;
  }

  // hessian(x, weight, multipliers, H) writes all of the dense (n x n) weight f'' + Σ multipliers_i c_i''.
  template <class Hessian>
  Problem& set_hessian(Hessian hessian) {
    auto dense = answering<double, const Vector&, MatrixOut>(std::move(hessian));
    hessian_ = [dense = std::move(dense)](const Vector& x, double weight, const Vector& multipliers,
                                          double* values) {
      return dense(x, weight, multipliers, Eigen::Map<Eigen::MatrixXd>(values, x.size(), x.size()));
    };
    hessian_pattern_ = {};
    return *this;
  }
  // The entries of a symmetric pattern, both triangles, column by column.
  template <class Hessian>
  Problem& set_hessian(const Sparse& pattern, Hessian hessian) {
    numerics::detail::require_fit(pattern.rows() == size_ && pattern.cols() == size_, "pattern is");
    hessian_pattern_ = compressed(pattern);
    auto entries = answering<double, const Vector&, VectorOut>(std::move(hessian));
    hessian_ = [entries = std::move(entries), count = hessian_pattern_.nonZeros()](
                   const Vector& x, double weight, const Vector& multipliers, double* values) {
      return entries(x, weight, multipliers, Eigen::Map<Eigen::VectorXd>(values, count));
    };
    return *this;
  }

  // (n), may be infinite.
  Problem& set_bounds(const Vector& lower, const Vector& upper) {
    numerics::detail::require_fit(lower.size() == size_ && upper.size() == size_, "lower or upper is");
    lower_ = lower;
    upper_ = upper;
    return *this;
  }

  // What one of each unknown, of each row of c and of f is, in which the residual is measured: (n), (rows), positive.
  Problem& set_scales(const Vector& x, const Vector& c, double f) {
    numerics::detail::require_fit(x.size() == size_ && c.size() == rows(), "scale of x or c is");
    scale_x_ = x;
    scale_c_ = c;
    scale_f_ = f;
    return *this;
  }

  Eigen::Index size() const noexcept { return size_; }
  Eigen::Index rows() const noexcept { return inequalities_ + equalities_; }

  // Solves in place. x: (n), multipliers: (rows) in/out (in with the option warm_start). Throws Error where the call is
  // refused, and what a function threw; any other outcome is in the report.
  Report solve(VectorOut x, VectorOut multipliers, const Options& options,
               Workspace* workspace = nullptr) const {
    numerics::detail::require_fit(x.size() == size_ && multipliers.size() == rows(), "x or multipliers are");
    Call call{*this};
    return numerics::detail::solve({options, workspace}, call.rethrowing(nsds_nlp_solve), view(call),
                                   x.data(), multipliers.data());
  }

  // Solves from a starting point, (n), and returns the solution by value.
  Solution solve(const Vector& start, const Options& options = Options(NSDS_CLASS_NLP),
                 Workspace* workspace = nullptr) const {
    Solution solution{start, Eigen::VectorXd::Zero(rows()), {}};
    Options from_start = options;
    from_start.set("warm_start", true);
    solution.report = solve(solution.x, solution.multipliers, from_start, workspace);
    return solution;
  }

  // Evaluates the residual of the class at x: (n), within the bounds, multipliers: (rows). Throws Error on arguments that are
  // refused, and what a function threw.
  nsds_residual residual(const Vector& x, const Vector& multipliers) const {
    numerics::detail::require_fit(x.size() == size_ && multipliers.size() == rows(), "x or multipliers are");
    Call call{*this};
    return numerics::detail::residual(
        "the residual needs an x within ordered bounds where the functions are defined",
        call.rethrowing(nsds_nlp_residual), view(call), x.data(), multipliers.data());
  }

 private:
  // A function that answers whether x is in the domain; one that says nothing is defined everywhere.
  template <class... Arguments, class Function>
  static std::function<bool(const Vector&, Arguments...)> answering(Function function) {
    if constexpr (std::is_void_v<std::invoke_result_t<Function&, const Vector&, Arguments...>>) {
      return [function = std::move(function)](const Vector& x, Arguments... arguments) {
        function(x, arguments...);
        return true;
      };
    } else {
      return function;
    }
  }

  template <class Constraints>
  void set_rows(Eigen::Index inequalities, Eigen::Index equalities, Constraints constraints) {
    inequalities_ = inequalities;
    equalities_ = equalities;
    constraints_ = answering<VectorOut>(std::move(constraints));
  }

  static Sparse compressed(Sparse pattern) {
    pattern.makeCompressed();
    return pattern;
  }
  static nsds_nlp_pattern places(const Sparse& pattern) {
    if (pattern.cols() == 0) return {nullptr, nullptr};
    return {pattern.outerIndexPtr(), pattern.innerIndexPtr()};
  }
  static const double* data_or_null(const Eigen::VectorXd& vector) {
    return vector.size() == 0 ? nullptr : vector.data();
  }

  // Borrowed from this object and the call.
  nsds_nlp view(Call& call) const {
    nsds_nlp made;
    nsds_nlp_init(&made);
    made.size = static_cast<int32_t>(size_);
    made.inequalities = static_cast<int32_t>(inequalities_);
    made.equalities = static_cast<int32_t>(equalities_);
    // NOLINTNEXTLINE(readability-non-const-parameter): the objective is written through it
    made.objective = [](void* user, const double* x, double* f) {
      return Call::run(user, x, [&](const Problem& p, const Vector& at) { return p.objective_(at, *f); });
    };
    made.gradient = [](void* user, const double* x, double* gradient) {
      return Call::run(user, x, [&](const Problem& p, const Vector& at) {
        return p.gradient_(at, Eigen::Map<Eigen::VectorXd>(gradient, p.size_));
      });
    };
    if (constraints_) {
      made.constraints = [](void* user, const double* x, double* c) {
        return Call::run(user, x, [&](const Problem& p, const Vector& at) {
          return p.constraints_(at, Eigen::Map<Eigen::VectorXd>(c, p.rows()));
        });
      };
      made.jacobian = [](void* user, const double* x, double* values) {
        return Call::run(user, x,
                         [&](const Problem& p, const Vector& at) { return p.jacobian_(at, values); });
      };
    }
    if (hessian_) {
      made.hessian = [](void* user, const double* x, double weight, const double* multipliers,
                        double* values) {
        return Call::run(user, x, [&](const Problem& p, const Vector& at) {
          return p.hessian_(at, weight, Eigen::Map<const Eigen::VectorXd>(multipliers, p.rows()), values);
        });
      };
    }
    made.jacobian_pattern = places(jacobian_pattern_);
    made.hessian_pattern = places(hessian_pattern_);
    made.user = &call;
    made.lower = data_or_null(lower_);
    made.upper = data_or_null(upper_);
    made.scale_x = data_or_null(scale_x_);
    made.scale_c = data_or_null(scale_c_);
    made.scale_f = scale_f_;
    return made;
  }

  Eigen::Index size_, inequalities_ = 0, equalities_ = 0;
  std::function<bool(const Vector&, double&)> objective_;
  std::function<bool(const Vector&, VectorOut)> gradient_, constraints_;
  std::function<bool(const Vector&, double*)> jacobian_;
  std::function<bool(const Vector&, double, const Vector&, double*)> hessian_;  // empty: none is given
  Sparse jacobian_pattern_, hessian_pattern_;                                   // (0 x 0): dense
  Eigen::VectorXd lower_, upper_;                                               // empty: no bounds
  Eigen::VectorXd scale_x_, scale_c_;                                           // empty: 1
  double scale_f_ = 0.0;
};

}  // namespace nsds::numerics::nlp
