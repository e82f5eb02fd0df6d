#include "boundary_values/discretised_problem.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/numbers.hpp"
#include "nsds/kernel/modeling/convex_sets.hpp"

namespace nsds {

DiscretisedProblem::DiscretisedProblem(const DviBoundaryValueProblem& problem, Vector theta,
                                       std::vector<double> mesh)
    : problem_(problem),
      dvi_(problem.dvi),
      n_(problem.dvi.states()),
      m_(problem.dvi.inputs()),
      theta_(std::move(theta)),
      mesh_(std::move(mesh)) {
  for (Matrix* const square : {&R_, &lastR_, &S_, &M_, &N_, &A_, &derivative_}) square->setZero(n_, n_);
  B_.setZero(n_, m_);
  C_.setZero(m_, n_);
  lastC_ = C_;
  D_.setZero(m_, m_);
  mixed_.setZero(n_);
  f_.setZero(n_);
  w_.setZero(m_);
  makeMasks();
  layOut();
}

/// Constants have the entries that are not zero, functions may have all.
void DiscretisedProblem::makeMasks() {
  const auto maskOf = [](const Matrix* constant, Index rows, Index cols) -> Mask {
    if (constant == nullptr) return Mask::Constant(rows, cols, true);
    return constant->array() != 0.0;
  };
  const Mask A = maskOf(dvi_.A(), n_, n_);
  implicit_ = explicit_ = Matrix::Identity(n_, n_).array() != 0.0;
  for (Index j = 0; j < n_; ++j) {
    if (theta_[j] != 0.0) implicit_.col(j) = implicit_.col(j) || A.col(j);
    if (theta_[j] != 1.0) explicit_.col(j) = explicit_.col(j) || A.col(j);
  }
  if (dvi_.B() == nullptr) explicit_.setConstant(true);
  input_ = maskOf(dvi_.B(), n_, m_);
  output_ = maskOf(dvi_.C(), m_, n_);
  inner_ = maskOf(dvi_.D(), m_, m_);
  const bool linear = problem_.boundary.linear();
  first_ = maskOf(linear ? &problem_.boundary.M() : nullptr, n_, n_);
  last_ = maskOf(linear ? &problem_.boundary.N() : nullptr, n_, n_);
}

/// The pattern, column by column, rows ascending: this is the order in which jacobian() writes.
void DiscretisedProblem::layOut() {
  const Index last = intervals();
  std::vector<std::int32_t> starts{0};
  std::vector<std::int32_t> rows;
  starts.reserve(static_cast<std::size_t>(size()) + 1);
  rows.reserve(static_cast<std::size_t>(
      last * (implicit_.count() + explicit_.count() + input_.count() + output_.count() + inner_.count()) +
      first_.count() + last_.count()));
  const auto add = [&rows](const Mask& mask, Index j, Index firstRow) {
    for (Index i = 0; i < mask.rows(); ++i)
      if (mask(i, j)) rows.push_back(static_cast<std::int32_t>(firstRow + i));
  };
  for (Index k = 0; k <= last; ++k) {
    for (Index j = 0; k > 0 && j < m_; ++j) {
      add(inner_, j, placeOfInput(k));
      add(input_, j, placeOfState(k));
      starts.push_back(static_cast<std::int32_t>(rows.size()));
    }
    for (Index j = 0; j < n_; ++j) {
      if (k == 0) add(first_, j, 0);
      if (k == last) add(last_, j, 0);
      if (k > 0) add(output_, j, placeOfInput(k));
      if (k > 0) add(implicit_, j, placeOfState(k));
      if (k < last) add(explicit_, j, placeOfState(k + 1));
      starts.push_back(static_cast<std::int32_t>(rows.size()));
    }
  }
  const Vector ones = Vector::Ones(static_cast<Index>(rows.size()));
  pattern_ = Eigen::Map<const Eigen::SparseMatrix<double>>(size(), size(), ones.size(), starts.data(),
                                                           rows.data(), ones.data());
}

void DiscretisedProblem::bounds(double widening, Vector& lower, Vector& upper) const {
  lower = Vector::Constant(size(), -infinity);
  upper = Vector::Constant(size(), infinity);
  const MixedSet K = convex::bounds(dvi_.K(), m_).value();
  for (Index k = 1; k <= intervals(); ++k) {
    lower.segment(placeOfInput(k), m_) = K.lower.array() - widening;
    upper.segment(placeOfInput(k), m_) = K.upper.array() + widening;
  }
}

void DiscretisedProblem::mix(Index k, VectorConstRef z) {
  mixed_ = theta_.cwiseProduct(state(z, k)) + (Vector::Ones(n_) - theta_).cwiseProduct(state(z, k - 1));
}

void DiscretisedProblem::evaluate(VectorConstRef z, VectorRef value) {
  problem_.boundary.evaluate(state(z, 0), state(z, intervals()), value.head(n_));
  for (Index k = 1; k <= intervals(); ++k) {
    const double before = at(k - 1);
    mix(k, z);
    dvi_.drift(before, mixed_, f_);
    dvi_.input(before, state(z, k - 1), B_);
    f_.noalias() += B_ * input(z, k);
    value.segment(placeOfState(k), n_) = state(z, k) - state(z, k - 1) - step(k) * f_;
    dvi_.output(at(k), state(z, k), w_);
    dvi_.inner(input(z, k), value.segment(placeOfInput(k), m_));
    value.segment(placeOfInput(k), m_) += w_;
  }
}

/// R, S, B, C and D at the k-th interval.
void DiscretisedProblem::linearise(Index k, VectorConstRef z) {
  const double before = at(k - 1);
  const double h = step(k);
  mix(k, z);
  dvi_.driftJacobian(before, mixed_, A_);
  dvi_.inputDerivative(before, state(z, k - 1), input(z, k), derivative_);
  R_ = -h * A_ * theta_.asDiagonal();
  S_ = -h * A_ - R_ - h * derivative_;
  R_.diagonal().array() += 1.0;
  S_.diagonal().array() -= 1.0;
  dvi_.input(before, state(z, k - 1), B_);
  B_ *= -h;
  dvi_.outputJacobian(at(k), state(z, k), C_);
  dvi_.innerJacobian(input(z, k), D_);
}

void DiscretisedProblem::jacobian(VectorConstRef z, VectorRef values) {
  double* next = values.data();
  const auto write = [&next](const Mask& mask, const Matrix& block, Index j) {
    for (Index i = 0; i < mask.rows(); ++i)
      if (mask(i, j)) *next++ = block(i, j);
  };
  const Index last = intervals();
  problem_.boundary.jacobians(state(z, 0), state(z, last), M_, N_);
  for (Index k = 0; k <= last; ++k) {
    for (Index j = 0; k > 0 && j < m_; ++j) {
      write(inner_, D_, j);
      write(input_, B_, j);
    }
    lastR_ = R_;
    lastC_ = C_;
    if (k < last) linearise(k + 1, z);
    for (Index j = 0; j < n_; ++j) {
      if (k == 0) write(first_, M_, j);
      if (k == last) write(last_, N_, j);
      if (k > 0) write(output_, lastC_, j);
      if (k > 0) write(implicit_, lastR_, j);
      if (k < last) write(explicit_, S_, j);
    }
  }
}

void DiscretisedProblem::rate(double t, VectorConstRef x, VectorConstRef u, VectorRef value) {
  dvi_.drift(t, x, value);
  dvi_.input(t, x, B_);
  value.noalias() += B_ * u;
}

/// At the beginning of an interval u is that of its beginning, the end of the last one; the first has none there.
Vector DiscretisedProblem::defects(VectorConstRef z) {
  Vector result(intervals());
  for (Index k = 1; k <= intervals(); ++k) {
    const double h = step(k);
    const Vector slope = (state(z, k) - state(z, k - 1)) / h;
    rate(at(k), state(z, k), input(z, k), f_);
    double worst = (slope - f_).cwiseAbs().maxCoeff();
    if (k > 1) {
      rate(at(k - 1), state(z, k - 1), input(z, k - 1), f_);
      worst = std::max(worst, (slope - f_).cwiseAbs().maxCoeff());
    }
    result[k - 1] = h * worst;
  }
  return result;
}

DviTrajectory DiscretisedProblem::trajectory(VectorConstRef z, Index inputs) const {
  DviTrajectory made(at(0), state(z, 0), inputs);
  made.reserve(intervals());
  for (Index k = 1; k <= intervals(); ++k) made.append(at(k), state(z, k), input(z, k).head(inputs));
  return made;
}

Vector DiscretisedProblem::sample(const DviTrajectory& from) const {
  Vector z(size());
  for (Index k = 0; k <= intervals(); ++k) {
    z.segment(placeOfState(k), n_) = from.stateAt(at(k));
    if (k > 0) z.segment(placeOfInput(k), m_) = from.inputAt(at(k));
  }
  return z;
}

}  // namespace nsds
