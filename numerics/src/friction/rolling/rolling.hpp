// Contacts that resist rolling as they are given, block by block, in the units of their residual;
// rolling_friction_contact.h states these. Both classes, reduced and in global form, measure by them.
#pragma once

#include <cstdint>
#include <span>

#include "friction/contact/rolling_cone.hpp"
#include "friction/problem.hpp"

namespace nsds::numerics::friction {

// The contacts of a problem, or some of them.
struct RollingContacts {
  std::size_t rows;   // d of a contact, 3 or 5
  std::size_t count;  // contacts
  const double* mu;
  const double* mu_r;
  double s_r, s_u, length;  // units of forces, of velocities, and L

  RollingContacts from(std::size_t first, std::size_t contacts) const {
    return {rows, contacts, mu + first, mu_r + first, s_r, s_u, length};
  }
};
RollingContacts rolling_contacts(const Problem& problem);

// w_F, or what takes its place, and L.
struct RollingScales {
  double matrix, length;
};

// Finds the scales of the diagonal of a matrix; its entries come in the order of the rows.
class RollingTraces {
 public:
  explicit RollingTraces(std::int32_t dimension) : dimension_(dimension), end_(dimension) {}

  void add(std::int32_t row, double value);
  // otherwise: w_F where neither trace is positive.
  RollingScales scales(double otherwise);

 private:
  void close();

  std::int32_t dimension_, end_;            // of the rows of the contact at hand
  double largest_[2] = {}, trace_[2] = {};  // of forces, of moments
};

RollingScales rolling_scales(std::int32_t dimension, const nsds_matrix& W);

// max_c ||u_c|| in L. u: (d count).
double rolling_velocity_scale(std::size_t rows, std::size_t count, const double* u, double length);

// The nearest point of the product of the cones, moments being measured in L, in place. r: (d count).
void project_on_rolling_cones(const RollingContacts& contacts, double* r);

// Takes the contacts into the residual, whose value it leaves infinite where a number is not finite. first: the number
// of the first contact. magnitude: of u, from which the floor is taken; reactions_round: whether r has a floor too.
void measure_rolling(const RollingContacts& contacts, const double* r, const double* u,
                     const double* magnitude, bool reactions_round, std::size_t first, nsds_residual& found);

// The sum of the squares of the natural maps of r / unit and u / unit, moments beside forces. worst: the contact with the
// largest, where there is one.
double sum_of_rolling_maps(const RollingContacts& contacts, const double* r, const double* u, double unit,
                           std::int32_t& worst);

// As residual and residual_fclib of problem.hpp.
nsds_residual rolling_residual(const Problem& problem, const double* r, const double* u,
                               const double* magnitude);
FclibError rolling_residual_fclib(const Problem& problem, const double* r, const double* u,
                                  const double* magnitude);

}  // namespace nsds::numerics::friction
