// A generic mechanical problem as mixed_laws.hpp reads it: rows over intervals, one by one, and contacts.
#pragma once

#include "friction/contract/mixed_laws.hpp"
#include "generic_mechanical/problem.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::generic_mechanical {

class MechanicalForm {
 public:
  // problem: must outlive it. arena: for as long as it lives.
  MechanicalForm(const MechanicalProblem& problem, Arena& arena);

  std::size_t size() const { return index(problem_.size); }
  std::size_t blocks() const { return first_.size(); }
  std::size_t first_row(std::size_t c) const { return index(first_[c]); }
  std::size_t block_of(std::size_t row) const { return index(block_of_[row]); }
  std::int32_t number(std::size_t c) const { return number_[c]; }
  bool is_row(std::size_t c) const { return problem_.kinds[number_[c]] != NSDS_BLOCK_FRICTION; }
  double lower(std::size_t row) const { return problem_.lower[row]; }
  double upper(std::size_t row) const { return problem_.upper[row]; }
  const friction::Problem& contacts() const { return contacts_; }
  std::size_t contact(std::size_t c) const { return index(number_[c]); }
  const friction::Division& division(std::size_t c) const {
    const std::int32_t block = number_[c];
    return problem_.starts[block + 1] - problem_.starts[block] == 2 ? plane : space;
  }
  const double* datum() const { return problem_.q; }
  const double* floor() const { return problem_.floor; }
  template <class Visit>
  void walk(Visit&& visit) const {
    for_each_entry(problem_.W, visit);
  }

 private:
  static constexpr friction::Division plane{2, {0, 1, 2, 2}}, space{2, {0, 1, 3, 3}};

  const MechanicalProblem& problem_;
  friction::Problem contacts_;              // contact k is block k of the caller
  std::span<std::int32_t> first_, number_;  // (blocks): first row, block of the caller
  std::span<std::int32_t> block_of_;        // (size)
};

}  // namespace nsds::numerics::generic_mechanical
