#include "generic_mechanical/elimination.hpp"

#include <algorithm>

#include "generic_mechanical/pseudo_inverse.hpp"

namespace nsds::numerics::generic_mechanical {
namespace {

// visit(row, column, value) for the stored entries of the island.
template <class Visit>
void for_each_entry_of(const Island& island, Visit&& visit) {
  for (std::size_t block = 0; block < island.blocks(); ++block) {
    const double* value = island.values_of(block);
    for (const std::int32_t column : island.columns_of(block))
      for (std::size_t i = 0; i < island.rows(block); ++i)
        visit(island.first(block) + i, index(column), *value++);
  }
}

}  // namespace

Elimination::Elimination(const Island& island, std::span<const double> start, std::size_t count, Arena& arena)
    : island_(island),
      start_(start),
      count_(count),
      others_(island.size() - count),
      arena_(arena),
      member_(arena.take<std::int32_t>(island.size(), -1)),
      other_(arena.take<std::int32_t>(island.size(), -1)),
      matrix_(arena.take<double>(count * count, 0.0)),
      response_(count == 0 ? std::span<double>{} : arena.take<double>(count * (others_ + 1), 0.0)) {
  std::int32_t members = 0, others = 0;
  for (std::size_t block = 0; block < island.blocks(); ++block) {
    const bool equality = island.kinds[block] == NSDS_BLOCK_EQUALITY;
    for (std::size_t i = island.first(block); i < island.first(block) + island.rows(block); ++i)
      (equality ? member_[i] : other_[i]) = equality ? members++ : others++;
  }
}

bool Elimination::factorise() {
  if (count_ == 0) return true;
  double* const right = &response_[count_ * others_];
  for (std::size_t i = 0; i < island_.size(); ++i)
    if (member_[i] >= 0) right[member_[i]] = island_.q[i];
  for_each_entry_of(island_, [&](std::size_t i, std::size_t j, double value) {
    if (member_[i] < 0) return;
    if (member_[j] >= 0) {
      matrix_[index(member_[j]) * count_ + index(member_[i])] = value;
      right[member_[i]] += value * start_[j];
    } else {
      response_[index(other_[j]) * count_ + index(member_[i])] = value;
    }
  });
  return apply_pseudo_inverse(matrix_.data(), count_, response_, others_ + 1, arena_);
}

void Elimination::fill(std::span<const std::int32_t> place, std::size_t n, std::span<double> S) const {
  struct Coupling {  // of W_RE
    std::size_t row, member;
    double value;
  };
  // S begins as W_RR, while the entries of W_RE are counted.
  std::size_t count = 0;
  for_each_entry_of(island_, [&](std::size_t i, std::size_t j, double value) {
    if (place[i] < 0) return;
    if (place[j] >= 0)
      S[index(place[j]) * n + index(place[i])] += value;
    else
      ++count;
  });
  // Each column loses W_RE times what the eliminated rows answer to it.
  const Arena::Mark mark = arena_.mark();
  const std::span<Coupling> couplings = arena_.take<Coupling>(count);
  count = 0;
  for_each_entry_of(island_, [&](std::size_t i, std::size_t j, double value) {
    if (place[i] >= 0 && place[j] < 0) couplings[count++] = {index(place[i]), index(member_[j]), value};
  });
  for (std::size_t k = 0; k < island_.size(); ++k) {
    if (place[k] < 0) continue;
    double* const column = &S[index(place[k]) * n];
    const double* const response = &response_[index(other_[k]) * count_];
    for (const Coupling& coupling : couplings)
      column[coupling.row] -= coupling.value * response[coupling.member];
  }
  arena_.rewind(mark);
}

void Elimination::fill_vector(std::span<const std::int32_t> place, std::span<double> q) const {
  for (std::size_t i = 0; i < island_.size(); ++i)
    if (place[i] >= 0) q[index(place[i])] = island_.q[i];
  for_each_entry_of(island_, [&](std::size_t i, std::size_t j, double value) {
    if (place[i] < 0 || member_[j] < 0) return;
    q[index(place[i])] += value * (start_[j] - response_[count_ * others_ + index(member_[j])]);
  });
}

void Elimination::recover(std::span<double> lambda) const {
  if (count_ == 0) return;
  const Arena::Mark mark = arena_.mark();
  const std::span<double> x = arena_.take<double>(count_), w = arena_.take<double>(island_.size());
  std::copy_n(&response_[count_ * others_], count_, x.begin());
  for (std::size_t k = 0; k < island_.size(); ++k) {
    if (other_[k] < 0 || lambda[k] == 0.0) continue;
    const double* const response = &response_[index(other_[k]) * count_];
    for (std::size_t e = 0; e < count_; ++e) x[e] += response[e] * lambda[k];
  }
  for (std::size_t i = 0; i < island_.size(); ++i)
    if (member_[i] >= 0) lambda[i] = start_[i] - x[index(member_[i])];
  velocity(island_, lambda.data(), w.data());
  for (std::size_t i = 0; i < island_.size(); ++i)
    if (member_[i] >= 0) x[index(member_[i])] = w[i];
  if (solve(x))
    for (std::size_t i = 0; i < island_.size(); ++i)
      if (member_[i] >= 0) lambda[i] -= x[index(member_[i])];
  arena_.rewind(mark);
}

bool Elimination::solve(std::span<double> x) const {
  return apply_pseudo_inverse(matrix_.data(), count_, x, 1, arena_);
}

}  // namespace nsds::numerics::generic_mechanical
