#include "numerics/conversion/conversion_checks.hpp"

#include "nsds/numerics/cpp/options.hpp"

namespace nsds::test {

namespace nn = nsds::numerics;
using Eigen::VectorXd;
using nn::CarriedPoint;
using nn::Conversion;

namespace {

constexpr double tight = 1e-11;  // of the converted problem

nsds_residual start_of_residual() {
  nsds_residual value;
  nsds_residual_init(&value);
  return value;
}

}  // namespace

double residual(const nsds_lcp& problem, const CarriedPoint& at) {
  nsds_residual value = start_of_residual();
  EXPECT_EQ(nsds_lcp_residual(&problem, at.z.data(), &value), NSDS_OK);
  return value.value;
}
double residual(const nsds_mlcp& problem, const CarriedPoint& at) {
  nsds_residual value = start_of_residual();
  EXPECT_EQ(nsds_mlcp_residual(&problem, at.z.data(), &value), NSDS_OK);
  return value.value;
}
double residual(const nsds_relay& problem, const CarriedPoint& at) {
  nsds_residual value = start_of_residual();
  EXPECT_EQ(nsds_relay_residual(&problem, at.z.data(), &value), NSDS_OK);
  return value.value;
}
double residual(const nsds_qp& problem, const CarriedPoint& at) {
  nsds_residual value = start_of_residual();
  EXPECT_EQ(nsds_qp_residual(&problem, at.z.data(), at.multipliers.data(), &value), NSDS_OK);
  return value.value;
}
double residual(const nsds_avi& problem, const CarriedPoint& at) {
  nsds_residual value = start_of_residual();
  EXPECT_EQ(nsds_avi_residual(&problem, at.z.data(), at.multipliers.data(), &value), NSDS_OK);
  return value.value;
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
