// Judges points of complementarity problems over cones by the section "Second-order cones" of docs/ok.md. It is written from that page, in
// extended precision, shares nothing with the library, and takes its time.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "truth/judge.hpp"

namespace nsds::test {

enum class ConeShape { free, nonnegative, lorentz };

// A block of consecutive unknowns.
struct ConeBlock {
  ConeShape shape;
  int size;
  double mu;  // of a Lorentz cone
};

// w = M z + q, K ∋ z ⟂ w ∈ K*.
struct ConeProblem {
  Eigen::MatrixXd M;
  Eigen::VectorXd q;
  std::vector<ConeBlock> cones;
  Eigen::VectorXd floor;  // (rows), or empty: what of a row was lost on the way
};

// The worst of the judgement is the first row of a part. leeway: by what factor all thresholds but the tolerance are widened, since two
// programs that round differently see the same number on both sides of one. What is ok with leeway 1 is so with more.
Judgement judge_cones(const ConeProblem& problem, const Eigen::VectorXd& z, double tolerance = 1e-8,
                      double leeway = 1.0);

// The value of judge_cones.
double judged_cones(const ConeProblem& problem, const Eigen::VectorXd& z, double tolerance = 1e-8);

}  // namespace nsds::test
