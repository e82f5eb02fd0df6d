// The whole step as one mixed complementarity problem between its states and multipliers, for steps that Josephy-Newton does
// not solve:
//
//   M (x - x_k) - h θ f - h (1 - θ) f_k - h g(x_γ, λ) = 0,   x free,      -h(x_γ, λ) in the normal cone of [l, u] at λ.
//
// What its solvers find is where iterates begin again: Jacobians are taken by differences.
#include "formulations/law_rows.hpp"
#include "formulations/nonlinear/nonlinear_rows.hpp"
#include "integrators/euler_moreau/implementation.hpp"
#include "linalg/numbers.hpp"
#include "nsds/kernel/error.hpp"

namespace nsds {

namespace {

constexpr Index mostUnknowns = 500;  // Jacobians are dense

/// True if the multipliers of a set lie in intervals, row by row.
bool isBox(const AdmissibleSet& set) {
  return std::holds_alternative<FreeSet>(set) || std::holds_alternative<OrthantSet>(set) ||
         std::holds_alternative<BoxSet>(set) || std::holds_alternative<MixedSet>(set);
}

}  // namespace

/// False if a law has a set that is no interval.
bool EulerMoreauOSI::Implementation::multiplierBounds(VectorRef lower, VectorRef upper) const {
  for (const auto& interaction : model.nsds->interactions()) {
    const NonSmoothLaw& law = interaction->law();
    const AdmissibleSet set = law.admissibleSet();
    if (!isBox(set)) return false;
    const Index first = model.nsds->row(*interaction);
    for (Index r = 0; r < interaction->rows(); ++r) {
      const BoxSet interval = intervalOf(set, r % law.blockSize());
      lower[first + r] = interval.lower;
      upper[first + r] = interval.upper;
    }
  }
  return true;
}

/// The state and the multipliers of the model become z, and what the step's equations are off by there: (states + rows) out.
/// False where a function is not defined.
bool EulerMoreauOSI::Implementation::evaluateWhole(VectorConstRef z, VectorRef value) {
  FlatVectors& flat = model.nsds->flat();
  const Index states = flat.positions();
  copy(states, z.data(), flat.position());
  copy(flat.rows(), z.data() + states, flat.multiplier());
  try {
    atStart = false;
    evaluate(flat.position());
    mix(flat.position());
    relations.constantOutputs(mixed.data(), outputs.data());
    relations.inputs(flat.multiplier(), flat.input());
    if (!relations.allConstant()) axpy(asInt(flat.dofs()), 1.0, g.data(), flat.input());
    defect.evaluate(model, systems, relations, step, f.data(), mixed.data(), outputs.data());
  } catch (const Error&) {
    return false;
  }
  for (Index i = 0; i < states; ++i) value[i] = -defect.rows()[static_cast<std::size_t>(i)];
  for (Index row = 0; row < flat.rows(); ++row) value[states + row] = outputs[static_cast<std::size_t>(row)];
  return true;
}

bool EulerMoreauOSI::Implementation::guess() {
  FlatVectors& flat = model.nsds->flat();
  const Index states = flat.positions();
  const Index unknowns = states + flat.rows();
  if (!plainOutputs || shared || weighted() || sets != SetDependence::none || unknowns > mostUnknowns)
    return false;
  Vector lower = Vector::Constant(unknowns, -infinity);
  Vector upper = Vector::Constant(unknowns, infinity);
  if (!multiplierBounds(lower.tail(flat.rows()), upper.tail(flat.rows()))) return false;
  const std::vector<double> last = flat.values();
  Vector start = Vector::Zero(unknowns);
  start.head(states) = view(flat.startPosition(), states);
  const auto found = solveNonlinearRows(
      [this](VectorConstRef z, VectorRef value) { return evaluateWhole(z, value); }, lower, upper, start);
  Vector off(unknowns);
  const bool done = found && evaluateWhole(*found, off);
  evaluated = false;
  if (!done) {
    std::copy(last.begin(), last.end(), flat.values().begin());
    return false;
  }
  relations.constantOutputs(flat.position(), flat.output());
  relations.forgetGaps();
  undefined = nullptr;
  return true;
}

}  // namespace nsds
