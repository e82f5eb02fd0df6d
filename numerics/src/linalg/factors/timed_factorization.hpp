// Factorises sparse matrices of one pattern in the course of a call, as far as the call has time for it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/solve_context.hpp"
#include "nsds/numerics/factorization.h"

namespace nsds::numerics {

class TimedFactorization {
 public:
  // context: must outlive it.
  explicit TimedFactorization(const SolveContext& context) : context_(context) {}

  // Asks for memory that is not the arena's, which comes before all else.
  void create();
  // A: with the pattern of the last one, unless that was forgotten. False: singular, or the call has no time for it.
  bool factorise(const nsds_matrix& A, nsds_factorization_kind kind, double delta = 0.0);
  // Tells whether the last factorisation was not begun for lack of time.
  bool lacked_time() const { return lacked_time_; }
  void forget_pattern() { analysed_ = false; }

  // x: (n) in: the right-hand side, out: the solution. False: it is not finite.
  bool solve(std::span<double> x);
  // Gives what least_sparse_pivot gives.
  double least_pivot();

 private:
  struct Free {
    void operator()(nsds_factorization* factorization) const noexcept {
      nsds_factorization_free(factorization);
    }
  };

  const SolveContext& context_;
  std::unique_ptr<nsds_factorization, Free> factorization_;
  bool analysed_ = false;
  bool lacked_time_ = false;
};

}  // namespace nsds::numerics
