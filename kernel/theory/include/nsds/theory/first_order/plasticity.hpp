// Quasi-static plasticity of chains of elastic, perfectly plastic bars as a sweeping process in the energy metric.
//
// Nodes 0, 1, …, N lie on a line; node 0 is fixed. Bar i has stiffness E_i, connects nodes `from` and `to`, and yields where its
// force σ_i leaves [σ⁻_i, σ⁺_i]; infinite limits make it elastic. With the elongations D u of displacements u,
//
//   σ = E (D u - p),      p' ∈ N_{[σ⁻, σ⁺]}(σ),      Dᵀσ = F(t) at free nodes,      u_N = l(t) where it is prescribed.
//
// With s = σ - E D_N l(t) and the displacement rates of free nodes as multipliers of equilibrium that is
//
//   -E⁻¹ s' ∈ N_{K(t)}(s),      K(t) = ([σ⁻, σ⁺] ∩ { Dᵀσ = F(t) }) - E D_N l(t),
//
// in the metric E⁻¹ of the elastic energy ½ σᵀE⁻¹σ (Moreau 1976). EulerMoreauOSI(1) projects in this metric (return mapping);
// it is exact at instants of steps for bars in parallel whose load turns only there. One cell of bars in parallel under l(t) is
// the Prandtl-Ishlinskii operator Σ E_i stop_i(l); cells of an elastic bar beside a plastic one under a force, in series, that
// of play type. Perfect plasticity has limit loads: where no σ within limits balances F(t) the step ends as infeasible.
// Units: forces [N], lengths [m], stiffness [N/m].
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "nsds/kernel/types.hpp"
#include "nsds/theory/export.hpp"

namespace nsds {

class FirstOrderDS;
class Interaction;
class Model;

struct ElastoPlasticBar {
  Index from = 0;                                          ///< node
  Index to = 0;                                            ///< node; elongation is u_to - u_from
  double stiffness = 0.0;                                  ///< E > 0 [N/m]
  double upper = std::numeric_limits<double>::infinity();  ///< σ⁺ > 0 [N]
  std::optional<double> lower = std::nullopt;              ///< σ⁻ < 0 [N]; unless given -σ⁺
};

class NSDS_THEORY_API ElastoPlasticChain {
 public:
  using Function = Callable<double(double t)>;

  /// nodes: N ≥ 1 beside the fixed node 0. Errors: InvalidArgument on a bar between nodes that there are not, or from a node
  /// to itself, a stiffness or limits outside their ranges, and where a node does not hang on node 0.
  ElastoPlasticChain(Index nodes, std::vector<ElastoPlasticBar> bars);
  /// Prescribes the displacement of the last node, l(0) included. Errors: InvalidArgument if empty.
  ElastoPlasticChain& setDisplacement(Function l);
  /// A force on a node, zero unless set. Errors: InvalidArgument on a node that is not free, or an empty function.
  ElastoPlasticChain& setForce(Index node, Function F);

  struct Parts {
    FirstOrderDS& system;      ///< (bars + free nodes): s and the displacements of free nodes
    Interaction& bars;         ///< y: σ (bars) [N]; λ: -p', the rates of plastic elongation
    Interaction* equilibrium;  ///< λ: velocities of free nodes [m/s]; null if there is none
  };
  /// Begins without stress or displacement. Errors: those of the functions.
  Parts addTo(Model& model) const;

 private:
  Index freeNodes() const;
  Matrix elongations() const;

  Index nodes_;
  std::vector<ElastoPlasticBar> bars_;
  Function displacement_;
  std::vector<Function> forces_;  // (nodes), of nodes from 1 on
};

/// The play of half width r ≥ 0: |u - w| ≤ r, w follows u as little as it may. Along a path of values of u that is monotone in
/// between they are exact; w0 is projected to u first. Errors: InvalidArgument on r < 0 or no value.
NSDS_THEORY_API Vector playOperator(double r, VectorConstRef u, double w0 = 0.0);
/// The stop u - play, in [-r, r], from the same start.
NSDS_THEORY_API Vector stopOperator(double r, VectorConstRef u, double w0 = 0.0);
/// Σ weights_i stop_{radii_i}(u): the force of bars of stiffness weights_i and limits weights_i radii_i in parallel under the
/// elongation u, all without stress at u = 0. weights, radii: (m).
NSDS_THEORY_API Vector prandtlIshlinskii(VectorConstRef weights, VectorConstRef radii, VectorConstRef u);

}  // namespace nsds
