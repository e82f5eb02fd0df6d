// Solves variational inequalities in C++, over vi.h: z in K, F(z)'(y - z) ≥ 0 for all y in K.
#pragma once

#include <exception>
#include <utility>
#include <vector>

#include "nsds/common/eigen.hpp"
#include "nsds/numerics/cpp/convex_qp.hpp"
#include "nsds/numerics/cpp/nonlinear_map.hpp"
#include "nsds/numerics/cpp/polyhedron.hpp"
#include "nsds/numerics/vi.h"

namespace nsds::numerics::vi {

using Vector = Eigen::Ref<const Eigen::VectorXd>;
using Projector = convex_qp::Projector;

// (n), may be infinite.
struct Box {
  Eigen::VectorXd lower, upper;
};

// A block of consecutive unknowns.
struct Cone {
  nsds_cone_kind kind;
  Eigen::Index size;
  double mu = 0.0;      // of a Lorentz cone
  Projector projector;  // of the kind projector

  static Cone free(Eigen::Index size) { return {NSDS_CONE_FREE, size, 0.0, {}}; }
  static Cone nonnegative(Eigen::Index size) { return {NSDS_CONE_NONNEGATIVE, size, 0.0, {}}; }
  static Cone lorentz(Eigen::Index size, double mu) { return {NSDS_CONE_LORENTZ, size, mu, {}}; }
  static Cone projected(Eigen::Index size, Projector projector) {
    return {NSDS_CONE_PROJECTOR, size, 0.0, std::move(projector)};
  }
};

struct Solution {
  Eigen::VectorXd z;            // (n)
  Eigen::VectorXd multipliers;  // of a polyhedron: of A z ≥ b, then of C z = d
  Eigen::VectorXd w;            // (n) F(z)
  Report report;                // report.status says whether z is a solution

  bool ok() const noexcept { return report.ok(); }
};

namespace detail {

// This is what Problem and qvi::Problem share, which derive from it: F, the set K, and solves.
template <class Problem>
class OverSet {
 public:
  OverSet(NonlinearMap F, Box box) : OverSet(std::move(F), box.lower.size()) {
    numerics::detail::require_fit(box.upper.size() == size(), "upper is");
    set_ = NSDS_VI_BOX;
    constraints_.lower = std::move(box.lower);
    constraints_.upper = std::move(box.upper);
  }
  // K a polyhedron of ℝⁿ, n = size.
  OverSet(NonlinearMap F, Eigen::Index size, Constraints constraints) : OverSet(std::move(F), size) {
    const auto fits = [size](const Eigen::VectorXd& bound) {
      return bound.size() == 0 || bound.size() == size;
    };
    numerics::detail::require_fit(fits(constraints.lower) && fits(constraints.upper), "lower or upper is");
    set_ = NSDS_VI_POLYHEDRON;
    constraints_ = std::move(constraints);
  }
  OverSet(NonlinearMap F, std::vector<Cone> cones) : OverSet(std::move(F), sum_of(cones)) {
    set_ = NSDS_VI_CONES;
    cones_ = std::move(cones);
  }
  // K what the projector projects onto, in ℝⁿ, n = size.
  OverSet(NonlinearMap F, Eigen::Index size, Projector projector) : OverSet(std::move(F), size) {
    set_ = NSDS_VI_PROJECTOR;
    projector_ = std::move(projector);
  }

  // What one of an unknown and of an F_i is, in which the residual is measured.
  Problem& set_scales(double z, double w) {
    scale_z_ = z;
    scale_w_ = w;
    return self();
  }

  Eigen::Index size() const noexcept { return size_; }

  // Solves in place. z: (n), multipliers: (rows) in/out (the start with the option warm_start), w: (n) out. Throws Error
  // where the call is refused, and what a callback threw; any other outcome is in the report.
  Report solve(Eigen::Ref<Eigen::VectorXd> z, Eigen::Ref<Eigen::VectorXd> multipliers,
               Eigen::Ref<Eigen::VectorXd> w, const Options& options, Workspace* workspace = nullptr) const {
    numerics::detail::require_fit(
        z.size() == size() && w.size() == size() && multipliers.size() == self().rows(),
        "z, multipliers or w is");
    typename Problem::Call call(self());
    return numerics::detail::solve({options, workspace}, call.rethrowing(Problem::solve_in_c), call.view(),
                                   z.data(), multipliers.data(), w.data());
  }

  // Solves from a starting point, (n), and returns the solution by value.
  Solution solve(const Vector& start, const Options& options = Options(Problem::problem_class),
                 Workspace* workspace = nullptr) const {
    Solution solution{start, Eigen::VectorXd::Zero(self().rows()), Eigen::VectorXd::Zero(size()), {}};
    Options from_start = options;
    from_start.set("warm_start", true);
    solution.report = solve(solution.z, solution.multipliers, solution.w, from_start, workspace);
    return solution;
  }

 protected:
  // The callbacks of one call, and what they have thrown.
  class Call {
    using Projecting = convex_qp::detail::Projecting;

   public:
    explicit Call(const OverSet& problem)
        : problem_(problem), F_(problem.F_, problem.size_), whole_{problem.projector_, problem.size_} {
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

    // Writes F and the set, borrowed from this and the problem, to a problem of C.
    template <class Made>
    void enter(Made& made) {
      const auto data = [](const Eigen::VectorXd& x) { return x.size() == 0 ? nullptr : x.data(); };
      const Constraints& constraints = problem_.constraints_;
      made.size = static_cast<int32_t>(problem_.size_);
      made.F = F_.view();
      made.set = problem_.set_;
      made.lower = data(constraints.lower);
      made.upper = data(constraints.upper);
      made.inequalities = static_cast<int32_t>(constraints.b.size());
      made.equalities = static_cast<int32_t>(constraints.d.size());
      made.A = constraints.A ? &*constraints.A : nullptr;
      made.b = data(constraints.b);
      made.C = constraints.C ? &*constraints.C : nullptr;
      made.d = data(constraints.d);
      made.cone_count = static_cast<int32_t>(cones_.size());
      made.cones = cones_.empty() ? nullptr : cones_.data();
      made.project = problem_.projector_ ? Projecting::project : nullptr;
      made.user = problem_.projector_ ? &whole_ : nullptr;
      made.scale_z = problem_.scale_z_;
      made.scale_w = problem_.scale_w_;
    }

    // A function of C that throws what F or a projector threw.
    template <class Function>
    auto rethrowing(Function function) const {
      return [this, function](auto... arguments) {
        const nsds_status status = F_.rethrowing(function)(arguments...);
        for (const Projecting& block : blocks_)
          if (block.thrown) std::rethrow_exception(block.thrown);
        if (whole_.thrown) std::rethrow_exception(whole_.thrown);
        return status;
      };
    }

   private:
    const OverSet& problem_;
    NonlinearMap::Call F_;
    Projecting whole_;
    std::vector<Projecting> blocks_;
    std::vector<nsds_cone> cones_;
  };

  // How many multipliers the set has: one for each row of a polyhedron.
  Eigen::Index multipliers_of_set() const { return constraints_.rows(); }

 private:
  OverSet(NonlinearMap F, Eigen::Index size) : F_(std::move(F)), size_(size) {}

  Problem& self() { return static_cast<Problem&>(*this); }
  const Problem& self() const { return static_cast<const Problem&>(*this); }

  static Eigen::Index sum_of(const std::vector<Cone>& cones) {
    Eigen::Index sum = 0;
    for (const Cone& cone : cones) sum += cone.size;
    return sum;
  }

  NonlinearMap F_;
  Eigen::Index size_ = 0;
  nsds_vi_set set_ = NSDS_VI_NO_SET;
  Constraints constraints_;  // the bounds of a box too
  std::vector<Cone> cones_;
  Projector projector_;
  double scale_z_ = 0.0, scale_w_ = 0.0;  // 0: 1
};

}  // namespace detail

// A problem keeps copies of its vectors, of the map and of projectors; the matrices of a polyhedron are views. Moves and copies.
//
//   Problem(F, Box{lower, upper}).solve(start);
class Problem : public detail::OverSet<Problem> {
  using OverK = detail::OverSet<Problem>;
  friend OverK;

  static constexpr nsds_class problem_class = NSDS_CLASS_VI;
  static constexpr auto solve_in_c = nsds_vi_solve;

  class Call : public OverK::Call {
   public:
    explicit Call(const Problem& problem) : OverK::Call(problem) {}

    nsds_vi view() {
      nsds_vi made;
      nsds_vi_init(&made);
      enter(made);
      return made;
    }
  };

  template <class Function>
  nsds_residual evaluated(Function function, const Vector& z, const Vector& multipliers) const {
    numerics::detail::require_fit(
        z.size() == size() && (multipliers.size() == 0 || multipliers.size() == rows()),
        "z or multipliers is");
    Call call(*this);
    return numerics::detail::residual("the residual needs a z within ordered bounds where F is defined",
                                      call.rethrowing(function), call.view(), z.data(),
                                      multipliers.size() == 0 ? nullptr : multipliers.data());
  }

 public:
  using OverK::OverK;

  // Multipliers.
  Eigen::Index rows() const { return multipliers_of_set(); }

  // Evaluates what ok means at the tolerance of 1e-8, at z: (n), multipliers: (rows), or none where they are to be found. Throws Error on
  // arguments that are refused, and what the map or a projector threw.
  nsds_residual residual(const Vector& z, const Vector& multipliers = Eigen::VectorXd()) const {
    return evaluated(nsds_vi_residual, z, multipliers);
  }

  // The same of the residual of the class.
  nsds_residual class_residual(const Vector& z, const Vector& multipliers = Eigen::VectorXd()) const {
    return evaluated(nsds_vi_class_residual, z, multipliers);
  }
};

}  // namespace nsds::numerics::vi
