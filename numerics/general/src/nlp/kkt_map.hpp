// The conditions of optimality of a program as a map over a box, which a mixed complementarity problem takes:
//
//   y = (x, lambda, mu),   F(y) = (∇f - J'(lambda, mu), g, h),   bounds of x, lambda ≥ 0, mu free,
//
// in the units of the program. Its natural map is the residual of nlp.h.
#pragma once

#include <optional>

#include "nlp/program.hpp"
#include "nonlinear/assembly.hpp"
#include "nonlinear/differences.hpp"
#include "nonlinear/map.hpp"

namespace nsds::numerics::nlp {

class KktMap {
 public:
  // program must outlive it. Without a Hessian the derivatives of ∇f - J'(lambda, mu) by x are found by differences.
  KktMap(Program& program, Arena& arena);
  KktMap(const KktMap&) = delete;
  KktMap& operator=(const KktMap&) = delete;
  ~KktMap() = default;

  nonlinear::Map& map() { return *map_; }
  const nonlinear::Map& map() const { return *map_; }
  // f where the map was evaluated last.
  const double& objective() const { return f_; }
  // What map() calls.
  const nsds_map& view() const { return view_; }
  // Throws what a callback of the program has thrown while the map was used.
  void rethrow() const;

 private:
  static int call_evaluate(void* user, const double* y, double* F);
  static int call_jacobian(void* user, const double* y, double* values);
  bool evaluate(std::span<const double> y, std::span<double> F);
  bool linearise(std::span<const double> y, std::span<double> values);
  bool curve_by_differences(std::span<const double> x, std::span<const double> multipliers);
  void set_hessian_pattern(Arena& arena);
  template <class Visit>
  void walk(const Visit& visit) const;
  std::span<const double> curvature() const {
    return program_.has_hessian() ? program_.hessian_entries() : hessian_;
  }

  Program& program_;
  double f_ = 0.0;
  std::size_t n_, rows_;
  std::span<double> lower_, upper_;       // (n + rows)
  std::span<double> c_, r_;               // (rows), (n)
  std::span<double> jacobian_;            // J where the map was linearised last
  nonlinear::Pattern hessian_pattern_{};  // every place where none is given
  std::span<double> hessian_;             // by differences
  std::optional<nonlinear::Assembly> assembly_;
  nonlinear::Differences differences_;
  nsds_map view_{};
  std::optional<nonlinear::Map> map_;
  std::optional<nonlinear::CallbackFailed> failure_;
};

}  // namespace nsds::numerics::nlp
