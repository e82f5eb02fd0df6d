#include "benchmarks/regret/mechanical.hpp"

#include <Eigen/SparseCholesky>
#include <cmath>
#include <utility>

namespace nsds::bench {

Mechanical::Mechanical(test::BoxProblem problem) : box_(std::move(problem)) {
  for (int i = 0; i < box_.size(); ++i) {
    const double lower = box_.lower[i], upper = box_.upper[i];
    const bool is_free = std::isinf(lower) && std::isinf(upper);
    const bool is_complementary = lower == 0.0 && std::isinf(upper);
    add_block(is_free            ? NSDS_BLOCK_EQUALITY
              : is_complementary ? NSDS_BLOCK_COMPLEMENTARITY
                                 : NSDS_BLOCK_BOX,
              1, 0.0);
  }
  finish();
}

Mechanical::Mechanical(const Instance& instance) {
  const int joints = instance.constraints(), contacts = instance.contacts(), d = instance.dimension;
  Eigen::MatrixXd J(joints + d * contacts, instance.size());
  J << Eigen::MatrixXd(instance.G), Eigen::MatrixXd(instance.H.transpose());
  const Eigen::SimplicialLDLT<Sparse> M(instance.M);
  box_.M = J * M.solve(J.transpose());
  box_.q = J * M.solve(instance.q);
  box_.q.head(joints) -= instance.d;
  box_.q.tail(d * contacts) += instance.b;
  for (int i = 0; i < joints; ++i) add_block(NSDS_BLOCK_EQUALITY, 1, 0.0);
  for (int c = 0; c < contacts; ++c) add_block(NSDS_BLOCK_FRICTION, d, instance.mu[c]);
  finish();
}

void Mechanical::add_block(nsds_block_kind kind, int rows, double mu) {
  starts_.push_back(starts_.back() + rows);
  kinds_.push_back(kind);
  mu_.push_back(mu);
}

void Mechanical::finish() {
  W_ = box_.is_sparse() ? numerics::view(box_.sparse) : numerics::view(box_.M);
  nsds_generic_mechanical_init(&problem_);
  problem_.size = box_.size();
  problem_.blocks = static_cast<std::int32_t>(kinds_.size());
  problem_.W = &W_;
  problem_.q = box_.q.data();
  problem_.block_starts = starts_.data();
  problem_.kinds = kinds_.data();
  problem_.mu = mu_.data();
  if (box_.lower.size() == 0) return;
  problem_.lower = box_.lower.data();
  problem_.upper = box_.upper.data();
}

}  // namespace nsds::bench
