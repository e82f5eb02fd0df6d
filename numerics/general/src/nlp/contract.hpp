// Says whether a point with its multipliers satisfies the conditions of optimality of a program, by the contract of docs/ok.md.
#pragma once

#include "nlp/kkt_map.hpp"
#include "nonlinear/contract/until_content.hpp"

namespace nsds::numerics::nlp {

// The rows of the conditions at a point where the program was evaluated and differentiated. r: the gradient of the Lagrangian.
struct Conditions {
  std::span<const double> x, multipliers, r, c;
  double f;
};

// The terms of a row of r are |∇f_j - (H x)_j| + (|H||x|)_j + (|J|'|multipliers|)_j, H the Hessian of the Lagrangian, and so no less than
// |∇f_j| + (|J|'|multipliers|)_j. Where a point holds beside these no Hessian is asked for. Where it does not, and the Hessian is one by
// differences, that is made only of points that are nearly solutions.
class ProgramContract {
 public:
  // program, arena: must outlive it. It stays where it is.
  ProgramContract(Program& program, double tolerance, Arena& arena);
  ProgramContract(const ProgramContract&) = delete;
  ProgramContract& operator=(const ProgramContract&) = delete;
  ~ProgramContract() = default;

  nsds_residual judge(const Conditions& at);
  // g ≥ 0 and h = 0 beside the terms of their rows.
  bool satisfies_constraints(std::span<const double> x, std::span<const double> c);
  // y: (n + m + e) in/out, x and multipliers of a point that is nearly a solution. As nonlinear/settle.hpp.
  bool settle(std::span<double> y, const SolveContext& context);

 private:
  void find_terms(const Conditions& at);
  nsds_residual judge_rows(const Conditions& at) const;
  bool asks_for_accounts(const Conditions& at) const;
  nsds_residual judge_with_hessian(const Conditions& at);

  Program& program_;
  double tolerance_;
  Arena& arena_;
  std::span<double> told_unknowns_, told_rows_;  // (n + m + e): 1 where the caller has told a unit, else 0
  std::span<double> terms_, datum_;              // (n + m + e), without the Hessian
  std::span<double> y_, b_;                      // (n + m + e)
  KktMap kkt_;
  nonlinear::MapContract of_map_;
};

// Tells nonlinear/contract/until_content.hpp what it has to know of a point of a program.
class ProgramJudge {
 public:
  // y: (n + m + e), which attempts write.
  ProgramJudge(Program& program, ProgramContract& contract, std::span<double> y, Arena& arena);

  double value();
  double natural();
  bool settle(const SolveContext& context) { return contract_.settle(y_, context); }

 private:
  bool evaluate();

  Program& program_;
  ProgramContract& contract_;
  std::span<double> y_, c_, r_;
  double f_ = 0.0;
};

}  // namespace nsds::numerics::nlp
