#include "nsds/theory/first_order/plasticity.hpp"

#include <algorithm>
#include <cmath>

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/first_order_linear_ds.hpp"
#include "nsds/kernel/modeling/first_order_linear_relations.hpp"
#include "nsds/kernel/modeling/laws/bounded.hpp"
#include "nsds/kernel/modeling/laws/complementarity.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

namespace {

/// True if every node is connected with node 0 by bars.
bool hangsTogether(Index nodes, const std::vector<ElastoPlasticBar>& bars) {
  std::vector<bool> reached(static_cast<std::size_t>(nodes) + 1, false);
  reached[0] = true;
  for (Index pass = 0; pass < nodes; ++pass) {
    for (const ElastoPlasticBar& bar : bars) {
      const auto from = static_cast<std::size_t>(bar.from);
      const auto to = static_cast<std::size_t>(bar.to);
      if (reached[from] || reached[to]) reached[from] = reached[to] = true;
    }
  }
  return std::ranges::all_of(reached, [](bool is) { return is; });
}

}  // namespace

ElastoPlasticChain::ElastoPlasticChain(Index nodes, std::vector<ElastoPlasticBar> bars)
    : nodes_(nodes), bars_(std::move(bars)), forces_(static_cast<std::size_t>(std::max<Index>(nodes, 0))) {
  check::that(nodes >= 1 && !bars_.empty(), "ElastoPlasticChain: {} nodes and {} bars, at least 1 of both",
              nodes, bars_.size());
  for (std::size_t i = 0; i < bars_.size(); ++i) {
    const ElastoPlasticBar& bar = bars_[i];
    check::that(bar.from >= 0 && bar.from <= nodes && bar.to >= 0 && bar.to <= nodes && bar.from != bar.to,
                "ElastoPlasticChain: bar {} connects the nodes {} and {} of 0 to {}", i, bar.from, bar.to,
                nodes);
    check::that(std::isfinite(bar.stiffness) && bar.stiffness > 0.0,
                "ElastoPlasticChain: the stiffness of bar {} is {}, positive expected", i, bar.stiffness);
    const double lower = bar.lower.value_or(-bar.upper);
    check::that(lower < 0.0 && bar.upper > 0.0,
                "ElastoPlasticChain: the limits [{}, {}] of bar {} do not have 0 between them", lower,
                bar.upper, i);
  }
  check::that(hangsTogether(nodes, bars_), "ElastoPlasticChain: not every node hangs on node 0");
}

ElastoPlasticChain& ElastoPlasticChain::setDisplacement(Function l) {
  check::that(static_cast<bool>(l), "ElastoPlasticChain: the displacement is empty");
  check::that(!forces_.back(), "ElastoPlasticChain: a force is given on node {}", nodes_);
  displacement_ = std::move(l);
  return *this;
}

ElastoPlasticChain& ElastoPlasticChain::setForce(Index node, Function F) {
  check::that(static_cast<bool>(F), "ElastoPlasticChain: the force is empty");
  check::that(node >= 1 && node <= freeNodes(), "ElastoPlasticChain: node {} is not free; 1 to {} are", node,
              freeNodes());
  forces_[static_cast<std::size_t>(node) - 1] = std::move(F);
  return *this;
}

Index ElastoPlasticChain::freeNodes() const {
  return displacement_ ? nodes_ - 1 : nodes_;
}

/// D: (bars x nodes), without node 0.
Matrix ElastoPlasticChain::elongations() const {
  Matrix D = Matrix::Zero(std::ssize(bars_), nodes_);
  for (Index i = 0; i < D.rows(); ++i) {
    const ElastoPlasticBar& bar = bars_[static_cast<std::size_t>(i)];
    if (bar.to > 0) D(i, bar.to - 1) += 1.0;
    if (bar.from > 0) D(i, bar.from - 1) -= 1.0;
  }
  return D;
}

ElastoPlasticChain::Parts ElastoPlasticChain::addTo(Model& model) const {
  const Index m = std::ssize(bars_);
  const Index n = freeNodes();
  const Matrix D = elongations();
  const Matrix free = D.leftCols(n);
  Vector E(m);
  MixedSet limits{Vector(m), Vector(m)};
  for (Index i = 0; i < m; ++i) {
    const ElastoPlasticBar& bar = bars_[static_cast<std::size_t>(i)];
    E[i] = bar.stiffness;
    limits.lower[i] = bar.lower.value_or(-bar.upper);
    limits.upper[i] = bar.upper;
  }
  // What the prescribed displacement adds to the forces of bars.
  const Vector pull = displacement_ ? Vector(E.cwiseProduct(D.col(nodes_ - 1))) : Vector(Vector::Zero(m));

  // The states: E⁻¹ s' and displacements of free nodes.
  auto& system = model.add<FirstOrderLinearDS>(Vector(Vector::Zero(m + n)), SystemMatrix());
  Vector masses = Vector::Ones(m + n);
  masses.head(m) = E.cwiseInverse();
  system.setM(masses.asDiagonal());

  // Bars yield: σ = s + E D_N l(t) stays within its limits.
  Matrix C = Matrix::Zero(m, m + n);
  C.leftCols(m).setIdentity();
  FirstOrderLinearR bars(C, C.transpose());
  if (displacement_) bars.setE([pull, l = displacement_](double t, VectorRef e) { e = l(t) * pull; });
  Interaction& forces = model.link(SweepingNSL(m, limits), std::move(bars), system);
  if (n == 0) return {system, forces, nullptr};

  // Free nodes are in equilibrium: Dᵀσ = F(t).
  Matrix balance = Matrix::Zero(n, m + n);
  balance.leftCols(m) = free.transpose();
  Matrix rates = Matrix::Zero(m + n, n);
  rates.topRows(m) = free;
  rates.bottomRows(n).setIdentity();
  FirstOrderLinearR equilibrium(balance, rates);
  equilibrium.setE(
      [carried = Vector(free.transpose() * pull), l = displacement_, F = forces_](double t, VectorRef e) {
        if (l) e = l(t) * carried;
        for (Index i = 0; i < e.size(); ++i) {
          const auto& force = F[static_cast<std::size_t>(i)];
          if (force) e[i] -= force(t);
        }
      });
  return {system, forces, &model.link(EqualityConditionNSL(n), std::move(equilibrium), system)};
}

Vector playOperator(double r, VectorConstRef u, double w0) {
  check::that(r >= 0.0, "playOperator: the half width is {}, not negative expected", r);
  check::that(u.size() >= 1, "playOperator: there is no value");
  Vector play(u.size());
  double w = w0;
  for (Index i = 0; i < u.size(); ++i) {
    w = std::min(std::max(w, u[i] - r), u[i] + r);
    play[i] = w;
  }
  return play;
}

Vector stopOperator(double r, VectorConstRef u, double w0) {
  return u - playOperator(r, u, w0);
}

Vector prandtlIshlinskii(VectorConstRef weights, VectorConstRef radii, VectorConstRef u) {
  check::size("prandtlIshlinskii", "the radii", radii.size(), weights.size());
  Vector sum = Vector::Zero(u.size());
  for (Index i = 0; i < weights.size(); ++i) sum += weights[i] * stopOperator(radii[i], u);
  return sum;
}

}  // namespace nsds
