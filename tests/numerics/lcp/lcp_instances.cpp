#include "numerics/lcp/lcp_instances.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "support/numbers.hpp"
#include "truth/judge.hpp"

namespace nsds::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd gram(Random& random, int n) {
  const MatrixXd A = random.matrix(n, n, -1.0, 1.0);
  return A.transpose() * A / n + 1e-3 * MatrixXd::Identity(n, n);
}

MatrixXd skew(Random& random, int n, double size) {
  const MatrixXd B = random.matrix(n, n, -size, size);
  return B - B.transpose();
}

Instance spd(int n, std::uint64_t seed) {
  Random random(seed);
  const MatrixXd M = gram(random, n);
  return {M, random.vector(n, -1.0, 1.0)};
}

Instance pd(int n, std::uint64_t seed) {
  Random random(seed);
  const MatrixXd M = gram(random, n) + skew(random, n, 1.0);
  return {M, random.vector(n, -1.0, 1.0)};
}

// Ones on the diagonal and twos below [Murty 1978; CPS 6.1]: exponential for principal pivoting by least
// index.
MatrixXd murty_matrix(int n) {
  MatrixXd L = MatrixXd::Identity(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) L(i, j) = 2.0;
  return L;
}

Instance murty(int n, std::uint64_t) {
  return {murty_matrix(n), -VectorXd::Ones(n)};
}

// L L' of Murty's matrix [Fathi 1979]: exponential for Lemke's method.
Instance fathi(int n, std::uint64_t) {
  const MatrixXd L = murty_matrix(n);
  return {L * L.transpose(), -VectorXd::Ones(n)};
}

// A'A + B + D, B skew, D positive diagonal [Harker, Pang 1990].
Instance harker_pang(int n, std::uint64_t seed) {
  Random random(seed);
  const MatrixXd A = random.matrix(n, n, -5.0, 5.0);
  const MatrixXd D = random.vector(n, 0.0, 0.3).asDiagonal();
  const MatrixXd M = A.transpose() * A + skew(random, n, 2.5) + D;
  return {M, random.vector(n, -500.0, 0.0)};
}

// Positive entries: strictly copositive, indefinite.
Instance copositive(int n, std::uint64_t seed) {
  Random random(seed);
  const MatrixXd M = random.matrix(n, n, 0.1, 1.0);
  return {M, random.vector(n, -1.0, 1.0)};
}

// Optimality conditions of min 1/2 x'Hx + c'x, A x >= b, x >= 0 with b such that x = 1 is feasible.
Instance kkt(int n, std::uint64_t seed) {
  Random random(seed);
  const int rows = std::max(1, n / 2);
  const int variables = n - rows;
  const MatrixXd H = variables == 0 ? MatrixXd(0, 0) : gram(random, variables);
  const MatrixXd A = random.matrix(rows, variables, -1.0, 1.0);
  MatrixXd M = MatrixXd::Zero(n, n);
  M.topLeftCorner(variables, variables) = H;
  M.topRightCorner(variables, rows) = -A.transpose();
  M.bottomLeftCorner(rows, variables) = A;
  VectorXd q(n);
  q.head(variables) = random.vector(variables, -1.0, 1.0);
  q.tail(rows) = -(A * VectorXd::Ones(variables)) + random.vector(rows, 0.0, 0.5);
  return {M, q};
}

// Integer, positive semidefinite of half rank, with a degenerate solution: z_i = w_i = 0 for a third of the
// rows.
Instance degenerate(int n, std::uint64_t seed) {
  Random random(seed);
  MatrixXd B(std::max(1, n / 2), n);
  for (Eigen::Index k = 0; k < B.size(); ++k) B.data()[k] = random.integer(-2, 2);
  const MatrixXd M = B.transpose() * B;
  VectorXd z = VectorXd::Zero(n);
  VectorXd w = VectorXd::Zero(n);
  for (int i = 0; i < n; ++i) {
    const int kind = random.integer(0, 2);
    if (kind == 1) z[i] = random.integer(1, 3);
    if (kind == 2) w[i] = random.integer(1, 3);
  }
  return {M, w - M * z};
}

// Delassus matrix of n beads of mass 1 stacked on the ground, tridiagonal; the topmost one falls faster.
Instance column(int n, std::uint64_t seed) {
  Random random(seed);
  MatrixXd M = MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    M(i, i) = i == 0 ? 1.0 : 2.0;
    if (i > 0) M(i, i - 1) = M(i - 1, i) = -1.0;
  }
  VectorXd q = random.vector(n, -1e-2, 1e-2);
  q[n - 1] -= 0.5;
  return {M, q};
}

// Delassus matrix of n frictionless contacts between bodies of three degrees of freedom, n / 4 of them:
// sparse, and singular because there are more contacts than degrees of freedom.
Instance network(int n, std::uint64_t seed) {
  Random random(seed);
  const int bodies = std::max(1, n / 4);
  const Eigen::Index velocities = Eigen::Index{3} * bodies;
  MatrixXd H = MatrixXd::Zero(n, velocities);
  for (int contact = 0; contact < n; ++contact) {
    const Eigen::Index a = random.integer(0, bodies - 1);
    const Eigen::Index b = std::min<Eigen::Index>(bodies - 1, a + random.integer(1, 3));
    const VectorXd normal = random.vector(3, -1.0, 1.0).normalized();
    H.row(contact).segment(3 * a, 3) = normal.transpose();
    if (b != a) H.row(contact).segment(3 * b, 3) = -normal.transpose();
  }
  const MatrixXd M = H * H.transpose();
  return {M, H * random.vector(static_cast<int>(velocities), -1.0, 1.0)};  // in the range of H: z and w exist
}

// Planar contacts with Coulomb friction mu as an LCP of Lotstedt's form, three rows a contact: the normal
// reaction, the slack mu r_N - r_T of one side of the cone as unknown of the other, and the sliding velocity.
// For n below three a frictionless contact.
Instance friction(int n, std::uint64_t seed) {
  Random random(seed);
  const Eigen::Index contacts = n / 3;
  const int reactions = 2 * (n / 3);
  if (contacts == 0) return {MatrixXd::Identity(n, n), random.vector(n, -1.0, 1.0)};
  const MatrixXd W = gram(random, reactions) + 0.5 * MatrixXd::Identity(reactions, reactions);
  const double mu = 0.3;
  // Stewart and Trinkle 1996: unknowns (r_N, β₊, β₋, λ) would be four rows; here r_T = μ r_N − z_2:
  //   w_1 = u_N,  w_2 = u_T + z_3,  w_3 = 2 μ z_1 − z_2,
  //   z_1 = r_N,  z_2 = μ r_N − r_T,  z_3 the sliding speed.
  MatrixXd to_reaction = MatrixXd::Zero(reactions, n);
  MatrixXd M = MatrixXd::Zero(n, n);
  VectorXd q = VectorXd::Zero(n);
  const VectorXd free = random.vector(reactions, -1.0, 1.0);
  for (Eigen::Index c = 0; c < contacts; ++c) {
    to_reaction(2 * c, 3 * c) = 1.0;
    to_reaction(2 * c + 1, 3 * c) = mu;
    to_reaction(2 * c + 1, 3 * c + 1) = -1.0;
  }
  const MatrixXd velocity = W * to_reaction;
  for (Eigen::Index c = 0; c < contacts; ++c) {
    M.row(3 * c) = velocity.row(2 * c);
    M.row(3 * c + 1) = -velocity.row(2 * c + 1);
    M(3 * c + 1, 3 * c + 2) = 1.0;
    M(3 * c + 2, 3 * c) = 2.0 * mu;
    M(3 * c + 2, 3 * c + 1) = -1.0;
    q[3 * c] = free[2 * c];
    q[3 * c + 1] = -free[2 * c + 1];
  }
  for (Eigen::Index i = 3 * contacts; i < n; ++i) M(i, i) = 1.0;
  return {M, q};
}

// Bimatrix game with positive costs, the players' strategies in a random order. For n = 1 there is none: the
// second player's strategy has a zero cost; one row of zeros and q = 1.
Instance game(int n, std::uint64_t seed) {
  if (n == 1) return {MatrixXd::Zero(1, 1), VectorXd::Ones(1)};
  Random random(seed);
  std::vector<int> player(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) player[static_cast<std::size_t>(i)] = i < 2 ? i : random.integer(0, 1);
  MatrixXd M = random.matrix(n, n, 1.0, 2.0);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (player[static_cast<std::size_t>(i)] == player[static_cast<std::size_t>(j)]) M(i, j) = 0.0;
  return {M, -VectorXd::Ones(n)};
}

// Row 0 of M z + q is at most q_0 < 0; M is positive semidefinite.
Instance infeasible(int n, std::uint64_t seed) {
  Random random(seed);
  MatrixXd M = MatrixXd::Zero(n, n);
  if (n > 1) {
    M.bottomRightCorner(n - 1, n - 1) = gram(random, n - 1);
    const VectorXd v = random.vector(n - 1, 0.0, 1.0);
    M.row(0).tail(n - 1) = -v.transpose();
    M.col(0).tail(n - 1) = v;
  }
  VectorXd q = random.vector(n, -1.0, 1.0);
  q[0] = -1.0;
  return {M, q};
}

}  // namespace

const std::vector<Family>& lcp_families() {
  // The zero-diagonal and semidefinite ones are feasible by construction, and semidefinite is
  // copositive-plus.
  static const std::vector<Family> families{
      {"spd", {.p_matrix = true, .symmetric_definite = true, .lemke_ends = true}, spd},
      {"pd", {.p_matrix = true, .lemke_ends = true}, pd},
      {"murty", {.p_matrix = true, .lemke_ends = true}, murty},
      {"fathi", {.p_matrix = true, .symmetric_definite = true, .lemke_ends = true}, fathi},
      {"harker_pang", {.p_matrix = true, .lemke_ends = true}, harker_pang},
      {"copositive", {.lemke_ends = true}, copositive},
      {"kkt", {.lemke_ends = true}, kkt},
      {"degenerate", {.lemke_ends = true}, degenerate},
      {"friction", {.lemke_ends = true}, friction},
      {"column", {.p_matrix = true, .symmetric_definite = true, .lemke_ends = true}, column},
      {"network", {.lemke_ends = true}, network},
      {"game", {.two_block = true}, game},
      {"infeasible", {.infeasible = true}, infeasible},
  };
  return families;
}

const Family& lcp_family(const std::string& name) {
  for (const Family& family : lcp_families())
    if (name == family.name) return family;
  throw std::invalid_argument("no family " + name);
}

Instance permuted(const Instance& lcp, std::uint64_t seed) {
  Random random(seed);
  const auto n = static_cast<int>(lcp.q.size());
  Eigen::PermutationMatrix<Eigen::Dynamic> P(n);
  P.setIdentity();
  for (int i = n - 1; i > 0; --i) std::swap(P.indices()[i], P.indices()[random.integer(0, i)]);
  return {P * lcp.M * P.transpose(), P * lcp.q};
}

Instance with_known_solution(const Instance& lcp, std::uint64_t seed, VectorXd* z_out) {
  Random random(seed);
  VectorXd z = VectorXd::Zero(lcp.q.size());
  VectorXd w = z;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const int kind = random.integer(0, 2);
    if (kind == 0) z[i] = random.uniform(0.1, 1.0);
    if (kind == 1) w[i] = random.uniform(0.1, 1.0);
  }
  if (z_out != nullptr) *z_out = z;
  return {lcp.M, w - lcp.M * z};
}

std::uint64_t Random::next() {  // splitmix64
  state_ += 0x9E3779B97F4A7C15ULL;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
  return mixed ^ (mixed >> 31);
}

double Random::uniform(double low, double high) {
  return low + (high - low) * (static_cast<double>(next() >> 11) * 0x1.0p-53);
}

int Random::integer(int low, int high) {
  return low + static_cast<int>(next() % static_cast<std::uint64_t>(high - low + 1));
}

MatrixXd Random::matrix(int rows, int cols, double low, double high) {
  MatrixXd made(rows, cols);
  for (Eigen::Index k = 0; k < made.size(); ++k) made.data()[k] = uniform(low, high);
  return made;
}

double naive_lcp_residual(const Instance& lcp, const VectorXd& z, double tolerance) {
  const Eigen::Index n = z.size();
  return judged(box_problem(lcp.M, lcp.q, VectorXd::Zero(n), VectorXd::Constant(n, infinity)), z, VectorXd(),
                tolerance);
}

bool is_farkas_vector(const Instance& lcp, const VectorXd& y) {
  if (y.minCoeff() < 0.0) return false;
  const VectorXd product = lcp.M.transpose() * y;
  const VectorXd rounding = 1e-12 * (lcp.M.cwiseAbs().transpose() * y);
  return (product.array() <= rounding.array()).all() && lcp.q.dot(y) < -1e-6 * lcp.q.cwiseAbs().dot(y);
}

}  // namespace nsds::test
