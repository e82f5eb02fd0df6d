#include "friction_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/draws.hpp"

namespace nsds::test {

using Eigen::Index;
using Number = long double;

namespace {

// Distance of r from the projection of r - u - mu |u_T| e_N on the cone.
Number map_norm(int d, Number mu, const Number* r, const Number* u) {
  Number slip = 0, tangent = 0;
  std::vector<Number> x(static_cast<std::size_t>(d));
  for (int k = 1; k < d; ++k) slip += u[k] * u[k];
  for (int k = 0; k < d; ++k) x[static_cast<std::size_t>(k)] = r[k] - u[k];
  x[0] -= mu * std::sqrt(slip);
  for (int k = 1; k < d; ++k) tangent += x[static_cast<std::size_t>(k)] * x[static_cast<std::size_t>(k)];
  tangent = std::sqrt(tangent);
  if (mu * tangent <= -x[0]) {
    std::fill(x.begin(), x.end(), Number{0});
  } else if (tangent > mu * x[0]) {
    // The nearest point is on the boundary ray (1, mu t) / sqrt(1 + mu^2), or the apex.
    const Number along = std::max<Number>(0, (x[0] + mu * tangent) / (1 + mu * mu));
    for (int k = 1; k < d; ++k) x[static_cast<std::size_t>(k)] *= mu * along / tangent;
    x[0] = along;
  }
  Number sum = 0;
  for (int k = 0; k < d; ++k)
    sum += (r[k] - x[static_cast<std::size_t>(k)]) * (r[k] - x[static_cast<std::size_t>(k)]);
  return std::sqrt(sum);
}

}  // namespace

double naive_residual(const FrictionData& data, const Eigen::VectorXd& r) {
  const int d = data.dimension;
  Number s_w = 0, trace = 0;
  for (Index c = 0; c < data.contacts(); ++c) {
    s_w = std::max<Number>(s_w, data.q.segment(d * c, d).cast<Number>().norm());
    trace = std::max<Number>(trace, data.W.block(d * c, d * c, d, d).cast<Number>().trace() / d);
  }
  if (s_w == 0) s_w = 1;
  const Number s_r = s_w / (trace > 0 ? trace : std::max<Number>(data.W.cwiseAbs().maxCoeff(), 0));
  Number worst = 0;
  for (Index c = 0; c < data.contacts(); ++c) {
    Number scaled_r[3], scaled_u[3];
    for (int k = 0; k < d; ++k) {
      Number u = data.q[d * c + k];
      for (Index j = 0; j < r.size(); ++j) u += static_cast<Number>(data.W(d * c + k, j)) * r[j];
      scaled_u[k] = u / s_w;
      scaled_r[k] = r[d * c + k] / s_r;
    }
    worst = std::max(worst, map_norm(d, data.mu[c], scaled_r, scaled_u));
  }
  return static_cast<double>(worst);
}

numerics::friction_contact::Problem view(const FrictionData& data, nsds_matrix& W) {
  W = nsds_matrix_dense(static_cast<int>(data.W.rows()), static_cast<int>(data.W.cols()), data.W.data(),
                        static_cast<int>(data.W.outerStride()));
  return {data.dimension, W, data.q, data.mu};
}

numerics::friction_contact::Solution solve(const FrictionData& data, const numerics::Options& options) {
  const nsds_matrix W = nsds_matrix_dense(static_cast<int>(data.W.rows()), static_cast<int>(data.W.cols()),
                                          data.W.data(), std::max(1, static_cast<int>(data.W.outerStride())));
  return numerics::friction_contact::Problem(data.dimension, W, data.q, data.mu).solve(options);
}

FrictionData random_friction(int dimension, int contacts, int rows, double shift, std::uint64_t seed) {
  Draws draws(seed);
  const Index n = Index{dimension} * contacts;
  Eigen::MatrixXd B(rows, n);
  for (double& entry : B.reshaped()) entry = draws.normal();
  FrictionData data{dimension, B.transpose() * B / rows, Eigen::VectorXd(n), Eigen::VectorXd(contacts)};
  data.W.diagonal().array() += shift;
  for (double& entry : data.q) entry = draws.normal();
  for (Index c = 0; c < contacts; ++c) data.q[dimension * c] = -std::fabs(data.q[dimension * c]);
  for (double& mu : data.mu) mu = draws.uniform(0.0, 1.2);
  return data;
}

}  // namespace nsds::test
