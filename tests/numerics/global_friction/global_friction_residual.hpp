// The residual of contact in global form written down again with Eigen, from nsds/numerics/
// global_friction_contact.h alone.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include "nsds/numerics/global_friction_contact.h"

namespace nsds::test {

/// A matrix of any storage as a sparse one of Eigen.
Eigen::SparseMatrix<double> to_sparse(const nsds_matrix& A);

struct GlobalUnknowns {
  Eigen::VectorXd v, r, u, lambda;

  explicit GlobalUnknowns(const nsds_global_friction_contact& problem);
};

/// The residual of the class at v, r and lambda.
double naive_residual(const nsds_global_friction_contact& problem, const GlobalUnknowns& x);

/// || M v - q - H r - G' lambda ||_inf over the largest of its terms.
double momentum_defect(const nsds_global_friction_contact& problem, const GlobalUnknowns& x);

}  // namespace nsds::test
