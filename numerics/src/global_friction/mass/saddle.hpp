// Factorises M with the bilateral rows, [M -G'; G 0] [v; lambda] = [f; g], once, and solves often.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/deadline.hpp"
#include "core/sentence.hpp"
#include "nsds/numerics/factorization.h"
#include "nsds/numerics/matrix.h"

namespace nsds::numerics::global_friction {

inline void say_no_time_for_mass(const Sentence& sentence) {
  sentence.write("The time limit leaves no time to factorise problem.M; raise time_limit.");
}

// Rows and columns are brought to size one first. Where M is symmetric the matrix is that of (v, -lambda),
// symmetric and factorised with a regularisation that refinement takes out again, so that redundant rows of G
// do no harm as long as they do not contradict each other; else they are refused as singular.
class Saddle {
 public:
  // Factorisations that cannot be done by the deadline are not begun.
  explicit Saddle(const Deadline& deadline = {}) : deadline_(deadline) {}

  // G: Nullable. False, and a sentence, where the matrix is singular to working precision.
  bool factorise(const nsds_matrix& M, const nsds_matrix* G, const Sentence& sentence);
  // Factorises with an M that is known to be symmetric and positive definite, which is cheaper.
  bool factorise_definite(const nsds_matrix& M, const nsds_matrix* G);

  // Tells whether the last one was not done because there was no time for it.
  bool lacked_time() const { return lacked_time_; }

  std::int32_t velocities() const { return n_; }
  std::int32_t size() const { return n_ + m_; }
  // X: (size x columns) in: right-hand sides, out: v above lambda. False where a number is not finite.
  bool solve(double* X, std::int32_t columns) const;

 private:
  struct Release {
    void operator()(nsds_factorization* factorization) const { nsds_factorization_free(factorization); }
  };
  void set(const nsds_matrix& M, const nsds_matrix* G);
  bool attempt(nsds_factorization_kind kind, double delta);
  void set_scales(const nsds_matrix& M, const nsds_matrix* G);
  void gather(const nsds_matrix& M, const nsds_matrix* G);

  Deadline deadline_;
  bool lacked_time_ = false;
  std::int32_t n_ = 0, m_ = 0;
  std::vector<double> scale_;  // (n + m)
  std::vector<std::int32_t> starts_, rows_;
  std::vector<double> values_;
  std::unique_ptr<nsds_factorization, Release> factors_;
};

}  // namespace nsds::numerics::global_friction
