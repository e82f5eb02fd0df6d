// Contacts that resist rolling as they are given, block by block, in the units of their residual;
// rolling_friction_contact.h states these. Both classes, reduced and in global form, measure by them.
#pragma once

#include <cstdint>
#include <span>

#include "friction/contact/rolling_cone.hpp"
#include "friction/problem.hpp"

namespace nsds::numerics::friction {

// The contacts of a problem, or some of them.
struct ConeContacts {
  BlockRows rows;         // of a contact, 3 or 5
  std::size_t count = 0;  // contacts
  const double* mu = nullptr;
  const double* mu_r = nullptr;
  const double* lengths = nullptr;  // (count): L
  double s_r = 1.0, s_u = 1.0;      // units of forces and of velocities
  const double* theta = nullptr;    // (count) where points flow plastically in cones
  bool cylinder = false;            // or in cylinders

  ConeContacts from(std::size_t first, std::size_t contacts) const {
    return {rows,
            contacts,
            mu + first,
            mu_r + first,
            lengths + first,
            s_r,
            s_u,
            theta == nullptr ? nullptr : theta + first,
            cylinder};
  }
  // Returns those of contact c, measured in a unit of length of moments and one of forces.
  ConeCoefficients coefficients(std::size_t c, double length, double force) const {
    return {cylinder ? mu[c] / force : mu[c], mu_r[c] / length,
            cylinder           ? 0.0
            : theta == nullptr ? mu[c]
                               : theta[c],
            cylinder};
  }
};
ConeContacts cone_contacts(const Problem& problem);

// L of every contact, and w. diagonal: (d count) of W. lengths: (count) out. Returns w, 0 where no trace is positive.
double rolling_scales(std::size_t rows, std::span<const double> diagonal, const double* mu_r,
                      std::span<double> lengths);

// max_c ||u_c||, of contacts without mu_r ||(u_N, u_T)_c||. u: (d count).
double rolling_velocity_scale(const ConeContacts& contacts, const double* u);

// A point of the product of the cones near r, in place: the nearest one where moments are measured in the power of two
// beside L, in which a point of the cones stays as it is. r: (d count).
void project_on_rolling_cones(const ConeContacts& contacts, double* r);

// Takes the contacts into the residual, whose value it leaves infinite where a number is not finite. first: the number
// of the first contact. magnitude: of u, from which the floor is taken; reactions_round: whether r has a floor too.
void measure_rolling(const ConeContacts& contacts, const double* r, const double* u, const double* magnitude,
                     bool reactions_round, std::size_t first, nsds_residual& found);

// The sum of the squares of the natural maps of r / unit and u / unit, moments beside forces. worst: the contact with the
// largest, where there is one.
double sum_of_rolling_maps(const ConeContacts& contacts, const double* r, const double* u, double unit,
                           std::int32_t& worst);

// As residual and residual_fclib of problem.hpp.
nsds_residual rolling_residual(const Problem& problem, const double* r, const double* u,
                               const double* magnitude);
FclibError rolling_residual_fclib(const Problem& problem, const double* r, const double* u,
                                  const double* magnitude);

}  // namespace nsds::numerics::friction
