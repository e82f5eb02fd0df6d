// Passivity and relative degree of systems of which both are known: a storage where the answer is yes, a frequency where it is
// no, both looked at here once more.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel/well_posedness/relative_degree.hpp>
#include <nsds/theory/analysis/passivity.hpp>
#include <vector>

#include "kernel/theory/analysis/linear_systems.hpp"
#include "support/decompositions.hpp"

namespace nsds::test::passivity_test {
namespace {

/// The largest eigenvalue of the matrix of Kalman, Yakubovich and Popov, relative to its entries, on the states that P sees.
double violation(const LinearComplementaritySystem& s, const Matrix& P) {
  const Index n = s.states(), m = s.rows();
  const Vector values = symmetric_eigenvalues(P);
  const double largest = values[n - 1];
  if (values[0] < -1e-12 * largest) return 1.0;
  Matrix L(n + m, n + m);
  L << s.A.transpose() * P + P * s.A, P * s.B - s.C.transpose(), s.B.transpose() * P - s.C,
      -(s.D + s.D.transpose());
  const double size = L.norm() + (P * s.A).norm() + (P * s.B).norm() + s.C.norm();
  return symmetric_eigenvalues(L)[n + m - 1] / size;
}

/// v*(H(s) + H(s)*) v
double power(const LinearComplementaritySystem& system, std::complex<double> s, const Eigen::VectorXcd& v) {
  const Index n = system.states();
  const Eigen::MatrixXcd resolvent =
      s * Eigen::MatrixXcd::Identity(n, n) - system.A.cast<std::complex<double>>();
  const Eigen::MatrixXcd H = system.C.cast<std::complex<double>>() *
                                 resolvent.partialPivLu().solve(system.B.cast<std::complex<double>>()) +
                             system.D.cast<std::complex<double>>();
  return (v.adjoint() * (H + H.adjoint()) * v)(0, 0).real();
}

void expectProof(const LinearComplementaritySystem& system, const Passivity& found) {
  if (found.answer == Answer::yes) {
    EXPECT_LT(violation(system, found.P), 1e-8) << found.message;
    EXPECT_LE(found.violation, 1e-8);
  }
  if (found.answer == Answer::no) {
    EXPECT_GE(found.frequency.real(), 0.0);
    EXPECT_NEAR(found.direction.norm(), 1.0, 1e-14);
    EXPECT_LT(found.power, 0.0);
    EXPECT_NEAR(power(system, found.frequency, found.direction) / found.power, 1.0, 0.1) << found.message;
  }
}

struct Tally {
  int misjudged = 0;
  int undecided = 0;
  void judge(const LinearComplementaritySystem& system, bool passive, Index degree) {
    const Passivity found = passivity(system);
    expectProof(system, found);
    const Answer right = passive ? Answer::yes : Answer::no;
    undecided += found.answer == Answer::undecided ? 1 : 0;
    if (found.answer != Answer::undecided && found.answer != right) {
      ++misjudged;
      ADD_FAILURE() << "passive: " << passive << ", states " << system.states() << ": " << found.message;
    }
    if (degree < 0) return;
    const RelativeDegree r = relativeDegree(system);
    if (r.kind == DegreeKind::undecided) {
      ++undecided;
    } else if (r.degree != degree) {
      ++misjudged;
      ADD_FAILURE() << "degree " << degree << ": " << r.message;
    }
  }
};

/// h = d + (b₁ s + b₀)/(s² + a₁ s + a₀)
struct Channel {
  double d, b1, b0, a1, a0;
};

/// L' diag(h_1, ..., h_m) L for a regular L: passive if and only if all channels are, in coordinates that do not show it.
LinearComplementaritySystem mixed(const std::vector<Channel>& channels, LinearSystems& random) {
  const auto m = static_cast<Index>(channels.size());
  Matrix A = Matrix::Zero(2 * m, 2 * m), B = Matrix::Zero(2 * m, m), C = Matrix::Zero(m, 2 * m);
  Vector d(m);
  for (Index i = 0; i < m; ++i) {
    const Channel& h = channels[static_cast<std::size_t>(i)];
    A.block(2 * i, 2 * i, 2, 2) << 0.0, 1.0, -h.a0, -h.a1;
    B(2 * i + 1, i) = 1.0;
    C.block(i, 2 * i, 1, 2) << h.b0, h.b1;
    d[i] = h.d;
  }
  const Matrix L = random.regular(m, 3.0);
  return LinearSystems::moved({A, B * L, L.transpose() * C, L.transpose() * d.asDiagonal() * L},
                              random.regular(2 * m, 5.0));
}

/// d + k s/(s² + 2ζω s + ω²) has its least real part, d + k/(2ζω), at iω for k < 0.
Channel resonance(double d, double omega, double zeta, double least) {
  return {d, (least - d) * 2.0 * zeta * omega, 0.0, 2.0 * zeta * omega, omega * omega};
}

/// (s + z)/((s + p)(s + q)) is positive real for 0 ≤ z ≤ p + q.
Channel lag(double z, double p, double q) {
  return {0.0, 1.0, z, p + q, p * q};
}

TEST(Passivity, IsFoundForRegularFeedthrough) {
  LinearSystems random(1);
  Tally tally;
  for (int k = 0; k < 50; ++k) {
    const Index n = random.integer(1, 20), m = random.integer(1, std::min<Index>(4, n));
    tally.judge(random.portHamiltonian(n, m, m, random.integer(0, n)), true, 0);
  }
  for (int k = 0; k < 50; ++k) {
    // One channel gives off energy: by 1e-3 to 1 of its feedthrough at its resonance, or by a pole to the right of the axis,
    // which does not show on it.
    std::vector<Channel> channels;
    const Index m = random.integer(1, 10);
    for (Index i = 0; i < m; ++i)
      channels.push_back(resonance(random.uniform(0.5, 2.0), std::pow(10.0, random.uniform(-1.0, 1.0)),
                                   random.uniform(0.05, 1.0), random.uniform(0.1, 0.4)));
    Channel& bad = channels[static_cast<std::size_t>(random.integer(0, m - 1))];
    if (k % 5 == 4) {
      bad = {3.0, -1.0, -0.5, -0.5, -0.5};  // 3 - 1/(s - 1): (s - 1)(s + ½)
    } else {
      bad = resonance(1.0, random.uniform(0.2, 5.0), random.uniform(0.05, 1.0),
                      -std::pow(10.0, random.uniform(-3.0, 0.0)));
    }
    tally.judge(mixed(channels, random), false, 0);
  }
  EXPECT_EQ(tally.misjudged, 0);
  EXPECT_LE(tally.undecided, 5);
  RecordProperty("undecided", tally.undecided);
}

TEST(Passivity, IsFoundForSingularFeedthrough) {
  LinearSystems random(2);
  Tally tally;
  for (int k = 0; k < 50; ++k) {
    const Index n = random.integer(2, 20), m = random.integer(1, std::min<Index>(4, n));
    const Index feedthrough = k % 3 == 0 ? random.integer(0, m - 1) : 0;
    LinearComplementaritySystem system = random.portHamiltonian(n, m, feedthrough, random.integer(0, n));
    if (k % 2 == 0 && feedthrough == 0) system.D.setZero();
    tally.judge(system, true, system.D.isZero(0.0) ? 1 : -1);
  }
  for (int k = 0; k < 50; ++k) {
    std::vector<Channel> channels;
    const Index m = random.integer(1, 10);
    for (Index i = 0; i < m; ++i) {
      const double p = random.uniform(0.2, 3.0), q = random.uniform(0.2, 3.0);
      channels.push_back(lag(random.uniform(0.0, 0.9) * (p + q), p, q));
    }
    Channel& bad = channels[static_cast<std::size_t>(random.integer(0, m - 1))];
    const double p = random.uniform(0.2, 3.0), q = random.uniform(0.2, 3.0);
    Index degree = 1;
    if (k % 4 == 0) bad = lag((p + q) * (1.0 + std::pow(10.0, random.uniform(-2.0, 0.0))), p, q);
    if (k % 4 == 1) bad = {0.0, -1.0, 0.0, 0.0, p * p};     // -s/(s² + p²): negative residues on the axis
    if (k % 4 == 2) bad = {0.0, 1.0, p + 1.0, 1.0, p * q};  // zeros beyond the sum of the poles
    if (k % 4 == 3) {
      degree = 2;
      for (Channel& h : channels) h = {0.0, 0.0, 1.0, random.uniform(0.1, 2.0), random.uniform(0.1, 2.0)};
    }
    tally.judge(mixed(channels, random), false, degree);
  }
  EXPECT_EQ(tally.misjudged, 0);
  EXPECT_LE(tally.undecided, 20);
  RecordProperty("undecided", tally.undecided);
}

/// Channels that give off 1e-6 to 1e-3 of their feedthrough, or reach zero by as little: none is misjudged.
TEST(Passivity, IsNotMisjudgedNearItsBorder) {
  LinearSystems random(13);
  Tally tally;
  for (int k = 0; k < 40; ++k) {
    std::vector<Channel> channels;
    const Index m = random.integer(1, 5);
    for (Index i = 0; i < m; ++i)
      channels.push_back(resonance(random.uniform(0.5, 2.0), std::pow(10.0, random.uniform(-1.0, 1.0)),
                                   random.uniform(0.05, 1.0), random.uniform(0.1, 0.4)));
    const bool passive = k % 2 == 0;
    const double least = std::pow(10.0, random.uniform(-6.0, -3.0));
    channels[static_cast<std::size_t>(random.integer(0, m - 1))] =
        resonance(1.0, random.uniform(0.2, 5.0), random.uniform(0.05, 1.0), passive ? least : -least);
    tally.judge(mixed(channels, random), passive, 0);
  }
  EXPECT_EQ(tally.misjudged, 0);
  EXPECT_LE(tally.undecided, 2);
}

TEST(Passivity, HasTheEnergyOfACircuitAsStorage) {
  // A diode and a resistor R at an LC oscillator: x = (v, i), with the energy (C v² + L i²)/2, scaled by the multiplier's unit.
  const double R = 1e3, L = 1e-2, C = 1e-6;
  const LinearComplementaritySystem circuit(Matrix{{0.0, -1.0 / C}, {1.0 / L, 0.0}},
                                            Matrix{{-1.0 / C}, {0.0}}, Matrix{{-1.0, 0.0}}, Matrix{{R}});
  const Passivity found = passivity(circuit);
  ASSERT_EQ(found.answer, Answer::yes) << found.message;
  EXPECT_LT(found.violation, 1e-12);
  // Lossless but for R: P is unique on what is lossless. Here D is regular, and storages lie about (C, L).
  const LinearComplementaritySystem lossless(circuit.A, circuit.B, circuit.C);
  const Passivity exact = passivity(lossless);
  ASSERT_EQ(exact.answer, Answer::yes) << exact.message;
  EXPECT_NEAR(exact.P(0, 0) / C, 1.0, 1e-12);
  EXPECT_NEAR(exact.P(1, 1) / L, 1.0, 1e-12);
  EXPECT_NEAR(exact.P(0, 1), 0.0, 1e-12 * std::sqrt(L * C));
}

TEST(Passivity, DoesNotDependOnUnits) {
  LinearSystems random(3);
  for (int k = 0; k < 10; ++k) {
    LinearComplementaritySystem system = random.portHamiltonian(6, 2, k % 2 == 0 ? 2 : 0, 3);
    const Vector states = Vector::NullaryExpr(6, [&] { return std::pow(10.0, random.uniform(-6.0, 6.0)); });
    const Vector inputs = Vector::NullaryExpr(2, [&] { return std::pow(10.0, random.uniform(-3.0, 3.0)); });
    system = {1e5 * states.asDiagonal() * system.A * states.cwiseInverse().asDiagonal(),
              1e5 * states.asDiagonal() * system.B * inputs.asDiagonal(),
              inputs.asDiagonal() * system.C * states.cwiseInverse().asDiagonal(),
              inputs.asDiagonal() * system.D * inputs.asDiagonal()};
    EXPECT_EQ(passivity(system).answer, Answer::yes) << passivity(system).message;
    system.C.row(0) *= -1.0;
    EXPECT_EQ(passivity(system).answer, Answer::no) << passivity(system).message;
  }
}

TEST(Passivity, IsSeenThroughStatesThatAreNotObserved) {
  // An unstable state that no output shows does not matter; one that no input reaches, but an output shows, does.
  LinearSystems random(4);
  const LinearComplementaritySystem seen = random.portHamiltonian(4, 2, 2, 2);
  Matrix A = Matrix::Zero(5, 5), B = Matrix::Zero(5, 2), C = Matrix::Zero(2, 5);
  A.topLeftCorner(4, 4) = seen.A;
  A(4, 4) = 1.0;
  A.row(4).head(4).setConstant(0.3);
  B.topRows(4) = seen.B;
  B.row(4).setConstant(0.2);
  C.leftCols(4) = seen.C;
  const LinearComplementaritySystem hidden = LinearSystems::moved({A, B, C, seen.D}, random.regular(5, 4.0));
  const Passivity found = passivity(hidden);
  EXPECT_EQ(found.answer, Answer::yes) << found.message;
  expectProof(hidden, found);

  C.col(4).setConstant(1.0);
  B.row(4).setZero();
  A.row(4).head(4).setZero();
  EXPECT_NE(passivity({A, B, C, seen.D}).answer, Answer::yes);
}

TEST(Passivity, OfTextbookSystems) {
  const Matrix one{{1.0}}, zero{{0.0}};
  EXPECT_EQ(passivity({zero, one, one}).answer, Answer::yes);            // 1/s
  EXPECT_EQ(passivity({zero, one, one, one}).answer, Answer::yes);       // 1 + 1/s
  EXPECT_EQ(passivity({zero, one, -one}).answer, Answer::no);            // -1/s
  EXPECT_EQ(passivity({one, one, -one, 3.0 * one}).answer, Answer::no);  // 3 - 1/(s - 1)
  EXPECT_EQ(passivity({-one, one, one, -0.5 * one}).answer,
            Answer::no);  // 1/(s + 1) - ½, negative at infinity
  const Matrix chain{{0.0, 1.0}, {0.0, 0.0}};
  EXPECT_EQ(passivity({chain, Matrix{{0.0}, {1.0}}, Matrix{{1.0, 0.0}}}).answer, Answer::no);  // 1/s²
  // The seed's system of degree 0 without a solution: x' = -x + λ, y = x - λ, H = 1/(s + 1) - 1 = -s/(s + 1).
  const Passivity seed = passivity({-one, one, one, -one});
  EXPECT_EQ(seed.answer, Answer::no);
  // M x' = ...: with M = 2 the storage is that of x' = ... / 2; a singular M is not judged.
  const Passivity scaled = passivity({zero, one, one, zero, 2.0 * one});
  ASSERT_EQ(scaled.answer, Answer::yes);
  EXPECT_NEAR(scaled.P(0, 0), 2.0, 1e-12);
  EXPECT_EQ(passivity({zero, one, one, zero, zero}).answer, Answer::undecided);
}

TEST(Passivity, OfManyStates) {
  LinearSystems random(5);
  const LinearComplementaritySystem system = random.portHamiltonian(60, 3, 3, 20);
  const Passivity found = passivity(system);
  EXPECT_EQ(found.answer, Answer::yes) << found.message;
  expectProof(system, found);
}

TEST(Passivity, RefusesBadInput) {
  const Matrix A = -Matrix::Identity(2, 2), B = Matrix::Ones(2, 1), C = Matrix::Ones(1, 2);
  EXPECT_THROW((void)passivity({A, B, C, Matrix::Ones(2, 2)}), InvalidArgument);
  EXPECT_THROW((void)passivity({A, B, C, Matrix{{std::nan("")}}}), InvalidArgument);
  EXPECT_THROW((void)passivity({Matrix(0, 0), Matrix(0, 1), Matrix(1, 0)}), InvalidArgument);
  EXPECT_EQ(passivity({A, B, C, Matrix(), Matrix::Zero(2, 2)}).answer, Answer::undecided);  // M singular
}

}  // namespace
}  // namespace nsds::test::passivity_test
