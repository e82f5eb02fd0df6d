#include "benchmarks/peers/motions/siconos_events.hpp"

#include <SiconosKernel.hpp>
#include <cmath>
#include <functional>
#include <memory>
#include <stdexcept>

#include "benchmarks/measurements/timing.hpp"

namespace nsds::bench {
namespace {

constexpr double g = 9.81;

using Rows = std::vector<std::vector<double>>;

struct Built {
  std::shared_ptr<NonSmoothDynamicalSystem> system;
  std::vector<std::shared_ptr<LagrangianDS>> bodies;
  std::shared_ptr<EventDriven> simulation;
};

std::shared_ptr<SiconosVector> vector_of(const std::vector<double>& values) {
  auto vector = std::make_shared<SiconosVector>(static_cast<unsigned>(values.size()));
  for (unsigned i = 0; i < values.size(); ++i) (*vector)(i) = values[i];
  return vector;
}

std::shared_ptr<LagrangianLinearTIDS> add_body(Built& built, const std::vector<double>& q,
                                               const std::vector<double>& v, const std::vector<double>& mass,
                                               const std::vector<double>& force) {
  const auto size = static_cast<unsigned>(mass.size());
  auto matrix = std::make_shared<SimpleMatrix>(size, size);
  for (unsigned i = 0; i < size; ++i) (*matrix)(i, i) = mass[i];
  auto body = std::make_shared<LagrangianLinearTIDS>(vector_of(q), vector_of(v), matrix);
  body->setFExtPtr(vector_of(force));
  built.system->insertDynamicalSystem(body);
  built.bodies.push_back(body);
  return body;
}

std::shared_ptr<LagrangianLinearTIR> linear_gap(const std::vector<double>& H, double offset) {
  auto matrix = std::make_shared<SimpleMatrix>(1, static_cast<unsigned>(H.size()));
  for (unsigned i = 0; i < H.size(); ++i) (*matrix)(0, i) = H[i];
  return std::make_shared<LagrangianLinearTIR>(matrix, vector_of({offset}));
}

// impact: what solves impacts; linear complementarity by default.
void add_simulation(Built& built, double h,
                    const std::shared_ptr<OneStepNSProblem>& impact = std::make_shared<LCP>()) {
  auto simulation = std::make_shared<EventDriven>(
      built.system, std::make_shared<TimeDiscretisation>(built.system->t0(), h));
  simulation->insertIntegrator(std::make_shared<LsodarOSI>());
  simulation->insertNonSmoothProblem(impact, SICONOS_OSNSP_ED_IMPACT);
  simulation->insertNonSmoothProblem(std::make_shared<LCP>(), SICONOS_OSNSP_ED_SMOOTH_ACC);
  built.simulation = simulation;
}

// The ball of the workload ed and of three cases: a ground at z = 0, whatever its radius.
Built build_ball(double T, double h, double height, double velocity, double e) {
  Built built;
  built.system = std::make_shared<NonSmoothDynamicalSystem>(0.0, T);
  auto ball =
      add_body(built, {height, 0.0, 0.0}, {velocity, 0.0, 0.0}, {1.0, 1.0, 0.6 * 0.1 * 0.1}, {-g, 0.0, 0.0});
  built.system->link(
      std::make_shared<Interaction>(std::make_shared<NewtonImpactNSL>(e), linear_gap({1.0, 0.0, 0.0}, 0.0)),
      ball);
  add_simulation(built, h);
  return built;
}

Built build_column() {
  const double R = 0.005, m = 4.0 / 3.0 * 3.14159265 * R * R * R * 7780.0;
  Built built;
  built.system = std::make_shared<NonSmoothDynamicalSystem>(0.0, 0.5);
  auto law = std::make_shared<NewtonImpactNSL>(1.0);
  double height = 0.055;
  for (int i = 0; i < 10; ++i, height += 2.0 * R) add_body(built, {height}, {0.0}, {m}, {-m * g});
  built.system->link(std::make_shared<Interaction>(law, linear_gap({1.0}, -R)), built.bodies[0]);
  for (std::size_t i = 1; i < built.bodies.size(); ++i)
    built.system->link(std::make_shared<Interaction>(law, linear_gap({-1.0, 1.0}, -2.0 * R)),
                       built.bodies[i - 1], built.bodies[i]);
  add_simulation(built, 0.001);
  return built;
}

// A gap, its Jacobian and the time derivative of that, given by functions.
class Gap final : public LagrangianScleronomousR {
 public:
  using Value = std::function<double(const BlockVector& q)>;
  using Row = std::function<std::vector<double>(const BlockVector& q)>;
  using Rate = std::function<std::vector<double>(const BlockVector& q, const BlockVector& v)>;

  Gap(Value value, Row row, Rate rate)
      : value_(std::move(value)), row_(std::move(row)), rate_(std::move(rate)) {}

  void initialize(Interaction& interaction) override {
    LagrangianScleronomousR::initialize(interaction);
    const unsigned size = interaction.getSizeOfDS();
    if (!_jachq) _jachq = std::make_shared<SimpleMatrix>(1, size);
    if (!_dotjachq) _dotjachq = std::make_shared<SimpleMatrix>(1, size);
  }
  void computeh(const BlockVector& q, BlockVector&, SiconosVector& y) override { y(0) = value_(q); }
  void computeJachq(const BlockVector& q, BlockVector&) override { fill(*_jachq, row_(q)); }
  void computeDotJachq(const BlockVector& q, BlockVector&, const BlockVector& v) override {
    fill(*_dotjachq, rate_(q, v));
  }

 private:
  static void fill(SimpleMatrix& matrix, const std::vector<double>& row) {
    for (unsigned i = 0; i < row.size(); ++i) matrix(0, i) = row[i];
  }

  Value value_;
  Row row_;
  Rate rate_;
};

Built build_rope_pendulum() {
  const double angle = std::acos(-1.0) / 3.0;
  Built built;
  built.system = std::make_shared<NonSmoothDynamicalSystem>(0.0, 10.0);
  auto bob = add_body(built, {std::sin(angle), std::cos(angle)}, {0.0, 0.0}, {1.0, 1.0}, {0.0, g});
  auto rope = std::make_shared<Gap>([](const BlockVector& q) { return 1.0 - q(0) * q(0) - q(1) * q(1); },
                                    [](const BlockVector& q) {
                                      return std::vector<double>{-2.0 * q(0), -2.0 * q(1)};
                                    },
                                    [](const BlockVector&, const BlockVector& v) {
                                      return std::vector<double>{-2.0 * v(0), -2.0 * v(1)};
                                    });
  built.system->link(std::make_shared<Interaction>(std::make_shared<NewtonImpactNSL>(0.9), rope), bob);
  add_simulation(built, 0.01);
  return built;
}

// With its law of multiple impacts, integrated over the impulse, as in the reference.
Built build_block() {
  const double inertia = (0.5 * 0.5 + 1.0) / 12.0, angle = std::acos(-1.0) / 3.0;
  const double c = std::cos(angle), s = std::sin(angle);
  Built built;
  built.system = std::make_shared<NonSmoothDynamicalSystem>(0.0, 2.0);
  auto block = add_body(built, {0.5 * c - 0.25 * s, 0.5 * s + 0.25 * c, angle}, {0.0, 0.0, 0.0},
                        {1.0, 1.0, inertia}, {0.0, -g, 0.0});
  for (const double side : {-1.0, 1.0}) {
    auto corner = std::make_shared<Gap>(
        [side](const BlockVector& q) { return q(1) + side * 0.1 * std::sin(q(2)) - 0.05 * std::cos(q(2)); },
        [side](const BlockVector& q) {
          return std::vector<double>{0.0, 1.0, side * 0.1 * std::cos(q(2)) + 0.05 * std::sin(q(2))};
        },
        [side](const BlockVector& q, const BlockVector& v) {
          const double rate = -side * 0.1 * std::sin(q(2)) + 0.05 * std::cos(q(2));
          return std::vector<double>{0.0, 0.0, rate * v(2)};
        });
    built.system->link(
        std::make_shared<Interaction>(std::make_shared<MultipleImpactNSL>(0.8, 1e10, 1.0), corner), block);
  }
  auto impact = std::make_shared<MultipleImpact>("BiStiffness", 5e-5);
  impact->SetNstepMax(1000000);
  add_simulation(built, 0.01, impact);
  return built;
}

std::vector<double> row_of(const Built& built, double t) {
  std::vector<double> row{t};
  for (const auto& body : built.bodies)
    for (unsigned i = 0; i < body->q()->size(); ++i) row.push_back((*body->q())(i));
  for (const auto& body : built.bodies)
    for (unsigned i = 0; i < body->velocity()->size(); ++i) row.push_back((*body->velocity())(i));
  return row;
}

// Rows for the initial state, before what is no sampling instant, and after every event.
Rows record(const Built& built, bool initially, bool before) {
  EventDriven& simulation = *built.simulation;
  Rows all;
  simulation.initialize();
  if (initially) all.push_back(row_of(built, simulation.startingTime()));
  while (simulation.hasNextEvent()) {
    simulation.advanceToEvent();
    const Event& event = *simulation.eventsManager()->nextEvent();
    if (before && event.getType() == NS_EVENT) all.push_back(row_of(built, event.getDoubleTimeOfEvent()));
    simulation.processEvents();
    all.push_back(row_of(built, simulation.startingTime()));
  }
  return all;
}

// t, height and its velocity.
Rows record_ball(double height, double velocity, double e) {
  Rows all = record(build_ball(8.5, 0.005, height, velocity, e), false, true);
  for (auto& row : all) row = {row[0], row[1], row[4]};
  return all;
}

}  // namespace

Rows run_siconos_events(const std::string& name) {
  if (name == "BouncingBallByEvents") return record_ball(1.0, 0.0, 0.9);
  if (name == "BouncingBallFromImpact") return record_ball(0.0, -1.0, 0.9);
  if (name == "BallThatStaysDown") return record_ball(1.0, 0.0, 0.0);
  if (name == "ColumnOfBeadsByEvents") return record(build_column(), true, true);
  if (name == "RopePendulum") return record(build_rope_pendulum(), false, false);
  if (name == "FallingBlock") return record(build_block(), true, true);
  throw std::invalid_argument("no event-driven case " + name);
}

EventRun run_siconos_ball(double h, int events) {
  const Built built = build_ball(h * events + 1.0, h, 1.0, 0.0, 0.9);
  EventDriven& simulation = *built.simulation;
  simulation.initialize();
  EventRun run;
  const double begin = thread_seconds();
  for (int k = 0; k < events && simulation.hasNextEvent(); ++k) {
    simulation.advanceToEvent();
    const Event& event = *simulation.eventsManager()->nextEvent();
    if (event.getType() == NS_EVENT) run.impacts.push_back(event.getDoubleTimeOfEvent());
    simulation.processEvents();
  }
  run.seconds = thread_seconds() - begin;
  return run;
}

}  // namespace nsds::bench
