// The Delassus matrix of the rows of an index set, as a sparse matrix.
#pragma once

#include "nsds/kernel/compiled_model/condensed_operator.hpp"
#include "nsds/kernel/modeling/index_set.hpp"
#include "nsds/kernel/modeling/system_matrix.hpp"

namespace nsds {

/// W over the rows of the set, one after the other, in work proportional to the pairs of rows that share a system.
SparseMatrix rowMatrix(const CondensedOperator& condensed, const IndexSet& set);

}  // namespace nsds
