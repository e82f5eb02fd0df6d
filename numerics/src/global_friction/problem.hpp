// GFC(M, H, q, b, mu, G, d), or GRFC with mu_r where contacts resist rolling too, after it has been checked, with M
// factorised and the scales of its residual.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "core/sentence.hpp"
#include "friction/problem.hpp"
#include "friction/rolling/rolling.hpp"
#include "global_friction/mass/mass.hpp"
#include "linalg/entries.hpp"
#include "nsds/numerics/global_friction_contact.h"

namespace nsds::numerics::global_friction {

class LargeMass;

// Velocities, reactions and the rows of the problem are measured in these units, see
// global_friction_contact.h.
struct Scales {
  double s_u = 1.0;         // velocities of contacts
  double s_r = 1.0;         // reactions
  double s_momentum = 1.0;  // rows of M v = q + H r + G' lambda
  double s_rows = 1.0;      // rows of G v = d
};

// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): an aggregate, of references among others
struct Problem {
  std::int32_t dimension;  // dim, rows a contact: 2 or 3, with rolling 3 or 5
  std::int32_t contacts;
  std::int32_t velocities;   // n
  std::int32_t constraints;  // m
  const nsds_matrix& M;
  const nsds_matrix& H;
  const nsds_matrix* G;  // null where m = 0
  const double* q;
  const double* b;
  const double* d;
  const double* mu;
  bool rolls = false;
  const double* mu_r = nullptr;     // (contacts) where they roll
  const double* lengths = nullptr;  // (contacts) where they roll: L of rolling_friction_contact.h
  const double* floor = nullptr;    // (dim contacts + n + m): what a row may be violated by; null: nothing
  // M^-1: by small blocks where M has them, else by `mass`.
  MassBlocks blocks{};
  MassFactors factors{};
  const LargeMass* mass = nullptr;
  Scales scales{};

  std::size_t reactions() const { return index(dimension) * index(contacts); }
  bool has_small_blocks() const { return mass == nullptr; }
};

// Of a problem whose contacts resist rolling.
friction::ConeContacts cone_contacts(const Problem& problem);

// x = M^-1 x, (n). False where a number is not finite.
bool solve_mass(const Problem& problem, double* x);

// v_0 = M^-1 q: (n) out.
void free_velocities(const Problem& problem, double* v_0);

Scales scales(const Problem& problem, Arena& arena);

// L of the contacts, which stays in the arena, and needs no factor of M.
std::span<const double> moment_lengths(const Problem& problem, Arena& arena);

// u = H' v + b: (dim contacts) out.
void contact_velocities(const Problem& problem, const double* v, double* u, Arena& arena);

// v = M^-1 (q + H r + G' lambda) with one step of refinement.
bool velocities_of(const Problem& problem, const double* r, const double* lambda, double* v, Arena& arena);

// A point is known by these.
struct Point {
  std::span<double> v, r, lambda;
  nsds_residual residual;  // of the class
  nsds_residual judged;    // what the tolerance is compared with: that, the norm of FCLIB, or the contract
};

Point take_point(const Problem& problem, Arena& arena);
void copy_point(const Point& from, Point& to);
// The vectors of a caller.
void read_point(const double* v, const double* r, const double* lambda, Point& point);

// Fills the residuals; solvers that are asked for the contract bring that of the class there first.
void measure(const Problem& problem, friction::Norm norm, Point& point, Arena& arena);

}  // namespace nsds::numerics::global_friction
