// A rigid slider-crank mechanism of three bodies, q = (x, y, angle) each, with three pivots and a guide: 8
// constraints on 9 coordinates. By half-explicit methods the constraints on velocities hold to rounding, and
// those on positions drift with the integration error alone; by DOPRI5, which knows the constraints
// differentiated twice, both drift. With the one angle of the crank instead, and c = cos a, s = sin a,
//
//   sin b = (r / l) s,   T = 1/2 M(a) a'^2,   V = g (m_1 / 2 + m_2 / 2) r s,
//
// the motion is known from its energy: a'^2 = (E - V(a)) 2 / M(a), and the time of a turn is an integral.
#include <array>
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <numbers>

#include "example.hpp"

using namespace nsds;

namespace {

constexpr double r = 0.2, l = 0.5, g = 9.81;    // crank, rod [m]
constexpr double m1 = 1.0, m2 = 0.8, m3 = 1.5;  // crank, rod, slider [kg]
constexpr double J1 = m1 * r * r / 12.0, J2 = m2 * l * l / 12.0;

/// (x, y) of a point at the distance s from the centre along the body whose coordinates begin at i.
Eigen::Vector2d point(VectorConstRef q, Index i, double s) {
  return {q[i] + s * std::cos(q[i + 2]), q[i + 1] + s * std::sin(q[i + 2])};
}

/// Where body i is, at its distance s, body j is, at its distance u; j < 0: the origin.
struct Pivot {
  Index i;
  double s;
  Index j;
  double u;

  void gap(VectorConstRef q, VectorRef y) const {
    y = point(q, i, s);
    if (j >= 0) y -= point(q, j, u);
  }
  void jacobian(VectorConstRef q, MatrixRef H) const {
    const auto add = [&](Index at, double length, double sign) {
      H(0, at) = H(1, at + 1) = sign;
      H(0, at + 2) = -sign * length * std::sin(q[at + 2]);
      H(1, at + 2) = sign * length * std::cos(q[at + 2]);
    };
    add(i, s, 1.0);
    if (j >= 0) add(j, u, -1.0);
  }
  void curvature(VectorConstRef q, VectorConstRef v, VectorRef gamma) const {
    const auto add = [&](Index at, double length, double sign) {
      const double w2 = v[at + 2] * v[at + 2];
      gamma[0] -= sign * length * std::cos(q[at + 2]) * w2;
      gamma[1] -= sign * length * std::sin(q[at + 2]) * w2;
    };
    add(i, s, 1.0);
    if (j >= 0) add(j, u, -1.0);
  }
};

/// The rod's angle and rate that go with the crank's.
struct Rod {
  double angle, rate;  // rate per rate of the crank
  explicit Rod(double a)
      : angle(-std::asin(r / l * std::sin(a))), rate(-r * std::cos(a) / (l * std::cos(angle))) {}
};

LagrangianLinearTIDS& build(Model& model, double a, double w) {
  const Rod rod(a);
  const double c = std::cos(a), s = std::sin(a), cb = std::cos(rod.angle), sb = std::sin(rod.angle);
  const double wb = rod.rate * w;
  Vector q(9), v(9), mass(9);
  q << 0.5 * r * c, 0.5 * r * s, a, r * c + 0.5 * l * cb, r * s + 0.5 * l * sb, rod.angle, r * c + l * cb,
      0.0, 0.0;
  v << -0.5 * r * s * w, 0.5 * r * c * w, w, -r * s * w - 0.5 * l * sb * wb, r * c * w + 0.5 * l * cb * wb,
      wb, -r * s * w - l * sb * wb, 0.0, 0.0;
  mass << m1, m1, J1, m2, m2, J2, m3, m3, 1.0;
  auto& bodies = model.add<LagrangianLinearTIDS>(q, v, Matrix(mass.asDiagonal()));
  Vector weight = Vector::Zero(9);
  weight[1] = -m1 * g;
  weight[4] = -m2 * g;
  weight[7] = -m3 * g;
  bodies.setFExt(weight);
  for (const Pivot pivot :
       {Pivot{0, -0.5 * r, -1, 0.0}, Pivot{3, -0.5 * l, 0, 0.5 * r}, Pivot{6, 0.0, 3, 0.5 * l}}) {
    model.link(EqualityConditionNSL(2),
               LagrangianScleronomousR(
                   2, [pivot](VectorConstRef x, VectorRef y) { pivot.gap(x, y); },
                   [pivot](VectorConstRef x, MatrixRef H) { pivot.jacobian(x, H); })
                   .setCurvature([pivot](VectorConstRef x, VectorConstRef u, VectorRef gamma) {
                     pivot.curvature(x, u, gamma);
                   }),
               bodies);
  }
  Matrix guide = Matrix::Zero(2, 9);
  guide(0, 7) = guide(1, 8) = 1.0;
  model.link(EqualityConditionNSL(2), LagrangianLinearTIR(guide), bodies);
  return bodies;
}

/// a' of the crank at the angle a, from energy.
double rateAt(double a, double energy) {
  const Rod rod(a);
  const double s = std::sin(a), c = std::cos(a), sb = std::sin(rod.angle), cb = std::cos(rod.angle);
  const double x = -r * s - 0.5 * l * sb * rod.rate, y = r * c + 0.5 * l * cb * rod.rate;
  const double slider = -r * s - l * sb * rod.rate;
  const double inertia =
      J1 + 0.25 * m1 * r * r + J2 * rod.rate * rod.rate + m2 * (x * x + y * y) + m3 * slider * slider;
  const double potential = g * (0.5 * m1 + 0.5 * m2) * r * s;
  return std::sqrt(2.0 * (energy - potential) / inertia);
}

/// The time of a turn: the integrand is periodic, so that the trapezoidal rule converges exponentially.
double timeOfTurn(double energy) {
  constexpr int points = 400;
  double sum = 0.0;
  for (int i = 0; i < points; ++i) sum += 1.0 / rateAt(2.0 * std::numbers::pi * i / points, energy);
  return 2.0 * std::numbers::pi / points * sum;
}

struct Result {
  double turned, position, velocity, energy;
};

/// `turns` turns by the integrator: the angle that is missing at the end, largest violations, drift of
/// energy.
Result turn(const io::Parameters& parameters, std::unique_ptr<SmoothIntegrator> integrator, double w,
            double T, double turns, io::Recorder* recorder) {
  Model model(0.0, T);
  const auto& bodies = build(model, 0.0, w);
  EventDriven simulation(model, TimeDiscretisation(0.0, T / turns / 100.0), std::move(integrator));
  const auto energy = [&] {
    return bodies.kineticEnergy() + g * (m1 * bodies.q()[1] + m2 * bodies.q()[4] + m3 * bodies.q()[7]);
  };
  if (recorder != nullptr) {
    recorder->column("crank", "rad", [&] { return bodies.q()[2]; });
    recorder->column("slider", "m", [&] { return bodies.q()[6]; });
    recorder->column("energy", "J", energy);
  }
  const double start = energy();
  Result result{};
  io::Recorder unused;
  io::Run run(simulation, parameters);
  run.keep("result", result);
  run(recorder != nullptr ? *recorder : unused, [&](const Simulation&) {
    for (const auto& joint : model.nsds().interactions()) {
      result.position = std::max(result.position, joint->y().cwiseAbs().maxCoeff());
      result.velocity = std::max(result.velocity, joint->velocity().cwiseAbs().maxCoeff());
    }
    result.energy = std::max(result.energy, std::abs(energy() - start));
  });
  result.turned = std::abs(bodies.q()[2] - 2.0 * std::numbers::pi * turns);
  return result;
}

}  // namespace

int simulate(const io::Parameters& parameters) {
  const double w = parameters["rate"], turns = std::floor(parameters["turns"]);
  Model model(0.0, 1.0);
  const double energy = build(model, 0.0, w).kineticEnergy();
  const double T = turns * timeOfTurn(energy);
  std::printf("%g turns take %.9f s\n", turns, T);

  const auto fixed = [](double h) {
    SmoothOptions options;
    options.fixedStep = h;
    options.positionViolation = options.velocityViolation = std::numeric_limits<double>::infinity();
    return options;
  };
  const double h = T / turns / 100.0;
  bool correct = true;
  const auto compare = [&](const char* name, auto make, bool halfExplicit) {
    const Result coarse = turn(parameters, make(fixed(h)), w, T, turns, nullptr);
    const Result fine = turn(parameters, make(fixed(0.5 * h)), w, T, turns, nullptr);
    const double order = std::log2(coarse.turned / fine.turned);
    std::printf("%s, %d and %d steps a turn\n", name, 100, 200);
    std::printf("  angle at the end off by %.1e and %.1e rad: order %.1f\n", coarse.turned, fine.turned,
                order);
    std::printf("  |g| <= %.1e and %.1e m, |G v| <= %.1e and %.1e m/s, energy within %.1e J\n",
                coarse.position, fine.position, coarse.velocity, fine.velocity, fine.energy);
    correct = correct && order > 4.0 && fine.position < coarse.position / 10.0;
    correct = correct && (halfExplicit ? coarse.velocity < 1e-11 : fine.velocity < coarse.velocity / 10.0);
  };
  compare(
      "HEM5", [](const SmoothOptions& o) { return std::make_unique<Hem5>(o); }, true);
  compare(
      "PHEM56", [](const SmoothOptions& o) { return std::make_unique<Phem56>(o); }, true);
  compare(
      "DOPRI5", [](const SmoothOptions& o) { return std::make_unique<Dopri5>(o); }, false);

  io::Recorder recorder;
  const Result controlled =
      turn(parameters,
           std::make_unique<Phem56>(SmoothOptions{.relativeTolerance = 1e-12, .absoluteTolerance = 1e-12}), w,
           T, turns, &recorder);
  save(recorder.trajectory(), parameters);
  std::printf("PHEM56 with error control at 1e-12: angle off by %.1e rad, |g| <= %.1e m, |G v| <= %.1e m/s\n",
              controlled.turned, controlled.position, controlled.velocity);
  correct = correct && controlled.turned < 1e-8 && controlled.position < 1e-9;
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A rigid slider-crank: violations and drift of the constraints.",
                    {{"rate", 25.0, "rad/s", "of the crank at the start", 14.0, 100.0},
                     {"turns", 5.0, "1", "to simulate", 1.0, 20.0}},
                    simulate);
}
