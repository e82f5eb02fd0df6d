// What the makers of box_families.hpp share.
#pragma once

#include <limits>
#include <vector>

#include "support/box_families.hpp"

namespace nsds::test {

inline constexpr double infinite = std::numeric_limits<double>::infinity();

using Triplets = std::vector<Eigen::Triplet<double>>;

// All rows complementary, q = 0.
inline void start_box(int n, BoxProblem& problem) {
  problem.q = Eigen::VectorXd::Zero(n);
  problem.lower = Eigen::VectorXd::Zero(n);
  problem.upper = Eigen::VectorXd::Constant(n, infinite);
}

inline void free_row(int i, BoxProblem& problem) {
  problem.lower[i] = -infinite;
  problem.upper[i] = infinite;
}

// Entries given twice are added.
inline void set_sparse(const Triplets& entries, BoxProblem& problem) {
  const int n = problem.size();
  problem.sparse.resize(n, n);
  problem.sparse.setFromTriplets(entries.begin(), entries.end());
  problem.sparse.makeCompressed();
}

// Each fills everything but spec, family and the dense copy of a sparse matrix.
void make_obstacle(int n, double kind, BoxProblem& problem);
void make_bearing(int n, double eccentricity, BoxProblem& problem);
void make_twosided(int n, double unused, BoxProblem& problem);
void make_torsion(int n, double angle, BoxProblem& problem);

void make_nash(int firms, double number, BoxProblem& problem);  // of markets
void make_diodes(int diodes, double seed, BoxProblem& problem);
void make_floating(int diodes, double seed, BoxProblem& problem);
void make_sliding(int n, double seed, BoxProblem& problem);

void make_monotone(int n, double seed, BoxProblem& problem);
void make_sparse(int n, double seed, BoxProblem& problem);
void make_degenerate(int n, double seed, BoxProblem& problem);
void make_qp(int n, double seed, BoxProblem& problem);
void make_redundant(int n, double seed, BoxProblem& problem);
void make_relay(int n, double seed, BoxProblem& problem);
void make_boxes(int n, double seed, BoxProblem& problem);

}  // namespace nsds::test
