#include "simulation/adaptive/contact_marks.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "nsds/kernel/modeling/nonsmooth_law.hpp"
#include "simulation/relations.hpp"

namespace nsds {

namespace {

// Slower than this part of the velocity scale nothing hits: what solvers leave of the velocities of closed contacts is less.
constexpr double negligibleSpeed = 1e-6;
// Friction this close to its limit slides.
constexpr double atLimit = 1.0 - 1e-6;

enum Mark : std::uint8_t { idle, pressed, sliding, atLower, atUpper };

Mark markInBounds(double lambda, double lower, double upper) {
  if (lower == upper) return idle;
  if (lambda <= lower) return atLower;
  return lambda >= upper ? atUpper : idle;
}

/// Friction that is below its limit holds.
Mark markOfFriction(double friction, double limit) {
  return limit > 0.0 && friction < atLimit * limit ? pressed : sliding;
}

/// |λ_T| in the units in which the ellipse is a circle of the larger coefficient.
double inEllipse(const EllipticSet& set, double larger, const double* lambda) {
  const double t1 = set.mu1 > 0.0 ? larger / set.mu1 * lambda[1] : 0.0;
  const double t2 = set.mu2 > 0.0 ? larger / set.mu2 * lambda[2] : 0.0;
  return std::hypot(t1, t2);
}

/// Marks a contact that is closed: the first row says whether it sticks, the last whether it does not roll.
void markRolling(const RollingSet& set, const double* lambda, std::int32_t rows, std::uint8_t* marks) {
  const Index tangents = rows / 2;
  marks[0] = markOfFriction(VectorView(lambda + 1, tangents).norm(), set.mu * lambda[0]);
  marks[rows - 1] = markOfFriction(VectorView(lambda + 1 + tangents, tangents).norm(), set.muR * lambda[0]);
}

/// Marks the rows of one block of a law.
void markBlock(const AdmissibleSet& set, const double* lambda, std::int32_t rows, std::uint8_t* marks) {
  std::fill_n(marks, rows, idle);
  if (std::holds_alternative<OrthantSet>(set)) {
    for (std::int32_t i = 0; i < rows; ++i) marks[i] = lambda[i] > 0.0 ? pressed : idle;
  } else if (const auto* const coulomb = std::get_if<CoulombSet>(&set)) {
    if (!(lambda[0] > 0.0)) return;
    marks[0] = markOfFriction(VectorView(lambda + 1, rows - 1).norm(), coulomb->mu * lambda[0]);
  } else if (const auto* const ellipse = std::get_if<EllipticSet>(&set)) {
    if (!(lambda[0] > 0.0)) return;
    const double larger = std::max(ellipse->mu1, ellipse->mu2);
    marks[0] = markOfFriction(inEllipse(*ellipse, larger, lambda), larger * lambda[0]);
  } else if (const auto* const rolling = std::get_if<RollingSet>(&set)) {
    if (lambda[0] > 0.0) markRolling(*rolling, lambda, rows, marks);
  } else if (const auto* const box = std::get_if<BoxSet>(&set)) {
    for (std::int32_t i = 0; i < rows; ++i) marks[i] = markInBounds(lambda[i], box->lower, box->upper);
  } else if (const auto* const mixed = std::get_if<MixedSet>(&set)) {
    for (std::int32_t i = 0; i < rows; ++i)
      marks[i] = markInBounds(lambda[i], mixed->lower[i], mixed->upper[i]);
  }
}

/// True of a contact between surfaces, in space, that slides with friction or rolls with resistance.
bool turns(const UnitaryRelation& relation, const std::uint8_t* marks) {
  if (relation.rows < 3) return false;
  const AdmissibleSet set = relation.interaction->law().admissibleSet();
  if (const auto* const coulomb = std::get_if<CoulombSet>(&set))
    return marks[0] == sliding && coulomb->mu > 0.0;
  if (const auto* const ellipse = std::get_if<EllipticSet>(&set))
    return marks[0] == sliding && std::max(ellipse->mu1, ellipse->mu2) > 0.0;
  const auto* const rolling = std::get_if<RollingSet>(&set);
  if (rolling == nullptr || relation.rows < 5) return false;
  return (marks[0] == sliding && rolling->mu > 0.0) ||
         (marks[relation.rows - 1] == sliding && rolling->muR > 0.0);
}

}  // namespace

void ContactMarks::take(Model& model, const IndexSet& all) {
  FlatVectors& flat = model.nsds().flat();
  const double slow = negligibleSpeed * model.scales().velocity();
  marks_.resize(static_cast<std::size_t>(flat.rows()));
  hit_ = slipMayTurn_ = false;
  for (const UnitaryRelation& relation : all) {
    const double* const lambda = flat.multiplier() + relation.row;
    markBlock(relation.interaction->law().admissibleSet(), lambda, relation.rows,
              marks_.data() + relation.row);
    slipMayTurn_ = slipMayTurn_ || turns(relation, marks_.data() + relation.row);
    if (flat.startRate()[relation.row] < -slow && lambda[0] > 0.0)
      hit_ = hit_ || positionPart(*relation.interaction) == RelationPart::normal;
  }
}

}  // namespace nsds
