// Solves one contact a lane, four at a time: u = W r + b with Coulomb's law in closed forms;
// friction/contact.hpp has the mathematics for one, and what is left where they do not hold.
#pragma once

#include <cstddef>

#include "linalg/lanes.hpp"

namespace nsds::numerics::global_friction {

template <int D>
struct LaneContacts {
  Lanes W[D * D];  // column-major, symmetric
  Lanes mu;
  Lanes b[D];
};

// A solution has r, and in which lanes it is one.
template <int D>
struct LaneSolution {
  Lanes r[D];
  LanesMask solved;
};

// The tangential rows of contacts with u_N = 0, which gives r_N out of r_T, are a Schur complement.
struct LaneSchur {
  Lanes normal_inverse;  // 1 / W_NN
  Lanes to_limit;        // -mu / W_NN
  Lanes s11, s12, s22;   // W_TT - W_TN W_NT / W_NN
  Lanes c1, c2;          // b_T - W_TN b_N / W_NN
  Lanes small_square;    // beside which a determinant is rounding
};

NSDS_LOOP LaneSchur schur_of(const LaneContacts<3>& at) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): filled below
  LaneSchur schur;
  schur.normal_inverse = lanes_of(1.0) / at.W[0];
  schur.to_limit = -at.mu * schur.normal_inverse;
  const Lanes g1 = at.W[1] * schur.normal_inverse, g2 = at.W[2] * schur.normal_inverse;
  schur.s11 = at.W[4] - g1 * at.W[1];
  schur.s12 = at.W[5] - g1 * at.W[2];
  schur.s22 = at.W[8] - g2 * at.W[2];
  schur.c1 = at.b[1] - g1 * at.b[0];
  schur.c2 = at.b[2] - g2 * at.b[0];
  const Lanes small = (at.W[0] + at.W[4] + at.W[8]) * 1e-6;  // W is rounded to single precision
  schur.small_square = small * small;
  return schur;
}

// A slide has r_T and mu r_N with u_T = −s r_T and u_N = 0, times the determinant of the tangential rows.
struct LaneSlide {
  Lanes determinant, a11, a22, t1, t2, square, limit;  // square: of |r_T|, limit: mu r_N
  LanesMask regular;
};

NSDS_LOOP LaneSlide slide_at(const LaneContacts<3>& at, const LaneSchur& schur, const Lanes& s) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): filled below
  LaneSlide slide;
  slide.a11 = schur.s11 + s;
  slide.a22 = schur.s22 + s;
  slide.determinant = slide.a11 * slide.a22 - schur.s12 * schur.s12;
  slide.regular = slide.determinant > schur.small_square;
  slide.t1 = schur.s12 * schur.c2 - slide.a22 * schur.c1;
  slide.t2 = schur.s12 * schur.c1 - slide.a11 * schur.c2;
  slide.square = slide.t1 * slide.t1 + slide.t2 * slide.t2;
  slide.limit = schur.to_limit * (at.b[0] * slide.determinant + at.W[1] * slide.t1 + at.W[2] * slide.t2);
  return slide;
}

// Finds the roots of φ(s) = mu r_N / |r_T| − 1, by Newton steps in a bracket, from s, in the lanes that are
// not solved yet; 0 in others. Where φ is small its square is rounding. Divides once a step.
NSDS_LOOP Lanes find_slides(const LaneContacts<3>& at, const LaneSchur& schur, Lanes s, LanesMask& solved) {
  constexpr int most_steps = 12;
  constexpr double last_step = 1e-3;
  const Lanes least_slope = lanes_of(1e-250);  // smaller ones have lost digits
  const Lanes zero = lanes_of(0.0), infinite = lanes_of(HUGE_VAL);
  Lanes low = zero, high = infinite, root = zero;
  for (int step = 0; step < most_steps && any(~solved); ++step) {
    const LaneSlide slide = slide_at(at, schur, s);
    const Lanes tangent = square_root(slide.square);
    const Lanes beyond = slide.limit - tangent;  // phi |r_T|, times the determinant
    // d(t1, t2)/ds, times the determinant
    const Lanes d1 = schur.s12 * slide.t2 - slide.a22 * slide.t1;
    const Lanes d2 = schur.s12 * slide.t1 - slide.a11 * slide.t2;
    const Lanes d_limit = schur.to_limit * (at.W[1] * d1 + at.W[2] * d2);
    const Lanes slope = d_limit * slide.square - slide.limit * (slide.t1 * d1 + slide.t2 * d2);
    const Lanes next = s - beyond * slide.square * slide.determinant / slope;
    const Lanes small = tangent * last_step;
    const LanesMask sound = slide.regular & ((slope >= least_slope) | (-slope >= least_slope));
    const LanesMask near = sound & (beyond <= small) & (-beyond <= small);
    const LanesMask found = near & (next >= low) & (next <= high) & ~solved;
    root = choose(found, next, root);
    solved = solved | found;
    const LanesMask above = slide.regular & (beyond > zero);
    high = choose(above, s, high);
    low = choose(above, low, s);
    const Lanes other = choose(high < infinite, (low + high) * 0.5, s * 4.0 + schur.s11 + schur.s22);
    s = choose(slide.regular & (next > low) & (next < high), next, other);
  }
  return root;
}

// Guesses s as velocity and reaction at hand have it: u_T · r_T = −s |r_T|².
NSDS_LOOP Lanes guess_slide(const LaneContacts<3>& at, const Lanes* r) {
  Lanes u1 = at.b[1], u2 = at.b[2];
  for (std::size_t k = 0; k < 3; ++k) {
    u1 += at.W[3 * k + 1] * r[k];
    u2 += at.W[3 * k + 2] * r[k];
  }
  const Lanes square = r[1] * r[1] + r[2] * r[2], zero = lanes_of(0.0);
  const Lanes guess = -(u1 * r[1] + u2 * r[2]) / square;
  return choose((square > zero) & (guess > zero), guess, zero);
}

// Solves contacts in three dimensions. r: the reactions at hand.
NSDS_LOOP LaneSolution<3> solve_lanes(const LaneContacts<3>& at, const Lanes* r) {
  const Lanes zero = lanes_of(0.0);
  const LanesMask opens = at.b[0] >= zero;
  if (!any(~opens)) return {{zero, zero, zero}, opens};
  const LaneSchur schur = schur_of(at);
  const LaneSlide stick = slide_at(at, schur, zero);
  const LanesMask no_tangent = opens | (at.mu == zero);
  const LanesMask sticks =
      stick.regular & (stick.limit >= zero) & (stick.square <= stick.limit * stick.limit);
  LanesMask solved = no_tangent | sticks;
  const Lanes s = any(~solved) ? find_slides(at, schur, guess_slide(at, r), solved) : zero;
  // Sticking is the slide with s = 0: one evaluation writes both.
  const LaneSlide slide = slide_at(at, schur, s);
  const Lanes scale = lanes_of(1.0) / slide.determinant;
  const Lanes t1 = choose(no_tangent, zero, slide.t1 * scale),
              t2 = choose(no_tangent, zero, slide.t2 * scale);
  const Lanes normal = -(at.b[0] + at.W[1] * t1 + at.W[2] * t2) * schur.normal_inverse;
  // A lane that does not take off counts as solved only if W_NN is positive and, under friction, its tangential
  // rows are regular.
  return {{choose(opens, zero, normal), t1, t2},
          solved & (slide.regular | no_tangent) & ((at.W[0] > zero) | opens)};
}

// Solves contacts in two dimensions, where a slide has two sides.
NSDS_LOOP LaneSolution<2> solve_lanes(const LaneContacts<2>& at, const Lanes*) {
  const Lanes zero = lanes_of(0.0);
  LaneSolution<2> solution{{zero, zero}, at.b[0] >= zero};
  if (!any(~solution.solved)) return solution;
  // The first closed form that holds in a lane is the solution there.
  const auto take = [&](const LanesMask& where, const Lanes& normal, const Lanes& tangent) {
    const LanesMask found = where & ~solution.solved;
    solution.r[0] = choose(found, normal, solution.r[0]);
    solution.r[1] = choose(found, tangent, solution.r[1]);
    solution.solved = solution.solved | found;
  };
  // Stick is u = 0, where the reaction lies in the cone.
  const Lanes determinant = at.W[0] * at.W[3] - at.W[1] * at.W[1], small = (at.W[0] + at.W[3]) * 1e-6;
  const Lanes normal = (at.W[1] * at.b[1] - at.W[3] * at.b[0]) / determinant;
  const Lanes tangent = (at.W[1] * at.b[0] - at.W[0] * at.b[1]) / determinant;
  const Lanes most = at.mu * normal;
  take((determinant > small * small) & (tangent <= most) & (-tangent <= most), normal, tangent);
  // Slide is r_T = ±mu r_N with u_N = 0, where the velocity is against the friction.
  for (const double side : {-1.0, 1.0}) {
    const Lanes slope = at.mu * side;
    const Lanes stiffness = at.W[0] + slope * at.W[1];
    const Lanes pushed = -at.b[0] / stiffness;
    const Lanes rubbed = slope * pushed;
    const Lanes moved = (at.W[1] * pushed + at.W[3] * rubbed + at.b[1]) * side;
    take((stiffness > zero) & (moved <= zero), pushed, rubbed);
  }
  // Only take-off does not need a positive W_NN.
  solution.solved = solution.solved & ((at.W[0] > zero) | (at.b[0] >= zero));
  return solution;
}

}  // namespace nsds::numerics::global_friction
