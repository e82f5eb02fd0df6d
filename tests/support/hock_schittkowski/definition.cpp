#include "support/hock_schittkowski/definition.hpp"

#include <limits>
#include <utility>

namespace nsds::test::hs {
namespace {

constexpr double no_bound = std::numeric_limits<double>::infinity();

std::vector<Jet> variables(const VectorIn& x, bool second) {
  const int n = static_cast<int>(x.size());
  std::vector<Jet> all;
  all.reserve(static_cast<size_t>(n));
  for (int i = 0; i < n; ++i) all.push_back(Jet::variable(x[i], i, n, second));
  return all;
}

Jet objective_at(const Definition& d, const VectorIn& x, bool second) {
  const std::vector<Jet> at = variables(x, second);
  return d.objective_jet(Indexed<const Jet>(at.data()));
}

std::vector<Jet> constraints_at(const Definition& d, const VectorIn& x, bool second) {
  std::vector<Jet> rows(static_cast<size_t>(d.inequalities + d.equalities));
  if (rows.empty()) return rows;
  const std::vector<Jet> at = variables(x, second);
  d.constraints_jet(Indexed<const Jet>(at.data()), Indexed<Jet>(rows.data()));
  return rows;
}

bool objective(const Definition& d, const VectorIn& x, double& f) {
  f = d.objective(Indexed<const double>(x.data()));
  return std::isfinite(f);
}

bool gradient(const Definition& d, const VectorIn& x, VectorOut out) {
  const Jet f = objective_at(d, x, false);
  for (int i = 0; i < out.size(); ++i) out[i] = f.first(i);
  return out.allFinite();
}

bool constraints(const Definition& d, const VectorIn& x, VectorOut out) {
  if (out.size() == 0) return true;
  d.constraints(Indexed<const double>(x.data()), Indexed<double>(out.data()));
  return out.allFinite();
}

bool jacobian(const Definition& d, const VectorIn& x, MatrixOut out) {
  const std::vector<Jet> rows = constraints_at(d, x, false);
  for (int i = 0; i < out.rows(); ++i)
    for (int j = 0; j < out.cols(); ++j) out(i, j) = rows[static_cast<size_t>(i)].first(j);
  return out.allFinite();
}

bool hessian(const Definition& d, const VectorIn& x, double weight, const VectorIn& multipliers,
             MatrixOut out) {
  Jet sum = weight * objective_at(d, x, true);
  const std::vector<Jet> rows = constraints_at(d, x, true);
  for (size_t i = 0; i < rows.size(); ++i) sum += multipliers[static_cast<Eigen::Index>(i)] * rows[i];
  for (int i = 0; i < out.rows(); ++i)
    for (int j = 0; j < out.cols(); ++j) out(i, j) = sum.second(i, j);
  return out.allFinite();
}

}  // namespace

Definition::Definition(int problem, const std::vector<double>& start_values)
    : number(problem),
      start(Eigen::VectorXd::Map(start_values.data(), static_cast<Eigen::Index>(start_values.size()))) {
  within(-no_bound, no_bound);
}

void Definition::within(double least, double most) {
  lower = Eigen::VectorXd::Constant(start.size(), least);
  upper = Eigen::VectorXd::Constant(start.size(), most);
}

void Definition::within(double least, double most, int first, int last) {
  lower.segment(first - 1, last - first + 1).setConstant(least);
  upper.segment(first - 1, last - first + 1).setConstant(most);
}

void Definition::at_least(double least) {
  within(least, no_bound);
}

void Definition::at_most(double most, int i) {
  upper[i - 1] = most;
}

NonlinearProgram assembled(const Definition& definition) {
  NonlinearProgram p;
  p.number = definition.number;
  p.start = definition.start;
  p.lower = definition.lower;
  p.upper = definition.upper;
  p.inequalities = definition.inequalities;
  p.equalities = definition.equalities;
  p.has_multipliers = definition.has_multipliers;
  p.objective = [d = definition](const VectorIn& x, double& f) { return objective(d, x, f); };
  p.gradient = [d = definition](const VectorIn& x, VectorOut out) { return gradient(d, x, out); };
  p.constraints = [d = definition](const VectorIn& x, VectorOut out) { return constraints(d, x, out); };
  p.jacobian = [d = definition](const VectorIn& x, MatrixOut out) { return jacobian(d, x, out); };
  p.hessian = [d = definition](const VectorIn& x, double weight, const VectorIn& multipliers, MatrixOut out) {
    return hessian(d, x, weight, multipliers, out);
  };
  return p;
}

}  // namespace nsds::test::hs
