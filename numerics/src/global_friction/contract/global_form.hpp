// A problem in global form as mixed_laws.hpp reads it. Its unknowns are (r, v, lambda), its rows
//
//   u = H' v + b of contacts,   M v - q - H r - G' lambda = 0,   G v - d = 0,
//
// and its blocks the contacts, then the rows of momentum and the bilateral rows one by one, as `worst` counts them.
#pragma once

#include "friction/contract/mixed_laws.hpp"
#include "global_friction/problem.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::global_friction {

class GlobalForm {
 public:
  // problem: must outlive it. arena: for as long as it lives.
  GlobalForm(const Problem& problem, Arena& arena);

  std::size_t reactions() const { return problem_.reactions(); }
  std::size_t velocities() const { return index(problem_.velocities); }
  std::size_t size() const { return datum_.size(); }
  std::size_t blocks() const { return index(problem_.contacts) + size() - reactions(); }
  std::size_t first_row(std::size_t c) const {
    const std::size_t count = index(problem_.contacts);
    return c < count ? index(problem_.dimension) * c : reactions() + c - count;
  }
  std::size_t block_of(std::size_t row) const {
    const std::size_t count = index(problem_.contacts);
    return row < reactions() ? row / index(problem_.dimension) : count + row - reactions();
  }
  std::int32_t number(std::size_t c) const { return static_cast<std::int32_t>(c); }
  bool is_row(std::size_t c) const { return c >= index(problem_.contacts); }
  double lower(std::size_t /*row*/) const { return -infinity; }
  double upper(std::size_t /*row*/) const { return infinity; }
  const friction::Problem& contacts() const { return contacts_; }
  std::size_t contact(std::size_t c) const { return c; }
  const friction::Division& division(std::size_t /*c*/) const { return division_; }
  const double* datum() const { return datum_.data(); }
  const double* floor() const { return problem_.floor; }
  template <class Visit>
  void walk(Visit&& visit) const {
    const auto v = static_cast<std::int32_t>(reactions()), lambda = v + problem_.velocities;
    numerics::for_each_entry(problem_.H, [&](std::int32_t i, std::int32_t j, double value) {
      visit(j, v + i, value);
      visit(v + i, j, -value);
    });
    numerics::for_each_entry(
        problem_.M, [&](std::int32_t i, std::int32_t j, double value) { visit(v + i, v + j, value); });
    if (problem_.constraints == 0) return;
    numerics::for_each_entry(*problem_.G, [&](std::int32_t k, std::int32_t i, double value) {
      visit(lambda + k, v + i, value);
      visit(v + i, lambda + k, -value);
    });
  }

 private:
  const Problem& problem_;
  friction::Problem contacts_;
  friction::Division division_;
  std::span<double> datum_;  // (b, -q, -d)
};

}  // namespace nsds::numerics::global_friction
