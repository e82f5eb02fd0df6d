#include "simulation/event_driven/switches/first_order_model.hpp"

#include <cmath>
#include <limits>

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/first_order_linear_relations.hpp"
#include "nsds/kernel/modeling/first_order_nonlinear_relations.hpp"

namespace nsds {

namespace {

/// Classes of the kernel whose outputs do not depend on time.
bool isTimeInvariant(const FirstOrderRelation& relation) {
  return dynamic_cast<const FirstOrderLinearTIR*>(&relation) != nullptr ||
         dynamic_cast<const FirstOrderType1R*>(&relation) != nullptr ||
         dynamic_cast<const FirstOrderType2R*>(&relation) != nullptr;
}

}  // namespace

void FirstOrderModel::compile(Model& model) {
  NonSmoothDynamicalSystem& nsds = model.nsds();
  model_.compile(nsds);
  timeScale_ = model.scales().time;
  constantMasses_ = constantJacobians_ = true;
  jacobiansKnown_ = false;
  links_.clear();
  std::vector<std::int32_t> sizes;
  for (const PlacedSystem& system : model_.systems) {
    sizes.push_back(system.n);
    constantMasses_ = constantMasses_ && system.firstOrder->constantM() != nullptr;
  }
  for (std::size_t c = 0; c < model_.relations.size(); ++c) {
    const FirstOrderRelation& relation = *model_.relations[c].firstOrder;
    Index width = 0;
    for (const CondensedTerm& term : termsOf(model_.condensed, model_.condensed.interactions[c]))
      width += term.size;
    links_.push_back(
        {&relation, model_.condensed.interactions[c].row, relation.rows(), width, isTimeInvariant(relation)});
    constantJacobians_ =
        constantJacobians_ && relation.constantJacobians() && !relation.inputDependsOnState();
  }
  constantJacobians_ = constantJacobians_ && constantMasses_;
  masses_.reset(sizes);
  massTime_ = std::numeric_limits<double>::quiet_NaN();
  factorise(nsds.time());
}

/// Factorises every M, or only those that are functions of time once the constants are.
void FirstOrderModel::factorise(double t) {
  const bool first = std::isnan(massTime_);
  if (!first && (constantMasses_ || t == massTime_)) return;
  for (std::size_t s = 0; s < model_.systems.size(); ++s) {
    const FirstOrderDS& ds = *model_.systems[s].firstOrder;
    const SystemMatrix* const constant = ds.constantM();
    if (!first && constant != nullptr) continue;
    try {
      if (constant != nullptr) {
        masses_.assignStored(s, *constant, ds);
      } else {
        Matrix M = Matrix::Zero(ds.dimension(), ds.dimension());
        ds.M(t, M);
        masses_.assign(s, M, ds);
      }
    } catch (const InvalidArgument&) {
      throw;
    } catch (const Error&) {
      throw InvalidArgument(fmt::format(
          "event-driven simulation takes systems whose M has an inverse; that of {} has none at t = {}: "
          "its algebraic equations are stepped by TimeStepping with EulerMoreauOSI",
          ds.name(), t));
    }
  }
  massTime_ = t;
}

void FirstOrderModel::solveMass(double t, double* x, std::int32_t count) {
  t = window_.inside(t);
  factorise(t);
  for (std::int32_t k = 0; k < count; ++k) {
    for (std::size_t s = 0; s < model_.systems.size(); ++s)
      masses_.solve(s, x + k * states() + model_.systems[s].dof);
  }
}

const Vector& FirstOrderModel::stack(std::size_t c, VectorConstRef x) {
  stacked_.resize(links_[c].width);
  Index to = 0;
  for (const CondensedTerm& term : termsOf(model_.condensed, model_.condensed.interactions[c])) {
    stacked_.segment(to, term.size) = x.segment(term.dof, term.size);
    to += term.size;
  }
  return stacked_;
}

void FirstOrderModel::outputs(double t, VectorConstRef x, VectorConstRef lambda, VectorRef y) {
  t = window_.inside(t);
  for (std::size_t c = 0; c < links_.size(); ++c) {
    const Link& link = links_[c];
    link.relation->output(t, stack(c, x), lambda.segment(link.row, link.rows),
                          y.segment(link.row, link.rows));
  }
}

void FirstOrderModel::inputs(double t, VectorConstRef x, VectorConstRef lambda, VectorRef g) {
  t = window_.inside(t);
  g.setZero();
  for (std::size_t c = 0; c < links_.size(); ++c) {
    const Link& link = links_[c];
    scratch_.setZero(link.width);
    link.relation->input(t, stack(c, x), lambda.segment(link.row, link.rows), scratch_);
    Index from = 0;
    for (const CondensedTerm& term : termsOf(model_.condensed, model_.condensed.interactions[c])) {
      g.segment(term.dof, term.size) += scratch_.segment(from, term.size);
      from += term.size;
    }
  }
}

void FirstOrderModel::forces(double t, VectorConstRef x, VectorRef f) {
  t = window_.inside(t);
  for (const PlacedSystem& system : model_.systems)
    system.firstOrder->f(t, x.segment(system.dof, system.n), f.segment(system.dof, system.n));
}

void FirstOrderModel::rate(double t, VectorConstRef x, VectorConstRef lambda, VectorRef rate) {
  forces(t, x, rate);
  Vector g(states());
  inputs(t, x, lambda, g);
  rate += g;
  solveMass(t, rate.data(), 1);
}

void FirstOrderModel::jacobians(double t, VectorConstRef x, VectorConstRef lambda, Matrix& C, Matrix& D,
                                Matrix& B) {
  t = window_.inside(t);
  if (!jacobiansKnown_) {
    C_.setZero(rows(), states());
    D_.setZero(rows(), rows());
    B_.setZero(states(), rows());
    for (std::size_t c = 0; c < links_.size(); ++c) {
      const Link& link = links_[c];
      const Vector& state = stack(c, x);
      VectorConstRef multipliers = lambda.segment(link.row, link.rows);
      Matrix own(link.rows, link.width);
      Matrix feedthrough(link.rows, link.rows);
      Matrix K(link.width, link.width);
      Matrix input(link.width, link.rows);
      link.relation->outputJacobians(t, state, multipliers, own, feedthrough);
      link.relation->inputJacobians(t, state, multipliers, K, input);
      D_.block(link.row, link.row, link.rows, link.rows) = feedthrough;
      Index from = 0;
      for (const CondensedTerm& term : termsOf(model_.condensed, model_.condensed.interactions[c])) {
        C_.block(link.row, term.dof, link.rows, term.size) = own.middleCols(from, term.size);
        B_.block(term.dof, link.row, term.size, link.rows) = input.middleRows(from, term.size);
        from += term.size;
      }
    }
    solveMass(t, B_.data(), static_cast<std::int32_t>(rows()));
    jacobiansKnown_ = constantJacobians_;
  }
  C = C_;
  D = D_;
  B = B_;
}

void FirstOrderModel::timeDerivative(double t, VectorConstRef x, VectorConstRef lambda, VectorRef yt) {
  t = window_.inside(t);
  yt.setZero();
  for (std::size_t c = 0; c < links_.size(); ++c) {
    const Link& link = links_[c];
    if (link.timeInvariant) continue;
    const Vector& state = stack(c, x);
    VectorConstRef multipliers = lambda.segment(link.row, link.rows);
    const auto output = [&](double time) {
      Vector y = Vector::Zero(link.rows);
      link.relation->output(time, state, multipliers, y);
      return y;
    };
    yt.segment(link.row, link.rows) = timeDifference(output, t, 1e-3 * timeScale_, window_);
  }
}

void FirstOrderModel::evaluate(double t, VectorConstRef x, VectorConstRef lambda, FirstOrderPoint& point) {
  point.y.setZero(rows());
  point.yRate.setZero(rows());
  point.rate.setZero(states());
  outputs(t, x, lambda, point.y);
  rate(t, x, lambda, point.rate);
  jacobians(t, x, lambda, point.C, point.D, point.B);
  timeDerivative(t, x, lambda, point.yRate);
  point.yRate.noalias() += point.C * point.rate;
}

Matrix FirstOrderModel::stateJacobian(double t, VectorConstRef x, VectorConstRef lambda) {
  t = window_.inside(t);
  Matrix A = Matrix::Zero(states(), states());
  for (const PlacedSystem& system : model_.systems)
    system.firstOrder->jacobian(t, x.segment(system.dof, system.n),
                                A.block(system.dof, system.dof, system.n, system.n));
  for (std::size_t c = 0; c < links_.size(); ++c) {
    const Link& link = links_[c];
    Matrix K(link.width, link.width);
    Matrix input(link.width, link.rows);
    link.relation->inputJacobians(t, stack(c, x), lambda.segment(link.row, link.rows), K, input);
    const TermRange terms = termsOf(model_.condensed, model_.condensed.interactions[c]);
    Index row = 0;
    for (const CondensedTerm& to : terms) {
      Index column = 0;
      for (const CondensedTerm& from : terms) {
        A.block(to.dof, from.dof, to.size, from.size) += K.block(row, column, to.size, from.size);
        column += from.size;
      }
      row += to.size;
    }
  }
  solveMass(t, A.data(), static_cast<std::int32_t>(states()));
  return A;
}

}  // namespace nsds
