// Ipopt through its interface in C, which knows a program by callbacks.
#include <coin/IpStdCInterface.h>

#include <string>

#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/peers/programs/range_form.hpp"
#include "benchmarks/peers/programs/sparse_peers.hpp"

namespace nsds::bench {
namespace {

using Eigen::Map;
using Eigen::VectorXd;
using Vector = Map<const VectorXd>;

constexpr double open = 2e19;  // beyond what Ipopt takes for infinite

const RangeForm& form_of(UserDataPtr user) {
  return *static_cast<const RangeForm*>(user);
}

Bool objective(Index n, Number* x, Bool, Number* value, UserDataPtr user) {
  const test::JudgedProblem& problem = form_of(user).problem();
  const Vector z(x, n);
  *value = z.dot(0.5 * (problem.M * z) + problem.q);
  return TRUE;
}

Bool gradient(Index n, Number* x, Bool, Number* values, UserDataPtr user) {
  const test::JudgedProblem& problem = form_of(user).problem();
  Map<VectorXd>(values, n) = problem.M * Vector(x, n) + problem.q;
  return TRUE;
}

Bool constraints(Index n, Number* x, Bool, Index m, Number* values, UserDataPtr user) {
  Map<VectorXd>(values, m) = form_of(user).rows * Vector(x, n);
  return TRUE;
}

Bool jacobian(Index, Number*, Bool, Index, Index, Index* rows, Index* columns, Number* values,
              UserDataPtr user) {
  const RangeForm& form = form_of(user);
  Index next = 0;
  for (Eigen::Index i = 0; i < form.rows.rows(); ++i)
    for (Eigen::SparseMatrix<double, Eigen::RowMajor>::InnerIterator entry(form.rows, i); entry;
         ++entry, ++next) {
      if (values != nullptr) {
        values[next] = entry.value();
      } else {
        rows[next] = static_cast<Index>(entry.row());
        columns[next] = static_cast<Index>(entry.col());
      }
    }
  return TRUE;
}

// The lower triangle.
template <class Function>
void for_hessian(const test::JudgedProblem& problem, const Function& function) {
  for (Eigen::Index j = 0; j < problem.M.cols(); ++j)
    for (Eigen::SparseMatrix<double>::InnerIterator entry(problem.M, j); entry; ++entry)
      if (entry.row() >= entry.col()) function(entry.row(), entry.col(), entry.value());
}

Bool hessian(Index, Number*, Bool, Number factor, Index, Number*, Bool, Index, Index* rows, Index* columns,
             Number* values, UserDataPtr user) {
  Index next = 0;
  for_hessian(form_of(user).problem(), [&](Eigen::Index i, Eigen::Index j, double value) {
    if (values != nullptr) {
      values[next] = factor * value;
    } else {
      rows[next] = static_cast<Index>(i);
      columns[next] = static_cast<Index>(j);
    }
    ++next;
  });
  return TRUE;
}

struct Setting {
  double tolerance;
  bool mehrotra;
};

void set_options(IpoptProblem solver, const Setting& setting, double limit) {
  const auto text = [solver](std::string name, std::string value) {
    AddIpoptStrOption(solver, name.data(), value.data());
  };
  const auto number = [solver](std::string name, double value) {
    AddIpoptNumOption(solver, name.data(), value);
  };
  std::string print = "print_level", most = "max_iter";
  AddIpoptIntOption(solver, print.data(), 0);
  AddIpoptIntOption(solver, most.data(), 3000);
  text("sb", "yes");
  for (const char* constant : {"jac_c_constant", "jac_d_constant", "hessian_constant"}) text(constant, "yes");
  if (setting.mehrotra) text("mehrotra_algorithm", "yes");
  number("tol", setting.tolerance);
  for (const char* part : {"dual_inf_tol", "constr_viol_tol", "compl_inf_tol"}) number(part, 1e-7);
  number("bound_relax_factor", 0.0);
  number("max_cpu_time", limit);
}

SparseAnswer solve(const test::JudgedProblem& problem, const Setting& setting, double limit) {
  const RangeForm form(problem);
  const auto closed = [](const VectorXd& bounds) { return VectorXd(bounds.cwiseMax(-open).cwiseMin(open)); };
  VectorXd lower = closed(form.lower), upper = closed(form.upper);
  VectorXd row_lower = closed(form.row_lower), row_upper = closed(form.row_upper);
  Index entries = 0;
  for_hessian(problem, [&](Eigen::Index, Eigen::Index, double) { ++entries; });
  const auto n = static_cast<Index>(problem.q.size()), m = static_cast<Index>(form.rows.rows());
  IpoptProblem solver = CreateIpoptProblem(n, lower.data(), upper.data(), m, row_lower.data(),
                                           row_upper.data(), static_cast<Index>(form.rows.nonZeros()),
                                           entries, 0, objective, constraints, gradient, jacobian, hessian);
  set_options(solver, setting, limit);
  VectorXd z = VectorXd::Zero(n), y(m), low(n), high(n);
  double value = 0.0;
  const Stopwatch watch;
  IpoptSolve(solver, z.data(), nullptr, &value, y.data(), low.data(), high.data(),
             const_cast<RangeForm*>(&form));
  SparseAnswer answer{z, {}, watch.seconds()};
  FreeIpoptProblem(solver);
  answer.multipliers = form.multipliers(z, -y);  // its Lagrangian adds what ours subtracts
  return answer;
}

}  // namespace

std::vector<SparsePeer> ipopt_peers() {
  std::vector<SparsePeer> peers;
  for (const double tolerance : {1e-8, 1e-12})
    for (const bool mehrotra : {false, true})
      peers.push_back({"Ipopt",
                       std::string(mehrotra ? "mehrotra " : "") + (tolerance == 1e-8 ? "1e-8" : "1e-12"),
                       [tolerance, mehrotra](const test::JudgedProblem& problem, double limit) {
                         return solve(problem, {tolerance, mehrotra}, limit);
                       }});
  return peers;
}

}  // namespace nsds::bench
