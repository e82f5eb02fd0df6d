#include "global_friction/sweeps/contact_packs.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::global_friction {
namespace {

// 1 / sqrt m of a body whose first D rows are blocks of their own with one mass; 0: it is none.
template <int D>
double inverse_root(const MassFactors& factors, std::size_t first_row) {
  double value = 0.0;
  for (std::size_t k = 0; k < D; ++k) {
    const std::size_t block = index(factors.blocks.block_of[first_row + k]);
    if (factors.blocks.starts[block + 1] - factors.blocks.starts[block] != 1) return 0.0;
    const double entry = factors.A[index(factors.value_starts[block])];
    if (k > 0 && entry != value) return 0.0;
    value = entry;
  }
  return value;
}

}  // namespace

PackUnits pack_units(const ColumnView& H, const Scales& scales) {
  const double largest = largest_magnitude(H.values);
  // s_u / s_r is the largest W, and S'S is not larger, where M is diagonal.
  return {largest > 0.0 ? power_of_two(largest) : 1.0, power_of_two(std::sqrt(scales.s_u / scales.s_r))};
}

template <int D>
Bodies find_bodies(const MassFactors& factors, const PackUnits& units, Arena& arena) {
  const std::size_t rows = factors.size();
  if (!factors.symmetric || rows % body_rows<D> != 0) return {0, {}};
  const MassBlocks& blocks = factors.blocks;
  for (std::size_t k = 0; k < blocks.count(); ++k)
    if (index(blocks.starts[k]) / body_rows<D> != index(blocks.starts[k + 1] - 1) / body_rows<D>)
      return {0, {}};
  const std::size_t count = rows / body_rows<D>;
  const auto roots = arena.take<double>(count + 1);
  for (std::size_t k = 0; k < count; ++k)
    roots[k] = units.F / units.u * inverse_root<D>(factors, body_rows<D> * k);
  roots[count] = 0.0;
  return {count, roots};
}

template <int D>
bool ContactReader<D>::gather(std::size_t contact, BodyPair& pair, double* first, double* second) const {
  const auto none = static_cast<std::int32_t>(bodies_.count);
  pair = {-1, none};
  std::fill_n(first, body_rows<D> * D, 0.0);
  std::fill_n(second, body_rows<D> * D, 0.0);
  for (std::size_t j = 0; j < D; ++j) {
    const std::size_t column = D * contact + j;
    for (std::int32_t e = H_.starts[column]; e < H_.starts[column + 1]; ++e) {
      if (H_.values[index(e)] == 0.0) continue;
      const std::size_t row = index(factors_.blocks.position[index(H_.rows[index(e)])]);
      const auto body = static_cast<std::int32_t>(row / body_rows<D>);
      if (pair.first < 0) pair.first = body;
      if (pair.first != body && pair.second == none) pair.second = body;
      if (pair.first != body && pair.second != body) return false;
      (pair.first == body ? first : second)[row % body_rows<D> * D + j] = H_.values[index(e)];
    }
  }
  return pair.first >= 0;
}

template <int D>
BodyPair ContactReader<D>::bodies_of(std::size_t contact) const {
  constexpr BodyPair none{-1, -1};
  if (bodies_.count == 0) return none;
  BodyPair pair{};
  double first[body_rows<D> * D], second[body_rows<D> * D];
  if (!gather(contact, pair, first, second)) return none;
  if (bodies_.inverse_roots[index(pair.first)] == 0.0) return none;
  if (index(pair.second) == bodies_.count) return pair;
  if (bodies_.inverse_roots[index(pair.second)] == 0.0) return none;
  for (std::size_t k = 0; k < std::size_t{D} * D; ++k)
    if (first[k] != -second[k]) return none;
  return pair;
}

template <int D>
void ContactReader<D>::read(std::size_t contact, std::size_t lane, ContactPack<D>& pack) const {
  constexpr std::size_t linear = std::size_t{D} * D, rows = body_rows<D>;
  BodyPair pair{};
  double given[2][rows * D];
  gather(contact, pair, given[0], given[1]);
  // Single precision has a short range, so that rows are stored in units of their own.
  for (double* const block : given) {
    for (std::size_t k = 0; k < linear; ++k) block[k] /= units_.F;
    for (std::size_t k = linear; k < rows * D; ++k) block[k] /= units_.u;
  }
  // W_cc is summed over both bodies: translations over m, rotations through A.
  double W[D][D] = {};
  for (std::size_t side = 0; side < 2; ++side) {
    const std::int32_t body = side == 0 ? pair.first : pair.second;
    const bool is_ground = index(body) == bodies_.count;
    // The rows of rotation become A times theirs, block by block of M.
    double S[rotations<D> * D] = {};
    for (std::size_t i = 0; i < rotations<D> && !is_ground;) {
      const std::size_t row = rows * index(body) + D + i;
      const std::size_t block = index(factors_.blocks.block_of[row]);
      const std::size_t size = index(factors_.blocks.starts[block + 1] - factors_.blocks.starts[block]);
      for (std::size_t j = 0; j < D; ++j) {
        double x[rotations<D>] = {}, y[rotations<D>] = {};
        for (std::size_t k = 0; k < size; ++k) x[k] = given[side][linear + (i + k) * D + j];
        apply_left(factors_, block, x, y);
        for (std::size_t k = 0; k < size; ++k) S[(i + k) * D + j] = y[k];
      }
      i += size;
    }
    const double root = bodies_.inverse_roots[index(body)];
    for (std::size_t j = 0; j < D; ++j)
      for (std::size_t i = 0; i < D; ++i) {
        for (std::size_t k = 0; k < D; ++k)
          W[j][i] += root * given[0][k * D + i] * root * given[0][k * D + j];
        for (std::size_t k = 0; k < rotations<D>; ++k) W[j][i] += S[k * D + i] * S[k * D + j];
      }
    auto& stored = side == 0 ? pack.S_first : pack.S_second;
    for (std::size_t k = 0; k < rotations<D> * D; ++k) stored[k][lane] = static_cast<float>(S[k]);
  }
  // Translations are stored once, for both bodies get opposite forces; W_cc by one triangle.
  for (std::size_t k = 0; k < linear; ++k) pack.F[k][lane] = static_cast<float>(-given[0][k]);
  std::size_t place = 0;
  for (std::size_t j = 0; j < D; ++j)
    for (std::size_t i = j; i < D; ++i) pack.W[place++][lane] = static_cast<float>(W[j][i]);
  pack.first[lane] = pair.first;
  pack.second[lane] = pair.second;
  pack.mu[lane] = mu_[contact];
}

template Bodies find_bodies<2>(const MassFactors&, const PackUnits&, Arena&);
template Bodies find_bodies<3>(const MassFactors&, const PackUnits&, Arena&);
template class ContactReader<2>;
template class ContactReader<3>;

}  // namespace nsds::numerics::global_friction
