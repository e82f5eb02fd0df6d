// Interior points for affine problems over boxes: what interior_loop.hpp asks of them.
//
// Default max_iterations: 300 factorisations.
#include "affine/interior_point/affine_interior_point.hpp"

#include <algorithm>
#include <optional>

#include "affine/interior_point/interior_finish.hpp"
#include "affine/interior_point/interior_loop.hpp"
#include "affine/newton.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::affine {
namespace {

class AffineInterior {
 public:
  AffineInterior(const BoxProblem& box, double* z, SolveContext& context)
      : box_(box),
        arena_(*context.arena),
        n_(index(box.map.n)),
        result_(z, n_),
        diagonal_(take()),
        structure_(analyse()),
        z_(take()),
        l_(take()),
        u_(take()) {
    for (std::size_t i = 0; i < n_; ++i) {
      l_[i] = box_.lower[i] / box_.map.s_z;
      u_[i] = box_.upper[i] / box_.map.s_z;
    }
  }

  std::span<const double> lower() const { return l_; }
  std::span<const double> upper() const { return u_; }
  const Structure& structure() const { return structure_; }
  double alpha() const { return box_.map.s_z / box_.map.s_w; }
  bool finishes_early() const { return structure_.sparse; }

  void read_start(std::span<double> a) const {
    for (std::size_t i = 0; i < n_; ++i) a[i] = result_[i] / box_.map.s_z;
  }

  // Evaluates the point of the box that is nearest to a.
  bool evaluate(std::span<const double> a, std::span<double> w, double& residual) {
    for (std::size_t i = 0; i < n_; ++i)
      z_[i] = project(box_, static_cast<std::int32_t>(i), a[i] * box_.map.s_z);
    affine::evaluate(box_.map, structure_, z_.data(), w.data());
    residual = given_natural_map(box_, z_.data(), w.data());
    if (residual < best_) {
      best_ = residual;
      std::copy(z_.begin(), z_.end(), result_.begin());
    }
    for (std::size_t i = 0; i < n_; ++i) w[i] /= box_.map.s_w;
    return true;
  }

  static bool linearise(std::span<const double> /*a*/, std::span<const double> /*w*/) { return true; }

  SolverClaim finish(std::span<const double> a, std::span<const At> at, InteriorSystem& system,
                     const SolveContext& context) {
    if (structure_.sparse && !sparse_finish_) sparse_finish_.emplace(box_, structure_, system, arena_);
    for (std::size_t i = 0; i < n_; ++i) {
      z_[i] = project(box_, static_cast<std::int32_t>(i), a[i] * box_.map.s_z);
      if (at[i] != At::none) z_[i] = at[i] == At::lower ? box_.lower[i] : box_.upper[i];
      if (sparse_finish_) sparse_finish_->held()[i] = at[i] != At::none ? 1 : 0;
    }
    const SolverClaim claim =
        sparse_finish_ ? sparse_finish_->solve(z_, context) : finish_by_newton(box_, z_.data(), context);
    if (claim.status == NSDS_OK) std::copy(z_.begin(), z_.end(), result_.begin());
    return claim;
  }

 private:
  std::span<double> take() { return arena_.take<double>(n_); }

  Structure analyse() {
    Structure structure = analyse_structure(box_.map, diagonal_, arena_);
    if (structure.positive_diagonal && !structure.sparse)
      find_symmetry(box_.map, diagonal_, structure, arena_);
    return structure;
  }

  const BoxProblem& box_;
  Arena& arena_;
  std::size_t n_;
  std::span<double> result_, diagonal_;
  Structure structure_;
  std::span<double> z_, l_, u_;
  std::optional<InteriorFinish> sparse_finish_;
  double best_ = infinity;
};

}  // namespace

SolverClaim solve_interior_point(const BoxProblem& problem, double* z, SolveContext& context) {
  AffineInterior interior(problem, z, context);
  return InteriorPoint(interior, context).solve();
}

}  // namespace nsds::numerics::affine
