// Solves quasi-variational inequalities in C++, over qvi.h: z in K(z), F(z)'(y - z) ≥ 0 for all y in K(z).
#pragma once

#include <exception>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "nsds/common/eigen.hpp"
#include "nsds/numerics/cpp/vi.hpp"
#include "nsds/numerics/qvi.h"

namespace nsds::numerics::qvi {

using Vector = vi::Vector;
using Projector = vi::Projector;
using vi::Box;
using vi::Cone;
using vi::Solution;  // multipliers: of g, then of A z ≥ b and C z = d

// The rows g(y, z) ≥ 0. Functions (y, z, out) return nothing, or a bool: false outside the domain. What they throw comes out
// of the call. Moves and copies.
//
//   Rows rows(2, [](const auto& y, const auto& z, auto g) { g = limit - y - z.reverse(); }, by_y);
class Rows {
 public:
  using Sparse = Eigen::SparseMatrix<double>;

  // by_y(y, z, J) writes all of the dense (count x n) J. The derivative by z is found by differences.
  template <class Function, class Jacobian>
  Rows(Eigen::Index count, Function g, Jacobian by_y)
      : count_(count),
        g_(answering<Eigen::Ref<Eigen::VectorXd>>(std::move(g))),
        by_y_(dense(std::move(by_y))) {}

  // by_y(y, z, values) writes the entries of the pattern, (count x n), column by column.
  template <class Function, class Jacobian>
  Rows(Function g, Sparse pattern, Jacobian by_y)
      : count_(pattern.rows()),
        g_(answering<Eigen::Ref<Eigen::VectorXd>>(std::move(g))),
        by_y_(sparse(std::move(pattern), std::move(by_y))) {}

  template <class Jacobian>
  Rows& set_by_z(Jacobian by_z) {
    by_z_ = dense(std::move(by_z));
    return *this;
  }
  template <class Jacobian>
  Rows& set_by_z(Sparse pattern, Jacobian by_z) {
    by_z_ = sparse(std::move(pattern), std::move(by_z));
    return *this;
  }
  // The entries of the pattern are found by differences, a few columns at a time.
  Rows& set_by_z(Sparse pattern) {
    by_z_ = Derivative{nullptr, std::move(pattern)};
    by_z_.pattern.makeCompressed();
    return *this;
  }

  // Says that both derivatives are constant.
  Rows& set_affine() {
    is_affine_ = true;
    return *this;
  }
  // What one of each row is, (count).
  Rows& set_scales(Eigen::VectorXd scales) {
    numerics::detail::require_fit(scales.size() == count_, "scales are");
    scales_ = std::move(scales);
    return *this;
  }

  Eigen::Index count() const noexcept { return count_; }

 private:
  friend class Problem;

  using Writer = std::function<bool(const Vector& y, const Vector& z, double* values)>;
  struct Derivative {
    Writer write;    // empty: by differences
    Sparse pattern;  // (0 x 0): dense
  };

  // A function that answers whether the points are in the domain; one that says nothing is defined everywhere.
  template <class Out, class Function>
  static std::function<bool(const Vector&, const Vector&, Out)> answering(Function function) {
    if constexpr (std::is_void_v<std::invoke_result_t<Function&, const Vector&, const Vector&, Out>>) {
      return [function = std::move(function)](const Vector& y, const Vector& z, Out out) {
        function(y, z, out);
        return true;
      };
    } else {
      return function;
    }
  }

  template <class Jacobian>
  Derivative dense(Jacobian jacobian) const {
    auto write = answering<Eigen::Ref<Eigen::MatrixXd>>(std::move(jacobian));
    return {[write = std::move(write), rows = count_](const Vector& y, const Vector& z, double* values) {
              return write(y, z, Eigen::Map<Eigen::MatrixXd>(values, rows, y.size()));
            },
            {}};
  }
  template <class Jacobian>
  static Derivative sparse(Sparse pattern, Jacobian jacobian) {
    pattern.makeCompressed();
    auto write = answering<Eigen::Ref<Eigen::VectorXd>>(std::move(jacobian));
    return {[write = std::move(write), count = pattern.nonZeros()](const Vector& y, const Vector& z,
                                                                   double* values) {
              return write(y, z, Eigen::Map<Eigen::VectorXd>(values, count));
            },
            std::move(pattern)};
  }

  Eigen::Index count_;
  std::function<bool(const Vector&, const Vector&, Eigen::Ref<Eigen::VectorXd>)> g_;
  Derivative by_y_, by_z_;
  bool is_affine_ = false;
  Eigen::VectorXd scales_;
};

// A problem keeps copies of its vectors, of the maps, of rows and of projectors; the matrices of a polyhedron are views. Moves
// and copies.
//
//   Problem(F, Box{lower, upper}).set_shift(c).solve(start);
//   Problem(F, Box{lower, upper}).set_rows(rows).solve(start);
class Problem : public vi::detail::OverSet<Problem> {
  using OverK = vi::detail::OverSet<Problem>;
  friend OverK;

  static constexpr nsds_class problem_class = NSDS_CLASS_QVI;
  static constexpr auto solve_in_c = nsds_qvi_solve;

  // The callbacks of one call, and what they have thrown.
  class Call : public OverK::Call {
   public:
    explicit Call(const Problem& problem) : OverK::Call(problem), problem_(problem) {
      if (problem.c_) c_.emplace(*problem.c_, problem.size());
    }

    nsds_qvi view() {
      nsds_qvi made;
      nsds_qvi_init(&made);
      enter(made);
      if (c_) made.c = c_->view();
      if (problem_.rows_) add_rows(*problem_.rows_, made);
      return made;
    }

    // A function of C that throws what a map, the rows or a projector threw.
    template <class Function>
    auto rethrowing(Function function) const {
      return [this, function](auto... arguments) {
        const nsds_status status = OverK::Call::rethrowing(function)(arguments...);
        if (c_) c_->rethrowing([] { return NSDS_OK; })();
        if (thrown_) std::rethrow_exception(thrown_);
        return status;
      };
    }

   private:
    void add_rows(const Rows& rows, nsds_qvi& made) {
      const auto jacobian = [](const Rows::Derivative& derivative, nsds_qvi_function call) {
        const bool sparse = derivative.pattern.cols() > 0;
        return nsds_qvi_jacobian{derivative.write ? call : nullptr,
                                 sparse ? derivative.pattern.outerIndexPtr() : nullptr,
                                 sparse ? derivative.pattern.innerIndexPtr() : nullptr};
      };
      made.rows = static_cast<int32_t>(rows.count_);
      made.g = call_g;
      made.g_by_y = jacobian(rows.by_y_, call_by_y);
      made.g_by_z = jacobian(rows.by_z_, call_by_z);
      made.g_is_affine = rows.is_affine_ ? 1 : 0;
      made.scale_g = rows.scales_.size() == 0 ? nullptr : rows.scales_.data();
      made.g_user = this;
    }

    // body(rows, y, z): whether they are in the domain.
    template <class Body>
    static int guarded(void* user, const double* y, const double* z, const Body& body) {
      Call& call = *static_cast<Call*>(user);
      const auto n = call.problem_.size();
      try {
        const bool is_inside = body(*call.problem_.rows_, Eigen::Map<const Eigen::VectorXd>(y, n),
                                    Eigen::Map<const Eigen::VectorXd>(z, n));
        return is_inside ? NSDS_MAP_EVALUATED : NSDS_MAP_OUTSIDE;
      } catch (...) {
        call.thrown_ = std::current_exception();
        return NSDS_MAP_FAILED;
      }
    }
    static int call_g(void* user, const double* y, const double* z, double* values) {
      return guarded(user, y, z, [values](const Rows& rows, const Vector& at_y, const Vector& at_z) {
        return rows.g_(at_y, at_z, Eigen::Map<Eigen::VectorXd>(values, rows.count_));
      });
    }
    static int call_by_y(void* user, const double* y, const double* z, double* values) {
      return guarded(user, y, z, [values](const Rows& rows, const Vector& at_y, const Vector& at_z) {
        return rows.by_y_.write(at_y, at_z, values);
      });
    }
    static int call_by_z(void* user, const double* y, const double* z, double* values) {
      return guarded(user, y, z, [values](const Rows& rows, const Vector& at_y, const Vector& at_z) {
        return rows.by_z_.write(at_y, at_z, values);
      });
    }

    const Problem& problem_;
    std::optional<NonlinearMap::Call> c_;
    std::exception_ptr thrown_ = nullptr;
  };

 public:
  using OverK::OverK;

  // Moves K by c(z).
  Problem& set_shift(NonlinearMap c) {
    c_ = std::move(c);
    return *this;
  }
  // Adds g(y, z) ≥ 0.
  Problem& set_rows(Rows rows) {
    rows_ = std::move(rows);
    return *this;
  }

  // How many multipliers there are.
  Eigen::Index rows() const { return (rows_ ? rows_->count() : 0) + multipliers_of_set(); }

  // Evaluates what ok means at the tolerance of 1e-8, at z: (n), multipliers: (rows). Throws Error on arguments that are refused, and what a
  // callback threw.
  nsds_residual residual(const Vector& z, const Vector& multipliers = Eigen::VectorXd()) const {
    return evaluated(nsds_qvi_residual, z, multipliers);
  }

  // The same of the residual of the class.
  nsds_residual class_residual(const Vector& z, const Vector& multipliers = Eigen::VectorXd()) const {
    return evaluated(nsds_qvi_class_residual, z, multipliers);
  }

 private:
  template <class Function>
  nsds_residual evaluated(Function function, const Vector& z, const Vector& multipliers) const {
    numerics::detail::require_fit(z.size() == size() && multipliers.size() == rows(), "z or multipliers is");
    Call call(*this);
    return numerics::detail::residual("the residual needs a z where F, c and g are defined",
                                      call.rethrowing(function), call.view(), z.data(), multipliers.data());
  }

  std::optional<NonlinearMap> c_;
  std::optional<Rows> rows_;
};

}  // namespace nsds::numerics::qvi
