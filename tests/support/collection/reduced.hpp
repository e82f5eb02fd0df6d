// The reduced problem u = W r + q of an instance, W in block rows.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "support/collection/instance.hpp"

namespace nsds::bench {

struct Reduced {
  int dimension = 3;
  // W = H' M^-1 H in blocks of dimension x dimension, column by column each, with all offsets that
  // nsds_matrix_bsr asks for. With bilateral rows, M^-1 stands for what is left of it within G v = 0.
  std::vector<std::int32_t> offsets;  // (nc + 1) of rows and of columns
  std::vector<std::int32_t> row_starts, block_columns, value_starts;
  std::vector<double> values;
  Eigen::VectorXd q;  // (dimension nc): the velocity u without reactions
  Eigen::VectorXd mu;

  int contacts() const { return static_cast<int>(mu.size()); }
};

// W of a mesh or of a mechanism with bilateral rows is full, and not formed where that is too large.
bool is_reducible(const Instance& instance);

// Throws std::invalid_argument where it is not reducible.
Reduced reduce(const Instance& instance);

// W as a dense matrix, for small ones.
Eigen::MatrixXd dense(const Reduced& reduced);

// Of W, found without it: for small instances.
int rank_of_contacts(const Instance& instance);

}  // namespace nsds::bench
