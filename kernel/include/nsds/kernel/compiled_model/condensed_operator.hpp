// The condensed operator tells how outputs depend on multipliers after one linearised step of an integrator:
//
//   w = W λ + w_free,   W_ab = sum over systems s of L_as R_sb  (+ D within one interaction),
//   state_s = state_free,s + sum over rows a of R_sa λ_a.
//
// Moreau-Jean: L = H, R = W_s⁻¹ Hᵀ. Euler-Moreau: L = gamma C, R = h W_s⁻¹ B. Flat records over one pool
// of numbers; the blocks of row r of a term are contiguous: L at left + r size, the column of R at right + r
// size.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "nsds/common/cxx20.hpp"
#include "nsds/kernel/export.hpp"

namespace nsds {

struct CondensedTerm {
  std::int32_t system;    ///< place among the model's systems
  std::int32_t position;  ///< first entry in q or x
  std::int32_t dof;       ///< first entry in the flat vectors over degrees of freedom
  std::int32_t size;      ///< dimension of the system, or of its support
  std::int32_t left;      ///< L: (rows x size), row-major
  std::int32_t right;     ///< Rᵀ: (rows x size), row-major
  std::int32_t support;   ///< first entry of the support in `supports`; -1 where all entries are kept
};

struct CondensedInteraction {
  std::int32_t row = 0;  ///< first row in the model's flat vectors
  std::int32_t rows = 0;
  std::int32_t firstTerm = 0;
  std::int32_t terms = 0;
  std::int32_t feedthrough = -1;  ///< D: (rows x rows), row-major; -1 if there is none
  bool symmetric = false;         ///< no D, and R = W_s⁻¹ Lᵀ with a symmetric W_s for all of its systems
};

/// The iteration matrix W_s of a system, for formulations that keep the velocities among their unknowns.
struct CondensedSystem {
  std::int32_t dof;     ///< first entry in the flat vectors over degrees of freedom
  std::int32_t size;    ///< dimension of the system
  std::int32_t matrix;  ///< W_s: (size x size), column-major; -1 unless it is asked for
};

/// Where laws whose sets vary hold. t and x are written where there are such laws, by integrators of first-order systems.
struct LawPoint {
  double t = std::numeric_limits<double>::quiet_NaN();
  const double* x = nullptr;  ///< (positions) of the model; null where no set depends on the state
  /// The multiplier of a unit force: the length of the step, by integrators that take laws whose bounds are forces.
  double h = std::numeric_limits<double>::quiet_NaN();
};

/// Tells what of a free output is rounding of the velocities or states that it was made of.
class NSDS_KERNEL_API OutputRounding {
 public:
  virtual ~OutputRounding();
  /// row: within the interaction. Finite unless velocities are not.
  virtual double of(const CondensedInteraction& interaction, std::int32_t row) const = 0;
  /// Tells whether problems are given it at once; if not, those alone are that are not solved without.
  virtual bool isAskedAtOnce() const { return true; }

 protected:
  OutputRounding() = default;
  OutputRounding(const OutputRounding&) = default;
  OutputRounding& operator=(const OutputRounding&) = default;
};

struct CondensedOperator {
  std::vector<CondensedInteraction> interactions;
  std::vector<CondensedTerm> terms;
  /// The entries of a large system with sparse operators that outputs read, counted within the system: L is zero outside,
  /// and there alone R is kept.
  std::vector<std::int32_t> supports;
  std::vector<CondensedSystem> systems;
  std::vector<unsigned char> held;  ///< (dofs) 1 where the velocity is prescribed: W is the identity there
  std::vector<double> pool;
  LawPoint lawPoint;
  const OutputRounding* rounding = nullptr;  ///< Nullable: nothing is known of it
};

}  // namespace nsds
