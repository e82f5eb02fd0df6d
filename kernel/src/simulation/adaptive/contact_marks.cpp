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

/// Marks the rows of one block of a law.
void markBlock(const AdmissibleSet& set, const double* lambda, std::int32_t rows, std::uint8_t* marks) {
  std::fill_n(marks, rows, idle);
  if (std::holds_alternative<OrthantSet>(set)) {
    for (std::int32_t i = 0; i < rows; ++i) marks[i] = lambda[i] > 0.0 ? pressed : idle;
  } else if (const auto* const coulomb = std::get_if<CoulombSet>(&set)) {
    if (!(lambda[0] > 0.0)) return;
    const double friction = VectorView(lambda + 1, rows - 1).norm();
    marks[0] = coulomb->mu > 0.0 && friction < atLimit * coulomb->mu * lambda[0] ? pressed : sliding;
  } else if (const auto* const box = std::get_if<BoxSet>(&set)) {
    for (std::int32_t i = 0; i < rows; ++i) marks[i] = markInBounds(lambda[i], box->lower, box->upper);
  } else if (const auto* const mixed = std::get_if<MixedSet>(&set)) {
    for (std::int32_t i = 0; i < rows; ++i)
      marks[i] = markInBounds(lambda[i], mixed->lower[i], mixed->upper[i]);
  }
}

/// True of a contact between surfaces, in space, that slides with friction.
bool turns(const UnitaryRelation& relation, std::uint8_t mark) {
  if (mark != sliding || relation.rows < 3) return false;
  const AdmissibleSet set = relation.interaction->law().admissibleSet();
  const auto* const coulomb = std::get_if<CoulombSet>(&set);
  return coulomb != nullptr && coulomb->mu > 0.0;
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
    slipMayTurn_ = slipMayTurn_ || turns(relation, marks_[static_cast<std::size_t>(relation.row)]);
    if (flat.startRate()[relation.row] < -slow && lambda[0] > 0.0)
      hit_ = hit_ || positionPart(*relation.interaction) == RelationPart::normal;
  }
}

}  // namespace nsds
