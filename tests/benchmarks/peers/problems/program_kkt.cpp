#include "benchmarks/peers/problems/program_kkt.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace nsds::bench {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

ProgramKkt::ProgramKkt(const test::Program& program, bool mixed)
    : n_(program.size()), m_(program.inequalities()), e_(program.equalities()) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  sign_ = VectorXd::Ones(n_);
  offset_ = VectorXd::Zero(n_);
  std::vector<Index> two_sided;
  for (Index j = 0; j < n_ && mixed; ++j) {
    const bool low = std::isfinite(program.lower[j]), high = std::isfinite(program.upper[j]);
    if (low && high) two_sided.push_back(j);
    if (!low && high) sign_[j] = -1.0;
    if (low || high) offset_[j] = low ? program.lower[j] : program.upper[j];
  }
  const auto extra = static_cast<Index>(two_sided.size()), rows = m_ + extra + e_, N = n_ + rows;
  MatrixXd R = MatrixXd::Zero(rows, n_);  // R z - r >= 0 or = 0
  VectorXd r(rows);
  R.topRows(m_) = program.dense_A();
  R.bottomRows(e_) = program.dense_C();
  r.head(m_) = program.b;
  r.tail(e_) = program.d;
  for (Index k = 0; k < extra; ++k) {
    const Index j = two_sided[static_cast<std::size_t>(k)];
    R(m_ + k, j) = -1.0;
    r[m_ + k] = -program.upper[j];
  }
  const MatrixXd Q = program.dense_Q(), turned = R * sign_.asDiagonal();
  problem_.M = MatrixXd::Zero(N, N);
  problem_.M.topLeftCorner(n_, n_) = sign_.asDiagonal() * Q * sign_.asDiagonal();
  problem_.M.bottomLeftCorner(rows, n_) = turned;
  problem_.M.topRightCorner(n_, rows) = -turned.transpose();
  problem_.q.resize(N);
  problem_.q << sign_.cwiseProduct(Q * offset_ + program.p), R * offset_ - r;
  problem_.lower = VectorXd::Zero(N);
  problem_.upper = VectorXd::Constant(N, infinity);
  problem_.lower.tail(e_).setConstant(-infinity);
  if (!mixed) {
    problem_.lower.head(n_) = program.lower;
    problem_.upper.head(n_) = program.upper;
    return;
  }
  for (Index j = 0; j < n_; ++j)
    if (!std::isfinite(program.lower[j]) && !std::isfinite(program.upper[j])) problem_.lower[j] = -infinity;
}

void ProgramKkt::carry_back(const VectorXd& x, VectorXd& z, VectorXd& multipliers) const {
  z = sign_.cwiseProduct(x.head(n_)) + offset_;
  multipliers.resize(m_ + e_);
  multipliers << x.segment(n_, m_), x.tail(e_);
}

}  // namespace nsds::bench
