// Which multipliers are at a bound and which are between, from an instant on.
//
// Outputs that are not zero say so themselves. For the others the law holds for what the output is a moment later, to first
// order: with z = y for rows that multipliers act on at once (a row of D that is not zero), to which a part of y' too small to
// matter otherwise is added, and z = y' for the others,
//
//   z = S λ + q,   −z ∈ N_[lower, upper](λ),   S = D + ε C B or C B, row by row,
//
// one problem for all rows, which are so decided together. Where λ is at a bound and z = 0 the same law is asked for the
// derivatives of both. Where S is no P-matrix the problem may have several solutions: all are looked for, and more than one is
// refused, as a surface that repels. Reference: Heemels, Schumacher, Weiland (2000), SIAM J. Appl. Math. 60, 1234–1269.
#pragma once

#include <vector>

#include "simulation/event_driven/contacts/thresholds.hpp"
#include "simulation/event_driven/switches/first_order_model.hpp"
#include "simulation/event_driven/switches/switch_rows.hpp"

namespace nsds {

class ModeProblem {
 public:
  /// All are borrowed.
  ModeProblem(NonSmoothDynamicalSystem& nsds, FirstOrderModel& model, const SwitchRows& rows,
              const Thresholds& zero)
      : nsds_(nsds), model_(model), rows_(rows), zero_(zero) {}

  /// How large the states are: (n).
  Vector stateSizes(VectorConstRef x) const;
  /// How large the terms of the outputs are: (rows).
  Vector outputSizes(VectorConstRef x, VectorConstRef lambda, const FirstOrderPoint& point) const;

  /// Decides at a point. isZero: (rows) outputs that are zero whatever they are to rounding; states: in/out, the ones before
  /// settle what nothing else does; lambda: (rows) in/out. Errors: Error naming a row whose output no multiplier makes
  /// admissible, rows with several solutions, or with none.
  void decide(double t, VectorConstRef x, const std::vector<unsigned char>& isZero, RowStates& states,
              Vector& lambda);

 private:
  /// A problem over some rows, in the units of their outputs.
  struct Problem {
    std::vector<Index> rows;
    Matrix S;
    Vector q;
    Vector lower;
    Vector upper;
    Vector terms;  // how large those of z are
  };

  /// The derivative of z for constant multipliers, and what of it is rounding.
  struct Slope {
    Vector value;
    Vector rounding;
  };

  /// y' has this part beside y in z: enough to decide where y is zero, and nothing where it is not.
  static constexpr double partAhead = 1e-7;

  void chooseRows(double t, VectorConstRef x, const std::vector<unsigned char>& isZero, RowStates& states,
                  Vector& lambda);
  void checkDegree(double t, VectorConstRef x, VectorConstRef lambda) const;
  bool actsOnRate(Index row) const;
  Vector soon(const FirstOrderPoint& point) const;
  Problem problemAt(VectorConstRef lambda) const;
  Problem solveLeading(double t, VectorConstRef x, Vector& lambda);
  void classify(double t, const Problem& problem, const Slope& slope, RowStates& states, Vector& lambda);
  void checkModes(double t, VectorConstRef x, const RowStates& before, RowStates& states,
                  const Vector& lambda);

  // Derivatives (mode_derivatives.cpp)
  double fastest(VectorConstRef x) const;
  Slope slopeAt(double t, VectorConstRef x, const Problem& problem, const Vector& lambda) const;
  void classifyByDerivatives(double t, VectorConstRef x, const Problem& problem, const Slope& slope,
                             const RowStates& before, RowStates& states);
  Problem derivativeOf(const Problem& problem, const Slope& slope, const std::vector<unsigned char>& open,
                       const RowStates& states, std::vector<Index>& places) const;

  // Solutions (mode_solutions.cpp)
  Vector solve(double t, VectorConstRef x, const Problem& problem);
  Vector solveByModes(double t, VectorConstRef x, const Problem& problem) const;
  [[noreturn]] void refuseSeveral(double t, VectorConstRef x, const Problem& problem,
                                  std::size_t count) const;
  bool sameMotion(const Problem& problem, const Vector& one, const Vector& other) const;
  std::string names(const Problem& problem) const;

  NonSmoothDynamicalSystem& nsds_;
  FirstOrderModel& model_;
  const SwitchRows& rows_;
  const Thresholds& zero_;
  FirstOrderPoint point_;
  std::vector<Index> chosen_;            // rows of the problem
  std::vector<unsigned char> direct_;    // (rows) multipliers act on the output at once
  std::vector<unsigned char> zeroRows_;  // (rows) the output is zero
  double ahead_ = 0.0;                   // ε [s]
  Vector offset_;                        // (rows) of outputs that count as zero
  std::vector<Index> undecided_;         // places in the problem where λ is at a bound and z is zero
  bool warned_ = false;                  // of other solutions that were not looked for
};

}  // namespace nsds
