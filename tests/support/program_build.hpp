// What the makers of program_families.hpp share.
#pragma once

#include <cstdint>

#include "support/box_build.hpp"
#include "support/program_families.hpp"

namespace nsds::test {

// No bounds, p, b and d zero.
inline void start_program(int n, int m, int e, Program& program) {
  program.p = Eigen::VectorXd::Zero(n);
  program.b = Eigen::VectorXd::Zero(m);
  program.d = Eigen::VectorXd::Zero(e);
  program.lower = Eigen::VectorXd::Constant(n, -infinite);
  program.upper = Eigen::VectorXd::Constant(n, infinite);
}

// Entries of Q, A and C; those given twice are added.
struct ProgramEntries {
  Triplets Q, A, C;
};

inline void set_entries(const ProgramEntries& entries, Program& program) {
  const auto fill = [&](int rows, const Triplets& from, Eigen::SparseMatrix<double>& to) {
    to.resize(rows, program.size());
    to.setFromTriplets(from.begin(), from.end());
    to.makeCompressed();
  };
  program.sparse = true;
  fill(program.size(), entries.Q, program.sQ);
  fill(program.inequalities(), entries.A, program.sA);
  fill(program.equalities(), entries.C, program.sC);
}

// Each fills everything but spec and family.
void make_hock_schittkowski(int number, std::uint64_t seed, Program& program);
void make_dense_program(int n, std::uint64_t seed, Program& program);
void make_semidefinite_program(int n, std::uint64_t seed, Program& program);
void make_redundant_program(int n, std::uint64_t seed, Program& program);
void make_monotone_inequality(int n, std::uint64_t seed, Program& program);
void make_sparse_program(int n, std::uint64_t seed, Program& program);
void make_linear_program(int n, std::uint64_t seed, Program& program);
void make_degenerate_program(int n, std::uint64_t seed, Program& program);
void make_skew_inequality(int n, std::uint64_t seed, Program& program);

void make_portfolio(int n, std::uint64_t seed, Program& program);
void make_svm(int n, std::uint64_t seed, Program& program);
void make_lasso(int n, std::uint64_t seed, Program& program);
void make_control(int n, std::uint64_t seed, Program& program);
void make_isotonic(int n, std::uint64_t seed, Program& program);
void make_contact(int n, std::uint64_t seed, Program& program);

void make_cournot(int n, std::uint64_t seed, Program& program);
void make_traffic(int n, std::uint64_t seed, Program& program);
void make_game(int n, std::uint64_t seed, Program& program);

}  // namespace nsds::test
