#include "formulations/dependent/independence.hpp"

#include <algorithm>
#include <cmath>

#include "formulations/dependent/matrix_entries.hpp"

namespace nsds {

namespace {

constexpr double clearlyLeft = 1e-6;            // of a row beside those before it
constexpr double mostOperations = 4e8;          // of a factorisation
constexpr std::size_t mostNumbers = 1U << 24U;  // of an envelope

}  // namespace

template <class Visit>
void IndependenceTest::forEachLower(const nsds_matrix& W, const Visit& visit) const {
  forEachEntry(W, [&](std::int32_t i, std::int32_t j, double value) {
    const std::int32_t row = place_[static_cast<std::size_t>(i)],
                       column = place_[static_cast<std::size_t>(j)];
    if (column >= 0 && row >= column)
      visit(static_cast<std::size_t>(row), static_cast<std::size_t>(column), value);
  });
}

void IndependenceTest::findEnvelope(const nsds_matrix& W, const std::vector<Index>& joints) {
  placesOf(joints, W.rows, place_);
  first_.resize(joints.size());
  for (std::size_t i = 0; i < first_.size(); ++i) first_[i] = i;
  forEachLower(W, [&](std::size_t i, std::size_t j, double value) {
    if (value != 0.0) first_[i] = std::min(first_[i], j);
  });
  starts_.clear();
  numbers_ = 0;
  operations_ = 0.0;
  for (std::size_t i = 0; i < first_.size(); ++i) {
    const std::size_t width = i - first_[i] + 1;
    starts_.push_back(numbers_);
    numbers_ += width;
    operations_ += static_cast<double>(width) * static_cast<double>(width);
  }
}

/// Gives the product of the rows i and j of the factor, before column j.
double IndependenceTest::product(std::size_t i, std::size_t j) {
  double sum = 0.0;
  for (std::size_t k = std::max(first_[i], first_[j]); k < j; ++k) sum += at(i, k) * at(j, k);
  return sum;
}

bool IndependenceTest::hasLargePivots(const nsds_matrix& W) {
  values_.assign(numbers_, 0.0);
  forEachLower(W, [&](std::size_t i, std::size_t j, double value) {
    if (j >= first_[i]) at(i, j) = value;
  });
  for (std::size_t i = 0; i < first_.size(); ++i) {
    for (std::size_t j = first_[i]; j < i; ++j) at(i, j) = (at(i, j) - product(i, j)) / at(j, j);
    const double diagonal = at(i, i), left = diagonal - product(i, i);
    if (!(left > clearlyLeft * diagonal)) return false;
    at(i, i) = std::sqrt(left);
  }
  return true;
}

bool IndependenceTest::passes(const nsds_matrix& W, const std::vector<Index>& joints) {
  findEnvelope(W, joints);
  return operations_ <= mostOperations && numbers_ <= mostNumbers && hasLargePivots(W);
}

}  // namespace nsds
