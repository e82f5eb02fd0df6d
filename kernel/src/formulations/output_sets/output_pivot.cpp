#include "formulations/output_sets/output_pivot.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "formulations/output_sets/dense_copy.hpp"
#include "linalg/numbers.hpp"

namespace nsds {

namespace {

using Indices = std::vector<Index>;

void gather(const Indices& rows, const Indices& columns, const Matrix& from, Matrix& to) {
  to.resize(std::ssize(rows), std::ssize(columns));
  for (std::size_t j = 0; j < columns.size(); ++j)
    for (std::size_t i = 0; i < rows.size(); ++i)
      to(static_cast<Index>(i), static_cast<Index>(j)) = from(rows[i], columns[j]);
}

void scatter(const Indices& rows, const Indices& columns, const Matrix& from, Matrix& to) {
  for (std::size_t j = 0; j < columns.size(); ++j)
    for (std::size_t i = 0; i < rows.size(); ++i)
      to(rows[i], columns[j]) = from(static_cast<Index>(i), static_cast<Index>(j));
}

}  // namespace

OutputPivot::OutputPivot(std::vector<Index> outputs, std::vector<Index> blockSizes)
    : outputs_(std::move(outputs)), blockSizes_(std::move(blockSizes)) {
  const Index rows = std::accumulate(blockSizes_.begin(), blockSizes_.end(), Index{0});
  for (Index row = 0; row < rows; ++row)
    if (!std::binary_search(outputs_.begin(), outputs_.end(), row)) inputs_.push_back(row);
  S_.resize(rows, rows);
  for (Vector* vector : {&units_, &q_, &p_, &z_, &lower_, &upper_}) vector->resize(rows);
  for (Vector* vector : {&ofOutputs_, &solved_}) vector->resize(std::ssize(outputs_));
  ofInputs_.resize(std::ssize(inputs_));
}

void OutputPivot::evaluate(const nsds_matrix& W) {
  copyDense(W, W_);
  gather(outputs_, outputs_, W_, Woo_);
  gather(outputs_, inputs_, W_, Woi_);
  gather(inputs_, outputs_, W_, Wio_);
  regular_ = invertOutputs();
  if (!regular_) return;
  // S_oo and S_oi
  scatter(outputs_, outputs_, inverse_, S_);
  fromInputs_.noalias() = -inverse_ * Woi_;
  scatter(outputs_, inputs_, fromInputs_, S_);
  // S_io and S_ii
  fromOutputs_.noalias() = Wio_ * inverse_;
  scatter(inputs_, outputs_, fromOutputs_, S_);
  gather(inputs_, inputs_, W_, among_);
  among_.noalias() += Wio_ * fromInputs_;
  scatter(inputs_, inputs_, among_, S_);
  findUnits();
  for (Index j = 0; j < S_.cols(); ++j) S_.col(j).array() *= units_.array() * units_[j];
}

/// W_oo is singular if it is so in units in which its diagonal is one.
bool OutputPivot::invertOutputs() {
  constexpr double smallest = 1e-13;  // of the reciprocal condition number: three digits above rounding
  if (!Woo_.allFinite()) return false;
  factors_.compute(Woo_);
  factors_.invert(inverse_);
  const auto unit = [&](Index i) { return Woo_(i, i) == 0.0 ? 1.0 : 1.0 / std::sqrt(std::abs(Woo_(i, i))); };
  double largest = 0.0;  // sum of a column, of W_oo and of its inverse
  double ofInverse = 0.0;
  for (Index j = 0; j < Woo_.cols(); ++j) {
    double sum = 0.0;
    double sumOfInverse = 0.0;
    for (Index i = 0; i < Woo_.rows(); ++i) {
      sum += std::abs(Woo_(i, j)) * unit(i) * unit(j);
      sumOfInverse += std::abs(inverse_(i, j)) / (unit(i) * unit(j));
    }
    largest = std::max(largest, sum);
    ofInverse = std::max(ofInverse, sumOfInverse);
  }
  return inverse_.allFinite() && largest * ofInverse * smallest < 1.0;
}

void OutputPivot::findUnits() {
  Index first = 0;
  for (const Index rows : blockSizes_) {
    const double size = S_.diagonal().segment(first, rows).cwiseAbs().mean();
    units_.segment(first, rows).setConstant(size > 0.0 ? 1.0 / std::sqrt(size) : 1.0);
    first += rows;
  }
}

/// inputs_ and outputs_ of a vector over the rows.
void OutputPivot::split(const Vector& rows) {
  for (std::size_t k = 0; k < outputs_.size(); ++k) ofOutputs_[static_cast<Index>(k)] = rows[outputs_[k]];
  for (std::size_t k = 0; k < inputs_.size(); ++k) ofInputs_[static_cast<Index>(k)] = rows[inputs_[k]];
}

const Vector& OutputPivot::begin(const double* q, const double* lower, const double* upper) {
  q_ = VectorView(q, q_.size());
  lower_ = VectorView(lower, lower_.size());
  upper_ = VectorView(upper, upper_.size());
  for (const Index row : outputs_) {
    if (lower_[row] == -infinity && upper_[row] == infinity) continue;
    const double origin = std::min(std::max(q_[row], lower_[row]), upper_[row]);
    for (Vector* counted : {&q_, &lower_, &upper_}) (*counted)[row] -= origin;
  }
  lower_.array() /= units_.array();
  upper_.array() /= units_.array();
  split(q_);
  factors_.solve(ofOutputs_, solved_);
  ofInputs_.noalias() -= Wio_ * solved_;
  for (std::size_t k = 0; k < outputs_.size(); ++k) p_[outputs_[k]] = -solved_[static_cast<Index>(k)];
  for (std::size_t k = 0; k < inputs_.size(); ++k) p_[inputs_[k]] = ofInputs_[static_cast<Index>(k)];
  p_.array() *= units_.array();
  return p_;
}

Vector& OutputPivot::unknowns(const double* lambda) {
  z_ = VectorView(lambda, z_.size());
  for (const Index row : outputs_) z_[row] = q_[row] + W_.row(row).dot(VectorView(lambda, z_.size()));
  z_.array() /= units_.array();
  return z_;
}

void OutputPivot::multipliers(double* lambda) {
  Eigen::Map<Vector> result(lambda, z_.size());
  z_.array() *= units_.array();
  split(z_);
  for (std::size_t k = 0; k < outputs_.size(); ++k) ofOutputs_[static_cast<Index>(k)] -= q_[outputs_[k]];
  ofOutputs_.noalias() -= Woi_ * ofInputs_;
  factors_.solve(ofOutputs_, solved_);
  result = z_;
  for (std::size_t k = 0; k < outputs_.size(); ++k) result[outputs_[k]] = solved_[static_cast<Index>(k)];
}

}  // namespace nsds
