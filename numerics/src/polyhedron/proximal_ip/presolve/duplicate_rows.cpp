// Presolve: rows that are multiples of each other.
#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"
#include "polyhedron/proximal_ip/presolve/presolve.hpp"

namespace nsds::numerics::polyhedron::proximal {
namespace {

constexpr double equal = 8.0 * epsilon;  // quotients of entries that were divided by the largest one
constexpr double similar = 1e-12;        // fingerprints of rows that may be parallel

// A number between 1 and 2 for every column, without a pattern [Steele, Lea, Flood 2014, OOPSLA].
double weight(std::int32_t column) {
  std::uint64_t h = (static_cast<std::uint64_t>(column) + 1) * 0x9E3779B97F4A7C15ULL;
  h = (h ^ (h >> 30)) * 0xBF58476D1CE4E5B9ULL;
  h = (h ^ (h >> 27)) * 0x94D049BB133111EBULL;
  return 1.0 + static_cast<double>((h ^ (h >> 31)) >> 11) * 0x1p-53;
}

struct Key {
  std::uint64_t pattern;
  double fingerprint;
  std::int32_t row;
};

}  // namespace

std::size_t Presolve::first_entry(std::size_t i) const {
  std::size_t k = given_.rows.begin(i);
  while (alive_[index(given_.rows.indices[k])] == 0) ++k;
  return k;
}

// fingerprint: out, a number that does not change when the row is multiplied.
std::uint64_t Presolve::pattern_of(std::size_t i, double& fingerprint) const {
  std::uint64_t pattern = 0xCBF29CE484222325ULL;
  const double first = given_.rows.values[first_entry(i)];
  fingerprint = 0.0;
  for (std::size_t k = given_.rows.begin(i); k < given_.rows.end(i); ++k) {
    const std::int32_t j = given_.rows.indices[k];
    if (alive_[index(j)] == 0) continue;
    pattern = (pattern ^ static_cast<std::uint64_t>(j)) * 0x100000001B3ULL;
    fingerprint += weight(j) * std::fabs(given_.rows.values[k] / first);
  }
  return pattern;
}

bool Presolve::are_parallel(std::size_t i, std::size_t k) const {
  if (count_[i] != count_[k]) return false;
  std::size_t a = first_entry(i);
  std::size_t b = first_entry(k);
  const double factor = given_.rows.values[b] / given_.rows.values[a];
  for (; a < given_.rows.end(i) && b < given_.rows.end(k); ++a, ++b) {
    while (a < given_.rows.end(i) && alive_[index(given_.rows.indices[a])] == 0) ++a;
    while (b < given_.rows.end(k) && alive_[index(given_.rows.indices[b])] == 0) ++b;
    if (a == given_.rows.end(i) || b == given_.rows.end(k)) break;
    if (given_.rows.indices[a] != given_.rows.indices[b]) return false;
    const double other = given_.rows.values[b];
    if (std::fabs(factor * given_.rows.values[a] - other) > equal * std::fabs(other)) return false;
  }
  return true;
}

// Row k, parallel to row i, gives it its sides.
bool Presolve::merge(std::size_t i, std::size_t k) {
  const double factor = given_.rows.values[first_entry(k)] / given_.rows.values[first_entry(i)];
  double low = (lower_[n_ + k] - shift_[k]) / factor + shift_[i];
  double high = (upper_[n_ + k] - shift_[k]) / factor + shift_[i];
  if (factor < 0.0) std::swap(low, high);
  alive_[n_ + k] = 0;
  return narrow(n_ + i, low, high, {static_cast<std::int32_t>(k), factor},
                shift_terms_[k] / std::fabs(factor) + shift_terms_[i]);
}

bool Presolve::merge_rows() {
  const std::span<Key> keys = arena_.take<Key>(m_);
  std::size_t count = 0;
  for (std::size_t i = 0; i < m_; ++i) {
    if (alive_[n_ + i] == 0) continue;
    Key& key = keys[count++];
    key.row = static_cast<std::int32_t>(i);
    key.pattern = pattern_of(i, key.fingerprint);
  }
  std::sort(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(count), [](const Key& a, const Key& b) {
    if (a.pattern != b.pattern) return a.pattern < b.pattern;
    return a.fingerprint != b.fingerprint ? a.fingerprint < b.fingerprint : a.row < b.row;
  });
  for (std::size_t first = 0; first < count; ++first) {
    const std::size_t i = index(keys[first].row);
    if (alive_[n_ + i] == 0) continue;
    for (std::size_t next = first + 1; next < count; ++next) {
      if (keys[next].pattern != keys[first].pattern) break;
      if (keys[next].fingerprint > keys[first].fingerprint * (1.0 + similar)) break;
      const std::size_t k = index(keys[next].row);
      if (alive_[n_ + k] != 0 && are_parallel(i, k) && !merge(i, k)) return false;
    }
    // A row without sides says nothing.
    if (lower_[n_ + i] == -infinity && upper_[n_ + i] == infinity) alive_[n_ + i] = 0;
  }
  return true;
}

}  // namespace nsds::numerics::polyhedron::proximal
