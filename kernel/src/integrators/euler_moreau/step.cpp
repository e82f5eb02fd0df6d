// The step of Euler-Moreau. An iterate begins at a point (x_a, λ_a) and solves
//
//   W (x - x_a) = h θ f_a + h (1 - θ) f_k + h g_a - M (x_a - x_k) + h B (λ - λ_a),   W = M - h θ A - h γ K,
//   w = h_a + γ C (x - x_a) + D (λ - λ_a),
//
// with the law between w and λ: Josephy-Newton, exact in the first iterate if all is affine. Of g and h there
// are the values at the mixed state; relations with constant matrices need no g_a - B λ_a, which is zero. Weighted
// multipliers have θ B in the place of B, and (1 - θ) B λ_k in that of g. The zero-order hold has another W and θ = 1. The
// semi-implicit scheme has f at t_k and θ x_a + (1 - θ) x_k in the place of both f_a and f_k, and g at t_k and x_k, with K = 0.
#include <algorithm>
#include <cmath>

#include "integrators/euler_moreau/implementation.hpp"
#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/error.hpp"

namespace nsds {

/// The "force" kept between steps is f at the present state.
void EulerMoreauOSI::Implementation::evaluateState() {
  FlatVectors& flat = model.nsds->flat();
  for (const std::int32_t s : systems.numbers()) {
    const PlacedSystem& system = model.systems[static_cast<std::size_t>(s)];
    systems.f(static_cast<std::size_t>(s), model.nsds->time(), flat.position() + system.position,
              flat.force() + system.dof);
  }
  relations.constantOutputs(flat.position(), flat.output());
  relations.evaluateOutputs(model.nsds->time(), flat.position(), flat.output());
}

void EulerMoreauOSI::Implementation::beginStep(const StepInterval& interval) {
  step = interval;
  atStart = true;
  evaluated = false;
  undefined = nullptr;
  if (weighted()) takeLastMultipliers();
  if (linear()) return;
  defect.beginStep();
  relations.beginStep();
}

/// The end of the step for gamma = 1, to the bit: functions may jump there.
double EulerMoreauOSI::Implementation::mixedTime() const {
  return gamma == 1.0 ? step.t1 : step.t0 + gamma * step.h;
}

void EulerMoreauOSI::Implementation::mix(const double* state) {
  const FlatVectors& flat = model.nsds->flat();
  for (const std::int32_t s : systems.numbers()) {
    const PlacedSystem& system = model.systems[static_cast<std::size_t>(s)];
    const double* const now = state + system.position;
    const double* const start = flat.startPosition() + system.position;
    for (std::int32_t i = 0; i < system.n; ++i)
      mixed[static_cast<std::size_t>(system.position + i)] = gamma * now[i] + (1.0 - gamma) * start[i];
  }
}

/// θ x + (1 - θ) x_k where f is taken there, else the state itself.
const double* EulerMoreauOSI::Implementation::forcePoint(const double* state) {
  if (!semiImplicit()) return state;
  const double* const start = model.nsds->flat().startPosition();
  for (std::size_t i = 0; i < forceState.size(); ++i)
    forceState[i] = theta * state[i] + (1.0 - theta) * start[i];
  return forceState.data();
}

/// Inputs are those at the mixed state, or at the start of the step.
InputPoint EulerMoreauOSI::Implementation::inputPoint() const {
  if (semiImplicit()) return {step.t0, model.nsds->flat().startPosition(), false};
  return {mixedTime(), mixed.data(), true};
}

/// f, and g and the outputs of the relations that are evaluated.
void EulerMoreauOSI::Implementation::evaluate(const double* state) {
  const FlatVectors& flat = model.nsds->flat();
  const double* const at = forcePoint(state);
  for (const std::int32_t s : systems.numbers()) {
    const auto index = static_cast<std::size_t>(s);
    const PlacedSystem& system = model.systems[index];
    if (atStart && systems.autonomous(index)) {
      copy(system.n, flat.startForce() + system.dof, f.data() + system.dof);
    } else {
      systems.f(index, forceTime(), at + system.position, f.data() + system.dof);
    }
  }
  if (!relations.allConstant()) {
    mix(state);
    relations.evaluateInputs(inputPoint(), g.data());
    relations.evaluateOutputs(mixedTime(), mixed.data(), outputs.data());
  }
  evaluated = true;
}

/// A linear step begins at its start again if other systems, which its functions read, make it linearise twice.
void EulerMoreauOSI::Implementation::linearise() {
  FlatVectors& flat = model.nsds->flat();
  if (undefined != nullptr) std::rethrow_exception(undefined);
  atStart = atStart || linear();
  point = flat.startPosition();
  if (!atStart) {
    copy(flat.positions(), flat.position(), x.data());
    point = x.data();
  }
  if (!evaluated) evaluate(point);
  if (sets != SetDependence::none) placeLaws();
  if (!linear()) copy(flat.rows(), flat.multiplier(), multipliers.data());
  fraction = 1.0;
  freeChange();
  mixFree();
  evaluated = false;
}

/// The change of the state without multipliers, and where outputs begin from.
void EulerMoreauOSI::Implementation::freeChange() {
  const FlatVectors& flat = model.nsds->flat();
  clear(flat.dofs(), change.data());
  if (weighted() || !relations.allConstant()) axpy(asInt(flat.dofs()), step.h, g.data(), change.data());
  if (!constantOperator()) {
    systems.evaluateOperators(step, forceTime(), forcePoint(point));
    relations.linearise(step, {mixedTime(), mixed.data()}, inputPoint(), systems, change.data());
    systems.factorise();
    relations.solveRight();
    relations.keepOffsets(mixed.data(), outputs.data(), atStart);
  }
  for (const std::int32_t s : systems.numbers()) {
    const auto index = static_cast<std::size_t>(s);
    const PlacedSystem& system = model.systems[index];
    double* const dx = change.data() + system.dof;
    systems.addForces(index, step.h, f.data() + system.dof, flat.startForce() + system.dof, dx);
    if (!atStart) {
      double* const made = mixedFree.data() + system.dof;  // not in use yet
      for (std::int32_t i = 0; i < system.n; ++i)
        made[i] = point[system.position + i] - flat.startPosition()[system.position + i];
      systems.subtractInertia(index, made, dx);
    }
    model.matrices.solve(index, dx);
  }
}

/// The mixed state where the free change leads.
void EulerMoreauOSI::Implementation::mixFree() {
  const double* const start = model.nsds->flat().startPosition();
  for (const std::int32_t s : systems.numbers()) {
    const PlacedSystem& system = model.systems[static_cast<std::size_t>(s)];
    const double ratio = (1.0 - gamma) / gamma;
    double* const free = mixedFree.data() + system.dof;
    copy(system.n, point + system.position, free);
    axpy(system.n, 1.0, change.data() + system.dof, free);
    axpy(system.n, ratio, start + system.position, free);
  }
}

/// From (x_a, λ_a) there is a path of points at which the law holds and the rest of the equations holds to (1 - t) times
/// what it is off by at its beginning; Newton's method goes to t = 1. Half of the way is taken instead. Reference: Ralph
/// (1994), Global convergence of damped Newton's method for nonsmooth equations via the path search, Math. Oper. Res. 19.
bool EulerMoreauOSI::Implementation::shorten() {
  constexpr double shortest = 1.0 / 64.0;
  if (linear() || fraction <= shortest) return false;
  undefined = nullptr;
  // change(t) = t d - R λ_a, with d the step of the point, so that change(t/2) = (change(t) - R λ_a) / 2.
  clear(model.nsds->flat().positions(), mixed.data());
  clear(model.nsds->flat().dofs(), mixedFree.data());  // not in use until it is made anew
  relations.addInputs(systems, step.h, multipliers.data(), mixed.data(), mixedFree.data());
  for (const std::int32_t s : systems.numbers()) {
    const PlacedSystem& system = model.systems[static_cast<std::size_t>(s)];
    double* const dx = change.data() + system.dof;
    for (std::int32_t i = 0; i < system.n; ++i)
      dx[i] = 0.5 * (dx[i] - mixed[static_cast<std::size_t>(system.position + i)]);
  }
  fraction *= 0.5;
  relations.shiftOffsets(fraction);
  mixFree();
  evaluated = false;
  return true;
}

void EulerMoreauOSI::Implementation::freeOutput(const IndexSet& active, double* w) {
  if (plainOutputs) {  // every row is active
    const auto rows = static_cast<std::int32_t>(model.nsds->flat().rows());
    for (std::int32_t row = 0; row < rows; ++row)
      w[row] = model.flat.dot(row, mixedFree.data()) + relations.offset(row);
    return;
  }
  for (const UnitaryRelation& relation : active) {
    const auto c = static_cast<std::size_t>(relation.interactionIndex);
    if (model.relations[c].firstOrder == nullptr) {
      w += relation.rows;
      continue;
    }
    const double* const shift = callsLaw[c] != 0 ? callLaw(relation) : nullptr;
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const std::int32_t row = relation.row + r;
      *w++ =
          model.flat.dot(row, mixedFree.data()) + relations.offset(row) + (shift == nullptr ? 0.0 : shift[r]);
    }
  }
}

const double* EulerMoreauOSI::Implementation::callLaw(const UnitaryRelation& relation) {
  const NonSmoothLaw& law = relation.interaction->law();
  const Index stateSize = law.stateSize();
  double* const states = model.nsds->lawState(*relation.interaction);
  double* const state = states + relation.rowInInteraction / relation.rows * stateSize;
  law.shift(theta, blockZero.head(relation.rows), view(state, stateSize), blockShift.head(relation.rows));
  check::finiteResult(law, "the shift", blockShift.data(), relation.rows);
  return blockShift.data();
}

void EulerMoreauOSI::Implementation::update(const IndexSet& active, const double* lambda) {
  FlatVectors& flat = model.nsds->flat();
  scatterMultipliers(active, lambda, flat.rows(), flat.multiplier());
  advance();
  evaluated = false;
  atStart = false;
  relations.constantOutputs(flat.position(), flat.output());
  if (weighted()) addLastInputs();
  if (relations.allConstant()) return;
  whereDefined([this] { evaluateRelations(); });
}

/// Outputs and inputs of the relations that are evaluated, at the present state.
void EulerMoreauOSI::Implementation::evaluateRelations() {
  FlatVectors& flat = model.nsds->flat();
  relations.evaluateOutputs(step.t1, flat.position(), flat.output());
  mix(flat.position());
  relations.evaluateInputs(inputPoint(), g.data());
  axpy(static_cast<std::int32_t>(flat.dofs()), 1.0, g.data(), flat.input());
}

/// A function that is not defined at an iterate makes that a bad one where a shorter step may follow, and is an error where
/// none can.
template <class Evaluation>
void EulerMoreauOSI::Implementation::whereDefined(const Evaluation& evaluation) {
  if (linear()) return evaluation();
  try {
    evaluation();
  } catch (const Error&) {
    undefined = std::current_exception();
  }
}

/// The state from the multipliers, and the inputs of relations with constant matrices.
void EulerMoreauOSI::Implementation::advance() {
  FlatVectors& flat = model.nsds->flat();
  double* const state = flat.position();
  for (const std::int32_t s : systems.numbers()) {
    const PlacedSystem& system = model.systems[static_cast<std::size_t>(s)];
    copy(system.n, change.data() + system.dof, state + system.position);
    clear(system.n, flat.input() + system.dof);
  }
  relations.addInputs(systems, step.h, flat.multiplier(), state, flat.input());
  for (const std::int32_t s : systems.numbers()) {
    const PlacedSystem& system = model.systems[static_cast<std::size_t>(s)];
    axpy(system.n, 1.0, point + system.position, state + system.position);
  }
}

double EulerMoreauOSI::Implementation::residual() {
  if (linear()) return 0.0;
  if (undefined == nullptr) whereDefined([this] { evaluate(model.nsds->flat().position()); });
  if (undefined == nullptr) {
    const double ofSets = iteratesSets() ? setDefect() : 0.0;
    return std::max(ofSets,
                    defect.evaluate(model, systems, relations, step, f.data(), mixed.data(), outputs.data()));
  }
  defect.setUndefined();
  return infinity;
}

void EulerMoreauOSI::Implementation::endStep(const IndexSet& active) {
  FlatVectors& flat = model.nsds->flat();
  if (undefined != nullptr) std::rethrow_exception(undefined);
  for (const std::int32_t s : systems.numbers()) {
    const auto index = static_cast<std::size_t>(s);
    const PlacedSystem& system = model.systems[index];
    if (evaluated && !semiImplicit()) {
      copy(system.n, f.data() + system.dof, flat.force() + system.dof);
    } else {
      systems.f(index, step.t1, flat.position() + system.position, flat.force() + system.dof);
    }
  }
  if (flat.lawStates() > 0) advanceLawStates(*model.nsds, active, 1, step.h, flat.output());
}

}  // namespace nsds
