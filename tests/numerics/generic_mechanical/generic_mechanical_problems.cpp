#include "numerics/generic_mechanical/generic_mechanical_problems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics/friction/friction_instances.hpp"
#include "support/draws.hpp"
#include "support/numbers.hpp"
#include "truth/contact_claims.hpp"

namespace nsds::test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// f(block, first row) for every block.
template <class Function>
void for_each_block(const MechanicalData& data, Function&& f) {
  Index first = 0;
  for (const MechanicalBlock& block : data.blocks) {
    f(block, first);
    first += block.rows;
  }
}

// a of generic_mechanical.h, of matrices whose diagonals are positive.
VectorXd weights(const MechanicalData& data) {
  VectorXd a(data.size());
  for_each_block(data, [&](const MechanicalBlock& block, Index first) {
    const auto diagonal = data.W.diagonal().segment(first, block.rows);
    if (block.kind == NSDS_BLOCK_FRICTION)
      a.segment(first, block.rows).setConstant(std::sqrt(diagonal.mean()));
    else
      a.segment(first, block.rows) = diagonal.cwiseSqrt();
  });
  return a;
}

double scale(const MechanicalData& data, const VectorXd& a) {
  double s = 0.0;
  for_each_block(data, [&](const MechanicalBlock& block, Index first) {
    const VectorXd q = data.q.segment(first, block.rows).cwiseQuotient(a.segment(first, block.rows));
    if (block.kind == NSDS_BLOCK_FRICTION)
      s = std::max(s, q.norm());
    else
      s = std::max(s, q.cwiseAbs().maxCoeff());
    if (block.kind == NSDS_BLOCK_BOX)
      for (Index i = first; i < first + block.rows; ++i)
        s = std::max({s, a(i) * data.lower(i), -a(i) * data.upper(i)});
  });
  return s == 0.0 ? 1.0 : s;
}

class Planting {
 public:
  explicit Planting(unsigned seed) : draws_(seed) {}

  double normal() { return draws_.normal(); }
  double uniform(double low, double high) { return draws_.uniform(low, high); }
  int choice(int count) { return draws_.integer(0, count - 1); }

  MechanicalBlock draw_block(const PlantedRules& rules) {
    for (;;) {
      const int kind = choice(4);
      if (kind == 0 && rules.equalities) return {NSDS_BLOCK_EQUALITY, 1 + choice(4)};
      if (kind == 1) return {NSDS_BLOCK_COMPLEMENTARITY, 1 + choice(2)};
      if (kind == 2 && rules.boxes) return {NSDS_BLOCK_BOX, 1 + choice(2)};
      if (kind == 3 && rules.friction)
        return {NSDS_BLOCK_FRICTION, 2 + choice(2), choice(6) == 0 ? 0.0 : uniform(0.05, 0.4)};
    }
  }

  void plant(const MechanicalBlock& block, Index first, Planted& made) {
    if (block.kind == NSDS_BLOCK_FRICTION) return plant_contact(block, first, made);
    for (Index i = first; i < first + block.rows; ++i) plant_row(block.kind, i, made);
  }

 private:
  void plant_row(nsds_block_kind kind, Index i, Planted& made) {
    if (kind == NSDS_BLOCK_EQUALITY) {
      made.lambda(i) = normal();
    } else if (kind == NSDS_BLOCK_COMPLEMENTARITY) {
      (choice(2) == 0 ? made.lambda(i) : made.w(i)) = uniform(0.1, 1.0);
    } else {
      const int state = choice(4);  // at the lower bound, between, at the upper one, fixed
      const double lower = uniform(-1.0, 0.3), upper = lower + uniform(0.2, 1.0);
      made.data.lower(i) = choice(5) == 0 && state != 0 ? -infinity : lower;
      made.data.upper(i) = choice(5) == 0 && state == 0 ? infinity : upper;
      if (state == 3) made.data.lower(i) = made.data.upper(i) = lower;
      made.lambda(i) = state == 1 ? 0.5 * (lower + upper) : state == 2 ? upper : lower;
      made.w(i) = state == 1 ? 0.0 : state == 2 ? -uniform(0.1, 1.0) : uniform(0.1, 1.0);
    }
  }

  void plant_contact(const MechanicalBlock& block, Index first, Planted& made) {
    VectorXd tangent(block.rows - 1);
    for (double& value : tangent) value = normal();
    tangent.normalize();
    const int state = choice(3);  // open, stick, slide
    if (state == 0) {
      made.w(first) = uniform(0.1, 1.0);
      made.w.segment(first + 1, block.rows - 1) = normal() * tangent;
      return;
    }
    made.lambda(first) = uniform(0.2, 1.0);
    const double ratio = state == 2 ? 1.0 : uniform(0.0, 0.9);
    made.lambda.segment(first + 1, block.rows - 1) = -ratio * block.mu * made.lambda(first) * tangent;
    if (state == 2) made.w.segment(first + 1, block.rows - 1) = uniform(0.1, 1.0) * tangent;
  }

  Draws draws_;
};

}  // namespace

MechanicalData mechanical(MatrixXd W, VectorXd q, std::vector<MechanicalBlock> blocks) {
  const Index n = q.size();
  return {std::move(W), std::move(q), std::move(blocks), VectorXd::Constant(n, -infinity),
          VectorXd::Constant(n, infinity)};
}

GivenMechanical::GivenMechanical(MechanicalData given, nsds_storage storage)
    : data(std::move(given)), W(data.W, storage), starts{0} {
  for (const MechanicalBlock& block : data.blocks) {
    starts.push_back(starts.back() + static_cast<std::int32_t>(block.rows));
    kinds.push_back(block.kind);
    mu.push_back(block.mu);
  }
  nsds_generic_mechanical_init(&problem);
  problem.size = static_cast<std::int32_t>(data.size());
  problem.blocks = static_cast<std::int32_t>(kinds.size());
  problem.W = &W.view();
  problem.q = data.q.data();
  problem.block_starts = starts.data();
  problem.kinds = kinds.data();
  problem.mu = mu.data();
  problem.lower = data.lower.data();
  problem.upper = data.upper.data();
}

MechanicalOutcome solve(const GivenMechanical& given, const numerics::Options& options, VectorXd start,
                        nsds_workspace* workspace) {
  MechanicalOutcome outcome{
      std::move(start), VectorXd::Zero(given.data.size()), {}, VectorXd::Zero(given.data.size())};
  nsds_report_init(&outcome.report);
  outcome.report.certificate = outcome.certificate.data();
  const nsds_status status = nsds_generic_mechanical_solve(
      &given.problem, outcome.lambda.data(), outcome.w.data(), options.get(), workspace, &outcome.report);
  EXPECT_EQ(status, outcome.report.status);
  return outcome;
}

MechanicalOutcome solve(const GivenMechanical& given, const numerics::Options& options) {
  return solve(given, options, VectorXd::Zero(given.data.size()));
}

double naive_mechanical_residual(const MechanicalData& data, const VectorXd& lambda) {
  const VectorXd a = weights(data);
  const double s = scale(data, a);
  const VectorXd l = lambda.cwiseProduct(a) / s, v = (data.W * lambda + data.q).cwiseQuotient(a) / s;
  double worst = 0.0;
  for_each_block(data, [&](const MechanicalBlock& block, Index first) {
    if (block.kind == NSDS_BLOCK_FRICTION) {
      const VectorXd at = l.segment(first, block.rows);
      VectorXd shifted = v.segment(first, block.rows);
      shifted(0) += block.mu * shifted.tail(block.rows - 1).norm();
      worst = std::max(worst, (at - projected_on_cone(block.mu, at - shifted)).norm());
      return;
    }
    for (Index i = first; i < first + block.rows; ++i) {
      double map = v(i);
      if (block.kind == NSDS_BLOCK_COMPLEMENTARITY) map = std::min(l(i), v(i));
      if (block.kind == NSDS_BLOCK_BOX)
        map = l(i) - std::clamp(l(i) - v(i), data.lower(i) * a(i) / s, data.upper(i) * a(i) / s);
      worst = std::max(worst, std::fabs(map));
    }
  });
  return worst;
}

JudgedMechanical judged(const MechanicalData& data) {
  JudgedMechanical made{{ContactLaw::friction, 3, {}, {}, {}, {}, {}, {}}, {}};
  ContactProblem& problem = made.problem;
  std::vector<double> mu, lower, upper;
  std::vector<Index> behind;
  for_each_block(data, [&](const MechanicalBlock& block, Index first) {
    const bool is_contact = block.kind == NSDS_BLOCK_FRICTION;
    if (is_contact) {
      mu.push_back(block.mu);
      problem.dimensions.push_back(static_cast<int>(block.rows));
    }
    for (Index i = first; i < first + block.rows; ++i) {
      (is_contact ? made.order : behind).push_back(i);
      if (is_contact) continue;
      const bool is_box = block.kind == NSDS_BLOCK_BOX, is_stop = block.kind == NSDS_BLOCK_COMPLEMENTARITY;
      lower.push_back(is_box ? data.lower(i) : is_stop ? 0.0 : -infinity);
      upper.push_back(is_box ? data.upper(i) : infinity);
    }
  });
  made.order.insert(made.order.end(), behind.begin(), behind.end());
  const auto vector = [](const std::vector<double>& x) {
    return VectorXd(Eigen::Map<const VectorXd>(x.data(), static_cast<Index>(x.size())));
  };
  problem.limit = vector(mu);
  problem.lower = vector(lower);
  problem.upper = vector(upper);
  problem.W = data.W(made.order, made.order);
  problem.q = data.q(made.order);
  return made;
}

VectorXd JudgedMechanical::ordered(const VectorXd& lambda) const {
  return lambda(order);
}

void expect_honest(const GivenMechanical& given, const MechanicalOutcome& outcome, double tolerance) {
  const MechanicalData& data = given.data;
  const VectorXd w = data.W * outcome.lambda + data.q;
  const VectorXd terms = data.W.cwiseAbs() * outcome.lambda.cwiseAbs() + data.q.cwiseAbs();
  EXPECT_TRUE(((outcome.w - w).cwiseAbs().array() <= 1e-14 * terms.array()).all());
  for_each_block(data, [&](const MechanicalBlock& block, Index first) {
    for (Index i = first; i < first + block.rows; ++i) {
      const bool box = block.kind == NSDS_BLOCK_BOX;
      const double lower = box ? data.lower(i) : block.kind == NSDS_BLOCK_COMPLEMENTARITY ? 0.0 : -infinity;
      EXPECT_GE(outcome.lambda(i), lower);
      EXPECT_LE(outcome.lambda(i), box ? data.upper(i) : infinity);
    }
    if (block.kind != NSDS_BLOCK_FRICTION) return;
    const double radius = block.mu * outcome.lambda(first);
    EXPECT_LE(outcome.lambda.segment(first + 1, block.rows - 1).norm(), radius * (1.0 + 1e-14));
  });
  EXPECT_EQ(outcome.report.tolerance, tolerance);
  const JudgedMechanical seen = judged(data);
  expect_claim(seen.problem, seen.ordered(outcome.lambda), outcome.report);
  EXPECT_NE(std::string(outcome.report.message), "");
}

Planted planted(const PlantedRules& rules, unsigned seed) {
  Planting draws(seed);
  Planted made;
  Index n = 0;
  for (int k = 0; k < rules.blocks; ++k) {
    made.data.blocks.push_back(draws.draw_block(rules));
    n += made.data.blocks.back().rows;
  }
  const std::size_t once = made.data.blocks.size();
  const Index rows = n;
  for (std::size_t k = 0; rules.redundant && k < once; ++k) {
    if (made.data.blocks[k].kind != NSDS_BLOCK_EQUALITY) continue;
    made.data.blocks.push_back(made.data.blocks[k]);
    n += made.data.blocks[k].rows;
  }
  MatrixXd J = MatrixXd::Zero(n, rows + 3);
  for (double& entry : J.topRows(rows).reshaped()) entry = draws.normal();
  Index from = 0, to = rows;
  for (std::size_t k = 0; to < n && k < once; from += made.data.blocks[k++].rows) {
    const Index count = made.data.blocks[k].rows;
    if (made.data.blocks[k].kind != NSDS_BLOCK_EQUALITY) continue;
    MatrixXd turn(count, count);
    for (double& entry : turn.reshaped()) entry = draws.normal();
    J.middleRows(to, count) = turn * J.middleRows(from, count);
    to += count;
  }
  made.data.W = J * J.transpose() / static_cast<double>(rows);
  made.lambda = made.w = VectorXd::Zero(n);
  made.data.lower = VectorXd::Constant(n, -infinity);
  made.data.upper = VectorXd::Constant(n, infinity);
  for_each_block(made.data,
                 [&](const MechanicalBlock& block, Index first) { draws.plant(block, first, made); });
  made.data.q = made.w - made.data.W * made.lambda;
  return made;
}

MechanicalData in_other_units(const MechanicalData& data, const VectorXd& d) {
  MechanicalData changed = data;
  changed.W = d.asDiagonal() * data.W * d.asDiagonal();
  changed.q = d.cwiseProduct(data.q);
  changed.lower = data.lower.cwiseQuotient(d);
  changed.upper = data.upper.cwiseQuotient(d);
  return changed;
}

MechanicalData in_other_order(const MechanicalData& data, const std::vector<std::size_t>& order,
                              std::vector<Index>& rows) {
  std::vector<Index> firsts;
  for_each_block(data, [&](const MechanicalBlock&, Index first) { firsts.push_back(first); });
  MechanicalData changed = data;
  rows.clear();
  for (std::size_t k = 0; k < order.size(); ++k) {
    changed.blocks[k] = data.blocks[order[k]];
    for (Index i = 0; i < changed.blocks[k].rows; ++i) rows.push_back(firsts[order[k]] + i);
  }
  changed.W = data.W(rows, rows);
  changed.q = data.q(rows);
  changed.lower = data.lower(rows);
  changed.upper = data.upper(rows);
  return changed;
}

MechanicalData turned(const MechanicalData& data, const MatrixXd& T) {
  MechanicalData changed = data;
  changed.W = T * data.W * T.transpose();
  changed.q = T * data.q;
  return changed;
}

}  // namespace nsds::test
