// Does what happens around every solver of a class over boxes, in the frame of core/call_frame.hpp.
#pragma once

#include <optional>
#include <span>

#include "box/registry.hpp"
#include "core/call_frame.hpp"
#include "linalg/matrix_claim.hpp"

namespace nsds::numerics::box {

// A function of the class, borrowed for the length of a call: the problem with its units; nothing, and a
// sentence, where it is not admissible.
class Describe {
 public:
  template <class Function>
  Describe(const Function& function)  // NOLINT(google-explicit-constructor)
      : function_(&function), call_([](const void* f, Arena& arena, const Sentence& sentence) {
          return (*static_cast<const Function*>(f))(arena, sentence);
        }) {}
  std::optional<Problem> operator()(Arena& arena, const Sentence& sentence) const {
    return call_(function_, arena, sentence);
  }

 private:
  const void* function_;
  std::optional<Problem> (*call_)(const void* function, Arena& arena, const Sentence& sentence);
};

// A point as the caller has it: the first `primal` unknowns, then multipliers, in the units of the caller.
struct CallerPoint {
  const double* z;
  const double* multipliers;  // Nullable: zero

  bool is_given(const Problem& problem) const;
  // x: (n) out, in the units of the box.
  void read(const Problem& problem, std::span<double> x) const;
};

// A solve writes this, and reads of it where it starts warm.
struct CallerVectors {
  double* z;
  double* multipliers = nullptr;  // Nullable
  double* w = nullptr;            // Nullable; of classes without multipliers

  CallerPoint point() const { return {z, multipliers}; }
  // Tells whether the vectors are there, and finite where they are read; if not, writes a sentence.
  bool check(const Problem& problem, bool warm_start, const Sentence& sentence) const;
  // x: (n) in the units of the caller, w_of_x: (n).
  void write(const Problem& problem, std::span<const double> x, std::span<const double> w_of_x) const;
  // Tells whether the caller has room for all of it.
  bool has_all(const Problem& problem) const {
    return multipliers != nullptr || problem.map.n == problem.primal;
  }
};

// Runs one call, whatever its class. The class checks its struct and lays the bounds out.
struct Call {
  CallArguments common;
  std::span<const Solver> solvers;  // of the class
  CallerVectors unknowns;
  Describe describe;
};

// False, and a sentence, where M is an operator.
bool has_entries(const Problem& problem, const Sentence& sentence);

nsds_status solve(const Call& call);

// Does what the residual function of a class does once its struct is understood: measures row by row.
nsds_status evaluate_residual(nsds_class problem_class, const Describe& describe, const CallerPoint& point,
                              nsds_residual* residual);

// The options of a call, for the claim about its matrices.
inline nsds_reuse reuse_of(const nsds_options* options) {
  return options == nullptr ? NSDS_REUSE_NONE : options->reuse();
}

// A problem over a box as its class has laid it out.
struct GivenBox {
  nsds_class problem_class;
  std::int32_t size;
  const nsds_matrix* M;
  const double* q;
  const double* lower;
  const double* upper;
  const double* floor;  // Nullable
};

// Checks and measures what describe has to once the bounds are there: the entries of M and q, the bounds, the
// units.
std::optional<Problem> checked(const GivenBox& given, nsds_workspace* workspace, nsds_reuse reuse,
                               const Sentence& sentence);

}  // namespace nsds::numerics::box
