#include "global_friction/pack_sweep.hpp"

#include <algorithm>
#include <cmath>

#include "friction/contact.hpp"
#include "friction/island.hpp"
#include "global_friction/lane_contacts.hpp"

namespace nsds::numerics {
namespace {

static_assert(lanes == quad_size);

NSDS_LOOP double lane(const Lanes& x, std::size_t l) {
  return x.v[l];
}

// The rest of the cascade, for one lane. r: out.
template <int D>
[[gnu::noinline]] void improve_lane(const LaneContacts<D>& at, std::size_t l, const Lanes* before, Lanes* r) {
  double W[block_size<D>] = {}, b[D], x[D], weight = 0.0;
  for (std::size_t j = 0; j < D; ++j) {
    for (std::size_t i = 0; i < D; ++i) W[pad<D> * j + i] = lane(at.W[D * j + i], l);
    weight += lane(at.W[D * j + j], l);
    b[j] = lane(at.b[j], l);
    x[j] = lane(before[j], l);
  }
  improve_contact<D>(W, weight > 0.0 ? weight / D : 1.0, lane(at.mu, l), b, x);
  for (std::size_t k = 0; k < D; ++k) r[k].v[l] = x[k];
}

// from[stride number] of four numbers.
NSDS_LOOP Lanes gather(const double* from, const std::size_t* number, std::size_t stride) {
  return {Quad{from[stride * number[0]], from[stride * number[1]], from[stride * number[2]],
               from[stride * number[3]]}};
}

// Velocities of one body a lane: D of translation over sqrt m, R of rotation.
template <int D>
NSDS_LOOP void gather_body(const PackData<D>& data, const std::int32_t* body, Lanes* x, Lanes& inverse_root) {
  std::size_t number[lanes];
  for (std::size_t l = 0; l < lanes; ++l) number[l] = index(body[l]);
  inverse_root = gather(data.bodies.inverse_roots.data(), number, 1);
  if constexpr (D == 3) {
    Quad rows[lanes], columns[lanes];
    for (std::size_t l = 0; l < lanes; ++l) rows[l] = quad(data.w + body_rows<D> * number[l]).v;
    transpose(rows, columns);
    for (std::size_t k = 0; k < lanes; ++k) x[k] = {columns[k]};
  }
  for (std::size_t k = D == 3 ? lanes : 0; k < body_rows<D>; ++k)
    x[k] = gather(data.w + k, number, body_rows<D>);
}

template <int D>
NSDS_LOOP void scatter_body(const PackData<D>& data, const std::int32_t* body, std::size_t used,
                            const Lanes* x) {
  Quad rows[lanes];
  if constexpr (D == 3) {
    const Quad columns[lanes] = {x[0].v, x[1].v, x[2].v, x[3].v};
    transpose(columns, rows);
  }
  for (std::size_t l = 0; l < used; ++l) {
    const std::size_t number = index(body[l]);
    if (number == data.bodies.count) continue;  // the ground, which other threads read
    double* const at = data.w + body_rows<D> * number;
    if constexpr (D == 3) quad(at).v = rows[l];
    for (std::size_t k = D == 3 ? lanes : 0; k < body_rows<D>; ++k) at[k] = x[k].v[l];
  }
}

// The velocities of both bodies.
template <int D>
struct LaneBodies {
  Lanes first[body_rows<D>], second[body_rows<D>];
  Lanes first_root, second_root;
};

// How many lanes of a pack are no repetition.
NSDS_LOOP std::size_t lanes_used(const std::int32_t* contacts) {
  std::size_t used = 1;
  while (used < lanes && contacts[used] != contacts[0]) ++used;
  return used;
}

// u += H' v.
template <int D>
NSDS_LOOP void read_velocity(const ContactPack<D>& pack, const LaneBodies<D>& x, Lanes* u) {
  Lanes relative[D];
  for (std::size_t i = 0; i < D; ++i) relative[i] = x.second[i] * x.second_root - x.first[i] * x.first_root;
  for (std::size_t k = 0; k < D; ++k) {
    // Three sums beside each other: one would be a long chain.
    Lanes moved = lanes_of(pack.F[k]) * relative[0];
    Lanes first = lanes_of(pack.S_first[k]) * x.first[D];
    Lanes second = lanes_of(pack.S_second[k]) * x.second[D];
    for (std::size_t i = 1; i < D; ++i) moved += lanes_of(pack.F[D * i + k]) * relative[i];
    for (std::size_t i = 1; i < rotations<D>; ++i) {
      first += lanes_of(pack.S_first[D * i + k]) * x.first[D + i];
      second += lanes_of(pack.S_second[D * i + k]) * x.second[D + i];
    }
    u[k] += moved + (first + second);
  }
}

template <int D>
NSDS_LOOP void push_bodies(const ContactPack<D>& pack, const Lanes* change, LaneBodies<D>& x) {
  for (std::size_t i = 0; i < D; ++i) {
    Lanes force = lanes_of(pack.F[D * i]) * change[0];
    for (std::size_t k = 1; k < D; ++k) force += lanes_of(pack.F[D * i + k]) * change[k];
    x.second[i] += force * x.second_root;
    x.first[i] -= force * x.first_root;
  }
  for (std::size_t i = 0; i < rotations<D>; ++i)
    for (std::size_t k = 0; k < D; ++k) {
      x.first[D + i] += lanes_of(pack.S_first[D * i + k]) * change[k];
      x.second[D + i] += lanes_of(pack.S_second[D * i + k]) * change[k];
    }
}

template <int D>
NSDS_LOOP void gather_contacts(const PackData<D>& data, const ContactPack<D>& pack,
                               const std::int32_t* contacts, LaneContacts<D>& at, Lanes* r) {
  std::size_t number[lanes];
  for (std::size_t l = 0; l < lanes; ++l) number[l] = index(contacts[l]);
  for (std::size_t k = 0; k < D; ++k) {
    at.b[k] = gather(data.problem.b + k, number, D);
    r[k] = gather(data.r + k, number, D);
  }
  at.mu = gather(data.problem.mu, number, 1);
  const double unit = data.problem.scales.s_u / data.problem.scales.s_r;
  std::size_t place = 0;
  for (std::size_t j = 0; j < D; ++j)
    for (std::size_t i = j; i < D; ++i, ++place) {
      at.W[D * j + i] = lanes_of(pack.W[place]) * unit;
      at.W[D * i + j] = at.W[D * j + i];
    }
}

template <int D>
NSDS_LOOP void scatter_contacts(const PackData<D>& data, const std::int32_t* contacts, std::size_t used,
                                const Lanes* r) {
  for (std::size_t l = 0; l < used; ++l)
    for (std::size_t k = 0; k < D; ++k) data.r[D * index(contacts[l]) + k] = r[k].v[l];
}

// The step of acceleration: r moves, the direction takes up the last change.
template <int D>
NSDS_LOOP void step_along(const PackData<D>& data, PackSteps<D>& steps, Lanes* r) {
  const double s_r = data.problem.scales.s_r;
  for (std::size_t k = 0; k < D; ++k) {
    Lanes moved = lanes_of(steps.change[k]);
    if (data.beta != 0.0) {
      const Lanes direction = lanes_of(steps.direction[k]);
      r[k] += direction * (data.beta * s_r);
      moved += direction * data.beta;
    }
    narrow(moved, steps.direction[k]);
  }
}

// What is asked for soon: the packs one after the other, and what their contacts and bodies have elsewhere.
constexpr std::size_t packs_ahead = 8, contacts_ahead = 3;

// A quarter of a pack.
template <int D>
NSDS_LOOP void prefetch_quarter(const PackData<D>& data, std::size_t p, std::size_t quarter) {
  constexpr std::size_t line = 64, size = sizeof(ContactPack<D>) / 4;
  const char* const begin = reinterpret_cast<const char*>(data.packs + p) + size * quarter;
  for (std::size_t at = 0; at < size; at += line) __builtin_prefetch(begin + at);
}

template <int D>
NSDS_LOOP void prefetch_steps(const PackSteps<D>& steps) {
  constexpr std::size_t line = 64;
  for (std::size_t at = 0; at < sizeof steps; at += line)
    __builtin_prefetch(reinterpret_cast<const char*>(&steps) + at, 1);
}

template <int D>
NSDS_LOOP void prefetch_contacts(const PackData<D>& data, std::size_t p) {
  const ContactPack<D>& pack = data.packs[p];
  for (std::size_t l = 0; l < lanes; ++l) {
    const std::size_t c = index(data.contacts[lanes * p + l]);
    __builtin_prefetch(&data.problem.b[D * c]);
    __builtin_prefetch(&data.problem.mu[c]);
    __builtin_prefetch(&data.r[D * c], 1);
    __builtin_prefetch(&data.w[body_rows<D> * index(pack.first[l])], 1);
    __builtin_prefetch(&data.w[body_rows<D> * index(pack.second[l])], 1);
  }
}

// Solves one pack. largest: of the squares of the changes, in and out.
template <int D>
NSDS_LOOP void sweep_pack(const PackData<D>& data, std::size_t p, std::size_t end, Lanes& largest) {
  const std::size_t ahead = std::min(p + packs_ahead, end - 1);
  const double r_unit = 1.0 / data.problem.scales.s_r, u_unit = 1.0 / data.problem.scales.s_u;
  const ContactPack<D>& pack = data.packs[p];
  const std::int32_t* const contacts = data.contacts + lanes * p;
  LaneContacts<D> at;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
  LaneBodies<D> x;     // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
  Lanes r[D], change[D];
  gather_contacts(data, pack, contacts, at, r);
  prefetch_quarter(data, ahead, 0);
  gather_body<D>(data, pack.first, x.first, x.first_root);
  gather_body<D>(data, pack.second, x.second, x.second_root);
  if (data.steps != nullptr) prefetch_steps(data.steps[ahead]);
  if (data.steps != nullptr && data.steps_are_set) step_along(data, data.steps[p], r);
  prefetch_quarter(data, ahead, 1);
  read_velocity(pack, x, at.b);
  for (std::size_t j = 0; j < D; ++j)
    for (std::size_t i = 0; i < D; ++i) at.b[i] -= at.W[D * j + i] * r[j];
  prefetch_contacts(data, std::min(p + contacts_ahead, end - 1));
  LaneSolution<D> solution = solve_lanes(at, r);
  prefetch_quarter(data, ahead, 2);
  const std::size_t used = lanes_used(contacts);
  if (any(~solution.solved)) {
    for (std::size_t l = 0; l < used; ++l)
      if (solution.solved.v[l] == 0) improve_lane(at, l, r, solution.r);
    for (std::size_t l = used; l < lanes; ++l)  // repeat the first
      for (std::size_t k = 0; k < D; ++k) solution.r[k].v[l] = solution.r[k].v[0];
  }
  Lanes square = lanes_of(0.0), weight = lanes_of(0.0);
  for (std::size_t k = 0; k < D; ++k) {
    change[k] = (solution.r[k] - r[k]) * data.relaxation;
    square += change[k] * change[k];
    weight += at.W[D * k + k];
    r[k] = data.relaxation == 1.0 ? solution.r[k] : r[k] + change[k];
  }
  push_bodies(pack, change, x);
  prefetch_quarter(data, ahead, 3);
  scatter_body<D>(data, pack.first, used, x.first);
  scatter_body<D>(data, pack.second, used, x.second);
  scatter_contacts(data, contacts, used, r);
  if (data.steps != nullptr)
    for (std::size_t k = 0; k < D; ++k) narrow(change[k] * r_unit, data.steps[p].change[k]);
  weight = weight * (u_unit / D);
  weight = choose(weight < lanes_of(r_unit), weight, lanes_of(r_unit));
  const Lanes error = weight * weight * square;
  largest = choose(error > largest, error, largest);
}

template <int D>
NSDS_LOOP double sweep_over(const PackData<D>& data, std::size_t begin, std::size_t end) {
  Lanes largest = lanes_of(0.0);
  for (std::size_t p = begin; p < end; ++p) {
    sweep_pack(data, p, end, largest);
  }
  double most = 0.0;
  for (std::size_t l = 0; l < lanes; ++l) most = std::max(most, lane(largest, l));
  return std::sqrt(most);
}

template <int D>
NSDS_LOOP void push_over(const PackData<D>& data, std::size_t begin, std::size_t end) {
  for (std::size_t p = begin; p < end; ++p) {
    const ContactPack<D>& pack = data.packs[p];
    const std::int32_t* const contacts = data.contacts + lanes * p;
    LaneBodies<D> x;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    Lanes r[D];
    std::size_t number[lanes];
    for (std::size_t l = 0; l < lanes; ++l) number[l] = index(contacts[l]);
    for (std::size_t k = 0; k < D; ++k) r[k] = gather(data.r + k, number, D);
    gather_body<D>(data, pack.first, x.first, x.first_root);
    gather_body<D>(data, pack.second, x.second, x.second_root);
    push_bodies(pack, r, x);
    const std::size_t used = lanes_used(contacts);
    scatter_body<D>(data, pack.first, used, x.first);
    scatter_body<D>(data, pack.second, used, x.second);
  }
}

template <int D>
NSDS_WIDE void push_wide(const PackData<D>& data, std::size_t begin, std::size_t end) {
  push_over(data, begin, end);
}

template <int D>
void push_any(const PackData<D>& data, std::size_t begin, std::size_t end) {
  push_over(data, begin, end);
}

template <int D>
NSDS_WIDE double sweep_wide(const PackData<D>& data, std::size_t begin, std::size_t end) {
  return sweep_over(data, begin, end);
}

template <int D>
double sweep_any(const PackData<D>& data, std::size_t begin, std::size_t end) {
  return sweep_over(data, begin, end);
}

}  // namespace

template <int D>
double sweep_packs(const PackData<D>& data, std::size_t begin, std::size_t end) {
  return has_wide() ? sweep_wide(data, begin, end) : sweep_any(data, begin, end);
}

template <int D>
void push_packs(const PackData<D>& data, std::size_t begin, std::size_t end) {
  has_wide() ? push_wide(data, begin, end) : push_any(data, begin, end);
}

template double sweep_packs<2>(const PackData<2>&, std::size_t, std::size_t);
template double sweep_packs<3>(const PackData<3>&, std::size_t, std::size_t);
template void push_packs<2>(const PackData<2>&, std::size_t, std::size_t);
template void push_packs<3>(const PackData<3>&, std::size_t, std::size_t);

}  // namespace nsds::numerics
