// The inner loop of every sweep: what the other contacts and q give at one contact.
#pragma once

#include "friction/islands/island.hpp"
#include "linalg/wide.hpp"

namespace nsds::numerics::friction {

// b = q_c + the sum of W_cj r_j over the other contacts j, (pad).
template <int D>
NSDS_LOOP void row_product(const Island<D>& island, std::size_t c, const double* r, double* b) {
  const double* W = island.blocks.data() + block_size<D> * index(island.starts[c]);
  const std::int32_t* column = island.columns.data() + island.starts[c];
  const std::int32_t* const end = island.columns.data() + island.starts[c + 1];
  if constexpr (D == 3) {
    Quad sum0 = quad(island.q.data() + 4 * c).v, sum1{}, sum2{};
    for (; column != end; ++column, W += 12) {
      const double* x = r + 4 * index(*column);
      sum0 += quad(W).v * x[0];
      sum1 += quad(W + 4).v * x[1];
      sum2 += quad(W + 8).v * x[2];
    }
    quad(b).v = sum0 + (sum1 + sum2);
  } else if constexpr (D == rolling_rows) {
    constexpr std::size_t size = pad<D>;
    double sum[size];
    for (std::size_t i = 0; i < size; ++i) sum[i] = island.q[size * c + i];
    for (; column != end; ++column, W += block_size<D>) {
      const double* x = r + size * index(*column);
      for (std::size_t j = 0; j < D; ++j)
        for (std::size_t i = 0; i < size; ++i) sum[i] += W[size * j + i] * x[j];
    }
    for (std::size_t i = 0; i < size; ++i) b[i] = sum[i];
  } else {
    double sum0 = island.q[2 * c], sum1 = island.q[2 * c + 1];
    for (; column != end; ++column, W += 4) {
      const double* x = r + 2 * index(*column);
      sum0 += W[0] * x[0] + W[2] * x[1];
      sum1 += W[1] * x[0] + W[3] * x[1];
    }
    b[0] = sum0;
    b[1] = sum1;
  }
}

}  // namespace nsds::numerics::friction
