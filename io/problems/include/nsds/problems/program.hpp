// Quadratic programs (qp.hpp) and affine variational inequalities (avi.hpp) share the object that owns them
// and the layout of their text files. With n unknowns, m inequalities and e equalities:
//
//   n m e    NM(M)    q (n)
//   NM(A)    b (m)            where m > 0: A z ≥ b
//   NM(C)    d (e)           where e > 0: C z = d
//   lower (n)    upper (n)   numbers, -inf in lower and inf in upper where there is no bound
//   qp or avi                the class; readers do not ask for it and ignore whatever follows upper
//
// NM(M) is described in lcp.hpp. For a quadratic program M is Q and q is p.
#pragma once

#include <memory>
#include <vector>

#include "nsds/numerics/avi.h"
#include "nsds/numerics/qp.h"
#include "nsds/problems/export.hpp"
#include "nsds/problems/file_error.hpp"
#include "nsds/problems/matrix.hpp"

namespace nsds::problems {

/// A z ≥ b, C z = d, lower ≤ z ≤ upper, z ∈ ℝⁿ. A matrix without rows is no constraint.
struct Constraints {
  Matrix A;                   ///< (m x n)
  std::vector<double> b;      ///< (m)
  Matrix C;                   ///< (e x n)
  std::vector<double> d;      ///< (e)
  std::vector<double> lower;  ///< (n), may be -infinite
  std::vector<double> upper;  ///< (n), may be infinite
};

/// A problem that owns its matrices and vectors. View: nsds_qp or nsds_avi.
template <class View>
class NSDS_PROBLEMS_API Program {
 public:
  /// M: (n x n), Q of a quadratic program; q: (n), its p. Throws std::invalid_argument when the sizes differ.
  Program(Matrix M, std::vector<double> q, Constraints constraints);
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  Program(Program&&) noexcept;
  Program& operator=(Program&&) noexcept;
  ~Program();

  /// The problem as numerics takes it. Borrowed, valid as long as this object or the one it was moved to
  /// lives.
  const View& view() const noexcept;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

// Exported by name, because their arguments are types of another library.
extern template class NSDS_PROBLEMS_API Program<nsds_qp>;
extern template class NSDS_PROBLEMS_API Program<nsds_avi>;

}  // namespace nsds::problems
