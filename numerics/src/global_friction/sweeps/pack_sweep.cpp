#include "global_friction/sweeps/pack_sweep.hpp"

#include <algorithm>
#include <cmath>

#include "friction/contact/contact.hpp"
#include "friction/islands/island.hpp"
#include "global_friction/sweeps/lane_contacts.hpp"

namespace nsds::numerics::global_friction {
namespace {

static_assert(lanes == quad_size);

NSDS_LOOP double lane(const Lanes& x, std::size_t l) {
  return x.v[l];
}

// The rest of the cascade, for one lane. r: out.
template <int D>
[[gnu::noinline]] void improve_lane(const LaneContacts<D>& at, std::size_t l, const Lanes* before, Lanes* r) {
  double W[friction::block_size<D>] = {}, b[D], x[D], weight = 0.0;
  for (std::size_t j = 0; j < D; ++j) {
    for (std::size_t i = 0; i < D; ++i) W[friction::pad<D> * j + i] = lane(at.W[D * j + i], l);
    weight += lane(at.W[D * j + j], l);
    b[j] = lane(at.b[j], l);
    x[j] = lane(before[j], l);
  }
  friction::improve_contact<D>(W, weight > 0.0 ? weight / D : 1.0, lane(at.mu, l), b, x);
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

// Counts the lanes of a pack that are no repetition: others share no body.
template <int D>
NSDS_LOOP std::size_t lanes_used(const ContactPack<D>& pack) {
  std::size_t used = 1;
  while (used < lanes && pack.first[used] != pack.first[0]) ++used;
  return used;
}

// H' v.
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
    u[k] = moved + (first + second);
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
NSDS_LOOP void load_contacts(const PackData<D>& data, std::size_t p, LaneContacts<D>& at, Lanes* r) {
  const ContactPack<D>& pack = data.packs[p];
  for (std::size_t k = 0; k < D; ++k) {
    at.b[k] = lanes_of(data.b + lanes * (D * p + k));
    r[k] = lanes_of(data.r + lanes * (D * p + k));
  }
  at.mu = lanes_of(pack.mu);
  std::size_t place = 0;
  for (std::size_t j = 0; j < D; ++j)
    for (std::size_t i = j; i < D; ++i, ++place) {
      at.W[D * j + i] = lanes_of(pack.W[place]);
      at.W[D * i + j] = at.W[D * j + i];
    }
}

// The step of acceleration: r moves, the direction takes up the last change.
template <int D>
NSDS_LOOP void step_along(const PackData<D>& data, PackSteps<D>& steps, Lanes* r) {
  const double s_r = data.s_r;
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

// Asks for what is needed soon: the packs one after the other, and the bodies of their contacts.
constexpr std::size_t packs_ahead = 8, bodies_ahead = 3;

// The cache lines of [begin, end) bytes of something, which is read or written.
template <int written>
NSDS_LOOP void prefetch(const void* something, std::size_t begin, std::size_t end) {
  constexpr std::size_t line = 64;
  for (std::size_t at = begin; at < end; at += line)
    __builtin_prefetch(static_cast<const char*>(something) + at, written);
}

template <int D>
NSDS_LOOP void prefetch_quarter(const PackData<D>& data, std::size_t p, std::size_t quarter) {
  constexpr std::size_t size = sizeof(ContactPack<D>), part = (size / 4 + 63) / 64 * 64;
  prefetch<0>(data.packs + p, part * quarter, std::min(part * (quarter + 1), size));
}

// Asks for what else a pack has.
template <int D>
NSDS_LOOP void prefetch_state(const PackData<D>& data, std::size_t p) {
  constexpr std::size_t numbers = D * lanes;
  prefetch<0>(data.b + numbers * p, 0, numbers * sizeof(double));
  prefetch<1>(data.r + numbers * p, 0, numbers * sizeof(double));
  if (data.steps != nullptr) prefetch<1>(data.steps + p, 0, sizeof(PackSteps<D>));
}

template <int D>
NSDS_LOOP void prefetch_bodies(const PackData<D>& data, std::size_t p) {
  const ContactPack<D>& pack = data.packs[p];
  for (std::size_t l = 0; l < lanes; ++l) {
    prefetch<1>(data.w + body_rows<D> * index(pack.first[l]), 0, body_rows<D> * sizeof(double));
    prefetch<1>(data.w + body_rows<D> * index(pack.second[l]), 0, body_rows<D> * sizeof(double));
  }
}

// Solves one pack. largest: of the squares of the changes, in and out.
template <int D>
NSDS_LOOP void sweep_pack(const PackData<D>& data, std::size_t p, std::size_t end, Lanes& largest) {
  const std::size_t ahead = std::min(p + packs_ahead, end - 1);
  const double r_unit = 1.0 / data.s_r, u_unit = 1.0 / data.s_u;
  const ContactPack<D>& pack = data.packs[p];
  LaneContacts<D> at;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
  LaneBodies<D> x;     // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
  Lanes r[D], u[D], change[D];
  load_contacts(data, p, at, r);
  prefetch_quarter(data, ahead, 0);
  gather_body<D>(data, pack.first, x.first, x.first_root);
  gather_body<D>(data, pack.second, x.second, x.second_root);
  prefetch_state(data, ahead);
  if (data.steps != nullptr && data.steps_are_set) step_along(data, data.steps[p], r);
  prefetch_quarter(data, ahead, 1);
  read_velocity(pack, x, u);
  for (std::size_t k = 0; k < D; ++k) at.b[k] += u[k];
  for (std::size_t j = 0; j < D; ++j)
    for (std::size_t i = 0; i < D; ++i) at.b[i] -= at.W[D * j + i] * r[j];
  prefetch_bodies(data, std::min(p + bodies_ahead, end - 1));
  LaneSolution<D> solution = solve_lanes(at, r);
  prefetch_quarter(data, ahead, 2);
  const std::size_t used = lanes_used(pack);
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
    quad(data.r + lanes * (D * p + k)).v = r[k].v;
  }
  push_bodies(pack, change, x);
  prefetch_quarter(data, ahead, 3);
  scatter_body<D>(data, pack.first, used, x.first);
  scatter_body<D>(data, pack.second, used, x.second);
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
NSDS_LOOP void subtract_over(const PackData<D>& data, std::size_t begin, std::size_t end) {
  for (std::size_t p = begin; p < end; ++p) {
    const ContactPack<D>& pack = data.packs[p];
    LaneBodies<D> x;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    Lanes u[D];
    gather_body<D>(data, pack.first, x.first, x.first_root);
    gather_body<D>(data, pack.second, x.second, x.second_root);
    read_velocity(pack, x, u);
    for (std::size_t k = 0; k < D; ++k) {
      double* const b = data.b + lanes * (D * p + k);
      quad(b).v = quad(b).v - u[k].v;
    }
  }
}

template <int D>
NSDS_WIDE void subtract_wide(const PackData<D>& data, std::size_t begin, std::size_t end) {
  subtract_over(data, begin, end);
}

template <int D>
void subtract_any(const PackData<D>& data, std::size_t begin, std::size_t end) {
  subtract_over(data, begin, end);
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
void subtract_velocities(const PackData<D>& data, std::size_t begin, std::size_t end) {
  has_wide() ? subtract_wide(data, begin, end) : subtract_any(data, begin, end);
}

template double sweep_packs<2>(const PackData<2>&, std::size_t, std::size_t);
template double sweep_packs<3>(const PackData<3>&, std::size_t, std::size_t);
template void subtract_velocities<2>(const PackData<2>&, std::size_t, std::size_t);
template void subtract_velocities<3>(const PackData<3>&, std::size_t, std::size_t);

}  // namespace nsds::numerics::global_friction
