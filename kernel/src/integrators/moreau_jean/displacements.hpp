// How velocities move the coordinates of a model over a step.
#pragma once

#include <vector>

#include "compiled_model/compiled_model.hpp"

namespace nsds {

class Displacements {
 public:
  explicit Displacements(const CompiledModel& model) : model_(model) {}

  void compile();
  /// q: (positions) out, q_k displaced by late v + early v_k; late and early: times [s]; v: (dofs).
  void move(const double* v, double late, double early, double* q);

 private:
  void turn(const double* v, double late, double early, double* q);

  struct CoordinateRange {
    std::int32_t position;
    std::int32_t dof;
    std::int32_t size;
  };

  const CompiledModel& model_;
  std::vector<CoordinateRange> additive_;  // of systems next to each other with q' = v, entry by entry
  std::vector<std::size_t> turning_;       // systems whose coordinates advance by a displacement
  Vector displacement_;
};

}  // namespace nsds
