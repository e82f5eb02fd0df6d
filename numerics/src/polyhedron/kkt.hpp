// A problem over a polyhedron, min 1/2 z'Q z + p'z or the variational inequality of Q z + p, as the problem
// over a box that its conditions of optimality are:
//
//   x = (z, lambda, mu),   [Q -A' -C'; A 0 0; C 0 0] x + (p, -b, -d),   bounds of z, lambda >= 0, mu free,
//
// every row and unknown in its unit (qp.h), so that s_z = s_w = 1.
#pragma once

#include <optional>

#include "box/driver.hpp"
#include "nsds/numerics/export.h"

namespace nsds::numerics::polyhedron {

// This is nsds_qp or nsds_avi, whose conditions differ in names only.
struct Problem {
  nsds_class problem_class;
  const char *Q_name, *p_name;
  std::int32_t size, inequalities, equalities;
  const nsds_matrix* Q;
  const double* p;
  const nsds_matrix* A;
  const double* b;
  const nsds_matrix* C;
  const double* d;
  const double *lower, *upper;  // Nullable
  const double* floor;          // (size + inequalities + equalities), Nullable
};

// Returns nothing, and a sentence, where the problem given is not admissible.
NSDS_NUMERICS_API std::optional<box::Problem> kkt_problem(const Problem& given, nsds_workspace* workspace,
                                                          nsds_reuse reuse, Arena& arena,
                                                          const Sentence& sentence);

}  // namespace nsds::numerics::polyhedron
