// Saves and restores the numbers that later steps depend on.
#include <algorithm>
#include <limits>

#include "integrators/smooth/smooth_work.hpp"

namespace nsds {

std::vector<double> SmoothIntegrator::saveState() const {
  std::vector<double> numbers;
  saveState(numbers);
  return numbers;
}

void SmoothIntegrator::saveState(std::vector<double>& numbers) const {
  numbers.assign({t0_, t1_, stepEnd_, next_, static_cast<double>(tried_), rejected_ ? 1.0 : 0.0,
                  beginKnown_ ? 1.0 : 0.0, endKnown_ ? 1.0 : 0.0, multipliersKnown_ ? 1.0 : 0.0});
  for (const Vector* x :
       {&q0_, &v0_, &a0_, &q1_, &v1_, &a1_, &lambda1_, &leftQ0_, &leftV0_, &leftQ1_, &leftV1_})
    numbers.insert(numbers.end(), x->data(), x->data() + x->size());
  const SaddlePoint::Choice& before = work_->begin;
  for (const SaddlePoint::Choice* choice : {&work_->saddle.choice(), &before}) {
    numbers.push_back(choice->pivotRatio);
    numbers.push_back(static_cast<double>(choice->rows.size()));
    for (const Index row : choice->rows) numbers.push_back(static_cast<double>(row));
  }
  doSave(numbers);
}

void SmoothIntegrator::restoreState(ConstrainedSystem& system, const std::vector<double>& numbers) {
  SavedNumbers from(numbers);
  t0_ = from.next();
  q0_.setZero(system.positions());
  v0_.setZero(system.dofs());
  begin(system, t0_, q0_, v0_);
  // Numbers come in the order of saveState().
  t1_ = from.next();
  stepEnd_ = from.next();
  next_ = from.next();
  tried_ = from.nextIndex(std::numeric_limits<std::int32_t>::max());
  rejected_ = from.nextFlag();
  beginKnown_ = from.nextFlag();
  endKnown_ = from.nextFlag();
  multipliersKnown_ = from.nextFlag();
  endsKnown_ = false;
  for (Vector* x : {&q0_, &v0_, &a0_, &q1_, &v1_, &a1_, &lambda1_, &leftQ0_, &leftV0_, &leftQ1_, &leftV1_})
    from.next(*x);
  SaddlePoint::Choice& now = work_->restored;
  for (SaddlePoint::Choice* choice : {&now, &work_->begin}) {
    choice->pivotRatio = from.next();
    from.nextIndices(choice->rows, system.constraints());
  }
  work_->saddle.setChoice(work_->begin);  // that the last step was taken with
  doRestore(from);
  from.finish();
  work_->saddle.setChoice(now);
}

}  // namespace nsds
