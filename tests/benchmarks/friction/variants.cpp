#include "benchmarks/friction/variants.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include "nsds/numerics/cpp/matrix.hpp"

namespace nsds::bench {
namespace {

// The engine is the same on every machine, the distributions of the library are not.
void shuffle(std::vector<std::int32_t>& order) {
  std::mt19937 random(1);
  for (std::size_t left = order.size(); left > 1; --left) std::swap(order[left - 1], order[random() % left]);
}

std::vector<std::int32_t> order_of(int contacts, const std::string& name) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(contacts));
  std::iota(order.begin(), order.end(), 0);
  if (name == "reversed") {
    std::reverse(order.begin(), order.end());
  } else if (name == "shuffled") {
    shuffle(order);
  } else if (name != "given") {
    throw std::invalid_argument("there is no order '" + name + "' of contacts");
  }
  return order;
}

// Block row c of the result is row order[c], its columns renumbered and sorted.
void permute(const nsds_bsr_arrays& W, const std::vector<std::int32_t>& order, Reduced& made) {
  const std::int32_t square = made.dimension * made.dimension;
  std::vector<std::int32_t> place(order.size());
  for (std::size_t c = 0; c < order.size(); ++c)
    place[static_cast<std::size_t>(order[c])] = static_cast<std::int32_t>(c);
  made.row_starts.assign(1, 0);
  made.value_starts.assign(1, 0);
  for (const std::int32_t row : order) {
    std::vector<std::pair<std::int32_t, const double*>> blocks;  // column and values
    for (std::int32_t k = W.row_starts[row]; k < W.row_starts[row + 1]; ++k)
      blocks.emplace_back(place[static_cast<std::size_t>(W.block_columns[k])], W.values + W.value_starts[k]);
    std::sort(blocks.begin(), blocks.end());
    for (const auto& [column, values] : blocks) {
      made.block_columns.push_back(column);
      made.values.insert(made.values.end(), values, values + square);
      made.value_starts.push_back(made.value_starts.back() + square);
    }
    made.row_starts.push_back(static_cast<std::int32_t>(made.block_columns.size()));
  }
}

}  // namespace

Reduced variant_of(const nsds_friction_contact& given, double factor, const std::string& order_name) {
  const int contacts = given.contacts, d = given.dimension;
  const std::vector<std::int32_t> order = order_of(contacts, order_name);
  const numerics::Matrix W(*given.W, NSDS_BSR, d);
  Reduced made;
  made.dimension = d;
  made.mu.resize(contacts);
  const Eigen::Index block = d;
  made.q.resize(block * contacts);
  for (int c = 0; c <= contacts; ++c) made.offsets.push_back(d * c);
  for (int c = 0; c < contacts; ++c) {
    const std::int32_t from = order[static_cast<std::size_t>(c)];
    made.mu[c] = factor * given.mu[from];
    made.q.segment(block * c, block) = Eigen::Map<const Eigen::VectorXd>(given.q + block * from, block);
  }
  permute(W.get().as.bsr, order, made);
  return made;
}

}  // namespace nsds::bench
