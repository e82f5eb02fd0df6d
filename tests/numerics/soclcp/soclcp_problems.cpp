#include "numerics/soclcp/soclcp_problems.hpp"

#include <Eigen/Dense>
#include <cmath>

namespace nsds::test {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using nn::soclcp::Cone;

const char* name_of(Relation relation) {
  return relation == Relation::strict ? "strict" : relation == Relation::degenerate ? "degenerate" : "apex";
}

const char* name_of(Kind kind) {
  return kind == Kind::definite    ? "definite"
         : kind == Kind::symmetric ? "symmetric"
         : kind == Kind::monotone  ? "monotone"
                                   : "triangular";
}

namespace {

struct Pair {
  VectorXd z, w;
};

// With u of length one the rays (1, mu u) of K and (mu, -u) of K* are orthogonal.
Pair in_lorentz(Relation relation, int size, double mu, Random& random) {
  Pair pair{VectorXd::Zero(size), VectorXd::Zero(size)};
  const VectorXd u = random.vector(size - 1, -1.0, 1.0).normalized();
  const VectorXd v = random.vector(size - 1, -0.5, 0.5) / std::sqrt(size);  // |v| < 1
  const double normal = random.uniform(0.2, 2.0), other = random.uniform(0.2, 2.0);
  const auto inside = [&](VectorXd& x, double aperture) {
    x[0] = normal;
    x.tail(size - 1) = aperture * normal * v;
  };
  const auto boundary_of_K = [&] {
    pair.z[0] = normal;
    pair.z.tail(size - 1) = mu * normal * u;
  };
  const auto boundary_of_dual = [&] {
    pair.w[0] = mu * other;
    pair.w.tail(size - 1) = -other * u;
  };
  const bool has_boundary = size > 1;
  const int choice = relation == Relation::apex ? 1 : random.integer(0, 2);
  if (relation != Relation::degenerate) {
    if (choice == 0 || !has_boundary) inside(pair.z, mu);
    if (choice == 1) pair.z.setZero(), inside(pair.w, 1.0 / mu);
    if (choice == 2 && has_boundary) boundary_of_K(), boundary_of_dual();
    return pair;
  }
  if (choice == 0 && has_boundary) boundary_of_K();
  if (choice == 1 && has_boundary) boundary_of_dual();
  return pair;  // else both are zero
}

MatrixXd matrix_of(Kind kind, const std::vector<Cone>& cones, int n, Random& random, double coupling) {
  const MatrixXd R = random.matrix(n, n, -1.0, 1.0), S = random.matrix(n, n, -1.0, 1.0);
  const MatrixXd skew = (S - S.transpose()) / n;
  const MatrixXd definite = R * R.transpose() / n + 0.5 * MatrixXd::Identity(n, n);
  if (kind == Kind::definite) return definite + 2.0 * skew;
  if (kind == Kind::symmetric) return definite;
  if (kind == Kind::monotone) return R.leftCols((n + 1) / 2) * R.leftCols((n + 1) / 2).transpose() / n + skew;
  MatrixXd M = coupling * S;
  int begin = 0;
  for (const Cone& cone : cones) {
    const auto size = static_cast<int>(cone.size);
    M.block(begin, 0, size, begin).setZero();
    M.block(begin, begin, size, size) = definite.block(begin, begin, size, size);
    begin += size;
  }
  return M;
}

}  // namespace

PlantedSoclcp planted_soclcp(Kind kind, Relation relation, int count, Random& random, double coupling) {
  PlantedSoclcp made;
  std::vector<double> z, w;
  const auto put = [&](const Cone& cone, const VectorXd& x, const VectorXd& y) {
    made.cones.push_back(cone);
    z.insert(z.end(), x.begin(), x.end());
    w.insert(w.end(), y.begin(), y.end());
  };
  for (int k = 0; k < count; ++k) {
    const int size = random.integer(1, 5);
    const double mu = std::pow(10.0, random.uniform(-1.0, 1.0));
    const Pair pair = in_lorentz(relation, size, mu, random);
    put(Cone::lorentz(size, mu), pair.z, pair.w);
    if (k % 4 == 1) put(Cone::free(2), random.vector(2, -1.0, 1.0), VectorXd::Zero(2));
    if (k % 4 == 3)
      put(Cone::nonnegative(2), Eigen::Vector2d(0.0, random.uniform(0.1, 1.0)),
          Eigen::Vector2d(random.uniform(0.1, 1.0), 0.0));
  }
  made.z = Eigen::Map<VectorXd>(z.data(), static_cast<Eigen::Index>(z.size()));
  made.w = Eigen::Map<VectorXd>(w.data(), made.z.size());
  made.M = matrix_of(kind, made.cones, static_cast<int>(made.z.size()), random, coupling);
  made.q = made.w - made.M * made.z;
  return made;
}

}  // namespace nsds::test
