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
class Problem {
  using Projecting = convex_qp::detail::Projecting;

  // The callbacks of one call, and what they have thrown.
  class Call {
   public:
    explicit Call(const Problem& problem)
        : problem_(problem), F_(problem.F_, problem.size_), whole_{problem.projector_, problem.size_} {
      if (problem.c_) c_.emplace(*problem.c_, problem.size_);
      blocks_.reserve(problem.cones_.size());  // the cones point at them
      for (const Cone& cone : problem.cones_) {
        blocks_.push_back({cone.projector, cone.size});
        cones_.push_back({cone.kind, static_cast<int32_t>(cone.size), cone.mu,
                          cone.projector ? Projecting::project : nullptr, &blocks_.back()});
      }
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    ~Call() = default;

    nsds_qvi view() {
      nsds_qvi made = problem_.view_of_set();
      made.F = F_.view();
      if (c_) made.c = c_->view();
      made.cones = cones_.empty() ? nullptr : cones_.data();
      if (problem_.projector_) made.project = Projecting::project, made.user = &whole_;
      if (problem_.rows_) add_rows(*problem_.rows_, made);
      return made;
    }

    // A function of C that throws what a map, the rows or a projector threw.
    template <class Function>
    auto rethrowing(Function function) const {
      return [this, function](auto... arguments) {
        const nsds_status status = F_.rethrowing(function)(arguments...);
        if (c_) c_->rethrowing([] { return NSDS_OK; })();
        if (thrown_) std::rethrow_exception(thrown_);
        for (const Projecting& block : blocks_)
          if (block.thrown) std::rethrow_exception(block.thrown);
        if (whole_.thrown) std::rethrow_exception(whole_.thrown);
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
      const auto n = call.problem_.size_;
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
    NonlinearMap::Call F_;
    std::optional<NonlinearMap::Call> c_;
    Projecting whole_;
    std::vector<Projecting> blocks_;
    std::vector<nsds_cone> cones_;
    std::exception_ptr thrown_ = nullptr;
  };

 public:
  Problem(NonlinearMap F, Box box) : Problem(std::move(F), box.lower.size()) {
    numerics::detail::require_fit(box.upper.size() == size(), "upper is");
    set_ = NSDS_VI_BOX;
    constraints_.lower = std::move(box.lower);
    constraints_.upper = std::move(box.upper);
  }
  // K a polyhedron of ℝⁿ, n = size.
  Problem(NonlinearMap F, Eigen::Index size, Constraints constraints) : Problem(std::move(F), size) {
    const auto fits = [size](const Eigen::VectorXd& bound) {
      return bound.size() == 0 || bound.size() == size;
    };
    numerics::detail::require_fit(fits(constraints.lower) && fits(constraints.upper), "lower or upper is");
    set_ = NSDS_VI_POLYHEDRON;
    constraints_ = std::move(constraints);
  }
  Problem(NonlinearMap F, std::vector<Cone> cones) : Problem(std::move(F), sum_of(cones)) {
    set_ = NSDS_VI_CONES;
    cones_ = std::move(cones);
  }
  // K what the projector projects onto, in ℝⁿ, n = size.
  Problem(NonlinearMap F, Eigen::Index size, Projector projector) : Problem(std::move(F), size) {
    set_ = NSDS_VI_PROJECTOR;
    projector_ = std::move(projector);
  }

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
  // What one of an unknown and of an F_i is, in which the residual is measured.
  Problem& set_scales(double z, double w) {
    scale_z_ = z;
    scale_w_ = w;
    return *this;
  }

  Eigen::Index size() const noexcept { return size_; }
  // How many multipliers there are.
  Eigen::Index rows() const { return (rows_ ? rows_->count() : 0) + constraints_.rows(); }

  // Solves in place. z: (n), multipliers: (rows) in/out (the start with the option warm_start), w: (n) out. Throws Error
  // where the call is refused, and what a callback threw; any other outcome is in the report.
  Report solve(Eigen::Ref<Eigen::VectorXd> z, Eigen::Ref<Eigen::VectorXd> multipliers,
               Eigen::Ref<Eigen::VectorXd> w, const Options& options, Workspace* workspace = nullptr) const {
    numerics::detail::require_fit(z.size() == size() && w.size() == size() && multipliers.size() == rows(),
                                  "z, multipliers or w is");
    Call call(*this);
    return numerics::detail::solve({options, workspace}, call.rethrowing(nsds_qvi_solve), call.view(),
                                   z.data(), multipliers.data(), w.data());
  }

  // Solves from a starting point, (n), and returns the solution by value.
  Solution solve(const Vector& start, const Options& options = Options(NSDS_CLASS_QVI),
                 Workspace* workspace = nullptr) const {
    Solution solution{start, Eigen::VectorXd::Zero(rows()), Eigen::VectorXd::Zero(size()), {}};
    Options from_start = options;
    from_start.set("warm_start", true);
    solution.report = solve(solution.z, solution.multipliers, solution.w, from_start, workspace);
    return solution;
  }

  // Evaluates the residual of the class at z: (n), multipliers: (rows). Throws Error on arguments that are refused, and what a
  // callback threw.
  nsds_residual residual(const Vector& z, const Vector& multipliers = Eigen::VectorXd()) const {
    numerics::detail::require_fit(z.size() == size() && multipliers.size() == rows(), "z or multipliers is");
    Call call(*this);
    return numerics::detail::residual("the residual needs a z where F, c and g are defined",
                                      call.rethrowing(nsds_qvi_residual), call.view(), z.data(),
                                      multipliers.data());
  }

 private:
  Problem(NonlinearMap F, Eigen::Index size) : F_(std::move(F)), size_(size) {}

  static Eigen::Index sum_of(const std::vector<Cone>& cones) {
    Eigen::Index sum = 0;
    for (const Cone& cone : cones) sum += cone.size;
    return sum;
  }

  // All but what has callbacks, borrowed from this object.
  nsds_qvi view_of_set() const {
    const auto data = [](const Eigen::VectorXd& x) { return x.size() == 0 ? nullptr : x.data(); };
    nsds_qvi made;
    nsds_qvi_init(&made);
    made.size = static_cast<int32_t>(size_);
    made.set = set_;
    made.lower = data(constraints_.lower);
    made.upper = data(constraints_.upper);
    made.inequalities = static_cast<int32_t>(constraints_.b.size());
    made.equalities = static_cast<int32_t>(constraints_.d.size());
    made.A = constraints_.A ? &*constraints_.A : nullptr;
    made.b = data(constraints_.b);
    made.C = constraints_.C ? &*constraints_.C : nullptr;
    made.d = data(constraints_.d);
    made.cone_count = static_cast<int32_t>(cones_.size());
    made.scale_z = scale_z_;
    made.scale_w = scale_w_;
    return made;
  }

  NonlinearMap F_;
  Eigen::Index size_;
  nsds_vi_set set_ = NSDS_VI_NO_SET;
  Constraints constraints_;  // the bounds of a box too
  std::vector<Cone> cones_;
  Projector projector_;
  std::optional<NonlinearMap> c_;
  std::optional<Rows> rows_;
  double scale_z_ = 0.0, scale_w_ = 0.0;  // 0: 1
};

}  // namespace nsds::numerics::qvi
