// Rows of H and of W^-1 H^T over the degrees of freedom they touch, row after row in one array: what a step
// reads again and again. Rows of constant operators hold their entries that are not zero; where W alone
// changes they hold all of their systems', refreshed after each linearisation. On systems with a support
// (condensed_operator.hpp) they hold H alone: W^-1 is applied to the sum of all inputs.
#pragma once

#include <cstdint>
#include <vector>

#include "nsds/kernel/compiled_model/condensed_operator.hpp"

namespace nsds {

class FlatRows {
 public:
  struct Entry {
    double left;   // of H
    double right;  // of W^-1 H^T
    std::int32_t dof;
    std::int32_t position;  // of the coordinate, where those are indexed like velocities within a system
  };
  struct Range {
    const Entry* first;
    const Entry* last;
    const Entry* begin() const { return first; }
    const Entry* end() const { return last; }
  };

  void clear();
  /// Rows are appended in the order of the model's flat vectors; those skipped are empty.
  void append(const CondensedOperator& condensed, const CondensedInteraction& interaction, bool constant);
  void skip(std::int32_t rows) {
    starts_.insert(starts_.end(), static_cast<std::size_t>(rows), starts_.back());
  }
  /// Takes the present values of an interaction that was appended as not constant.
  void refresh(const CondensedOperator& condensed, const CondensedInteraction& interaction);

  Range operator[](std::int32_t row) const {
    const std::int32_t* start = starts_.data() + row;
    return {entries_.data() + start[0], entries_.data() + start[1]};
  }
  /// y = H q + b and u = H v, in all rows; q over coordinates, v over degrees of freedom.
  void outputs(const double* q, const double* v, const double* b, double* y, double* u) const;
  /// H_row q, q over coordinates.
  double dotPositions(std::int32_t row, const double* q) const {
    double sum = 0.0;
    for (const Entry& entry : (*this)[row]) sum += entry.left * q[entry.position];
    return sum;
  }
  /// H_row x, x over degrees of freedom.
  double dot(std::int32_t row, const double* x) const {
    double sum = 0.0;
    for (const Entry& entry : (*this)[row]) sum += entry.left * x[entry.dof];
    return sum;
  }

 private:
  std::vector<std::int32_t> starts_{0};  // (rows + 1)
  std::vector<Entry> entries_;
};

}  // namespace nsds
