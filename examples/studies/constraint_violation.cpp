// How well smooth integrators keep the constraint of a slider-crank, and what their accuracy costs.
//
// Crank and rod with angles a1, a2 from the axis of the slider, l1 sin(a1) + l2 sin(a2) = 0. For tolerances
// from 1e-2 to 1e-10: the largest violation of the constraint on positions, velocities and accelerations at
// the ends of steps, the error at the end, the evaluations of forces, those of their differences included,
// the steps accepted and rejected, and the projections (Haddouni et al. 2017, Multibody Syst. Dyn., figures 3 to 5). Accelerations of
// generalised-alpha are those of the scheme; explicit methods end a step with an evaluation of the index-1
// form.
//
//   constraint_violation.csv        all of it, over the tolerance
//   constraint_violation_work.csv   evaluations of each method over the error, between its runs by powers
//
//   nsds plot constraint_violation.csv --log -y HEM5.g,PHEM56.g,MDOP5.g,alpha.g,alpha3.g,alpha2.g
//   nsds plot constraint_violation_work.csv --log
//   nsds plot constraint_violation.csv --kind work-precision
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <string>
#include <vector>

#include "example.hpp"
#include "mechanisms/slider_crank.hpp"

using namespace nsds;

namespace {

constexpr double rate = 150.0;                                // of the crank at the start [rad/s]
constexpr double positionLimit = 1e-8, velocityLimit = 1e-6;  // above which MDOP5 projects
constexpr double newtonLimit = 1e-10;  // of constraints, for generalised-alpha; q / h times rounding is 1e-11

class CountingSliderCrank final : public mechanisms::SliderCrank {
 public:
  void force(double t, VectorConstRef q, VectorConstRef v, VectorRef F) override {
    ++forces;
    SliderCrank::force(t, q, v, F);
  }
  int forces = 0;
};

struct Measured {
  double g = 0.0, rate = 0.0, acceleration = 0.0;  // largest violations
  double error = 0.0;
  double work = 0.0;  // evaluations of forces
  double steps = 0.0, rejected = 0.0;
  double projections = 0.0;
  double energy = 0.0;
  Vector q, v;
};

Measured run(SmoothIntegrator& integrator, double T) {
  CountingSliderCrank system;
  const auto* alpha = dynamic_cast<const GeneralizedAlpha*>(&integrator);
  const Vector q = Vector::Zero(2);
  const Vector v{{rate, -rate * CountingSliderCrank::l1 / CountingSliderCrank::l2}};
  const double start = system.energy(q, v);
  integrator.start(system, 0.0, q, v);
  Measured m;
  while (integrator.endTime() < T) {
    integrator.step(T);
    const Vector& a = alpha != nullptr ? alpha->schemeAcceleration() : integrator.acceleration();
    const auto left = violations(system, integrator.endTime(), integrator.q(), integrator.v(), a);
    m.g = std::max(m.g, left.position);
    m.rate = std::max(m.rate, left.velocity);
    m.acceleration = std::max(m.acceleration, left.acceleration);
  }
  m.q = integrator.q();
  m.v = integrator.v();
  m.energy = std::abs(system.energy(m.q, m.v) / start - 1.0);
  m.work = system.forces;
  m.steps = static_cast<double>(integrator.statistics().steps);
  m.rejected = static_cast<double>(integrator.statistics().rejectedSteps);
  m.projections = static_cast<double>(integrator.statistics().projections);
  return m;
}

SmoothOptions options(double tolerance) {
  SmoothOptions options;
  options.relativeTolerance = options.absoluteTolerance = tolerance;
  options.positionViolation = positionLimit;
  options.velocityViolation = velocityLimit;
  return options;
}

using Formulation = GeneralizedAlphaOptions::Formulation;

struct Method {
  std::string name;
  double order;  // of the error over the tolerance
  // What holds at ends of steps, whatever the tolerance.
  double g = std::numeric_limits<double>::infinity();
  double rate = std::numeric_limits<double>::infinity();
  std::function<std::unique_ptr<SmoothIntegrator>(double)> make;
};

template <class Integrator>
Method method(const std::string& name, double g, double velocity) {
  return {name, 1.0, g, velocity,
          [](double tolerance) { return std::make_unique<Integrator>(options(tolerance)); }};
}

Method alpha(const std::string& name, Formulation formulation, double g, double velocity) {
  return {name, 2.0 / 3.0, g, velocity, [formulation](double tolerance) {
            GeneralizedAlphaOptions o;
            static_cast<SmoothOptions&>(o) = options(tolerance);
            o.positionViolation = o.velocityViolation = newtonLimit;
            o.formulation = formulation;
            return std::make_unique<GeneralizedAlpha>(o);
          }};
}

std::vector<Method> methods() {
  const double inf = std::numeric_limits<double>::infinity();
  const double rounding = 1e-12;  // some 1e-15 of the velocities
  return {method<Dopri5>("DOPRI5", inf, inf),
          method<Mdop5>("MDOP5", positionLimit, velocityLimit),
          method<Hem5>("HEM5", inf, rounding),
          method<Phem56>("PHEM56", inf, rounding),
          method<Bh5>("BH5", inf, rounding),
          alpha("alpha", Formulation::stabilisedIndex2, newtonLimit, newtonLimit),
          alpha("alpha3", Formulation::index3, newtonLimit, inf),
          alpha("alpha2", Formulation::index2, inf, newtonLimit)};
}

/// The work for an error, between the runs of a method by a power of the error; NaN outside.
double workFor(double error, const std::vector<Measured>& runs) {
  for (std::size_t i = 1; i < runs.size(); ++i) {
    const Measured &coarse = runs[i - 1], &fine = runs[i];
    if (!(fine.error <= error && error <= coarse.error)) continue;
    const double part = std::log(error / coarse.error) / std::log(fine.error / coarse.error);
    return coarse.work * std::pow(fine.work / coarse.work, part);
  }
  return std::nan("");
}

io::Trajectory workOf(const std::vector<Method>& all, const std::vector<std::vector<Measured>>& runs) {
  std::vector<io::Column> columns{{"error", "1"}};
  for (const Method& m : all) columns.push_back({m.name, "evaluations"});
  io::Trajectory table(columns);
  for (int k = -2; k >= -40; --k) {
    const double error = std::pow(10.0, 0.25 * k);
    std::vector<double> row{error};
    for (const auto& of : runs) row.push_back(workFor(error, of));
    table.append(row);
  }
  return table;
}

}  // namespace

int simulate(const io::Parameters& parameters) {
  parameters.refuseRunOptions();
  const std::vector<Method> all = methods();
  std::vector<io::Column> columns{{"tolerance", "1"}};
  for (const Method& m : all) {
    for (const char* what :
         {".g", ".rate", ".acceleration", ".error", ".work", ".steps", ".rejected", ".projections"})
      columns.push_back({m.name + what, what == std::string(".work") ? "evaluations" : "1"});
  }
  io::Trajectory table(columns);
  Phem56 tight(options(1e-13));
  const Measured reference = run(tight, parameters["T"]);
  bool correct = reference.energy < 1e-11;
  std::vector<std::vector<Measured>> runs(all.size());
  std::printf("%-7s %9s %9s %9s %9s %9s %8s %7s %7s %8s %9s\n", "method", "tolerance", "g", "rate", "accel.",
              "error", "forces", "steps", "reject.", "project.", "energy");
  for (int k = 2; k <= 10; ++k) {
    const double tolerance = std::pow(10.0, -k);
    std::vector<double> row{tolerance};
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Method& method = all[i];
      const auto integrator = method.make(tolerance);
      Measured m = run(*integrator, parameters["T"]);
      m.error = (m.q - reference.q).norm() + (m.v - reference.v).norm() / rate;
      row.insert(row.end(),
                 {m.g, m.rate, m.acceleration, m.error, m.work, m.steps, m.rejected, m.projections});
      std::printf("%-7s %9.0e %9.1e %9.1e %9.1e %9.1e %8.0f %7.0f %7.0f %8.0f %9.1e\n", method.name.c_str(),
                  tolerance, m.g, m.rate, m.acceleration, m.error, m.work, m.steps, m.rejected, m.projections,
                  m.energy);
      correct = correct && m.g <= method.g && m.rate <= method.rate;
      if (tolerance <= 1e-6) correct = correct && m.error < 2e4 * std::pow(tolerance, method.order);
      runs[i].push_back(std::move(m));
    }
    table.append(row);
  }
  std::printf("evaluations of PHEM56 over those of HEM5, for equal errors:");
  for (const double error : {1e-4, 1e-6, 1e-8, 1e-9}) {
    const double ratio = workFor(error, runs[3]) / workFor(error, runs[2]);
    std::printf("  %.2f at %.0e", ratio, error);
    correct = correct && ratio < 1.0;
  }
  std::printf("\n");
  save(table, parameters);
  std::filesystem::path workFile = csvFile(parameters);
  workFile.replace_filename(workFile.stem().string() + "_work.csv");
  save(workOf(all, runs), workFile);
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "Violations of the constraint of a slider-crank.",
                    {{"T", 0.2, "s", "duration", 0.1, 0.2}}, simulate);
}
