// Impact laws say which impulses the closed contacts of a model exchange at one instant, all of them together:
//
//   U⁺ = W P + U⁻,    P ≥ 0,    W = H M⁻¹Hᵀ,
//
// where U⁻ and U⁺ are the normal velocities before and after. EventDriven and TimeStepping take an impact law
// (setImpactLaw); without one, contacts obey the laws they are linked with, which is Newton's restitution and
// friction. Contacts with friction have no impact law. Joints are not among the contacts: W is the matrix of contacts while joints hold,
//
//   W = W_cc − W_cj W_jj⁺ W_jc,
//
// and the impulses of joints follow from those of contacts.
//
// Impact laws are open: derive, and override what finds the impulses. Laws have no memory from one impact to the next.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/modeling/nonsmooth_law.hpp"
#include "nsds/kernel/modeling/system_matrix.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

/// The contacts of an impact: closed ones, whether they approach or not. Borrowed.
struct ImpactProblem {
  const SparseMatrix& W;  ///< (contacts x contacts), symmetric, positive semidefinite [1/kg], compressed
  const Vector& uMinus;   ///< (contacts) U⁻ [m/s]; negative where contacts approach
  std::span<const NonSmoothLaw* const>
      laws;  ///< (contacts) the laws that they are linked with: their parameters
};

/// The energy of an impact, and the work it took to find it.
struct ImpactReport {
  /// T⁺ − T⁻ = Pᵀ(U⁻ + U⁺)/2 [J], the change of the kinetic energy, whatever the law.
  double energyChange = 0.0;
  /// What the law says that it dissipates [J], found without T. Absent if it says nothing. energyChange + dissipated is 0 but
  /// for the error of the law's own computation.
  std::optional<double> dissipated;
  std::int64_t microSteps = 0;  ///< of laws that follow an impact through its impulses
};

class NSDS_KERNEL_API ImpactLaw {
 public:
  virtual ~ImpactLaw();
  /// The name used in messages.
  const std::string& name() const { return name_; }

  /// contact: what messages call it. Errors: InvalidArgument naming the contact if the law has no use for what it is
  /// linked with.
  void checkContact(const NonSmoothLaw& law, std::string_view contact) const { doCheckContact(law, contact); }
  /// Errors: InvalidArgument naming what contacts have not in common that they should.
  void checkContacts(std::span<const NonSmoothLaw* const> laws) const { doCheckContacts(laws); }
  /// impulses: (contacts) P ≥ 0 out [N s]. Errors: InvalidArgument on sizes that differ, numbers that are not finite, or a
  /// contact without a law; Error if there are no such impulses, or the law returns numbers that are not finite or impulses that pull.
  ImpactReport solve(const ImpactProblem& problem, VectorRef impulses) const;

 protected:
  explicit ImpactLaw(std::string name);
  ImpactLaw(const ImpactLaw&) = default;
  ImpactLaw& operator=(const ImpactLaw&) = default;

  /// The restitution e of a contact. Errors: InvalidArgument if it is no constant multiple of U⁻.
  double restitution(const NonSmoothLaw& law) const;
  /// Solves 0 ≤ W P + q ⟂ P ≥ 0. Errors: Error naming the law if there is no solution.
  Vector solveComplementarity(const SparseMatrix& W, const Vector& q) const;

 private:
  virtual void doCheckContact(const NonSmoothLaw& law, std::string_view contact) const;
  virtual void doCheckContacts(std::span<const NonSmoothLaw* const> laws) const;
  /// impulses: (contacts) zero in, P out. report: the energy change is filled in afterwards.
  virtual void doSolve(const ImpactProblem& problem, VectorRef impulses, ImpactReport& report) const = 0;

  std::string name_;
};

}  // namespace nsds
