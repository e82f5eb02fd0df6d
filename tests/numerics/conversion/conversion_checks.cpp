#include "numerics/conversion/conversion_checks.hpp"

#include "nsds/numerics/cpp/options.hpp"
#include "support/numbers.hpp"

namespace nsds::test {

namespace nn = nsds::numerics;
using Eigen::VectorXd;
using nn::CarriedPoint;
using nn::Conversion;

namespace {

constexpr double tight = 1e-11;  // of the converted problem

// In the units of the class: a point that is carried over is rounded, and what was at a bound may be beside it. It is a solution
// if a solve that begins there takes no step.
template <class Solve>
double at_start(nsds_class problem_class, Solve&& solve) {
  nn::Options options(problem_class);
  options.set("residual", "class").set("tolerance", wanted).set("warm_start", true);
  nn::Report report;
  const nsds_status status = solve(options.get(), &report);
  return status == NSDS_OK && report.iterations == 0 ? report.residual.value : infinity;
}

}  // namespace

double residual(const nsds_lcp& problem, CarriedPoint at) {
  nsds_residual value;
  nsds_residual_init(&value);
  EXPECT_EQ(nsds_lcp_class_residual(&problem, at.z.data(), &value), NSDS_OK);
  return value.value;
}
double residual(const nsds_mlcp& problem, CarriedPoint at) {
  return at_start(NSDS_CLASS_MLCP, [&](const nsds_options* options, nsds_report* report) {
    return nsds_mlcp_solve(&problem, at.z.data(), nullptr, options, nullptr, report);
  });
}
double residual(const nsds_relay& problem, CarriedPoint at) {
  return at_start(NSDS_CLASS_RELAY, [&](const nsds_options* options, nsds_report* report) {
    return nsds_relay_solve(&problem, at.z.data(), nullptr, options, nullptr, report);
  });
}
double residual(const nsds_qp& problem, CarriedPoint at) {
  return at_start(NSDS_CLASS_QP, [&](const nsds_options* options, nsds_report* report) {
    return nsds_qp_solve(&problem, at.z.data(), at.multipliers.data(), options, nullptr, report);
  });
}
double residual(const nsds_avi& problem, CarriedPoint at) {
  return at_start(NSDS_CLASS_AVI, [&](const nsds_options* options, nsds_report* report) {
    return nsds_avi_solve(&problem, at.z.data(), at.multipliers.data(), options, nullptr, report);
  });
}

double converted_residual(const Conversion& conversion, const CarriedPoint& at) {
  if (conversion.lcp() != nullptr) return residual(*conversion.lcp(), at);
  if (conversion.mlcp() != nullptr) return residual(*conversion.mlcp(), at);
  if (conversion.qp() != nullptr) return residual(*conversion.qp(), at);
  return residual(*conversion.avi(), at);
}

CarriedPoint solve(const Conversion& conversion) {
  const nsds_conversion_info& info = conversion.info();
  CarriedPoint x{VectorXd::Zero(info.converted_size), VectorXd::Zero(info.converted_multipliers)};
  const nn::Options options = nn::Options(info.converted_class).set("tolerance", tight);
  nn::Report report;
  if (conversion.lcp() != nullptr)
    nsds_lcp_solve(conversion.lcp(), x.z.data(), nullptr, options.get(), nullptr, &report);
  if (conversion.mlcp() != nullptr)
    nsds_mlcp_solve(conversion.mlcp(), x.z.data(), nullptr, options.get(), nullptr, &report);
  if (conversion.qp() != nullptr)
    nsds_qp_solve(conversion.qp(), x.z.data(), x.multipliers.data(), options.get(), nullptr, &report);
  if (conversion.avi() != nullptr)
    nsds_avi_solve(conversion.avi(), x.z.data(), x.multipliers.data(), options.get(), nullptr, &report);
  // At the limit of rounding the point is still to be judged by the given class.
  EXPECT_TRUE(report.ok() || report.status == NSDS_ROUNDOFF_LIMIT) << report.message;
  return x;
}

void expect_storage(const Conversion& conversion, nsds_storage given) {
  const nsds_matrix* M = conversion.lcp() != nullptr    ? conversion.lcp()->M
                         : conversion.mlcp() != nullptr ? conversion.mlcp()->M
                         : conversion.qp() != nullptr   ? conversion.qp()->Q
                                                        : conversion.avi()->M;
  EXPECT_EQ(M->storage, given == NSDS_DENSE ? NSDS_DENSE : NSDS_CSC);
}

}  // namespace nsds::test
