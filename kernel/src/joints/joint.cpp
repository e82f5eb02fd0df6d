#include "nsds/kernel/joints/joint.hpp"

#include "joints/joint_builder.hpp"
#include "joints/placed_frame.hpp"
#include "modeling/law_checks.hpp"

namespace nsds {

double JointCoordinate::value(VectorConstRef q) const {
  return nsds::value(function_, place(frames_, q.data()));
}

void JointCoordinate::row(VectorConstRef q, VectorRef row) const {
  const PlacedFrames frames = place(frames_, q.data());
  store(derivative(function_, frames), frames, frames_.bodies, row.data(), 1);
}

JointR::JointR(std::string name, const JointFrames& frames, std::vector<JointFunction> rows,
               std::vector<JointFunction> coordinates)
    : MechanicalRelation(std::move(name), static_cast<Index>(rows.size()), 6 * frames.bodies, false),
      frames_(frames),
      functions_(std::move(rows)),
      coordinates_(std::move(coordinates)) {
  setCentralImpulses(true);
}

JointCoordinate JointR::freeCoordinate(Index i) const {
  check::that(i >= 0 && i < coordinates(), "{}: there is no free coordinate {}; there are {}", name(), i,
              coordinates());
  return {frames_, coordinates_[static_cast<std::size_t>(i)]};
}

/// A joint that is linked to other bodies than it was made for, or in another order, is seen by its gap.
void JointR::doCheckSystems(std::span<DynamicalSystem* const> systems) const {
  joints::requireBodies(*this, systems, bodies());
  Vector q(7 * bodies());
  double length = 0.0;  // of the arms of the joint, and of how far off the bodies are
  for (Index i = 0; i < bodies(); ++i) {
    q.segment(7 * i, 7) = static_cast<const NewtonEulerDS*>(systems[static_cast<std::size_t>(i)])->q();
    length = std::max(length, q.segment(7 * i, 3).norm());
  }
  for (const JointFrame* frame : {&frames_.first, &frames_.second})
    length = std::max(length, norm(load(frame->origin.data())));
  const PlacedFrames placed = place(frames_, q.data());
  for (std::size_t r = 0; r < functions_.size(); ++r) {
    const JointFunction& f = functions_[r];
    const bool isLength =
        f.kind == JointFunction::Kind::displacement || f.kind == JointFunction::Kind::distance;
    const double violation = value(f, placed);
    check::that(std::abs(violation) <= 1e-6 * (isLength ? length : 1.0),
                "{}: row {} is violated by {} at the configuration of {}; a joint is made for the bodies it "
                "links, in their order, where they are",
                name(), r, violation, systems[0]->name());
  }
}

void JointR::doCheckLaw(const NonSmoothLaw& law) const {
  check::lawWith<FreeSet>(*this, law, "equalities, EqualityConditionNSL(joint.rows())");
}

void JointR::doOutput(double, VectorConstRef q, VectorRef y) const {
  const PlacedFrames placed = place(frames_, q.data());
  for (Index r = 0; r < rows(); ++r) y[r] = value(functions_[static_cast<std::size_t>(r)], placed);
}

void JointR::doJacobian(double, VectorConstRef q, MatrixRef H) const {
  const PlacedFrames placed = place(frames_, q.data());
  for (Index r = 0; r < rows(); ++r) {
    store(derivative(functions_[static_cast<std::size_t>(r)], placed), placed, bodies(), &H(r, 0),
          H.outerStride());
  }
}

}  // namespace nsds
