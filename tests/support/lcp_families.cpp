#include "support/lcp_families.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "support/draws.hpp"
#include "support/lcp_contact_families.hpp"
#include "support/spec.hpp"

namespace nsds::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd uniform(Draws& draws, int rows, int cols, double low, double high) {
  MatrixXd made(rows, cols);
  for (Eigen::Index i = 0; i < rows; ++i)
    for (Eigen::Index j = 0; j < cols; ++j) made(i, j) = draws.uniform(low, high);
  return made;
}

// A A', exactly symmetric whatever the order of its sums.
MatrixXd gram(const MatrixXd& A) {
  const MatrixXd product = A * A.transpose();
  return product.selfadjointView<Eigen::Lower>();
}

// Adds B with B' = -B, whose lower triangle is drawn by rows.
template <class Draw>
void add_skew(MatrixXd& M, Draw draw) {
  for (Eigen::Index i = 0; i < M.rows(); ++i)
    for (Eigen::Index j = 0; j < i; ++j) {
      const double entry = draw();
      M(i, j) += entry;
      M(j, i) -= entry;
    }
}

void make_definite(int n, std::uint64_t seed, bool skew, LcpProblem& lcp) {
  Draws draws(seed);
  MatrixXd A(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j) A(i, j) = draws.normal();
  lcp.M = gram(A) / n;
  lcp.M.diagonal().array() += 1e-3;
  if (skew) add_skew(lcp.M, [&] { return draws.normal() / std::sqrt(n); });
  lcp.symmetric = !skew;
  lcp.q.resize(n);
  for (double& entry : lcp.q) entry = draws.normal();
}

void make_spd(int n, double seed, LcpProblem& lcp) {
  make_definite(n, static_cast<std::uint64_t>(seed), false, lcp);
}

void make_pd(int n, double seed, LcpProblem& lcp) {
  make_definite(n, static_cast<std::uint64_t>(seed), true, lcp);
}

void make_harker_pang(int n, double seed, LcpProblem& lcp) {
  Draws draws(static_cast<std::uint64_t>(seed));
  lcp.M = gram(uniform(draws, n, n, -5.0, 5.0));
  for (Eigen::Index i = 0; i < n; ++i) {  // D and B drawn together, row by row
    lcp.M(i, i) += draws.uniform(0.0, 0.3);
    for (Eigen::Index j = 0; j < i; ++j) {
      const double entry = draws.uniform(-5.0, 5.0);
      lcp.M(i, j) += entry;
      lcp.M(j, i) -= entry;
    }
  }
  lcp.q = uniform(draws, n, 1, -500.0, 0.0);
}

// Rows and columns in the same random order; seed 0 leaves them.
void permute(double seed, LcpProblem& lcp) {
  if (seed == 0.0) return;
  Draws draws(static_cast<std::uint64_t>(seed));
  Eigen::PermutationMatrix<Eigen::Dynamic> P(lcp.q.size());
  P.setIdentity();
  for (int i = lcp.size() - 1; i > 0; --i) std::swap(P.indices()[i], P.indices()[draws.integer(0, i)]);
  lcp.M = P * lcp.M * P.transpose();
  lcp.q = P * lcp.q;
  lcp.solution = P * *lcp.solution;
}

MatrixXd murty_matrix(int n) {
  MatrixXd L = MatrixXd::Identity(n, n);
  L.triangularView<Eigen::StrictlyLower>().setConstant(2.0);
  return L;
}

void make_murty(int n, double permutation, LcpProblem& lcp) {
  lcp.M = murty_matrix(n);
  lcp.q = -VectorXd::Ones(n);
  lcp.solution = VectorXd::Unit(n, 0);
  permute(permutation, lcp);
}

void make_murty_exponential(int n, double permutation, LcpProblem& lcp) {
  if (n > 50) throw std::invalid_argument("murtyexp: n is at most 50, beyond which 2^n does not sum exactly");
  lcp.M = murty_matrix(n);
  lcp.q.resize(n);
  for (int i = 0; i < n; ++i) lcp.q[i] = (i == 0 ? 0.0 : lcp.q[i - 1]) - std::ldexp(1.0, n - i);
  lcp.solution = std::ldexp(1.0, n) * VectorXd::Unit(n, 0);
  permute(permutation, lcp);
}

void make_fathi(int n, double permutation, LcpProblem& lcp) {
  lcp.M = gram(murty_matrix(n));
  lcp.q = -VectorXd::Ones(n);
  lcp.solution = VectorXd::Unit(n, 0);
  lcp.symmetric = true;
  permute(permutation, lcp);
}

void make_copositive(int n, double seed, LcpProblem& lcp) {
  Draws draws(static_cast<std::uint64_t>(seed));
  lcp.M = uniform(draws, n, n, 0.0, 1.0).transpose();
  lcp.M.diagonal().array() += 0.1;
  lcp.q = uniform(draws, n, 1, -1.0, 0.2);
}

void make_bimatrix(int n, double seed, LcpProblem& lcp) {
  Draws draws(static_cast<std::uint64_t>(seed));
  lcp.M = MatrixXd::Zero(n, n);
  lcp.q = -VectorXd::Ones(n);
  for (int i = 0; i < n / 2; ++i)
    for (int j = n / 2; j < n; ++j) {
      lcp.M(i, j) = draws.uniform(1.0, 2.0);
      lcp.M(j, i) = draws.uniform(1.0, 2.0);
    }
}

// Chooses z and w, a third of the rows with z_i = w_i = 0, and q = w - M z.
void choose_solution(Draws& draws, LcpProblem& lcp) {
  const Eigen::Index n = lcp.M.rows();
  VectorXd z = VectorXd::Zero(n), w = VectorXd::Zero(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const int kind = draws.integer(0, 2);
    if (kind == 1) z[i] = draws.integer(1, 3);
    if (kind == 2) w[i] = draws.integer(1, 3);
  }
  lcp.q = w - lcp.M * z;
  lcp.solution = z;
}

void make_semidefinite(int n, double seed, LcpProblem& lcp) {
  Draws draws(static_cast<std::uint64_t>(seed));
  MatrixXd B(n, std::max(1, n / 2));
  for (double& entry : B.reshaped()) entry = draws.integer(-2, 2);
  lcp.M = gram(B);
  lcp.symmetric = true;
  choose_solution(draws, lcp);
}

void make_kkt(int n, double seed, LcpProblem& lcp) {
  Draws draws(static_cast<std::uint64_t>(seed));
  const int rows = n / 2, variables = n - rows;
  const MatrixXd A = uniform(draws, rows, variables, -1.0, 1.0);
  lcp.M = MatrixXd::Zero(n, n);
  lcp.M.topLeftCorner(variables, variables) =
      gram(uniform(draws, variables, std::max(1, variables / 2), -1.0, 1.0));
  lcp.M.topRightCorner(variables, rows) = -A.transpose();
  lcp.M.bottomLeftCorner(rows, variables) = A;
  choose_solution(draws, lcp);
}

void make_column_of(int n, double ratio, LcpProblem& lcp) {
  if (!(ratio > 0.0)) throw std::invalid_argument("column: the mass ratio is positive");
  make_column(n, ratio, lcp);
}

void make_grain_of(int side, double seed, LcpProblem& lcp) {
  make_grain(side, static_cast<std::uint64_t>(seed), lcp);
}

void make_friction_of(int n, double seed, LcpProblem& lcp) {
  if (n % 4 != 0) throw std::invalid_argument("friction: n is a multiple of 4, four rows a contact");
  make_friction(n, static_cast<std::uint64_t>(seed), lcp);
}

struct Family {
  const char* name;
  const char* form;
  double third;  // where the text gives none
  void (*make)(int size, double third, LcpProblem& lcp);
};

constexpr Family families[] = {
    {"spd", "spd:n:seed", 1.0, make_spd},
    {"pd", "pd:n:seed", 1.0, make_pd},
    {"hp", "hp:n:seed", 1.0, make_harker_pang},
    {"murty", "murty:n[:permutation]", 0.0, make_murty},
    {"murtyexp", "murtyexp:n[:permutation]", 0.0, make_murty_exponential},
    {"fathi", "fathi:n[:permutation]", 0.0, make_fathi},
    {"cop", "cop:n:seed", 1.0, make_copositive},
    {"bim", "bim:n:seed", 1.0, make_bimatrix},
    {"column", "column:n:ratio", 1.0, make_column_of},
    {"grain", "grain:side:seed", 1.0, make_grain_of},
    {"psd", "psd:n:seed", 1.0, make_semidefinite},
    {"kkt", "kkt:n:seed", 1.0, make_kkt},
    {"friction", "friction:n:seed", 1.0, make_friction_of},
};

[[noreturn]] void refuse(const std::string& spec) {
  std::string known;
  for (const Family& family : families) known += std::string(known.empty() ? "" : ", ") + family.form;
  throw std::invalid_argument("no problem '" + spec + "'; there are " + known);
}

}  // namespace

LcpProblem make_lcp(const std::string& spec) {
  const std::optional<Spec> asked = read_spec(spec);
  if (!asked) refuse(spec);
  const Family* family = std::find_if(std::begin(families), std::end(families),
                                      [&](const Family& row) { return asked->family == row.name; });
  if (family == std::end(families)) refuse(spec);

  LcpProblem lcp;
  lcp.spec = spec;
  lcp.family = family->name;
  family->make(asked->size, asked->third.value_or(family->third), lcp);
  return lcp;
}

const std::vector<std::string>& lcp_spec_forms() {
  static const std::vector<std::string> forms = [] {
    std::vector<std::string> made;
    for (const Family& family : families) made.emplace_back(family.form);
    return made;
  }();
  return forms;
}

}  // namespace nsds::test
