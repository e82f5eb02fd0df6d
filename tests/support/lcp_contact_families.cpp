#include "support/lcp_contact_families.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "support/draws.hpp"

namespace nsds::test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Sparse = Eigen::SparseMatrix<double>;
using Triplets = std::vector<Eigen::Triplet<double>>;

constexpr int ground = -1;
constexpr double gravity_impulse = -9.81e-3;  // gravity over a millisecond
constexpr int largest_dense = 4000;

// Point masses and the contacts between them.
struct Network {
  std::vector<double> mass;
  std::vector<Vector3d> velocity;
  std::vector<std::pair<int, int>> contact;  // the second body moves away from the first along the normal
  std::vector<Vector3d> normal;              // one of each contact
};

// W = H M^-1 H', q = H v with H = normal velocities of the contacts.
void delassus(const Network& network, LcpProblem& lcp) {
  const auto contacts = static_cast<Index>(network.contact.size());
  const auto bodies = static_cast<Index>(network.mass.size());
  Triplets entries;
  VectorXd inverse_mass(3 * bodies), v(3 * bodies);
  for (Index b = 0; b < bodies; ++b) {
    inverse_mass.segment<3>(3 * b).setConstant(1.0 / network.mass[static_cast<std::size_t>(b)]);
    v.segment<3>(3 * b) = network.velocity[static_cast<std::size_t>(b)];
  }
  for (Index c = 0; c < contacts; ++c) {
    const auto [first, second] = network.contact[static_cast<std::size_t>(c)];
    for (int d = 0; d < 3; ++d) {
      const double component = network.normal[static_cast<std::size_t>(c)][d];
      if (first != ground) entries.emplace_back(static_cast<int>(c), 3 * first + d, -component);
      if (second != ground) entries.emplace_back(static_cast<int>(c), 3 * second + d, component);
    }
  }
  Sparse H(contacts, 3 * bodies);
  H.setFromTriplets(entries.begin(), entries.end());
  H.prune(0.0);
  // The product rounds both triangles alike only up to the order of sums: take the lower one for both.
  const Sparse product = H * inverse_mass.asDiagonal() * H.transpose();
  Sparse W = product.selfadjointView<Eigen::Lower>();
  W.makeCompressed();
  lcp.symmetric = true;
  lcp.q = H * v;
  if (contacts <= largest_dense) lcp.M = MatrixXd(W);
  lcp.sparse.swap(W);
}

}  // namespace

// The solution stops every bead: impulse k carries the momentum of all beads above.
void make_column(int beads, double mass_ratio, LcpProblem& lcp) {
  Network column;
  for (int i = 0; i < beads; ++i) {
    column.contact.emplace_back(i - 1, i);
    column.normal.emplace_back(Vector3d::UnitX());
    column.mass.push_back(std::pow(mass_ratio, beads > 1 ? static_cast<double>(i) / (beads - 1) : 0.0));
    column.velocity.emplace_back(gravity_impulse, 0.0, 0.0);
  }
  column.velocity.back()[0] -= 0.5;
  delassus(column, lcp);

  VectorXd impulse(beads);
  double momentum = 0.0;
  for (int i = beads - 1; i >= 0; --i) {
    momentum -= column.mass[static_cast<std::size_t>(i)] * column.velocity[static_cast<std::size_t>(i)][0];
    impulse[i] = momentum;
  }
  lcp.solution = impulse;
}

void make_grain(int side, std::uint64_t seed, LcpProblem& lcp) {
  Draws draws(seed);
  Network grain;
  std::vector<Vector3d> centre;
  const auto triple = [&draws](double size) {
    const double x = draws.uniform(-size, size);
    const double y = draws.uniform(-size, size);
    return Vector3d(x, y, draws.uniform(-size, size));
  };
  for (int z = 0; z < side; ++z)
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) {
        centre.emplace_back(Vector3d(x, y, z) + triple(0.1));
        grain.mass.push_back(draws.uniform(0.5, 2.0));
        grain.velocity.emplace_back(Vector3d(0.0, 0.0, gravity_impulse) + triple(0.1));
      }
  const auto touch = [&](int a, int b) {
    grain.contact.emplace_back(a, b);
    grain.normal.emplace_back(
        (centre[static_cast<std::size_t>(b)] - centre[static_cast<std::size_t>(a)]).normalized());
  };
  const int layer = side * side;
  for (int z = 0; z < side; ++z)
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) {
        const int a = z * layer + y * side + x;
        if (z == 0) {
          grain.contact.emplace_back(ground, a);
          grain.normal.emplace_back(Vector3d::UnitZ());
        }
        if (x + 1 < side) touch(a, a + 1);
        if (y + 1 < side) touch(a, a + side);
        if (z + 1 < side) touch(a, a + layer);
        if (z + 1 < side && x + 1 < side) touch(a, a + layer + 1);
      }
  delassus(grain, lcp);
}

// With N, T the normal and tangential directions in the space of generalised velocities, unit masses, and
// rows (r_N, beta_+, beta_-, lambda) of a contact:
//   w_N = N'v+,  w_beta = (+T'v+, -T'v+) + lambda e,  w_lambda = mu r_N - beta_+ - beta_-,
//   v+ = v + N r_N + T (beta_+ - beta_-),  so  q = (N'v, T'v, -T'v, 0).
// Solvable: z'Mz = 0 makes N r_N + T beta = 0, so that q'z = 0, and M is copositive [CPS 4.4.12].
void make_friction(int size, std::uint64_t seed, LcpProblem& lcp) {
  Draws draws(seed);
  const Index contacts = size / 4;
  const Index bodies =
      1 + contacts / 2;  // (x, y, angle) each: fewer than two contacts a body are redundant often
  const double radius = 0.5;
  MatrixXd N = MatrixXd::Zero(3 * bodies, contacts);
  MatrixXd T = MatrixXd::Zero(3 * bodies, contacts);
  VectorXd mu(contacts);
  const auto act = [&](Index body, Index contact, double angle, double sign) {
    const double c = std::cos(angle), s = std::sin(angle);
    N.block<3, 1>(3 * body, contact) = sign * Vector3d(c, s, 0.0);
    T.block<3, 1>(3 * body, contact) = Vector3d(-sign * s, sign * c, -radius);
  };
  for (Index k = 0; k < contacts; ++k) {
    const Index body = k % bodies;
    const Index other =
        body == 0 || draws.uniform(0.0, 1.0) < 0.3 ? ground : draws.integer(0, static_cast<int>(body) - 1);
    const double angle =
        other == ground ? std::numbers::pi / 2 : draws.uniform(0.0, std::numbers::pi);  // upwards
    act(body, k, angle, 1.0);
    if (other != ground) act(other, k, angle, -1.0);
    mu[k] = draws.uniform(0.0, 1.0);
  }
  VectorXd v(3 * bodies);
  for (double& component : v) component = draws.uniform(-1.0, 0.5);

  MatrixXd H(3 * bodies, 4 * contacts);  // what the unknowns do to the velocity; nothing for lambda
  for (Index k = 0; k < contacts; ++k)
    H.middleCols<4>(4 * k) << N.col(k), T.col(k), -T.col(k), 0.0 * N.col(k);
  lcp.M = H.transpose() * H;
  lcp.q = H.transpose() * v;
  for (Index k = 0; k < contacts; ++k) {
    lcp.M(4 * k + 1, 4 * k + 3) = lcp.M(4 * k + 2, 4 * k + 3) = 1.0;
    lcp.M(4 * k + 3, 4 * k) = mu[k];
    lcp.M(4 * k + 3, 4 * k + 1) = lcp.M(4 * k + 3, 4 * k + 2) = -1.0;
  }
}

}  // namespace nsds::test
