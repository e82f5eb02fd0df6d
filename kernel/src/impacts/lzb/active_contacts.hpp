// The contacts that a micro-step is about: those under compression, and those whose velocities they change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "nsds/kernel/modeling/system_matrix.hpp"

namespace nsds {

class ActiveContacts {
 public:
  /// W is borrowed.
  explicit ActiveContacts(const SparseMatrix& W)
      : W_(W), mark_(static_cast<std::size_t>(W.rows()), none), place_(mark_.size(), 0) {}

  /// Takes a contact in, or out; collect() makes the lists anew.
  void add(std::int32_t contact) { compressed_.push_back(contact); }
  template <class Done>
  void removeIf(const Done& done) {
    std::erase_if(compressed_, done);
  }
  void collect();

  /// The contacts under compression, by their numbers.
  const std::vector<std::int32_t>& compressed() const { return compressed_; }
  /// All contacts whose velocities change: those under compression first, in their order.
  const std::vector<std::int32_t>& moved() const { return moved_; }
  /// Adds (W x)_i to U_i of the first `rows` moved contacts; x: (compressed).
  void addVelocities(const double* x, std::size_t rows, double* U) const {
    for (std::size_t i = 0; i < rows; ++i) {
      double sum = 0.0;
      for (std::size_t k = starts_[i]; k < starts_[i + 1]; ++k) sum += values_[k] * x[columns_[k]];
      U[i] += sum;
    }
  }

 private:
  enum Mark : std::uint8_t { none, isCompressed, isMoved };

  const SparseMatrix& W_;
  std::vector<std::int32_t> compressed_, moved_;
  std::vector<Mark> mark_;
  std::vector<std::int32_t> place_;  // (contacts) in compressed_
  // The rows of W of moved contacts, the columns of compressed ones
  std::vector<std::size_t> starts_, columns_;
  std::vector<double> values_;
};

}  // namespace nsds
