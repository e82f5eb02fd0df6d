// FC(W, q, mu), or RFC(W, q, mu, mu_r) where contacts resist rolling too, or a problem of plastic flow, after it has
// been checked, with the scales of its residual.
#pragma once

#include <cstdint>
#include <optional>

#include "core/sentence.hpp"
#include "friction/contact/rolling_cone.hpp"
#include "linalg/entries.hpp"
#include "nsds/numerics/cone_plasticity.h"
#include "nsds/numerics/friction_contact.h"
#include "nsds/numerics/rolling_friction_contact.h"

namespace nsds::numerics::friction {

class ContactMemory;
struct VelocityBlocks;

struct Problem {
  std::int32_t dimension = 3;  // d, rows a contact: 2 or 3, with rolling 3 or 5
  std::int32_t contacts = 0;
  const nsds_matrix& W;
  const double* q = nullptr;
  const double* mu = nullptr;
  // Units, see friction_contact.h and rolling_friction_contact.h.
  double matrix_scale = 1.0;                   // max_c trace(W_cc) / d, where contacts roll w
  double s_w = 1.0;                            // max_c ||q_c||, 1 if q = 0
  double s_r = 1.0;                            // s_w / matrix_scale
  ContactMemory* memory = nullptr;             // where solvers pack it; not needed for residuals
  const VelocityBlocks* velocities = nullptr;  // W once more, where it is known as a product
  bool five_rows = false;                      // blocks are packed so: an RFC, or plastic flow
  const double* mu_r = nullptr;                // (contacts) where they do
  const double* lengths = nullptr;             // (contacts) where they do: L, the unit of length of moments

  // Where points flow plastically mu is eta or sigma_y, mu_r zero and every length one.
  bool has_moments = true;
  const double* theta = nullptr;  // (contacts) in the cone of Drucker and Prager, else null
  bool cylinder = false;          // that of von Mises
  const char* matrix_name = "problem.W";
  const double* floor =
      nullptr;  // (d contacts): what a row may be violated by whatever its terms; null: nothing

  std::size_t size() const { return index(dimension) * index(contacts); }
  BlockRows rows() const { return {index(dimension), has_moments}; }
};

// What a call has to bring below its tolerance: the residual of the class, the norm of FCLIB, or the contract of docs/ok.md. Islands that
// are asked for the contract bring that of the class there first.
enum class Norm : int { scaled, fclib, contract };

// max_c trace(W_cc) / d; the largest entry where no trace is positive; 1 where W is zero.
double matrix_scale(std::int32_t dimension, const nsds_matrix& W);

// max_c ||q_c||, 1 if q = 0.
double vector_scale(std::int32_t dimension, std::int32_t contacts, const double* q);

// u = W r + q and magnitude = |W| |r| + |q|, (d nc) out.
void velocity(const Problem& problem, const double* r, double* u, double* magnitude);

// Evaluates the residual of the class at r and its u.
nsds_residual residual(const Problem& problem, const double* r, const double* u, const double* magnitude);

// The norm of FCLIB, and what rounding in u leaves of it.
struct FclibError {
  double value = 0.0, roundoff_floor = 0.0;
  std::int32_t worst = -1;  // contact with the largest map; -1: none, or not looked for
};
FclibError residual_fclib(const Problem& problem, const double* r, const double* u, const double* magnitude);

}  // namespace nsds::numerics::friction
