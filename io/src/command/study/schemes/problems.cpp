// The models of the problems, and their numbers.
#include <cmath>
#include <nsds/theory/accuracy/impacting_mass.hpp>

#include "command/study/schemes/problem.hpp"

namespace nsds::command::schemes {

namespace {

void addBall(Model& model) {
  ImpactingMass::bouncingBall().addTo(model);
  model.setScales({1.0, 1.0, 1.0});
}

/// Linear elements of a rod in a row, each with (diagonal, beside; beside, diagonal).
Eigen::SparseMatrix<double> assemble(Index nodes, double diagonal, double beside) {
  std::vector<Eigen::Triplet<double>> entries;
  for (Index k = 0; k + 1 < nodes; ++k) {
    for (const Index i : {k, k + 1}) entries.emplace_back(i, i, diagonal);
    entries.emplace_back(k, k + 1, beside);
    entries.emplace_back(k + 1, k, beside);
  }
  Eigen::SparseMatrix<double> matrix(nodes, nodes);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

void addBar(Model& model) {
  constexpr Index nodes = 100;
  const double L = 1.0, A = 3.14e-4, E = 210e9, rho = 7800.0;
  const double l = L / static_cast<double>(nodes - 1);
  auto& bar = model.add<LagrangianLinearTIDS>(Vector::Constant(nodes, 5e-5), Vector::Constant(nodes, -0.1),
                                              assemble(nodes, rho * A * l / 3.0, rho * A * l / 6.0),
                                              assemble(nodes, E * A / l, -E * A / l));
  Matrix H = Matrix::Zero(1, nodes);
  H(0, 0) = 1.0;
  model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(H), bar);
}

void addWoodpecker(Model& model) {
  const double g = 9.81;
  const double m_M = 0.0003, m_S = 0.0045, J_M = 5e-9, J_S = 7e-7, spring = 0.0056;  // sleeve M, bird S
  const double r_O = 0.0025, r_M = 0.0031;                          // radii of pole and sleeve
  const double h_M = 0.0058;                                        // half the sleeve's height
  const double l_M = 0.010, l_G = 0.015, h_S = 0.02, l_S = 0.0201;  // spring; centre and beak of the bird
  const Matrix M{{m_S + m_M, m_S * l_M, m_S * l_G},
                 {m_S * l_M, J_M + m_S * l_M * l_M, m_S * l_M * l_G},
                 {m_S * l_G, m_S * l_M * l_G, J_S + m_S * l_G * l_G}};
  const Matrix K = spring * Matrix{{0.0, 0.0, 0.0}, {0.0, 1.0, -1.0}, {0.0, -1.0, 1.0}};
  auto& bird =
      model.add<LagrangianLinearTIDS>(Vector{{0.0, -0.1034, -0.2788}}, Vector{{-0.3411, 0.0, -7.4583}}, M, K);
  bird.setFExt(-g * Vector{{m_S + m_M, m_S * l_M, m_S * l_G}});
  const auto touch = [&](double restitution, const Matrix& H, double offset) {
    model.link(NewtonImpactFrictionNSL(restitution, 0.0, 0.3, 2),
               LagrangianLinearTIR(H, Vector{{offset, 0.0}}), bird);
  };
  touch(0.5, Matrix{{0.0, 0.0, -h_S}, {1.0, l_M, l_G - l_S}}, l_M + l_G - l_S - r_O);  // the beak
  touch(0.0, Matrix{{0.0, h_M, 0.0}, {1.0, r_M, 0.0}}, r_M - r_O);   // the sleeve tilted by a negative angle
  touch(0.0, Matrix{{0.0, -h_M, 0.0}, {1.0, r_M, 0.0}}, r_M - r_O);  // by a positive one
}

/// Angles against the axis of the guide, of crank, rod and slider; the pin of the slider is at
/// X = l1 cos(q0) + l2 cos(q1), Y = l1 sin(q0) + l2 sin(q1).
struct Crank {
  static constexpr double l1 = 0.153, l2 = 0.306, a = 0.05, b = 0.025, c = 0.001, g = 9.81;
  static constexpr double m1 = 0.038, m2 = 0.038, m3 = 0.076, J1 = 7.4e-5, J2 = 5.9e-4, J3 = 2.7e-6;
  static constexpr double coupling = (0.5 * m2 + m3) * l1 * l2;
  static constexpr double w1 = (0.5 * m1 + m2 + m3) * g * l1, w2 = (0.5 * m2 + m3) * g * l2;
};

LagrangianDS& addMechanism(Model& model) {
  using C = Crank;
  auto& mechanism = model.add<LagrangianDS>(
      Vector::Zero(3), Vector{{150.0, -75.0, 0.0}}, [](VectorConstRef q, MatrixRef M) {
        const double c = C::coupling * std::cos(q[0] - q[1]);
        M << C::J1 + (0.25 * C::m1 + C::m2 + C::m3) * C::l1 * C::l1, c, 0.0, c,
            C::J2 + (0.25 * C::m2 + C::m3) * C::l2 * C::l2, 0.0, 0.0, 0.0, C::J3;
      });
  mechanism.setFGyr(
      [](VectorConstRef q, VectorConstRef v, VectorRef f) {
        const double s = C::coupling * std::sin(q[0] - q[1]);
        f << s * v[1] * v[1], -s * v[0] * v[0], 0.0;
      },
      [](VectorConstRef q, VectorConstRef v, MatrixRef dq) {
        const double c = C::coupling * std::cos(q[0] - q[1]);
        dq << c * v[1] * v[1], -c * v[1] * v[1], 0.0, -c * v[0] * v[0], c * v[0] * v[0], 0.0, 0.0, 0.0, 0.0;
      },
      [](VectorConstRef q, VectorConstRef v, MatrixRef dv) {
        const double s = 2.0 * C::coupling * std::sin(q[0] - q[1]);
        dv << 0.0, s * v[1], 0.0, -s * v[0], 0.0, 0.0, 0.0, 0.0, 0.0;
      });
  mechanism.setFInt([](double, VectorConstRef q, VectorConstRef,
                       VectorRef f) { f << C::w1 * std::cos(q[0]), C::w2 * std::cos(q[1]), 0.0; },
                    [](double, VectorConstRef q, VectorConstRef, MatrixRef dq) {
                      dq.setZero();
                      dq(0, 0) = -C::w1 * std::sin(q[0]);
                      dq(1, 1) = -C::w2 * std::sin(q[1]);
                    },
                    [](double, VectorConstRef, VectorConstRef, MatrixRef dv) { dv.setZero(); });
  return mechanism;
}

/// The corner (along a, across b) of the slider, along and across +1 or -1, and the guide on its side.
void linkCorner(Model& model, LagrangianDS& mechanism, double along, double across) {
  using C = Crank;
  LagrangianScleronomousR corner(
      2,
      [=](VectorConstRef q, VectorRef y) {
        const double s = std::sin(q[2]), t = std::cos(q[2]);
        const double X = C::l1 * std::cos(q[0]) + C::l2 * std::cos(q[1]);
        const double Y = C::l1 * std::sin(q[0]) + C::l2 * std::sin(q[1]);
        y << C::b + C::c - across * (Y + along * C::a * s + across * C::b * t),
            X + along * C::a * t - across * C::b * s;
      },
      [=](VectorConstRef q, MatrixRef H) {
        const double s = std::sin(q[2]), t = std::cos(q[2]);
        H << -across * C::l1 * std::cos(q[0]), -across * C::l2 * std::cos(q[1]),
            -across * (along * C::a * t - across * C::b * s), -C::l1 * std::sin(q[0]),
            -C::l2 * std::sin(q[1]), -along * C::a * s - across * C::b * t;
      });
  corner.setCurvature([=](VectorConstRef q, VectorConstRef v, VectorRef gamma) {
    const double s = std::sin(q[2]), t = std::cos(q[2]);
    const Vector squares = v.cwiseAbs2();
    gamma << across * (C::l1 * std::sin(q[0]) * squares[0] + C::l2 * std::sin(q[1]) * squares[1] +
                       (along * C::a * s + across * C::b * t) * squares[2]),
        -C::l1 * std::cos(q[0]) * squares[0] - C::l2 * std::cos(q[1]) * squares[1] -
            (along * C::a * t - across * C::b * s) * squares[2];
  });
  model.link(NewtonImpactFrictionNSL(0.4, 0.0, 0.01, 2), std::move(corner), mechanism);
}

void addCrank(Model& model) {
  LagrangianDS& mechanism = addMechanism(model);
  for (const double across : {1.0, -1.0})
    for (const double along : {1.0, -1.0}) linkCorner(model, mechanism, along, across);
}

}  // namespace

Problem bouncingBall() {
  return {
      .name = "ball",
      .caption = "Bouncing ball",
      .source =
          "A ball falls with q'' = -2 from 1 m, e = 1/2: impacts accumulate at 3 s, from when on it rests.",
      .T = 4.0,
      .addTo = addBall,
      .watched = {0},
      .sizes = {1.0},
      .fewestSteps = 32,
      .mostSteps = 32768,
      .fewestSmoothSteps = 32,
      .mostSmoothSteps = 4096};
}
Problem impactingBar() {
  return {
      .name = "bar",
      .caption = "Impacting elastic bar",
      .source =
          "A steel rod of 100 nodes hits a wall with 0.1 m/s, e = 0, and leaves it after two passages of its "
          "wave of compression; positions of both ends and of the middle. Frequencies reach 1.8e6 rad/s.",
      .T = 1.5e-3,
      .addTo = addBar,
      .watched = {0, 50, 99},
      .sizes = {5e-5, 5e-5, 5e-5},
      .fewestSteps = 64,
      .mostSteps = 32768,
      .fewestSmoothSteps = 512,
      .mostSmoothSteps = 8192};
}
Problem woodpecker() {
  return {.name = "woodpecker",
          .caption = "Woodpecker toy",
          .source =
              "Three degrees of freedom, three contacts with friction, two pecks: F. Pfeiffer, "
              "Z. angew. Math. Mech. 64 (1984); Ch. Glocker (1995).",
          .T = 0.3,
          .addTo = addWoodpecker,
          .watched = {0, 1, 2},
          .sizes = {0.04, 0.1, 0.3},
          .fewestSteps = 64,
          .mostSteps = 32768,
          .fewestSmoothSteps = 64,
          .mostSmoothSteps = 4096};
}
Problem sliderCrank() {
  return {
      .name = "crank",
      .caption = "Slider-crank with clearance",
      .source =
          "A slider with play in its guide, four corners with friction, e = 0.4, without a motor: P. Flores, "
          "R. Leine, Ch. Glocker, Multibody System Dynamics 23 (2010). Two corners strike and leave at "
          "once. Where steps are so short that they do so in different ones, the slider may tilt; from a "
          "start that is "
          "tilted references agree for the first few impacts only.",
      .T = 0.03,
      .addTo = addCrank,
      .watched = {0, 1, 2},
      .sizes = {1.0, 0.5, 2.0 * Crank::c / Crank::a},
      .fewestSteps = 64,
      .mostSteps = 32768,
      .fewestSmoothSteps = 64,
      .mostSmoothSteps = 4096};
}

}  // namespace nsds::command::schemes
