// The impact law of Liu, Zhao and Brogliato: energies of contacts along the impulse.
#pragma once

#include "nsds/kernel/impacts/impact_law.hpp"

namespace nsds {

/// How contacts give energy back. They differ where contacts lose energy.
enum class ContactStiffness : std::uint8_t {
  bistiffness,  ///< stiffer in expansion: the work of expansion is e² of the energy that is given up, and ends with it
  monostiffness  ///< the same stiffness, until (1 − e²) of the energy of compression is left, which is lost
};

/// Where micro-steps end.
enum class MicroSteps : std::uint8_t {
  /// At the ends of compression and expansion, and where contacts begin to be compressed; between these as long as
  /// `tolerance` allows.
  located,
  /// After impulseStep of the primary contact each. Ends are stepped over, velocities and energies follow Euler's method:
  /// the scheme of the paper's authors, of order one.
  fixed
};

struct LZBOptions {
  ContactStiffness stiffness = ContactStiffness::bistiffness;
  MicroSteps steps = MicroSteps::located;
  /// Impulse of the primary contact in a micro-step [N s]: of fixed steps (> 0), of located ones at most (0: no limit). Fixed
  /// steps are of use below a hundredth of the impulse of an impact; where they miss a tenth of the work, they are an Error.
  double impulseStep = 0.0;
  /// Of located steps: error of a step in impulses and compressions, relative to those of a single impact at the largest
  /// velocity of approach. In [1e-15, 1e-2].
  double tolerance = 1e-13;
  /// Velocities of approach below this part of the largest one begin no compression; one that grows begins it before it is a
  /// hundred times that. In [1e-15, 1e-2].
  double zeroVelocity = 1e-13;
  /// Of fixed steps: contacts with less energy than this [J] have none, and begin anew if they approach; ≥ 0. What it hides of
  /// the begin of compressions is an error that shorter steps do not make smaller.
  double zeroEnergy = 0.0;
  std::int64_t maxMicroSteps = 10'000'000;
};

/// Contacts are springs K_i δ_i^η_i that store the energies E_i = K_i δ_i^(η_i + 1) / (η_i + 1), and the configuration stays
/// as it is during the impact. With impulses P_i, and the impulse P_j of the primary contact j, which has the largest energy,
/// as independent variable,
///
///   dP_i/dP_j = (η_i + 1)^a_i K_i^(1/(η_i + 1)) E_i^a_i / [(η_j + 1)^a_j K_j^(1/(η_j + 1)) E_j^a_j],    a_i = η_i / (η_i + 1),
///   dU = W dP,    dE_i = −c_i U_i dP_i.
///
/// c_i is 1 in compression (U_i < 0); in expansion, with two stiffnesses, it is 1/e_i². A contact is done where its energy
/// is used up, and begins again where it approaches again. The impact is over when no contact has energy or approaches. The
/// stiffnesses count by their ratios alone where all η_i are the same.
///
/// Located steps integrate the same equations with an independent variable in which they are regular at E_i = 0,
///
///   dP_i/dτ = K_i δ_i^η_i,    dδ_i/dτ = −c_i U_i,
///
/// by Dormand and Prince's pair, whose step is the smaller of what the tolerance and what impulseStep allow. A micro-step
/// touches contacts under compression and those coupled to them alone.
///
/// Contacts are linked with MultipleImpactNSL; contacts without restitution (ComplementarityConditionNSL) and with another law are refused by name.
/// Energy: T⁺ − T⁻ = −Σ (1 − e_i²) E_i ≤ 0. With two stiffnesses E_i is what an expansion gives up, also one that another
/// compression cuts short; with one, the energy at the end of the last compression before contact i opens.
/// Liu, Zhao, Brogliato 2008, Proc. R. Soc. A 464, 3193 (theory), and 2009, 465, 1 (numerical scheme).
class NSDS_KERNEL_API LZBImpactLaw final : public ImpactLaw {
 public:
  /// Errors: InvalidArgument on an option outside its range.
  explicit LZBImpactLaw(const LZBOptions& options = {});
  const LZBOptions& options() const { return options_; }

 private:
  void doCheckContact(const NonSmoothLaw& law, std::string_view contact) const override;
  void doSolve(const ImpactProblem& problem, VectorRef impulses, ImpactReport& report) const override;

  LZBOptions options_;
};

}  // namespace nsds
