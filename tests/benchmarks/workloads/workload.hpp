// A workload: a model, its simulation, and a number that tells whether the physics came out.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nsds/kernel.hpp>
#include <span>
#include <string>

namespace nsds::bench {

struct Settings {
  int n = 1;       // bodies
  double h = 0.0;  // [s]
  std::int64_t steps = 0;
  double tolerance = 1e-8;
  std::string solver = {};  // of the one-step problem
  bool resting = false;     // ball alone
};

struct Run {
  std::unique_ptr<Model> model;
  std::unique_ptr<Simulation> simulation;
  std::function<double()> check;
};

struct Workload {
  const char* name;
  const char* sentence;
  const char* check;  // what the number is
  bool many;          // n bodies, or one
  Settings defaults;
  Run (*build)(const Settings& settings);
};

// ball, balls, column, diode, ladder, network, switch, ed, pendulum, spheres, cubes, hulls: all that there are.
std::span<const Workload> workloads();

// One file each in workloads/.
Run build_ball(const Settings& settings);
Run build_balls(const Settings& settings);
Run build_column(const Settings& settings);
Run build_diode(const Settings& settings);
Run build_ladder(const Settings& settings);
Run build_network(const Settings& settings);
Run build_ideal_switch(const Settings& settings);
Run build_event_driven(const Settings& settings);
Run build_pendulum(const Settings& settings);
Run build_spheres(const Settings& settings);
Run build_cubes(const Settings& settings);
Run build_hulls(const Settings& settings);

// What the builders share: room for a few steps more than are measured, and the solver with its tolerance.
std::unique_ptr<Model> make_model(const Settings& settings);
LCP make_lcp_formulation(const Settings& settings);

// Gravity and the radius of the bodies, and one of them at height z: q = (z, x, angle).
inline constexpr double g = 9.81;  // [m/s^2]
inline constexpr double R = 0.1;   // [m]
LagrangianLinearTIDS& add_body(Model& model, double z);

struct Measured {
  double seconds = 0.0;  // CPU time of the stepping loop
  Index contacts = 0;    // active at the end
  double check = 0.0;
  // Of the problem of one step more, of the next impact in event-driven simulation, which is not timed; NaN
  // where nothing was to be solved.
  double residual = 0.0;
  double residual_fclib = 0.0;
};
Measured measure(const Workload& workload, const Settings& settings);

}  // namespace nsds::bench
